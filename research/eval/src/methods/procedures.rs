//! The papers' own procedures on the stream of pages, each beside the same method in the index that all methods share.

use super::{Bench, sign};
use crate::pairs::stream::{self, Stream};
use anyhow::Result;
use offprint::Article;
use offprint::compare::Verdict;
use offprint::index::Limits;
use offprint_methods::methods::{
    ConceptIndex, ConceptNetwork, Credit, CreditGroups, FeatureCode, FeatureCodeTree, LongSentence, Method,
    SentenceTree, TermIndex, TermVector, TwoStage,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Instant;

/// How one procedure does, and the index that all methods share here.
#[derive(Serialize, Deserialize)]
pub struct Procedure {
    procedure: String,
    method: String,
    own: Run,
    shared: Run,
}

#[derive(Serialize, Deserialize)]
struct Run {
    stream: Stream,
    /// Microseconds for a page, without making its signature.
    micros: f64,
}

/// Numbers of texts whose arrival is timed.
const TEXTS: [usize; 4] = [375, 750, 1500, 3000];

pub fn run(bench: &Bench) -> Result<Vec<Procedure>> {
    let mut all = Vec::new();
    let codes = FeatureCode::with_length();
    let mut tree = FeatureCodeTree::new(codes);
    all.push(procedure(bench, ["FeatureCodeTree", "feature-code-length"], &codes, |_, page| {
        Class::Of(tree.arrive(page))
    })?);
    let credit = Credit::default();
    let mut groups = CreditGroups::new(credit);
    all.push(procedure(bench, ["CreditGroups", "credit"], &credit, |_, page| {
        // A partial copy is counted in its group, and is not the same.
        let (group, verdict) = groups.arrive(page);
        match verdict {
            Verdict::Partial => Class::Alone,
            _ => Class::Of(group),
        }
    })?);
    let sentences = LongSentence::default();
    let mut tree = SentenceTree::new(sentences.similarity);
    all.push(procedure(bench, ["SentenceTree", "long-sentence"], &sentences, |_, page| {
        Class::Of(tree.arrive(&page.features))
    })?);
    let vectors = TermVector::default();
    let mut index = TermIndex::new(vectors);
    let languages: Vec<&str> = bench
        .stream
        .iter()
        .map(|page| Ok(bench.pages.docs[bench.pages.place(&page.id)?].metadata.language.as_str()))
        .collect::<Result<_>>()?;
    all.push(procedure(bench, ["TermIndex", "term-vector"], &vectors, |at, page| {
        let found = index.query(&languages[at], &page).first().copied();
        Class::Of(found.unwrap_or_else(|| index.add(languages[at], page)))
    })?);
    let concepts = ConceptNetwork::default();
    let mut index = ConceptIndex::new(concepts);
    let mut pages = 0;
    all.push(procedure(bench, ["ConceptIndex", "concept-network"], &concepts, |_, page| {
        Class::Of(index.arrive(page).unwrap_or_else(|| {
            pages += 1;
            pages - 1
        }))
    })?);
    Ok(all)
}

/// Where a page was put.
enum Class {
    /// It is in this class, counted from 0 in the order in which they are founded.
    Of(usize),
    /// It belongs to no class.
    Alone,
}

fn procedure<M>(
    bench: &Bench,
    [name, of]: [&str; 2],
    method: &M,
    mut arrive: impl FnMut(usize, M::Signature) -> Class,
) -> Result<Procedure>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    let signatures = sign(&bench.pages.docs, method);
    let each = |started: Instant| started.elapsed().as_secs_f64() * 1e6 / bench.stream.len().max(1) as f64;
    let pages: Vec<Option<M::Signature>> =
        bench.stream.iter().map(|page| Ok(signatures[bench.pages.place(&page.id)?].clone())).collect::<Result<_>>()?;
    let reads = pages.iter().flatten().map(|page| method.read_keys(page).len()).sum();
    let mut founders: HashMap<usize, &str> = HashMap::new();
    let mut same = Vec::with_capacity(pages.len());
    let started = Instant::now();
    for (at, (page, signature)) in bench.stream.iter().zip(pages).enumerate() {
        same.push(match signature.map(|signature| arrive(at, signature)) {
            Some(Class::Of(class)) => match founders.get(&class) {
                Some(&first) => Some(first),
                None => {
                    founders.insert(class, &page.id);
                    None
                }
            },
            _ => None,
        });
    }
    let micros = each(started);
    let own = Run { stream: stream::of_same(&bench.stream, same.into_iter(), reads), micros };
    let started = Instant::now();
    let stream = stream::run(&bench.stream, &bench.pages, signatures, method, Limits::NONE)?;
    let micros = each(started);
    Ok(Procedure { procedure: name.to_owned(), method: of.to_owned(), own, shared: Run { stream, micros } })
}

/// The two stages behind their filter.
#[derive(Serialize, Deserialize)]
pub struct Staged {
    pages: usize,
    /// Groups that were looked up.
    lookups: usize,
    /// Pages whose article came before.
    repeats: usize,
    /// Those of them that were found.
    found: usize,
    precision: f64,
}

pub fn staged(bench: &Bench) -> Result<Staged> {
    let mut stages = TwoStage::new(LongSentence::default(), bench.stream.len() as u64);
    let mut founders: HashMap<usize, &str> = HashMap::new();
    let mut same = Vec::new();
    for page in &bench.stream {
        let article = &bench.pages.docs[bench.pages.place(&page.id)?];
        same.push(stages.arrive(article).and_then(|class| match founders.get(&class) {
            Some(&first) => Some(first),
            None => {
                founders.insert(class, &page.id);
                None
            }
        }));
    }
    let stream = stream::of_same(&bench.stream, same.into_iter(), stages.lookups());
    let repeats = stream.pages - stream.classes;
    Ok(Staged {
        pages: stream.pages,
        lookups: stages.lookups(),
        repeats,
        found: (stream.recall * repeats as f64).round() as usize,
        precision: stream.precision,
    })
}

#[derive(Serialize, Deserialize)]
pub struct Growth {
    texts: usize,
    /// For each text that arrives at an index of terms, with making its vector.
    micros: f64,
}

/// How the time for each text grows with the number of texts.
pub fn growth(texts: &[Article]) -> Vec<Growth> {
    let method = TermVector::default();
    let all = TEXTS.into_iter().filter(|&n| n <= texts.len());
    let time = |n: usize| {
        let mut index = TermIndex::new(method);
        let started = Instant::now();
        for text in &texts[..n] {
            if let Some(vector) = method.vector(&text.text)
                && index.query(&(), &vector).is_empty()
            {
                index.add((), vector);
            }
        }
        started.elapsed().as_secs_f64() * 1e6 / n as f64
    };
    let growth = |n| Growth { texts: n, micros: time(n).min(time(n)) };
    all.map(growth).collect()
}
