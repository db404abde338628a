//! How well lists of results are folded: `research/results/fold.json`.
//!
//! A list holds what one query could find: an article of the reprint sets in other sites' pages (unchanged, edited,
//! cut, merged and extended), pages that only begin like it, and other reports of the same event. Its results are given
//! as pages, as snippets from the beginning of their texts, or half of them as pages, as if some had been opened. As
//! for `origins`, statements of the pages outside the articles are left out.

use crate::files::lines;
use crate::pairs::rates::{Tally, share};
use crate::pairs::sets::{PairRow, REPRINTS, ReprintSet, Source};
use crate::results::record;
use anyhow::{Result, ensure};
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{FoldedResults, SearchResult, fold};
use offprint::internals::hash::hash_str;
use offprint::{Article, Metadata};
use offprint_methods::methods::{Method, MinHash};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// Most reports of the same event in a list.
const OTHERS: usize = 5;
/// Letters of the snippets.
const SNIPPETS: [usize; 2] = [300, 150];

#[derive(Serialize, Deserialize)]
pub struct Folds {
    lists: usize,
    results: usize,
    /// Lists with a page that begins like the article and then differs.
    beginnings: usize,
    ways: Vec<Way>,
}

/// A method, and what it sees of each result.
#[derive(Serialize, Deserialize)]
struct Way {
    method: String,
    input: String,
    /// For pairs of results in one group, over all lists.
    precision: f64,
    recall: f64,
    f1: f64,
    /// Share of lists with exactly as many groups as there are origins.
    counted: f64,
}

/// A result of a list.
struct Hit {
    origin: String,
    page: Article,
    text: Article,
}

/// The results of a query.
struct List {
    has_beginning: bool,
    hits: Vec<Hit>,
}

/// What is given of each result.
#[derive(Clone, Copy)]
enum Input {
    Pages,
    Beginning(usize),
    /// The first, third and so on as pages, the others by their beginning.
    Half(usize),
}

impl Input {
    fn name(self) -> String {
        match self {
            Input::Pages => "pages".to_owned(),
            Input::Beginning(letters) => format!("first {letters} letters"),
            Input::Half(letters) => format!("half pages, half first {letters} letters"),
        }
    }

    /// The article, or one whose text is a snippet, without a fingerprint.
    fn article_of(self, (number, hit): (usize, &Hit)) -> Article {
        let text = &hit.text.text;
        let snippet = match self {
            Input::Pages => return hit.page.clone(),
            Input::Half(_) if number.is_multiple_of(2) => return hit.page.clone(),
            Input::Beginning(letters) | Input::Half(letters) => text.chars().take(letters).collect(),
        };
        let mut article = Article::of_text(hit.text.metadata.title.clone(), snippet);
        article.fingerprint = None;
        article
    }
}

/// Measures and records.
pub fn measure(folder: &Path) -> Result<()> {
    let mut lists = Vec::new();
    for set in REPRINTS {
        let folder = folder.join(set);
        ensure!(folder.is_dir(), "there is no folder {}", folder.display());
        lists.extend(lists_of(&folder)?);
    }
    let [long, short] = SNIPPETS;
    let mut ways = Vec::new();
    for input in [Input::Pages, Input::Half(long), Input::Beginning(long), Input::Beginning(short)] {
        ways.push(way(&lists, "Offprint", input, &folded));
        let minhash = |tenths: u32| {
            let jaccard = f64::from(tenths) / 10.0;
            way(&lists, &format!("MinHash, {jaccard}"), input, &|articles| by_minhash(articles, jaccard))
        };
        // The limit that does best on these very lists.
        ways.extend((1..=9).map(minhash).reduce(|best, other| if other.f1 > best.f1 { other } else { best }));
    }
    let results = lists.iter().map(|list| list.hits.len()).sum();
    let measured =
        Folds { lists: lists.len(), results, beginnings: lists.iter().filter(|list| list.has_beginning).count(), ways };
    record("fold", &measured)
}

fn lists_of(folder: &Path) -> Result<Vec<List>> {
    let ReprintSet { sources, pages, texts } = ReprintSet::read(folder)?;
    let mut by_id: HashMap<&str, &Source> = HashMap::new();
    let mut families: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.kind != "nav_only") {
        by_id.insert(&source.id, source);
        families.entry(source.family()).or_default().push(source);
    }
    let mut reports: BTreeMap<&str, BTreeMap<&str, &Source>> = BTreeMap::new();
    let pairs: Vec<PairRow> = lines(&folder.join("pairs.jsonl"))?;
    for pair in pairs.iter().filter(|pair| pair.kind == "same_event") {
        let (Some(a), Some(b)) = (by_id.get(&*pair.a), by_id.get(&*pair.b)) else {
            continue;
        };
        for (of, other) in [(a, b), (b, a)] {
            let of = reports.entry(of.family()).or_default();
            of.entry(other.origin()).or_insert(other);
        }
    }
    let mut lists = Vec::new();
    for (family, mut found) in families {
        let own: BTreeSet<&str> = found.iter().map(|source| source.origin()).collect();
        let others = reports.remove(family).unwrap_or_default().into_iter().filter(|(origin, _)| !own.contains(origin));
        found.extend(others.map(|(_, source)| source).take(OTHERS));
        if found.len() < 2 {
            continue;
        }
        // Which result ranks first must not depend on how it was made.
        found.sort_by_key(|source| hash_str(&source.id));
        let hit = |source: &&Source| -> Result<Hit> {
            Ok(Hit {
                origin: source.origin().to_owned(),
                page: pages.get(&source.id)?.clone(),
                text: texts.get(&source.id)?.clone(),
            })
        };
        let hits: Vec<Hit> = found.iter().map(hit).collect::<Result<_>>()?;
        lists.push(List {
            has_beginning: found.iter().any(|source| source.kind.starts_with("first") && source.label == "different"),
            hits,
        });
    }
    Ok(lists)
}

/// The group of each result.
fn folded(articles: &[Article]) -> Vec<usize> {
    let listed = |article: &Article| {
        let metadata = Metadata { title: article.metadata.title.clone(), ..Metadata::default() };
        let record = ArticleRecord::new(article.fingerprint.clone(), metadata);
        SearchResult { record, text: article.text.clone() }
    };
    let listed: Vec<SearchResult> = articles.iter().map(listed).collect();
    let FoldedResults { groups, .. } = fold(&listed);
    let mut group_of = vec![0; articles.len()];
    for (number, group) in groups.iter().enumerate() {
        let others = group.others.iter().map(|other| other.result);
        for result in others.chain([group.representative]) {
            group_of[result] = number;
        }
    }
    group_of
}

fn by_minhash(articles: &[Article], jaccard: f64) -> Vec<usize> {
    let method = MinHash { jaccard };
    let signed: Vec<_> = articles.iter().map(|article| method.sign(article)).collect();
    grouped(articles.len(), |a, b| {
        let told = method.judge(signed[a].as_ref(), signed[b].as_ref());
        told.verdict == Verdict::Same
    })
}

/// Results that are alike, or connected by others.
fn grouped(count: usize, alike: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut group_of: Vec<usize> = (0..count).collect();
    for b in 0..count {
        for a in 0..b {
            let (from, to) = (group_of[b], group_of[a]);
            if from != to && alike(a, b) {
                group_of.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
    }
    group_of
}

impl List {
    /// The pairs in one of these groups, and whether there are as many groups as origins.
    fn tallied(&self, groups: &[usize]) -> (Tally, u32) {
        let mut tally = Tally::default();
        for b in 0..groups.len() {
            for a in 0..b {
                let is_found = groups[a] == groups[b];
                let is_wanted = self.hits[a].origin == self.hits[b].origin;
                tally.add(is_found && is_wanted, is_found, is_wanted);
            }
        }
        let origins: BTreeSet<&str> = self.hits.iter().map(|hit| &*hit.origin).collect();
        let is_counted = groups.iter().collect::<BTreeSet<_>>().len() == origins.len();
        (tally, u32::from(is_counted))
    }
}

fn way(lists: &[List], method: &str, input: Input, group: &(dyn Fn(&[Article]) -> Vec<usize> + Sync)) -> Way {
    let tallied = |list: &List| {
        let given = list.hits.iter().enumerate().map(|hit| input.article_of(hit));
        list.tallied(&group(&given.collect::<Vec<_>>()))
    };
    let (tallies, counted): (Vec<Tally>, Vec<u32>) = lists.par_iter().map(tallied).unzip();
    let tally: Tally = tallies.into_iter().sum();
    Way {
        method: method.to_owned(),
        input: input.name(),
        precision: tally.precision(),
        recall: tally.recall(),
        f1: tally.f1(),
        counted: share(counted.iter().sum(), lists.len() as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_others_connect_are_one_group() {
        let groups = grouped(4, |a, b| (a, b) == (0, 2) || (a, b) == (2, 3));
        assert_eq!(groups, [0, 1, 0, 0]);
    }
}
