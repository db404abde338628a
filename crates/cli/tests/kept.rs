//! Which of several copies is kept, and what an index of other articles leaves of a corpus.

mod common;

use common::{Folder, ids, page, story, text_line};
use serde_json::json;

/// The ids of the lines that were kept.
fn kept(folder: &Folder) -> Vec<String> {
    ids(&folder.lines("kept.jsonl"))
}

#[test]
fn the_best_of_each_cluster_is_kept() {
    let folder = Folder::new();
    let longer = [&story(1)[..], &story(8)[..1]].concat();
    let longest = [&story(1)[..], &story(8)[..2]].concat();
    let lines = [
        text_line("a", &story(1)),
        text_line("b", &story(2)),
        text_line("c", &longest),
        text_line("d", &longer),
        text_line("e", &story(2)),
    ];
    folder.write("list.jsonl", lines.concat());
    let run = |options: &[&str]| {
        let all = [&["dedupe", "@list.jsonl", "--keep", "@kept.jsonl"], options].concat();
        let run = folder.offprint(&all).good();
        (kept(&folder), run.out)
    };
    let (first, printed) = run(&[]);
    assert_eq!(first, ["a", "b"]);
    assert_eq!(run(&["--keep-best", "first"]), (first, printed.clone()));
    let (best, same) = run(&["--keep-best", "longest"]);
    assert_eq!((best, same), (vec!["b".to_owned(), "c".to_owned()], printed));
    assert_eq!(folder.text("kept.jsonl"), lines[1].clone() + &lines[2], "lines stay as they were");
    assert!(!folder.path("kept.jsonl.part").exists() && !folder.path("kept.jsonl.whole.part").exists());
    // A page that is gone when it should be written does not move the others.
    let folder = Folder::new();
    folder.write("pages/1.html", page("A", &story(1)));
    folder.write("pages/2.html", page("A", &longest));
    folder.write("pages/3.html", page("B", &story(2)));
    for which in ["longest", "quality"] {
        let run = ["dedupe", "@pages", "--keep", "@kept.jsonl", "--keep-best", which];
        folder.offprint(&run).good();
        let longest = which == "longest";
        assert_eq!(kept(&folder), [if longest { "2" } else { "1" }, "3"], "{which}");
    }
    let both = ["dedupe", "@pages", "--keep", "@k.jsonl", "--clusters", "@c.csv", "--keep-best", "longest"];
    assert_eq!(folder.offprint(&both).code, 2);
}

#[test]
fn an_index_may_only_be_looked_up() {
    let folder = Folder::new();
    folder.write("old.jsonl", text_line("1", &story(1)) + &text_line("2", &story(2)));
    folder.offprint(&["dedupe", "@old.jsonl", "--index", "@old"]).good();
    let stats = || folder.offprint(&["index", "@old", "stats"]).good().out;
    let before = stats();
    // The ids of both may be the same.
    let new = [text_line("2", &story(1)), text_line("1", &story(3)), text_line("3", &story(3))];
    folder.write("new.jsonl", new.concat());
    for _ in 0..2 {
        let against = ["dedupe", "@new.jsonl", "--against", "@old", "--keep", "@kept.jsonl"];
        let run = folder.offprint(&against).good();
        assert_eq!(run.verdicts(), json!([["2", "same", "1"], ["1", "new", null], ["3", "new", null]]));
        assert_eq!(kept(&folder), ["1", "3"]);
    }
    assert_eq!(stats(), before);
    folder.fails(&["dedupe", "@new.jsonl", "--against", "@gone"], "no such file or folder");
    assert!(!folder.path("gone").exists());
}

#[test]
fn no_file_is_both_read_and_written() {
    let folder = Folder::new();
    let list = text_line("a", &story(1)) + &text_line("b", &story(2)) + "broken\n";
    folder.write("list.jsonl", &list);
    for options in [["--keep", "@list.jsonl"], ["--stats", "@list.jsonl"]] {
        let run = folder.offprint(&[&["dedupe", "@list.jsonl"][..], &options].concat());
        let message =
            "this file would be read and written, or written twice, list.jsonl: name another file for the output";
        assert_eq!(folder.short(run.failure()), message);
    }
    folder.offprint(&["dedupe", "@list.jsonl", "--keep", "@k.jsonl", "--stats", "@k.jsonl"]).failure();
    assert_eq!(folder.text("list.jsonl"), list);
}
