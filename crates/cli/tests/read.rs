//! `offprint read`.

mod common;

use common::{Folder, offprint, page, story, warc_record};
use serde_json::{Value, json};

#[test]
fn a_page_for_people() {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour reopens", &story(1)));
    let run = folder.offprint(&["read", "@a.html"]).good();
    assert!(run.out.starts_with("Harbour reopens\n\n"), "{}", run.out);
    for fact in ["Language    en, script Latn", "Charset     UTF-8", "Fingerprint B", &story(1)[0]] {
        assert!(run.out.contains(fact), "{fact} in {}", run.out);
    }
    assert!(!run.out.contains("All rights"), "{}", run.out);
}

#[test]
fn a_page_as_json() {
    let folder = Folder::new();
    folder.write("a.b.html", page("Harbour reopens", &story(1)));
    let url = "https://example.org/a";
    let article = folder.offprint(&["read", "@a.b.html", "--json", "--url", url]).good().json();
    assert_eq!(article["id"], "a.b");
    assert_eq!(article["title"], "Harbour reopens");
    assert_eq!(article["language"], "en");
    assert_eq!(article["url"], url);
    assert_eq!(article["credit"], Value::Null);
    assert!(article["fingerprint"].is_string());
    assert!(article["text"].as_str().unwrap().contains(&story(1)[5]));
    assert_eq!(article.get("blocks"), None);
}

#[test]
fn the_body_as_markdown_in_parts() {
    let folder = Folder::new();
    let link = "<p>The harbour master <a href=/log>keeps a log</a> of all ships, and reads it every evening.</p>";
    let html = page("Harbour: \"open\"", &story(1)).replacen("<p>", &format!("{link}<p>"), 1);
    folder.write("a.html", html);
    let read = |options: &[&str]| {
        let words = [&["read", "@a.html", "--url", "https://example.org/a"], options].concat();
        folder.offprint(&words)
    };
    let whole = read(&["--markdown"]).good().out;
    assert!(whole.contains("[keeps a log](https://example.org/log)"), "{whole}");
    let plain = read(&["--markdown", "--without", "links,images"]).good().out;
    assert!(plain.contains("master keeps a log of"), "{plain}");
    let json = read(&["--json", "--markdown", "--without=links"]).good().json();
    assert_eq!(json["links"][0]["href"], "https://example.org/log");
    assert_eq!(json["images"], serde_json::json!([]));
    for (options, complaint) in [
        (&["--markdown", "--without", "words"][..], "[possible values: links, images, tables]"),
        (&["--without", "links"], "--markdown|--html"),
    ] {
        let failed = read(options);
        assert_eq!(failed.code, 2, "{options:?}");
        assert!(failed.err.contains(complaint), "{options:?}: {}", failed.err);
    }
}

#[test]
fn a_folder_is_read_in_the_order_of_paths() {
    let folder = Folder::new();
    for name in ["c.html", "a.HTM", "b/x.html", "b/deep/y.htm", "note.txt", "z.css"] {
        folder.write(name, page("T", &story(1)));
    }
    let skipped = "skipped 2 files that are not pages: 1 .css (z.css), 1 .txt (note.txt)";
    let read = |arguments: &[&str]| {
        let run = folder.offprint(arguments);
        let stderr = run.err.replace(&format!(", {}", folder.path("").display()), "");
        assert_eq!((run.code, stderr), (0, format!("offprint: {skipped}\n")));
        run
    };
    assert_eq!(read(&["read", "@", "--jsonl"]).ids(), ["a", "b/deep/y", "b/x", "c"]);

    let plain = read(&["read", "@"]).out;
    assert_eq!(plain.matches("=== ").count(), 4);
}

#[test]
fn many_pages_keep_their_order() {
    let folder = Folder::new();
    for i in 0..300 {
        folder.write(&format!("{i:03}.html"), page(&format!("Title {i}"), &story(i % 7)));
    }
    let lines = folder.offprint(&["read", "@", "--jsonl"]).good().lines();
    assert_eq!(lines.len(), 300);
    for (i, line) in lines.iter().enumerate() {
        assert_eq!(line["title"], format!("Title {i}"));
    }
}

#[test]
fn explain_names_the_rules_and_why_the_headline_was_taken() {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour reopens", &story(1)));
    let plain = folder.offprint(&["read", "@a.html", "--explain"]).good().out;
    assert!(plain.contains("\n+ The "), "{plain}");
    assert!(plain.contains("\ntitle      taken        heading  Harbour reopens\n"), "{plain}");
    assert!(plain.contains("\n- [disclaimer] All rights reserved"), "{plain}");
    let article = folder.offprint(&["read", "@a.html", "--explain", "--jsonl"]).good().json();
    let blocks = article["blocks"].as_array().unwrap();
    let rules: Vec<&str> = blocks.iter().filter_map(|block| block["rule"].as_str()).collect();
    assert!(rules.contains(&"disclaimer"), "{rules:?}");
    assert!(blocks.iter().any(|block| block["rule"].is_null()));
}

#[test]
fn the_user_can_state_the_charset() {
    let folder = Folder::new();
    // 水 in GBK, alone: without the header, this is too little to determine the charset.
    folder.write("a.html", b"<title>\xCB\xAE</title>");
    let command = ["read", "@a.html", "--json", "--content-type", "text/html; charset=gbk"];
    assert_eq!(folder.offprint(&command).good().json()["title"], "水");
}

#[test]
fn a_long_page_is_cut() {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour reopens", &story(1)));
    for bytes in ["0", "1", "9", "700"] {
        let article = folder.offprint(&["read", "@a.html", "--json", "--max-bytes", bytes]).good().json();
        assert_eq!(article["truncated"], true, "{bytes}");
    }
    let most = usize::MAX.to_string();
    let article = folder.offprint(&["read", "@a.html", "--json", "--max-bytes", &most]).good().json();
    assert_eq!(article["truncated"], false);
}

/// A text that is cut off keeps whole characters, and does not count as one that was read to its end.
#[test]
fn a_long_text_is_cut() {
    let folder = Folder::new();
    let text = "Der Schlüssel 😀";
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    folder.write("plain.txt", text);
    folder.write("wide.txt", [b"\xFF\xFE", &utf16(text)[..]].concat());
    folder.write("crawl.wet", warc_record("conversion", "https://a.example/", "text/plain", text));
    for (path, bytes, expected, is_cut) in [
        ("@plain.txt", "9", "Der Schl", true),
        ("@plain.txt", "18", "Der Schlüssel ", true),
        ("@plain.txt", "19", text, false),
        ("@wide.txt", "19", "Der Schl", true),
        ("@wide.txt", "33", "Der Schlüssel ", true),
        ("@wide.txt", "34", text, false),
        ("@crawl.wet", "9", "Der Schl", true),
        ("@crawl.wet", "19", text, false),
    ] {
        let run = folder.offprint(&["read", path, "--jsonl", "--max-bytes", bytes]).good();
        let line = &run.lines()[0];
        assert_eq!((&line["text"], &line["truncated"]), (&expected.into(), &is_cut.into()), "{path}: {bytes}");
    }
    // The same beginning is not the same text, in a list of read articles, too.
    for (name, end) in [("1", "One"), ("2", "Two")] {
        folder.write(&format!("texts/{name}.txt"), format!("The ferry is back.\n{end}"));
    }
    let read = folder.offprint(&["read", "@texts/1.txt", "@texts/2.txt", "--jsonl", "--max-bytes", "19"]).good();
    folder.write("read.jsonl", read.out);
    for words in [&["dedupe", "@texts", "--max-bytes", "19"][..], &["dedupe", "@read.jsonl"]] {
        let run = folder.offprint(words);
        assert_eq!(run.fields(&["verdict"]), json!([["unknown"], ["unknown"]]), "{words:?}");
        assert!(run.err.contains("2 not read to the end"), "{}", run.err);
    }
}

#[test]
fn a_page_without_a_fingerprint_gives_the_reason() {
    let folder = Folder::new();
    let link = |i| format!("<li><a href=/{i}>The harbour reopens for the {i}th time</a>");
    let list: String = (0..30).map(link).collect();
    for (html, reason, words) in [
        (page("T", &story(1)[..1]), "short", "none: too little text"),
        (format!("<title>News</title><ul>{list}</ul>"), "list", "none: a list of pages"),
        (String::new(), "no-article", "none: error, login or empty page"),
    ] {
        folder.write("a.html", html);
        let article = folder.offprint(&["read", "@a.html", "--json"]).good().json();
        assert_eq!((&article["fingerprint"], &article["noFingerprintReason"]), (&Value::Null, &reason.into()));
        let plain = folder.offprint(&["read", "@a.html"]).good().out;
        assert!(plain.contains(words), "{plain}");
        assert_eq!(plain.contains("Page        list, quality 0 of 100"), reason == "list", "{plain}");
    }
}

#[test]
fn a_page_cannot_steer_the_terminal() {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour \u{1b}]0;x\u{7} reopens", &story(1)));
    let run = folder.offprint(&["read", "@a.html"]).good();
    assert!(!run.out.contains(['\u{1b}', '\u{7}']), "{}", run.out);
}

#[cfg(target_os = "linux")]
#[test]
fn file_names_may_be_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9.html");
    std::fs::write(folder.as_ref().join(name), page("T", &story(1))).unwrap();
    let lines = folder.offprint(&["read", "@", "--jsonl"]).good().lines();
    assert_eq!(lines[0]["id"], "caf\u{FFFD}");
    let one = offprint(&["read".as_ref(), folder.as_ref().join(name).as_os_str()]).good();
    assert!(one.out.starts_with("T\n"));
}

#[test]
fn failures_say_what_to_do() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("none")).unwrap();
    folder.write("pages/a.html", page("T", &story(1)));
    folder.write("latin.txt", b"caf\xE9");
    let cases: &[(&[&str], &str)] = &[
        (&["read", "@gone.html"], "no such file or folder, gone.html: check the path"),
        (&["read", "@none"], "nothing to read, none: name a folder that holds pages"),
        (
            &["read", "@pages", "--json"],
            "--json works only with one page, pages: name a page of this folder, or use --jsonl alone",
        ),
        (
            &["read", "@pages", "--url", "https://example.org"],
            "--url works only with one page, pages: name a page of this folder, or use --jsonl alone",
        ),
        (&["read", "@latin.txt"], "the text is not UTF-8, latin.txt: convert it with `iconv -t UTF-8`"),
    ];
    for (arguments, message) in cases {
        let run = folder.offprint(arguments);
        assert_eq!((folder.short(run.failure()), &*run.out), ((*message).to_owned(), ""));
    }
}
