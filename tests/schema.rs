//! Writes the lists of an article's fields in other languages and documents from the one list in the core.
//!
//! `OFFPRINT_RECORD=1 cargo test --test schema` rewrites them; the test fails if one is out of date.

use offprint::schema::{Field, Kind};
use offprint::{Article, Metadata};
use std::fmt::Write;
use std::path::Path;

/// All fields in the JSON of an article, in their order.
fn fields() -> impl Iterator<Item = &'static Field> {
    Metadata::FIELDS.iter().chain(Article::FIELDS)
}

/// The fields of an article that has been read.
fn read() -> impl Iterator<Item = &'static Field> {
    fields().filter(|field| field.name != "firstSeen")
}

fn typescript(field: &Field) -> String {
    let mut kind = match field.kind {
        Kind::OneOf(names) if field.name != "script" => names
            .iter()
            .map(|name| format!("'{name}'"))
            .collect::<Vec<_>>()
            .join(" | "),
        Kind::Number => "number".to_owned(),
        Kind::Flag => "boolean".to_owned(),
        Kind::List(item) => format!("{item}[]"),
        _ => "string".to_owned(),
    };
    if field.nullable {
        kind += " | null";
    }
    kind
}

fn core_d_ts() -> String {
    let mut out = String::new();
    for field in read() {
        let Field {
            name,
            meaning,
            optional,
            ..
        } = field;
        let mark = if *optional { "?" } else { "" };
        out += &comment(meaning);
        // The base module leaves posts out, which makes it smaller.
        let mark = if *name == "posts" { "?" } else { mark };
        writeln!(out, "  {name}{mark}: {};", typescript(field)).unwrap();
    }
    out
}

/// The facts that are stored or passed on with an article; the other fields are only shown.
fn kept() -> impl Iterator<Item = &'static Field> {
    let shown = ["modified", "description", "image", "tags", "favicon"];
    Metadata::FIELDS
        .iter()
        .filter(move |field| !shown.contains(&field.name))
}

fn facts_d_ts() -> String {
    let mut out = String::new();
    for Field { name, meaning, .. } in kept() {
        out += &comment(meaning);
        writeln!(out, "  {name}?: string | null;").unwrap();
    }
    out
}

/// A comment of TypeScript, in lines of at most 120 characters.
fn comment(text: &str) -> String {
    if text.chars().count() <= 110 {
        return format!("  /** {text} */\n");
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().unwrap();
        if last.chars().count() + word.chars().count() + 6 > 120 {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    let body: String = lines.iter().map(|line| format!("   * {line}\n")).collect();
    format!("  /**\n{body}   */\n")
}

fn metadata_js() -> String {
    let names: Vec<String> = kept().map(|field| format!("'{}'", field.name)).collect();
    names.join(", ")
}

fn types_py() -> String {
    let mut out = String::new();
    for field in read().filter(|field| !field.optional) {
        let kind = match field.kind {
            Kind::Number => "int".to_owned(),
            Kind::Flag => "bool".to_owned(),
            Kind::List(item) => format!("List[{item}]"),
            _ => "str".to_owned(),
        };
        let kind = if field.nullable {
            format!("Optional[{kind}]")
        } else {
            kind
        };
        writeln!(out, "    {}: {kind}", field.name).unwrap();
    }
    out
}

/// The columns of a table in the dialect of Spark.
fn spark() -> String {
    let column = |field: &Field| {
        let kind = match field.kind {
            Kind::Number => "int",
            Kind::Flag => "boolean",
            _ => "string",
        };
        Some(format!("    {} {kind},\n", field.column()?))
    };
    fields()
        .filter(|field| !field.optional)
        .filter_map(column)
        .collect()
}

fn table_md() -> String {
    let mut out = String::from("| field | type | |\n|---|---|---|\n");
    for field in fields() {
        let kind = match field.kind {
            Kind::Number => "number".to_owned(),
            Kind::Flag => "true or false".to_owned(),
            Kind::List(item) => format!("list of {item}"),
            Kind::OneOf(names) if field.name != "script" => names
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(", "),
            _ => "text".to_owned(),
        };
        let null = if field.nullable { ", null" } else { "" };
        let Field { name, meaning, .. } = field;
        writeln!(out, "| `{name}` | {kind}{null} | {meaning} |").unwrap();
    }
    out
}

fn json_schema() -> String {
    let property = |field: &'static Field| {
        let kind = match field.kind {
            Kind::Number => "integer",
            Kind::Flag => "boolean",
            Kind::List(_) => "array",
            _ => "string",
        };
        let mut property = serde_json::json!({ "description": field.meaning });
        property["type"] = match field.nullable {
            true => serde_json::json!([kind, "null"]),
            false => serde_json::json!(kind),
        };
        match field.kind {
            Kind::Number => property["minimum"] = 0.into(),
            Kind::OneOf(names) => {
                let mut names: Vec<serde_json::Value> =
                    names.iter().map(|&name| name.into()).collect();
                names.extend(field.nullable.then_some(serde_json::Value::Null));
                property["enum"] = names.into();
            }
            Kind::List(item) => {
                property["items"] = serde_json::json!({ "$ref": format!("#/$defs/{item}") })
            }
            _ => {}
        }
        (field.name.to_owned(), property)
    };
    let text = serde_json::json!({ "type": "string" });
    let maybe = serde_json::json!({ "type": ["string", "null"] });
    let object = |properties: serde_json::Value| {
        let required: Vec<&String> = properties.as_object().unwrap().keys().collect();
        serde_json::json!({ "type": "object", "required": required, "properties": properties })
    };
    let required: Vec<&str> = read()
        .filter(|field| !field.optional && field.name != "posts")
        .map(|field| field.name)
        .collect();
    let schema = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Article",
        "description": "An article as Offprint reads it from a page.",
        "type": "object",
        "required": required,
        "properties": fields().map(property).collect::<serde_json::Map<_, _>>(),
        "$defs": {
            "Related": object(serde_json::json!({ "text": text, "href": text })),
            "Post": object(serde_json::json!({ "author": maybe, "time": maybe, "text": text })),
        },
    });
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

/// Lists of fields: the file, the lines before and after the list, and the function that writes it.
type Part = (&'static str, &'static str, &'static str, fn() -> String);

const PARTS: [Part; 6] = [
    (
        "pkg/core.d.ts",
        "export interface Article {\n",
        "  /** Empty without a fingerprint. */\n",
        core_d_ts,
    ),
    (
        "pkg/core.d.ts",
        "export interface Facts {\n",
        "}\n",
        facts_d_ts,
    ),
    (
        "pkg/metadata.js",
        "export const METADATA = [",
        "];\n",
        metadata_js,
    ),
    (
        "crates/python/offprint/types.py",
        "class _Article(TypedDict):\n",
        "    keys: Keys\n",
        types_py,
    ),
    (
        "engines/offprint_spark.py",
        "    id string,\n",
        "    read_keys array<string>,",
        spark,
    ),
    (
        "docs/article.md",
        "<!-- fields -->\n",
        "<!-- end of fields -->\n",
        table_md,
    ),
];

/// Brings a file up to date, or fails if it is not.
fn check(file: &str, current: impl FnOnce(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let current = current(&found);
    if found == current {
        return;
    }
    assert!(
        std::env::var_os("OFFPRINT_RECORD").is_some(),
        "{file} does not list the fields as they are: OFFPRINT_RECORD=1 cargo test --test schema"
    );
    std::fs::write(path, current).unwrap();
}

#[test]
fn fields_are_listed_elsewhere_as_they_are() {
    for (file, before, after, made) in PARTS {
        check(file, |found| {
            let (head, rest) = found
                .split_once(before)
                .unwrap_or_else(|| panic!("{file} lacks {before:?}"));
            let at = rest
                .find(after)
                .unwrap_or_else(|| panic!("{file} lacks {after:?}"));
            format!("{head}{before}{}{}", made(), &rest[at..])
        });
    }
    check("pkg/article.schema.json", |_| json_schema());
}

#[test]
fn fields_are_those_that_are_written() {
    let options = offprint::ReadOptions::new().markup(true);
    let mut article = offprint::read(b"<title>T</title>", options);
    article.metadata.first_seen = Some("2026-01-01".to_owned());
    let written = serde_json::to_value(&article).unwrap();
    let mut written: Vec<&String> = written.as_object().unwrap().keys().collect();
    let mut expected: Vec<&str> = fields().map(|field| field.name).collect();
    written.sort();
    expected.sort_unstable();
    assert_eq!(written, expected);
}

/// Enumerations are serialised by their names.
#[test]
fn names_are_those_that_are_written() {
    use offprint::article::{Abstention, PageType, Script};
    assert_eq!(
        serde_json::to_value(Script::Zyyy).unwrap(),
        Script::Zyyy.name()
    );
    assert_eq!(
        serde_json::to_value(PageType::List).unwrap(),
        PageType::List.name()
    );
    assert_eq!(
        serde_json::to_value(Abstention::NoArticle).unwrap(),
        "no-article"
    );
}
