//! Builds pages from pieces that a fuzzer chooses.

#[path = "../../../tests/common/small.rs"]
mod small;

use arbitrary::{Result, Unstructured};
use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};
use serde_json::json;
use std::sync::LazyLock;

static TAGS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let tags = "div p br a table tr td ul li h1 h2 h3 article main section nav aside header footer span b em blockquote \
        pre form button select option textarea title script style noscript template svg math xmp plaintext \
        iframe frameset body html head time";
    tags.split(' ').collect()
});
const ATTRIBUTES: [&str; 14] = [
    "class", "id", "style", "href", "hidden", "itemprop", "content", "property", "name", "rel", "charset", "datetime",
    "type", "lang",
];
static VALUES: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("values.txt").lines().collect());
const LINES: [&str; 18] = [
    "水庫昨日蓄滿，下游三縣停水兩天。",
    "三座水库昨日蓄满。",
    "来源：新江日报  2006年03月18日11:40",
    "The barrage was closed on Monday, the council said. ",
    "It fell. ",
    "By Jane Doe",
    "责任编辑：李",
    "상류의 문이 닫혔다. ",
    "ダムが閉じられた。",
    "Плотину закрыли в понедельник. ",
    "相关新闻",
    "分享到",
    "Copyright 2026 All rights reserved",
    "\u{FEFF}",
    "\u{200B}\u{202E}",
    "\0",
    "\r\n\r\n",
    "e\u{301}\u{301}\u{301}",
];
static BROKEN: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("broken.txt").lines().collect());

/// More pieces of small pages: elements whose place the reader keeps until they end, and texts that it reads in more
/// than one way.
#[rustfmt::skip]
const KEPT: [&str; 56] = [
    "<span role=separator>", "<i class=author>", "</i>", "<i class=ln>", "<span class=line>", "<s>", "</s>",
    "<q>", "</q>", "<ruby>", "<rt>", "</rt>", "</ruby>", "<code>", "</code>", "<time>", "</time>", "<sup>", "</sup>",
    "<button>", "<button aria-expanded=true>", "</button>", "<math alttext=x>", "<math>", "</math>",
    "<img src=/a.png>", "<img class=tex alt=x^2>", "<noscript><img src=/a.png></noscript>",
    "<table>", "<tr>", "<td>", "<td class=gutter>", "<td data-line-number=1>", "</td>", "</table>",
    "<div class=gutter>", "<div class=byline>", "<div hidden>", "<div class=post>", "<p style='font-size:0'>",
    "<a href=/2>", "<a href=/u/b>", "<a rel=next href=?p=2>", "<a hidden href=#>", "<br/>", "<ul>", "</li>", "</pre>",
    "水\u{200D}", "|", "?", "$x$", "&am", "p;", "(", "1 \u{3000}",
];

/// Pieces for each post of a small thread.
const OF_POST: usize = 16;

/// A small page with one piece for each byte: from few pieces (`kind` 0), from all (1), or a thread with them in its
/// posts, as HTML (2) or as data.
pub fn small(choices: &[u8], kind: u8) -> String {
    let kept = if kind > 0 { &KEPT[..] } else { &[] };
    let pieces: Vec<&str> = small::PIECES.iter().chain(kept).copied().collect();
    let written = |choices: &[u8]| -> String {
        choices.iter().map(|&choice| pieces[usize::from(choice) % pieces.len()]).collect()
    };
    let posts = choices.chunks(OF_POST).zip(1..).map(|(choices, seed)| {
        let mut post = "<p>".to_owned();
        (0..4).for_each(|of| sentence(&mut post, 4 * seed + of));
        post + "</p>" + &written(choices)
    });
    match kind {
        0 | 1 => written(choices),
        2 => {
            let head = "<div class=post><a href=/u/wren>wren</a> 2026-03-17 11:40<div>";
            let posts: String = posts.map(|post| format!("{head}{post}</div></div>")).collect();
            format!("<meta name=generator content=Discuz!><h1>T</h1>{posts}")
        }
        _ => {
            let posts = posts.map(|post| json!({ "username": "wren", "created_at": "2026-03-17", "cooked": post }));
            let data = json!({ "title": "T", "posts": posts.collect::<Vec<_>>() });
            let url = "https://forum.example/t/belt/7";
            format!("<title>T</title><link rel=canonical href={url}><script type=application/json>{data}</script>")
        }
    }
}

/// The most bytes of a page for each byte of input that chooses them, so that a fuzzer that keeps its inputs short
/// reads short pages. Larger: more of an input is used, and fewer pages are read per second.
const BYTES_PER_CHOICE: usize = 4;
/// The longest page, in bytes, for any length of input.
const LONGEST: usize = 16 << 10;

/// A page in some charset, with some damage, and a byte that chooses how it is read.
pub fn page(choices: &mut Unstructured) -> Result<(u8, Vec<u8>)> {
    let longest = LONGEST.min(choices.len() * BYTES_PER_CHOICE);
    let choice = choices.arbitrary()?;
    let mut html = String::new();
    let mut open = Vec::new();
    while !choices.is_empty() && html.len() < longest {
        piece(choices, &mut html, &mut open)?;
    }
    let charsets = [UTF_8, UTF_8, GBK, BIG5, SHIFT_JIS, EUC_KR, WINDOWS_1252];
    let mut bytes = charsets[html.len() % charsets.len()].encode(&html).0.into_owned();
    // The last piece may consist of hundreds of tags.
    bytes.truncate(longest);
    if choice & 32 != 0 && !bytes.is_empty() {
        let at = usize::from(choice) * 31 % bytes.len();
        bytes[at] ^= 0x80;
    }
    Ok((choice, bytes))
}

fn piece(choices: &mut Unstructured, html: &mut String, open: &mut Vec<&'static str>) -> Result<()> {
    match choices.int_in_range(0..=9u8)? {
        0..=2 => {
            let tag = *choices.choose(&TAGS)?;
            start(choices, html, tag)?;
            open.push(tag);
        }
        3 => {
            if let Some(tag) = open.pop() {
                html.push_str(&format!("</{tag}>"));
            }
        }
        4 => html.push_str(&format!("</{}>", choices.choose(&TAGS)?)),
        5 => html.push_str(choices.choose(&BROKEN)?),
        6 => {
            // Enough text for an article, different each time.
            for seed in 0..choices.int_in_range(1..=40u32)? {
                sentence(html, seed + html.len() as u32);
            }
        }
        7 => {
            let piece = *choices.choose(&LINES)?;
            html.push_str(&piece.repeat(choices.int_in_range(1..=20)?));
        }
        8 => {
            let tag = *choices.choose(&TAGS)?;
            html.push_str(&format!("<{tag}>").repeat(choices.int_in_range(1..=200)?));
        }
        _ => html.push(choices.arbitrary()?),
    }
    Ok(())
}

fn start(choices: &mut Unstructured, html: &mut String, tag: &str) -> Result<()> {
    html.push_str(&format!("<{tag}"));
    for _ in 0..choices.int_in_range(0..=3)? {
        let (name, value) = (choices.choose(&ATTRIBUTES)?, choices.choose(&VALUES)?);
        let quote = *choices.choose(&["\"", "'", ""])?;
        html.push_str(&format!(" {name}={quote}{value}{quote}"));
    }
    html.push('>');
    Ok(())
}

fn sentence(html: &mut String, seed: u32) {
    let word = |n: u32| char::from_u32(0x4E00 + seed.wrapping_mul(7919).wrapping_add(n * 97) % 20000);
    html.extend((0..24).filter_map(word));
    html.push('。');
}
