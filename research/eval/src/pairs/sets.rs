//! Labelled pairs and streams as they are on disk, each document read once.

use crate::files::{bytes_of, lines, name_of, named, paths_in, text_of};
use anyhow::{Context, Result};
use offprint::compare::Verdict;
use offprint::internals::verdict::{Likeness, Thresholds};
use offprint::{Article, ReadOptions};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// Documents by their ids.
#[derive(Default)]
pub struct Docs {
    pub docs: Vec<Article>,
    places: HashMap<String, usize>,
}

#[derive(Deserialize)]
struct TextRow {
    id: String,
    title: Option<String>,
    text: String,
}

impl Docs {
    /// The pages `ID.html` of a folder.
    pub fn of_pages(folder: &Path) -> Result<Docs> {
        Docs::read(folder, |_, html| Ok(offprint::read(html, ReadOptions::default())))
    }

    /// The pages `ID.html` of a folder, their articles found by a function of the id and the bytes.
    pub fn read(folder: &Path, read: impl Fn(&str, &[u8]) -> Result<Article> + Sync) -> Result<Docs> {
        let doc = |(id, path): (String, PathBuf)| {
            let article = read(&id, &bytes_of(&path)?)?;
            Ok((id, article))
        };
        Ok(Docs::new(named(folder, "html")?.into_par_iter().map(doc).collect::<Result<_>>()?))
    }

    /// The texts of a file of lines `{"id", "title", "text"}`.
    pub fn of_texts(path: &Path) -> Result<Docs> {
        Docs::of_texts_in(&[path.to_owned()])
    }

    /// The texts of several such files. If texts share an id, the last one counts.
    pub fn of_texts_in(paths: &[PathBuf]) -> Result<Docs> {
        let mut rows: Vec<TextRow> = Vec::new();
        for path in paths {
            rows.extend(lines::<TextRow>(path)?);
        }
        let doc = |row: TextRow| {
            let title = row.title.unwrap_or_default();
            (row.id, Article::of_text(title, row.text))
        };
        Ok(Docs::new(rows.into_par_iter().map(doc).collect()))
    }

    /// The texts `gold/ID.txt` that were put into the pages of a folder, and the titles in its `docs.jsonl`.
    pub fn of_true_texts(folder: &Path) -> Result<Docs> {
        let doc = |row: Source| {
            let text = text_of(&folder.join(format!("gold/{}.txt", row.id)))?;
            Ok((row.id, Article::of_text(row.title.unwrap_or_default(), text)))
        };
        let sources = lines(&folder.join("docs.jsonl"))?;
        Ok(Docs::new(sources.into_par_iter().map(doc).collect::<Result<_>>()?))
    }

    pub fn new(named: Vec<(String, Article)>) -> Docs {
        let mut all = Docs::default();
        for (id, doc) in named {
            all.places.insert(id, all.docs.len());
            all.docs.push(doc);
        }
        all
    }

    /// The place of the document with an id.
    pub fn place(&self, id: &str) -> Result<usize> {
        let place = self.places.get(id).copied();
        place.with_context(|| format!("no document with the id {id}"))
    }

    pub fn get(&self, id: &str) -> Result<&Article> {
        Ok(&self.docs[self.place(id)?])
    }

    /// The verdict on the documents at two places.
    pub fn verdict(&self, [a, b]: [usize; 2]) -> Verdict {
        let [a, b] = [a, b].map(|place| self.docs[place].fingerprint.as_ref());
        super::verdict(a, b)
    }
}

/// A page of a set of reprints. Each article was put into other sites' pages: unchanged, edited, cut, merged or
/// extended.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Source {
    pub id: String,
    /// The host of the page.
    pub host: String,
    pub title: Option<String>,
    /// The article that was put into it.
    pub base: String,
    /// The source of that article.
    pub source: String,
    pub kind: String,
    pub label: String,
}

impl Source {
    /// Pages with the same name here have one origin.
    pub fn origin(&self) -> &str {
        match &*self.label {
            "different" => &self.id,
            _ => &self.base,
        }
    }

    /// The pages that are judged together: a family, or texts that were made by one pattern.
    pub fn family(&self) -> &str {
        match &*self.source {
            "synthetic" => self.base.rsplit_once('-').map_or(&*self.base, |(pattern, _)| pattern),
            _ => &self.base,
        }
    }
}

/// The sets of reprints that a folder may hold; the second is in pages of 2014 and later.
pub const REPRINTS: [&str; 2] = ["reprint", "reprint_modern"];

/// A set of reprints as it was read, and the texts that were put into the pages.
pub struct ReprintSet {
    pub sources: Vec<Source>,
    pub pages: Docs,
    pub texts: Docs,
}

impl ReprintSet {
    pub fn read(folder: &Path) -> Result<ReprintSet> {
        Ok(ReprintSet {
            sources: lines(&folder.join("docs.jsonl"))?,
            pages: Docs::of_pages(&folder.join("pages"))?,
            texts: Docs::of_true_texts(folder)?,
        })
    }
}

/// The relation of a pair, by the judgement of its author or reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    Same,
    Partial,
    Different,
    /// Neither one nor the other: not counted in any rate.
    Grey,
}

impl Label {
    pub fn name(self) -> &'static str {
        match self {
            Label::Same => "same",
            Label::Partial => "partial",
            Label::Different => "different",
            Label::Grey => "grey",
        }
    }
}

/// A line of a list of pairs.
#[derive(Deserialize)]
pub struct PairRow<L = Label> {
    pub a: String,
    pub b: String,
    pub label: L,
    pub kind: String,
    pub lang: String,
    pub group: Option<String>,
}

/// A labelled pair, and how its two texts resemble each other.
#[derive(Debug, Clone)]
pub struct Pair {
    pub label: Label,
    pub kind: String,
    pub lang: String,
    /// Pairs of one group go back to one article, so they are right and wrong together.
    pub group: String,
    /// Places of the two documents.
    pub docs: [usize; 2],
    /// Whether both state that they are of one host.
    pub on_one_site: bool,
    /// `None` if one has no fingerprint.
    pub likeness: Option<Likeness>,
}

impl Pair {
    /// The verdict at these thresholds.
    pub fn verdict(&self, at: &Thresholds) -> Verdict {
        let at = if self.on_one_site { at.on_one_site() } else { *at };
        self.likeness.map_or(Verdict::Unknown, |likeness| likeness.verdict(&at))
    }
}

/// The pairs of a list. A pair without a group is a group of its own.
pub fn pairs(list: &Path, docs: &Docs) -> Result<Vec<Pair>> {
    let rows: Vec<PairRow> = lines(list)?;
    rows.into_iter()
        .enumerate()
        .map(|(number, row)| {
            let places = [docs.place(&row.a)?, docs.place(&row.b)?];
            let [a, b] = places.map(|place| docs.docs[place].fingerprint.as_ref());
            let [host, other] = places.map(|place| docs.docs[place].metadata.host());
            Ok(Pair {
                label: row.label,
                kind: row.kind,
                lang: row.lang,
                group: row.group.unwrap_or_else(|| number.to_string()),
                docs: places,
                on_one_site: host.is_some() && host == other,
                likeness: a.zip(b).map(|(a, b)| Likeness::new(a, b)),
            })
        })
        .collect()
}

/// Documents and pairs of every set of texts in a folder, by the set's name.
pub fn text_sets(folder: &Path) -> Result<BTreeMap<String, (Docs, Vec<Pair>)>> {
    let mut sets = BTreeMap::new();
    for set in paths_in(folder)? {
        let list = set.join("pairs.jsonl");
        if list.is_file() {
            let docs = Docs::of_texts(&set.join("docs.jsonl"))?;
            let pairs = pairs(&list, &docs)?;
            sets.insert(name_of(&set), (docs, pairs));
        }
    }
    Ok(sets)
}

/// A page as it arrives in a stream.
#[derive(Debug, Clone, Deserialize)]
pub struct Arriving {
    pub id: String,
    /// Pages of one cluster are the same article.
    pub cluster: String,
}
