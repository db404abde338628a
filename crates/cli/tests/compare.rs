//! `offprint compare`.

mod common;

use common::{Folder, gated_page, half_and_half, offprint, page, serve, story};
use serde_json::json;

/// Four articles: `a`, a copy of it, one that shares half of it, and another.
fn pages() -> Folder {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour reopens", &story(1)));
    folder.write("copy.txt", story(1).join("\n"));
    folder.write("half.html", page("Harbour", &half_and_half(&story(1), &story(2))));
    folder.write("other.html", page("Weather", &story(3)));
    folder.write("short.html", page("Harbour reopens", &story(1)[..1]));
    folder
}

#[test]
fn equal_texts_are_the_same_however_short() {
    let folder = Folder::new();
    folder.write("docs/a.txt", "Accept all cookies?");
    folder.write("docs/b.txt", "ACCEPT ALL COOKIES");
    folder.write("docs/c.txt", "Accept some cookies?");
    let compare = |other| folder.offprint(&["compare", "@docs/a.txt", other]);
    assert!(compare("@docs/b.txt").out.starts_with("same, score 1.000"));
    assert_eq!(compare("@docs/c.txt").code, 1);
    let pairs = [("a", "b"), ("a", "c")].map(|(a, b)| json!({"a": a, "b": b}).to_string() + "\n");
    folder.write("pairs.jsonl", pairs.concat());
    let run = folder.offprint(&["pairs", "--docs", "@docs", "--pairs", "@pairs.jsonl"]);
    assert_eq!(run.good().fields(&["verdict"]), json!([["same"], ["unknown"]]));
}

#[test]
fn the_exit_code_is_the_verdict() {
    let pages = pages();
    let cases = [
        ("@copy.txt", "same", 0),
        ("@half.html", "partial", 0),
        ("@other.html", "different", 1),
        ("@short.html", "unknown", 1),
    ];
    for (other, verdict, code) in cases {
        let run = pages.offprint(&["compare", "@a.html", other, "--json"]);
        assert_eq!((run.json()["verdict"].as_str(), run.code), (Some(verdict), code));
        assert_eq!(pages.offprint(&["compare", "@a.html", other, "--jsonl"]).lines(), [run.json()]);
        let plain = pages.offprint(&["compare", "@a.html", other]);
        assert!(plain.out.starts_with(&format!("{verdict}, score ")), "{}", plain.out);
        assert_eq!((plain.code, plain.err.as_str()), (code, ""));
    }
}

#[test]
fn evidence_is_shown() {
    let pages = pages();
    let run = pages.offprint(&["compare", "@a.html", "@copy.txt", "--json"]).good();
    let evidence = &run.json()["evidence"][0];
    assert!(evidence["metric"].is_string() && evidence["value"].is_number() && evidence["passed"].is_boolean());
    let plain = pages.offprint(&["compare", "@a.html", "@copy.txt"]).good().out;
    assert!(
        plain.contains("coverage")
            && plain.contains("at most")
            && plain.contains("Harbour reopens")
            && plain.contains("yes  (8 of 8 sentence ends agree)\n"),
        "{plain}"
    );
}

#[test]
fn reports_gated_pages() {
    let folder = Folder::new();
    let stub = &story(1)[..12];
    folder.write("whole.html", page("A", stub));
    folder.write("stub.html", gated_page("A", stub));
    let run = folder.offprint(&["compare", "@whole.html", "@stub.html", "--json"]);
    let found = run.good().json();
    assert_eq!(found["verdict"], "partial");
    let sides = [&found["sides"][0]["gated"], &found["sides"][1]["gated"]];
    assert_eq!(sides, [&json!(false), &json!(true)]);
    let evidence = found["evidence"].as_array().unwrap();
    let gated = evidence.iter().find(|e| e["metric"] == "gated").unwrap();
    assert_eq!((&gated["value"], &gated["passed"]), (&json!(1.0), &json!(false)));
    let plain = folder.offprint(&["compare", "@whole.html", "@stub.html"]).good().out;
    assert!(plain.contains("only the beginning of an article, before a paywall or a login"), "{plain}");
}

#[test]
fn the_credited_page_is_the_original() {
    let folder = Folder::new();
    let head = |page: String, head: &str| page.replacen("<body>", &format!("{head}<body>"), 1);
    let site = "<meta property=og:site_name content='Meridian Wire'>";
    folder.write("wire.html", head(page("Harbour reopens", &story(1)), site));
    let credit = "<meta name=source content='The Meridian Wire'>";
    let copy = page("Harbour reopens", &story(1)[..14]);
    folder.write("copy.html", head(copy, credit));
    let run = folder.offprint(&["compare", "@copy.html", "@wire.html", "--json"]);
    let json = run.good().json();
    let original = &json["original"];
    assert_eq!((original["which"].as_str(), original["confidence"].as_u64()), (Some("second"), Some(77)));
    let evidence: Vec<_> =
        original["reasons"].as_array().unwrap().iter().map(|r| r["evidence"].as_str().unwrap()).collect();
    assert_eq!(evidence, ["credit", "longer"]);
    let plain = folder.offprint(&["compare", "@copy.html", "@wire.html"]).good().out;
    for line in [
        "The second looks like the original (confidence 77 of 100).",
        "  For the second: the other page credits this site (75)",
    ] {
        assert!(plain.contains(line), "{plain}");
    }

    let run = folder.offprint(&["compare", "@wire.html", "@wire.html"]).good();
    assert!(run.out.contains("\nOriginal: undetermined.\n"), "{}", run.out);
    assert!(run.out.contains("\nNo long passage appears in only one of them.\n"), "{}", run.out);
    folder.write("other.html", page("Weather", &story(3)));
    let run = folder.offprint(&["compare", "@wire.html", "@other.html", "--json"]);
    let json = run.json();
    assert!(json["original"].is_null() && json["passages"].is_null());
    assert_eq!(json["changes"], json!([]));
}

#[test]
fn reports_how_a_text_changed() {
    let pages = pages();
    let json = pages.offprint(&["compare", "@a.html", "@half.html", "--json"]).good().json();
    let kinds: Vec<_> = json["changes"].as_array().unwrap().iter().map(|c| c["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["tail-cut", "tail-added", "overlap"]);
    let passages = &json["passages"];
    assert_eq!(passages["sentences"], json!([24, 24]));
    assert_eq!(passages["sharedSentences"], json!([12, 12]));
    let text = pages.offprint(&["read", "@a.html", "--json"]).good().json()["text"].as_str().unwrap().to_owned();
    let only = &passages["only"][0][0];
    let [start, end] = ["start", "end"].map(|field| only[field].as_u64().unwrap() as usize);
    let cut: String = text.chars().skip(start).take(end - start).collect();
    assert!(cut.starts_with(only["text"].as_str().unwrap()), "{cut}");
    // It is the second half, except for the first word of every sentence.
    let half: String = story(1)[12..].concat();
    assert!(cut.len().abs_diff(half.len()) < 40, "{cut}");

    let plain = pages.offprint(&["compare", "@a.html", "@half.html"]).good().out;
    for words in [
        "In the second: the end is missing (",
        "12 of the 24 sentences of the first are also in the second.",
        "Only in the first, by characters of its text:",
    ] {
        assert!(plain.contains(words), "{plain}");
    }
}

#[test]
fn fingerprints_replace_pages() {
    let pages = pages();
    let article = pages.offprint(&["read", "@a.html", "--json"]).good().json();
    let fingerprint = article["fingerprint"].as_str().unwrap();
    let compared = |side: &str| {
        let run = pages.offprint(&["compare", side, "@half.html", "--json"]);
        run.good().json()
    };
    let (mut whole, by_fingerprint) = (compared("@a.html"), compared(fingerprint));
    assert!(whole["passages"].is_object(), "there are two texts");
    whole["passages"] = serde_json::Value::Null;
    assert_eq!(whole, by_fingerprint);
}

#[test]
fn a_side_may_be_an_address() {
    let pages = pages();
    let html = page("Harbour reopens", &story(1)).into_bytes();
    let server = serve([("/a", (200, "text/html", html))].into());
    let at = |path: &str| pages.offprint(&["compare", "@a.html", &format!("{server}{path}")]);
    assert_eq!(at("/a").code, 0);
    assert!(at("/gone").failure().contains("the server answered 404"));
}

#[test]
fn a_file_wins_over_a_fingerprint() {
    let pages = pages();
    let article = pages.offprint(&["read", "@a.html", "--json"]).good().json();
    let fingerprint = article["fingerprint"].as_str().unwrap();
    let name = &fingerprint[..200];
    pages.write(name, page("Harbour reopens", &story(1)));
    assert_eq!(pages.offprint(&["compare", &format!("@{name}"), "@a.html"]).code, 0);
}

#[test]
fn failures_say_what_to_do() {
    let pages = pages();
    let advice = "check the path, or paste the whole fingerprint";
    let run = pages.offprint(&["compare", "@a.html", "gone.html"]);
    assert_eq!(run.failure(), format!("neither a file nor a fingerprint, gone.html: {advice}"));

    let article = pages.offprint(&["read", "@a.html", "--json"]).good().json();
    let fingerprint = article["fingerprint"].as_str().unwrap();
    let newer = fingerprint.replacen('B', "C", 1);
    let run = offprint(&["compare", &newer, fingerprint]);
    let message = run.failure();
    let found = "not a file, and an invalid fingerprint (fingerprint version 8 ";
    assert!(message.starts_with(found), "{message}");
    assert!(message.ends_with(advice), "{message}");
    assert!(message.len() < 300, "the fingerprint is shortened: {message}");

    pages.fails(&["compare", "@a.html", "@"], "expected a file, found a folder, ");
}

#[test]
fn an_update_is_a_version_and_not_a_copy() {
    let folder = Folder::new();
    let at = |address: &str, sentences: &[String]| {
        let stated = format!("</title><link rel=canonical href=\"https://{address}\">");
        page("Story", sentences).replacen("</title>", &stated, 1)
    };
    folder.write("first.html", at("daily.example/1", &story(1)[..16]));
    folder.write("later.html", at("www.daily.example/1", &story(1)));
    folder.write("copy.html", at("portal.example/7", &story(1)));
    let found = |other: &str| folder.offprint(&["compare", "@first.html", other, "--json"]).json();
    let update = found("@later.html");
    assert_eq!((&update["verdict"], &update["version"]), (&"partial".into(), &true.into()));
    assert_eq!(update["changes"][0]["kind"], "tail-added");
    assert_eq!(found("@copy.html")["version"], false);
    let plain = folder.offprint(&["compare", "@first.html", "@later.html"]);
    assert!(plain.out.contains("versions of one page"), "{}", plain.out);
}

#[test]
fn reports_rewrites_beside_the_verdict() {
    let folder = Folder::new();
    folder.write(
        "dam.txt",
        "截至4月16日，暴雨使三千七百名村民离家，堤坝决口四十一米，损失二百五十万元。水利局工程师何伟称，闸门早在2011年就已\
         锈死。",
    );
    folder.write(
        "flood.txt",
        "决口宽41米的堤坝让村子遭殃：到四月十六日为止，3700人被迫转移，损失达250万元。何伟是水利局的工程师，他说闸门2011年就\
         锈死了。",
    );
    let words = ["compare", "@dam.txt", "@flood.txt"];
    let found = folder.offprint(&[&words[..], &["--json"]].concat()).json();
    assert!(["different", "unknown"].contains(&found["verdict"].as_str().unwrap()), "{found}");
    let rewriting = &found["rewriting"];
    assert!(rewriting["score"].as_f64() > Some(0.8), "{rewriting}");
    let facts = &rewriting["facts"]["shared"];
    let date = facts.as_array().unwrap().iter().find(|pair| pair[0]["form"] == "04-16");
    let [start, end] = ["start", "end"].map(|end| date.unwrap()[0][end].as_u64().unwrap());
    assert_eq!((start, end), (2, 7), "places are characters");
    let plain = folder.offprint(&words).out;
    assert!(plain.contains("Both, figures:") && plain.contains("二百五十万元"), "{plain}");
    let pages = pages();
    let copy = pages.offprint(&["compare", "@a.html", "@copy.txt", "--json"]).json();
    assert_eq!(copy["rewriting"]["verdict"], "copied", "{copy}");
}
