//! Source credit, with a feature code for pages without one.
//!
//! Source: Ge Xiaopan, Liu Jie, Cui Jian, "Detection and Elimination of Duplicated News Webpages
//! Based on Copyright" (Computer Knowledge and Technology, 2012).
//!
//! A reprinted news page names where it was taken from. The paper knows two forms of that credit: `<site>
//! 2006年03月18日11:40 <source>` and `<site> • 2006-1-4 9:49:52 • 来源: <source>`. Pages with one credit and one topic are a
//! group, and one page of it is kept. Pages without a credit have the feature code: the five characters before a
//! designated full stop, the *main code*, and the five after it, the *auxiliary code*.
//!
//! What the paper leaves open is decided as follows. A source alone names thousands of articles, so a group shares the
//! source and also the headline or the code of the text: the paper combines the credit with the topic and with the
//! text. A credit may name several sources ([`sources()`]); two pages have one source if any is in both, or if one is
//! the site that the other credits. Headlines are matched by the longest common subsequence of their letters and digits
//! (the paper's keyword "fuzzy matching", which it does not define). Times break ties and never make or break a match;
//! a missing time is neutral. The length rule of [`FeatureCode`] distinguishes `same` from `partial`, which the paper
//! counts as a class of its own. If both pages have a credit but share no source, they are different, as in the paper,
//! which deletes the credited pages before it takes codes. The main code must be equal, and the auxiliary code nearly;
//! the designated stop is the first that has five characters on both sides. Credits come from the page's metadata. If
//! it has none, they come from between headline and first paragraph, or from the last line.

mod sources;

pub use sources::sources;

use super::feature_code::{Code, L, body_length, length_evidence, longest_common_subsequence};
use super::{FeatureCode, Method, decided};
use offprint::compare::{Comparison, Evidence};
use offprint::internals::date::minutes;
use offprint::internals::hash::hash;
use offprint::internals::source::letters;
use offprint::{Article, Metadata};
use sources::{find, head, site};
use std::collections::BTreeSet;

/// The most letters of a headline that are compared: no real headline has more.
const HEADLINE: usize = 200;
/// Letters at the beginning and at the end of a headline under which it is found.
const HEADLINE_END: usize = 6;

/// The least share of the longer headline that two copies share, in order, 0 to 1. Larger: misses edited headlines;
/// smaller: takes another story of the same source for a copy.
const LIKE_HEADLINE: f64 = 0.8;
/// The most hours between two pages at which their times support a match: the paper's one or two days. They show in the
/// evidence, and of equally similar candidates the nearer in time has the higher score.
const HOURS: u32 = 48;
/// The fewest characters of the auxiliary code that two copies share, in order, 0 to 5. Larger: misses edits after the
/// stop; smaller: takes stock phrases for copies.
const LIKE_CODE: usize = 4;

/// The method.
///
/// ```
/// use offprint::Article;
/// use offprint::compare::Verdict;
/// use offprint_methods::methods::{Credit, Method};
/// let page = |source: &str| {
///     let text = format!("来源：{source}\n文中的长句作为网页的特征。实验结果表明它高效。");
///     Article::of_text("特征".into(), text)
/// };
/// let verdict = |method: Credit| {
///     let [a, b] = [page("江城晚报"), page("河口日报")].map(|page| method.sign(&page));
///     method.judge(a.as_ref(), b.as_ref()).verdict
/// };
/// assert_eq!(verdict(Credit::default()), Verdict::Different);
/// assert_eq!(verdict(Credit { second_chance: true }), Verdict::Same);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Credit {
    /// Whether the codes decide where two credits differ, for example if a reprinter names the reprint that it copied.
    /// The paper does not ask them: two credits without a common source make two articles, whatever their texts.
    pub second_chance: bool,
}

/// The signature: the source that an article states, and the code of its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credited {
    /// The sources of its credit, normalised; empty without a credit or a headline.
    pub sources: Vec<String>,
    /// The name of its site, normalised like sources; empty without a headline.
    pub site: Vec<String>,
    /// Letters and digits of the headline, folded.
    pub headline: Vec<char>,
    /// When it was published, in minutes since the beginning of 1970.
    pub minutes: Option<i64>,
    /// Main and auxiliary code; `None` if there is no such stop.
    pub code: Option<Code>,
    /// Characters of the body other than white space.
    pub length: u32,
}

impl Credited {
    /// Every name that it can be found by: the sources, and the site.
    fn names(&self) -> BTreeSet<&str> {
        let names = self.sources.iter().chain(&self.site);
        names.map(String::as_str).collect()
    }
}

impl Credit {
    /// Whether two pages have one source: both name it, or one is on the site that the other
    /// names. `None` if one has no credit and is on another site.
    fn one_source(a: &Credited, b: &Credited) -> Option<bool> {
        let meet = |x: &[String], y: &[String]| x.iter().any(|name| y.contains(name));
        let equal = meet(&a.sources, &b.sources) || meet(&a.sources, &b.site) || meet(&a.site, &b.sources);
        let both = !a.sources.is_empty() && !b.sources.is_empty();
        (equal || both).then_some(equal)
    }

    /// How similar the headlines are.
    fn headlines(a: &Credited, b: &Credited) -> Evidence {
        let common = longest_common_subsequence(&a.headline, &b.headline);
        let share = common as f64 / a.headline.len().max(b.headline.len()).max(1) as f64;
        Evidence::at_least("headline", share, LIKE_HEADLINE)
    }

    /// How far the times are apart; `None` if one is missing.
    fn times(a: &Credited, b: &Credited) -> Option<Evidence> {
        let hours = a.minutes?.abs_diff(b.minutes?) as f64 / 60.0;
        Some(Evidence::at_most("hours-apart", hours, f64::from(HOURS)))
    }

    /// Compares by source, with the headline or the code of the text.
    fn by_credit(a: &Credited, b: &Credited, one_source: bool) -> Comparison {
        let headline = Credit::headlines(a, b);
        let codes = Codes::new(a, b).filter(|codes| !headline.passed && codes.passed());
        let equal = one_source && (headline.passed || codes.is_some());
        let mut likeness = codes.as_ref().map_or(headline.value, Codes::likeness);
        let mut evidence = vec![Evidence::at_least("source", f64::from(u8::from(one_source)), 1.0), headline];
        evidence.extend(codes.into_iter().flat_map(|codes| codes.0));
        if let Some(near) = Credit::times(a, b) {
            // Too little to rank any match before one of another verdict.
            likeness *= if near.passed { 1.0 } else { 0.99 };
            evidence.push(near);
        }
        verdict(equal, likeness, length_evidence(a.length, b.length), evidence)
    }

    /// Compares by main and auxiliary code.
    fn by_code(a: &Credited, b: &Credited) -> Comparison {
        let length = length_evidence(a.length, b.length);
        match Codes::new(a, b) {
            None => Comparison::unknown(),
            Some(codes) => verdict(codes.passed(), codes.likeness(), length, codes.0.into()),
        }
    }
}

/// How far main and auxiliary codes agree.
struct Codes([Evidence; 2]);

impl Codes {
    /// The codes of two pages side by side; `None` if one is missing.
    fn new(a: &Credited, b: &Credited) -> Option<Codes> {
        let (x, y) = (a.code.as_ref()?, b.code.as_ref()?);
        let main = longest_common_subsequence(&x[..L], &y[..L]) as f64;
        let auxiliary = longest_common_subsequence(&x[L..], &y[L..]) as f64;
        Some(Codes([
            Evidence::at_least("main-code", main, L as f64),
            Evidence::at_least("auxiliary-code", auxiliary, LIKE_CODE as f64),
        ]))
    }

    fn passed(&self) -> bool {
        self.0.iter().all(|code| code.passed)
    }

    fn likeness(&self) -> f64 {
        self.0.iter().map(|code| code.value).sum::<f64>() / (2 * L) as f64
    }
}

/// The verdict on two pages whose credits or codes agree or not; a match ranks before a mismatch.
fn verdict(equal: bool, likeness: f64, length: Evidence, mut evidence: Vec<Evidence>) -> Comparison {
    let weight = match (equal, length.passed) {
        (true, true) => 1.0,
        (true, false) => 0.75,
        (false, _) => 0.5,
    };
    evidence.push(length);
    decided(equal && length.passed, equal, likeness * weight, evidence)
}

impl Method for Credit {
    type Signature = Credited;

    fn sign(&self, article: &Article) -> Option<Credited> {
        let headline: Vec<char> = letters(&article.metadata.title).take(HEADLINE).collect();
        let known = !headline.is_empty();
        let Metadata { credit, via, .. } = &article.metadata;
        let stated: Vec<String> = credit.iter().chain(via).cloned().collect();
        let credits = if stated.is_empty() { find(&article.text) } else { stated };
        let sources: BTreeSet<String> = credits.iter().flat_map(|credit| sources(credit)).filter(|_| known).collect();
        let site: BTreeSet<String> = site(article).filter(|_| known).collect();
        let published = article.metadata.published.as_deref().and_then(minutes);
        let code = FeatureCode::default().codes(&article.text).map(|found| found.codes[0]);
        let length = body_length(&article.text);
        let enough = length > 0 && (!sources.is_empty() || code.is_some());
        let address = article.metadata.url.as_deref().or(article.metadata.canonical.as_deref());
        enough.then(|| Credited {
            sources: sources.into_iter().collect(),
            site: site.into_iter().collect(),
            minutes: published
                .or_else(|| head(&article.text).find_map(minutes))
                .or_else(|| address.and_then(day_of_address)),
            headline,
            code,
            length,
        })
    }

    fn compare(&self, a: &Credited, b: &Credited) -> Comparison {
        let one_source = Credit::one_source(a, b);
        match one_source.filter(|&one| one || !self.second_chance) {
            Some(one) => Credit::by_credit(a, b, one),
            None => Credit::by_code(a, b),
        }
    }

    /// Each source and the site, with the beginning of the headline and with its end, and the main code. A copy whose
    /// headline is edited at both ends is found by its code alone.
    fn read_keys(&self, signature: &Credited) -> Vec<String> {
        let ends = [
            ('a', signature.headline.chunks(HEADLINE_END).next()),
            ('z', signature.headline.rchunks(HEADLINE_END).next()),
        ];
        let credits = signature.names().into_iter().flat_map(|name| {
            let ends = ends.iter().filter_map(move |(end, letters)| {
                let topic = name.chars().chain(['\n']);
                let key = hash(topic.chain(letters.as_ref()?.iter().copied()).map(u64::from));
                Some(format!("c{end}{key:016x}"))
            });
            ends.collect::<Vec<_>>()
        });
        let main = signature.code.iter().map(|code| hash(code[..L].to_vec()));
        credits.chain(main.map(|key| format!("m{key:016x}"))).collect()
    }

    /// Sources, site and headline at two bytes per character, eight for the time, twenty for the code and four for the
    /// length.
    fn size(&self, signature: &Credited) -> usize {
        let names = signature.names().into_iter().map(|name| name.chars().count());
        2 * (names.sum::<usize>() + signature.headline.len()) + 8 + 2 * 2 * L + 4
    }
}

/// The day that an address holds, as most addresses of news do, in minutes since the beginning of
/// 1970: `/2006-03/18/`, `/2006/0318/` or `t20060318_`.
fn day_of_address(address: &str) -> Option<i64> {
    let bytes = address.as_bytes();
    let number = |at: usize, digits: usize| -> Option<u32> {
        let part = address.get(at..at + digits)?;
        part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok())?
    };
    let after = |at: usize| at + usize::from(bytes.get(at).is_some_and(|b| b"-/_".contains(b)));
    (0..bytes.len()).find_map(|at| {
        if at > 0 && bytes[at - 1].is_ascii_digit() {
            return None;
        }
        let year = number(at, 4).filter(|year| (1990..2100).contains(year))?;
        let month_at = after(at + 4);
        let month = number(month_at, 2).filter(|month| (1..=12).contains(month))?;
        let day_at = after(month_at + 2);
        let day = number(day_at, 2).filter(|day| (1..=31).contains(day))?;
        let ends = !bytes.get(day_at + 2).is_some_and(u8::is_ascii_digit);
        ends.then(|| minutes(&format!("{year}-{month:02}-{day:02}")))?
    })
}

#[cfg(test)]
mod tests;
