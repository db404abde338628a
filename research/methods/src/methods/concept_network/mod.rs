//! Network of concepts (DWDCS), and network of words.
//!
//! Source: Cao Yujuan, Niu Zhendong, Zhao Kun, Peng Xueping, "Near Duplicated Web Pages Detection
//! Based on Concept and Semantic Network" (Beijing Institute of Technology), Journal of Software
//! 22(8), 2011, pp. 1816–1826. The numbers of formulas are the paper's.
//!
//! 1. Words of the body without stop words, stemmed, become concepts: synonyms are merged
//!    ([`concepts()`]; formulas 5 to 7).
//! 2. Concepts are the nodes of a network ([`Network`]); an edge joins two that are at most two
//!    concepts apart. Nodes that no path joins to the giant component are cut off.
//! 3. Of the `l = 30` nodes of highest degree the `p = 20` that contribute most to short paths are
//!    the *key concepts*: those without which the mean path is longest (formulas 3 and 4).
//! 4. The signature is the key concepts with all their positions (8). Two bodies are copies if the
//!    cosine of their frequencies is high (9) and the positions are shifted evenly (10 to 13).
//! 5. An inverted index of key concepts finds candidates.
//!
//! What the paper leaves open is settled as follows:
//!
//! - Words replace phrases. The paper leaves the recognition of phrases to another work, and all key
//!   concepts that it prints are single words. So formula (6) never unites two words.
//! - `Con(t)` holds `t` itself and its synonyms in all senses. `Rel` more than 0.54 merges. That is
//!   not transitive, so one word represents those related to it, the same in every text.
//! - Only English has a table of synonyms. Concepts of other languages are their terms, of the chosen
//!   [`TermKind`]; no synonyms are known of these.
//! - The least frequency of a node, which the paper does not give, is once.
//! - Distances count concepts after stop words are taken out.
//! - Where no path is left, its length counts as the number of nodes that are left. Of equal
//!   contributions the higher degree comes first, then the higher frequency, then the first place.
//! - A concept weighs its frequency. Positions count all words of the body. The spread may be a
//!   twentieth of the words of the shorter body: the paper gives no number.
//! - A candidate shares half of the key concepts. [`compare`](Method::compare) asks the same; a body with fewer key
//!   concepts than that has no signature.
//! - The network is whole, however long the body. Paths are counted from every node if nodes times edges stay within a
//!   limit, as in bodies of up to some 6,000 Chinese characters. In a larger network, they are counted from as many
//!   nodes as fit the limit: those with the smallest hashes, which are the same in every copy.

mod concepts;
mod network;

pub use concepts::{RELATEDNESS_PARTS, stem};

use super::spread::spread;
use super::{Method, TermKind, above, decided};
use concepts::{Concepts, concepts};
use network::Network;
use offprint::Article;
use offprint::compare::{Comparison, Evidence};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How far apart in the sequence of concepts an edge reaches. Larger: a denser network.
const DISTANCE: usize = 2;
/// `l`: nodes of highest degree whose contribution is computed. Larger: slower.
const CANDIDATES: usize = 30;
/// `p`: key concepts kept. Larger: larger signatures.
const KEY_CONCEPTS: usize = 20;
/// The most nodes from which paths are counted, times edges (counted from both ends). In a larger network, paths are
/// counted from a sample of the nodes. Larger: exact for longer bodies, and slower in proportion.
const MOST_WORK: usize = 1 << 26;
/// The fewest nodes from which paths are counted, if a network has that many.
const LEAST_SOURCES: usize = 256;
/// The fewest key concepts that two copies share. Larger: fewer candidates, more copies missed.
const SHARED: usize = 10;
/// `Sim_thr`: two copies have a larger cosine. Larger: copies with more edits are missed.
const COSINE: f64 = 0.9;
/// `S_thr`: the spread of positions up to which two are copies, as a share of the words of the shorter body. Larger:
/// bodies with moved or inserted paragraphs are `same`.
const SPREAD: f64 = 0.05;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConceptNetwork {
    /// The words of scripts that do not separate them.
    pub terms: TermKind,
    /// Whether synonyms are one concept. If not, this is the network of words that the paper compares with (DWSWN).
    pub merges_synonyms: bool,
}

impl Default for ConceptNetwork {
    fn default() -> ConceptNetwork {
        ConceptNetwork { terms: TermKind::Bigrams, merges_synonyms: true }
    }
}

/// The network of the concepts of a body, cut to its giant component, and its nodes, in the order in which their
/// concepts first occur.
fn network(found: &Concepts) -> (Network, Vec<Node>) {
    let mut frequency = vec![0; found.concepts.len()];
    for &(_, concept) in &found.sequence {
        frequency[concept] += 1;
    }
    let sequence: Vec<usize> = found.sequence.iter().map(|&(_, concept)| concept).collect();
    let whole = Network::of_sequence(found.concepts.len(), &sequence, DISTANCE);
    let giant = whole.giant_component();
    let node = |&concept: &usize| Node { concept, hash: found.concepts[concept], frequency: frequency[concept] };
    (whole.part(&giant), giant.iter().map(node).collect())
}

/// The nodes of a network that contribute most, best first.
///
/// # Complexity
/// One sum of paths for each of the candidates, each within `most_work`.
fn key_nodes(network: &Network, nodes: &[Node], most_work: usize) -> Vec<usize> {
    let mut best: Vec<usize> = (0..network.nodes()).collect();
    best.sort_by_key(|&node| Reverse((network.degree(node), nodes[node].frequency)));
    best.truncate(CANDIDATES);
    let sources = sources(network, nodes, &best, most_work);
    // All contributions take the same length off the same number of paths, so the sums decide.
    best.sort_by_cached_key(|&node| Reverse(network.paths(&sources, Some(node))));
    best.truncate(KEY_CONCEPTS);
    best
}

/// The nodes from which paths are counted: all, or a sample without the candidates, so that a sum
/// has as many paths whichever of them is taken out.
fn sources(network: &Network, nodes: &[Node], candidates: &[usize], most_work: usize) -> Vec<usize> {
    let most = (most_work / network.ends().max(1)).max(LEAST_SOURCES);
    let mut sources = network.all();
    if most < sources.len() {
        sources.retain(|node| !candidates.contains(node));
        sources.sort_by_key(|&node| nodes[node].hash);
        sources.truncate(most);
    }
    sources
}

impl ConceptNetwork {
    /// The key concepts of a body; `None` if they are fewer than two copies must share.
    fn key_concepts(&self, body: &str) -> Option<KeyConcepts> {
        let found = concepts(body, self.terms, self.merges_synonyms);
        let (network, nodes) = network(&found);
        let best = key_nodes(&network, &nodes, MOST_WORK);
        let mut positions = vec![Vec::new(); found.concepts.len()];
        for &(position, concept) in &found.sequence {
            positions[concept].push(position);
        }
        let key = |node: usize| KeyConcept {
            concept: nodes[node].hash,
            positions: std::mem::take(&mut positions[nodes[node].concept]),
        };
        let keys: Vec<KeyConcept> = best.into_iter().map(key).collect();
        (keys.len() >= SHARED).then_some(KeyConcepts { keys, words: found.words })
    }
}

/// A node of the network of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Which of the body's concepts it is.
    pub concept: usize,
    /// The hash of that concept, the same in every body.
    pub hash: u64,
    /// How often that occurs.
    pub frequency: usize,
}

/// The signature: the key concepts of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyConcepts {
    /// The key concepts, the largest contributions first.
    pub keys: Vec<KeyConcept>,
    /// Words of the body.
    pub words: u32,
}

/// A key concept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyConcept {
    /// Hash of the word that represents it.
    pub concept: u64,
    /// Which words of the body mean it, ascending.
    pub positions: Vec<u32>,
}

impl KeyConcepts {
    /// The positions of each concept that both have.
    fn shared<'a>(&'a self, other: &'a KeyConcepts) -> Vec<(&'a [u32], &'a [u32])> {
        let others: BTreeMap<u64, &[u32]> = other.keys.iter().map(|key| (key.concept, &key.positions[..])).collect();
        // Use the order of the concepts, so that sums are the same either way round.
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

    fn compare(&self, a: &KeyConcepts, b: &KeyConcepts) -> Comparison {
        let shared = a.shared(b);
        let products = shared.iter().map(|(a, b)| a.len() as u64 * b.len() as u64);
        let product = products.sum::<u64>() as f64;
        let cosine = (product / (a.square() as f64 * b.square() as f64).sqrt()).min(1.0);
        let count = shared.len() as f64;
        let mut evidence =
            vec![Evidence::at_least("shared-concepts", count, SHARED as f64), above("cosine", cosine, COSINE)];
        let mut likeness = cosine;
        if let Some(spread) = spread(shared.into_iter()) {
            let share = spread / f64::from(a.words.min(b.words).max(1));
            evidence.push(Evidence::at_most("spread", share, SPREAD));
            likeness *= 1.0 - share.min(1.0);
        }
        decided(evidence.iter().all(|metric| metric.passed), false, likeness, evidence)
    }

    /// The key concepts. Copies share half of them, not just one.
    fn read_keys(&self, signature: &KeyConcepts) -> Vec<String> {
        let concepts: BTreeSet<u64> = signature.keys.iter().map(|key| key.concept).collect();
        let key = |concept| format!("c{concept:016x}");
        concepts.into_iter().map(key).collect()
    }

    /// Eight bytes per concept, four per position, and four for the number of words.
    fn size(&self, signature: &KeyConcepts) -> usize {
        let size = |key: &KeyConcept| 8 + 4 * key.positions.len();
        signature.keys.iter().map(size).sum::<usize>() + 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;

    /// A page like the paper's example, which is lost.
    const HEADACHE: &str = "\
When your head hurts after lunch, look at the plate. Certain foods trigger a headache in people whose \
brain is easily upset, and a food diary is the cheapest way to learn which foods are to blame.

Aged cheese comes first. As cheese ripens, its proteins break down into tyramine, and tyramine narrows \
and widens the blood vessels of the brain. Most people have an enzyme that clears tyramine from the body. \
Those who lack the enzyme, or whose deficiency of it is mild, feel the pain within hours. Red wine and \
cheese on one evening bring on a migraine more surely than cheese or wine alone, because wine keeps the \
enzyme busy.

Chocolate gets the blame too. Yet the wish for chocolate may be the first sign of a migraine that has \
begun already, and trials could not show that chocolate causes it. Citrus fruit is a trigger for some: an \
orange a day is healthy, a jug of orange juice may be followed by a headache. Beans, onions and dried fruit \
contain substances like tyramine in small amounts.

Coffee works both ways. Caffeine narrows the vessels and takes the pain away, which is why pills against a \
headache contain it. A body used to caffeine answers its lack with a headache on Sunday morning. Cured \
meat contains nitrites, which trigger a migraine in one person and leave the next alone.

What can you do? Eat at the same hours, since hunger is a stronger trigger than any food. Drink water. \
Write down what you eat and when the headache begins, and after a month leave out one food at a time. \
Doctors who treat migraine warn against leaving out all foods at once: people who eat almost nothing get \
a headache from that. If the pain comes more than twice a month, see a physician; a doctor has \
medicine that helps against migraine, and no diet cures it.";

    const OF_WORDS: ConceptNetwork = ConceptNetwork { terms: TermKind::Bigrams, merges_synonyms: false };

    fn signed(text: &str) -> KeyConcepts {
        ConceptNetwork::default().key_concepts(text).expect("text enough")
    }

    fn verdict(a: &str, b: &str) -> Verdict {
        ConceptNetwork::default().compare(&signed(a), &signed(b)).verdict
    }

    #[test]
    fn what_a_page_is_about_is_among_its_key_concepts() {
        let signature = signed(HEADACHE);
        assert_eq!(signature.keys.len(), 20);
        let keys: Vec<u64> = signature.keys.iter().map(|key| key.concept).collect();
        for word in ["headache", "migraine", "food", "tyramine", "cheese", "trigger"] {
            let concept = concepts(&format!("The {word}"), TermKind::Bigrams, true).concepts[0];
            assert!(keys.contains(&concept), "{word}");
        }
    }

    #[test]
    fn synonyms_are_one_concept() {
        let concepts = |text: &str, merges| concepts(text, TermKind::Bigrams, merges);
        let (found, words) = (concepts(HEADACHE, true), concepts(HEADACHE, false));
        assert_eq!(found.words, words.words);
        assert!(found.concepts.len() < words.concepts.len());
        let synonyms = HEADACHE.replace("doctor", "physician").replace("lack", "deficiency");
        assert_eq!(concepts(&synonyms, true), found);
        // The paper's point: the words of the two differ, but their concepts do not.
        let alike = |method: ConceptNetwork| {
            let [a, b] = [HEADACHE, &synonyms].map(|body| method.key_concepts(body));
            method.judge(a.as_ref(), b.as_ref()).evidence[1].value
        };
        assert_eq!(alike(ConceptNetwork::default()), 1.0);
        assert!(alike(OF_WORDS) < 1.0);
    }

    #[test]
    fn a_copy_with_a_credit_is_the_same_and_one_with_shuffled_paragraphs_is_not() {
        let credited = format!("From our health desk, Tuesday. {HEADACHE} Photo: archive.");
        assert_eq!(verdict(HEADACHE, &credited), Verdict::Same);
        let mut paragraphs: Vec<&str> = HEADACHE.split("\n\n").collect();
        paragraphs.reverse();
        let shuffled = paragraphs.join("\n\n");
        let passed = |method: ConceptNetwork| -> Vec<bool> {
            let [a, b] = [HEADACHE, &shuffled].map(|body| method.key_concepts(body));
            let verdict = method.judge(a.as_ref(), b.as_ref());
            verdict.evidence.iter().map(|metric| metric.passed).collect()
        };
        // Only the positions decide, not which synonyms come first.
        assert_eq!(passed(ConceptNetwork::default()), [true, true, false]);
        assert_eq!(passed(OF_WORDS), [true, true, false]);
    }

    #[test]
    fn too_few_concepts_have_no_signature() {
        let method = ConceptNetwork::default();
        assert!(method.key_concepts("").is_none());
        assert!(method.key_concepts("The dam holds. The dam is safe.").is_none());
    }

    /// A long body of made-up words. The first ones are frequent, as in any language.
    fn long_body() -> String {
        let random = |i: u64, n: u64| offprint::internals::hash::hash([i, n]);
        let word = |i: u64| -> String {
            let letter = |n| char::from(b'a' + (random(i, n) % 26) as u8);
            (0..6).map(letter).collect()
        };
        let rank = |i: u64| 3_000 >> (random(i, 9) % 12);
        let words = (0..12_000).map(|i| word(random(i, 8) % rank(i).max(1)));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_sample_of_the_paths_finds_the_key_concepts_of_all() {
        let found = concepts(&long_body(), TermKind::Bigrams, false);
        let (network, nodes) = network(&found);
        assert!(network.nodes() == found.concepts.len() && network.nodes() > 1_000);
        let [exact, sampled] = [MOST_WORK, 0].map(|most_work| key_nodes(&network, &nodes, most_work));
        assert!(sampled.iter().filter(|node| exact.contains(node)).count() >= 18);
    }
}
