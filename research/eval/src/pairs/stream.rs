//! A stream of pages, each looked up among the earlier ones by the policy of [`offprint::index`].

use super::rates::Tally;
use super::sets::{Arriving, Docs};
use anyhow::Result;
use offprint::compare::Verdict;
use offprint::index::{Judgement, Limits};
use offprint_methods::methods::{Method, MethodIndex};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// The results of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stream {
    pub pages: usize,
    /// Classes, by the labels.
    pub classes: usize,
    /// Those whose pages do not form exactly one found class.
    pub wrong_classes: usize,
    /// The share of right answers among the pages called `same` as an earlier one.
    pub precision: f64,
    /// Among the pages whose article came before, the share that was found to be the same as one of its pages.
    pub recall: f64,
    /// Mean number of keys looked up.
    pub reads: f64,
}

/// Inserts the pages, whose signatures are in the order of the documents, into an index.
pub fn run<M: Method>(
    stream: &[Arriving],
    docs: &Docs,
    mut signatures: Vec<Option<M::Signature>>,
    method: &M,
    limits: Limits,
) -> Result<Stream> {
    let mut index = MethodIndex::new(method, limits);
    let mut judgements = Vec::with_capacity(stream.len());
    let mut reads = 0;
    for page in stream {
        let signature = signatures[docs.place(&page.id)?].take();
        let (judgement, keys) = index.insert(&page.id, signature);
        judgements.push(judgement);
        reads += keys;
    }
    Ok(figures(stream, &judgements, reads))
}

fn figures(stream: &[Arriving], judgements: &[Judgement], reads: usize) -> Stream {
    let same = judgements.iter().map(|judgement| {
        let of = judgement.of.as_deref();
        of.filter(|_| judgement.verdict == Verdict::Same)
    });
    let cluster: HashMap<&str, &str> = stream.iter().map(|page| (&*page.id, &*page.cluster)).collect();
    let mut found: HashMap<&str, &str> = HashMap::new();
    let mut seen = HashSet::new();
    let mut tally = Tally::default();
    for (page, of) in stream.iter().zip(same) {
        let is_right = of.is_some_and(|of| cluster[of] == page.cluster);
        tally.add(is_right, of.is_some(), !seen.insert(&*page.cluster));
        found.insert(&page.id, of.map_or(&*page.id, |of| found[of]));
    }
    let classes = sizes(cluster.values().copied());
    let predicted = sizes(found.values().copied());
    let cells = sizes(cluster.iter().map(|(id, class)| (*class, found[id])));
    // A class is right if it is all of a found one.
    let right_classes = cells.iter().filter(|((class, found), n)| classes[class] == **n && predicted[found] == **n);
    Stream {
        pages: stream.len(),
        classes: classes.len(),
        wrong_classes: classes.len() - right_classes.count(),
        precision: tally.precision(),
        recall: tally.recall(),
        reads: reads as f64 / stream.len().max(1) as f64,
    }
}

fn sizes<T: Eq + std::hash::Hash>(members: impl Iterator<Item = T>) -> HashMap<T, u32> {
    let mut sizes = HashMap::new();
    for member in members {
        *sizes.entry(member).or_insert(0) += 1;
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_right_if_its_pages_are_all_of_one_that_was_found() {
        let stream: Vec<Arriving> = [("1", "a"), ("2", "a"), ("3", "b"), ("4", "b"), ("5", "c")]
            .map(|(id, cluster)| Arriving { id: id.to_owned(), cluster: cluster.to_owned() })
            .to_vec();
        let judgements = [None, Some("1"), None, None, Some("4")].map(|of| {
            let verdict = of.map_or(Verdict::Different, |_| Verdict::Same);
            Judgement { of: of.map(str::to_owned), ..Judgement::unique(verdict) }
        });
        let figures = figures(&stream, &judgements, 80);
        assert_eq!((figures.classes, figures.wrong_classes), (3, 2));
        assert_eq!((figures.precision, figures.recall), (0.5, 0.5));
        assert_eq!(figures.reads, 16.0);
    }
}
