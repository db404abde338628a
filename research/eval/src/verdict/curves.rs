//! How the figures depend on the thresholds, on the number of samples and on the number of keys.

use crate::pairs::rates::{Row, Tally, Task, share};
use crate::pairs::sets::{Docs, Pair};
use offprint::Article;
use offprint::compare::Verdict;
use offprint::internals::features::{self, Features, Shingle};
use offprint::internals::normal::{NormalText, normalize};
use offprint::internals::verdict::{Likeness, THRESHOLDS, Thresholds};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// A threshold that can be moved.
pub struct Dial {
    /// The constant's name.
    pub name: &'static str,
    pub get: fn(&Thresholds) -> f64,
    set: fn(&mut Thresholds, f64),
    /// What no effect at all would be: ratios of lengths start at 1.
    origin: f64,
    /// What a search tries: from, to, in so many steps.
    range: (f64, f64, u32),
}

macro_rules! dial {
    ($field:ident, $origin:expr, $range:expr) => {
        Dial {
            name: stringify!($field),
            get: |at| at.$field,
            set: |at, value| at.$field = value,
            origin: $origin,
            range: $range,
        }
    };
}

/// All thresholds of `src/compare/verdict/conditions.rs`.
pub const DIALS: [Dial; 13] = [
    dial!(partial_coverage, 0.0, (0.1, 0.6, 20)),
    Dial {
        name: "least_shared",
        get: |at| f64::from(at.least_shared),
        set: |at, value| at.least_shared = value.round() as u32,
        origin: 0.0,
        range: (2.0, 22.0, 20),
    },
    dial!(same_long_coverage, 0.0, (0.0, 0.5, 20)),
    dial!(same_inside, 0.0, (0.0, 0.4, 20)),
    dial!(same_tail, 0.0, (0.0, 0.4, 20)),
    dial!(same_length_ratio, 1.0, (1.0, 1.6, 20)),
    dial!(same_length_ratio_head, 1.0, (1.0, 2.0, 20)),
    dial!(short_head, 0.0, (0.0, 0.2, 20)),
    dial!(same_unedited, 0.0, (0.5, 1.0, 20)),
    dial!(unique_before_shared_tail, 0.0, (0.0, 0.4, 20)),
    dial!(notice, 0.0, (0.0, 1000.0, 20)),
    dial!(even_coverage, 0.0, (0.3, 0.9, 20)),
    dial!(even_clustering, 0.0, (0.0, 0.6, 20)),
];

impl Dial {
    /// The thresholds with another value of this one.
    pub fn at(&self, thresholds: &Thresholds, value: f64) -> Thresholds {
        let mut moved = *thresholds;
        (self.set)(&mut moved, value);
        moved
    }

    /// The thresholds with this one moved by a share of itself; a ratio by a share of what it
    /// exceeds 1 by.
    pub fn moved(&self, thresholds: &Thresholds, by: f64) -> Thresholds {
        let value = (self.get)(thresholds);
        self.at(thresholds, value + (value - self.origin) * by)
    }

    /// The values that a search tries.
    pub fn tried(&self) -> impl Iterator<Item = f64> {
        let (from, to, steps) = self.range;
        (0..=steps).map(move |i| from + (to - from) * f64::from(i) / f64::from(steps))
    }
}

/// The verdicts at these thresholds.
pub fn judged<'a>(pairs: impl IntoIterator<Item = &'a Pair>, at: &Thresholds) -> Vec<Row<'a>> {
    pairs.into_iter().map(|pair| (pair, pair.verdict(at))).collect()
}

/// F1 of each task.
pub fn f1s(rows: &[Row]) -> [f64; 3] {
    Task::ALL.map(|task| Tally::of(rows.iter().copied(), task).f1())
}

/// The moves that are tried.
const MOVES: [f64; 7] = [-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3];

/// F1 with a threshold moved by each of [`MOVES`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Moved {
    threshold: String,
    value: f64,
    same: [f64; MOVES.len()],
    partial: [f64; MOVES.len()],
}

pub fn moves(pairs: &[Pair]) -> Vec<Moved> {
    let moved = |dial: &Dial| {
        let f1s = MOVES.map(|by| f1s(&judged(pairs, &dial.moved(&THRESHOLDS, by))));
        Moved {
            threshold: dial.name.to_owned(),
            value: (dial.get)(&THRESHOLDS),
            same: f1s.map(|[same, ..]| same),
            partial: f1s.map(|[_, partial, _]| partial),
        }
    };
    DIALS.iter().map(moved).collect()
}

/// Parts of the cross-validation.
const FOLDS: u64 = 5;
/// Rounds over all thresholds that a search takes at the most.
const ROUNDS: usize = 8;

/// F1 by thresholds that a search finds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Searched {
    /// Measured on the pairs that they were searched on.
    pub on_the_same: [f64; 3],
    /// Searched on four fifths of the groups, measured on the last one.
    pub on_others: [f64; 3],
}

/// Searches thresholds from the middle of their ranges on, so that nothing of those in use is known.
pub fn cross_validate(pairs: &[Pair]) -> Searched {
    let fold = |pair: &Pair| offprint::internals::hash::hash_str(&pair.group) % FOLDS;
    let all: Vec<&Pair> = pairs.iter().collect();
    let apart = (0..FOLDS).into_par_iter().flat_map_iter(|held| {
        let (inside, outside): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().partition(|pair| fold(pair) != held);
        judged(outside, &search(&inside))
    });
    Searched { on_the_same: f1s(&judged(pairs, &search(&all))), on_others: f1s(&apart.collect::<Vec<Row>>()) }
}

/// The thresholds with the best F1 of same and of partial, found one after the other.
fn search(pairs: &[&Pair]) -> Thresholds {
    let worth = |at: &Thresholds| {
        let [same, partial, _] = f1s(&judged(pairs.iter().copied(), at));
        same + partial
    };
    let mut best = THRESHOLDS;
    for dial in &DIALS {
        let (from, to, _) = dial.range;
        best = dial.at(&best, (from + to) / 2.0);
    }
    let mut most = worth(&best);
    for _ in 0..ROUNDS {
        let before = most;
        for dial in &DIALS {
            for value in dial.tried() {
                let tried = dial.at(&best, value);
                let found = worth(&tried);
                if found > most {
                    (best, most) = (tried, found);
                }
            }
        }
        if most <= before {
            break;
        }
    }
    best
}

/// Numbers of samples that are tried; `None` is all shingles.
const SAMPLES: [Option<usize>; 7] = [Some(20), Some(40), Some(80), Some(160), Some(320), Some(640), None];

/// What verdicts from a number of samples are like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sampled {
    samples: String,
    /// Of all pairs that have a verdict, the share with that of the whole texts.
    agree: f64,
    /// The same of those that the whole texts call same or partial.
    agree_on_reuse: f64,
    same: f64,
    partial: f64,
    reuse: f64,
}

impl Sampled {
    fn of(samples: String, rows: &[Row], whole: &[Row]) -> Sampled {
        let known = |(row, whole): &(&Row, &Row)| row.1 != Verdict::Unknown || whole.1 != Verdict::Unknown;
        let agreeing = |pairs: &mut dyn Iterator<Item = (&Row, &Row)>| {
            let (right, all) =
                pairs.fold((0, 0), |(right, all), (row, whole)| (right + u32::from(row.1 == whole.1), all + 1));
            share(right, all)
        };
        let both = || rows.iter().zip(whole).filter(known);
        let [same, partial, reuse] = f1s(rows);
        Sampled {
            samples,
            agree: agreeing(&mut both()),
            agree_on_reuse: agreeing(&mut both().filter(|(_, whole)| whole.1 >= Verdict::Partial)),
            same,
            partial,
            reuse,
        }
    }
}

/// Verdicts from the fingerprints as they are, then from as many samples as [`SAMPLES`] lists, their
/// hashes whole. `compared` is the text of each document that is compared.
pub fn samples(pairs: &[Pair], docs: &Docs, compared: &[NormalText]) -> Vec<Sampled> {
    let texts: Vec<Vec<Shingle>> = docs
        .docs
        .par_iter()
        .zip(compared)
        .map(|(doc, compared)| match doc.fingerprint {
            Some(_) => Features::of(compared).shingles,
            None => Vec::new(),
        })
        .collect();
    let rows: Vec<Vec<Row>> = SAMPLES
        .iter()
        .map(|&samples| {
            let cuts: Vec<u64> = texts.iter().map(|text| cut(text, samples)).collect();
            let verdict = |pair: &Pair| {
                let below = cuts[pair.docs[0]].min(cuts[pair.docs[1]]);
                let sampled = pair.docs.map(|doc| sampled(&texts[doc], below));
                let [a, b] = pair.docs.map(|doc| docs.docs[doc].fingerprint.as_ref());
                a.zip(b).map_or(Verdict::Unknown, |(a, b)| {
                    Likeness::of_samples(a, b, [&sampled[0], &sampled[1]]).verdict(&THRESHOLDS)
                })
            };
            pairs.par_iter().map(|pair| (pair, verdict(pair))).collect()
        })
        .collect();
    let whole = &rows[SAMPLES.len() - 1];
    let stored = judged(pairs, &THRESHOLDS);
    let others = SAMPLES.iter().zip(&rows).map(|(samples, rows)| {
        let samples = samples.map_or("all".to_owned(), |n| n.to_string());
        Sampled::of(samples, rows, whole)
    });
    let stored = Sampled::of("the fingerprint".to_owned(), &stored, whole);
    std::iter::once(stored).chain(others).collect()
}

/// Below which hash so many shingles lie.
fn cut(text: &[Shingle], samples: Option<usize>) -> u64 {
    let mut hashes: Vec<u64> = text.iter().map(|shingle| shingle.hash).collect();
    hashes.sort_unstable();
    samples.and_then(|samples| hashes.get(samples).copied()).unwrap_or(u64::MAX)
}

fn sampled(text: &[Shingle], below: u64) -> Vec<Shingle> {
    text.iter().filter(|shingle| shingle.hash < below).copied().collect()
}

/// Numbers of keys read that are tried.
const READ: [usize; 5] = [4, 8, 12, 16, 32];
/// Numbers of keys written.
const WRITTEN: [usize; 6] = [1, 2, 3, 4, 6, 8];

/// How many copies are found by keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Pairs that are and compare as same or partial, each in both orders.
    pub cases: usize,
    /// The share found by the keys in use.
    pub in_use: f64,
    shares: Vec<Shares>,
}

/// The shares found by so many keys read, for each of [`WRITTEN`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Shares {
    read: usize,
    written: [f64; WRITTEN.len()],
}

/// The keys of a text for each number of stretches, as long as those of a fingerprint.
struct Keys {
    read: [Vec<u64>; READ.len()],
    written: [Vec<u64>; WRITTEN.len()],
}

impl Keys {
    fn of(doc: &Article) -> Keys {
        let text = normalize(&doc.text);
        let keys = |stretches| {
            let keys = features::keys(&text, stretches).into_iter();
            keys.map(|key| key >> 24).collect()
        };
        Keys { read: READ.map(keys), written: WRITTEN.map(keys) }
    }
}

pub fn keys(pairs: &[Pair], docs: &Docs) -> Found {
    let by_text: Vec<Keys> = docs.docs.par_iter().map(Keys::of).collect();
    let cases: Vec<[usize; 2]> = judged(pairs, &THRESHOLDS)
        .iter()
        .filter(|(pair, verdict)| Task::Reuse.is_right(pair.label, *verdict))
        .flat_map(|(pair, _)| [pair.docs, [pair.docs[1], pair.docs[0]]])
        .collect();
    let found = |shares: &dyn Fn(usize, usize) -> bool| {
        let found = cases.iter().filter(|[arrives, stored]| shares(*arrives, *stored));
        share(found.count() as u32, cases.len() as u32)
    };
    let by_numbers = |r: usize, w: usize| {
        found(&|arrives, stored| share_a_key(&by_text[arrives].read[r], &by_text[stored].written[w]))
    };
    let shares = |(r, read): (usize, usize)| Shares { read, written: std::array::from_fn(|w| by_numbers(r, w)) };
    let in_use = found(&|arrives, stored| {
        let [arrives, stored] = [arrives, stored].map(|doc| docs.docs[doc].fingerprint.as_ref());
        arrives.zip(stored).is_some_and(|(arrives, stored)| share_a_key(&arrives.read_keys(), &stored.write_keys()))
    });
    Found { cases: cases.len(), in_use, shares: READ.into_iter().enumerate().map(shares).collect() }
}

fn share_a_key<K: PartialEq>(read: &[K], written: &[K]) -> bool {
    written.iter().any(|key| read.contains(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::sizes::{READ_KEYS, WRITE_KEYS};

    fn doc() -> Article {
        let text: String = (0..700u32).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20_000)).collect();
        Article::of_text(String::new(), text)
    }

    #[test]
    fn the_keys_in_use_are_those_of_their_numbers() {
        let doc = doc();
        let keys = Keys::of(&doc);
        let fingerprint = doc.fingerprint.unwrap();
        let text = |keys: &[u64]| {
            let mut keys: Vec<String> = keys.iter().map(|key| format!("{key:010x}")).collect();
            keys.sort();
            keys
        };
        for (r, read) in READ.into_iter().enumerate() {
            for (w, written) in WRITTEN.into_iter().enumerate() {
                if (read, written) == (READ_KEYS, WRITE_KEYS) {
                    assert_eq!(text(&keys.read[r]), fingerprint.read_keys());
                    assert_eq!(text(&keys.written[w]), fingerprint.write_keys());
                }
            }
        }
    }

    #[test]
    fn a_cut_leaves_as_many_samples_as_asked_for() {
        let shingles = Features::of(&normalize(&doc().text)).shingles;
        assert_eq!(sampled(&shingles, cut(&shingles, Some(160))).len(), 160);
        assert_eq!(sampled(&shingles, cut(&shingles, None)).len(), shingles.len());
    }

    #[test]
    fn a_dial_moves_its_threshold_and_no_other() {
        for (i, dial) in DIALS.iter().enumerate() {
            let moved = dial.moved(&THRESHOLDS, 0.3);
            for (j, other) in DIALS.iter().enumerate() {
                let changed = (other.get)(&moved) != (other.get)(&THRESHOLDS);
                assert_eq!(changed, i == j, "{} moves {}", dial.name, other.name);
            }
        }
    }
}
