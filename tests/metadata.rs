//! Checks that other languages list the fields of [`Metadata`] completely.

mod common;

use common::SHOWN;
use offprint::schema::Field;
use offprint::{Metadata, ReadOptions, read};
use std::collections::BTreeSet;
use std::path::Path;

/// Lists of fields: the file, the text before the list, the text after it, the fields that it leaves out, and the other
/// names in it. The edge keeps neither authors nor language.
type Listing = (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const LISTS: [Listing; 3] = [
    (
        "pkg/edge/offprint.d.ts",
        "interface EdgeRecord {",
        "}",
        &["authors", "language", "publishedText"],
        &["id", "imported", "unique", "derived", "statesItself", "story", "domain", "fingerprint"],
    ),
    (
        "extension/messages.d.ts",
        "interface Entry {",
        "\n}",
        &["publishedText"],
        &[
            "id",
            "host",
            "headlines",
            "length",
            "gated",
            "completed",
            "lastSeen",
            "visits",
            "since",
            "cluster",
            "hasText",
        ],
    ),
    (
        "www/share.js",
        "KEPT = [",
        "]",
        &["authors", "firstSeen", "publishedText"],
        &["text", "length", "fingerprint", "noFingerprintReason"],
    ),
];

/// The names in a list: quoted, or before a colon at the beginning of a line.
fn names(list: &str) -> BTreeSet<&str> {
    let declared = list.lines().filter_map(|line| {
        let (name, _) = line.trim().trim_start_matches('"').split_once(':')?;
        Some(name.trim_end_matches(['?', '"']))
    });
    let quoted = list.split('\'').skip(1).step_by(2);
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(char::is_alphanumeric);
    declared.chain(quoted).filter(is_name).collect()
}

#[test]
fn all_fields_are_listed_where_any_are() {
    for (file, begin, end, without, beside) in LISTS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(path).expect(file);
        let (_, list) = text.split_once(begin).expect(file);
        let (list, _) = list.split_once(end).expect(file);
        let fields = Metadata::FIELDS
            .iter()
            .map(|field| field.name)
            .filter(|name| !SHOWN.contains(name) && !without.contains(name));
        let expected: BTreeSet<&str> = fields.chain(beside.iter().copied()).collect();
        assert_eq!(names(list), expected, "{file}, {begin}");
    }
    let api = include_str!("../worker/openapi.json");
    let api: serde_json::Value = serde_json::from_str(api).unwrap();
    let record = &api["components"]["schemas"]["Record"]["properties"];
    for Field { name, .. } in Metadata::FIELDS {
        let is_kept = !["authors", "language", "publishedText"].contains(name) && !SHOWN.contains(name);
        assert_eq!(record.get(name).is_some(), is_kept, "openapi.json, {name}");
    }
}

#[test]
fn each_field_is_filled_by_its_name() {
    // The place of a credit has fixed names, and only they count.
    let value_of = |name: &str| if name == "creditPlace" { "top".to_owned() } else { name.to_owned() };
    let named = Metadata::try_from_fn(|name| Ok::<_, ()>(Some(value_of(name)))).unwrap();
    for (field, value) in serde_json::to_value(named).unwrap().as_object().unwrap() {
        let is_list = ["authors", "tags", "via"].contains(&field.as_str());
        let expected = if is_list { serde_json::json!([]) } else { value_of(field).into() };
        assert_eq!(*value, expected, "{field}");
    }
}

#[test]
fn statements_are_read_anywhere_in_a_page() {
    let page = r#"<html lang=fa dir=rtl><title>T</title>
        <meta property=og:description content="About a &quot;ferry&quot;.">
        <meta name=description content="About the site.">
        <meta property=article:modified_time content="2026-03-19T08:00:30+08:00">
        <meta property=article:published_time content="2026-03-18">
        <meta property=article:tag content=ferries><meta property=article:tag content="islands, sea">
        <meta name=author content="By Ann Lee"><meta property=og:image content="/pier.jpg">
        <link rel="shortcut icon" href=i.png><link rel=icon href=second.png>"#;
    let url = Some("https://a.example/x/1".to_owned());
    let options = ReadOptions { url, ..ReadOptions::new() };
    let written = serde_json::to_value(offprint::read(page.as_bytes(), options)).unwrap();
    let expected = [
        ("description", "About a \"ferry\"."),
        ("modified", "2026-03-19T08:00+08:00"),
        ("publishedText", "2026-03-18"),
        ("published", "2026-03-18"),
        ("image", "https://a.example/pier.jpg"),
        ("favicon", "https://a.example/x/i.png"),
        ("direction", "rtl"),
    ];
    for (name, value) in expected {
        assert_eq!(written[name], value, "{name}");
    }
    assert_eq!(written["authors"], serde_json::json!(["Ann Lee"]));
    assert_eq!(written["tags"], serde_json::json!(["ferries", "islands", "sea"]));
    let json_ld = r#"<script type=application/ld+json>{"@type":"NewsArticle","description":"D",
        "dateModified":"2026-03-18T11:40:00Z","keywords":["a","b"],"image":[{"@type":"ImageObject","url":"https://i.example/1"}]}</script>"#;
    let article = offprint::read(json_ld.as_bytes(), Default::default());
    let metadata = article.metadata;
    assert_eq!(metadata.description.as_deref(), Some("D"));
    assert_eq!(metadata.modified.as_deref(), Some("2026-03-18T11:40+00:00"));
    assert_eq!(metadata.tags, ["a", "b"]);
    assert_eq!(metadata.image.as_deref(), Some("https://i.example/1"));
    let script = r#"<meta property=og:image content="javascript:alert(1)"><link rel=icon href="data:image/png,x">"#;
    let metadata = offprint::read(script.as_bytes(), Default::default()).metadata;
    assert_eq!((metadata.image, metadata.favicon), (None, None));
}

/// What readers write into a page states nothing about it.
#[test]
fn a_canonical_address_is_stated_before_the_text() {
    let canonical = |before: &str, after: &str| {
        let page = format!("{before}<h1>No ferry</h1><p>The ferry to Skarn stopped running on Sunday.</p>{after}");
        read(page.as_bytes(), ReadOptions::default()).metadata.canonical
    };
    for statement in
        ["<link rel=canonical href=https://paper.example/1>", "<meta property=og:url content=https://paper.example/1>"]
    {
        assert_eq!(canonical(statement, "").as_deref(), Some("https://paper.example/1"), "{statement}");
        assert_eq!(canonical("", &format!("<div class=comment>First!{statement}</div>")), None, "{statement}");
    }
    assert_eq!(canonical("<link rel=canonical href='javascript:alert(1)'>", ""), None);
}
