//! `offprint fold`.

mod common;

use common::{COURIER, Folder, PORTAL, offprint_on, page, story};
use serde_json::{Value, json};

/// Three results: a page, its copy in HTML, and a snippet of it.
fn results() -> Vec<Value> {
    let text = story(1).concat();
    let snippet: String = text.chars().take(200).collect();
    vec![
        json!({"id": "a", "title": "A", "text": text}),
        json!({"address": "https://b.example/1", "html": page("B", &story(1))}),
        json!({"id": "c", "snippet": snippet}),
        json!({"id": "d", "text": story(2).concat()}),
    ]
}

fn lines(results: &[Value]) -> String {
    results.iter().map(|result| format!("{result}\n")).collect()
}

#[test]
fn an_array_lines_and_standard_input_are_folded_alike() {
    let folder = Folder::new();
    folder.write("results.json", json!(results()).to_string());
    folder.write("results.jsonl", lines(&results()));
    let run = |name: &str| folder.offprint(&["fold", name, "--json"]).good();
    let found = run("@results.json").json();
    assert_eq!(found, run("@results.jsonl").json());
    let array = json!(results()).to_string();
    let inputs = if cfg!(unix) { &["-", "/dev/stdin"][..] } else { &["-"] };
    for name in inputs {
        for input in [&array, &lines(&results())] {
            let piped = offprint_on(input.as_bytes(), &["fold", name, "--json"]).good();
            assert_eq!(found, piped.json(), "{name}");
        }
    }
    assert_eq!(found["independentOrigins"], 2);
    assert_eq!(found["unread"], json!(["c"]));
    let first = &found["groups"][0];
    assert_eq!(first["representative"], "a");
    let likeness = |at: usize| &first["others"][at]["likeness"];
    assert_eq!(first["others"][0]["result"], "https://b.example/1");
    assert_eq!([likeness(0), likeness(1)], ["same", "similar"]);
    let plain = folder.offprint(&["fold", "@results.json"]).good().out;
    let sentence = "4 results go back to 2 independent origins; 1 was judged by title and snippet alone.";
    assert_eq!(plain.lines().next(), Some(sentence));
    assert_eq!(plain.lines().nth(2), Some("a  A"));
}

#[test]
fn bad_results_are_reported_and_the_others_folded() {
    let folder = Folder::new();
    let good = lines(&results());
    folder.write("results.jsonl", format!("{{\"id\": 7,\n{good}[1]\n{{\"text\": 5}}\n{{\"id\": \"e\"}}\n"));
    let run = folder.offprint(&["fold", "@results.jsonl", "--json"]);
    assert_eq!(run.code, 3);
    for line in ["line 1:", "line 6:", "line 7:", "line 8:"] {
        assert!(run.err.contains(line), "{}", run.err);
    }
    assert_eq!(run.json()["independentOrigins"], 2);
    let array = json!(results()).to_string();
    let run = offprint_on(&array.as_bytes()[..array.len() - 9], &["fold", "-", "--json"]);
    assert_eq!(run.code, 3);
    assert!(run.err.contains("the array ends after 3 results"), "{}", run.err);
    assert_eq!(run.json()["independentOrigins"], 1);
    let two = format!("{array}\n{array}");
    let run = offprint_on(two.as_bytes(), &["fold", "-", "--json"]);
    assert_eq!(run.code, 3);
    assert!(run.err.contains("after 4 results (trailing"), "{}", run.err);
    for (input, sentence) in [("", "0 results"), ("[]", "0 results")] {
        let run = offprint_on(input.as_bytes(), &["fold", "-"]).good();
        assert!(run.out.starts_with(sentence), "{}", run.out);
    }
}

#[test]
fn what_read_prints_is_folded_with_reports_in_other_words() {
    let folder = Folder::new();
    for (id, text) in [("courier", COURIER), ("portal", PORTAL)] {
        let paragraphs: Vec<String> = text.split_inclusive(". ").map(str::to_owned).collect();
        folder.write(&format!("pages/{id}.html"), page(id, &paragraphs));
    }
    let read = folder.offprint(&["read", "@pages", "--jsonl"]).good().out;
    let fold = |flags: &[&str]| {
        let words = [&["fold", "-", "--json"], flags].concat();
        offprint_on(read.as_bytes(), &words).good().json()
    };
    assert_eq!(fold(&[])["independentOrigins"], 2);
    let found = fold(&["--rewrites"]);
    assert_eq!(found["independentOrigins"], 1, "{found}");
    assert_eq!(found["groups"][0]["others"][0]["likeness"], "rewritten");
}
