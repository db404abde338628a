//! Writes the types of articles and verdicts in other languages from the lists of fields in the core.
//!
//! `OFFPRINT_RECORD=1 cargo test --test schema` rewrites them; the test fails if one is out of date.

mod common;

use common::SHOWN;
use offprint::article::{BlockDecision, BodyImage, Candidate, PageLink};
use offprint::compare::{
    Change, Evidence, Likelihood, Original, Reason, Relation, RewriteVerdict, SentenceKind, Side, Verdict, relate,
};
use offprint::facts::FactKind;
use offprint::index::{ClusterEvidence, Likeness};
use offprint::internals::layout_map::Part as BytesPart;
use offprint::internals::rewriting::NAMES as MEASURES;
use offprint::internals::test_text::sentences;
use offprint::schema::{Field, Kind};
use offprint::{Article, Comparison, Metadata, ReadOptions, Structure};
use serde_json::{Map, Value, json};
use std::path::Path;

/// An object in the JSON of articles and verdicts: its name in every language, its meaning, and its own fields.
type Object = (&'static str, &'static str, &'static [Field]);

const OBJECTS: [Object; 10] = [
    ("PageLink", "A link on the page: to another article, or in the body.", PageLink::FIELDS),
    ("BodyImage", "An image in the body.", BodyImage::FIELDS),
    ("Candidate", "A text that may state a field of an article, and the decision on it.", Candidate::FIELDS),
    ("Block", "A block of a page.", BlockDecision::FIELDS),
    ("Side", "One text seen from the other, in shares of 0 to 1.", Side::FIELDS),
    ("Evidence", "A condition that was tested.", Evidence::FIELDS),
    ("Change", "How the first text was changed in the second.", Change::FIELDS),
    ("Reason", "Why one of two articles may be the original.", Reason::FIELDS),
    ("Original", "Which of two articles is the original.", Original::FIELDS),
    ("Comparison", "The verdict on two texts, with its evidence.", Comparison::FIELDS),
];

/// It has the fields of a comparison, too.
const RELATION: &str = "The verdict on two articles, how they differ, and which of them is the original.";

/// Names in types that are written by hand.
const NAMES: [(&str, &str, &[&str]); 10] = [
    ("Verdict", "The relation of two texts; `unknown` if one of them is too short to decide.", Verdict::NAMES),
    ("Structure", "A part of an article's structure.", Structure::NAMES),
    ("SentenceKind", "Whether another text has a sentence.", SentenceKind::NAMES),
    ("RewriteVerdict", "Whether one of two articles rewrites the other.", RewriteVerdict::NAMES),
    ("Likelihood", "How likely it does.", Likelihood::NAMES),
    ("MeasureName", "What was measured of the facts of two texts.", &MEASURES),
    ("FactKind", "A kind of fact.", FactKind::NAMES),
    ("Likeness", "How a result resembles another.", Likeness::NAMES),
    ("ClusterEvidence", "Evidence for the origin of pages.", ClusterEvidence::NAMES),
    ("BytesPart", "A part of a fingerprint.", BytesPart::NAMES),
];

/// All fields in the JSON of an article, in their order.
fn fields() -> impl Iterator<Item = &'static Field> + Clone {
    Metadata::FIELDS.iter().chain(Article::FIELDS)
}

/// The fields of an article that has been read.
fn read() -> impl Iterator<Item = &'static Field> {
    fields().filter(|field| field.name != "firstSeen")
}

/// All fields in the JSON of a verdict.
fn verdict() -> impl Iterator<Item = &'static Field> + Clone {
    Comparison::FIELDS.iter().chain(Relation::FIELDS)
}

/// The facts that are stored or passed on with an article; the other fields are only shown.
fn kept() -> impl Iterator<Item = &'static Field> {
    Metadata::FIELDS.iter().filter(|field| !SHOWN.contains(&field.name))
}

/// The type of one of these names, in TypeScript.
fn union(names: &[&str]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(" | ")
}

fn typescript(field: &Field) -> String {
    let mut kind = match field.kind {
        // A candidate may state some of them.
        Kind::OneOf(_) if field.name == "field" => "keyof ArticleFields".to_owned(),
        Kind::OneOf(names) if field.name != "script" => union(names),
        Kind::Number | Kind::Decimal => "number".to_owned(),
        Kind::Flag => "boolean".to_owned(),
        Kind::Texts => "string[]".to_owned(),
        Kind::List(item) => format!("{item}[]"),
        Kind::Pair(item) => format!("[{item}, {item}]"),
        Kind::Object(item) => item.to_owned(),
        _ => "string".to_owned(),
    };
    if field.nullable {
        kind += " | null";
    }
    kind
}

/// A text in lines of at most 120 characters, each after `begin`.
fn filled(text: &str, begin: &str) -> String {
    let mut lines = vec![begin.to_owned()];
    for word in text.split_inclusive(' ') {
        if format!("{}{word}", lines.last().unwrap()).trim_end().chars().count() > 120 {
            lines.push(begin.to_owned());
        }
        *lines.last_mut().unwrap() += word;
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn comment(text: &str) -> String {
    if text.chars().count() <= 110 {
        return format!("  /** {text} */\n");
    }
    format!("  /**\n{}   */\n", filled(text, "   * "))
}

fn interface<'a>(name: &str, meaning: &str, fields: impl IntoIterator<Item = &'a Field>) -> String {
    let mut out = format!("\n/** {meaning} */\nexport interface {name} {{\n");
    for field in fields {
        let mark = if field.optional { "?" } else { "" };
        out += &comment(field.meaning);
        out += &filled(&format!("{}{mark}: {};", field.name, typescript(field)), "  ");
    }
    out + "}\n"
}

fn schema_d_ts() -> String {
    let mut out = "// Written by tests/schema.rs.\n".to_owned();
    for (name, meaning, names) in NAMES {
        out += &format!("\n/** {meaning} */\n");
        out += &filled(&format!("export type {name} = {};", union(names)), "");
    }
    out += &interface("ArticleFields", "What the core finds on a page.", read());
    let mut facts: Vec<Field> = kept().copied().collect();
    for field in &mut facts {
        field.nullable = true;
        field.optional = true;
    }
    let about =
        "What is known of an article apart from its text. An {@link Article} or an {@link EdgeRecord} can be passed.";
    out += &interface("Facts", about, &facts);
    for (name, meaning, fields) in OBJECTS {
        out += &interface(name, meaning, fields);
    }
    out + &interface("Relation extends Comparison", RELATION, Relation::FIELDS)
}

fn metadata_js() -> String {
    let names: String = kept().map(|field| format!("  '{}',\n", field.name)).collect();
    format!(
        "/** The fields of `Facts` in the types, and of the core's `Metadata`. */\nexport const METADATA = [\n{names}];\n"
    )
}

fn class<'a>(name: &str, meaning: &str, fields: impl IntoIterator<Item = &'a Field>) -> String {
    let mut out = format!("\n\nclass {name}:\n    \"\"\"{meaning}\"\"\"\n\n");
    for field in fields {
        let mut kind = match field.kind {
            Kind::Number => "int".to_owned(),
            Kind::Decimal => "float".to_owned(),
            Kind::Flag => "bool".to_owned(),
            Kind::Texts => "List[str]".to_owned(),
            Kind::List(item) => format!("List[{item}]"),
            Kind::Pair(item) => format!("Tuple[{item}, {item}]"),
            Kind::Object(item) => item.to_owned(),
            Kind::OneOf(names) if !["script", "field"].contains(&field.name) => format!("Literal{names:?}"),
            _ => "str".to_owned(),
        };
        if field.nullable {
            kind = format!("Optional[{kind}]");
        }
        out += &filled(&format!("{}: {kind}", Field::snake_case(field.name)), "    ");
    }
    out
}

fn schema_py() -> String {
    let mut out =
        "\"\"\"Written by tests/schema.rs.\"\"\"\n\nfrom typing import List, Literal, Optional, Tuple, TypedDict\n\n"
            .to_owned();
    for (name, _, names) in NAMES {
        out += &filled(&format!("{name} = Literal{names:?}"), "");
    }
    for (name, meaning, fields) in OBJECTS {
        out += &class(&format!("{name}(TypedDict)"), meaning, fields);
    }
    out += &class("Relation(Comparison)", RELATION, Relation::FIELDS);
    let always = read().filter(|field| !field.optional);
    out + &class("ArticleFields(TypedDict)", "What the core finds on a page.", always)
}

/// The columns of a table in the dialect of Spark.
fn spark() -> String {
    let column = |field: &Field| {
        let kind = match field.kind {
            Kind::Number => "int",
            Kind::Flag => "boolean",
            Kind::Texts => "array<string>",
            _ => "string",
        };
        Some(format!("    {} {kind},\n", field.column()?))
    };
    fields().filter(|field| !field.optional).filter_map(column).collect()
}

fn own_fields(object: &str) -> &'static [Field] {
    let found = OBJECTS.iter().find(|(name, ..)| *name == object);
    found.unwrap_or_else(|| panic!("{object} is not listed in OBJECTS")).2
}

fn property(field: &Field) -> (String, Value) {
    let kind = match field.kind {
        Kind::Number => "integer",
        Kind::Decimal => "number",
        Kind::Flag => "boolean",
        Kind::Texts | Kind::List(_) | Kind::Pair(_) => "array",
        Kind::Object(_) => "object",
        _ => "string",
    };
    let mut property = json!({ "description": field.meaning });
    property["type"] = if field.nullable { json!([kind, "null"]) } else { json!(kind) };
    let reference = |item: &str| json!({ "$ref": format!("#/$defs/{item}") });
    match field.kind {
        Kind::Number => property["minimum"] = 0.into(),
        Kind::OneOf(names) => {
            let mut names: Vec<Value> = names.iter().map(|&name| name.into()).collect();
            names.extend(field.nullable.then_some(Value::Null));
            property["enum"] = names.into();
        }
        Kind::Texts => property["items"] = serde_json::json!({ "type": "string" }),
        Kind::List(item) => property["items"] = reference(item),
        Kind::Pair(item) => {
            property["items"] = reference(item);
            property["minItems"] = 2.into();
            property["maxItems"] = 2.into();
        }
        Kind::Object(item) => {
            let object = property.as_object_mut().unwrap();
            object.remove("type");
            let null = field.nullable.then(|| json!({ "type": "null" }));
            let any: Vec<Value> = [reference(item)].into_iter().chain(null).collect();
            object.insert("anyOf".to_owned(), any.into());
        }
        _ => {}
    }
    (field.name.to_owned(), property)
}

/// The JSON Schema of an object with these fields, where some may be missing, and of the objects in it.
fn json_schema<'a>(
    [title, description]: [&str; 2],
    fields: impl Iterator<Item = &'a Field> + Clone,
    is_required: impl Fn(&Field) -> bool,
    parts: &[&str],
) -> String {
    let object = |object: &str| {
        let fields = own_fields(object);
        let required: Vec<&str> = fields.iter().map(|field| field.name).collect();
        let properties: Map<_, _> = fields.iter().map(property).collect();
        json!({ "type": "object", "required": required, "properties": properties })
    };
    let required = fields.clone().filter(|field| is_required(field));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        "type": "object",
        "required": required.map(|field| field.name).collect::<Vec<_>>(),
        "properties": fields.map(property).collect::<Map<_, _>>(),
        "$defs": parts.iter().map(|&part| (part.to_owned(), object(part))).collect::<Map<_, _>>(),
    });
    serde_json::to_string_pretty(&schema).unwrap() + "\n"
}

/// Writes a file, or fails if it is not as it would be written.
fn check(file: &str, current: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::fs::read_to_string(&path).is_ok_and(|found| found == current) {
        return;
    }
    assert!(
        std::env::var_os("OFFPRINT_RECORD").is_some(),
        "{file} does not list the fields as they are: OFFPRINT_RECORD=1 cargo test --test schema"
    );
    std::fs::write(path, current).unwrap();
}

#[test]
fn types_are_those_of_the_core() {
    check("pkg/schema.d.ts", &schema_d_ts());
    check("pkg/metadata.js", &metadata_js());
    check("crates/python/offprint/_schema.py", &schema_py());
    // `firstSeen` belongs to stored articles.
    let is_required = |field: &Field| !field.optional && field.name != "firstSeen";
    let about = ["Article", "An article as Offprint reads it from a page."];
    check("pkg/article.schema.json", &json_schema(about, fields(), is_required, &["PageLink", "BodyImage"]));
    let about = [
        "Relation",
        "The verdict on two articles, with its evidence. The C library compares texts alone, and leaves out \
         `changes`, `original` and `version`.",
    ];
    let is_of_texts = |field: &Field| Comparison::FIELDS.contains(field);
    let inner = ["Side", "Evidence", "Change", "Reason", "Original"];
    check("pkg/verdict.schema.json", &json_schema(about, verdict(), is_of_texts, &inner));
}

#[test]
fn tables_of_spark_have_every_column() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/offprint_spark.py");
    let columns = spark();
    assert!(std::fs::read_to_string(path).unwrap().contains(&columns), "PAGES of offprint_spark.py needs:\n{columns}");
}

#[test]
fn the_reference_names_every_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let reference = std::fs::read_to_string(root.join("docs/fields.md")).unwrap();
    for Field { name, .. } in fields().chain(verdict()) {
        assert!(reference.contains(&format!("`{name}`")), "docs/fields.md does not name `{name}`");
    }
}

#[test]
fn fields_are_those_that_are_written() {
    let options = ReadOptions { markup: true, ..ReadOptions::new() };
    let mut article = offprint::read(b"<title>T</title>", options);
    article.metadata.first_seen = Some("2026-01-01".to_owned());
    let written = serde_json::to_value(&article).unwrap();
    assert_eq!(names(&written), sorted(fields()));
    let [whole, half] = [40, 20].map(|end| Article::of_text(String::new(), sentences(0..end)));
    let relation = relate(&(&whole).into(), &(&half).into());
    let written = serde_json::to_value(&relation).unwrap();
    assert_eq!(names(&written), sorted(verdict()));
    for (object, written) in [
        ("Side", &written["sides"][0]),
        ("Evidence", &written["evidence"][0]),
        ("Change", &written["changes"][0]),
        ("Original", &written["original"]),
        ("Reason", &written["original"]["reasons"][0]),
    ] {
        assert_eq!(names(written), sorted(own_fields(object)), "{object}");
    }
}

fn names(object: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

fn sorted<'a>(fields: impl IntoIterator<Item = &'a Field>) -> Vec<&'a str> {
    let mut names: Vec<&str> = fields.into_iter().map(|field| field.name).collect();
    names.sort_unstable();
    names
}

/// The options of reading, as the core accepts them.
fn options() -> Vec<String> {
    let refused = serde_json::from_str::<ReadOptions>(r#"{"?": 0}"#);
    let message = refused.unwrap_err().to_string();
    let (_, listed) = message.split_once("expected one of ").unwrap();
    let names = listed.split('`').skip(1).step_by(2);
    sorted_names(names.map(str::to_owned))
}

fn sorted_names(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_unstable();
    names
}

/// The words before `end` at the beginning of lines between two texts of a file.
fn listed(file: &str, [from, to]: [&str; 2], [begin, end]: [&str; 2]) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let (_, rest) = text.split_once(from).unwrap();
    let (list, _) = rest.split_once(to).unwrap();
    let name = |line: &str| Some(line.strip_prefix(begin)?.split_once(end)?.0.to_owned());
    let names = list.lines().filter_map(name).filter(|name| name.chars().all(|c| c.is_ascii_alphabetic() || c == '_'));
    names.collect()
}

/// Every language takes the same options; `clean` and `explain` are for the bindings' own results.
#[test]
fn options_are_the_same_in_every_language() {
    let own = |name: &String| !["clean", "explain"].contains(&name.as_str());
    let c = listed("crates/capi/include/offprint.h", ["`options`", "*/"], [" *   \"", "\""]);
    assert_eq!(sorted_names(c), options(), "C");
    let mut typescript = listed("pkg/core.d.ts", ["interface ReaderOptions {", "\n}"], ["  ", "?:"]);
    typescript.extend(listed("pkg/core.d.ts", ["interface MarkupChoices {", "\n}"], ["  ", "?:"]));
    assert_eq!(sorted_names(typescript.into_iter().filter(own)), options(), "TypeScript");
    let api = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg/api.js")).unwrap();
    let arrays = ["const OPTIONS = [", "const OF_MARKUP = ["].map(|name| {
        let (list, _) = api.split_once(name).unwrap().1.split_once(']').unwrap();
        list.split('\'').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    });
    assert_eq!(sorted_names(arrays.concat().into_iter().filter(own)), options(), "JavaScript");
    let types = ["class ReadOptions(", "\n\n\nclass"];
    let python = listed("crates/python/offprint/types.py", types, ["    ", ":"]);
    // The other two belong to a page, and are arguments of their own.
    let python = python.into_iter().chain(["url", "content_type"].map(str::to_owned));
    let snake = options().iter().map(|name| Field::snake_case(name)).collect::<Vec<_>>();
    assert_eq!(sorted_names(python.filter(own)), sorted_names(snake), "Python");
}

/// Enumerations are serialised by their names.
#[test]
fn names_are_those_that_are_written() {
    use offprint::article::{NoFingerprintReason, PageType, Script};
    assert_eq!(serde_json::to_value(Script::Zyyy).unwrap(), Script::Zyyy.name());
    assert_eq!(serde_json::to_value(PageType::List).unwrap(), PageType::List.name());
    assert_eq!(serde_json::to_value(NoFingerprintReason::NoArticle).unwrap(), "no-article");
}
