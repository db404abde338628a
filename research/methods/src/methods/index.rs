//! An index in memory for any method, which follows the look-up policy of [`offprint::index::policy`].

use super::Method;
use offprint::compare::Verdict;
use offprint::index::{ClassId, Compared, Judgement, Limits, Posting, Ranked, rank};
use std::collections::HashMap;

/// Articles seen so far, by the signatures and keys of one method.
pub struct MethodIndex<'a, M: Method> {
    method: &'a M,
    limits: Limits,
    /// The articles by number.
    stored: Vec<Stored<M::Signature>>,
    postings: HashMap<String, Vec<Posting>>,
}

struct Stored<S> {
    id: String,
    class: ClassId,
    signature: S,
}

impl<'a, M: Method> MethodIndex<'a, M> {
    /// An empty index.
    pub fn new(method: &'a M, limits: Limits) -> MethodIndex<'a, M> {
        MethodIndex { method, limits, stored: Vec::new(), postings: HashMap::new() }
    }

    /// Judges an article among the earlier ones, and adds it. Returns the judgement and the number of keys looked up.
    ///
    /// ```
    /// use offprint::Article;
    /// use offprint::index::Limits;
    /// use offprint_methods::methods::{FeatureCode, Method, MethodIndex};
    /// let method = FeatureCode::default();
    /// let mut index = MethodIndex::new(&method, Limits::NONE);
    /// let mut of = |id, text: &str| {
    ///     let article = Article::of_text(String::new(), text.to_owned());
    ///     index.insert(id, method.sign(&article)).0.of
    /// };
    /// assert_eq!(of("first", "作为网页的特征。实验结果表明它高效。"), None);
    /// assert_eq!(of("again", "这也是网页的特征。实验结果表明它可行。").as_deref(), Some("first"));
    /// assert_eq!(of("short", "没有句号的一段文字"), None);
    /// ```
    pub fn insert(&mut self, id: &str, signature: Option<M::Signature>) -> (Judgement, usize) {
        let Some(signature) = signature else {
            return (Judgement::unique(Verdict::Unknown), 0);
        };
        let keys = self.method.read_keys(&signature);
        let judgement = self.judge(&signature, &keys);
        if judgement.verdict != Verdict::Same || self.method.keeps_copies() {
            self.store(id, judgement.class, signature);
        }
        (judgement, keys.len())
    }

    fn judge(&self, signature: &M::Signature, keys: &[String]) -> Judgement {
        let postings = keys.iter().filter_map(|key| self.postings.get(key)).cloned();
        let numbers = self.limits.candidates(postings);
        let mut compared = Vec::with_capacity(numbers.len());
        for &number in &numbers {
            let found = &self.stored[number as usize];
            let (verdict, score) = self.method.compare(signature, &found.signature).rank();
            compared.push(Compared { class: Some(found.class), verdict, score, rewriting: None });
        }
        let Some(&Ranked { place, verdict }) = rank(&compared).first() else {
            return Judgement::unique(Verdict::Different);
        };
        let of = &self.stored[numbers[place] as usize];
        let class = (verdict == Verdict::Same).then_some(of.class);
        Judgement { verdict, of: Some(of.id.clone()), score: compared[place].score, class }
    }

    fn store(&mut self, id: &str, class: Option<ClassId>, signature: M::Signature) {
        let number = self.stored.len() as u64;
        let class = class.unwrap_or(ClassId(number));
        for key in self.method.write_keys(&signature) {
            let postings = self.postings.entry(key).or_default();
            let is_there = postings.iter().any(|posting| posting.number == number);
            if !is_there && self.limits.extends(postings, class) {
                postings.push(Posting { number, class });
            }
        }
        self.stored.push(Stored { id: id.to_owned(), class, signature });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Offprint;

    /// It finds the same as the stores of the product; see `tests/look_up.rs`.
    #[test]
    fn with_the_own_method_it_finds_what_is_recorded() {
        let mut index = MethodIndex::new(&Offprint, Limits::default());
        let list = include_str!("../../../../tests/golden/look-ups.jsonl");
        for line in list.lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let id = row["id"].as_str().unwrap();
            let fingerprint = row["fingerprint"].as_str().map(|text| text.parse::<offprint::Fingerprint>().unwrap());
            let (found, _) = index.insert(id, fingerprint);
            let verdict: Verdict = serde_json::from_value(row["verdict"].clone()).unwrap();
            assert_eq!((found.verdict, found.of.as_deref()), (verdict, row["of"].as_str()), "{id}");
        }
    }
}
