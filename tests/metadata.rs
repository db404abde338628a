//! The fields of [`Metadata`], wherever they are written down in other languages.

use offprint::Metadata;
use std::collections::BTreeSet;
use std::path::Path;

/// Where fields are listed: the file, what comes before the list, what it ends with, the fields that it
/// leaves out, and what it names besides. The edge keeps neither author nor language.
type Listing = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const LISTS: [Listing; 5] = [
    ("pkg/metadata.js", "METADATA = [", "]", &[], &[]),
    ("pkg/core.d.ts", "interface Facts {", "}", &[], &[]),
    (
        "pkg/edge/offprint.d.ts",
        "interface EdgeRecord {",
        "}",
        &["author", "language"],
        &["id", "imported", "alone", "domain", "fingerprint"],
    ),
    (
        "extension/messages.d.ts",
        "interface Entry {",
        "\n}",
        &[],
        &[
            "id", "host", "icon", "length", "gated", "lastSeen", "visits", "since", "hasText",
        ],
    ),
    (
        "www/share.js",
        "KEPT = [",
        "]",
        &["author", "firstSeen"],
        &["text", "length", "fingerprint", "abstention"],
    ),
];

/// The names that a list holds: quoted, or before a colon at the beginning of a line.
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
            .filter(|name| !without.contains(name));
        let expected: BTreeSet<&str> = fields.chain(beside).copied().collect();
        assert_eq!(names(list), expected, "{file}, {begin}");
    }
    let api = include_str!("../worker/openapi.json");
    let api: serde_json::Value = serde_json::from_str(api).unwrap();
    let record = &api["components"]["schemas"]["Record"]["properties"];
    for name in Metadata::FIELDS {
        let is_kept = !["author", "language"].contains(&name);
        assert_eq!(record.get(name).is_some(), is_kept, "openapi.json, {name}");
    }
}

#[test]
fn the_fields_are_those_that_are_written() {
    let written = serde_json::to_value(Metadata::default()).unwrap();
    let written: BTreeSet<&str> = written
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(written, BTreeSet::from(Metadata::FIELDS));
    let named = Metadata::try_from_fn(|name| Ok::<_, ()>(Some(name.to_owned()))).unwrap();
    for (field, value) in serde_json::to_value(named).unwrap().as_object().unwrap() {
        assert_eq!(value, field);
    }
}

/// An article is written with its metadata among the rest; only when it was first seen it does not know.
#[test]
fn an_article_has_all_fields_of_its_metadata() {
    let article = offprint::read(b"<title>T</title>", Default::default());
    let written = serde_json::to_value(&article).unwrap();
    for name in Metadata::FIELDS {
        assert_eq!(written.get(name).is_some(), name != "firstSeen", "{name}");
    }
}
