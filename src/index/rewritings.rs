//! Which of many articles rewrite others, judged by their facts.

use super::clusters::{Compares, Postings};
use super::policy::{ClassId, Limits, best};
use crate::compare::rewriting::RewriteVerdict;
use crate::facts::Sketch;
use serde::Serialize;

/// An article that retells an earlier one in different words. Both are given by index.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RewritingLink {
    /// The presumed rewriting: the later one.
    pub rewriting: usize,
    /// The article that it rewrites.
    pub source: usize,
    /// The probability, 0.95 to 1.
    pub score: f64,
}

impl Compares<'_> {
    /// For each article with facts, the earlier article that it most likely rewrites, if there is one. `order` is the
    /// order of the articles, `classes` the cluster of each. No copy, however late, rewrites an article of a cluster
    /// that began after its own cluster.
    pub fn rewritings(&self, order: impl Iterator<Item = usize>, classes: &[usize]) -> Vec<RewritingLink> {
        let sketches = self.members.iter().filter_map(|one| one.sketch.as_ref());
        let mut postings = Postings::new(Limits::WITH_FACTS, sketches.flat_map(Sketch::write_numbers).collect());
        let mut links = Vec::new();
        let mut began = vec![usize::MAX; classes.len()];
        for (time, article) in order.enumerate() {
            let class = classes[article];
            began[class] = began[class].min(time);
            let Some(sketch) = &self.members[article].sketch else {
                continue;
            };
            let mut found = postings.candidates(sketch.read_numbers());
            found.retain(|&of| began[classes[of]] < began[class]);
            let scored = found.into_iter().filter_map(|of| Some((of, self.rewritten([article, of])?)));
            links.extend(best(scored, |(_, score)| *score).map(|(source, score)| RewritingLink {
                rewriting: article,
                source,
                score,
            }));
            postings.add(article, ClassId(class as u64), sketch.write_numbers());
        }
        links
    }

    /// The probability that one of two articles rewrites the other, if it is high enough.
    pub fn rewritten(&self, articles: [usize; 2]) -> Option<f64> {
        let [first, second] = articles.map(|article| &self.members[article]);
        let [a, b] = articles.map(|article| self.places[article]);
        let found = first.rewriting(second, self.compare(a, b).verdict);
        found.score.filter(|_| found.verdict == RewriteVerdict::Rewritten)
    }
}
