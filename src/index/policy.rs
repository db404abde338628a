//! The look-up policy: which keys of a page are followed, with what it is compared, what is said of it,
//! and which class it joins. All stores follow it, so the same articles in the same order get the same
//! answers from all of them.
//!
//! A store fetches what each key of a page leads to; [`Limits::candidates`] says with which of these
//! articles to compare; [`nearest`] says from the comparisons what the page is. A page that is `same`
//! joins the class of that article; any other begins a class.
//!
//! # Boilerplate
//!
//! A paragraph that many articles share, such as a disclaimer, gives them a key in common. Such a
//! key says nothing: a key that leads to more than [`Limits::classes`] classes is neither followed nor
//! extended any more. The article is still found by its other keys, and one that has no others
//! than these is not found. Under one key only so many articles of one class are kept
//! ([`Limits::articles`]), and one look-up compares no more than [`Limits::candidates`]: those that
//! share most keys, of equals the earliest. All of it follows from the order of arrival alone.
//! What a key that was closed would have led to is not made up for when a removal opens it again.
//!
//! # One article a key
//!
//! The edge worker and the indexes of the npm package keep one article under a key: the first takes it,
//! and later ones leave it. A store of pairs then needs no transactions, and boilerplate costs one
//! comparison a page. That is this policy with one class and one article a key, except that the key
//! stays open: it finds its first article, and the others are found by the rest of their four keys. An
//! article all of whose keys are taken is not found at all. Copies are not stored, so every article is
//! a class of its own, and a copy of a copy is called one of the first article.
//!
//! # Private look-ups
//!
//! What an index answers to a [private look-up](crate::index::private) says nothing of classes; there
//! too every article counts as a class of its own, and only what one ending brings is compared.
//!
//! Sources: the tree from a feature to the pages that have it is that of Peng et al. (c. 2004), see
//! `FeatureCodeTree`; leaving out what too many share is the stop
//! list of information retrieval (Luhn, 1958).

use crate::compare::verdict::Verdict;

/// A class of articles that are the same: the number of the first that was stored in it. An index
/// uses no number twice, so a class stays what it is when that article is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(pub u64);

/// One of the articles that a key leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    /// Its number: articles are numbered in the order of their arrival.
    pub number: u64,
    /// Its class.
    pub class: Class,
}

/// How far keys are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Classes that a key may lead to and still be followed. Larger: copies are found that share
    /// nothing but common phrases; smaller: fewer comparisons for pages with boilerplate.
    pub classes: usize,
    /// Articles of one class under one key. Larger: more of a class have a say about a page;
    /// smaller: an article with thousands of copies costs less.
    pub articles: usize,
    /// Articles compared in one look-up. Larger: of a page that many articles share a key with,
    /// more are compared; smaller: a bound on what the worst page costs.
    pub candidates: usize,
}

impl Default for Limits {
    /// 32 classes, 64 articles, 256 candidates.
    ///
    /// Chosen with room to spare, not fitted: a story that drifts as it is copied may fall into
    /// several classes and must still be followed, while dozens of classes under one key of four
    /// words are boilerplate.
    fn default() -> Limits {
        Limits {
            classes: 32,
            articles: 64,
            candidates: 256,
        }
    }
}

impl Limits {
    /// No limits: what methods want that are to be measured as they were published.
    pub const NONE: Limits = Limits {
        classes: usize::MAX,
        articles: usize::MAX,
        candidates: usize::MAX,
    };

    /// For an index of signatures [with facts](crate::compare::Signature::with_facts): a fact such as a name leads to more
    /// articles than four words do, and the rest of the facts separates them.
    pub const WITH_FACTS: Limits = Limits {
        classes: 256,
        articles: 64,
        candidates: 512,
    };

    /// Whether a key that leads to these articles is boilerplate: they are of too many classes.
    ///
    /// # Complexity
    /// A comparison for each article and class, whose number is bounded.
    ///
    /// ```
    /// use offprint::index::{Class, Lead, Limits};
    /// let limits = Limits { classes: 2, ..Limits::default() };
    /// let leads = [1, 2, 2, 3].map(|class| Lead { number: class, class: Class(class) });
    /// assert!(!limits.is_common(&leads[..3]));
    /// assert!(limits.is_common(&leads));
    /// ```
    pub fn is_common(&self, leads: &[Lead]) -> bool {
        // A list that is short enough cannot hold too many.
        if leads.len() <= self.classes {
            return false;
        }
        let mut classes: Vec<Class> = Vec::new();
        leads.iter().any(|lead| {
            if !classes.contains(&lead.class) {
                classes.push(lead.class);
            }
            classes.len() > self.classes
        })
    }

    /// Whether a key that leads to these articles is to lead to another one of this class too.
    ///
    /// # Complexity
    /// That of [`is_common`](Self::is_common).
    ///
    /// ```
    /// use offprint::index::{Class, Lead, Limits};
    /// let limits = Limits { articles: 2, ..Limits::default() };
    /// let leads = [7, 7].map(|class| Lead { number: class, class: Class(class) });
    /// assert!(limits.extends(&leads, Class(8)));
    /// assert!(!limits.extends(&leads, Class(7)), "two of it are there already");
    /// ```
    pub fn extends(&self, leads: &[Lead], class: Class) -> bool {
        let of_class = leads.iter().filter(|lead| lead.class == class).count();
        of_class < self.articles && !self.is_common(leads)
    }

    /// What a key leads to that was offered these articles, in the order of their arrival: what a store
    /// finds that keeps all articles of a key, and leaves out the surplus when it reads.
    ///
    /// # Complexity
    /// Quadratic in what the key leads to, which these limits bound.
    ///
    /// ```
    /// use offprint::index::{Class, Lead, Limits};
    /// let limits = Limits { classes: 1, articles: 2, ..Limits::default() };
    /// let leads = [0, 0, 0, 1, 2].map(|class| Lead { number: class, class: Class(class) });
    /// let classes = limits.led(leads).into_iter().map(|lead| lead.class.0);
    /// assert_eq!(classes.collect::<Vec<_>>(), [0, 0, 1], "the third of 0 is one too many, as is 2");
    /// ```
    pub fn led(&self, offered: impl IntoIterator<Item = Lead>) -> Vec<Lead> {
        let mut leads = Vec::new();
        for lead in offered {
            if self.extends(&leads, lead.class) {
                leads.push(lead);
            }
        }
        leads
    }

    /// The numbers of the articles to compare with, ascending, of what each of a page's keys leads to.
    ///
    /// # Complexity
    /// Sorting what the keys lead to, which these limits bound: for each key `articles` times one
    /// more than `classes`.
    ///
    /// ```
    /// use offprint::index::{Class, Lead, Limits};
    /// let limits = Limits { candidates: 1, ..Limits::default() };
    /// let lead = |number| Lead { number, class: Class(number) };
    /// let first = vec![lead(1), lead(2)];
    /// assert_eq!(limits.candidates([first.clone()]), [1], "of equals the earliest");
    /// assert_eq!(limits.candidates([first, vec![lead(2)]]), [2], "it shares two keys");
    /// ```
    pub fn candidates(&self, leads_of_keys: impl IntoIterator<Item = Vec<Lead>>) -> Vec<u64> {
        let followed = leads_of_keys
            .into_iter()
            .filter(|leads| !self.is_common(leads));
        let mut numbers: Vec<u64> = followed.flatten().map(|lead| lead.number).collect();
        numbers.sort_unstable();
        // Each with the number of keys that it shares.
        let shared: Vec<&[u64]> = numbers.chunk_by(|a, b| a == b).collect();
        let most = shared.iter().map(|same| same.len()).max().unwrap_or(0);
        let with = |keys| shared.iter().filter(move |same| same.len() == keys);
        let likest = (1..=most).rev().flat_map(with).map(|same| same[0]);
        let mut candidates: Vec<u64> = likest.take(self.candidates).collect();
        candidates.sort_unstable();
        candidates
    }
}

/// A candidate after it was compared with the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// Its class.
    pub class: Class,
    /// What the page is to it.
    pub verdict: Verdict,
    /// How alike the two are, 0 to 1.
    pub score: f64,
}

/// The candidate that decides what a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nearest {
    /// Its place among the candidates.
    pub place: usize,
    /// What is said of the page: `same`, and it joins the class of this candidate; or `partial`.
    pub verdict: Verdict,
}

/// What the candidates, in the order of their arrival, say of a page; `None` if it is like none of them.
///
/// The nearest decides, of equals the earliest; but for `same`, at least half of those of its class
/// must agree, since copies of copies drift apart.
///
/// ```
/// use offprint::compare::Verdict;
/// use offprint::index::{Class, Compared, nearest};
/// let compared = |verdict, score| Compared { class: Class(0), verdict, score };
/// let [same, partial] = [compared(Verdict::Same, 0.9), compared(Verdict::Partial, 0.4)];
/// assert_eq!(nearest(&[partial, same]).map(|n| (n.place, n.verdict)), Some((1, Verdict::Same)));
/// assert_eq!(nearest(&[partial, partial, same]).unwrap().verdict, Verdict::Partial);
/// assert_eq!(nearest(&[compared(Verdict::Different, 0.1)]), None);
/// ```
pub fn nearest(candidates: &[Compared]) -> Option<Nearest> {
    let (place, nearest) = candidates
        .iter()
        .enumerate()
        .filter(|(_, candidate)| candidate.verdict >= Verdict::Partial)
        .reduce(|best, other| match other.1.score > best.1.score {
            true => other,
            false => best,
        })?;
    let of_class = candidates.iter().filter(|c| c.class == nearest.class);
    // Those that agree weigh against those that do not.
    let agreement: i32 = of_class
        .map(|c| if c.verdict == Verdict::Same { 1 } else { -1 })
        .sum();
    let same = nearest.verdict == Verdict::Same && agreement >= 0;
    let verdict = if same {
        Verdict::Same
    } else {
        Verdict::Partial
    };
    Some(Nearest { place, verdict })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_decides_unless_its_class_disagrees() {
        let told = |candidates: &[(u64, Verdict, f64)]| {
            let compared = |&(class, verdict, score)| Compared {
                class: Class(class),
                verdict,
                score,
            };
            let candidates: Vec<Compared> = candidates.iter().map(compared).collect();
            nearest(&candidates).map(|nearest| (nearest.place, nearest.verdict))
        };
        let (same, partial) = (Verdict::Same, Verdict::Partial);
        assert_eq!(told(&[]), None);
        assert_eq!(told(&[(0, Verdict::Different, 0.9)]), None);
        assert_eq!(told(&[(0, partial, 0.5), (1, same, 0.9)]), Some((1, same)));
        assert_eq!(
            told(&[(0, same, 0.6), (1, partial, 0.7)]),
            Some((1, partial))
        );
        assert_eq!(
            told(&[(0, same, 0.8), (0, same, 0.8)]),
            Some((0, same)),
            "of equals the earliest"
        );
        assert_eq!(
            told(&[(0, partial, 0.6), (0, partial, 0.7), (0, same, 0.8)]),
            Some((2, partial)),
            "one of three of the class is too few"
        );
    }
}
