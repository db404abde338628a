//! How often the number of independent origins and the original are right.
//!
//! Sets of reprints (`reprint`, `reprint_modern`) are made of articles. Each was put into other sites' pages:
//! unchanged, edited, cut, merged and extended. All of these go back to one report; a page that only begins like it
//! goes back to another. Statements of the pages outside the articles belong to the sites that they were made from, and
//! are left out.

use crate::floors::{self, Figure};
use crate::markdown::{part, row, table};
use crate::pairs::rates::share;
use crate::pairs::sets::{Docs, REPRINTS, ReprintSet, Source};
use anyhow::{Result, ensure};
use offprint::compare::ArticleRecord;
use offprint::index::{Origins, origins};
use offprint::internals::normal::normalize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The results for the families of one set.
#[derive(Default)]
pub struct Figures {
    families: u32,
    pages: u32,
    /// Families with as many origins as there are.
    counted: u32,
    /// Families whose pages are grouped exactly right.
    exact: u32,
    /// The same, of all pages of the set at once.
    exact_among_all: u32,
    /// Families judged by their original, without other pages that carry exactly its text.
    knowable: u32,
    /// Those of them whose original was named, and named correctly.
    named: u32,
    right: u32,
    /// Families in which other pages carry exactly that text, and whose original was named anyway.
    unknowable: u32,
    guessed: u32,
    /// Faults of the families, and how often each occurred.
    faults: BTreeMap<String, u32>,
}

/// Measures the sets in a folder, each from its pages and from the texts that were put into them.
pub fn measure(folder: &Path) -> Result<BTreeMap<String, Figures>> {
    let mut measured = BTreeMap::new();
    for set in REPRINTS {
        let folder = folder.join(set);
        if !folder.is_dir() {
            continue;
        }
        let ReprintSet { sources, pages, texts } = ReprintSet::read(&folder)?;
        measured.insert(set.to_owned(), Figures::new(&sources, &pages, &texts)?);
        let name = format!("{set}, true texts");
        measured.insert(name, Figures::new(&sources, &texts, &texts)?);
    }
    Ok(measured)
}

/// `origins FOLDER`.
pub fn report(folder: &Path) -> Result<()> {
    let measured = measure(folder)?;
    ensure!(!measured.is_empty(), "no folder reprint or reprint_modern in {}", folder.display());
    println!("{}", figures_table(&measured));
    for (name, figures) in &measured {
        println!("{name}:");
        for (fault, count) in &figures.faults {
            println!("  {count:3}  {fault}");
        }
    }
    Ok(())
}

pub fn figures_table(measured: &BTreeMap<String, Figures>) -> String {
    let head = [
        "set",
        "families",
        "pages",
        "number right",
        "pages right",
        "pages right, among all",
        "original can be known",
        "named",
        "correctly",
        "cannot be known",
        "named nevertheless",
    ];
    table(&head, measured.iter().map(|(name, figures)| row(format!("`{name}`"), figures.cells())))
}

/// The figures that have floors.
pub fn figures(measured: &BTreeMap<String, Figures>) -> floors::Figures {
    measured.iter().flat_map(|(name, figures)| figures.floors(name)).collect()
}

impl Figures {
    fn cells(&self) -> [String; 10] {
        [
            self.families.to_string(),
            self.pages.to_string(),
            part(share(self.counted, self.families)),
            part(share(self.exact, self.families)),
            part(share(self.exact_among_all, self.families)),
            self.knowable.to_string(),
            part(share(self.named, self.knowable)),
            part(share(self.right, self.named)),
            self.unknowable.to_string(),
            part(share(self.guessed, self.unknowable)),
        ]
    }

    fn floors(&self, set: &str) -> [(String, Figure); 3] {
        let [families, knowable] = [self.families, self.knowable].map(|count| count as usize);
        let wrong = self.named - self.right;
        [
            ("number of origins", Figure::least(families, share(self.counted, self.families))),
            ("original named correctly", Figure::least(knowable, share(self.right, self.knowable))),
            ("original named wrongly", Figure::most(knowable, share(wrong, self.knowable))),
        ]
        .map(|(what, figure)| (format!("{set}: {what}"), figure))
    }

    fn new(sources: &[Source], docs: &Docs, texts: &Docs) -> Result<Figures> {
        let mut families: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
        // Pages without an article have no origin.
        for source in sources.iter().filter(|source| source.kind != "nav_only") {
            families.entry(source.family()).or_default().push(source);
        }
        families.retain(|_, pages| pages.len() > 1);
        let member = |source: &&Source| -> Result<ArticleRecord> {
            Ok(docs.get(&source.id)?.fingerprint.clone().map(ArticleRecord::from).unwrap_or_default())
        };
        let pages: Vec<&Source> = families.values().flatten().copied().collect();
        let members: Vec<ArticleRecord> = pages.iter().map(member).collect::<Result<_>>()?;
        let among_all = put_together(&pages, &origins(&members));
        let mut figures = Figures { families: families.len() as u32, pages: pages.len() as u32, ..Figures::default() };
        for pages in families.values() {
            let members: Vec<ArticleRecord> = pages.iter().map(member).collect::<Result<_>>()?;
            let found = origins(&members);
            let truth: BTreeSet<BTreeSet<&str>> = belonging(pages);
            let together = put_together(pages, &found);
            figures.counted += u32::from(found.origins.len() == truth.len());
            figures.exact += u32::from(together == truth);
            figures.exact_among_all += u32::from(truth.iter().all(|origin| among_all.contains(origin)));
            figures.fault(pages, &found, truth.len());
            figures.judge_original(pages, &members, &found, texts)?;
        }
        Ok(figures)
    }

    /// Judges whether the page that the others were made from is named. If other pages carry exactly its text, it
    /// cannot be known, so the family is counted and then judged without those pages.
    fn judge_original(
        &mut self,
        pages: &[&Source],
        members: &[ArticleRecord],
        found: &Origins,
        texts: &Docs,
    ) -> Result<()> {
        let Some(plain) = pages.iter().position(|page| page.kind == "plain") else {
            return Ok(());
        };
        let tokens = |page: &Source| -> Result<Vec<u64>> {
            let text = &texts.get(&page.id)?.text;
            let tokens = normalize(text).tokens;
            Ok(tokens.iter().map(|token| token.hash).collect())
        };
        let own = tokens(pages[plain])?;
        let mut others = Vec::new();
        for (number, page) in pages.iter().enumerate() {
            if number == plain || tokens(page)? != own {
                others.push(number);
            }
        }
        if others.len() < pages.len() {
            self.unknowable += 1;
            self.guessed += u32::from(original(found, plain).is_some());
        }
        let alone: Vec<ArticleRecord> = others.iter().map(|&number| members[number].clone()).collect();
        let at = others.iter().position(|&number| number == plain);
        let named = original(&origins(&alone), at.unwrap_or_default()).map(|named| others[named]);
        self.knowable += 1;
        self.named += u32::from(named.is_some());
        self.right += u32::from(named == Some(plain));
        if let Some(named) = named.filter(|&named| named != plain) {
            let fault = format!("taken for the original: {}", pages[named].kind);
            *self.faults.entry(fault).or_default() += 1;
        }
        Ok(())
    }

    /// Counts the fault of a family whose number of origins is wrong.
    fn fault(&mut self, pages: &[&Source], found: &Origins, wanted: usize) {
        if found.origins.len() == wanted {
            return;
        }
        let mut tell = |what: String| *self.faults.entry(what).or_default() += 1;
        for &unknown in &found.unknown {
            tell(format!("unknown: {}", pages[unknown].kind));
        }
        let main = found.origins.first();
        let is_main = |page: usize| main.is_some_and(|origin| origin.pages.contains(&page));
        for (number, page) in pages.iter().enumerate() {
            let belongs = page.label != "different";
            if belongs && !is_main(number) && !found.unknown.contains(&number) {
                tell(format!("left out: {} ({})", page.kind, page.label));
            } else if !belongs && is_main(number) && found.origins[0].pages.len() > 1 {
                tell(format!("taken in: {}", page.kind));
            }
        }
    }
}

/// The pages of each origin, by their source article.
fn belonging<'a>(pages: &[&'a Source]) -> BTreeSet<BTreeSet<&'a str>> {
    let mut origins: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for page in pages {
        origins.entry(page.origin()).or_default().insert(&page.id);
    }
    origins.into_values().collect()
}

/// The pages of each origin that was found.
fn put_together<'a>(pages: &[&'a Source], found: &Origins) -> BTreeSet<BTreeSet<&'a str>> {
    let ids = |origin: &[usize]| origin.iter().map(|&page| &*pages[page].id).collect();
    found.origins.iter().map(|origin| ids(&origin.pages)).collect()
}

/// The page that is named as the original of this one's origin.
fn original(found: &Origins, page: usize) -> Option<usize> {
    let mut origins = found.origins.iter();
    let of = origins.find(|origin| origin.pages.contains(&page))?;
    of.original.filter(|_| of.confidence > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(id: &str, base: &str, label: &str) -> Source {
        Source {
            id: id.to_owned(),
            base: base.to_owned(),
            source: "daniel".to_owned(),
            kind: "plain".to_owned(),
            label: label.to_owned(),
            ..Source::default()
        }
    }

    #[test]
    fn what_differs_is_an_origin_of_its_own() {
        let sources = [source("1", "a", "same"), source("2", "a", "partial"), source("3", "a", "different")];
        let pages: Vec<&Source> = sources.iter().collect();
        let truth = belonging(&pages);
        let of = |ids: &[&'static str]| ids.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(truth, [of(&["1", "2"]), of(&["3"])].into());
        let unread: Vec<ArticleRecord> = pages.iter().map(|_| ArticleRecord::default()).collect();
        let mut figures = Figures::default();
        figures.fault(&pages, &origins(&unread), truth.len());
        assert_eq!(figures.faults["unknown: plain"], 3);
        assert!(put_together(&pages, &origins(&unread)).is_empty());
    }

    #[test]
    fn texts_of_one_pattern_are_judged_together() {
        let mut text = source("1", "syn-weather-zh-3", "different");
        assert_eq!(text.family(), "syn-weather-zh-3");
        text.source = "synthetic".to_owned();
        assert_eq!(text.family(), "syn-weather-zh");
    }
}
