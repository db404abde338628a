//! How large the networks of concepts are and how long their key concepts take, by the length of the body: the fourth
//! paper's table 1.

use super::time::{CLASSES, TEXTS, fastest};
use offprint::Article;
use offprint_methods::methods::{ConceptNetwork, KeyConcepts, concepts};
use serde::{Deserialize, Serialize};

/// Characters of the bodies that are made by joining others, one of each language.
const LONG: usize = 50_000;

/// The networks of the bodies of one length.
#[derive(Serialize, Deserialize)]
pub struct Networks {
    /// The least and the largest number of characters; `None` for no end.
    characters: (usize, Option<usize>),
    bodies: usize,
    /// Mean number of nodes, synonyms not merged.
    words: f64,
    /// Mean number of nodes.
    concepts: f64,
    /// Mean milliseconds from the text to its key concepts.
    millis: f64,
    /// Bodies whose paths are counted from a sample of the nodes.
    sampled: usize,
    /// Of their key concepts, how many are others if paths are counted from all nodes, on average.
    moved: f64,
}

pub fn measure(articles: &[Article]) -> Vec<Networks> {
    let starts = [0].into_iter().chain(CLASSES);
    let classes = starts.zip(CLASSES).map(|(from, to)| {
        let of_class = articles.iter().map(|article| article.text.as_str());
        let of_class = of_class.filter(|text| (from..to).contains(&text.chars().count()));
        let end = (to < usize::MAX).then_some(to);
        networks((from, end), &of_class.take(TEXTS).collect::<Vec<_>>())
    });
    let long = ["zh", "en"].map(|language| {
        let of_language = articles.iter().filter(|article| article.metadata.language == language);
        let chars = of_language.flat_map(|article| article.text.chars().chain(['\n']));
        chars.take(LONG).collect::<String>()
    });
    let long = networks((LONG, Some(LONG)), &long.each_ref().map(String::as_str));
    classes.chain([long]).collect()
}

fn networks(characters: (usize, Option<usize>), bodies: &[&str]) -> Networks {
    let method = ConceptNetwork::default();
    let network = |method: ConceptNetwork, body: &str| {
        let found = concepts(body, method.terms, method.relatedness);
        method.network(&found).0
    };
    let nodes = |method| mean(bodies.iter().map(|body| network(method, body).nodes() as f64));
    let is_sampled = |body: &&&str| {
        let network = network(method, body);
        network.nodes() * network.ends() > method.most_work
    };
    let sampled: Vec<&&str> = bodies.iter().filter(is_sampled).collect();
    Networks {
        characters,
        bodies: bodies.len(),
        words: nodes(ConceptNetwork::of_words()),
        concepts: nodes(method),
        millis: fastest(bodies, |body| method.key_concepts(body)).unwrap_or(0.0) / 1000.0,
        sampled: sampled.len(),
        moved: mean(sampled.iter().map(|body| moved(method, body))),
    }
}

/// How many of the key concepts of a body are others if paths are counted from all nodes.
fn moved(method: ConceptNetwork, body: &str) -> f64 {
    let exact = ConceptNetwork { most_work: usize::MAX, ..method };
    let keys = |method: ConceptNetwork| method.key_concepts(body).map_or(Vec::new(), concepts_of);
    let (sampled, exact) = (keys(method), keys(exact));
    let others = sampled.iter().filter(|concept| !exact.contains(concept));
    others.count() as f64
}

fn concepts_of(found: KeyConcepts) -> Vec<u64> {
    found.keys.iter().map(|key| key.concept).collect()
}

/// The mean; 0 for none.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
