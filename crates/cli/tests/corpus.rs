//! Collections as they come: shards whose ids are the same, lists without ids, lists on standard input, texts that
//! occur again. Nothing that was read is lost without a word.

mod common;

use common::{Folder, Run, gated_page, offprint_on, packed, page, story, text_line, warc_record};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const NOTICE: &str = "We use cookies. Accept?";

fn shard(subjects: std::ops::Range<u64>) -> String {
    let numbered = subjects.enumerate();
    let line = |(id, subject): (usize, u64)| text_line(&id.to_string(), &story(subject));
    numbered.map(line).collect()
}

fn row(id: impl Into<Value>, text: &str) -> String {
    json!({"id": id.into(), "text": text}).to_string() + "\n"
}

/// The number before these words on standard error; 0 if they are not there.
fn reported(run: &Run, words: &str) -> usize {
    let before = run.err.split(words).next().filter(|_| run.err.contains(words));
    let number = before.and_then(|before| before.rsplit(' ').next()?.parse().ok());
    number.unwrap_or(0)
}

#[test]
fn a_text_with_the_id_of_another_one_is_kept_by_another_id() {
    let folder = Folder::new();
    folder.write("s0.jsonl", shard(0..12));
    folder.write("s1.jsonl", shard(12..24));
    let arguments = ["dedupe", "@s0.jsonl", "@s1.jsonl", "--keep", "@kept.jsonl"];
    let with_index = [&arguments[..], &["--index", "@seen"]].concat();
    let mut names = BTreeSet::new();
    // Every run gives the same names.
    for words in [&arguments[..], &with_index, &with_index] {
        let run = folder.offprint(words);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.starts_with("offprint: 12 renamed, since another text has the same id: 0#"), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1);
        let name = run.ids()[16].clone();
        assert_eq!((name.len(), &name[..2]), (18, "4#"));
        assert_eq!(run.verdicts()[16], json!([name, "new", null]));
        names.insert(name.clone());
        let kept = folder.lines("kept.jsonl");
        let ids: BTreeSet<&str> = kept.iter().filter_map(|line| line["id"].as_str()).collect();
        assert_eq!((kept.len(), ids.len()), (24, 24));
        assert_eq!(kept[16]["id"], name);
        assert_eq!(kept[16]["text"], story(16).join("\n"));
        assert_eq!(kept[16]["title"], json!(null));
    }
    assert_eq!(names.len(), 1, "{names:?}");
    let origins = folder.offprint(&["origins", "@s0.jsonl", "@s1.jsonl", "--json"]);
    assert_eq!(origins.code, 0);
    assert_eq!(origins.json()["unique"].as_array().unwrap().len(), 24);
}

/// Whatever the ids are, all that was read is kept, is a copy, is repeated or failed, and each text is kept once over
/// all runs with an index.
#[test]
fn no_text_is_lost_over_several_runs() {
    type Ids = fn(u64, u64) -> Value;
    let kinds: [(&str, Ids); 6] = [
        ("numbers that begin again", |_, row| json!(row)),
        ("texts that begin again", |_, row| json!(row.to_string())),
        ("none", |_, _| json!(null)),
        ("half of the rows", |_, row| json!(row / 2)),
        ("one", |_, _| json!("x")),
        ("addresses", |day, row| json!(format!("https://a.example/{day}/{row}"))),
    ];
    for (name, id) in kinds {
        for from in ["@export.jsonl", "-"] {
            let folder = Folder::new();
            let mut kept_texts: Vec<String> = Vec::new();
            // The second day is like the first, the third brings half of it and copies of the day before.
            for (day, subjects) in [(1, 0..12), (1, 0..12), (2, 6..18), (3, 12..24)] {
                let texts = subjects
                    .map(|subject| if subject % 5 == 4 { NOTICE.to_owned() } else { story(subject / 2 * 2).join(" ") });
                let texts: Vec<String> = texts.chain(["".to_owned()]).collect();
                let numbered = texts.iter().enumerate();
                let row = |(row, text): (usize, &String)| {
                    let text = if text.is_empty() { json!(null) } else { json!(text) };
                    json!({"id": id(day, row as u64), "text": text}).to_string() + "\n"
                };
                let list: String = numbered.map(row).collect();
                folder.write("export.jsonl", &list);
                let words = [
                    "dedupe",
                    from,
                    "--as",
                    "list",
                    "--index",
                    "@seen",
                    "--keep",
                    "@new.jsonl",
                    "--stats",
                    "@stats.json",
                ];
                let run = offprint_on(list.as_bytes(), &folder.arguments(&words));
                assert_eq!(run.code, 0, "{name}\n{}", run.err);
                let stats: Value = serde_json::from_str(&folder.text("stats.json")).unwrap();
                let number = |of: &str| stats[of].as_u64().unwrap() as usize;
                assert_eq!(number("read"), texts.len());
                assert_eq!(
                    ["kept", "copies", "repeated", "failed"].map(number).iter().sum::<usize>(),
                    texts.len(),
                    "{name} {stats}"
                );
                let kept = folder.lines("new.jsonl");
                assert_eq!(kept.len(), number("kept"));
                kept_texts.extend(kept.iter().map(|line| line["text"].as_str().unwrap_or_default().to_owned()));
                for text in &texts {
                    assert!(kept_texts.contains(text), "{name}, day {day}: {text:.40}");
                }
            }
        }
    }
}

#[test]
fn a_field_that_no_row_has_is_an_error_that_lists_the_others() {
    let folder = Folder::new();
    let first = json!({"id": "0", "title": "A", "content": null}).to_string();
    let list = format!("{first}\n{}", json!({"id": "1", "title": "B", "content": "One."}));
    folder.write("list.jsonl", &list);
    for (words, field, option) in [
        (&["--text-field", "body"][..], "body", "--text-field"),
        (&[], "text", "--text-field"),
        (&["--text-field", "content", "--id-field", "key"], "key", "--id-field"),
    ] {
        let run = folder.offprint(&[&["dedupe", "@list.jsonl"], words].concat());
        assert_eq!(run.code, 2, "{run:?}");
        let expected =
            format!("no row has the field `{field}`, but content, id, title, list.jsonl: name one of them by {option}");
        assert_eq!(folder.short(run.failure()), expected);
    }
    // One row may lack it.
    let run = folder.offprint(&["dedupe", "@list.jsonl", "--text-field", "content"]).good();
    assert_eq!(run.verdicts(), json!([["0", "unknown", null], ["1", "unknown", null]]));
    folder.write("list.jsonl", format!("{}\n{}", json!({"id": "0"}), json!({"id": "1", "text": "One."})));
    let run = folder.offprint(&["dedupe", "@list.jsonl"]);
    assert_eq!((run.code, run.ids()), (3, vec!["1".to_owned()]));
}

#[test]
fn a_repeated_id_with_its_text_is_counted() {
    let folder = Folder::new();
    folder.write("s0.jsonl", shard(0..3));
    let run = folder.offprint(&["dedupe", "@s0.jsonl", "@s0.jsonl", "--keep", "@kept.jsonl"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.err, "offprint: 3 left out, with an id and a text that occurred before: 0; 1; 2\n");
    assert_eq!(folder.lines("kept.jsonl").len(), 3);

    let place = folder.path("list.jsonl:2").display().to_string();
    folder.write("list.jsonl", [row(&*place, "One."), row(&*place, "Two."), row(&*place, "Three.")].concat());
    let run = folder.offprint(&["dedupe", "@list.jsonl", "--keep", "@kept.jsonl"]);
    assert_eq!(reported(&run, " renamed, since another text has the same id"), 2, "{run:?}");
    let kept = folder.lines("kept.jsonl");
    let ids: BTreeSet<String> = kept.iter().map(|line| line["id"].to_string()).collect();
    assert_eq!((kept.len(), ids.len()), (3, 3), "{kept:?}");
}

#[test]
fn lines_without_an_id_are_named_by_their_place_and_text() {
    let folder = Folder::new();
    let lines = [
        json!({"text": story(1).join("\n")}).to_string() + "\n",
        row(7, &story(2).join("\n")),
        row(json!(null), &story(1).join("\n")),
    ];
    folder.write("list.jsonl", lines.concat());
    let run = folder.offprint(&["dedupe", "@list.jsonl", "--keep", "@kept.jsonl"]).good();
    let ids = run.ids();
    assert_eq!(run.verdicts(), json!([[ids[0], "new", null], ["7", "new", null], [ids[2], "same", ids[0]]]));
    for (at, number) in [(0, 1), (2, 3)] {
        let place = format!("{}:{number}#", folder.path("list.jsonl").display());
        assert!(ids[at].starts_with(&place) && ids[at].len() == place.len() + 8, "{}", ids[at]);
    }
    assert_eq!(folder.text("kept.jsonl"), lines[..2].concat(), "their lines stay unchanged");

    folder.write("bad.jsonl", lines[0].clone() + &row(json!(["7"]), "One."));
    folder.fails(&["dedupe", "@bad.jsonl"], "cannot use this line (`id` must be text or a number");
}

/// Every document read is kept, or is the same as another, or repeats an id, or failed, and standard error or output
/// names it.
#[test]
fn the_numbers_of_documents_add_up() {
    let folder = Folder::new();
    folder.write("s0.jsonl", shard(0..8) + &shard(6..9));
    folder.write("s1.jsonl", shard(4..12) + "{\"id\": \"x\"}\n" + &row("n", NOTICE) + &row("m", NOTICE));
    for (id, subject) in [(1, 1), (2, 30), (3, 1), (4, 31)] {
        folder.write(&format!("pages/{id}.html"), page("A", &story(subject)));
    }
    folder.write("pages/5.txt", b"\xC3(");
    let at = |name: &str| format!("https://a.example/{name}");
    let html = |subject| page("A", &story(subject));
    let records = [
        warc_record("resource", &at("1"), "text/html", html(40)),
        warc_record("resource", &at("1"), "text/html", html(41)),
        warc_record("conversion", &at("2"), "text/plain", story(40).join("\n")),
        warc_record("conversion", &at("2"), "text/plain", story(40).join("\n")),
        warc_record("resource", &at("3"), "text/html", html(42)),
    ];
    folder.write("mirror/1.html", html(40));
    folder.write("mirror/crawl.warc", records.concat());
    folder.write("crawl.warc.gz", packed(records.concat()));
    // Two neighbors are damaged, and a line in the middle of a compressed list is too long.
    let mut members = records.map(packed);
    members[2][10..20].fill(0xFF);
    members[3][10..20].fill(0xFF);
    folder.write("torn.warc.gz", members.concat());
    let long = format!("{{\"text\": \"{}\"}}\n", "a".repeat(64 << 20));
    let lines = shard(0..3) + &long + &shard(2..5);
    folder.write("shards/0.jsonl.zst", zstd::encode_all(lines.as_bytes(), 1).unwrap());
    folder.write("shards/1.jsonl.gz", packed(shard(3..6)));
    for (paths, read, exit) in [
        (&["@s0.jsonl"][..], 11, 0),
        (&["@s1.jsonl"], 11, 3),
        (&["@s0.jsonl", "@s1.jsonl", "@s0.jsonl"], 33, 3),
        (&["@pages"], 5, 3),
        (&["@pages", "@pages/1.html", "@s0.jsonl"], 17, 3),
        (&["@crawl.warc.gz"], 5, 0),
        (&["@mirror"], 6, 0),
        (&["@mirror", "@crawl.warc.gz"], 11, 0),
        (&["@torn.warc.gz"], 5, 3),
        (&["@shards"], 10, 3),
    ] {
        let _ = std::fs::remove_file(folder.path("seen"));
        for index in [&[][..], &["--index", "@seen"], &["--index", "@seen"]] {
            let files = ["--keep", "@kept.jsonl", "--clusters", "@clusters.jsonl", "--stats", "@stats.json"];
            let run = folder.offprint(&[&["dedupe"], paths, &files, index].concat());
            let kept = folder.lines("kept.jsonl").len();
            let clusters = folder.lines("clusters.jsonl");
            let dropped = clusters.iter().filter(|row| row["kept"] == false).count();
            let stats: Value = serde_json::from_str(&folder.text("stats.json")).unwrap();
            let [repeated, failed] = ["repeated", "failed"].map(|of| stats[of].as_u64().unwrap() as usize);
            let numbers = [kept, dropped, repeated, failed];
            assert_eq!(numbers.iter().sum::<usize>(), read, "{paths:?} {numbers:?}\n{}", run.err);
            assert_eq!(clusters.len(), kept + dropped);
            assert_eq!(run.code, exit, "{paths:?}\n{}", run.err);
        }
    }
}

#[test]
fn a_list_on_standard_input_is_a_list() {
    let folder = Folder::new();
    let rows = |text: &str| [row("1", text), row("2", &story(2).join("\n")), row("3", text)].concat();
    // The first line ends within the first bytes, or far after them.
    for text in [story(1)[..3].join("\n"), story(1).join("\n")] {
        let list = rows(&text);
        let path = folder.write("list.jsonl", &list);
        let from_file = folder.offprint(&["dedupe", "@list.jsonl"]).good();
        assert_eq!(from_file.lines().len(), 3);
        for bytes in [list.clone().into_bytes(), packed(&list), format!("\u{FEFF}\n {list}").into()] {
            folder.write("packed.gz", &bytes);
            assert_eq!(offprint_on(&bytes, &["dedupe", "-"]).good().out, from_file.out);
            assert_eq!(folder.offprint(&["dedupe", "@packed.gz"]).good().out, from_file.out);
        }
        let origins = offprint_on(list.as_bytes(), &["origins", "-", "--json"]).good();
        let of_file = folder.offprint(&["origins", "@list.jsonl", "--json"]).good();
        assert_eq!(origins.out, of_file.out);
        let read = offprint_on(list.as_bytes(), &["read", "-", "--jsonl"]).good();
        assert_eq!(read.lines()[1]["text"], story(2).join("\n"));
        assert_eq!(folder.offprint(&["read", "@list.jsonl", "--jsonl"]).good().out, read.out);
        folder.offprint(&["read", "@list.jsonl", "--output", "@pages.ndjson"]).good();
        assert_eq!(folder.lines("pages.ndjson").len(), 3);
        folder.fails(&["read", "@list.jsonl", "--json"], "--json works only with one page");
        std::fs::remove_file(path).unwrap();
    }
    let run = offprint_on(b"{\"text\": \"One.\"}\n{\"text\": \"Two.\"}", &["dedupe", "-"]).good();
    assert!(run.ids()[1].starts_with("-:2#"), "{run:?}");
    // Lists in the wrong form are not pages.
    let array = ("[{\"id\": \"1\", \"text\": \"One.\"}]", "the line is an array, not an object, ");
    let pages =
        ("{\"id\": \"1\", \"html\": \"<p>One.\"}", "no row has the field `text`, but html, id, standard input: ");
    for (wrong, message) in [array, pages] {
        for command in ["dedupe", "origins", "read"] {
            let run = offprint_on(wrong.as_bytes(), &[command, "-"]);
            assert!(run.failure().starts_with(message), "{run:?}");
        }
    }
    // Everything else still is one.
    for one in ["{\"a\": 1}", "{ text }", "{", "[1]", &page("A", &story(1)), ""] {
        let run = offprint_on(one.as_bytes(), &["dedupe", "-"]).good();
        assert_eq!(run.lines()[0]["id"], "-", "{one}");
        offprint_on(rows("One.").as_bytes(), &["dedupe", "-", "--as", "page"]).good();
    }
}

#[test]
fn the_same_text_is_the_same_however_short() {
    let folder = Folder::new();
    for end in ["", "\n\n", " !"] {
        let rows: Vec<String> = (0..6).map(|id| row(id.to_string(), &format!("{NOTICE}{end}"))).collect();
        folder.write("list.jsonl", rows.concat());
        let run = folder.offprint(&["dedupe", "@list.jsonl", "--keep", "@kept.jsonl"]).good();
        let same = |id: u8| json!([id.to_string(), "same", "0"]);
        assert_eq!(run.verdicts(), json!([["0", "unknown", null], same(1), same(2), same(3), same(4), same(5)]));
        assert_eq!(folder.lines("kept.jsonl").len(), 1);
    }
    // Not without letters, under another headline, or before a gate.
    let titled = |id: &str, title: &str| json!({"id": id, "title": title, "text": NOTICE}).to_string() + "\n";
    let rows = [row("1", "…"), row("2", "…"), row("3", ""), row("4", ""), titled("5", "A"), titled("6", "B")];
    folder.write("list.jsonl", rows.concat());
    for id in ["7", "8"] {
        folder.write(&format!("pages/{id}.html"), gated_page("A", &story(1)[..1]));
    }
    for path in ["@list.jsonl", "@pages"] {
        let run = folder.offprint(&["dedupe", path]).good();
        assert!(run.lines().iter().all(|line| line["verdict"] == "unknown"), "{}", run.out);
    }
    // The gate is also known of an article that was read before.
    folder.write("read.jsonl", folder.offprint(&["read", "@pages", "--jsonl"]).good().out);
    let run = folder.offprint(&["dedupe", "@read.jsonl"]).good();
    assert!(run.lines().iter().all(|line| line["verdict"] == "unknown"), "{}", run.out);
}

#[test]
fn a_short_text_is_found_in_later_runs() {
    let folder = Folder::new();
    let run = |id: &str, text: &str| {
        folder.write("list.jsonl", row(id, text));
        let run = folder.offprint(&["dedupe", "@list.jsonl", "--index", "@seen"]);
        run.good().verdicts()
    };
    assert_eq!(run("1", NOTICE), json!([["1", "unknown", null]]));
    assert_eq!(run("2", "Another."), json!([["2", "unknown", null]]));
    let again = NOTICE.to_uppercase();
    assert_eq!(run("3", &again), json!([["3", "same", "1"]]));
    folder.offprint(&["index", "@seen", "remove", "1"]).good();
    assert_eq!(run("4", NOTICE), json!([["4", "same", "3"]]), "its copy is left");
    // An index that another is merged into knows its texts.
    folder.write("other.jsonl", row("5", "Another."));
    let arguments = ["dedupe", "@other.jsonl", "--index", "@other"];
    folder.offprint(&arguments).good();
    let merge = ["index", "@other", "merge", "@seen"];
    folder.offprint(&merge).good();
    folder.write("other.jsonl", row("6", NOTICE));
    assert_eq!(folder.offprint(&arguments).good().verdicts(), json!([["6", "same", "3"]]));
}

#[test]
fn the_same_text_is_the_same_whatever_its_class_says() {
    // The copies drift until most of the class share too little with the first text.
    let (first, other) = (story(3), story(4));
    let drifted = [(0, 1), (2, 1), (3, 2), (4, 4), (5, 10), (6, 20), (7, 20)];
    let copies = drifted.iter().flat_map(|&(by, count)| {
        let text = [&other[..by], &first[by..]].concat();
        std::iter::repeat_n(text, count)
    });
    let mut nearly = first.clone();
    nearly.last_mut().unwrap().push_str(" Gu.");
    let texts = copies.chain([nearly, first.clone()]).enumerate();
    let list: String = texts.map(|(id, text)| text_line(&id.to_string(), &text)).collect();
    let folder = Folder::new();
    folder.write("list.jsonl", list);
    let run = folder.offprint(&["dedupe", "@list.jsonl", "--index", "@seen"]);
    let verdicts = run.good().verdicts();
    assert_eq!([&verdicts[58], &verdicts[59]], [&json!(["58", "partial", "0"]), &json!(["59", "same", "0"])]);
}
