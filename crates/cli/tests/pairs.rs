//! `offprint pairs`.

mod common;

use common::{COURIER, Folder, PORTAL, gated_page, half_and_half, page, program, story, text_line};
use serde_json::{Value, json};
use std::io::Read;
use std::process::Stdio;

/// The same documents as pages and as a list, and five pairs of them.
fn documents() -> Folder {
    let folder = Folder::new();
    let (a, half, other) = (story(1), half_and_half(&story(1), &story(2)), story(3));
    folder.write("pages/a.html", page("A", &a));
    folder.write("pages/copy.txt", a.join("\n"));
    folder.write("pages/half.htm", page("H", &half));
    folder.write("pages/other.html", page("O", &other));
    folder.write("pages/short.html", page("S", &a[..1]));
    let list = [("a", &a[..]), ("copy", &a), ("half", &half), ("other", &other), ("short", &a[..1])];
    let list: String = list.iter().map(|(id, sentences)| text_line(id, sentences)).collect();
    folder.write("docs.jsonl", format!("\u{FEFF}\r\n{list}"));
    folder.write(
        "pairs.jsonl",
        r#"{"b": "other", "a": "a", "label": "partial"}
{"a": "copy", "b": "a"}

{"a": "half", "b": "a", "label": "same"}
{"a": "a", "b": "short"}
{"a": "a", "b": "a"}"#,
    );
    folder
}

#[test]
fn a_pair_shows_whether_one_of_the_two_is_gated() {
    let folder = Folder::new();
    let stub = &story(1)[..12];
    folder.write("pages/whole.html", page("A", stub));
    folder.write("pages/stub.html", gated_page("A", stub));
    folder.write("pages/short.html", page("A", &stub[..1]));
    let pairs = [("whole", "whole"), ("whole", "stub"), ("stub", "stub"), ("stub", "short")];
    let line = |(a, b): (&str, &str)| format!("{{\"a\":\"{a}\",\"b\":\"{b}\"}}\n");
    folder.write("pairs.jsonl", pairs.map(line).concat());
    let arguments = ["pairs", "--docs", "@pages", "--pairs", "@pairs.jsonl"];
    let run = folder.offprint(&arguments).good();
    let expected = json!([["same", false], ["partial", true], ["partial", true], ["unknown", null]]);
    assert_eq!(run.fields(&["verdict", "gated"]), expected);
}

#[test]
fn verdicts_in_the_order_of_the_list() {
    let folder = documents();
    for docs in ["@pages", "@docs.jsonl"] {
        let run = folder.offprint(&["pairs", "--docs", docs, "--pairs", "@pairs.jsonl"]).good();
        let expected = json!([
            ["a", "other", "different"],
            ["copy", "a", "same"],
            ["half", "a", "partial"],
            ["a", "short", "unknown"],
            ["a", "a", "same"],
        ]);
        assert_eq!(run.fields(&["a", "b", "verdict"]), expected);
        assert!(run.lines().iter().all(|line| (0.0..=1.0).contains(&line["score"].as_f64().unwrap())));
    }
    folder.write("none.jsonl", "\n");
    assert_eq!(folder.offprint(&["pairs", "--docs", "@pages", "--pairs", "@none.jsonl"]).good().out, "");
}

#[test]
fn a_pair_shows_how_likely_one_rewrites_the_other() {
    let folder = documents();
    folder.write("pages/courier.txt", COURIER);
    folder.write("pages/portal.txt", PORTAL);
    folder.write(
        "pairs.jsonl",
        r#"{"a": "courier", "b": "portal"}
{"a": "courier", "b": "courier"}
{"a": "half", "b": "a"}
{"a": "a", "b": "short"}"#,
    );
    let list = ["pairs", "--docs", "@pages", "--pairs", "@pairs.jsonl"];
    let run = folder.offprint(&list).good();
    let lines = run.lines();
    let rewritten = lines[0]["rewritten"].as_f64().expect("a score");
    assert!((0.9..=1.0).contains(&rewritten), "{rewritten}");
    assert_eq!(lines[0]["verdict"], "different");
    assert_eq!(run.fields(&["rewritten"]), json!([[rewritten], [0.0], [0.0], [null]]));
}

#[test]
fn a_missing_document_is_named() {
    let folder = documents();
    folder.write("more.jsonl", "{\"a\":\"a\",\"b\":\"copy\"}\n{\"a\":\"a\",\"b\":\"gone\"}\n");
    for docs in ["@pages", "@docs.jsonl"] {
        let arguments = ["pairs", "--docs", docs, "--pairs", "@more.jsonl"];
        let run = folder.offprint(&arguments);
        let error = format!("no document with the id `gone` in {}, more.jsonl line 2", &docs[1..]);
        let message = format!("{error}: add it, or pass --keep-going to report its pairs as unknown");
        assert_eq!((folder.short(run.failure()), run.out.as_str()), (message, ""));

        let run = folder.offprint(&[&arguments[..], &["--keep-going"]].concat());
        assert_eq!(
            (run.code, folder.short(&run.err)),
            (0, format!("offprint: {error}: its pairs are reported as unknown\n"))
        );
        assert_eq!(run.fields(&["verdict"]), json!([["same"], ["unknown"]]));
    }
}

#[test]
fn failures_say_what_to_do() {
    let folder = documents();
    folder.write("bad.jsonl", "{\"a\":\"a\",\"b\":\"copy\"}\n\n{\"a\":\"a\"}\n");
    folder.write("broken.jsonl", "{\"a\":");
    folder.write("binary.jsonl", b"\xFF\xFE\x00{");
    folder.write("number.jsonl", "{\"id\":[7],\"text\":\"\"}");
    folder.write("twice.jsonl", "{\"id\":\"a\",\"text\":\"\"}\n{\"id\":\"a\",\"text\":\"\"}\n");
    folder.write("both/a.html", "");
    folder.write("both/a.txt", "");
    let like = r#"write it like {"a": "7", "b": "12"}"#;
    let cases = [
        (
            "@pages",
            "@bad.jsonl",
            format!("cannot use this line (missing field `b`, column 9), bad.jsonl line 3: {like}"),
        ),
        (
            "@pages",
            "@broken.jsonl",
            format!("cannot use this line (EOF while parsing a value, column 5), broken.jsonl line 1: {like}"),
        ),
        (
            "@pages",
            "@binary.jsonl",
            format!("cannot use this line (expected value, column 1), binary.jsonl line 1: {like}"),
        ),
        ("@pages", "@gone.jsonl", "no such file or folder, gone.jsonl: check the path".to_owned()),
        ("@gone", "@pairs.jsonl", "no such file or folder, gone: check the path".to_owned()),
        (
            "@number.jsonl",
            "@pairs.jsonl",
            "cannot use this line (`id` must be text or a number, column 9), number.jsonl line 1: write it like {\"id\": \"7\", \
             \"title\": \"…\", \"text\": \"…\"}"
                .to_owned(),
        ),
        (
            "@twice.jsonl",
            "@pairs.jsonl",
            "two documents have the id `a`, twice.jsonl lines 1 and 2: give one of them another id".to_owned(),
        ),
        (
            "@both",
            "@pairs.jsonl",
            "no document with the id `a` in both, pairs.jsonl line 1: add it, or pass --keep-going to report its pairs as unknown"
                .to_owned(),
        ),
    ];
    for (docs, pairs, message) in cases {
        let run = folder.offprint(&["pairs", "--docs", docs, "--pairs", pairs]);
        assert_eq!(folder.short(run.failure()), message);
        assert_eq!(run.out, "");
    }
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let folder = documents();
    folder.write("many.jsonl", "{\"a\":\"a\",\"b\":\"copy\"}\n".repeat(20_000));
    let mut child = program()
        .args(folder.arguments(&["pairs", "--docs", "@pages", "--pairs", "@many.jsonl"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 9]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}

#[test]
fn whatever_a_chain_of_the_same_connects_is_one_cluster() {
    let folder = Folder::new();
    let pair = |a: Value, b: Value, verdict: &str| json!({"a": a, "b": b, "verdict": verdict}).to_string() + "\n";
    let pairs = [
        pair(json!("d"), json!("c"), "same"),
        pair(json!("b"), json!("a"), "same"),
        pair(json!("e"), json!("a"), "partial"),
        pair(json!(7), json!("8"), "same"),
        pair(json!("c"), json!("b"), "same"),
    ];
    folder.write("verdicts.jsonl", pairs.concat());
    let expected = json!([["7", "7"], ["8", "7"], ["a", "a"], ["b", "a"], ["c", "a"], ["d", "a"], ["e", "e"]]);
    let run = folder.offprint(&["clusters", "@verdicts.jsonl"]).good();
    assert_eq!(run.fields(&["id", "cluster"]), expected);
    // A chain of any length, in any form.
    let chain = (0..5_000).map(|at| pair(json!(format!("{at:05}")), json!(format!("{:05}", at + 1)), "same"));
    folder.write("chain.jsonl", chain.collect::<String>());
    folder.offprint(&["clusters", "@chain.jsonl", "--output", "@chain.parquet"]).good();
    let rows = ["dedupe", "@chain.parquet", "--text-field", "cluster", "--keep", "@rows.jsonl"];
    assert_eq!(folder.offprint(&rows).code, 0);
    assert_eq!(folder.lines("rows.jsonl"), [json!({"cluster": "00000", "id": "00000"})]);
    assert_eq!(folder.offprint(&["clusters", "@chain.jsonl", "--output", "@chain.xls"]).code, 2);
}
