//! Network of concepts (DWDCS), and network of words.
//!
//! Source: Cao Yujuan, Niu Zhendong, Zhao Kun, Peng Xueping, "Near Duplicated Web Pages Detection
//! Based on Concept and Semantic Network" (Beijing Institute of Technology), Journal of Software
//! 22(8), 2011, pp. 1816–1826. The numbers of formulas are the paper's.
//!
//! 1. Words of the body without stop words, stemmed, become concepts: synonyms are merged
//!    ([`concepts()`]; formulas 5 to 7).
//! 2. Concepts that occur more than once are the nodes of a network ([`Network`]); an edge joins
//!    two that stand at most two concepts apart. What paths do not join to the giant component is
//!    cut off.
//! 3. Of the `l = 30` nodes of highest degree the `p = 20` that contribute most to short paths are
//!    the *key concepts*: those without which the mean path is longest (formulas 3 and 4).
//! 4. The signature is the key concepts with all their positions (8). Two bodies are copies if the
//!    cosine of their frequencies is high (9) and the positions are shifted evenly (10 to 13).
//! 5. An inverted index of key concepts finds candidates ([`ConceptIndex`]).
//!
//! What the paper leaves open is read so:
//!
//! - Words stand for phrases. How phrases are recognised is another work's matter, and all key
//!   concepts that the paper prints are single words. Formula (6) thus never unites two words.
//! - `Con(t)` holds `t` itself and its synonyms in all senses. `Rel` more than 0.5 merges; since
//!   that is not transitive, the earliest word comes first and stands for the concept.
//! - Only English has a table of synonyms. Concepts of other languages are their
//!   [`terms`](super::terms()), Han characters two by two; no synonyms are known of these.
//! - More than once means twice; in a body with fewer than `l` such concepts, once.
//! - Distances count concepts after stop words are taken out, and those too rare for a node too.
//! - Where no path is left, its length counts as the number of nodes that are left. Of equal
//!   contributions the higher degree comes first, then the higher frequency, then the first place.
//! - A concept weighs its frequency. Positions count all words of the body. The spread may be a
//!   twentieth of the words of the shorter body: the paper gives no number.
//! - A candidate shares half of the key concepts. [`compare`](Method::compare) asks the same, so
//!   that it and the index agree; a body with fewer key concepts than that has no signature.
//! - Bodies of very many concepts keep the most frequent, so that the time has a bound.

mod concepts;
mod index;
mod network;

pub use concepts::{Concepts, RELATEDNESS_PARTS, concepts, stem};
pub use index::ConceptIndex;
pub use network::Network;

use super::Method;
use super::spread::spread;
use crate::article::Article;
use crate::verdict::{Evidence, Kind, Verdict};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConceptNetwork {
    /// `Rel` above which two words are one concept: 0.25 to 1. Larger: fewer words are merged, from
    /// 1 on none.
    pub relatedness: f64,
    /// How often a concept must occur to be a node (more than `f_thr` in the paper). Larger: a
    /// smaller and quicker network, and fewer bodies that have one.
    pub least_frequency: usize,
    /// How far apart in the sequence of concepts an edge reaches. Larger: a denser network.
    pub distance: usize,
    /// `l`: nodes of highest degree whose contribution is computed. Larger: slower.
    pub candidates: usize,
    /// `p`: key concepts kept. Larger: larger signatures.
    pub key_concepts: usize,
    /// Most nodes: of more the most frequent. Larger: slower with the square of it.
    pub most_nodes: usize,
    /// Key concepts that two copies share at least. Larger: fewer candidates, more copies missed.
    pub shared: usize,
    /// `Sim_thr`: cosine of two copies at least. Larger: copies with more edits are missed.
    pub cosine: f64,
    /// `S_thr`: spread of positions up to which two are copies, as share of the words of the shorter body.
    /// Larger: bodies with moved or inserted paragraphs are `same`.
    pub spread: f64,
}

impl Default for ConceptNetwork {
    fn default() -> ConceptNetwork {
        ConceptNetwork {
            relatedness: 0.5,
            least_frequency: 2,
            distance: 2,
            candidates: 30,
            key_concepts: 20,
            most_nodes: 512,
            shared: 10,
            cosine: 0.9,
            spread: 0.05,
        }
    }
}

impl ConceptNetwork {
    /// The network of words that the paper compares with (DWSWN): the same without merging.
    pub fn of_words() -> ConceptNetwork {
        ConceptNetwork {
            relatedness: 1.0,
            ..ConceptNetwork::default()
        }
    }

    /// The network of a body, cut to its giant component, with the concept of each node; nodes are in the
    /// order in which concepts first occur.
    ///
    /// ```
    /// use offprint::methods::{ConceptNetwork, concepts};
    /// let found = concepts("大坝安全。水库蓄水，大坝安全。", 0.5);
    /// let (network, nodes) = ConceptNetwork::default().network(&found);
    /// assert_eq!((network.nodes(), nodes.len()), (9, 9));
    /// ```
    pub fn network(&self, found: &Concepts) -> (Network, Vec<usize>) {
        let mut frequency = vec![0; found.concepts.len()];
        for &(_, concept) in &found.sequence {
            frequency[concept] += 1;
        }
        let at_least = |least| -> Vec<usize> {
            let all = 0..frequency.len();
            all.filter(|&concept| frequency[concept] >= least).collect()
        };
        let mut nodes = at_least(self.least_frequency);
        if nodes.len() < self.candidates {
            nodes = at_least(1);
        }
        nodes.sort_by_key(|&concept| Reverse(frequency[concept]));
        nodes.truncate(self.most_nodes);
        nodes.sort_unstable();
        let node = |&(_, concept): &(u32, usize)| nodes.binary_search(&concept).ok();
        let sequence: Vec<Option<usize>> = found.sequence.iter().map(node).collect();
        let whole = Network::of_sequence(nodes.len(), &sequence, self.distance);
        let giant = whole.giant_component();
        let concepts = giant.iter().map(|&node| nodes[node]).collect();
        (whole.part(&giant), concepts)
    }

    /// The nodes of a network that contribute most, best first: at most [`key_concepts`](Self::key_concepts) of the
    /// [`candidates`](Self::candidates) of highest degree. `rank` tells which of equals comes
    /// first, the smaller rank; of equal ranks the smaller node. `paths` is [`Network::paths`], or
    /// another way to the same sums.
    pub fn key_nodes<R: Ord>(
        &self,
        network: &Network,
        rank: impl Fn(usize) -> R,
        paths: impl Fn(&Network, Option<usize>) -> u64,
    ) -> Vec<usize> {
        let mut nodes: Vec<usize> = (0..network.nodes()).collect();
        nodes.sort_by_cached_key(|&node| (Reverse(network.degree(node)), rank(node)));
        nodes.truncate(self.candidates);
        // All contributions take the same length off the same number of paths: the sums tell.
        nodes.sort_by_cached_key(|&node| Reverse(paths(network, Some(node))));
        nodes.truncate(self.key_concepts);
        nodes
    }

    /// The key concepts of a body; `None` if they are fewer than two copies must share.
    pub fn key_concepts(&self, body: &str) -> Option<KeyConcepts> {
        let found = concepts(body, self.relatedness);
        let (network, concepts) = self.network(&found);
        let mut positions = vec![Vec::new(); found.concepts.len()];
        for &(position, concept) in &found.sequence {
            positions[concept].push(position);
        }
        let rarity = |node: usize| Reverse(positions[concepts[node]].len());
        let nodes = self.key_nodes(&network, rarity, Network::paths);
        let keys = nodes.into_iter().map(|node| KeyConcept {
            concept: found.concepts[concepts[node]],
            positions: std::mem::take(&mut positions[concepts[node]]),
        });
        let keys: Vec<KeyConcept> = keys.collect();
        (!keys.is_empty() && keys.len() >= self.shared).then_some(KeyConcepts {
            keys,
            words: found.words,
        })
    }
}

/// The signature: the key concepts of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyConcepts {
    /// The key concepts, those that contribute most first.
    pub keys: Vec<KeyConcept>,
    /// Words of the body.
    pub words: u32,
}

/// A key concept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyConcept {
    /// Hash of the word that stands for it.
    pub concept: u64,
    /// Which words of the body mean it, ascending.
    pub positions: Vec<u32>,
}

impl KeyConcepts {
    /// The positions of each concept that both have.
    fn shared<'a>(&'a self, other: &'a KeyConcepts) -> Vec<(&'a [u32], &'a [u32])> {
        let others: BTreeMap<u64, &[u32]> = other
            .keys
            .iter()
            .map(|key| (key.concept, &key.positions[..]))
            .collect();
        // In the order of the concepts, so that sums come out the same either way round.
        let both = self.keys.iter().filter_map(|key| {
            let pair = (&key.positions[..], *others.get(&key.concept)?);
            Some((key.concept, pair))
        });
        let both: BTreeMap<_, _> = both.collect();
        both.into_values().collect()
    }

    /// The square of the length of the vector of frequencies.
    fn square(&self) -> u64 {
        let frequency = |key: &KeyConcept| key.positions.len() as u64;
        self.keys.iter().map(|key| frequency(key).pow(2)).sum()
    }
}

impl Method for ConceptNetwork {
    type Signature = KeyConcepts;

    fn sign(&self, article: &Article) -> Option<KeyConcepts> {
        self.key_concepts(&article.text)
    }

    fn compare(&self, a: Option<&KeyConcepts>, b: Option<&KeyConcepts>) -> Verdict {
        let (Some(a), Some(b)) = (a, b) else {
            return Verdict::unknown();
        };
        let shared = a.shared(b);
        let products = shared.iter().map(|(a, b)| a.len() as u64 * b.len() as u64);
        let product = products.sum::<u64>() as f64;
        let cosine = (product / (a.square() as f64 * b.square() as f64).sqrt()).min(1.0);
        let count = shared.len() as f64;
        let mut evidence = vec![
            Evidence::at_least("shared-concepts", count, self.shared as f64),
            Evidence::at_least("cosine", cosine, self.cosine),
        ];
        let mut likeness = cosine;
        if let Some(spread) = spread(shared.into_iter()) {
            let share = spread / f64::from(a.words.min(b.words).max(1));
            evidence.push(Evidence::at_most("spread", share, self.spread));
            likeness *= 1.0 - share.min(1.0);
        }
        Verdict {
            verdict: match evidence.iter().all(|channel| channel.fired) {
                true => Kind::Same,
                false => Kind::Different,
            },
            score: likeness,
            sides: None,
            evidence,
        }
    }

    /// The key concepts. Copies share not one of them but [`shared`](Self::shared): see [`ConceptIndex`].
    fn read_keys(&self, signature: &KeyConcepts) -> Vec<String> {
        let concepts: BTreeSet<u64> = signature.keys.iter().map(|key| key.concept).collect();
        let key = |concept| format!("c{concept:016x}");
        concepts.into_iter().map(key).collect()
    }

    fn write_keys(&self, signature: &KeyConcepts) -> Vec<String> {
        self.read_keys(signature)
    }

    /// Eight bytes a concept and four a position, and four for the number of words.
    fn size(&self, signature: &KeyConcepts) -> usize {
        let size = |key: &KeyConcept| 8 + 4 * key.positions.len();
        signature.keys.iter().map(size).sum::<usize>() + 4
    }
}
