//! The paper's procedure: an inverted index of key concepts.

use super::{ConceptNetwork, KeyConcepts};
use crate::methods::Method;
use offprint::compare::Verdict;
use std::collections::{BTreeMap, HashMap};

/// From each key concept to the pages that have it, filled in the order in which pages arrive.
///
/// The paper's listing looks at all hits but the last, and stores a page only if there were no hits
/// at all; both must be slips. Here it looks at all hits, and stores a page that copies
/// none of them.
///
/// ```
/// use offprint_methods::methods::{ConceptIndex, ConceptNetwork};
/// let method = ConceptNetwork::default();
/// let mut index = ConceptIndex::new(method);
/// let page = |text| method.key_concepts(text).unwrap();
/// assert_eq!(index.arrive(page("下游三座水库已经蓄满，大坝安全。")), None);
/// assert_eq!(index.arrive(page("本报讯：下游三座水库已经蓄满，大坝安全。")), Some(0));
/// assert_eq!(index.arrive(page("明天夜里有小雪，请各位司机减速慢行。")), None);
/// ```
#[derive(Debug, Clone)]
pub struct ConceptIndex {
    method: ConceptNetwork,
    /// From a concept to the pages that have it, in order of arrival.
    lists: HashMap<u64, Vec<usize>>,
    pages: Vec<KeyConcepts>,
}

impl ConceptIndex {
    /// An empty index.
    pub fn new(method: ConceptNetwork) -> ConceptIndex {
        ConceptIndex { method, lists: HashMap::new(), pages: Vec::new() }
    }

    /// The earliest page that the next one is a copy of, new pages counted from 0. If it copies
    /// none of them, it is stored as a new page.
    ///
    /// # Complexity
    /// Linear in the lists of its key concepts, and a comparison for each page that shares enough.
    pub fn arrive(&mut self, page: KeyConcepts) -> Option<usize> {
        let mut hits: BTreeMap<usize, usize> = BTreeMap::new();
        let lists = page.keys.iter().filter_map(|key| self.lists.get(&key.concept));
        for &earlier in lists.flatten() {
            *hits.entry(earlier).or_default() += 1;
        }
        let is_copy = |&earlier: &usize| {
            let verdict = self.method.compare(Some(&self.pages[earlier]), Some(&page));
            verdict.verdict == Verdict::Same
        };
        let candidates = hits.into_iter().filter(|hit| hit.1 >= self.method.shared);
        let original = candidates.map(|(earlier, _)| earlier).find(is_copy);
        if original.is_none() {
            for key in &page.keys {
                let list = self.lists.entry(key.concept).or_default();
                list.push(self.pages.len());
            }
            self.pages.push(page);
        }
        original
    }
}
