//! `offprint compare`.

mod common;

use common::{Folder, half_and_half, offprint, page, story};

/// Four articles: `a`, a copy of it, one that shares half of it, and another.
fn pages() -> Folder {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour reopens", &story(1)));
    folder.write("copy.txt", story(1).join("\n"));
    folder.write(
        "half.html",
        page("Harbour", &half_and_half(&story(1), &story(2))),
    );
    folder.write("other.html", page("Weather", &story(3)));
    folder.write("short.html", page("Harbour reopens", &story(1)[..1]));
    folder
}

#[test]
fn the_exit_code_is_the_verdict() {
    let pages = pages();
    let cases = [
        ("@copy.txt", "same", 0),
        ("@half.html", "partial", 0),
        ("@other.html", "different", 1),
        ("@short.html", "unknown", 3),
    ];
    for (other, verdict, code) in cases {
        let run = pages.offprint(&["compare", "@a.html", other, "--json"]);
        assert_eq!(
            (run.json()["verdict"].as_str(), run.code),
            (Some(verdict), code)
        );
        let plain = pages.offprint(&["compare", "@a.html", other]);
        assert!(
            plain.out.starts_with(&format!("{verdict}, score ")),
            "{}",
            plain.out
        );
        assert_eq!((plain.code, plain.err.as_str()), (code, ""));
    }
}

#[test]
fn evidence_is_shown() {
    let pages = pages();
    let run = pages
        .offprint(&["compare", "@a.html", "@copy.txt", "--json"])
        .good();
    let evidence = &run.json()["evidence"][0];
    assert!(
        evidence["channel"].is_string()
            && evidence["value"].is_number()
            && evidence["fired"].is_boolean()
    );
    let plain = pages
        .offprint(&["compare", "@a.html", "@copy.txt"])
        .good()
        .out;
    assert!(
        plain.contains("coverage")
            && plain.contains("at most")
            && plain.contains("Harbour reopens"),
        "{plain}"
    );
}

#[test]
fn fingerprints_stand_for_pages() {
    let pages = pages();
    let article = pages.offprint(&["read", "@a.html", "--json"]).good().json();
    let fingerprint = article["fingerprint"].as_str().unwrap();
    let whole = pages
        .offprint(&["compare", "@a.html", "@half.html", "--json"])
        .good()
        .out;
    let by_fingerprint = pages
        .offprint(&["compare", fingerprint, "@half.html", "--json"])
        .good()
        .out;
    assert_eq!(whole, by_fingerprint);

    let run = pages.offprint(&[
        "compare",
        fingerprint,
        fingerprint,
        "--method",
        "feature-code",
    ]);
    assert!(
        run.failure()
            .starts_with("a fingerprint of the method offprint, "),
        "{run:?}"
    );
}

#[test]
fn a_file_wins_over_a_fingerprint() {
    let pages = pages();
    let article = pages.offprint(&["read", "@a.html", "--json"]).good().json();
    let fingerprint = article["fingerprint"].as_str().unwrap();
    let name = &fingerprint[..200];
    pages.write(name, page("Harbour reopens", &story(1)));
    assert_eq!(
        pages
            .offprint(&["compare", &format!("@{name}"), "@a.html"])
            .code,
        0
    );
}

#[test]
fn methods_have_names() {
    let pages = pages();
    for method in ["offprint", "feature-code", "feature-code-length"] {
        let run = pages
            .offprint(&[
                "compare",
                "@a.html",
                "@copy.txt",
                "--method",
                method,
                "--json",
            ])
            .good();
        assert_eq!(run.json()["verdict"], "same", "{method}");
    }
    let run = pages.offprint(&["compare", "@a.html", "@copy.txt", "--method", "simhash"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("[possible values: offprint, feature-code, feature-code-length]"),
        "{}",
        run.err
    );
}

#[test]
fn failures_say_what_to_do() {
    let pages = pages();
    let advice = "check the path, or paste the whole fingerprint";
    let run = pages.offprint(&["compare", "@a.html", "gone.html"]);
    assert_eq!(
        run.failure(),
        format!("neither a file nor a fingerprint, gone.html: {advice}")
    );

    let article = pages.offprint(&["read", "@a.html", "--json"]).good().json();
    let fingerprint = article["fingerprint"].as_str().unwrap();
    let newer = fingerprint.replacen('A', "B", 1);
    let run = offprint(&["compare", &newer, fingerprint]);
    let message = run.failure();
    let told = "no file, and no good fingerprint (fingerprint version 5 ";
    assert!(message.starts_with(told), "{message}");
    assert!(message.ends_with(advice), "{message}");
    assert!(
        message.len() < 300,
        "the fingerprint is shortened: {message}"
    );

    let run = pages.offprint(&["compare", "@a.html", "@"]);
    assert!(
        run.failure()
            .starts_with("a folder, where a file is wanted, "),
        "{run:?}"
    );
}

#[test]
fn one_line_of_json() {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour reopens", &story(1)));
    let run = folder.offprint(&["compare", "@a.html", "@a.html", "--jsonl"]);
    let lines = run.good().lines();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["verdict"], "same");
}

#[test]
fn a_method_works_on_the_text_of_an_extractor() {
    let pages = pages();
    let length = |extractor: &str| {
        let run = pages.offprint(&["compare", "@a.html", "@copy.txt", "--extractor", extractor]);
        assert!(
            run.out.starts_with("same, score "),
            "{extractor}: {}",
            run.out
        );
        let line = run.out.lines().nth(2).unwrap().to_owned();
        let letters = line.split("  ").nth(1).unwrap().to_owned();
        letters.split(' ').next().unwrap().parse::<u32>().unwrap()
    };
    assert!(length("no-html") > length("offprint"));
}
