//! The Web Content Extraction Benchmark (WCXB): pages of seven kinds with a measure of their own, the mean of each
//! page's F1 of words.
//!
//! Its pages are the sets `wcxb_KIND`, or a split as it is published: `html/ID.html.gz` (or `.html`) with
//! `ground-truth/ID.json`.

use crate::files::{bytes_of, named};
use crate::floors::{Figure, Figures};
use crate::markdown::{part, row, table};
use crate::measure::{Gold, Meta, Outcome, Page, Place, Sets, set_name};
use crate::score::mean;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The kinds of pages, in the order of the tables.
const KINDS: [&str; 7] = ["article", "documentation", "service", "forum", "collection", "listing", "product"];

/// How others do on the published development split, as printed.
#[derive(Deserialize)]
pub struct Printed {
    /// Pages of each kind.
    pages: BTreeMap<String, usize>,
    systems: Vec<System>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct System {
    name: String,
    /// F1 by kind, and of `all` pages.
    f1: BTreeMap<String, Option<f64>>,
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
    let place = |(id, path): (String, PathBuf)| {
        let labels: Labels = serde_json::from_slice(&bytes_of(&path)?).with_context(|| path.display().to_string())?;
        let packed = folder.join(format!("html/{id}.html.gz"));
        let plain = packed.with_extension("");
        // The benchmark's own script reads the kind this way.
        let kind = match labels.internal.page_type.primary.as_str() {
            "category" => "collection",
            kind => kind,
        };
        Ok(Place {
            set: format!("wcxb_{kind}"),
            html: if packed.is_file() { packed } else { plain },
            gold: Gold::Text(labels.ground_truth.main_content),
            meta: Meta {
                id,
                lang: String::new(),
                host: host(&labels.url).to_owned(),
                page_type: Some(kind.to_owned()),
            },
        })
    };
    named(&labels, "json")?.into_iter().map(place).collect()
}

/// The host of an address.
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#', ':']).next().unwrap_or(rest)
}

/// The pages of each kind that was measured.
fn by_kind(sets: &Sets) -> impl Iterator<Item = (&'static str, &Vec<Outcome>)> {
    KINDS.into_iter().filter_map(|kind| {
        let of_kind = |(set, _): &(&String, &Vec<Outcome>)| set_name(set).strip_prefix("wcxb_") == Some(kind);
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
    let line = |(kind, pages): (&str, &Vec<Outcome>)| row(kind, [pages.len().to_string(), part(f1(pages))]);
    let lines = by_kind(sets).chain([("all", &all)]).map(line);
    println!("{}", table(&["WCXB", "pages", "F1 of words"], lines));
}

/// The figures that have floors; `name` distinguishes them from those of another run.
pub fn figures(sets: &Sets, name: &str) -> Figures {
    let figure =
        |(kind, pages): (&str, &Vec<Outcome>)| (format!("{kind}: {name}"), Figure::least(pages.len(), f1(pages)));
    by_kind(sets).map(figure).collect()
}

/// The page type that a label stands for: collections of products and lists of articles are both lists.
pub fn page_type(label: &str) -> &str {
    match label {
        "listing" | "collection" => "list",
        label => label,
    }
}

/// For each labelled type, the share of its pages that are read as it.
pub fn page_types(pages: &[Page]) -> Figures {
    page_types_of(pages.iter().filter_map(|page| Some((page.kinds.0.as_deref()?, page.kinds.1.name()))))
}

fn page_types_of<'a>(labelled: impl Iterator<Item = (&'a str, &'a str)>) -> Figures {
    let mut types: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for (label, read) in labelled {
        let label = page_type(label);
        types.entry(label).or_default().push(label == read);
    }
    let figure = |(label, right): (&str, Vec<bool>)| {
        let share = mean(right.iter().map(|&right| f64::from(u8::from(right))));
        (format!("{label}: page type"), Figure::least(right.len(), share))
    };
    types.into_iter().map(figure).collect()
}

/// These pages read by models that have seen no page of the site, then the systems that others measured.
pub fn systems(figures: &Figures, printed: Printed) -> Vec<System> {
    let mut own = BTreeMap::new();
    let (mut sum, mut weights) = (0.0, 0.0);
    for kind in KINDS {
        let f1 = figures.get(&format!("{kind}: {BY_SITE}")).map(Figure::value);
        let weight = printed.pages.get(kind).copied().unwrap_or(0) as f64;
        sum += weight * f1.unwrap_or(f64::NAN);
        weights += weight;
        own.insert(kind.to_owned(), f1);
    }
    own.insert("all".to_owned(), Some(sum / weights).filter(|all| all.is_finite()));
    let mut systems = vec![System { name: "Offprint, by site".to_owned(), f1: own }];
    systems.extend(printed.systems);
    for system in &mut systems {
        for kind in KINDS {
            system.f1.entry(kind.to_owned()).or_default();
        }
    }
    systems
}

/// The name of the figures of models that have seen no page of the site.
pub const BY_SITE: &str = "F1 of words by site";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{packed, write};

    #[test]
    fn listings_and_collections_are_lists() {
        let pages = [("listing", "list"), ("collection", "article"), ("forum", "forum"), ("article", "article")];
        assert_eq!(page_types_of(pages.into_iter())["list: page type"], Figure::least(2, 0.5));
    }

    #[test]
    fn all_pages_are_weighed_as_the_whole_split() {
        let is_article = |kind: &str| usize::from(kind == "article");
        let figure = |kind| Figure::least(1, is_article(kind) as f64);
        let by_site = KINDS.map(|kind| (format!("{kind}: {BY_SITE}"), figure(kind)));
        let pages = KINDS.map(|kind| (kind.to_owned(), 1 + 2 * is_article(kind)));
        let other = System { name: "other".to_owned(), f1: [("all".to_owned(), Some(0.5))].into() };
        let printed = Printed { pages: pages.into(), systems: vec![other] };
        let [own, other] = &systems(&by_site.into(), printed)[..] else {
            panic!("two systems");
        };
        assert_eq!([own.f1["all"], own.f1["article"]], [Some(3.0 / 9.0), Some(1.0)]);
        assert_eq!([other.f1["all"], other.f1["article"]], [Some(0.5), None]);
    }

    #[test]
    fn a_published_split_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let add = |path: &str, bytes: &[u8]| write(&folder.path().join(path), bytes).unwrap();
        let text = "The three reservoirs downstream are full again, and the valley is safe until the autumn rains.";
        let html = format!("<title>Dam</title><p>{text}</p>");
        add("html/0001.html.gz", &packed(html.as_bytes()));
        add("html/0002.html", b"<p>Nothing.</p>");
        for (id, kind) in [("0001", "article"), ("0002", "category")] {
            let labels = format!(
                r#"{{"url": "https://news.example.org/{id}?a", "_internal": {{"page_type": {{"primary": "{kind}"}}}},
                    "ground_truth": {{"main_content": "{text}"}}}}"#
            );
            add(&format!("ground-truth/{id}.json"), labels.as_bytes());
        }
        let pages = crate::sets::load(folder.path()).unwrap();
        let sets: Vec<&str> = pages.iter().map(|page| page.set.as_str()).collect();
        assert_eq!(sets, ["wcxb_article", "wcxb_collection"]);
        assert_eq!(pages[0].texts, [text]);
        assert_eq!(pages[0].site, pages[1].site);
        assert_eq!(host("https://news.example.org:80/a"), "news.example.org");
    }
}
