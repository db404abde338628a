//! `--rewrites` of `dedupe` and `read`.

mod common;

use common::{COURIER, Folder, PORTAL, story};
use serde_json::{Value, json};

/// A report, an article about something else, the report in other words, and the report again.
fn reports() -> Folder {
    let folder = Folder::new();
    let other = story(1).join(" ");
    for (id, text) in [(1, COURIER), (2, &other), (3, PORTAL), (4, COURIER)] {
        folder.write(&format!("pages/{id}.txt"), text);
    }
    folder
}

fn dedupe(folder: &Folder, words: &[&str]) -> Vec<Value> {
    let run = folder.offprint(&[&["dedupe"], words].concat());
    run.good().lines()
}

#[test]
fn rewrites_are_reported_only_if_requested() {
    let folder = reports();
    let lines = dedupe(&folder, &["@pages", "--rewrites"]);
    let found: Value = lines.iter().map(|line| json!([line["verdict"], line["rewriting"]["of"]])).collect();
    let expected = json!([
        ["new", null],
        ["new", null],
        ["new", "1"],
        // A copy is not also a rewriting.
        ["same", null],
    ]);
    assert_eq!(found, expected);
    assert!(lines[2]["rewriting"]["score"].as_f64() >= Some(0.95));
    let unasked = dedupe(&folder, &["@pages"]);
    assert!(unasked.iter().all(|line| line.get("rewriting").is_none()));
}

#[test]
fn an_index_finds_rewrites_of_articles_added_with_their_facts() {
    let folder = reports();
    let expected = &dedupe(&folder, &["@pages", "--rewrites"])[2]["rewriting"];
    let [report, other, rewrite] = ["1", "2", "3"].map(|id| format!("@pages/{id}.txt"));
    let (with_facts, seen) = ("--rewrites", ["--index", "@seen"]);
    let run = |words: &[&str]| dedupe(&folder, &[words, &seen].concat());

    run(&[&report]);
    let bare = run(&[&rewrite, with_facts]);
    assert!(bare[0].get("rewriting").is_none(), "{bare:?}");
    for id in ["1", "3"] {
        folder.offprint(&["index", "@seen", "remove", id]).good();
    }

    run(&[&report, with_facts]);
    std::fs::copy(folder.path("seen"), folder.path("other")).unwrap();
    assert_eq!(&run(&[&rewrite, with_facts])[0]["rewriting"], expected);
    let again = &run(&[&rewrite, with_facts])[0];
    assert_eq!(again["known"], true);
    assert!(again.get("rewriting").is_none());

    // Merging an index also merges its facts.
    dedupe(&folder, &[&other, "--index", "@new"]);
    let merge = ["index", "@new", "merge", "@other"];
    assert_eq!(folder.offprint(&merge).good().out, "1 new articles\n");
    let merged = dedupe(&folder, &[&rewrite, "--index", "@new", with_facts]);
    assert_eq!(&merged[0]["rewriting"], expected);
}

/// The table has the facts, and `pairs` reports the same for its rows as for the documents.
#[test]
fn a_table_with_facts_is_enough_to_find_rewrites() {
    let folder = reports();
    let expected = {
        let rows = [COURIER, PORTAL].map(|text| json!({"id": text.len().to_string(), "text": text}));
        folder.write("docs.jsonl", rows.map(|row| format!("{row}\n")).concat());
        let [a, b] = [COURIER, PORTAL].map(|text| text.len().to_string());
        folder.write("pairs.jsonl", json!({"a": a, "b": b}).to_string());
        let words = ["pairs", "--docs", "@docs.jsonl", "--pairs", "@pairs.jsonl"];
        folder.offprint(&words).good().lines()[0]["rewritten"].clone()
    };
    assert!(expected.as_f64() >= Some(0.95), "{expected}");

    let page = |text: &str| format!("<article><p>{}</p></article>", text.replace('\n', "</p><p>"));
    folder.write("html/1.html", page(COURIER));
    folder.write("html/3.html", page(PORTAL));
    let read = |words: &[&str]| {
        let words = [&["read", "@html", "--output", "@pages.ndjson"], words].concat();
        folder.offprint(&words).good();
        folder.lines("pages.ndjson")
    };
    assert!(read(&[])[0].get("sketch").is_none());
    let [first, second] = &read(&["--rewrites"])[..] else { panic!("not two rows") };
    let keys = |row: &Value, name: &str| row[name].as_array().unwrap().clone();
    let (looked_up, kept) = (keys(first, "read_keys"), keys(second, "write_keys"));
    assert!(kept.iter().any(|key| looked_up.contains(key)));

    let mut pair = json!({
        "a": "1", "b": "3",
        "a_fingerprint": first["fingerprint"], "b_fingerprint": second["fingerprint"],
        "a_sketch": first["sketch"], "b_sketch": second["sketch"],
    });
    let judged = |pair: &Value| {
        folder.write("candidates.jsonl", pair.to_string());
        folder.offprint(&["pairs", "--fingerprints", "@candidates.jsonl"])
    };
    assert_eq!(judged(&pair).good().lines()[0]["rewritten"], expected);
    pair["b_sketch"] = Value::Null;
    assert!(judged(&pair).good().lines()[0].get("rewritten").is_none());
    pair["b_sketch"] = "AAAA".into();
    let run = judged(&pair);
    assert!(run.code == 4 && run.err.contains("candidates.jsonl"), "{}", run.err);
}
