//! Shows the reasons for a verdict: the parts of two articles that a method looks at, and those of them that both have.

use super::{Method, Offprint};
use offprint::Article;
use offprint::Fingerprint;
use offprint::compare::Comparison;
use offprint::internals::features::{self, SHORT_WEIGHT, Shingle, runs};
use offprint::internals::lines;
use offprint::internals::normal::{NormalText, normalize};
use offprint::positions::units_before;
use serde::Serialize;
use std::ops::Range;

/// A method that can show its findings.
pub trait Explain: Method {
    /// The parts of an article that it looks at; empty if it takes a text as a whole.
    fn findings(&self, _article: &Article) -> Vec<Finding> {
        Vec::new()
    }

    /// Whether two findings are one to it.
    fn alike(&self, a: &Finding, b: &Finding) -> bool {
        a.role == b.role && a.key == b.key
    }

    /// The slots of its signature, each compared with the same slot of the other's; empty if
    /// its signature has no slots.
    fn slots(&self, _signature: &Self::Signature) -> Vec<u64> {
        Vec::new()
    }

    /// What it looks at in two articles.
    fn marks(&self, articles: [&Article; 2]) -> [Vec<Mark>; 2] {
        let found = articles.map(|article| self.findings(article));
        [0, 1].map(|side| {
            let (own, other) = (&found[side], &found[1 - side]);
            let held = |finding: &Finding| {
                let met = other.iter().any(|other| self.alike(finding, other));
                if met { Held::Yes } else { Held::No }
            };
            shown(articles[side], own.iter().map(|found| (found, held(found))))
        })
    }
}

/// Something that a method looks at in an article.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it is to the method.
    pub role: &'static str,
    /// The value that the method compares; empty for findings that it only shows.
    pub key: Vec<u64>,
    /// Its place in the body, in bytes.
    pub places: Vec<Range<usize>>,
    /// Its text, if that is not in the body.
    pub text: Option<String>,
    /// How much it counts.
    pub weight: Option<f64>,
}

impl Finding {
    /// At places of the body.
    pub(super) fn at(role: &'static str, key: u64, places: Vec<Range<usize>>) -> Finding {
        Finding { role, key: vec![key], places, text: None, weight: None }
    }

    /// Beside the body.
    pub(super) fn beside(role: &'static str, key: Vec<u64>, text: String) -> Finding {
        Finding { role, key, places: Vec::new(), text: Some(text), weight: None }
    }
}

/// The verdict of a method on two articles, and the reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// The verdict.
    pub verdict: Comparison,
    /// What it looks at in the articles, the first one first.
    pub marks: [Vec<Mark>; 2],
    /// For each place of the signatures whether they are equal there; empty unless they are
    /// compared so.
    pub slots: Vec<bool>,
}

/// Something that a method looks at.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    /// What it is to the method.
    pub role: &'static str,
    /// What it reads.
    pub text: String,
    /// Its places in the body: beginnings and ends, in UTF-16 code units.
    pub places: Vec<[usize; 2]>,
    /// Whether the other article has it.
    pub held: Held,
    /// How much it counts.
    pub weight: Option<f64>,
}

/// Whether the other article has something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Held {
    /// It has not.
    No,
    /// It has.
    Yes,
    /// It has, with the text around it.
    Long,
}

/// Findings as they are shown.
pub(super) fn shown<'a>(article: &Article, found: impl Iterator<Item = (&'a Finding, Held)>) -> Vec<Mark> {
    let text = &article.text;
    let before = units_before(text, char::len_utf16);
    let range = |place: &Range<usize>| [before[place.start], before[place.end]];
    let mark = |(finding, held): (&Finding, Held)| Mark {
        role: finding.role,
        text: match (&finding.text, finding.places.first()) {
            (Some(said), _) => said.clone(),
            (None, Some(place)) => text[place.clone()].to_owned(),
            (None, None) => String::new(),
        },
        places: finding.places.iter().map(range).collect(),
        held,
        weight: finding.weight,
    };
    found.map(mark).collect()
}

/// The fingerprint's samples, in the order of the text, and all feature codes: `kept` are those that
/// the fingerprint holds. A sample is held if it occurs anywhere in the other text.
impl Explain for Offprint {
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let read = Read::of(article);
        read.codes().chain(read.samples()).collect()
    }

    fn marks(&self, articles: [&Article; 2]) -> [Vec<Mark>; 2] {
        let reads = articles.map(Read::of);
        let texts = [0, 1].map(|side| reads[side].all());
        [0, 1].map(|side| {
            let other = &texts[1 - side];
            let codes = reads[side].codes().map(|code| {
                let met = other.codes.binary_search(&code.key[0]).is_ok();
                (code, if met { Held::Yes } else { Held::No })
            });
            let samples = reads[side].samples().map(|sample| {
                let held = other.held(sample.key[0], sample.key[1]);
                (sample, held)
            });
            let found: Vec<(Finding, Held)> = codes.chain(samples).collect();
            shown(articles[side], found.iter().map(|(found, held)| (found, *held)))
        })
    }
}

/// A body as its fingerprint reads it: without lines of credits and the like.
struct Read<'a> {
    normal: NormalText,
    fingerprint: Option<&'a Fingerprint>,
    /// Where each line that was read begins: there, and in the body.
    lines: Vec<[usize; 2]>,
}

/// All of a text that another can have, ascending.
struct All {
    codes: Vec<u64>,
    shingles: Vec<(u64, u64)>,
}

impl All {
    fn held(&self, hash: u64, context: u64) -> Held {
        let found = self.shingles.binary_search_by_key(&hash, |&(hash, _)| hash);
        match found {
            Err(_) => Held::No,
            Ok(at) if self.shingles[at].1 == context => Held::Long,
            Ok(_) => Held::Yes,
        }
    }
}

impl<'a> Read<'a> {
    fn of(article: &'a Article) -> Read<'a> {
        let body = &article.text;
        let mut text = String::with_capacity(body.len());
        let mut starts = Vec::new();
        for line in lines::of_body(&article.metadata.title, body) {
            if !text.is_empty() {
                text.push('\n');
            }
            starts.push([text.len(), line.start]);
            text.push_str(&body[line]);
        }
        Read { normal: normalize(&text), fingerprint: article.fingerprint.as_ref(), lines: starts }
    }

    /// The places of tokens in the body.
    fn place(&self, tokens: Range<usize>) -> Range<usize> {
        let tokens = &self.normal.tokens[tokens];
        let [start, end] = [tokens[0].start, tokens[tokens.len() - 1].end].map(|byte| {
            let byte = byte as usize;
            let line = self.lines.partition_point(|&[start, _]| start <= byte);
            let [start, origin] = self.lines[line.saturating_sub(1)];
            byte - start + origin
        });
        start..end
    }

    fn codes(&self) -> impl Iterator<Item = Finding> {
        let kept = |hash: u64| {
            let codes = self.fingerprint.map(|fingerprint| &fingerprint.codes);
            codes.is_some_and(|codes| codes.contains(&((hash >> 48) as u16)))
        };
        features::codes(&self.normal).map(move |(stop, hash)| {
            let tokens = stop - features::CODE_SIDE..stop + features::CODE_SIDE;
            let role = if kept(hash) { "kept-code" } else { "code" };
            Finding::at(role, hash, vec![self.place(tokens)])
        })
    }

    fn samples(&self) -> impl Iterator<Item = Finding> {
        let fingerprint = self.fingerprint;
        self.shingles().filter_map(move |(run, shingle)| {
            let sampled = fingerprint.is_some_and(|kept| kept.samples_hash(shingle.hash));
            sampled.then(|| Finding {
                key: vec![shingle.hash, shingle.context],
                ..Finding::at("sample", shingle.hash, vec![self.place(run)])
            })
        })
    }

    /// The short shingles at their first places.
    fn shingles(&self) -> impl Iterator<Item = (Range<usize>, Shingle)> {
        let mut shingles = features::shingles(&self.normal).into_iter().peekable();
        runs(&self.normal.tokens, SHORT_WEIGHT).filter_map(move |run| {
            let hash = features::hash_of(&self.normal.tokens[run.clone()]);
            let shingle = shingles.next_if(|shingle| shingle.hash == hash)?;
            Some((run, shingle))
        })
    }

    fn all(&self) -> All {
        let mut codes: Vec<u64> = features::codes(&self.normal).map(|(_, hash)| hash).collect();
        codes.sort_unstable();
        let shingles = features::shingles(&self.normal);
        let mut shingles: Vec<(u64, u64)> = shingles.iter().map(|s| (s.hash, s.context)).collect();
        shingles.sort_unstable();
        All { codes, shingles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Name;
    use offprint::compare::Verdict;
    use proptest::prelude::*;

    const TEXT: &str = "来源：岚溪日报\n下游三座水库已经蓄满，大坝安全😀。市防汛办公室说，未来三天仍有中到大雨，沿岸居民应当留意通知。\n记者从现场看到，工作人员正在检查闸门，值班电话昼夜有人接听。专家认为水位会在周五前后回落。\n去年同期，这里的来水不到今年的一半，农田一度缺水。今年的蓄水足够全市用到明年春天。";

    fn article(text: &str) -> Article {
        Article::of_text("三座水库蓄满".to_owned(), text.to_owned())
    }

    /// What a mark's first place holds.
    fn at(text: &str, mark: &Mark) -> String {
        let tokens: Vec<u16> = text.encode_utf16().collect();
        let [start, end] = mark.places[0];
        String::from_utf16(&tokens[start..end]).unwrap()
    }

    #[test]
    fn every_method_holds_all_of_an_article_in_itself() {
        let article = article(TEXT);
        for name in Name::ALL {
            let found = name.method().explain(&article, &article);
            assert_eq!(found.verdict.verdict, Verdict::Same, "{name}");
            assert!(!found.marks[0].is_empty() || !found.slots.is_empty(), "{name}");
            assert_eq!(found.marks[0], found.marks[1], "{name}");
            assert!(found.slots.iter().all(|&equal| equal), "{name}");
            for mark in &found.marks[0] {
                assert!(mark.held >= Held::Yes, "{name}: {mark:?}");
                if !mark.places.is_empty() {
                    assert_eq!(at(TEXT, mark), mark.text, "{name}");
                }
            }
        }
    }

    #[test]
    fn an_edit_kills_the_code_at_its_stop_and_the_samples_near_it() {
        let edited = TEXT.replace("有人接听", "没人理睬");
        let found = Name::Offprint.method().explain(&article(TEXT), &article(&edited));
        let of = |role: &'static str| found.marks[0].iter().filter(move |m| m.role == role);
        let lost: Vec<&str> = of("kept-code").filter(|m| m.held == Held::No).map(|m| &m.text[..]).collect();
        assert_eq!(lost, ["夜有人接听。专家认为水"]);
        assert!(of("kept-code").any(|mark| mark.held == Held::Yes));
        let lost = of("sample").filter(|mark| mark.held == Held::No);
        let lost: Vec<&str> = lost.map(|mark| &mark.text[..]).collect();
        assert!(lost.contains(&"有人接听") && lost.len() == 7, "{lost:?}");
        assert!(!of("sample").any(|mark| mark.text.contains("岚溪")), "a credit is not read");
    }

    #[test]
    fn a_credit_is_shown_by_its_parts() {
        let reprint = TEXT.replace("岚溪日报", "嵐溪日報");
        let found = Name::Credit.method().explain(&article(TEXT), &article(&reprint));
        let parts: Vec<_> = found.marks[1].iter().map(|m| (m.role, &m.text[..], m.held)).collect();
        assert_eq!(parts[..2], [("source", "岚溪日报", Held::Yes), ("headline", "三座水库蓄满", Held::Yes)]);
        assert_eq!(parts[2].0, "code");
    }

    proptest! {
        /// No text panics, and every place lies in its text.
        #[test]
        fn any_two_texts_can_be_explained(a in "[下游三座水库的 a-z.。，😀\r\n]{0,200}", b in "\\PC{0,100}") {
            let [x, y] = [&a, &b].map(|text| article(text));
            for name in Name::ALL {
                let found = name.method().explain(&x, &y);
                for (marks, text) in found.marks.iter().zip([&a, &b]) {
                    for mark in marks.iter().filter(|mark| !mark.places.is_empty()) {
                        prop_assert_eq!(&at(text, mark), &mark.text, "{}", name);
                    }
                }
            }
        }
    }
}
