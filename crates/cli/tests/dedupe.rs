//! `offprint dedupe`.

mod common;

use common::{Folder, gated_page, half_and_half, offprint_on, packed, page, program, story, text_line};
use redb::{Database, ReadableDatabase, TableDefinition};
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};

/// Articles as pages and as a list; the order `late` has the copy before the article.
fn documents() -> Folder {
    let folder = Folder::new();
    let (a, half, other) = (story(1), half_and_half(&story(1), &story(2)), story(3));
    let documents = [("1", &a[..]), ("2", &other), ("3", &a), ("4", &half), ("5", &a[..1]), ("6", &half)];
    for (id, sentences) in documents {
        folder.write(&format!("pages/{id}.html"), page(id, sentences));
    }
    let list: String = documents.iter().map(|(id, sentences)| text_line(id, sentences)).collect();
    folder.write("docs.jsonl", list);
    folder.write("late.jsonl", "{\"id\":\"6\",\"cluster\":\"x\"}\n{\"id\":\"3\"}\n{\"id\":\"1\"}\n");
    folder
}

fn right() -> Value {
    json!([
        ["1", "new", null],
        ["2", "new", null],
        ["3", "same", "1"],
        ["4", "partial", "1"],
        ["5", "unknown", null],
        ["6", "same", "4"],
    ])
}

/// The beginning of an article before a gate is not the same as any page, and no later page is the same as it.
#[test]
fn a_gated_page_is_partial_at_most() {
    let folder = Folder::new();
    let story = story(1);
    let stub = &story[..12];
    for (id, page) in [
        ("1", gated_page("A", stub)),
        ("2", page("A", stub)),
        ("3", gated_page("A", stub)),
        ("4", page("A", stub)),
        ("5", gated_page("A", &story[..1])),
    ] {
        folder.write(&format!("pages/{id}.html"), page);
    }
    let run = folder.offprint(&["dedupe", "@pages", "--index", "@index"]);
    let expected = json!([
        ["new", null, true],
        ["partial", "1", false],
        ["partial", "1", true],
        ["same", "2", false],
        ["unknown", null, null],
    ]);
    assert_eq!(run.good().fields(&["verdict", "of", "gated"]), expected);
    let again = folder.offprint(&["dedupe", "@pages", "--index", "@index"]);
    assert!(again.good().lines().iter().all(|line| line["gated"].is_null()));
}

#[test]
fn each_article_is_looked_up_among_the_earlier_ones() {
    let folder = documents();
    for docs in ["@pages", "@docs.jsonl"] {
        let run = folder.offprint(&["dedupe", docs]).good();
        assert_eq!(run.verdicts(), right());
        for line in run.lines() {
            assert_eq!(line["known"], false);
            assert!(line["score"].is_number());
        }
    }
}

/// Copies and halves of an article soon after it, and long after it; all end in one notice.
#[test]
fn any_number_of_threads_gives_the_same_files() {
    let folder = Folder::new();
    let text = |i: u64| {
        let own = i / 6 % 50;
        let sentences = match i % 6 {
            0 | 3 => story(own),
            1 => story(own)[..20].to_vec(),
            2 => half_and_half(&story(own), &story(own + 1)),
            4 => story(own)[..1].to_vec(),
            _ => story(i + 100),
        };
        [sentences, story(99)[..2].to_vec()].concat()
    };
    let list: String = (0..600).map(|i| text_line(&i.to_string(), &text(i))).collect();
    folder.write("docs.jsonl", list);
    let files = |threads: &str, index: &[&str]| {
        let words = ["--threads", threads, "dedupe", "@docs.jsonl", "--keep", "@k.jsonl", "--clusters", "@c.csv"];
        let run = folder.offprint(&[&words[..], index].concat()).good();
        let ids: Vec<String> = (0..600).map(|i| i.to_string()).collect();
        assert_eq!(run.ids(), ids);
        (run.out, folder.text("k.jsonl"), folder.text("c.csv"))
    };
    let right = files("1", &[]);
    for verdict in ["new", "same", "partial"] {
        assert!(right.0.matches(&format!("\"{verdict}\"")).count() >= 50, "{verdict}");
    }
    for threads in ["2", "3", "8"] {
        assert!(files(threads, &[]) == right, "{threads} threads");
        assert!(files(threads, &["--index", &format!("@index{threads}")]) == right, "{threads} threads, in a file");
    }
}

/// On a terminal, a list shows how much of its bytes was read; its lines are not counted before.
#[test]
#[cfg(target_os = "linux")]
fn a_list_shows_its_progress_in_bytes() {
    let folder = Folder::new();
    let list: String = (0..300).map(|i| text_line(&i.to_string(), &story(i))).collect();
    folder.write("docs.jsonl.gz", packed(list));
    let shown = |input: &str| {
        let command = format!("'{}' dedupe {input} > verdicts", env!("CARGO_BIN_EXE_offprint"));
        let run = Command::new("script").args(["-qec", &command, "/dev/null"]).current_dir(&folder).output().unwrap();
        let out = String::from_utf8(run.stdout).unwrap();
        out.split('\r').filter_map(|line| Some(line.strip_prefix("\u{1b}[K")?.to_owned())).collect::<Vec<_>>()
    };
    let lines = shown("docs.jsonl.gz");
    let (done, rest) = lines[0].split_once(" documents, ").expect(&lines[0]);
    assert!(done.parse::<usize>().unwrap() < 300, "{done}");
    let (_, rest) = rest.split_once(" a second, ").expect(rest);
    let (share, left) = rest.split_once(" %, ").expect(rest);
    assert!((1..=100).contains(&share.parse().unwrap()), "{share}");
    assert!(left.ends_with(" s left"), "{left}");
    // The length of a stream is unknown.
    let lines = shown("- --as list < docs.jsonl.gz");
    assert!(lines[0].ends_with(" a second"), "{lines:?}");
}

#[test]
fn the_index_outlives_the_run() {
    let folder = documents();
    let list = folder.text("docs.jsonl");
    let (first, second) = list.split_at(list.find("{\"id\":\"3\"").unwrap());
    let run = |list: &str| {
        let arguments = folder.arguments(&["dedupe", "-", "--as", "list", "--index", "@seen"]);
        offprint_on(list.as_bytes(), &arguments).good().verdicts().as_array().unwrap().clone()
    };
    assert_eq!(json!([run(first), run(second)].concat()), right());
}

/// A run over 3,000 different texts with an index.
fn running() -> (Folder, Child) {
    let folder = Folder::new();
    let list: String = (0..3_000).map(|id| text_line(&id.to_string(), &story(id))).collect();
    folder.write("list.jsonl", list);
    let arguments = folder.arguments(&["dedupe", "@list.jsonl", "--index", "@seen", "--quiet"]);
    let run = program().args(arguments).stdout(Stdio::piped()).spawn();
    (folder, run.unwrap())
}

/// Each page of a tree that is changed is rewritten, so an index that is saved often writes many times its size.
#[cfg(target_os = "linux")]
#[test]
fn an_index_writes_few_times_its_size() {
    let (folder, mut run) = running();
    let mut printed = String::new();
    let mut out = run.stdout.take().unwrap();
    std::io::Read::read_to_string(&mut out, &mut printed).unwrap();
    // A process that has ended keeps its counts until it is waited for.
    let counts = std::fs::read_to_string(format!("/proc/{}/io", run.id())).unwrap();
    assert!(run.wait().unwrap().success());
    assert_eq!(printed.lines().count(), 3_000);
    let written = counts.lines().find_map(|line| line.strip_prefix("wchar: "));
    let written: u64 = written.unwrap().parse().unwrap();
    let size = std::fs::metadata(folder.path("seen")).unwrap().len();
    assert!(written < 6 * size, "{written} bytes for {size}");
}

#[test]
fn what_a_killed_run_has_printed_is_saved() {
    use std::io::BufRead;
    let (folder, mut run) = running();
    let lines = std::io::BufReader::new(run.stdout.take().unwrap()).lines();
    let printed: Vec<String> = lines.map(Result::unwrap).take(200).collect();
    run.kill().unwrap();
    run.wait().unwrap();
    assert_eq!(printed.len(), 200);
    let again = folder.offprint(&["dedupe", "@list.jsonl", "--index", "@seen"]).good().lines();
    assert_eq!(again.len(), 3_000);
    for (printed, again) in printed.iter().zip(&again) {
        let printed: Value = serde_json::from_str(printed).unwrap();
        assert_eq!([&printed["id"], &printed["verdict"]], [&again["id"], &again["verdict"]]);
        assert_eq!(again["known"], true);
    }
}

#[test]
fn an_id_is_judged_once() {
    let folder = documents();
    let arguments = ["dedupe", "@pages", "--index", "@seen"];
    let first = folder.offprint(&arguments).good();
    let again = folder.offprint(&arguments).good();
    assert_eq!(first.verdicts(), again.verdicts());
    assert_eq!(again.fields(&["known"]), json!(vec![json!([true]); 6]));
    // Another text is not known by its id.
    folder.write("pages/1.html", page("1", &story(9)));
    let changed = folder.offprint(&arguments);
    assert_eq!(changed.code, 0, "{changed:?}");
    assert!(changed.err.starts_with("offprint: 1 renamed, since another text has the same id: 1#"), "{}", changed.err);
    let line = &changed.lines()[0];
    assert_eq!([&line["verdict"], &line["known"]], [&json!("new"), &json!(false)]);
    assert_eq!(
        folder.offprint(&arguments).lines()[0],
        json!({"id": line["id"], "verdict": "new", "of": null, "score": 0.0, "known": true, "gated": null})
    );
    folder.write("pages/1.html", page("1", &story(1)));

    // The same holds within one run.
    folder.write("twice.jsonl", text_line("1", &story(1)).repeat(2));
    let run = folder.offprint(&["dedupe", "@twice.jsonl"]);
    let expected = "offprint: 1 left out, with an id and a text that occurred before: 1\n";
    assert_eq!((run.code, &*run.err), (0, expected));
    let lines = run.lines();
    assert_eq!((&lines[0]["known"], &lines[1]["known"]), (&json!(false), &json!(true)));
    assert_eq!(lines[1]["verdict"], "new");
}

#[test]
fn an_order_chooses_and_sorts() {
    let folder = documents();
    for docs in ["@pages", "@docs.jsonl"] {
        let run = folder.offprint(&["dedupe", docs, "--order", "@late.jsonl"]).good();
        assert_eq!(run.verdicts(), json!([["6", "new", null], ["3", "partial", "6"], ["1", "same", "3"]]));
        let order = folder.text("late.jsonl");
        let piped = offprint_on(order.as_bytes(), &folder.arguments(&["dedupe", docs, "--order", "-"])).good();
        assert_eq!(piped.verdicts(), run.verdicts(), "{docs}");
    }
}

#[test]
fn keeps_what_was_judged_before_a_failure() {
    let folder = documents();
    folder.write("bad.jsonl", "{\"id\":\"1\"}\n{\"id\":\"gone\"}\n{\"id\":\"2\"}\n");
    let run = folder.offprint(&["dedupe", "@pages", "--order", "@bad.jsonl", "--index", "@seen"]);
    let message = "no document with the id `gone`, bad.jsonl line 2: add the document or remove the line";
    assert_eq!(folder.short(run.failure()), message);
    assert_eq!(run.lines().len(), 1);
    let run = folder.offprint(&["dedupe", "@pages", "--index", "@seen"]).good();
    assert_eq!(run.fields(&["known"]), json!([[true], [false], [false], [false], [false], [false]]));
}

/// The message of a run with this index, which the run must not change.
fn refused(folder: &Folder) -> String {
    let before = std::fs::read(folder.path("seen")).unwrap();
    let run = folder.offprint(&["dedupe", "@pages", "--index", "@seen"]);
    assert_eq!(run.out, "");
    let message = folder.short(run.failure());
    assert!(before == std::fs::read(folder.path("seen")).unwrap(), "changed after {message}");
    message
}

#[test]
fn an_index_of_another_version_is_refused() {
    let folder = documents();
    for of in ["index", "fingerprint"] {
        let _ = std::fs::remove_file(folder.path("seen"));
        folder.offprint(&["dedupe", "@pages", "--index", "@seen"]).good();
        let database = Database::open(folder.path("seen")).unwrap();
        let change = database.begin_write().unwrap();
        change.open_table(TableDefinition::<&str, u64>::new("versions")).unwrap().insert(of, 99).unwrap();
        change.commit().unwrap();
        drop(database);
        let message = folder.failure(&["dedupe", "@pages", "--index", "@seen"]);
        assert!(message.starts_with(&format!("{of} version 99, where this release reads ")), "{message}");
        assert!(message.ends_with("seen: name another file, or remove this one to begin a new index"), "{message}");
    }
}

#[test]
fn another_database_is_refused_and_left_alone() {
    let folder = documents();
    let database = Database::create(folder.path("seen")).unwrap();
    let change = database.begin_write().unwrap();
    change.open_table(TableDefinition::<&str, &str>::new("mine")).unwrap().insert("k", "v").unwrap();
    change.commit().unwrap();
    drop(database);
    folder.fails(&["dedupe", "@pages", "--index", "@seen"], "a database, but no index of offprint, seen: ");
    let database = Database::open(folder.path("seen")).unwrap();
    assert_eq!(database.begin_read().unwrap().list_tables().unwrap().count(), 1);
}

#[test]
fn reports_a_damaged_index() {
    let folder = documents();
    folder.write("seen", "this is a shopping list, not an index of anything");
    assert!(refused(&folder).starts_with("no index of offprint, or a damaged one ("));

    std::fs::remove_file(folder.path("seen")).unwrap();
    folder.offprint(&["dedupe", "@pages", "--index", "@seen"]).good();
    let good = std::fs::read(folder.path("seen")).unwrap();
    folder.write("seen", &good[..good.len() / 2]);
    assert!(refused(&folder).starts_with("a damaged index ("));

    // Whatever bytes are overwritten, the run ends with a message or the right result.
    let right = folder.offprint(&["dedupe", "@pages"]).good();
    let used: Vec<usize> =
        (0..good.len()).step_by(512).filter(|&at| good[at..at + 512].iter().any(|&b| b != 0)).collect();
    let mut refusals = 0;
    for at in used {
        let mut damaged = good.clone();
        damaged[at + 7..at + 300].fill(0xA5);
        folder.write("seen", damaged);
        let run = folder.offprint(&["dedupe", "@pages", "--index", "@seen"]);
        if run.code == 0 {
            assert_eq!(run.verdicts(), right.verdicts(), "damaged at {at}");
        } else {
            refusals += 1;
            assert!(run.failure().contains("remove this one to begin a new index"), "{run:?}");
            assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        }
    }
    assert!(refusals > 0);
}

#[test]
fn reports_an_index_in_use() {
    let folder = documents();
    folder.offprint(&["dedupe", "@pages", "--index", "@seen"]).good();
    let _in_use = Database::open(folder.path("seen")).unwrap();
    let message = "an index in use, seen: wait until the other run has ended";
    assert_eq!(folder.failure(&["dedupe", "@pages", "--index", "@seen"]), message);
}

#[test]
fn failures_say_what_to_do() {
    let folder = documents();
    std::fs::create_dir(folder.path("none")).unwrap();
    folder.write("half.jsonl", text_line("1", &story(1)) + "{\"id\":\"2\"}\n");
    let run = folder.offprint(&["dedupe", "@half.jsonl"]);
    let like = r#"write it like {"id": "7", "title": "…", "text": "…"}"#;
    let message = format!("cannot use this line (missing field `text`, column 10), half.jsonl line 2: {like}");
    assert_eq!(folder.short(run.failure()), message);
    let end = "1 kept, 0 copies, 0 repeated, 1 failed: half.jsonl line 2 (cannot use this line (missing field `text`, column 10))\n";
    assert!(folder.short(&run.summary).ends_with(end), "{}", run.summary);
    assert_eq!(run.lines().len(), 1, "what came before is printed");

    let message = "nothing to read, none: name a folder that holds pages";
    assert_eq!(folder.failure(&["dedupe", "@none"]), message);
    folder.fails(&["dedupe", "@pages", "--index", "@gone/seen"], "cannot use the index (No such file");
}

#[test]
fn writes_kept_documents_and_clusters_to_files() {
    let folder = documents();
    let files = ["--keep", "@kept.jsonl", "--clusters", "@clusters.csv"];
    let dedupe = |words: &[&str]| folder.offprint(&[&["dedupe"], words, &files].concat());
    let run = dedupe(&["@docs.jsonl"]).good();
    assert_eq!(run.verdicts(), right());
    // Lines of a list stay unchanged.
    let list = folder.text("docs.jsonl");
    let lines: Vec<&str> = list.split_inclusive('\n').collect();
    assert_eq!(folder.text("kept.jsonl"), [lines[0], lines[1], lines[3], lines[4]].concat());
    let table = folder.text("clusters.csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["id", "cluster", "verdict", "of", "score", "kept"]);
    let cluster_of: Vec<(&str, &str, &str)> = rows[1..].iter().map(|row| (row[0], row[1], row[5])).collect();
    let expected = [("1", "1"), ("2", "2"), ("3", "1"), ("4", "4"), ("5", "5"), ("6", "4")];
    assert_eq!(cluster_of, expected.map(|(id, of)| (id, of, if id == of { "true" } else { "false" })));
    // Pages are written as they are read, whether an index holds them or not.
    let pages = folder.offprint(&["read", "@pages", "--jsonl"]).good().out;
    let pages: Vec<&str> = pages.split_inclusive('\n').collect();
    for _ in 0..2 {
        dedupe(&["@pages", "--index", "@seen"]).good();
        assert_eq!(folder.text("kept.jsonl"), [pages[0], pages[1], pages[3], pages[4]].concat());
        assert_eq!(folder.text("clusters.csv"), table);
    }
    // A later run knows the cluster of a page that it does not see.
    folder.write("more/7.html", page("7", &story(1)));
    dedupe(&["@more", "--index", "@seen"]).good();
    assert!(folder.text("clusters.csv").ends_with("\r\n7,1,same,1,1.000,false\r\n"));
    assert_eq!(folder.text("kept.jsonl"), "");
    for (wrong, advice) in
        [("@kept.csv", ".jsonl, .ndjson (also .gz, .zst) or .parquet"), ("@no/kept.jsonl", "check the destination")]
    {
        assert!(folder.failure(&["dedupe", "@pages", "--keep", wrong]).contains(advice));
        assert!(!folder.path("kept.csv").exists());
    }
}

/// Every form holds the same rows as the lines, and can be read again.
#[test]
fn names_state_the_forms_of_files() {
    let folder = Folder::new();
    let rows = [
        json!({"id": 1, "text": story(1).join(" "), "n": 1, "ok": true, "tags": ["a"]}),
        json!({"id": 2, "text": story(2).join(" "), "n": 1.5, "ok": null}),
        json!({"id": 3, "text": story(1).join(" ")}),
        json!({"id": 4, "text": story(4).join(" "), "mixed": 1}),
        json!({"id": 5, "text": story(5).join(" "), "mixed": "b", "n": null}),
    ];
    folder.write("list.jsonl", rows.iter().map(|row| format!("{row}\n")).collect::<String>());
    for best in ["first", "longest"] {
        for ending in ["jsonl", "jsonl.gz", "ndjson.zst", "parquet"] {
            let (kept, clusters) = (format!("@kept.{ending}"), format!("@clusters.{ending}"));
            let to = if best == "first" { ["--clusters", &clusters] } else { ["--keep-best", best] };
            folder.offprint(&[&["dedupe", "@list.jsonl", "--keep", &kept], &to[..]].concat()).good();
            let again = folder.offprint(&["dedupe", &kept, "--keep", "@again.jsonl"]).good();
            assert_eq!(again.ids(), ["1", "2", "4", "5"], "{ending}");
            let lines = folder.lines("again.jsonl");
            let field = |at: usize, name: &str| lines[at][name].clone();
            assert_eq!([0, 1].map(|at| field(at, "n").as_f64()), [Some(1.0), Some(1.5)], "{ending}");
            assert_eq!(field(0, "ok"), true, "{ending}");
            if ending == "parquet" {
                let expected = [json!("[\"a\"]"), json!("1"), json!("b"), json!(null)];
                assert_eq!([field(0, "tags"), field(2, "mixed"), field(3, "mixed"), field(3, "n")], expected);
            }
        }
    }
    let read = folder.offprint(&["dedupe", "@clusters.parquet", "--text-field", "cluster", "--keep", "@rows.jsonl"]);
    assert_eq!(read.code, 0, "{}", read.err);
    assert_eq!(folder.lines("rows.jsonl")[0]["kept"], true);
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!left.iter().any(|path| path.extension().is_some_and(|ending| ending == "part")), "{left:?}");
}

#[test]
fn one_page_of_thousands_of_paragraphs_does_not_end_a_run() {
    let folder = Folder::new();
    let long: Vec<String> = (0..3000).flat_map(|n| story(n).into_iter().take(1)).collect();
    for (id, sentences) in [("1", &story(1)), ("2", &long), ("3", &story(1)), ("4", &long)] {
        let html = page(id, sentences);
        folder.write(&format!("{id}.html"), format!("<link rel=canonical href=https://a.example/{id}>{html}"));
    }
    let run = folder.offprint(&["dedupe", "@"]).good();
    assert_eq!(run.fields(&["verdict"]), json!([["new"], ["new"], ["same"], ["same"]]));
}
