//! Source credit, with a feature code where there is none.
//!
//! Source: Ge Xiaopan, Liu Jie, Cui Jian, "Detection and Elimination of Duplicated News Webpages
//! Based on Copyright" (Computer Knowledge and Technology, 2012).
//!
//! A reprinted news page names where it was taken from. The paper knows two forms of that credit:
//! `<site> 2006年03月18日11:40 <source>` and `<site> • 2006-1-4 9:49:52 • 来源: <source>`. Pages with
//! one credit and one topic are a group; one is kept, and how often it occurs is returned
//! ([`CreditGroups`]). For pages without a credit there is the feature code: of the five characters
//! before a designated full stop, the *main code*, and the five after it, the *auxiliary code*.
//!
//! What the paper leaves open is read so. A source alone names thousands of articles, so a group
//! shares source and headline. Sources are equal after normalisation, by which labels, brackets
//! and reporters go and a short table of aliases is applied. Headlines are matched by the longest
//! common subsequence of their letters and digits (the paper's keyword "fuzzy matching", which it
//! does not define). A page without a credit whose site is the other's source is the source. Times
//! support a match and never make or break one; a missing time is neutral. The length rule of
//! [`FeatureCode`] tells `same` from `partial`, which the paper counts as a class of its own. If
//! both pages have a credit it alone decides, as in the paper, which deletes the credited pages
//! before it takes codes. The main code must be equal, and the auxiliary code nearly; the
//! designated stop is the first that has five characters on both sides. Of several credits the
//! first between headline and first paragraph counts, else that in the last line.

use super::feature_code::{Code, L, body_length, length_evidence};
use super::{Explain, FeatureCode, Finding, Method, Positions, longest_common_subsequence};
use offprint::Article;
use offprint::compare::{Comparison, Evidence, Verdict};
use offprint::internals::byline;
use offprint::internals::hash::hash;
use offprint::internals::lines;
use offprint::metadata::minutes;
use offprint::text::{CharClass, fold};
use std::collections::{BTreeMap, BTreeSet};

/// Lines above the first paragraph in which a credit is looked for.
const HEAD_LINES: usize = 12;
/// Letters of a headline that are compared: no headline has more, though a page may say so.
const HEADLINE: usize = 200;
/// Letters of a headline under which it is found: so many at its beginning and at its end.
const HEADLINE_END: usize = 6;

/// Words before the name of a source, folded, longer ones before those they begin with.
#[rustfmt::skip]
const LABELS: &[&str] = &[
    "稿件来源", "信息来源", "文章来源", "来源", "转载自", "转自", "摘自", "出处", "原标题", "据",
    "source", "via",
];
/// Words that end the name of a source: the people who wrote follow.
const PEOPLE: &[&str] = &["责任编辑", "本报记者", "记者", "编辑"];
/// Names of one source, normalised; the first stands for all. It is short on purpose: agencies
/// that half the press takes from, and no more.
#[rustfmt::skip]
const ALIASES: &[&[&str]] = &[
    &["新华社", "新华网", "新华通讯社", "新华社电", "新华社供本网专稿", "xinhua"],
    &["中新社", "中新网", "中国新闻网", "中国新闻社", "中国新闻社电"],
    &["央视", "央视网", "中央电视台", "cctv"],
    &["路透社", "路透", "reuters"],
    &["美联社", "associatedpress", "theassociatedpress", "ap"],
    &["法新社", "agencefrancepresse", "afp"],
];

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credit {
    /// Least share of the longer headline that two have in common, in order, 0 to 1. Larger:
    /// misses edited headlines; smaller: takes another story of the same source for a copy.
    pub headline: f64,
    /// Hours between two pages up to which their times support a match: the paper's one or two
    /// days. They only show in the evidence and the score.
    pub hours: u32,
    /// Largest ratio of the lengths of two copies that are `same`. Larger: abridged copies are too.
    pub length_ratio: f64,
    /// Which of the stops with five characters on both sides is designated, counted from 1.
    pub stop: usize,
    /// Characters of the auxiliary code that two copies share at least, in order, 0 to 5. Larger:
    /// misses edits after the stop; smaller: takes stock phrases for copies.
    pub auxiliary: usize,
    /// Whether the codes have a say too where two credits differ, as where a reprinter names the
    /// reprint it copied. The paper does not ask them.
    pub second_chance: bool,
}

impl Default for Credit {
    fn default() -> Credit {
        Credit {
            headline: 0.8,
            hours: 48,
            length_ratio: 1.10,
            stop: 1,
            auxiliary: 4,
            second_chance: false,
        }
    }
}

/// The signature: where an article says it is from, and the code of its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credited {
    /// The source, normalised; `None` without a credit or without a headline.
    pub source: Option<String>,
    /// The site it stands on, normalised like a source; `None` likewise.
    pub site: Option<String>,
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
    /// The source, or the site if there is no credit.
    fn origin(&self) -> Option<&String> {
        self.source.as_ref().or(self.site.as_ref())
    }
}

impl Credit {
    /// Whether two pages name one source; `None` if their credits cannot tell: neither has one, or
    /// one has none and is on another site than the source.
    fn one_source(a: &Credited, b: &Credited) -> Option<bool> {
        if a.source.is_none() && b.source.is_none() {
            return None;
        }
        let equal = a.origin().is_some() && a.origin() == b.origin();
        let both = a.source.is_some() && b.source.is_some();
        (equal || both).then_some(equal)
    }

    /// By source and headline.
    fn by_credit(&self, a: &Credited, b: &Credited, one_source: bool) -> Comparison {
        let common = longest_common_subsequence(&a.headline, &b.headline);
        let share = common as f64 / a.headline.len().max(b.headline.len()).max(1) as f64;
        let headline = Evidence::at_least("headline", share, self.headline);
        let length = length_evidence(a.length, b.length, self.length_ratio);
        let equal = one_source && headline.fired;
        let mut likeness = share;
        let mut evidence = vec![
            Evidence::at_least("source", f64::from(u8::from(one_source)), 1.0),
            headline,
        ];
        if let (Some(a), Some(b)) = (a.minutes, b.minutes) {
            let hours = a.abs_diff(b) as f64 / 60.0;
            let near = Evidence::at_most("hours-apart", hours, f64::from(self.hours));
            likeness *= if near.fired { 1.0 } else { 0.9 };
            evidence.push(near);
        }
        verdict(equal, likeness, length, evidence)
    }

    /// By main and auxiliary code.
    fn by_code(&self, a: &Credited, b: &Credited) -> Comparison {
        let (Some(x), Some(y)) = (&a.code, &b.code) else {
            return Comparison::unknown();
        };
        let main = longest_common_subsequence(&x[..L], &y[..L]);
        let auxiliary = longest_common_subsequence(&x[L..], &y[L..]);
        let length = length_evidence(a.length, b.length, self.length_ratio);
        let evidence = vec![
            Evidence::at_least("main-code", main as f64, L as f64),
            Evidence::at_least("auxiliary-code", auxiliary as f64, self.auxiliary as f64),
        ];
        let equal = evidence.iter().all(|code| code.fired);
        let likeness = (main + auxiliary) as f64 / (2 * L) as f64;
        verdict(equal, likeness, length, evidence)
    }
}

/// The verdict on two pages whose credits or codes agree or not; a match goes before a mismatch.
fn verdict(
    equal: bool,
    likeness: f64,
    length: Evidence,
    mut evidence: Vec<Evidence>,
) -> Comparison {
    let (verdict, weight) = match (equal, length.fired) {
        (true, true) => (Verdict::Same, 1.0),
        (true, false) => (Verdict::Partial, 0.75),
        (false, _) => (Verdict::Different, 0.5),
    };
    evidence.push(length);
    Comparison {
        close: false,
        verdict,
        score: likeness * weight,
        sides: None,
        evidence,
    }
}

impl Method for Credit {
    type Signature = Credited;

    fn sign(&self, article: &Article) -> Option<Credited> {
        let headline: Vec<char> = letters(&article.metadata.title).take(HEADLINE).collect();
        let stated = article
            .metadata
            .credit
            .clone()
            .or_else(|| find(&article.text));
        let name = |name: Option<String>| {
            let name = name.map(|name| normalize_source(&name));
            name.filter(|name| !name.is_empty() && !headline.is_empty())
        };
        let (source, site) = (name(stated), name(article.metadata.site.clone()));
        let published = article.metadata.published.as_deref().and_then(minutes);
        let stop = FeatureCode {
            positions: Positions::Nth(self.stop),
            ..FeatureCode::default()
        };
        let code = stop.codes(&article.text).map(|found| found.codes[0]);
        let length = body_length(&article.text);
        let enough = length > 0 && (source.is_some() || code.is_some());
        enough.then(|| Credited {
            source,
            site,
            minutes: published.or_else(|| head(&article.text).find_map(minutes)),
            headline,
            code,
            length,
        })
    }

    fn compare(&self, a: Option<&Credited>, b: Option<&Credited>) -> Comparison {
        let (Some(a), Some(b)) = (a, b) else {
            return Comparison::unknown();
        };
        let one_source = Credit::one_source(a, b);
        match one_source.filter(|&one| one || !self.second_chance) {
            Some(one) => self.by_credit(a, b, one),
            None => self.by_code(a, b),
        }
    }

    /// The source with the beginning of the headline and with its end, and the main code. A copy
    /// whose headline is edited at both ends is not found by its credit.
    fn read_keys(&self, signature: &Credited) -> Vec<String> {
        let ends = [
            ('a', signature.headline.chunks(HEADLINE_END).next()),
            ('z', signature.headline.rchunks(HEADLINE_END).next()),
        ];
        let credits = ends.into_iter().filter_map(|(end, letters)| {
            let topic = signature.origin()?.chars().chain(['\n']);
            let key = hash(topic.chain(letters?.iter().copied()).map(u64::from));
            Some(format!("c{end}{key:016x}"))
        });
        let main = signature.code.iter().map(|code| hash(code[..L].to_vec()));
        credits
            .chain(main.map(|key| format!("m{key:016x}")))
            .collect()
    }

    fn write_keys(&self, signature: &Credited) -> Vec<String> {
        self.read_keys(signature)
    }

    /// Source and headline at two bytes a character, eight for the time, twenty for the code and
    /// four for the length.
    fn size(&self, signature: &Credited) -> usize {
        let source = signature
            .origin()
            .map_or(0, |origin| origin.chars().count());
        2 * (source + signature.headline.len()) + 8 + 2 * 2 * L + 4
    }
}

/// The credit, the headline and the time, and the main and the auxiliary code.
impl Explain for Credit {
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let Some(signed) = self.sign(article) else {
            return Vec::new();
        };
        let letters = |text: &str| -> Vec<u64> { text.chars().map(u64::from).collect() };
        let name = |role, name: &Option<String>| {
            let name = name.as_ref()?;
            Some(Finding::beside(role, letters(name), name.clone()))
        };
        let headline: String = signed.headline.iter().collect();
        let headline = Finding::beside(
            "headline",
            letters(&headline),
            article.metadata.title.clone(),
        );
        let time = signed.minutes.map(|minutes| {
            let written = article.metadata.published.clone().unwrap_or_default();
            Finding::beside("time", vec![minutes as u64], written)
        });
        let origin = match signed.source {
            Some(_) => name("source", &signed.source),
            None => name("source", &signed.site),
        };
        let stop = FeatureCode {
            positions: Positions::Nth(self.stop),
            ..FeatureCode::default()
        };
        let beside = [origin, Some(headline), time].into_iter().flatten();
        beside.chain(stop.findings(article)).collect()
    }

    fn alike(&self, a: &Finding, b: &Finding) -> bool {
        let common = || longest_common_subsequence(&a.key, &b.key);
        a.role == b.role
            && match a.role {
                "headline" => {
                    common() as f64 >= self.headline * a.key.len().max(b.key.len()) as f64
                }
                "time" => a.key[0].abs_diff(b.key[0]) <= u64::from(self.hours) * 60,
                "code" => {
                    a.key[..L] == b.key[..L]
                        && longest_common_subsequence(&a.key[L..], &b.key[L..]) >= self.auxiliary
                }
                _ => a.key == b.key,
            }
    }
}

/// The name of a source as it is compared: folded, without labels, brackets, spaces and the people
/// who wrote, and one for all its aliases.
///
/// ```
/// use offprint_baselines::methods::normalize_source;
/// assert_eq!(normalize_source("【稿件來源：江城晚報】 記者 林一"), normalize_source("江城晚报"));
/// assert_eq!(normalize_source("转自：新华网"), normalize_source("新華社"));
/// assert_ne!(normalize_source("江城晚报"), normalize_source("江城日报"));
/// ```
pub fn normalize_source(name: &str) -> String {
    let folded: String = name.chars().filter_map(fold).collect();
    let mut rest = from_first_letter(&folded);
    while let Some(after) = LABELS.iter().find_map(|label| without_label(rest, label)) {
        rest = after;
    }
    let people = PEOPLE.iter().filter_map(|word| rest.find(word));
    let end = people.filter(|&at| at > 0).min().unwrap_or(rest.len());
    let name: String = letters(&rest[..end]).collect();
    let alias = ALIASES.iter().find(|names| names.contains(&name.as_str()));
    alias.map_or(name, |names| names[0].to_owned())
}

/// What follows a label; a label of Latin letters must be a word of its own.
fn without_label<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let after = text.strip_prefix(label)?;
    let inside = label.is_ascii() && after.starts_with(char::is_alphanumeric);
    (!inside).then(|| from_first_letter(after))
}

fn from_first_letter(text: &str) -> &str {
    text.trim_start_matches(|c| CharClass::of(c) == CharClass::Other)
}

/// The letters and digits of a text, folded.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let folded = text.chars().filter_map(fold);
    folded.filter(|&c| CharClass::of(c) != CharClass::Other)
}

/// The lines above the first paragraph.
fn head(text: &str) -> impl Iterator<Item = &str> {
    let is_head = |line: &&str| !lines::ends_like_sentence(line);
    text.lines().take_while(is_head).take(HEAD_LINES)
}

/// The source that a text credits, in either form: above its first paragraph, else in its last
/// line.
fn find(text: &str) -> Option<String> {
    let credit = |line: &str| lines::credit(line).or_else(|| byline::unlabelled_credit(line));
    let last = || text.lines().rfind(|line| !line.trim().is_empty());
    head(text)
        .find_map(credit)
        .or_else(|| last().and_then(credit))
}

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
/// use offprint_baselines::methods::{Credit, CreditGroups, Method};
/// let method = Credit::default();
/// let mut groups = CreditGroups::new(method);
/// let page = |title: &str, text: &str| {
///     method.sign(&Article::of_text(title.into(), format!("来源：江城晚报\n{text}"))).unwrap()
/// };
/// let first = groups.arrive(page("三座水库蓄满", "下游三座水库已经蓄满。"));
/// assert_eq!(groups.arrive(page("三座水库 蓄满", "下游三座水库都已蓄满。")), first);
/// assert_ne!(groups.arrive(page("大桥通车", "江上大桥今天通车。")), first);
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
        CreditGroups {
            method,
            index: BTreeMap::new(),
            kept: Vec::new(),
        }
    }

    /// The group of the next page, counted from 0: the earliest whose kept page it copies, in whole
    /// or in part; else a group of its own.
    ///
    /// # Complexity
    /// `log n` for each of its three keys, and a comparison for each kept page that shares one.
    pub fn arrive(&mut self, page: Credited) -> usize {
        let keys = self.method.read_keys(&page);
        let met = keys.iter().filter_map(|key| self.index.get(key)).flatten();
        for group in met.copied().collect::<BTreeSet<usize>>() {
            let (kept, count) = &mut self.kept[group];
            match self.method.compare(Some(kept), Some(&page)).verdict {
                Verdict::Same => count.same += 1,
                Verdict::Partial => count.partial += 1,
                Verdict::Different | Verdict::Unknown => continue,
            }
            return group;
        }
        for key in keys {
            self.index.entry(key).or_default().push(self.kept.len());
        }
        let first = Occurrences {
            same: 1,
            partial: 0,
        };
        self.kept.push((page, first));
        self.kept.len() - 1
    }

    /// How often a group occurs; never, if there is no such group.
    pub fn occurrences(&self, group: usize) -> Occurrences {
        self.kept
            .get(group)
            .map_or(Occurrences::default(), |kept| kept.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(title: &str, text: &str) -> Credited {
        let article = Article::of_text(title.to_owned(), text.to_owned());
        Credit::default().sign(&article).expect("a signature")
    }

    fn compared(a: &Credited, b: &Credited) -> Verdict {
        Credit::default().compare(Some(a), Some(b)).verdict
    }

    const BODY: &str = "下游三座水库已经蓄满，大坝安全。沿岸居民应当留意通知。";

    #[test]
    fn both_forms_of_a_credit_are_read() {
        let credits = [
            (
                "http://www.sina.com.cn 2006年03月18日11:40 人民网",
                "人民网",
            ),
            (
                "www.hellobj.com.cn • 2006-1-4 9:49:52 • 来源: 新京报",
                "新京报",
            ),
        ];
        for (line, source) in credits {
            let head = signed("水库蓄满", &format!("{line}\n{BODY}"));
            assert_eq!(head.source.as_deref(), Some(source));
            assert!(head.minutes.is_some());
            let foot = signed("水库蓄满", &format!("{BODY}\n{line}"));
            assert_eq!(foot.source.as_deref(), Some(source));
        }
    }

    #[test]
    fn the_first_credit_above_the_body_counts() {
        let text = format!("来源：江城晚报\n转自：河口日报\n{BODY}\n来源：山城早报");
        assert_eq!(
            signed("水库蓄满", &text).source.as_deref(),
            Some("江城晚报")
        );
        let inside = format!("{BODY}\n来源：江城晚报\n{BODY}");
        assert_eq!(signed("水库蓄满", &inside).source, None);
        assert_eq!(
            signed("", &text).source,
            None,
            "a source alone names no article"
        );
    }

    #[test]
    fn sources_are_compared_without_what_is_around_the_name() {
        let vectors = [
            ("来源：江城晚报", "江城晚报"),
            ("稿件来源: [江城晚报]", "江城晚报"),
            ("信息来源／江 城 晚 报", "江城晚报"),
            ("轉載自《江城晚報》記者 林一", "江城晚报"),
            ("据江城晚报", "江城晚报"),
            ("江城晚报 责任编辑：林一", "江城晚报"),
            ("Source: Harbour Wire", "harbourwire"),
            ("via Harbour Wire", "harbourwire"),
            ("Viable Press", "viablepress"),
            ("来源：文章来源：江城晚报", "江城晚报"),
            ("记者站", "记者站"),
            ("来源：", ""),
        ];
        for (written, name) in vectors {
            assert_eq!(normalize_source(written), name, "{written}");
        }
        for names in ALIASES {
            for name in *names {
                assert_eq!(normalize_source(name), names[0]);
            }
        }
    }

    fn credited(source: Option<&str>, headline: &str, length: u32) -> Credited {
        Credited {
            source: source.map(str::to_owned),
            site: None,
            headline: headline.chars().collect(),
            minutes: None,
            code: None,
            length,
        }
    }

    #[test]
    fn source_and_headline_make_a_copy_and_length_says_which() {
        let paper = Some("江城晚报");
        let a = credited(paper, "下游三座水库蓄满", 1000);
        let vectors = [
            (credited(paper, "下游三座水库蓄满", 1100), Verdict::Same),
            (credited(paper, "下游三座水库蓄满", 1101), Verdict::Partial),
            // Eight of ten letters, and eight of eleven.
            (credited(paper, "下游三座水库昨天蓄满", 1000), Verdict::Same),
            (
                credited(paper, "下游三座水库昨天已蓄满", 1000),
                Verdict::Different,
            ),
            (
                credited(Some("河口日报"), "下游三座水库蓄满", 1000),
                Verdict::Different,
            ),
        ];
        for (b, expected) in vectors {
            assert_eq!(compared(&a, &b), expected, "{b:?}");
            assert_eq!(compared(&b, &a), expected, "{b:?}");
        }
    }

    #[test]
    fn the_site_of_a_page_without_a_credit_is_its_source() {
        let copy = credited(Some("江城晚报"), "下游三座水库蓄满", 1000);
        let original = Credited {
            site: Some("江城晚报".to_owned()),
            ..credited(None, "下游三座水库蓄满", 1000)
        };
        assert_eq!(compared(&copy, &original), Verdict::Same);
        let elsewhere = Credited {
            site: Some("河口日报".to_owned()),
            ..original
        };
        assert_eq!(
            compared(&copy, &elsewhere),
            Verdict::Unknown,
            "neither has a code"
        );
    }

    #[test]
    fn time_supports_and_never_decides() {
        let at = |hours: Option<i64>| Credited {
            minutes: hours.map(|hours| hours * 60),
            ..credited(Some("江城晚报"), "下游三座水库蓄满", 1000)
        };
        let verdict = |hours| Credit::default().compare(Some(&at(Some(0))), Some(&at(hours)));
        for hours in [None, Some(48), Some(49), Some(-48), Some(i64::MAX / 60)] {
            assert_eq!(verdict(hours).verdict, Verdict::Same);
        }
        assert_eq!(verdict(None).score, verdict(Some(-48)).score);
        assert!(verdict(Some(49)).score < verdict(Some(48)).score);
    }

    #[test]
    fn without_a_credit_the_codes_decide() {
        let page = |text: &str| signed("", text);
        let a = page("文中的长句作为网页的特征。实验结果表明它高效。");
        let strong = Credit::default().compare(Some(&a), Some(&a));
        assert_eq!((strong.verdict, strong.score), (Verdict::Same, 1.0));
        // One error in the auxiliary code.
        let b = page("文中的长句作为网页的特征。实验结构表明它高效。");
        let weak = Credit::default().compare(Some(&a), Some(&b));
        assert_eq!((weak.verdict, weak.score), (Verdict::Same, 0.9));
        // Two errors there, and one in the main code.
        let c = page("文中的长句作为网页的特征。试验结构表明它高效。");
        assert_eq!(compared(&a, &c), Verdict::Different);
        let d = page("文中的长句作为网页的特微。实验结果表明它高效。");
        assert_eq!(compared(&a, &d), Verdict::Different);
        let long = page(&format!(
            "文中的长句作为网页的特征。实验结果表明它高效。{BODY}"
        ));
        assert_eq!(compared(&a, &long), Verdict::Partial);
    }

    #[test]
    fn differing_credits_leave_it_to_the_codes_if_told_so() {
        let page = |source: &str| {
            let text = "文中的长句作为网页的特征。实验结果表明它高效。";
            signed("特征", &format!("来源：{source}\n{text}"))
        };
        let (a, b) = (page("江城晚报"), page("河口日报"));
        assert_eq!(compared(&a, &b), Verdict::Different);
        let lenient = Credit {
            second_chance: true,
            ..Credit::default()
        };
        assert_eq!(lenient.compare(Some(&a), Some(&b)).verdict, Verdict::Same);
    }

    #[test]
    fn a_group_keeps_its_first_page_and_counts_the_others() {
        let mut groups = CreditGroups::new(Credit::default());
        let paper = Some("江城晚报");
        assert_eq!(groups.arrive(credited(paper, "下游三座水库蓄满", 1000)), 0);
        assert_eq!(
            groups.arrive(credited(paper, "下游三座水库已蓄满", 1050)),
            0
        );
        assert_eq!(groups.arrive(credited(paper, "下游三座水库蓄满", 400)), 0);
        assert_eq!(groups.arrive(credited(paper, "江上大桥今天通车", 1000)), 1);
        assert_eq!(
            groups.arrive(credited(Some("河口日报"), "下游三座水库蓄满", 1000)),
            2
        );
        let uncredited = signed("", "文中的长句作为网页的特征。实验结果表明它高效。");
        assert_eq!(groups.arrive(uncredited.clone()), 3);
        assert_eq!(groups.arrive(uncredited), 3);
        let counts: Vec<_> = (0..5).map(|group| groups.occurrences(group)).collect();
        let count = |same, partial| Occurrences { same, partial };
        assert_eq!(
            counts,
            [
                count(2, 1),
                count(1, 0),
                count(1, 0),
                count(2, 0),
                count(0, 0)
            ]
        );
    }

    proptest::proptest! {
        /// The keys find what comparing every pair finds, as long as one end of the headline stands.
        #[test]
        fn a_headline_edited_at_one_end_is_found(head in "[甲乙丙丁]{8,20}", tail in "[子丑]{0,2}", front: bool) {
            let paper = Some("江城晚报");
            let edited = if front { format!("{tail}{head}") } else { format!("{head}{tail}") };
            let (a, b) = (credited(paper, &head, 100), credited(paper, &edited, 100));
            let method = Credit::default();
            proptest::prop_assert_eq!(compared(&a, &b), Verdict::Same);
            let keys = method.write_keys(&a);
            proptest::prop_assert!(method.read_keys(&b).iter().any(|key| keys.contains(key)));
        }
    }
}
