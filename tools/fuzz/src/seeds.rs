//! Initial inputs: pages and fingerprints of this project, and an example of everything else.

use std::fs;
use std::path::PathBuf;

/// How often each seed is changed without a fuzzer.
pub const MUTATIONS: u64 = 20;
/// Longest piece of a page, in bytes.
const PIECE: usize = 6000;

fn repository(path: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../..", path].iter().collect()
}

/// The initial inputs of a target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let texts: &[&str] = match target {
        "reader" | "charset" => return pages(),
        "fingerprint" => return fingerprints(),
        "verdict" => return pairs(),
        "register" => return vec![records()],
        "markup" | "index" | "small" => return (1..24).map(random).collect(),
        "entities" => &["a &amp; b &lt;&copy2026 &notit; &#150;&#x4E2d&#0;&#xD800; &", "?a&copy=1&amp=2&copy;&reg"],
        "json_ld" => &JSON_LD,
        "lines" => &LINES,
        "align" => &TEXTS,
        "folded" => &LISTS,
        "addresses" => &ADDRESSES,
        _ => unreachable!("{target} has no seeds"),
    };
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Writes them into the folder in the variable OFFPRINT_SEEDS, if it is set, for a fuzzer to read.
pub fn plant(target: &str) {
    let Some(folder) = std::env::var_os("OFFPRINT_SEEDS").map(PathBuf::from) else {
        return;
    };
    for (i, seed) in seeds(target).iter().enumerate() {
        let path = folder.join(format!("seed-{i}"));
        fs::write(&path, seed).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// The beginnings and middles of the fixture pages, each after a byte that chooses how it is read.
fn pages() -> Vec<Vec<u8>> {
    let folders =
        ["tests/pages", "tests/stubs"].map(|path| fs::read_dir(repository(path)).expect("the fixtures are there"));
    let mut paths: Vec<PathBuf> =
        folders.into_iter().flatten().flatten().map(|folder| folder.path().join("page.html")).collect();
    paths.sort();
    let mut pieces = Vec::new();
    for page in paths.iter().filter_map(|path| fs::read(path).ok()) {
        for start in [0, page.len() / 3, page.len() * 2 / 3] {
            let end = page.len().min(start + PIECE);
            // All choices occur among them, whether a target uses the low or the high bits.
            let choice = (pieces.len() as u8).wrapping_mul(67);
            pieces.push([&[choice][..], &page[start..end]].concat());
        }
    }
    pieces
}

fn fingerprint_texts() -> Vec<String> {
    let lines = fs::read_to_string(repository("tests/golden/bodies.txt")).expect("they are there");
    let texts = lines.lines().filter_map(|line| line.split_once(' '));
    texts.map(|(_, text)| text.to_owned()).filter(|text| !text.contains(' ')).collect()
}

fn prints() -> impl Iterator<Item = offprint::Fingerprint> {
    let texts = fingerprint_texts().into_iter();
    texts.map(|text| text.parse().expect("this release reads its own"))
}

fn fingerprints() -> Vec<Vec<u8>> {
    let texts = fingerprint_texts().into_iter().map(String::into_bytes);
    texts.chain(prints().map(|print| print.to_bytes())).collect()
}

/// Pairs in the form that `side` in `print.rs` reads.
fn pairs() -> Vec<Vec<u8>> {
    let all: Vec<Vec<u8>> = prints().map(|print| print.to_bytes()).collect();
    let side = |print: &[u8]| {
        let length = (print.len() as u16).to_le_bytes();
        [&length, print, b"\x01https://a.example/1\xff\0\0\0\0\0\0"].concat()
    };
    let pair = |i: usize| [side(&all[i]), side(&all[(i + 1) % all.len()])].concat();
    (0..all.len()).map(pair).collect()
}

fn records() -> Vec<u8> {
    let mut records = Vec::new();
    for (i, print) in prints().take(4).enumerate() {
        records.push(serde_json::json!({
            "id": i.to_string(),
            "url": format!("https://a{i}.example/1"),
            "canonical": "https://b.example/2",
            "title": "Dam",
            "site": "Harbour & Quay",
            "credit": "a1.example",
            "published": "2026-03-18T11:40",
            "firstSeen": "2026-03-18T03:40:00Z",
            "fingerprint": print,
        }));
    }
    serde_json::to_vec(&records).expect("they are plain data")
}

/// The same bytes for the same seed.
fn random(seed: u64) -> Vec<u8> {
    let mut next = generator(seed);
    (0..400).map(|_| next() as u8).collect()
}

fn generator(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 33
    }
}

/// A seed with one to four changes: a byte is replaced, or a stretch is left out, repeated or copied from elsewhere.
pub fn mutated(seed: &[u8], number: u64) -> Vec<u8> {
    let mut next = generator(number);
    let mut out = seed.to_vec();
    for _ in 0..=next() % 4 {
        if out.is_empty() {
            break;
        }
        let at = next() as usize % out.len();
        let end = out.len().min(at + 1 + next() as usize % 40);
        match next() % 4 {
            0 => out[at] = next() as u8,
            1 => drop(out.drain(at..end)),
            2 => {
                let stretch = out[at..end].repeat(1 + next() as usize % 30);
                out.splice(at..at, stretch);
            }
            _ => {
                let stretch = out[at..end].to_vec();
                let to = next() as usize % out.len();
                out.splice(to..to, stretch);
            }
        }
    }
    out
}

/// Lists of results: articles and snippets that share a title, an address or a sentence.
const LISTS: [&str; 2] = [
    concat!(
        r#"{"url": "https://a.example/1", "title": "No ferry to Skarn until Easter, county says", "text": "The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing stage. Divers found two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs cost 180,000 crowns and take at least six weeks; until then the Havsula carries passengers."}"#,
        "\n",
        r#"{"address": "http://www.a.example/1/#top", "snippet": "The ferry to Skarn stopped on Sunday night"}"#,
        "\n",
        r#"{"title": "No boats", "html": "<article><p>No boats for Skarn: half of the landing stage was wrecked by a storm during the night to Monday. Of its four piles, divers report, two are broken below the waterline. Ines Dahl, who speaks for the county, reckons with repairs for 180,000 crowns that need six weeks. Passengers meanwhile board the Havsula."}"#,
        "\n",
        r#"{"title": "No ferry to Skarn until Easter, county says | Gazette", "snippet": "Divers found two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs cost 180,000 crowns"}"#,
    ),
    "{}\n{\"title\": null}\n[]\n{\"article\": {\"text\": \"下游三座水库已经蓄满。\"}}",
];

const JSON_LD: [&str; 3] = [
    r#"<!-- {"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Dam \u6c34", "datePublished": "2026-03-18T11:40:00+08:00",
"author": [{"name": "Jane"}, "Joe"], "publisher": {"name": "Harbour &amp; Quay"}, "isBasedOn": "https://wire.example/9",} -->"#,
    r#"{"@graph": [{"@type": ["WebPage"], "url": "https://a.example/"}, {"@type": "Article", "mainEntityOfPage": {"@id": "https://a.example/1"}}]}"#,
    r#"[[[{"@type":"Article","publisher":"a"b","sourceOrganization":{"name":["x",1,true,null,-2e9]}}]]"#,
];
const LINES: [&str; 3] = [
    "来源：新江日报 2006年03月18日11:40\nSat, 18 Mar 2006 11:40:00 +0800\n责任编辑：李\n三座水库昨日蓄满。",
    "By Jane Doe, March 18, 2006\n2026-03-18T11:40:00+08:00 | Source: wire.example\nIt fell. It rose! Did it?",
    "http://www.a.example 2006/3/18 11:40 （江城晚报）\n本报讯 记者王 报道\n\u{FF11}\u{FF12}３月 e\u{301} ﬁ Straße İ",
];
const ADDRESSES: [&str; 3] = [
    "https://u:p@a.example/1;jsessionid=9?page=2&utm_source=mail&token=x#top\nhttps://a.example/one\nwww.a.example https://a.example\na.example",
    "http://127.0.0.1:8080/\nhttp://127.0.0.1/\n127.0.0.1:8080",
    "https://a.example./%41?&&=&a=deadbeefdeadbeefdeadbeef&id=7\n\n\na.example",
];
const TEXTS: [&str; 2] = [
    "One dam filled. The gate was shut on Monday, the council said. It fell.\n--\nRain fell. ONE dam filled on Sunday and the gate was shut. It fell.",
    "三座水库昨日蓄满。专家提醒各县注意堤防，下游停水两天。\n--\n記者獲悉：三座水庫昨日蓄滿。下游三县停水两天，专家提醒注意堤防！",
];
