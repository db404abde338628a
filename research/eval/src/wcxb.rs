//! The Web Content Extraction Benchmark (WCXB): pages of seven kinds with a measure of their own, the mean of each
//! page's F1 of words.
//!
//! Its pages are the sets `wcxb_KIND`, or a split as it is published: `html/ID.html.gz` (or `.html`) with
//! `ground-truth/ID.json`.

use crate::figures::{Figure, Held};
use crate::markdown::{part, row, table};
use crate::measure::{Gold, Meta, Outcome, Page, Place, Sets, bytes_of, set_name};
use crate::score::mean;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The kinds of pages, in the order of the tables.
const KINDS: [&str; 7] = [
    "article",
    "documentation",
    "service",
    "forum",
    "collection",
    "listing",
    "product",
];

/// How others do on the published development split, as printed.
#[derive(Deserialize)]
pub struct Printed {
    source: String,
    /// Pages of each kind.
    pages: BTreeMap<String, usize>,
    systems: Vec<System>,
}

#[derive(Deserialize)]
struct System {
    name: String,
    /// By kind, and of `all` pages.
    f1: BTreeMap<String, f64>,
}

/// The pages of a split as it is published; none if the folder holds no such split.
pub fn places(folder: &Path) -> Result<Vec<Place>> {
    #[derive(Deserialize)]
    struct Labels {
        url: String,
        #[serde(rename = "_internal")]
        internal: Internal,
        ground_truth: Truth,
    }
    #[derive(Deserialize)]
    struct Internal {
        page_type: Kind,
    }
    #[derive(Deserialize)]
    struct Kind {
        primary: String,
    }
    #[derive(Deserialize)]
    struct Truth {
        main_content: String,
    }
    let labels = folder.join("ground-truth");
    if !labels.is_dir() {
        return Ok(Vec::new());
    }
    let mut paths: Vec<_> = std::fs::read_dir(&labels)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    paths.sort();
    let place = |path: &Path| {
        let labels: Labels =
            serde_json::from_slice(&bytes_of(path)?).with_context(|| path.display().to_string())?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let packed = folder.join(format!("html/{id}.html.gz"));
        let plain = packed.with_extension("");
        // The benchmark's own script reads the kind so.
        let kind = match labels.internal.page_type.primary.as_str() {
            "category" => "collection",
            kind => kind,
        };
        Ok(Place {
            set: format!("wcxb_{kind}"),
            html: if packed.is_file() { packed } else { plain },
            gold: Gold::Text(labels.ground_truth.main_content),
            meta: Meta {
                id: id.into_owned(),
                lang: String::new(),
                host: host(&labels.url).to_owned(),
                page_type: Some(kind.to_owned()),
            },
        })
    };
    paths.iter().map(|path| place(path)).collect()
}

fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#', ':']).next().unwrap_or(rest)
}

/// The pages of each kind that was measured.
fn by_kind(sets: &Sets) -> impl Iterator<Item = (&'static str, &Vec<Outcome>)> {
    KINDS.into_iter().filter_map(|kind| {
        let of_kind =
            |(set, _): &(&String, &Vec<Outcome>)| set_name(set).strip_prefix("wcxb_") == Some(kind);
        Some((kind, sets.iter().find(of_kind)?.1))
    })
}

fn f1(pages: &[Outcome]) -> f64 {
    mean(pages.iter().map(|page| page.words))
}

/// Prints the F1 of words of each kind, and of all pages.
pub fn report(sets: &Sets) {
    let all: Vec<Outcome> = by_kind(sets).flat_map(|(_, pages)| pages.clone()).collect();
    if all.is_empty() {
        return;
    }
    println!("WCXB, F1 of words:");
    for (kind, pages) in by_kind(sets).chain([("all", &all)]) {
        println!("{kind:<20} {:>5}  {:.3}", pages.len(), f1(pages));
    }
}

/// The figures that have floors; `name` tells them apart from those of another run.
pub fn figures(sets: &Sets, name: &str) -> BTreeMap<String, Figure> {
    let figure = |(kind, pages): (&str, &Vec<Outcome>)| {
        (
            format!("{kind}: {name}"),
            Figure::least(pages.len(), f1(pages)),
        )
    };
    by_kind(sets).map(figure).collect()
}

/// How often pages of a labelled kind are read as one of another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Confusion(BTreeMap<(String, String), usize>);

impl Confusion {
    pub fn of(pages: &[Page]) -> Confusion {
        let mut confusion = Confusion::default();
        for page in pages {
            if let (Some(label), read) = &page.kinds {
                confusion.count(label, &read_as(read));
            }
        }
        confusion
    }

    /// Whether no page is labelled.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn count(&mut self, label: &str, read: &str) {
        let label = match label {
            "listing" | "collection" => "list",
            label => label,
        };
        *self
            .0
            .entry((label.to_owned(), read.to_owned()))
            .or_default() += 1;
    }

    fn labels(&self) -> BTreeSet<&str> {
        self.0.keys().map(|(label, _)| label.as_str()).collect()
    }

    fn n(&self, label: &str, read: &str) -> usize {
        self.0
            .get(&(label.to_owned(), read.to_owned()))
            .copied()
            .unwrap_or(0)
    }

    fn pages(&self, is_counted: impl Fn(&str, &str) -> bool) -> usize {
        let counted = self
            .0
            .iter()
            .filter(|((label, read), _)| is_counted(label, read));
        counted.map(|(_, n)| n).sum()
    }

    /// Of the pages of a kind, the share that is read as it.
    pub fn figures(&self) -> BTreeMap<String, Figure> {
        let figure = |label: &str| {
            let of = self.pages(|l, _| l == label);
            (
                format!("{label}: page type"),
                Figure::least(of, self.n(label, label) as f64 / of as f64),
            )
        };
        self.labels().into_iter().map(figure).collect()
    }

    /// A line for each label, a column for each type that was read; then the share of each that is right.
    pub fn table(&self) -> String {
        let read: BTreeSet<&str> = self.0.keys().map(|(_, read)| read.as_str()).collect();
        let lines = self.labels().into_iter().map(|label| {
            let of = self.pages(|l, _| l == label);
            let right = self.n(label, label) as f64 / of as f64;
            let cells = read.iter().map(|read| self.n(label, read).to_string());
            row(
                label,
                [of.to_string()]
                    .into_iter()
                    .chain(cells)
                    .chain([part(right)]),
            )
        });
        let right = read.iter().map(|&read| match self.pages(|_, r| r == read) {
            0 => "–".to_owned(),
            of => part(self.n(read, read) as f64 / of as f64),
        });
        let all = self.pages(|_, _| true);
        let all_right = self.pages(|label, read| label == read) as f64 / all.max(1) as f64;
        let last = row(
            "of those read as it, right",
            [all.to_string()]
                .into_iter()
                .chain(right)
                .chain([part(all_right)]),
        );
        let mut head = vec!["labelled", "pages"];
        head.extend(&read);
        head.push("right");
        table(&head, lines.chain([last]))
    }
}

/// A page type by the name that it has in JSON.
fn read_as(read: &offprint::article::PageType) -> String {
    let name = serde_json::to_value(read).ok();
    name.and_then(|name| Some(name.as_str()?.to_owned()))
        .unwrap_or_default()
}

/// The table of the systems that were measured by others, and of these pages read by models that have seen none of
/// the site.
pub fn document(by_site: &BTreeMap<String, Figure>, printed: &Printed) -> String {
    let ours: BTreeMap<&str, Figure> = KINDS
        .into_iter()
        .filter_map(|kind| Some((kind, *by_site.get(&format!("{kind}: {BY_SITE}"))?)))
        .collect();
    let cell = |f1: Option<&f64>| f1.map_or("–".to_owned(), |&f1| part(f1));
    let line = |name: &str, f1: &BTreeMap<String, f64>| {
        let kinds = ["all"].into_iter().chain(KINDS);
        row(name, kinds.map(|kind| cell(f1.get(kind))))
    };
    let mut own: BTreeMap<String, f64> = ours
        .iter()
        .map(|(kind, figure)| ((*kind).to_owned(), figure.value()))
        .collect();
    if ours.len() == KINDS.len() {
        let weight = |kind: &str| printed.pages.get(kind).copied().unwrap_or(0) as f64;
        let sum: f64 = own.iter().map(|(kind, f1)| weight(kind) * f1).sum();
        own.insert(
            "all".to_owned(),
            sum / KINDS.iter().map(|kind| weight(kind)).sum::<f64>(),
        );
    }
    let others = printed
        .systems
        .iter()
        .map(|system| line(&system.name, &system.f1));
    let count = |name: &str, n: &dyn Fn(&str) -> usize| {
        let all: usize = KINDS.iter().map(|kind| n(kind)).sum();
        row(
            name,
            [all]
                .into_iter()
                .chain(KINDS.iter().map(|kind| n(kind)))
                .map(|n| n.to_string()),
        )
    };
    let mut lines: Vec<_> = vec![line("**Offprint, by site**", &own)];
    lines.extend(others);
    lines.push(count("pages, Offprint", &|kind| {
        ours.get(kind).map_or(0, |figure| figure.of())
    }));
    lines.push(count("pages, others", &|kind| {
        printed.pages.get(kind).copied().unwrap_or(0)
    }));
    let mut head = vec!["", "all"];
    head.extend(KINDS);
    format!(
        "{}\nThe figures of the others: {}\n",
        table(&head, lines),
        printed.source
    )
}

/// The name of the figures of models that have seen no page of the site.
pub const BY_SITE: &str = "F1 of words by site";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_and_collections_are_lists() {
        let mut confusion = Confusion::default();
        for (label, read) in [
            ("listing", "list"),
            ("collection", "article"),
            ("forum", "forum"),
            ("article", "article"),
        ] {
            confusion.count(label, read);
        }
        assert_eq!(
            confusion.figures()["list: page type"],
            Figure::least(2, 0.5)
        );
        assert_eq!(
            confusion.table().lines().skip(2).collect::<Vec<_>>(),
            [
                "| article | 1 | 1 | 0 | 0 | 1.000 |",
                "| forum | 1 | 0 | 1 | 0 | 1.000 |",
                "| list | 2 | 1 | 0 | 1 | 0.500 |",
                "| of those read as it, right | 4 | 0.500 | 1.000 | 1.000 | 0.750 |",
            ]
        );
    }

    #[test]
    fn all_pages_are_weighed_as_the_whole_split() {
        let by_site: BTreeMap<String, Figure> = KINDS
            .iter()
            .map(|kind| {
                (
                    format!("{kind}: {BY_SITE}"),
                    Figure::least(1, f64::from(u8::from(*kind == "article"))),
                )
            })
            .collect();
        let printed = Printed {
            source: "here".to_owned(),
            pages: KINDS
                .iter()
                .map(|kind| ((*kind).to_owned(), if *kind == "article" { 3 } else { 1 }))
                .collect(),
            systems: Vec::new(),
        };
        let document = document(&by_site, &printed);
        assert!(
            document.contains("| **Offprint, by site** | 0.333 | 1.000 | 0.000 |"),
            "{document}"
        );
        assert!(
            document.contains("| pages, Offprint | 7 | 1 |")
                && document.contains("| pages, others | 9 | 3 |")
        );
    }

    #[test]
    fn a_published_split_is_read() {
        use std::io::Write;
        let folder = std::env::temp_dir().join(format!("offprint-wcxb-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("html")).unwrap();
        std::fs::create_dir_all(folder.join("ground-truth")).unwrap();
        let text = "The three reservoirs downstream are full again, and the valley is safe until the autumn rains.";
        let html = format!("<title>Dam</title><p>{text}</p>");
        let file = std::fs::File::create(folder.join("html/0001.html.gz")).unwrap();
        let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        packed.write_all(html.as_bytes()).unwrap();
        packed.finish().unwrap();
        std::fs::write(folder.join("html/0002.html"), "<p>Nothing.</p>").unwrap();
        for (id, kind) in [("0001", "article"), ("0002", "category")] {
            let labels = format!(
                r#"{{"url": "https://news.example.org/{id}?a", "_internal": {{"page_type": {{"primary": "{kind}"}}}},
                    "ground_truth": {{"main_content": "{text}"}}}}"#
            );
            std::fs::write(folder.join(format!("ground-truth/{id}.json")), labels).unwrap();
        }
        let pages = crate::sets::load(&folder).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let sets: Vec<&str> = pages.iter().map(|page| page.set.as_str()).collect();
        assert_eq!(sets, ["wcxb_article", "wcxb_collection"]);
        assert_eq!(pages[0].texts, [text]);
        assert_eq!(pages[0].site, pages[1].site);
        assert_eq!(host("https://news.example.org:80/a"), "news.example.org");
    }
}
