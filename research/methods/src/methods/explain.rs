//! The reasons for a verdict: the parts of two articles that a method looks at, and the parts that both have.

use offprint::Article;
use offprint::compare::Comparison;
use offprint::internals::positions::units_before;
use serde::Serialize;
use std::ops::Range;

/// Something that a method looks at in an article.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What the method takes it for.
    pub role: &'static str,
    /// The value that the method compares.
    pub key: Vec<u64>,
    /// Its place in the body, in bytes.
    pub places: Vec<Range<usize>>,
    /// Its text, if that is not in the body.
    pub text: Option<String>,
    /// How much it counts.
    pub weight: Option<f64>,
}

impl Finding {
    /// A finding at places of the body.
    pub(super) fn at(role: &'static str, key: u64, places: Vec<Range<usize>>) -> Finding {
        Finding { role, key: vec![key], places, text: None, weight: None }
    }

    /// A finding outside the body.
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
    /// For each place of the signatures, whether they are equal there; empty unless they are compared place by place.
    pub slots: Vec<bool>,
}

/// Something that a method looks at.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    /// What the method takes it for.
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
    /// It does not.
    No,
    /// It does.
    Yes,
    /// It does, with the text around it.
    Long,
}

impl From<bool> for Held {
    fn from(is_held: bool) -> Held {
        if is_held { Held::Yes } else { Held::No }
    }
}

/// Findings in an article as they are shown.
pub(super) fn shown(article: &Article, found: &[Finding], held: impl Fn(&Finding) -> Held) -> Vec<Mark> {
    let text = &article.text;
    let before = units_before(text, char::len_utf16);
    let range = |place: &Range<usize>| [before[place.start], before[place.end]];
    let mark = |finding: &Finding| Mark {
        role: finding.role,
        text: match (&finding.text, finding.places.first()) {
            (Some(said), _) => said.clone(),
            (None, Some(place)) => text[place.clone()].to_owned(),
            (None, None) => String::new(),
        },
        places: finding.places.iter().map(range).collect(),
        held: held(finding),
        weight: finding.weight,
    };
    found.iter().map(mark).collect()
}

#[cfg(test)]
pub(super) const TEXT: &str = "来源：岚溪日报\n下游三座水库已经蓄满，大坝安全😀。市防汛办公室说，未来三天仍有中到大雨，沿岸居民应当留意通知。\n记者从现场看到，工作人员正在检查闸门，值班电话昼夜有人接听。专家认为水位会在周五前后回落。\n去年同期，这里的来水不到今年的一半，农田一度缺水。今年的蓄水足够全市用到明年春天。";
