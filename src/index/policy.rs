//! The look-up policy: which keys of a page are followed, which articles it is compared with, how it is judged, and
//! which class it joins. Stores with the same limits give the same answers for the same articles in the same order.
//!
//! A store fetches the articles under each key of a page. [`Limits::candidates`] selects the articles to compare with,
//! and [`rank`] derives the result from the comparisons. A page that is `same` joins the class of that article; any
//! other page begins a class.
//!
//! # Boilerplate
//!
//! A paragraph that many articles share, such as a disclaimer, gives them a common key. Such a key is useless: once it
//! leads to more than [`Limits::classes`] classes, it is closed: neither followed nor extended. The article is still
//! found by its other keys; if all of its keys are closed, it is not found. A key keeps a limited number of articles
//! per class ([`Limits::articles`]), and a look-up compares at most [`Limits::candidates`] articles: those that share
//! the most keys, the earliest first among equal ones. Everything depends only on the order of arrival. If a removal
//! reopens a closed key, articles that arrived while it was closed are not added.
//!
//! # One article per key
//!
//! The edge worker keeps one article per key: the first takes it, and later ones leave it alone. So a key-value store
//! needs no transactions, and boilerplate costs one comparison per page. This is the same policy with one class and one
//! article per key, except that the key stays open: it finds its first article, and the other articles are found by the
//! rest of their four keys. Copies are not stored, so every article is a class of its own, and a copy of a copy is
//! reported as a copy of the first article.
//!
//! Sources: the tree from a feature to its pages comes from Peng et al. (c. 2004); ignoring features that too many
//! pages share corresponds to the stop list of information retrieval (Luhn, 1958).

use crate::compare::verdict::Verdict;

/// A class of articles that are the same, identified by the number of the first article stored in it. Numbers are never
/// reused, so a class keeps its identity when that article is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u64);

/// One of the articles under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// Its number. Articles are numbered in the order of their arrival.
    pub number: u64,
    /// Its class.
    pub class: ClassId,
}

/// Limits on following keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most classes under a key that is still followed. Larger: finds copies that share only common phrases; smaller:
    /// fewer comparisons for pages with boilerplate.
    pub classes: usize,
    /// Most articles of one class under one key. Larger: more articles of a class influence the result; smaller: an
    /// article with thousands of copies costs less.
    pub articles: usize,
    /// Most articles compared in one look-up. Larger: compares more of the articles that share a key with a page;
    /// smaller: limits the cost of the worst page.
    pub candidates: usize,
}

impl Default for Limits {
    /// 32 classes, 64 articles, 256 candidates.
    ///
    /// Chosen with a wide margin, not fitted: a story that drifts as it is copied may fall into several classes and
    /// must still be followed, while dozens of classes under one key of four words are boilerplate.
    fn default() -> Limits {
        Limits { classes: 32, articles: 64, candidates: 256 }
    }
}

impl Limits {
    /// No limits, for measuring methods as they were published.
    pub const NONE: Limits = Limits { classes: usize::MAX, articles: usize::MAX, candidates: usize::MAX };

    /// For an index of records [with facts](crate::compare::ArticleRecord::with_facts): a fact such as a name leads to
    /// more articles than four words do, and the other facts tell them apart.
    pub const WITH_FACTS: Limits = Limits { classes: 256, articles: 64, candidates: 512 };

    /// Whether a key with these articles is boilerplate: whether they belong to too many classes.
    ///
    /// # Complexity
    /// A comparison for each article and class; the number of classes is bounded.
    ///
    /// ```
    /// use offprint::index::{ClassId, Posting, Limits};
    /// let limits = Limits { classes: 2, ..Limits::default() };
    /// let postings = [1, 2, 2, 3].map(|class| Posting { number: class, class: ClassId(class) });
    /// assert!(!limits.is_common(&postings[..3]));
    /// assert!(limits.is_common(&postings));
    /// ```
    pub fn is_common(&self, postings: &[Posting]) -> bool {
        // A list this short cannot have too many classes.
        if postings.len() <= self.classes {
            return false;
        }
        let mut classes: Vec<ClassId> = Vec::new();
        postings.iter().any(|posting| {
            if !classes.contains(&posting.class) {
                classes.push(posting.class);
            }
            classes.len() > self.classes
        })
    }

    /// Whether a key with these articles may take another article of this class.
    ///
    /// # Complexity
    /// The complexity of [`is_common`](Self::is_common).
    ///
    /// ```
    /// use offprint::index::{ClassId, Posting, Limits};
    /// let limits = Limits { articles: 2, ..Limits::default() };
    /// let postings = [7, 7].map(|class| Posting { number: class, class: ClassId(class) });
    /// assert!(limits.extends(&postings, ClassId(8)));
    /// assert!(!limits.extends(&postings, ClassId(7)), "two of it are there already");
    /// ```
    pub fn extends(&self, postings: &[Posting], class: ClassId) -> bool {
        let of_class = postings.iter().filter(|posting| posting.class == class).count();
        of_class < self.articles && !self.is_common(postings)
    }

    /// The articles that a key keeps after being offered these, in the order of their arrival. For stores that keep all
    /// articles of a key and ignore the surplus when reading.
    ///
    /// # Complexity
    /// Quadratic in the articles under the key, which the limits bound.
    ///
    /// ```
    /// use offprint::index::{ClassId, Posting, Limits};
    /// let limits = Limits { classes: 1, articles: 2, ..Limits::default() };
    /// let postings = [0, 0, 0, 1, 2].map(|class| Posting { number: class, class: ClassId(class) });
    /// let classes = limits.truncate_postings(postings).into_iter().map(|posting| posting.class.0);
    /// assert_eq!(classes.collect::<Vec<_>>(), [0, 0, 1], "the third of 0 is one too many, as is 2");
    /// ```
    pub fn truncate_postings(&self, offered: impl IntoIterator<Item = Posting>) -> Vec<Posting> {
        let mut postings = Vec::new();
        for posting in offered {
            if self.extends(&postings, posting.class) {
                postings.push(posting);
            }
        }
        postings
    }

    /// The numbers of the articles to compare with, ascending, given the articles under each of a page's keys.
    ///
    /// # Complexity
    /// Sorts the articles under the keys. The limits bound them: for each key, `articles` times one more than
    /// `classes`.
    ///
    /// ```
    /// use offprint::index::{ClassId, Posting, Limits};
    /// let limits = Limits { candidates: 1, ..Limits::default() };
    /// let posting = |number| Posting { number, class: ClassId(number) };
    /// let first = vec![posting(1), posting(2)];
    /// assert_eq!(limits.candidates([first.clone()]), [1], "of equals the earliest");
    /// assert_eq!(limits.candidates([first, vec![posting(2)]]), [2], "it shares two keys");
    /// ```
    pub fn candidates(&self, postings_of_keys: impl IntoIterator<Item = Vec<Posting>>) -> Vec<u64> {
        let followed = postings_of_keys.into_iter().filter(|postings| !self.is_common(postings));
        let mut numbers: Vec<u64> = followed.flatten().map(|posting| posting.number).collect();
        numbers.sort_unstable();
        // Each number, repeated once for every key that it shares.
        let shared: Vec<&[u64]> = numbers.chunk_by(|a, b| a == b).collect();
        let most = shared.iter().map(|same| same.len()).max().unwrap_or(0);
        let most_similar = (1..=most).rev().flat_map(|keys| shared.iter().filter(move |same| same.len() == keys));
        let mut candidates: Vec<u64> = most_similar.map(|same| same[0]).take(self.candidates).collect();
        candidates.sort_unstable();
        candidates
    }
}

/// A candidate after comparison with the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// Its class; `None` if it does not affect the result, like an earlier version of the page.
    pub class: Option<ClassId>,
    /// The verdict on the page and the candidate.
    pub verdict: Verdict,
    /// Similarity of the two, 0 to 1.
    pub score: f64,
    /// The probability that one of the two rewrites the other, 0 to 1, if it is high enough.
    pub rewriting: Option<f64>,
}

/// A candidate that the page is similar to, or probably rewrites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranked {
    /// Its index among the candidates.
    pub place: usize,
    /// The verdict on the page and the candidate. For the candidate that decides, the verdict on the page: with `same`,
    /// the page joins the class of this candidate; otherwise it is `partial`.
    pub verdict: Verdict,
}

/// The candidates, given in the order of their arrival, that a page is similar to, or probably rewrites. The one that
/// decides comes first, if there is one, then the others, the most similar first, and rewritings last.
///
/// The most similar candidate decides, the earliest among equal ones. For `same`, at least as many candidates of its
/// class must be the same as are different, since copies of copies drift apart. Candidates that overlap decide nothing:
/// for a story with hundreds of copies, most are longer or shorter than a given one.
///
/// # Complexity
/// Quadratic in the similar candidates, at most [`Limits::candidates`] in a look-up.
///
/// ```
/// use offprint::compare::Verdict;
/// use offprint::index::{ClassId, Compared, rank};
/// let compared = |verdict, score| Compared { class: Some(ClassId(0)), verdict, score, rewriting: None };
/// let first = |candidates: &[Compared]| rank(candidates).first().map(|first| (first.place, first.verdict));
/// let [same, partial] = [compared(Verdict::Same, 0.9), compared(Verdict::Partial, 0.4)];
/// assert_eq!(first(&[partial, same]), Some((1, Verdict::Same)));
/// let different = compared(Verdict::Different, 0.1);
/// assert_eq!(first(&[different, different, same]), Some((2, Verdict::Partial)));
/// assert_eq!(first(&[different]), None);
/// ```
pub fn rank(candidates: &[Compared]) -> Vec<Ranked> {
    let mut ranked = Vec::from_iter(nearest(candidates));
    // Sorting another type would take kilobytes of WebAssembly.
    loop {
        let left = candidates.iter().enumerate().filter(|(place, other)| {
            let is_similar = other.verdict >= Verdict::Partial || other.rewriting.is_some();
            is_similar && ranked.iter().all(|other| other.place != *place)
        });
        let Some((place, Compared { verdict, .. })) = best(left, |(_, other)| likeness(other)) else {
            return ranked;
        };
        ranked.push(Ranked { place, verdict: *verdict });
    }
}

/// `same` before `partial` before rewritings, then by score.
fn likeness(candidate: &Compared) -> f64 {
    match candidate.verdict {
        Verdict::Same => 4.0 + candidate.score,
        Verdict::Partial => 2.0 + candidate.score,
        Verdict::Different | Verdict::Unknown => candidate.rewriting.unwrap_or_default(),
    }
}

/// The candidate that decides, and the verdict on the page.
fn nearest(candidates: &[Compared]) -> Option<Ranked> {
    let similar = candidates
        .iter()
        .enumerate()
        .filter(|(_, candidate)| candidate.class.is_some() && candidate.verdict >= Verdict::Partial);
    let (place, nearest) = best(similar, |(_, candidate)| candidate.score)?;
    let of_class = candidates.iter().filter(|candidate| candidate.class == nearest.class);
    // Each candidate that is the same cancels one that is not even similar.
    let agreement: i32 = of_class
        .map(|candidate| match candidate.verdict {
            Verdict::Same => 1,
            Verdict::Partial => 0,
            Verdict::Different | Verdict::Unknown => -1,
        })
        .sum();
    let verdict = match nearest.verdict {
        Verdict::Same if agreement >= 0 => Verdict::Same,
        _ => Verdict::Partial,
    };
    Some(Ranked { place, verdict })
}

/// The item with the highest score, the first of equal ones.
pub(crate) fn best<T>(all: impl Iterator<Item = T>, score: impl Fn(&T) -> f64) -> Option<T> {
    all.reduce(|best, other| if score(&other) > score(&best) { other } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_decides_unless_its_class_disagrees() {
        let result = |candidates: &[(u64, Verdict, f64)]| {
            let compared = |&(class, verdict, score)| {
                let class = Some(ClassId(class));
                Compared { class, verdict, score, rewriting: None }
            };
            let candidates: Vec<Compared> = candidates.iter().map(compared).collect();
            rank(&candidates).first().map(|first| (first.place, first.verdict))
        };
        let (same, partial) = (Verdict::Same, Verdict::Partial);
        assert_eq!(result(&[]), None);
        assert_eq!(result(&[(0, Verdict::Different, 0.9)]), None);
        assert_eq!(result(&[(0, partial, 0.5), (1, same, 0.9)]), Some((1, same)));
        assert_eq!(result(&[(0, same, 0.6), (1, partial, 0.7)]), Some((1, partial)));
        assert_eq!(result(&[(0, same, 0.8), (0, same, 0.8)]), Some((0, same)), "of equals the earliest");
        assert_eq!(
            result(&[(0, partial, 0.6), (0, partial, 0.7), (0, same, 0.8)]),
            Some((2, same)),
            "those that overlap do not object"
        );
        let different = Verdict::Different;
        assert_eq!(
            result(&[(0, different, 0.1), (0, different, 0.2), (0, same, 0.8)]),
            Some((2, partial)),
            "one of three of the class is too few"
        );
    }
}
