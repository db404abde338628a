//! Clusters articles that share their text.
//!
//! A cluster has a *representative*, and each of its members was compared with it. Sharing text is not transitive:
//! chains of excerpts, digests or boilerplate must not connect articles that have nothing in common. Clusters are
//! therefore stars (Aslam, Pelekhov and Rus, "The Star Clustering Algorithm", 2004): the article most similar to others
//! takes those that are like it, then the next of the remaining articles does, and so on.

use crate::compare::original::{Which, longer, original};
use crate::compare::record::ArticleRecord;
use crate::compare::verdict::{Comparison, Side, Verdict};
use crate::fingerprint::Fingerprint;
use crate::index::policy::{ClassId, Compared, Limits, Posting, best, rank};
use std::cmp::Ordering;

/// Share that a member and its representative must have in common, measured on the text that has less of the other.
/// Larger: short excerpts, and pages that add much, stay outside; smaller: digests of more articles, and longer
/// boilerplate, count as copies.
pub const LEAST_COMMON: f64 = 0.15;
/// Number of the largest clusters that an article without a cluster is compared with, even if it shares no key with
/// them. Larger: fewer heavily edited copies stay alone; smaller: large numbers of pages cost less.
const MAX_CENTERS: usize = 16;
/// Number of other members that each member is compared with for the density, on either side in time order. Larger: all
/// pairs are compared in clusters up to twice this size; smaller: large clusters cost less.
const DENSITY_NEIGHBORS: usize = 16;

/// The numbers below `count` in this order; equal ones ascend. All sorting here uses this function, since sorting
/// another type takes two to three kilobytes of WebAssembly.
pub fn in_order(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    numbers.sort_by(|&a, &b| order(a, b));
    numbers
}

/// The numbers below `count`, by a key of each.
pub fn in_order_of<K: Ord>(count: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    in_order(count, &|a, b| key(a).cmp(&key(b)))
}

/// The articles under each key, for a fixed set of keys.
pub struct Postings {
    limits: Limits,
    keys: Vec<u64>,
    postings: Vec<Vec<Posting>>,
}

impl Postings {
    /// Makes postings for these keys, which can be in any order.
    pub fn new(limits: Limits, mut keys: Vec<u64>) -> Postings {
        keys.sort_unstable();
        keys.dedup();
        Postings { limits, postings: vec![Vec::new(); keys.len()], keys }
    }

    /// The numbers of the articles to compare with one that has these keys.
    pub fn candidates(&self, keys: impl IntoIterator<Item = u64>) -> Vec<usize> {
        let found = keys.into_iter().filter_map(|key| self.keys.binary_search(&key).ok());
        let postings = found.map(|key| self.postings[key].clone());
        let candidates = self.limits.candidates(postings);
        candidates.into_iter().map(|other| other as usize).collect()
    }

    /// Adds an article; unknown keys are ignored.
    pub fn add(&mut self, number: usize, class: ClassId, keys: impl IntoIterator<Item = u64>) {
        for key in keys {
            if let Ok(key) = self.keys.binary_search(&key)
                && self.limits.extends(&self.postings[key], class)
            {
                let number = number as u64;
                self.postings[key].push(Posting { number, class });
            }
        }
    }
}

/// Articles in time order, and which of them share text.
pub struct Compares<'a> {
    pub members: &'a [ArticleRecord],
    /// The articles in time order; articles of unknown time come last, and equal ones are ordered by
    /// [`ArticleRecord::order`]. The given order never counts, so one set of articles has one result.
    pub order: Vec<usize>,
    /// The position in time of each article.
    pub places: Vec<usize>,
    /// By position in time, like all fields below.
    hosts: Vec<Option<u64>>,
    /// For each article, the articles that it shares text with, by position.
    pairs: Vec<Vec<Pair>>,
}

/// One side of a pair of articles that share text.
#[derive(Clone, Copy)]
pub struct Pair {
    pub other: usize,
    verdict: Verdict,
    pub score: f64,
}

/// A representative and the articles that share text with it, by position.
pub struct Group {
    pub representative: usize,
    /// Ascending.
    pub places: Vec<usize>,
    /// Three figures for each: its mean similarity to the others, 0 to 1, as a whole, and without what either has more
    /// of at its head and tail; and the share of the others that it contains and extends.
    pub likeness: Vec<[f64; 3]>,
    /// Share of its pairs that share text.
    pub density: f64,
}

impl<'a> Compares<'a> {
    /// Makes the time order without comparing articles.
    fn in_time(members: &'a [ArticleRecord]) -> Compares<'a> {
        let times: Vec<i64> = members.iter().map(|member| member.metadata.minutes().unwrap_or(i64::MAX)).collect();
        let order = in_order(times.len(), &|a, b| times[a].cmp(&times[b]).then_with(|| members[a].order(&members[b])));
        let mut places = vec![0; order.len()];
        for (place, &member) in order.iter().enumerate() {
            places[member] = place;
        }
        Compares {
            members,
            places,
            hosts: order.iter().map(|&i| members[i].host()).collect(),
            pairs: vec![Vec::new(); order.len()],
            order,
        }
    }

    /// Looks each article up among the earlier ones, following the look-up policy.
    pub fn new(members: &'a [ArticleRecord]) -> Compares<'a> {
        let mut compares = Compares::in_time(members);
        compares.look_up();
        compares
    }

    fn look_up(&mut self) {
        let records: Vec<&ArticleRecord> = self.order.iter().map(|&member| &self.members[member]).collect();
        let written = records.iter().flat_map(|record| record.word_numbers(Fingerprint::write_numbers));
        let mut postings = Postings::new(Limits::default(), written.collect());
        let mut classes: Vec<ClassId> = Vec::new();
        for (place, record) in records.iter().enumerate() {
            let candidates = postings.candidates(record.word_numbers(Fingerprint::read_numbers));
            let mut compared = Vec::with_capacity(candidates.len());
            for other in candidates {
                let Comparison { verdict, score, .. } = self.compare(other, place);
                compared.push(Compared { class: Some(classes[other]), verdict, score, rewriting: None });
                if verdict >= Verdict::Partial {
                    for (one, other) in [(place, other), (other, place)] {
                        self.pairs[one].push(Pair { other, verdict, score });
                    }
                }
            }
            let nearest = rank(&compared).into_iter().next().filter(|nearest| nearest.verdict == Verdict::Same);
            let class = nearest.and_then(|nearest| compared[nearest.place].class).unwrap_or(ClassId(place as u64));
            classes.push(class);
            postings.add(place, class, record.word_numbers(Fingerprint::write_numbers));
        }
    }

    pub fn compare(&self, a: usize, b: usize) -> Comparison {
        let [one, other] = [a, b].map(|place| &self.members[self.order[place]]);
        one.compare_on(other, self.hosts[a].is_some() && self.hosts[a] == self.hosts[b])
    }

    /// The most similar article among those that share text with this one, and the similarity; the earliest of equally
    /// similar ones.
    pub fn nearest(&self, place: usize, among: impl Fn(usize) -> bool) -> Option<(usize, f64)> {
        let pairs = self.pairs[place].iter().filter(|pair| among(pair.other));
        best(pairs, |pair| pair.score).map(|pair| (pair.other, pair.score))
    }

    /// All articles as one group, without a look-up, since they are known to share text.
    pub fn of_one_group(members: &'a [ArticleRecord]) -> (Compares<'a>, Group) {
        let compares = Compares::in_time(members);
        let group = compares.group(0, (0..members.len()).collect());
        (compares, group)
    }

    /// The groups. An article that shares text with no other is a group of its own.
    pub fn groups(&self) -> Vec<Group> {
        let count = self.order.len();
        let mut stars = Stars {
            compares: self,
            center: vec![None; count],
            closed: vec![false; count],
            seen: vec![0; count],
            turn: 0,
        };
        let likeness: Vec<f64> = self.pairs.iter().map(|pairs| pairs.iter().map(|pair| pair.score).sum()).collect();
        let most_similar = in_order(count, &|a, b| likeness[b].total_cmp(&likeness[a]));
        for &place in &most_similar {
            stars.take(place);
        }
        let largest = stars.largest();
        for &place in &most_similar {
            stars.join(place, &largest);
        }
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (place, center) in stars.center.iter().enumerate() {
            places[center.unwrap_or(place)].push(place);
        }
        let groups = places
            .into_iter()
            .enumerate()
            .filter(|(_, places)| !places.is_empty())
            .map(|(representative, places)| self.group(representative, places));
        groups.collect()
    }

    /// Compares the members with each other: all pairs in a small cluster; in a large one, each member with its
    /// neighbors in a circle.
    fn group(&self, representative: usize, places: Vec<usize>) -> Group {
        let count = places.len();
        let mut sums = vec![([0.0; 3], [0u32; 2]); count];
        for step in 1..=DENSITY_NEIGHBORS.min(count / 2) {
            // Half-way round the circle, each pair would occur twice.
            let turns = if 2 * step == count { step } else { count };
            for one in 0..turns {
                let other = (one + step) % count;
                let comparison = self.compare(places[one], places[other]);
                let alike = comparison.verdict >= Verdict::Partial;
                let sides = comparison.sides.filter(|_| alike);
                let longer = sides.as_ref().and_then(longer);
                let inside = sides.map_or(0.0, |[a, b]| inside(a).min(inside(b)));
                for (side, which) in [(one, Which::First), (other, Which::Second)] {
                    let (likeness, compared) = &mut sums[side];
                    likeness[0] += comparison.score;
                    likeness[1] += inside;
                    likeness[2] += f64::from(u8::from(longer == Some(which)));
                    *compared = [compared[0] + 1, compared[1] + u32::from(alike)];
                }
            }
        }
        let compared = |which: usize| sums.iter().map(|(_, n)| n[which]).sum::<u32>();
        let likeness = sums.iter().map(|(sum, n)| {
            let [compared, alike] = n.map(|n| f64::from(n.max(1)));
            [sum[0] / compared, sum[1] / alike, sum[2] / compared]
        });
        Group {
            density: f64::from(compared(1)) / f64::from(compared(0).max(1)),
            likeness: likeness.collect(),
            representative,
            places,
        }
    }
}

/// How much of a text the other one has, without what it has more of at its head and tail.
fn inside(side: Side) -> f64 {
    side.coverage / (1.0 - side.head - side.tail).max(side.coverage)
}

/// Groups under construction.
struct Stars<'a> {
    compares: &'a Compares<'a>,
    /// The representative of each article that has one.
    center: Vec<Option<usize>>,
    /// Representatives that lie between unrelated articles and took only one of them.
    closed: Vec<bool>,
    /// The last round in which each article was visited.
    seen: Vec<usize>,
    turn: usize,
}

impl Stars<'_> {
    /// The unassigned articles that share enough text with this one.
    fn free(&self, place: usize) -> Vec<Pair> {
        let pairs = self.compares.pairs[place].iter().copied();
        pairs.filter(|pair| self.center[pair.other].is_none() && pair.score >= LEAST_COMMON).collect()
    }

    /// Makes an article the representative of the articles that are like it, unless these are unrelated to each other.
    fn take(&mut self, center: usize) {
        if self.center[center].is_some() {
            return;
        }
        let free = self.free(center);
        if free.is_empty() || self.is_between_strangers(center, &free) {
            return;
        }
        self.turn += 1;
        self.center[center] = Some(center);
        // An index limits how many copies of one article it compares, so the rest are reached through these copies.
        let mut copies = vec![center];
        while let Some(copy) = copies.pop() {
            for pair in self.free(copy) {
                if std::mem::replace(&mut self.seen[pair.other], self.turn) == self.turn {
                    continue;
                }
                let (verdict, score) = if copy == center {
                    (pair.verdict, pair.score)
                } else {
                    self.compares.compare(center, pair.other).rank()
                };
                if verdict >= Verdict::Partial && score >= LEAST_COMMON {
                    self.center[pair.other] = Some(center);
                    if verdict == Verdict::Same {
                        copies.push(pair.other);
                    }
                }
            }
        }
    }

    /// Whether an article is a digest, boilerplate or the like: it shares text with articles that share none with each
    /// other, and no more pages carry it than carry the second of these. An article that the pages show to be the
    /// original of all of them does not count.
    fn is_between_strangers(&mut self, center: usize, free: &[Pair]) -> bool {
        self.turn += 1;
        let rest: Vec<usize> = free.iter().filter(|pair| pair.verdict < Verdict::Same).map(|pair| pair.other).collect();
        let carriers = 1 + free.len() - rest.len();
        // The articles that were not yet reached from another article.
        for &place in &rest {
            self.seen[place] = self.turn;
        }
        let [mut most, mut second] = [0; 2];
        for &start in &rest {
            let mut reached = vec![start];
            let mut size = 0;
            while let Some(place) = reached.pop() {
                if std::mem::take(&mut self.seen[place]) == self.turn {
                    size += 1;
                    let pairs = self.compares.pairs[place].iter().map(|pair| pair.other);
                    reached.extend(pairs.filter(|&other| self.seen[other] == self.turn));
                }
            }
            second = second.max(size.min(most));
            most = most.max(size);
        }
        let about = |place: usize| &self.compares.members[self.compares.order[place]].metadata;
        let is_first = |&other: &usize| original(about(center), about(other), None).which == Some(Which::First);
        second >= carriers && !rest.iter().all(is_first)
    }

    /// The representatives of the largest clusters.
    fn largest(&self) -> Vec<usize> {
        let mut sizes = vec![0u32; self.center.len()];
        for &center in self.center.iter().flatten() {
            sizes[center] += 1;
        }
        let mut largest = in_order(sizes.len(), &|a, b| sizes[b].cmp(&sizes[a]));
        largest.truncate(MAX_CENTERS);
        largest.retain(|&center| sizes[center] > 0);
        largest
    }

    /// Assigns a remaining article to the most similar representative among its neighbors and the largest clusters. If
    /// there is none, the article becomes the representative of its nearest remaining neighbor.
    fn join(&mut self, place: usize, largest: &[usize]) {
        let member = &self.compares.members[self.compares.order[place]];
        if self.center[place].is_some() || member.fingerprint.is_none() && member.digest.is_none() {
            return;
        }
        self.turn += 1;
        let mut best: Option<(f64, usize)> = None;
        let near = self.compares.pairs[place]
            .iter()
            .filter_map(|pair| self.center[pair.other])
            .filter(|&center| !self.closed[center]);
        for center in near.chain(largest.iter().copied()) {
            if std::mem::replace(&mut self.seen[center], self.turn) == self.turn {
                continue;
            }
            let (verdict, score) = self.compares.compare(center, place).rank();
            let joins = verdict >= Verdict::Partial && score >= LEAST_COMMON;
            if joins && best.is_none_or(|(most, _)| score > most) {
                best = Some((score, center));
            }
        }
        match (best, self.compares.nearest(place, |other| self.center[other].is_none())) {
            (Some((_, center)), _) => self.center[place] = Some(center),
            (None, Some((other, score))) if score >= LEAST_COMMON => {
                self.center[place] = Some(place);
                self.center[other] = Some(place);
                self.closed[place] = true;
            }
            _ => {}
        }
    }
}
