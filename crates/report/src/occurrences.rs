//! How often each article of a stream has arrived.

use offprint::compare::Verdict;
use offprint::index::Arrival;
use std::collections::BTreeMap;

/// Pages by the first page of their article.
///
/// The method `credit` returns that number with the page that it keeps. Methods that store no copies
/// name that page as what a copy is the same as.
#[derive(Debug, Default)]
pub struct Occurrences(BTreeMap<String, usize>);

impl Occurrences {
    /// How often the article of this page has arrived, this page included.
    ///
    /// ```
    /// use offprint::compare::Verdict;
    /// use offprint::index::{Arrival, Judgement};
    /// use offprint_report::Occurrences;
    /// let arrival = |verdict, of: Option<&str>, known: bool| Arrival {
    ///     judgement: Judgement { verdict, of: of.map(str::to_owned), score: 1.0 },
    ///     reads: (!known).then_some(3),
    ///     gated: None,
    ///     retold: None,
    /// };
    /// let mut occurrences = Occurrences::default();
    /// let mut count = |id, arrival| occurrences.count(id, &arrival);
    /// assert_eq!(count("a", arrival(Verdict::Different, None, false)), 1);
    /// assert_eq!(count("b", arrival(Verdict::Same, Some("a"), false)), 2);
    /// assert_eq!(count("b", arrival(Verdict::Same, Some("a"), true)), 2);
    /// assert_eq!(count("c", arrival(Verdict::Partial, Some("a"), false)), 1);
    /// ```
    pub fn count(&mut self, id: &str, arrival: &Arrival) -> usize {
        let of = arrival.judgement.of.as_deref();
        let first = of.filter(|_| arrival.judgement.verdict == Verdict::Same);
        let count = self.0.entry(first.unwrap_or(id).to_owned()).or_default();
        // A page that is known was counted when it arrived.
        *count += usize::from(arrival.reads.is_some());
        *count
    }
}
