//! Folds a list of results: ten results with one article become one, with the others under it.
//!
//! Results with a fingerprint form the clusters of [`origins`](super::origins). The others are known only by what a
//! list shows of them. They join by their addresses, titles and snippets ([`snippets`]), which can only suggest that
//! two pages have the same article. Such a result joins one group, and never connects two.

mod snippets;
pub(crate) mod written;

use super::clusters::{Compares, Postings};
use super::origins::{Report, independent, root};
use super::policy::{ClassId, Limits, best};
use crate::article::Article;
use crate::compare::record::ArticleRecord;
use crate::compare::verdict::Verdict;
use crate::facts::{Sketch, SketchInput};
use crate::schema::names;
use serde::Serialize;
use snippets::Shown;

/// What is known of a result; missing fields are empty.
#[derive(Debug, Clone, Default)]
pub struct SearchResult {
    /// Title, address and the like, and the fingerprint and facts if the page was read.
    pub record: ArticleRecord,
    /// The body if the page was read, otherwise the snippet.
    pub text: String,
}

impl From<&Article> for SearchResult {
    fn from(article: &Article) -> SearchResult {
        SearchResult { record: ArticleRecord::from(article), text: article.text.clone() }
    }
}

impl<'a> From<&'a SearchResult> for SketchInput<'a> {
    fn from(SearchResult { record, text }: &'a SearchResult) -> SketchInput<'a> {
        SketchInput::new(&record.metadata, text, record.fingerprint.as_ref())
    }
}

impl SearchResult {
    /// Adds the length and the fingerprint of its text, unless it has a fingerprint or is known to have none.
    pub fn with_fingerprint(mut self) -> SearchResult {
        let SearchResult { record, text } = &mut self;
        if record.fingerprint.is_none() && record.no_fingerprint_reason.is_none() && !text.is_empty() {
            let article = Article::of_text(record.metadata.title.clone(), text.clone());
            (record.length, record.fingerprint) = (article.length, article.fingerprint);
        }
        self
    }

    /// Adds the facts of its text, unless they are known or it has no fingerprint; see [`Sketch`].
    pub fn with_facts(mut self) -> SearchResult {
        if self.record.sketch.is_none() && self.record.fingerprint.is_some() {
            self.record.sketch = Sketch::of_input(&SketchInput::from(&self));
        }
        self
    }
}

names! {
    /// How a result resembles another of its group.
    #[allow(clippy::exhaustive_enums, reason = "callers do something for each")]
    pub enum Likeness {
        /// The same article, or the same page.
        Same = "same",
        /// One abridges, extends, merges or quotes a large part of the other.
        Partial = "partial",
        /// One retells the other in different words.
        Rewritten = "rewritten",
        /// Their titles or snippets agree, and one of them was not read. They are probably the same article, but only
        /// the text of both would show it.
        Similar = "similar",
    }
}

/// A list of results, folded. Results are given by index.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FoldedResults {
    /// The result in one sentence.
    pub sentence: String,
    /// How many independent origins the results have. Groups of one publisher count once.
    pub independent_origins: usize,
    /// The groups, in the order of their best results.
    pub groups: Vec<ResultGroup>,
    /// Results without a fingerprint, judged only by address, title and snippet.
    pub unread: Vec<usize>,
}

/// Results that are the same article, or parts or versions of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResultGroup {
    /// The likely original if the pages indicate one, otherwise the best result.
    pub representative: usize,
    /// The publisher of its origin: the site of the original, or the credited source; `None` if unknown.
    pub source: Option<String>,
    /// Confidence in the original or source, 0 to 100; 0 if neither is known.
    pub confidence: u8,
    /// The others, the best first.
    pub others: Vec<GroupedResult>,
}

/// A result under the representative of its group.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GroupedResult {
    /// The result.
    pub result: usize,
    /// The result that it resembles: the representative, unless only another result of the group does.
    pub of: usize,
    /// How it resembles that result.
    pub likeness: Likeness,
    /// Similarity of the two, 0 to 1; for [`Likeness::Rewritten`] the probability that one rewrites the other.
    pub score: f64,
}

/// Folds results, given the best first. To fold the same list more accurately after reading more pages, call it again.
///
/// # Complexity
/// The complexity of [`origins`](super::origins()), plus a look-up in the texts for every run of words of unread
/// results and similar ones: linear in all texts together. Meant for lists of up to a thousand results.
///
/// ```
/// use offprint::compare::ArticleRecord;
/// use offprint::index::{Likeness, SearchResult, fold};
/// use offprint::{Article, Metadata};
/// let ferry = "The ferry to Skarn stopped running on Sunday night, after a storm had torn away half of its landing \
///     stage. Divers found two of the four piles broken below the waterline. The county says that repairs will take at \
///     least six weeks, and that a smaller boat will carry passengers, but no cars, from the old quay until then.";
/// let choir = "Forty singers who had never met before filled the chapel of Oldmere on Saturday.";
/// let read = |title: &str, text: &str| SearchResult::from(&Article::of_text(title.to_owned(), text.to_owned()));
/// let shown = |text: &str| SearchResult { text: text.to_owned(), ..SearchResult::default() };
/// let found = fold(&[read("No ferry", ferry), shown(choir), shown(&ferry[90..250]), read("Island cut off", ferry)]);
/// assert_eq!(found.independent_origins, 2);
/// let others = &found.groups[0].others;
/// assert_eq!([others[0].result, others[1].result], [2, 3]);
/// assert_eq!([others[0].likeness, others[1].likeness], [Likeness::Similar, Likeness::Same]);
/// assert!(found.groups[1].others.is_empty());
/// ```
pub fn fold(results: &[SearchResult]) -> FoldedResults {
    let members: Vec<ArticleRecord> = results.iter().map(|one| one.record.clone()).collect();
    let mut folding = Folding::new(results, &members);
    folding.join_unread();
    folding.join_rewritten();
    folding.end()
}

/// Why two results belong to one group.
#[derive(Clone, Copy)]
struct Join {
    ends: [usize; 2],
    likeness: Likeness,
    score: f64,
}

/// Groups under construction; all results by index.
struct Folding<'a> {
    results: &'a [SearchResult],
    compares: Compares<'a>,
    /// Similarity of each result to the others of its cluster.
    nearness: Vec<[f64; 3]>,
    /// The representative of each result's cluster.
    centers: Vec<usize>,
    /// For each result, an earlier one of its group, or itself.
    firsts: Vec<usize>,
    /// What first connected each result with a result of another cluster.
    joins: Vec<Option<Join>>,
}

impl<'a> Folding<'a> {
    fn new(results: &'a [SearchResult], members: &'a [ArticleRecord]) -> Folding<'a> {
        let compares = Compares::new(members);
        let count = results.len();
        let mut folding = Folding {
            results,
            nearness: vec![[0.0; 3]; count],
            centers: (0..count).collect(),
            firsts: (0..count).collect(),
            joins: vec![None; count],
            compares,
        };
        for group in folding.compares.groups() {
            let order = &folding.compares.order;
            let center = order[group.representative];
            let first = group.places.iter().map(|&place| order[place]).min();
            for (&place, nearness) in group.places.iter().zip(group.likeness) {
                let result = order[place];
                folding.nearness[result] = nearness;
                folding.centers[result] = center;
                folding.firsts[result] = first.unwrap_or(result);
            }
        }
        folding
    }

    fn first(&mut self, result: usize) -> usize {
        root(&mut self.firsts, result)
    }

    /// Adds a result and its group to the group of the result that it resembles most; of equal ones, the best ranked.
    fn join_best(&mut self, joins: impl Iterator<Item = Join>) {
        let Some(join) = best(joins, |join| join.score) else {
            return;
        };
        let [a, b] = join.ends.map(|end| self.first(end));
        self.firsts[a.max(b)] = a.min(b);
        for end in join.ends {
            self.joins[end].get_or_insert(join);
        }
    }

    /// Adds each result without a fingerprint to a result whose address, title or text agrees with it. It joins only
    /// one group, so it never connects two.
    fn join_unread(&mut self) {
        let results = self.results;
        let is_read = |&result: &usize| results[result].record.fingerprint.is_some();
        let (read, unread): (Vec<usize>, Vec<usize>) = (0..results.len()).partition(is_read);
        if unread.is_empty() {
            return;
        }
        let shown: Vec<Shown> = results.iter().map(Shown::new).collect();
        let keys = unread.iter().flat_map(|&result| shown[result].keys());
        let mut postings = Postings::new(Limits::default(), keys.collect());
        for &result in read.iter().chain(&unread) {
            if !is_read(&result) {
                let found = postings.candidates(shown[result].keys());
                let joins = found.into_iter().filter_map(|other| {
                    let (likeness, score) = Shown::compare(&shown[result], &shown[other])?;
                    Some(Join { ends: [result, other], likeness, score })
                });
                self.join_best(joins);
            }
            let class = ClassId(self.first(result) as u64);
            postings.add(result, class, shown[result].keys());
        }
    }

    /// Adds each article with facts to the article that it most likely rewrites, or that rewrites it.
    fn join_rewritten(&mut self) {
        let ranked = 0..self.results.len();
        for link in self.compares.rewritings(ranked, &self.centers) {
            self.join_best(std::iter::once(Join {
                ends: [link.rewriting, link.source],
                likeness: Likeness::Rewritten,
                score: link.score,
            }));
        }
    }

    fn rewritten(&self, ends: [usize; 2]) -> Option<Join> {
        Some(Join { ends, likeness: Likeness::Rewritten, score: self.compares.rewritten(ends)? })
    }

    /// How the texts of two results are related, if both were read and share text.
    fn copied(&self, ends: [usize; 2]) -> Option<Join> {
        let [a, b] = ends.map(|end| self.compares.places[end]);
        let (verdict, score) = self.compares.compare(a, b).rank();
        let likeness = match verdict {
            Verdict::Same => Likeness::Same,
            Verdict::Partial => Likeness::Partial,
            _ => return None,
        };
        Some(Join { ends, likeness, score })
    }

    /// How a result resembles the representative of its group, otherwise another result of the group.
    fn under(&self, representative: usize, result: usize, group: &[usize]) -> GroupedResult {
        let center = self.centers[result];
        let direct = [result, representative];
        let mut mates = group.iter().filter(|&&other| other != result && self.centers[other] == center);
        let join = self
            .copied(direct)
            .or_else(|| self.rewritten(direct))
            .or_else(|| self.copied([result, center]).filter(|_| result != center))
            .or(self.joins[result])
            .or_else(|| self.copied([result, *mates.next()?]))
            .unwrap_or(Join { ends: direct, likeness: Likeness::Similar, score: 0.0 });
        let [one, other] = join.ends;
        GroupedResult {
            result,
            of: if one == result { other } else { one },
            likeness: join.likeness,
            score: join.score,
        }
    }

    fn end(mut self) -> FoldedResults {
        let count = self.results.len();
        let mut groups: Vec<Vec<usize>> = vec![Vec::new(); count];
        for result in 0..count {
            let first = self.first(result);
            groups[first].push(result);
        }
        groups.retain(|group| !group.is_empty());
        let mut reports = Vec::with_capacity(groups.len());
        let mut folds = Vec::with_capacity(groups.len());
        for group in &groups {
            let mut places: Vec<usize> = group.iter().map(|&result| self.compares.places[result]).collect();
            places.sort_unstable();
            let order = &self.compares.order;
            let pages: Vec<&ArticleRecord> = places.iter().map(|&at| &self.results[order[at]].record).collect();
            let nearness: Vec<_> = places.iter().map(|&at| self.nearness[order[at]]).collect();
            let report = Report::new(&pages, &places, &nearness);
            let original = report.origin.original.map(|place| order[place]);
            let representative = original.unwrap_or(group[0]);
            let others = group
                .iter()
                .filter(|&&result| result != representative)
                .map(|&result| self.under(representative, result, group));
            folds.push(ResultGroup {
                representative,
                source: report.origin.source.clone(),
                confidence: report.origin.confidence,
                others: others.collect(),
            });
            reports.push(report);
        }
        let unread: Vec<usize> =
            (0..count).filter(|&result| self.results[result].record.fingerprint.is_none()).collect();
        let independent_origins = independent(reports, &self.compares, &[]).len();
        FoldedResults {
            sentence: sentence([count, independent_origins, unread.len()]),
            independent_origins,
            groups: folds,
            unread,
        }
    }
}

fn sentence([results, origins, unread]: [usize; 3]) -> String {
    let s = |count: usize| if count == 1 { "" } else { "s" };
    let goes = if results == 1 { "goes" } else { "go" };
    let mut sentence =
        format!("{results} result{} {goes} back to {origins} independent origin{}", s(results), s(origins));
    if unread > 0 {
        let was = if unread == 1 { "was" } else { "were" };
        sentence += &format!("; {unread} {was} judged by title and snippet alone");
    }
    sentence + "."
}
