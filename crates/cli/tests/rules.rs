//! Own rules for sites.

mod common;

use common::{Folder, page, story};

#[test]
fn a_rule_names_what_a_page_holds() {
    let folder = Folder::new();
    let text = story(1);
    let html = format!(
        "<!doctype html><meta charset=gbk><meta name=robots content=noindex><title>Site | 新闻</title><link rel=canonical href=https://www.paper.example/1>\
         <body><nav><a href=/>Home</a></nav><div class=story><p>{}<div class=promo><p>{}</div><p>{}</div>\
         <div class=other><p>{}</div><h2 class=kicker>The <b>ferry</b> &amp; the \"quay\"</h2>\
         <p class=by>Ines Dahl</p><time class=day datetime=2026-03-04>4 March</time>",
        text[..8].join(" "),
        story(2)[..8].join(" "),
        text[8..].join(" "),
        story(3).join(" ")
    );
    let (bytes, ..) = encoding_rs::GBK.encode(&html);
    folder.write("pages/1.html", &bytes);
    folder.write("pages/2.html", page("Other", &story(4)));
    folder.write(
        "rules.json",
        r#"{"paper.example": {"keep": [".story"], "drop": [".promo"], "headline": "h2.kicker", "author": ".by", "day": "time"}}"#,
    );
    let without = folder.offprint(&["read", "@pages", "--jsonl"]).good();
    let run = folder.offprint(&["read", "@pages", "--jsonl", "--rules", "@rules.json"]).good();
    let read = &run.lines()[0];
    let expected = format!("{}\n{}", text[..8].join(" "), text[8..].join(" "));
    assert_eq!(read["text"], expected);
    assert_eq!(read["title"], "The ferry & the \"quay\"");
    assert_eq!((&read["authors"][0], &read["published"]), (&"Ines Dahl".into(), &"2026-03-04".into()));
    assert_eq!(read["canonical"], "https://www.paper.example/1");
    assert_eq!(read["noindex"], true);
    assert_eq!(read["charset"], without.lines()[0]["charset"]);
    assert_ne!(read["fingerprint"], without.lines()[0]["fingerprint"]);
    // A page of another site stays as it was.
    assert_eq!(run.lines()[1], without.lines()[1]);
    // What is not on the page is reported.
    folder.write("rules.json", r#"{"www.paper.example": {"keep": ["main"], "drop": [".other"]}}"#);
    let run = folder.offprint(&["read", "@pages", "--jsonl", "--rules", "@rules.json"]);
    assert!(run.err.contains("nothing on the page for the rule main, 1"), "{}", run.err);
    let read = run.lines()[0]["text"].as_str().unwrap().to_owned();
    assert!(!read.contains(&story(3)[5]) && read.contains(&text[9]), "{read}");
    for wrong in [r#"{"a.example": {"keep": ["p:["]}}"#, r#"{"a.example": {"body": "p"}}"#, "[]"] {
        folder.write("rules.json", wrong);
        folder.fails(&["read", "@pages", "--rules", "@rules.json"], "cannot use these rules (");
    }
}
