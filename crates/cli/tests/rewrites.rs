//! `offprint dedupe --rewrites`.

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
    let told: Vec<Value> = lines
        .iter()
        .map(|line| json!([line["verdict"], line["rewriting"]["of"]]))
        .collect();
    let expected = json!([
        ["different", null],
        ["different", null],
        ["different", "1"],
        // A copy is not also a rewriting.
        ["same", null],
    ]);
    assert_eq!(json!(told), expected);
    assert!(lines[2]["rewriting"]["score"].as_f64() >= Some(0.95));
    let plain = ["dedupe", "@pages", "--rewrites", "--plain"];
    let plain = folder.offprint(&plain).good().out;
    let third = plain.lines().nth(2).unwrap();
    assert!(third.contains("  (rewritten from 1, "), "{plain}");
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
