//! Writes the lists of the fields of articles and verdicts in other languages from those in the core.
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
use std::fmt::Write;
use std::path::Path;

/// The objects in the JSON of articles and verdicts: their names in every language, and their own fields.
const OBJECTS: [(&str, &[Field]); 9] = [
    ("PageLink", PageLink::FIELDS),
    ("BodyImage", BodyImage::FIELDS),
    ("Side", Side::FIELDS),
    ("Evidence", Evidence::FIELDS),
    ("Change", Change::FIELDS),
    ("Reason", Reason::FIELDS),
    ("Original", Original::FIELDS),
    ("Comparison", Comparison::FIELDS),
    ("Relation", Relation::FIELDS),
];

/// What explains a page. In Python, names that are only shown are any text.
const EXPLAINED: [(&str, &[Field]); 2] = [("Candidate", Candidate::FIELDS), ("Block", BlockDecision::FIELDS)];

const PYTHON: &str = "crates/python/offprint/types.py";

/// Names in other types: the file, what precedes them, and the names.
type Names = (&'static str, [&'static str; 2], &'static [&'static str]);

const NAMES: [Names; 15] = [
    ("pkg/core.d.ts", ["interface MarkupChoices {", "  without?: ("], Structure::NAMES),
    ("pkg/offprint.d.ts", ["interface Sentence {", "  kind: "], SentenceKind::NAMES),
    ("pkg/rewriting.d.ts", ["interface Rewriting {", "  verdict: "], RewriteVerdict::NAMES),
    ("pkg/rewriting.d.ts", ["interface Rewriting {", "  likelihood?: "], Likelihood::NAMES),
    ("pkg/rewriting.d.ts", ["interface Measure {", "  name:"], &MEASURES),
    ("pkg/rewriting.d.ts", ["interface Fact {", "  kind: "], FactKind::NAMES),
    ("pkg/full/offprint.d.ts", ["interface GroupedResult {", "  likeness: "], Likeness::NAMES),
    ("pkg/full/offprint.d.ts", ["interface Origin {", "  evidence: ("], ClusterEvidence::NAMES),
    ("pkg/full/offprint.d.ts", ["interface LayoutMap {", "  parts: { name: "], BytesPart::NAMES),
    (PYTHON, ["Verdict = ", "Literal["], Verdict::NAMES),
    (PYTHON, ["class ReadOptions(", "    without: Iterable[Literal["], Structure::NAMES),
    (PYTHON, ["class Fact(", "    kind: Literal["], FactKind::NAMES),
    (PYTHON, ["class _Rewriting(", "    verdict: Literal["], RewriteVerdict::NAMES),
    (PYTHON, ["class Rewriting(", "    likelihood: Literal["], Likelihood::NAMES),
    (PYTHON, ["class Sentence(", "    kind: Literal["], SentenceKind::NAMES),
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

/// Names as TypeScript writes them.
fn union(names: &[&str], between: &str) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(between)
}

fn typescript(field: &Field) -> String {
    let mut kind = match field.kind {
        // A candidate may state some of them.
        Kind::OneOf(_) if field.name == "field" => "keyof Article".to_owned(),
        Kind::OneOf(names) if field.name != "script" => union(names, " | "),
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

fn interface(fields: &[Field]) -> String {
    let mut out = String::new();
    for field in fields {
        out += &comment(field.meaning);
        let line = format!("  {}: {};\n", field.name, typescript(field));
        // Biome formats a union that is too long for a line this way.
        out += &if line.len() > 120 { line.replace(" | ", "\n    | ").replace(": '", ":\n    | '") } else { line };
    }
    out
}

fn core_d_ts() -> String {
    let mut out = String::new();
    for field in read() {
        let Field { name, meaning, optional, .. } = field;
        let mark = if *optional { "?" } else { "" };
        out += &comment(meaning);
        writeln!(out, "  {name}{mark}: {};", typescript(field)).unwrap();
    }
    out
}

/// The facts that are stored or passed on with an article; the other fields are only shown.
fn kept() -> impl Iterator<Item = &'static Field> {
    Metadata::FIELDS.iter().filter(|field| !SHOWN.contains(&field.name))
}

fn facts_d_ts() -> String {
    let mut out = String::new();
    for mut field in kept().copied() {
        field.nullable = true;
        out += &comment(field.meaning);
        writeln!(out, "  {}?: {};", field.name, typescript(&field)).unwrap();
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
    let names = kept().map(|field| format!("\n  '{}',", field.name));
    names.collect::<String>() + "\n"
}

fn python<'a>(fields: impl IntoIterator<Item = &'a Field>) -> String {
    let mut out = String::new();
    for field in fields {
        let mut kind = match field.kind {
            Kind::Number => "int".to_owned(),
            Kind::Decimal => "float".to_owned(),
            Kind::Flag => "bool".to_owned(),
            Kind::Texts => "List[str]".to_owned(),
            Kind::List(item) => format!("List[{item}]"),
            Kind::Pair(item) => format!("Tuple[{item}, {item}]"),
            Kind::Object(item) => item.to_owned(),
            Kind::OneOf(names) if field.name != "script" => format!("Literal{names:?}"),
            _ => "str".to_owned(),
        };
        if field.nullable {
            kind = format!("Optional[{kind}]");
        }
        if kind.len() > 100 {
            kind = kind.replace('[', "[\n        ").replace("\", ", "\",\n        ");
            kind = kind.replace(']', ",\n    ]");
        }
        writeln!(out, "    {}: {kind}", Field::snake_case(field.name)).unwrap();
    }
    out
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
    let found = OBJECTS.iter().find(|(name, _)| *name == object);
    found.unwrap_or_else(|| panic!("{object} is not listed in OBJECTS")).1
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

/// A list of fields: the file, the texts that precede it one after another, the text that follows it, and the list.
type Part = (&'static str, Vec<String>, &'static str, String);

fn parts() -> Vec<Part> {
    let part = |file, before: &[&str], after, list| {
        let before = before.iter().map(|&text| text.to_owned()).collect();
        (file, before, after, list)
    };
    let always = read().filter(|field| !field.optional);
    let mut parts = vec![
        part(
            "pkg/core.d.ts",
            &["export interface Article {\n"],
            "  /** Empty without a fingerprint. */\n",
            core_d_ts(),
        ),
        part("pkg/core.d.ts", &["export interface Facts {\n"], "}\n", facts_d_ts()),
        part("pkg/metadata.js", &["export const METADATA = ["], "];\n", metadata_js()),
        part(PYTHON, &["class _Article(TypedDict):\n"], "    keys: Keys\n", python(always)),
        part("engines/offprint_spark.py", &["    id string,\n"], "    read_keys array<string>,", spark()),
    ];
    for (name, fields) in OBJECTS.iter().chain(&EXPLAINED) {
        parts.push(part("pkg/core.d.ts", &[&format!("export interface {name} "), "{\n"], "}\n", interface(fields)));
    }
    for (name, fields) in OBJECTS {
        parts.push(part(PYTHON, &[&format!("class {name}("), "\"\"\"\n\n"], "\n\nclass ", python(fields)));
    }
    for (file, before, names) in NAMES {
        let (after, list) = match before[1] {
            _ if file == PYTHON => ("]", format!("{names:?}").trim_matches(['[', ']']).to_owned()),
            // Biome formats unions that are too long for a line this way.
            begin if begin.ends_with(':') => (";", format!("\n    | {}", union(names, "\n    | "))),
            begin => (if begin.ends_with('(') { ")" } else { ";" }, union(names, " | ")),
        };
        parts.push(part(file, &before, after, list));
    }
    parts
}

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
    for (file, before, after, list) in parts() {
        check(file, |found| {
            let find = |from: usize, text: &str| {
                let at = found[from..].find(text);
                from + at.unwrap_or_else(|| panic!("{file} lacks {text:?}"))
            };
            let begin = before.iter().fold(0, |from, text| find(from, text) + text.len());
            format!("{}{list}{}", &found[..begin], &found[find(begin, after)..])
        });
    }
    check("pkg/article.schema.json", |_| {
        let about = ["Article", "An article as Offprint reads it from a page."];
        // `firstSeen` belongs to stored articles.
        let is_required = |field: &Field| !field.optional && field.name != "firstSeen";
        json_schema(about, fields(), is_required, &["PageLink", "BodyImage"])
    });
    check("pkg/verdict.schema.json", |_| {
        let about = [
            "Relation",
            "The verdict on two articles, with its evidence. The C library compares texts alone, and leaves out \
             `changes`, `original` and `version`.",
        ];
        let is_of_texts = |field: &Field| Comparison::FIELDS.contains(field);
        let inner = ["Side", "Evidence", "Change", "Reason", "Original"];
        json_schema(about, verdict(), is_of_texts, &inner)
    });
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
