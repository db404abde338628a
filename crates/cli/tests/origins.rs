//! `offprint origins`.

mod common;

use common::{COURIER, Folder, PORTAL, half_and_half, page, story, text_line};
use serde_json::{Value, json};

/// Two copies and an excerpt of one article, another one, and a page without an article.
fn pages(folder: &Folder) {
    let first = story(1);
    for (id, sentences) in [("a", &first[..]), ("b", &first), ("c", &first[..12]), ("d", &story(2)), ("e", &first[..1])]
    {
        folder.write(&format!("pages/{id}.html"), page(id, sentences));
    }
}

#[test]
fn pages_of_one_report_have_one_origin() {
    let folder = Folder::new();
    pages(&folder);
    let run = folder.offprint(&["origins", "@pages"]).good();
    let sentence = "3 of 5 pages go back to one report; 1 is independent; 1 could not be judged.";
    assert_eq!(run.out.lines().next(), Some(sentence));
    let found = folder.offprint(&["origins", "@pages", "--json"]).good().json();
    assert_eq!(found["sentence"], sentence);
    assert_eq!(found["origins"][0]["pages"], json!(["a", "b", "c"]));
    assert_eq!(found["origins"][0]["original"], Value::Null, "nothing tells");
    assert_eq!(found["clusters"][0]["size"], 3);
    assert_eq!(found["clusters"][0]["density"], 1.0);
    assert_eq!((&found["unique"], &found["unknown"]), (&json!(["d"]), &json!(["e"])));
    assert_eq!(folder.offprint(&["origins", "@pages", "--jsonl"]).good().lines(), [found]);
    let csv = folder.offprint(&["origins", "@pages", "--csv"]).good().out;
    assert_eq!(csv.lines().count(), 6);
    assert!(csv.starts_with("id,cluster,origin,role,of,"), "{csv}");
}

/// An abridgement read first is not the original, and neither is anything else that only came first.
#[test]
fn the_order_of_the_pages_changes_nothing() {
    let folder = Folder::new();
    let whole = story(1);
    let dated = |day: &str| format!("<meta property=article:published_time content=2026-03-{day}T08:00Z>");
    for (id, sentences, head) in [
        ("short", &whole[..12], dated("03")),
        ("whole", &whole[..], dated("01")),
        ("copy", &whole[..], dated("02")),
        ("undated", &whole[..20], String::new()),
    ] {
        let page = page("Harbour reopens", sentences).replacen("<body>", &format!("{head}<body>"), 1);
        folder.write(&format!("{id}.html"), page);
    }
    let names = ["@short.html", "@whole.html", "@copy.html", "@undated.html"];
    let run = |names: &[&str], form: &str| {
        let words = [&["origins"], names, &[form]].concat();
        folder.offprint(&words).good()
    };
    let mut orders = Vec::new();
    for turn in 0..names.len() {
        let mut order = names;
        order.rotate_left(turn);
        orders.push(order);
        order.reverse();
        orders.push(order);
    }
    let found = run(&names, "--json").json();
    let original = &found["clusters"][0]["original"];
    assert!(original.as_str().unwrap().contains("whole"), "{original}");
    assert_eq!(original, &found["origins"][0]["original"]);
    for form in ["--json", "--csv"] {
        let expected = run(&names, form).out;
        for order in &orders {
            assert_eq!(run(order, form).out, expected, "{order:?}");
        }
    }
}

#[test]
fn reports_in_other_words_go_back_to_their_origin_if_requested() {
    let folder = Folder::new();
    for (id, text) in [("a", COURIER), ("b", PORTAL), ("c", &story(1).join(" "))] {
        folder.write(&format!("pages/{id}.txt"), text);
    }
    let run = |words: &[&str]| folder.offprint(&[&["origins", "@pages"], words].concat()).good();
    assert!(run(&[]).out.starts_with("All 3 pages are independent.\n"));
    // Neither has a date, so the longer one counts as the earlier.
    let plain = run(&["--rewrites"]).out;
    let sentence = "2 of 3 pages go back to one report, 1 of them in other words; 1 is independent.";
    assert_eq!(plain.lines().next(), Some(sentence));
    assert!(plain.contains("\n  a  rewrites b, "), "{plain}");
    let found = run(&["--rewrites", "--json"]).json();
    assert_eq!(found["origins"][0]["pages"], json!(["b", "a"]));
    let link = &found["rewritings"][0];
    assert_eq!((&link["rewriting"], &link["source"]), (&json!("a"), &json!("b")));
    assert!(link["score"].as_f64() >= Some(0.95) && found["clusters"] == json!([]));
    let csv = run(&["--rewrites", "--csv"]).out;
    let rewrites = |row: &str| row.rsplit(',').next().map(str::to_owned);
    let rewrites: Vec<_> = csv.lines().filter_map(rewrites).collect();
    assert_eq!(rewrites, ["rewrites", "", "", "b"]);
}

#[test]
fn each_id_of_a_list_is_one_text() {
    let folder = Folder::new();
    let list = [("a", story(1)), ("b", half_and_half(&story(1), &story(2))), ("a", story(1)), ("a", story(3))];
    let list: String = list.iter().map(|(id, text)| text_line(id, text)).collect();
    folder.write("docs.jsonl", list);
    let run = folder.offprint(&["origins", "@docs.jsonl", "--json"]);
    let expected = "1 left out, with an id and a text that occurred before: a\noffprint: 1 renamed, since another text has the same id: a#";
    assert!(run.code == 0 && run.err.contains(expected), "{run:?}");
    assert_eq!(run.json()["sentence"], "2 of 3 pages go back to one report; 1 is independent.");
}

#[test]
fn leaves_out_unreadable_pages() {
    let folder = Folder::new();
    pages(&folder);
    folder.write("pages/broken.txt", [0xFF, 0x41]);
    folder.write("pages/empty.html", "");
    let run = folder.offprint(&["origins", "@pages"]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.err.contains("broken.txt"), "{}", run.err);
    let sentence = "3 of 6 pages go back to one report; 1 is independent; 2 could not be judged.";
    assert_eq!(run.out.lines().next(), Some(sentence));
    // Pages without an article are not a failure, and a missing folder is.
    folder.write("nothing/empty.html", "");
    let run = folder.offprint(&["origins", "@nothing"]).good();
    assert!(run.out.starts_with("No comparable articles (1 page).\n"), "{}", run.out);
    let run = folder.offprint(&["origins", "@missing"]);
    assert_eq!((run.code, &*run.out), (4, ""));
}
