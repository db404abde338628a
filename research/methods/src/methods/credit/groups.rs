//! The paper's procedure on a stream of pages.

use super::{Credit, Credited};
use crate::methods::Method;
use offprint::compare::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// How often a group occurs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// Pages that are the same as the one kept, itself counted.
    pub same: usize,
    /// Pages that are partial copies of it.
    pub partial: usize,
}

/// The paper's procedure: pages are grouped by source and headline, else by code; the first of a
/// group is kept, the others are dropped and counted.
///
/// ```
/// use offprint::Article;
/// use offprint::compare::Verdict;
/// use offprint_methods::methods::{Credit, CreditGroups, Method};
/// let method = Credit::default();
/// let mut groups = CreditGroups::new(method);
/// let page = |title: &str, text: &str| {
///     method.sign(&Article::of_text(title.into(), format!("来源：江城晚报\n{text}"))).unwrap()
/// };
/// let (first, _) = groups.arrive(page("三座水库蓄满", "下游三座水库已经蓄满。"));
/// assert_eq!(groups.arrive(page("三座水库 蓄满", "下游三座水库都已蓄满。")), (first, Verdict::Same));
/// assert_eq!(groups.arrive(page("大桥通车", "江上大桥今天通车。")).1, Verdict::Different);
/// assert_eq!(groups.occurrences(first).same, 2);
/// ```
#[derive(Debug, Clone)]
pub struct CreditGroups {
    method: Credit,
    /// From a key to the groups whose kept page has it, in order of arrival.
    index: BTreeMap<String, Vec<usize>>,
    kept: Vec<(Credited, Occurrences)>,
}

impl CreditGroups {
    /// No groups yet.
    pub fn new(method: Credit) -> CreditGroups {
        CreditGroups { method, index: BTreeMap::new(), kept: Vec::new() }
    }

    /// The group of the next page, counted from 0, and how the page relates to its kept page:
    /// the earliest group whose kept page it copies, in whole or in part; else one of its own.
    ///
    /// # Complexity
    /// `log n` for each of its keys, and a comparison for each kept page that shares one.
    pub fn arrive(&mut self, page: Credited) -> (usize, Verdict) {
        let keys = self.method.read_keys(&page);
        let met = keys.iter().filter_map(|key| self.index.get(key)).flatten();
        for group in met.copied().collect::<BTreeSet<usize>>() {
            let (kept, count) = &mut self.kept[group];
            let verdict = self.method.compare(Some(kept), Some(&page)).verdict;
            match verdict {
                Verdict::Same => count.same += 1,
                Verdict::Partial => count.partial += 1,
                Verdict::Different | Verdict::Unknown => continue,
            }
            return (group, verdict);
        }
        for key in keys {
            self.index.entry(key).or_default().push(self.kept.len());
        }
        let first = Occurrences { same: 1, partial: 0 };
        self.kept.push((page, first));
        (self.kept.len() - 1, Verdict::Different)
    }

    /// The number of pages in a group; 0 if there is no such group.
    pub fn occurrences(&self, group: usize) -> Occurrences {
        self.kept.get(group).map_or(Occurrences::default(), |kept| kept.1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{credited, signed};
    use super::*;

    #[test]
    fn a_group_keeps_its_first_page_and_counts_the_others() {
        let mut groups = CreditGroups::new(Credit::default());
        let mut arrive = |page| groups.arrive(page).0;
        let paper = Some("江城晚报");
        assert_eq!(arrive(credited(paper, "下游三座水库蓄满", 1000)), 0);
        assert_eq!(arrive(credited(paper, "下游三座水库已蓄满", 1050)), 0);
        assert_eq!(arrive(credited(paper, "下游三座水库蓄满", 400)), 0);
        assert_eq!(arrive(credited(paper, "江上大桥今天通车", 1000)), 1);
        assert_eq!(arrive(credited(Some("河口日报"), "下游三座水库蓄满", 1000)), 2);
        let uncredited = signed("", "文中的长句作为网页的特征。实验结果表明它高效。");
        assert_eq!(arrive(uncredited.clone()), 3);
        assert_eq!(arrive(uncredited), 3);
        let counts: Vec<_> = (0..5).map(|group| groups.occurrences(group)).collect();
        let count = |same, partial| Occurrences { same, partial };
        assert_eq!(counts, [count(2, 1), count(1, 0), count(1, 0), count(2, 0), count(0, 0)]);
    }
}
