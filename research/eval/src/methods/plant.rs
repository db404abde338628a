//! Puts the true credit of its article on a page, as the reprints of the second paper have it.
//!
//! Where a page has a credit with a label, or names a source in its metadata, the name is replaced, so that the site's
//! own form stays. All others get a line before the first paragraph, in one of ten [`WRITINGS`]. The copies of an
//! article, whole or in part, have one source and are published within forty hours; a different article has its own,
//! which may be the same by chance, since few sources write many articles.

use offprint::internals::charset::Decoder;
use offprint::internals::hash::{hash, hash_str};
use offprint::{Article, ReadOptions};
use serde::Deserialize;

/// Each name with an alias and its host, in Chinese and in English.
const SOURCES: [&[[&str; 3]]; 2] = [
    &[
        ["新华社", "新华网", "xinhuanet.com"],
        ["中新社", "中国新闻网", "chinanews.com.cn"],
        ["人民日报", "人民日报客户端", "paper.people.com.cn"],
        ["新京报", "新京报网", "bjnews.com.cn"],
        ["央视", "央视网", "cctv.com"],
        ["中国青年报", "中青在线", "cyol.com"],
        ["环球时报", "环球网", "huanqiu.com"],
        ["南方都市报", "南都网", "oeeee.com"],
        ["广州日报", "大洋网", "dayoo.com"],
        ["法制晚报", "法晚", "fawan.com"],
        ["光明日报", "光明日报社", "epaper.gmw.cn"],
        ["第一财经日报", "一财网", "yicai.com"],
    ],
    &[
        ["Reuters", "Thomson Reuters", "reuters.com"],
        ["Associated Press", "AP", "apnews.com"],
        ["AFP", "Agence France-Presse", "afp.com"],
        ["Bloomberg", "Bloomberg News", "bloomberg.com"],
        ["BBC News", "BBC", "bbc.co.uk"],
        ["The Guardian", "Guardian", "theguardian.com"],
        ["The New York Times", "New York Times", "nytimes.com"],
        ["The Washington Post", "Washington Post", "washingtonpost.com"],
        ["PTI", "Press Trust of India", "ptinews.com"],
        ["Harbour Wire", "Harbour Wire", "harbour-wire.example"],
    ],
];

/// How a credit is written: `{S}` is the source, `{A}` an alias of it, `{T}` another one, `{D}` the time.
pub const WRITINGS: [[&str; 2]; 10] = [
    ["来源：{S}", "Source: {S}"],
    ["{D} 来源: {S} 作者：林一", "{D} | Source: {S} | By Jane Doe"],
    ["据{S}报道", "Originally published by {S}"],
    ["【稿件来源：{S}】", "[Source: {S}]"],
    ["转自：{S}", "via {S}"],
    ["www.example.com {D} {S}", "{D} {S}"],
    ["www.example.com • {D} • 来源: {S}", "By Jane Doe, {S}"],
    ["来源：{T}-{S}", "Source: {T} / {S}"],
    ["来源：{S} 转自：{T}", "Source: {S}, via: {T}"],
    ["来源：{A}", "Source: {A}"],
];
/// What makes a writing one with a label.
pub const LABELLED: [&str; 5] = ["来源", "转自", "Source", "via", "published by"];
/// Labels that precede a credit on a page.
const LABELS: [&str; 5] = ["来源", "來源", "出处", "出處", "Source"];

#[derive(Deserialize)]
pub struct DocRow {
    pub id: String,
    base: String,
    label: String,
    pub lang: String,
}

/// The credit that was put on a page.
pub struct Planted {
    /// Which writing; `None` for the site's own form.
    pub writing: Option<usize>,
    pub source: &'static str,
    /// Of the source, and of another one, unless chance took the same twice.
    pub hosts: [&'static str; 2],
}

pub fn decoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    Decoder::new(None).decode(bytes, true, &mut text);
    text
}

pub fn read(html: &[u8]) -> Article {
    let options = ReadOptions::new().content_type("text/html; charset=utf-8");
    offprint::read(html, options)
}

/// The page with a credit of its article and a time of its own.
pub fn plant(html: &str, row: &DocRow, gold: &str) -> (String, Planted) {
    let stated = read(html.as_bytes()).metadata;
    let article = match row.label.as_str() {
        "different" => &row.id,
        _ => &row.base,
    };
    let chance = |of: &str, what: u64| hash([hash_str(of), what]) as usize;
    let english = usize::from(row.lang == "en");
    let names = SOURCES[english];
    let [source, alias, host] = names[chance(article, 0) % names.len()];
    let [other, _, stranger] = names[chance(&row.id, 1) % names.len()];
    let hosts = [host, stranger];
    let hours = chance(&row.id, 2) % 40;
    let day = 1 + chance(article, 3) % 26 + hours / 24;
    let time = [2012, 1, day, hours % 24, chance(&row.id, 4) % 60, 0];
    let html = match stated.published {
        Some(written) if written.len() > 7 => html.replace(&written, &timed(&written, time)),
        _ => html.to_owned(),
    };
    // The source that the template states, without a label too.
    let own = stated.credit;
    let own = own.filter(|own| own.chars().count() > 2 && !gold.contains(own.as_str()));
    let html = match &own {
        Some(own) => html.replace(own.as_str(), source),
        None => html,
    };
    let (html, named) = with_source(&html, source);
    if named || own.is_some() {
        let planted = Planted { writing: None, source, hosts };
        return (html, planted);
    }
    let writing = chance(&row.id, 5) % WRITINGS.len();
    let line = WRITINGS[writing][english]
        .replace("{S}", source)
        .replace("{A}", alias)
        .replace("{T}", other)
        .replace("{D}", &timed("2012-01-01 00:00", time));
    let planted = Planted { writing: Some(writing), source, hosts };
    (with_line(&html, gold, &line), planted)
}

/// A written time with other numbers, each of as many digits.
fn timed(written: &str, time: [usize; 6]) -> String {
    let mut numbers = time.into_iter();
    let chars: Vec<char> = written.chars().collect();
    let parts = chars.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let parts = parts.map(|part| {
        let number = part[0].is_ascii_digit().then(|| numbers.next()).flatten();
        match number {
            Some(number) => format!("{number:0width$}", width = part.len()),
            None => part.iter().collect::<String>(),
        }
    });
    parts.collect()
}

/// The page with another name after each label of a credit, and whether it has any.
fn with_source(html: &str, source: &str) -> (String, bool) {
    let (mut out, mut rest, mut named) = (String::with_capacity(html.len()), html, false);
    loop {
        let labels = LABELS.iter();
        let label = labels.filter_map(|label| Some((rest.find(label)?, label.len())));
        let Some((at, length)) = label.min() else {
            return (out + rest, named);
        };
        let end = at + length;
        let name = past_markup(&rest[end..])
            .strip_prefix([':', '：'])
            .map(past_markup)
            .map_or(rest.len(), |name| rest.len() - name.len());
        let ends = |c: char| c.is_whitespace() || "<&\"'()（）【】[],，。|".contains(c);
        let until = rest[name..].find(ends);
        let until = until.map_or(rest.len(), |length| name + length);
        let found = &rest[name..until];
        let is_short = (2..=20).contains(&found.chars().count());
        let is_picture = rest[..at].ends_with("图片") || rest[..at].ends_with("圖片");
        if is_short && !is_picture && !found.contains(['=', '{', ';']) {
            out += &rest[..name];
            out += source;
            rest = &rest[until..];
            named = true;
        } else {
            out += &rest[..end];
            rest = &rest[end..];
        }
    }
}

/// What follows tags and white space.
fn past_markup(html: &str) -> &str {
    let mut rest = html.trim_start();
    loop {
        let after = match rest.strip_prefix("&nbsp;") {
            Some(after) => after,
            None if rest.starts_with('<') => match rest.split_once('>') {
                Some((_, after)) => after,
                None => return rest,
            },
            None => return rest,
        };
        rest = after.trim_start();
    }
}

/// The page with a line before the first paragraph of its article, else behind its headline or at its beginning.
fn with_line(html: &str, gold: &str, line: &str) -> String {
    const INLINE: [&str; 10] = ["p", "P", "b", "B", "strong", "font", "FONT", "span", "a", "em"];
    let opening: String = gold.trim_start().chars().take(10).collect();
    let body = html.find("<body").unwrap_or(0);
    // A description in an attribute may begin alike.
    let is_text = |at: usize| html[..at].rfind('>') >= html[..at].rfind('<');
    let mut found = html[body..].match_indices(&opening).map(|(at, _)| at);
    let found = found.find(|&at| !opening.is_empty() && is_text(body + at));
    let mut at = match (found, html.find("</h1>")) {
        (Some(at), _) => body + at,
        (None, Some(at)) => at + "</h1>".len(),
        _ => html[body..].find('>').map_or(0, |at| body + at + 1),
    };
    // Past inline tags, and before the paragraph rather than in it.
    while html[..at].trim_end().ends_with('>')
        && let Some(tag) = html[..at].rfind('<')
    {
        let name = html[tag + 1..].split(|c: char| !c.is_ascii_alphanumeric());
        let name = name.take(1).next().unwrap_or("");
        if !INLINE.contains(&name) || found.is_none() {
            break;
        }
        at = tag;
        if name.eq_ignore_ascii_case("p") {
            break;
        }
    }
    format!("{}<p>{line}</p>{}", &html[..at], &html[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_credit_of_a_template_gives_way_to_the_true_one() {
        let page = "<p>来源：<a href=/x>江城晚报</a> 2012</p><p>来源：</p><meta content='来源: 河口日报'>";
        let (html, named) = with_source(page, "新华社");
        assert!(named);
        assert_eq!(html, "<p>来源：<a href=/x>新华社</a> 2012</p><p>来源：</p><meta content='来源: 新华社'>");
        assert_eq!(with_source("<p>新闻来源很多", "新华社"), ("<p>新闻来源很多".to_owned(), false));
    }

    #[test]
    fn a_line_precedes_the_first_paragraph() {
        let page = "<body><h1>大坝</h1><div><p><b>下游三座水库</b>已经蓄满。</p></div>";
        let line = |gold| with_line(page, gold, "来源：新华社");
        assert_eq!(
            line("下游三座水库"),
            "<body><h1>大坝</h1><div><p>来源：新华社</p><p><b>下游三座水库</b>已经蓄满。</p></div>"
        );
        assert!(line("没有").starts_with("<body><h1>大坝</h1><p>来源：新华社</p>"));
    }

    #[test]
    fn a_time_keeps_its_form() {
        let time = [2012, 1, 7, 9, 5, 0];
        assert_eq!(timed("2006年03月18日11:40", time), "2012年01月07日09:05");
        assert_eq!(timed("2006-3-18 1:40:12", time), "2012-1-07 9:05:00");
    }

    #[test]
    fn copies_have_one_source_and_other_articles_their_own() {
        let row = |id: &str, label: &str| DocRow {
            id: id.to_owned(),
            base: "base".to_owned(),
            label: label.to_owned(),
            lang: "zh".to_owned(),
        };
        let source = |id, label| plant("<p>水库", &row(id, label), "水库").1.source;
        let ids = ["1", "2", "3", "4", "5", "6", "7", "8"];
        let of_copies = source("1", "partial");
        assert!(ids.iter().all(|id| source(id, "same") == of_copies));
        assert!(ids.iter().any(|id| source(id, "different") != of_copies));
    }
}
