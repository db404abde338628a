//! Which samples of a text another text has, and where the missing ones are.

use super::Side;
use crate::fingerprint::{Fingerprint, HASH_BITS, Sample};

/// Cost of a missing sample in a held stretch, when separating the stretches that the other text has from those it
/// lacks.
const MISSING_IN_HELD: u32 = 1;
/// Cost of a found sample in a missing stretch.
const FOUND_IN_MISSING: u32 = 2;
/// Cost of each switch between the two.
const CHANGE: u32 = 2;
/// How much of a sample the other text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MatchLength {
    None,
    Short,
    /// With its context.
    WithContext,
}

/// A sample, and whether the other text has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match {
    length: MatchLength,
    pub has_fact: bool,
    pub hash: u16,
}

impl Match {
    pub fn is_any(self) -> bool {
        self.length != MatchLength::None
    }

    pub fn is_long(self) -> bool {
        self.length == MatchLength::WithContext
    }
}

/// Which shingles of a text the other has. Missing uncertain ones are ignored: they are not part of the article, or the
/// other page's template left them out.
pub(super) fn matches(own: &[Sample], other: &[Sample]) -> Vec<Match> {
    let key = |sample: &Sample| u64::from(sample.hash) << 32 | u64::from(sample.context);
    // Two articles usually share few hashes: only these are sorted and searched.
    let hashes = Hashes::new(own.iter().copied());
    let mut known: Vec<u64> = other.iter().filter(|sample| hashes.hold(sample)).map(key).collect();
    known.sort_unstable();
    own.iter()
        .filter_map(|sample| {
            let length = match_length(key(sample), &known);
            let found = Match { length, has_fact: sample.has_fact, hash: sample.hash };
            (found.is_any() || !sample.is_uncertain).then_some(found)
        })
        .collect()
}

/// A set of sample hashes, with one bit per possible hash.
struct Hashes([u64; 1 << (HASH_BITS - 6)]);

impl Hashes {
    fn new(samples: impl Iterator<Item = Sample>) -> Hashes {
        let mut hashes = [0; 1 << (HASH_BITS - 6)];
        samples.for_each(|Sample { hash, .. }| hashes[usize::from(hash >> 6)] |= 1 << (hash & 63));
        Hashes(hashes)
    }

    fn hold(&self, sample: &Sample) -> bool {
        self.0[usize::from(sample.hash >> 6)] >> (sample.hash & 63) & 1 == 1
    }
}

/// How many of a text's samples count, and how many of them the other text may have, with their contexts or without.
pub(super) fn held(own: &Fingerprint, other: &Fingerprint) -> (u32, u32) {
    let hashes = Hashes::new(other.common_samples(own));
    own.common_samples(other).fold((0, 0), |(count, held), sample| {
        let is_held = hashes.hold(&sample);
        (count + u32::from(is_held || !sample.is_uncertain), held + u32::from(is_held))
    })
}

/// How much of a sample is in `known`, which is sorted.
fn match_length(own: u64, known: &[u64]) -> MatchLength {
    match known.binary_search(&own) {
        Ok(_) => MatchLength::WithContext,
        Err(at) if known[at.saturating_sub(1)..].iter().take(2).any(|known| known >> 32 == own >> 32) => {
            MatchLength::Short
        }
        Err(_) => MatchLength::None,
    }
}

pub(super) fn count(matches: &[Match], is: impl Fn(Match) -> bool) -> usize {
    matches.iter().filter(|&&m| is(m)).count()
}

/// Makes a side from its matches and the number of samples.
pub(super) fn side(matches: &[Match], samples: usize, gated: bool) -> Side {
    let n = matches.len();
    let share = |count: usize| count as f64 / n.max(1) as f64;
    let found: Vec<bool> = matches.iter().map(|m| m.is_any()).collect();
    let held = held_stretches(&found);
    let missing = held.iter().filter(|held| !**held).count();
    let head = held.iter().take_while(|held| !**held).count();
    let tail = if head == n { 0 } else { held.iter().rev().take_while(|held| !**held).count() };
    let (coverage_low, coverage_high) = interval(count(matches, Match::is_any), n);
    Side {
        coverage: share(count(matches, Match::is_any)),
        coverage_low,
        coverage_high,
        long_coverage: share(count(matches, Match::is_long)),
        head: share(head),
        inside: share(missing - head - tail),
        tail: share(tail),
        uncertain: (samples - n) as f64 / samples.max(1) as f64,
        clustering: clustering(&found),
        gated,
    }
}

/// The 95 % interval of a share in the whole text, given the share in a sample (Wilson, 1927).
pub(super) fn interval(found: usize, samples: usize) -> (f64, f64) {
    /// Width of the interval in standard errors.
    const WIDTH: f64 = 1.96;
    let n = samples.max(1) as f64;
    let share = found as f64 / n;
    let middle = share + WIDTH * WIDTH / (2.0 * n);
    let half = WIDTH * (share * (1.0 - share) / n + WIDTH * WIDTH / (4.0 * n * n)).sqrt();
    let whole = 1.0 + WIDTH * WIDTH / n;
    (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
}

/// For each sample, whether it lies in a stretch that both texts have: the cheapest sequence of held and missing
/// stretches (Viterbi, 1967).
fn held_stretches(found: &[bool]) -> Vec<bool> {
    let (mut held, mut missing) = (0, 0);
    // Whether the cheapest path to each state comes from the other state.
    let mut changes: Vec<[bool; 2]> = Vec::with_capacity(found.len());
    for &found in found {
        let into_held = missing + CHANGE < held;
        let into_missing = held + CHANGE < missing;
        let cost = if found { [0, FOUND_IN_MISSING] } else { [MISSING_IN_HELD, 0] };
        (held, missing) = (held.min(missing + CHANGE) + cost[0], missing.min(held + CHANGE) + cost[1]);
        changes.push([into_held, into_missing]);
    }
    let mut is_held = held <= missing;
    let mut stretches = vec![true; found.len()];
    for (stretch, change) in stretches.iter_mut().zip(changes).rev() {
        *stretch = is_held;
        is_held ^= change[usize::from(!is_held)];
    }
    stretches
}

/// How clustered the missing samples are: the share that is missing, minus the share that is missing directly after a
/// found sample.
fn clustering(found: &[bool]) -> f64 {
    let n = found.len();
    let held = found.iter().filter(|found| **found).count();
    if n < 3 {
        return 0.0;
    }
    if held == 0 {
        return 1.0;
    }
    let share = held as f64 / n as f64;
    let changes = found.windows(2).filter(|pair| pair[0] != pair[1]).count();
    1.0 - share - changes as f64 / (2.0 * share * (n - 1) as f64)
}
