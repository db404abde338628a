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
//! shares the source, and beside it the headline or the code of the text: the paper combines the
//! credit with the topic and with the text. A credit may name several sources ([`sources`]); two
//! pages have one source if any is in both, or if one is the site that the other credits. Headlines
//! are matched by the longest common subsequence of their letters and digits (the paper's keyword
//! "fuzzy matching", which it does not define). Times break ties and never make or break a match,
//! unless [`by_time`](Credit::by_time) is set; a missing time is neutral. The length rule of
//! [`FeatureCode`] tells `same` from `partial`, which the paper counts as a class of its own. If
//! both pages have a credit, two that share no source are different, as in the paper, which deletes
//! the credited pages before it takes codes. The main code must be equal, and the auxiliary code
//! nearly; the designated stop is the first that has five characters on both sides. Credits are
//! those that the page states in its metadata, else those between headline and first paragraph, else
//! those in the last line.

use super::feature_code::{Code, L, body_length, length_evidence};
use super::{Explain, FeatureCode, Finding, Method, Positions, longest_common_subsequence};
use offprint::Article;
use offprint::Metadata;
use offprint::compare::{Comparison, Evidence, Verdict};
use offprint::internals::date::minutes;
use offprint::internals::hash::hash;
use offprint::internals::lines;
use offprint::internals::normal::{CharClass, fold};
use offprint::internals::source::letters;
use offprint::internals::{address, byline, source};
use std::collections::{BTreeMap, BTreeSet};

/// Lines above the first paragraph in which a credit is looked for.
const HEAD_LINES: usize = 12;
/// Letters of a headline that are compared: no headline has more, though a page may say so.
const HEADLINE: usize = 200;
/// Letters of a headline under which it is found: so many at its beginning and at its end.
const HEADLINE_END: usize = 6;

/// Words before the name of a source, folded, beside [`INNER`].
const LABELS: &[&str] = &["原标题", "据"];
/// Words that end the name of a source: the people who wrote follow.
const PEOPLE: &[&str] = &["责任编辑", "本报记者", "记者", "编辑"];
/// Such words that also begin another name inside a credit if a colon follows: `来源：新京报 转自：人民网`.
const INNER: &[&str] = &[
    "稿件来源",
    "信息来源",
    "文章来源",
    "来源",
    "转载自",
    "转自",
    "摘自",
    "出处",
    "source",
    "via",
];
/// What parts the names of a credit, after folding: `人民网-人民日报`.
const PARTS: &[char] = &['/', '、', '|', '·', '•', ',', ';', '&', '—', '–'];
/// Least letters of a name.
const NAME: usize = 2;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credit {
    /// Least share of the longer headline that two have in common, in order, 0 to 1. Larger:
    /// misses edited headlines; smaller: takes another story of the same source for a copy.
    pub headline: f64,
    /// Hours between two pages up to which their times support a match: the paper's one or two
    /// days. They show in the evidence, and of candidates that are equally alike the nearer in time
    /// has the higher score.
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
    /// Whether pages without a credit are also the same if their headlines match and their times are
    /// within the hours: the paper names the time of publication as another way to treat them, and
    /// does not try it.
    pub by_time: bool,
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
            by_time: false,
        }
    }
}

/// The signature: where an article says it is from, and the code of its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credited {
    /// The sources of its credit, normalised; none without a credit or without a headline.
    pub sources: Vec<String>,
    /// What the site that it stands on is called, normalised like sources; none without a headline.
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
    /// Whether two pages have one source: both name it, or one stands on the site that the other
    /// names. `None` if their credits cannot tell: one has none, and is on another site.
    fn one_source(a: &Credited, b: &Credited) -> Option<bool> {
        let meet = |x: &[String], y: &[String]| x.iter().any(|name| y.contains(name));
        let equal =
            meet(&a.sources, &b.sources) || meet(&a.sources, &b.site) || meet(&a.site, &b.sources);
        let both = !a.sources.is_empty() && !b.sources.is_empty();
        (equal || both).then_some(equal)
    }

    /// How alike the headlines are.
    fn headlines(&self, a: &Credited, b: &Credited) -> Evidence {
        let common = longest_common_subsequence(&a.headline, &b.headline);
        let share = common as f64 / a.headline.len().max(b.headline.len()).max(1) as f64;
        Evidence::at_least("headline", share, self.headline)
    }

    /// How far the times are apart; `None` if one is missing.
    fn times(&self, a: &Credited, b: &Credited) -> Option<Evidence> {
        let hours = a.minutes?.abs_diff(b.minutes?) as f64 / 60.0;
        Some(Evidence::at_most(
            "hours-apart",
            hours,
            f64::from(self.hours),
        ))
    }

    /// By source, with the headline or the code of the text.
    fn by_credit(&self, a: &Credited, b: &Credited, one_source: bool) -> Comparison {
        let headline = self.headlines(a, b);
        let codes = self
            .codes(a, b)
            .filter(|codes| !headline.fired && codes.fired());
        let equal = one_source && (headline.fired || codes.is_some());
        let mut likeness = codes.as_ref().map_or(headline.value, Codes::likeness);
        let mut evidence = vec![
            Evidence::at_least("source", f64::from(u8::from(one_source)), 1.0),
            headline,
        ];
        evidence.extend(codes.into_iter().flat_map(|codes| codes.0));
        if let Some(near) = self.times(a, b) {
            // Too little to put any match before one of another verdict.
            likeness *= if near.fired { 1.0 } else { 0.99 };
            evidence.push(near);
        }
        verdict(
            equal,
            likeness,
            length_evidence(a.length, b.length, self.length_ratio),
            evidence,
        )
    }

    /// By main and auxiliary code.
    fn by_code(&self, a: &Credited, b: &Credited) -> Comparison {
        let length = length_evidence(a.length, b.length, self.length_ratio);
        match self.codes(a, b) {
            None => Comparison::unknown(),
            Some(codes) => verdict(codes.fired(), codes.likeness(), length, codes.0.into()),
        }
    }

    /// By headline and time.
    fn by_time(&self, a: &Credited, b: &Credited) -> Option<Comparison> {
        let (headline, near) = (self.headlines(a, b), self.times(a, b)?);
        let equal = headline.fired && near.fired && !a.headline.is_empty();
        let length = length_evidence(a.length, b.length, self.length_ratio);
        equal.then(|| verdict(true, headline.value, length, vec![headline, near]))
    }

    /// The codes of two pages side by side; `None` if one has none.
    fn codes(&self, a: &Credited, b: &Credited) -> Option<Codes> {
        let (x, y) = (a.code.as_ref()?, b.code.as_ref()?);
        let main = longest_common_subsequence(&x[..L], &y[..L]) as f64;
        let auxiliary = longest_common_subsequence(&x[L..], &y[L..]) as f64;
        Some(Codes([
            Evidence::at_least("main-code", main, L as f64),
            Evidence::at_least("auxiliary-code", auxiliary, self.auxiliary as f64),
        ]))
    }
}

/// How far main and auxiliary codes agree.
struct Codes([Evidence; 2]);

impl Codes {
    fn fired(&self) -> bool {
        self.0.iter().all(|code| code.fired)
    }

    fn likeness(&self) -> f64 {
        self.0.iter().map(|code| code.value).sum::<f64>() / (2 * L) as f64
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
        let known = !headline.is_empty();
        let credits = match &article.metadata.credit {
            Some(stated) => vec![stated.clone()],
            None => find(&article.text),
        };
        let credits = credits.iter().flat_map(|credit| sources(credit));
        let sources: BTreeSet<String> = credits.filter(|_| known).collect();
        let site: BTreeSet<String> = site(article).filter(|_| known).collect();
        let published = article.metadata.published.as_deref().and_then(minutes);
        let stop = FeatureCode {
            positions: Positions::Nth(self.stop),
            ..FeatureCode::default()
        };
        let code = stop.codes(&article.text).map(|found| found.codes[0]);
        let length = body_length(&article.text);
        let enough = length > 0 && (!sources.is_empty() || code.is_some());
        let address = article
            .metadata
            .url
            .as_deref()
            .or(article.metadata.canonical.as_deref());
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

    fn compare(&self, a: Option<&Credited>, b: Option<&Credited>) -> Comparison {
        let (Some(a), Some(b)) = (a, b) else {
            return Comparison::unknown();
        };
        let one_source = Credit::one_source(a, b);
        match one_source.filter(|&one| one || !self.second_chance) {
            Some(one) => self.by_credit(a, b, one),
            None => {
                let found = self.by_code(a, b);
                let by_time = || self.by_time(a, b).filter(|_| self.by_time);
                match found.verdict {
                    Verdict::Same | Verdict::Partial => found,
                    _ => by_time().unwrap_or(found),
                }
            }
        }
    }

    /// Each source and the site, with the beginning of the headline and with its end; both ends of the
    /// headline alone if the time decides too; and the main code. A copy whose headline is edited at
    /// both ends is found by its code alone.
    fn read_keys(&self, signature: &Credited) -> Vec<String> {
        let ends = [
            ('a', signature.headline.chunks(HEADLINE_END).next()),
            ('z', signature.headline.rchunks(HEADLINE_END).next()),
        ];
        let mut names = signature.names();
        names.extend(self.by_time.then_some(""));
        let credits = names.into_iter().flat_map(|name| {
            let ends = ends.iter().filter_map(move |(end, letters)| {
                let topic = name.chars().chain(['\n']);
                let key = hash(
                    topic
                        .chain(letters.as_ref()?.iter().copied())
                        .map(u64::from),
                );
                Some(format!("c{end}{key:016x}"))
            });
            ends.collect::<Vec<_>>()
        });
        let main = signature.code.iter().map(|code| hash(code[..L].to_vec()));
        credits
            .chain(main.map(|key| format!("m{key:016x}")))
            .collect()
    }

    fn write_keys(&self, signature: &Credited) -> Vec<String> {
        self.read_keys(signature)
    }

    /// Sources, site and headline at two bytes a character, eight for the time, twenty for the code
    /// and four for the length.
    fn size(&self, signature: &Credited) -> usize {
        let names = signature
            .names()
            .into_iter()
            .map(|name| name.chars().count());
        2 * (names.sum::<usize>() + signature.headline.len()) + 8 + 2 * 2 * L + 4
    }
}

/// The credit, the headline and the time, and the main and the auxiliary code.
impl Explain for Credit {
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let Some(signed) = self.sign(article) else {
            return Vec::new();
        };
        let letters = |text: &str| -> Vec<u64> { text.chars().map(u64::from).collect() };
        let names = match signed.sources.is_empty() {
            true => &signed.site,
            false => &signed.sources,
        };
        let sources = names
            .iter()
            .map(|name| Finding::beside("source", letters(name), name.clone()));
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
        let stop = FeatureCode {
            positions: Positions::Nth(self.stop),
            ..FeatureCode::default()
        };
        let beside = [Some(headline), time].into_iter().flatten();
        sources
            .chain(beside)
            .chain(stop.findings(article))
            .collect()
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

/// The sources that a credit names, as they are compared: each folded, without labels, brackets,
/// spaces and the people who wrote, and one name for all aliases of a source.
///
/// ```
/// use offprint_methods::methods::sources;
/// assert_eq!(sources("【稿件來源：江城晚報】 記者 林一"), ["江城晚报"]);
/// assert_eq!(sources("转自：新华网"), sources("新華社"));
/// assert_eq!(sources("人民网－人民日报"), ["人民网", "人民日报"]);
/// assert_eq!(sources("来源：新京报 转自：人民网"), ["新京报", "人民网"]);
/// assert_eq!(sources("Agence France-Presse / Harbour Wire"), ["法新社", "harbourwire"]);
/// ```
pub fn sources(credit: &str) -> Vec<String> {
    let folded: String = credit.chars().filter_map(fold).collect();
    let mut names: Vec<String> = Vec::new();
    let labels = || INNER.iter().chain(LABELS);
    for part in split(&folded, PARTS) {
        let mut rest = from_first_letter(part);
        while let Some(after) = labels().find_map(|label| without_label(rest, label)) {
            rest = after;
        }
        let people = PEOPLE.iter().filter_map(|word| rest.find(word));
        let end = people.filter(|&at| at > 0).min().unwrap_or(rest.len());
        let name = canonical(letters(&rest[..end]).collect());
        if name.chars().count() >= NAME && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The name that stands for this one and its aliases.
fn canonical(name: String) -> String {
    source::by_name(&name).map_or(name, str::to_owned)
}

/// A folded credit, cut before labels and at what parts names, if anything does. A hyphen parts names
/// of Han characters, or it has spaces around it: there are names such as `France-Presse`.
fn split<'a>(credit: &'a str, parts: &[char]) -> impl Iterator<Item = &'a str> {
    let (mut start, mut read) = (0, 0);
    let mut cuts = vec![0];
    let han = |c: Option<char>| c.is_some_and(|c| CharClass::of(c) == CharClass::Han);
    for (at, c) in credit.char_indices() {
        let (before, after) = (&credit[..at], &credit[at + c.len_utf8()..]);
        let hyphen = || {
            let [left, right] = [before.chars().next_back(), after.chars().next()];
            han(left) && han(right) || left == Some(' ') && right == Some(' ')
        };
        let labelled = INNER.iter().find_map(|label| {
            let after = credit[at..].strip_prefix(label)?.trim_start();
            (at >= read && after.starts_with(':')).then_some(at + label.len())
        });
        let label = labelled.is_some() && at > start;
        read = labelled.unwrap_or(read);
        if parts.contains(&c) || c == '-' && !parts.is_empty() && hyphen() || label {
            cuts.push(at);
            start = at;
        }
    }
    cuts.push(credit.len());
    let parts: Vec<&str> = cuts.windows(2).map(|cut| &credit[cut[0]..cut[1]]).collect();
    parts.into_iter()
}

/// What the site of an article is called: by the name that it gives itself, by its host, and by
/// what the table knows of its host.
fn site(article: &Article) -> impl Iterator<Item = String> {
    let Metadata {
        site,
        url,
        canonical: stated,
        ..
    } = &article.metadata;
    let host = [url, stated]
        .into_iter()
        .flatten()
        .find_map(|address| address::site(address));
    let hosts = host.iter().flat_map(|host| {
        let known = source::by_host(host).map(str::to_owned);
        [Some(letters(host).collect()), known]
    });
    let names = site.iter().flat_map(|site| sources(site));
    names.chain(hosts.flatten()).collect::<Vec<_>>().into_iter()
}

/// The day that an address holds, as most addresses of news do, in minutes since the beginning of
/// 1970: `/2006-03/18/`, `/2006/0318/` or `t20060318_`.
fn day_of_address(address: &str) -> Option<i64> {
    let bytes = address.as_bytes();
    let number = |at: usize, digits: usize| -> Option<u32> {
        let part = address.get(at..at + digits)?;
        part.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| part.parse().ok())?
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

/// What follows a label; a label of Latin letters must be a word of its own.
fn without_label<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let after = text.strip_prefix(label)?;
    let inside = label.is_ascii() && after.starts_with(char::is_alphanumeric);
    (!inside).then(|| from_first_letter(after))
}

fn from_first_letter(text: &str) -> &str {
    text.trim_start_matches(|c| CharClass::of(c) == CharClass::Other)
}

/// The lines above the first paragraph.
fn head(text: &str) -> impl Iterator<Item = &str> {
    let is_head = |line: &&str| !lines::ends_like_sentence(line);
    text.lines().take_while(is_head).take(HEAD_LINES)
}

/// The credits of a text, in either form: those above its first paragraph, else those in its last
/// line.
fn find(text: &str) -> Vec<String> {
    let credits = |line: &str| -> Vec<String> {
        let folded: String = line.chars().filter_map(fold).collect();
        let labelled = split(&folded, &[])
            .filter_map(lines::credit)
            .collect::<Vec<_>>();
        match labelled.is_empty() {
            true => byline::unlabelled_credit(line).into_iter().collect(),
            false => labelled,
        }
    };
    let last = || text.lines().rfind(|line| !line.trim().is_empty());
    let above: Vec<String> = head(text).flat_map(credits).collect();
    match above.is_empty() {
        true => last().map_or(Vec::new(), credits),
        false => above,
    }
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
        CreditGroups {
            method,
            index: BTreeMap::new(),
            kept: Vec::new(),
        }
    }

    /// The group of the next page, counted from 0, and what the page is to the one that is kept of it:
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
        let first = Occurrences {
            same: 1,
            partial: 0,
        };
        self.kept.push((page, first));
        (self.kept.len() - 1, Verdict::Different)
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
            assert_eq!(head.sources, [source]);
            assert!(head.minutes.is_some());
            let foot = signed("水库蓄满", &format!("{BODY}\n{line}"));
            assert_eq!(foot.sources, [source]);
        }
    }

    #[test]
    fn credits_above_the_body_count_before_that_below_it() {
        let text = format!("来源：江城晚报\n转自：河口日报\n{BODY}\n来源：山城早报");
        assert_eq!(signed("水库蓄满", &text).sources, ["江城晚报", "河口日报"]);
        let on_one_line = format!("来源：江城晚报 转自：河口日报\n{BODY}");
        assert_eq!(
            signed("水库蓄满", &on_one_line).sources,
            ["江城晚报", "河口日报"]
        );
        let below = format!("{BODY}\n来源：山城早报-河口日报");
        assert_eq!(signed("水库蓄满", &below).sources, ["山城早报", "河口日报"]);
        let inside = format!("{BODY}\n来源：江城晚报\n{BODY}");
        assert!(signed("水库蓄满", &inside).sources.is_empty());
        let nameless = signed("", &text);
        assert!(
            nameless.sources.is_empty(),
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
        ];
        for (written, name) in vectors {
            assert_eq!(sources(written), [name], "{written}");
        }
        assert!(sources("来源：").is_empty());
    }

    #[test]
    fn a_credit_may_name_several_sources() {
        let vectors: [(&str, &[&str]); 6] = [
            ("人民网-人民日报", &["人民网", "人民日报"]),
            ("来源：新京报 转自：人民网", &["新京报", "人民网"]),
            ("江城晚报、河口日报", &["江城晚报", "河口日报"]),
            ("新华网——新华社", &["新华社"]),
            ("AP/Harbour-Wire", &["美联社", "harbourwire"]),
            ("大数据中心", &["大数据中心"]),
        ];
        for (written, names) in vectors {
            assert_eq!(sources(written), names, "{written}");
        }
    }

    #[test]
    fn a_page_of_the_source_itself_needs_no_credit() {
        let body = BODY.repeat(4);
        let mut article = Article::of_text("水库蓄满".to_owned(), body.clone());
        article.metadata.url =
            Some("http://news.xinhuanet.com/politics/2006-03/18/c_1.htm".to_owned());
        let original = Credit::default().sign(&article).expect("a code");
        assert_eq!(original.site, ["newsxinhuanetcom", "新华社"]);
        let copy = signed("水库蓄满", &format!("来源：新华网\n{body}"));
        assert_eq!(compared(&original, &copy), Verdict::Same);
        // A copy of a copy names the page that it was taken from.
        let again = Credited {
            sources: vec!["江城晚报".to_owned()],
            ..copy.clone()
        };
        assert_eq!(compared(&copy, &again), Verdict::Different);
        let from = Credited {
            site: vec!["江城晚报".to_owned()],
            ..copy
        };
        assert_eq!(compared(&from, &again), Verdict::Same);
    }

    #[test]
    fn an_address_tells_the_day() {
        let day = minutes("2006-03-18");
        for address in [
            "http://a.example/2006-03/18/content_4.htm",
            "http://a.example/2006/0318/1.html",
            "http://a.example/t20060318_1.htm",
            "http://a.example/2006/03/18/水库.html",
        ] {
            assert_eq!(day_of_address(address), day, "{address}");
        }
        for none in [
            "http://a.example/200603181.htm",
            "http://a.example/2006/13/18/",
            "2006-03",
            "",
        ] {
            assert_eq!(day_of_address(none), None, "{none}");
        }
        let mut article = Article::of_text("水库蓄满".to_owned(), BODY.to_owned());
        article.metadata.url = Some("http://a.example/2006/0318/1.html".to_owned());
        assert_eq!(
            Credit::default().sign(&article).expect("a code").minutes,
            day
        );
    }

    fn credited(source: Option<&str>, headline: &str, length: u32) -> Credited {
        Credited {
            sources: source.map(str::to_owned).into_iter().collect(),
            site: Vec::new(),
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
            site: vec!["江城晚报".to_owned()],
            ..credited(None, "下游三座水库蓄满", 1000)
        };
        assert_eq!(compared(&copy, &original), Verdict::Same);
        let elsewhere = Credited {
            site: vec!["河口日报".to_owned()],
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
        // The least likely copy stays before the likeliest partial one, however far apart in time.
        let headline = Credit::default().headline;
        assert!(headline * 0.99 > 0.75 && 0.75 * headline * 0.99 > 0.5);
    }

    #[test]
    fn one_source_and_one_text_are_the_same_under_another_headline() {
        let text = "文中的长句作为网页的特征。实验结果表明它高效。";
        let page = |title: &str, source: &str| signed(title, &format!("来源：{source}\n{text}"));
        let a = page("特征", "江城晚报");
        let b = page("一种高效的方法问世", "江城晚报");
        let found = Credit::default().compare(Some(&a), Some(&b));
        assert_eq!((found.verdict, found.score), (Verdict::Same, 1.0));
        let other = page("一种高效的方法问世", "河口日报");
        assert_eq!(compared(&a, &other), Verdict::Different);
        let keys = Credit::default().write_keys(&a);
        assert!(
            Credit::default()
                .read_keys(&b)
                .iter()
                .any(|key| keys.contains(key))
        );
        let another = signed("一种高效的方法问世", &format!("来源：江城晚报\n{BODY}"));
        assert_eq!(compared(&a, &another), Verdict::Different);
    }

    #[test]
    fn headline_and_time_decide_without_a_credit_if_told_so() {
        let at = |hours: i64, headline: &str| Credited {
            minutes: Some(hours * 60),
            ..credited(None, headline, 1000)
        };
        let method = Credit {
            by_time: true,
            ..Credit::default()
        };
        let verdict =
            |method: &Credit, a: &Credited, b: &Credited| method.compare(Some(a), Some(b)).verdict;
        let (a, b) = (at(0, "下游三座水库蓄满"), at(48, "下游三座水库已蓄满"));
        assert_eq!(verdict(&Credit::default(), &a, &b), Verdict::Unknown);
        assert_eq!(verdict(&method, &a, &b), Verdict::Same);
        assert_eq!(
            verdict(&method, &a, &at(49, "下游三座水库蓄满")),
            Verdict::Unknown
        );
        assert_eq!(
            verdict(&method, &a, &at(0, "江上大桥今天通车")),
            Verdict::Unknown
        );
        let keys = method.write_keys(&a);
        assert!(method.read_keys(&b).iter().any(|key| keys.contains(key)));
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
        let mut arrive = |page| groups.arrive(page).0;
        let paper = Some("江城晚报");
        assert_eq!(arrive(credited(paper, "下游三座水库蓄满", 1000)), 0);
        assert_eq!(arrive(credited(paper, "下游三座水库已蓄满", 1050)), 0);
        assert_eq!(arrive(credited(paper, "下游三座水库蓄满", 400)), 0);
        assert_eq!(arrive(credited(paper, "江上大桥今天通车", 1000)), 1);
        assert_eq!(
            arrive(credited(Some("河口日报"), "下游三座水库蓄满", 1000)),
            2
        );
        let uncredited = signed("", "文中的长句作为网页的特征。实验结果表明它高效。");
        assert_eq!(arrive(uncredited.clone()), 3);
        assert_eq!(arrive(uncredited), 3);
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
