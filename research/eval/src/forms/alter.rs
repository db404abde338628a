//! Copies of a text that are altered in a known way.

use super::random::Random;
use super::template::Text;
use regex::Regex;
use std::sync::LazyLock;

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

static FIGURE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+"));
static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\p{Han}|\b[A-Za-z]+\b"));
/// The text with this many digits altered, each in a figure of its own.
pub fn digits(text: &Text, altered: usize, random: &mut Random) -> Text {
    let figures: Vec<_> = FIGURE.find_iter(&text.body).collect();
    let mut body = text.body.clone();
    for place in random.places(altered, figures.len()) {
        let figure = figures[place];
        let at = figure.start() + random.below(figure.len());
        let old = body.as_bytes()[at] - b'0';
        // No leading zero.
        let least = u8::from(at == figure.start());
        let mut new = least + random.below(usize::from(9 - least)) as u8;
        if new >= old {
            new += 1;
        }
        body.replace_range(at..=at, &new.to_string());
    }
    with(text, body)
}

/// The text as another site prints it: with its sources, its editors and its own headline.
pub fn furnish(text: &Text, is_english: bool, random: &mut Random) -> Text {
    let (before, after, title): (&[&str], &[&str], &[&str]) = if is_english {
        (
            &["Source: Valley Courier", "By Staff Reporter\nShare this article", "(Coast Wire) —"],
            &["Editor: P. Lowry", "© Valley Courier. All rights reserved.", "Read more: Local news"],
            &["# | Valley Courier", "Just in: #", "#"],
        )
    } else {
        (
            &[
                "来源：江北日报",
                "本报讯（记者 方舟）",
                "2024-05-06 08:30　来源：晨报网　字号：大 中 小",
                "江北新闻网讯",
            ],
            &["责任编辑：丁一", "（编辑：苏小川）", "【打印】【关闭】", "免责声明：本文来自网络，不代表本站立场。"],
            &["快讯：#", "【关注】#", "#_新闻频道_江北新闻网", "#"],
        )
    };
    Text {
        title: random.choose(title).replace('#', &text.title),
        body: format!("{}\n{}\n{}", random.choose(before), text.body, random.choose(after)),
        places: text.places.clone(),
    }
}

/// The first share of the text.
pub fn cut(text: &Text, random: &mut Random) -> Text {
    let chars = text.body.chars().count();
    let kept = (chars as f64 * random.between(0.6, 0.75)) as usize;
    with(text, text.body.chars().take(kept).collect())
}

/// The text followed by other paragraphs, up to a share of its length.
pub fn extend(text: &Text, filler: &[String], random: &mut Random) -> Text {
    let most = (text.body.chars().count() as f64 * random.between(0.35, 0.6)) as usize;
    let first = random.below(filler.len());
    let others = [&filler[first..], &filler[..first]].concat().join("\n");
    let more: String = others.chars().take(most).collect();
    with(text, format!("{}\n{more}", text.body))
}

/// The text with a few percent of its words, or Han characters, deleted or replaced.
pub fn edit(text: &Text, is_english: bool, random: &mut Random) -> Text {
    let others: Vec<&str> = if is_english {
        "about while other still where given during also after some then most very quite further".split(' ').collect()
    } else {
        "已也就而与都从将向对于至该其并再又便及各所之以".split("").filter(|c| !c.is_empty()).collect()
    };
    let words: Vec<_> = WORD.find_iter(&text.body).collect();
    let edited = (words.len() as f64 * random.between(0.03, 0.06)).ceil() as usize;
    let mut body = text.body.clone();
    // From the end, so that earlier places stay valid.
    for place in random.places(edited, words.len()).into_iter().rev() {
        let new = if random.below(3) == 0 { "" } else { random.choose(&others) };
        body.replace_range(words[place].range(), new);
    }
    with(text, body)
}

fn with(text: &Text, body: String) -> Text {
    Text { body, ..text.clone() }
}
