//! What the commands on many documents read: several paths, lists of paths, and articles that were read before.

mod common;

use common::{Folder, offprint_on, page, story, text_line};
use serde_json::json;

fn pages() -> Folder {
    let folder = Folder::new();
    for (path, subject) in [("one/a.html", 1), ("two/a.html", 2), ("two/b.html", 1)] {
        folder.write(path, page(path, &story(subject)));
    }
    folder.write("three.txt", story(1).join(" "));
    folder.write("list.jsonl", text_line("listed", &story(2)) + "\n");
    folder
}

/// The path that a test names with `@`, as it appears in ids.
fn id(folder: &Folder, name: &str) -> String {
    folder.path(name).to_string_lossy().into_owned()
}

#[test]
fn several_paths_are_read_in_their_order() {
    let folder = pages();
    let run = folder.offprint(&["read", "@two", "@one/a.html", "@three.txt", "--jsonl"]);
    assert_eq!(run.good().ids(), ["two/a", "two/b", "one/a", "three"].map(|name| id(&folder, name)));
    let run = folder.offprint(&["read", "@one/a.html", "@gone.html", "@two/b.html", "--jsonl"]);
    assert_eq!((run.lines().len(), run.code), (2, 3));
    assert!(run.err.contains("no such file or folder"), "{}", run.err);
    folder.fails(&["read", "@one", "@two", "--json"], "--json works only with one page");
}

#[test]
fn reads_paths_from_a_file_or_standard_input() {
    let folder = pages();
    let named = [id(&folder, "one/a.html"), String::new(), id(&folder, "two/b.html")].join("\n");
    folder.write("paths", &named);
    let from_file = folder.offprint(&["read", "--files-from", "@paths", "--jsonl"]).good();
    assert_eq!(from_file.lines().len(), 2);
    let from_stdin = offprint_on(named.as_bytes(), &["read", "--files-from", "-", "--jsonl"]).good();
    assert_eq!(from_stdin.out, from_file.out);
    folder.write("none", "\n\n");
    folder.fails(&["dedupe", "--files-from", "@none"], "the list has no paths");
}

#[test]
fn copies_are_found_across_paths() {
    let folder = pages();
    let run = folder.offprint(&["dedupe", "@one/a.html", "@two", "@three.txt", "@list.jsonl"]).good();
    let same = |of: &str| json!(["same", id(&folder, of)]);
    let new = json!(["new", null]);
    let expected = json!([new, new, same("one/a"), same("one/a"), same("two/a")]);
    assert_eq!(run.fields(&["verdict", "of"]), expected);
    let origins = folder.offprint(&["origins", "@one/a.html", "@two", "--json"]).good().json();
    assert_eq!(origins["clusters"][0]["size"], 2);
}

/// A pipe is read once, from its beginning.
#[cfg(unix)]
#[test]
fn a_list_in_a_pipe_is_read_whole() {
    let lines: String = (0..9).map(|at| text_line(&at.to_string(), &story(at % 2))).collect();
    let run = offprint_on(lines.as_bytes(), &["dedupe", "/dev/stdin"]).good();
    assert_eq!(run.lines().len(), 9);
}

#[test]
fn articles_already_read_are_not_read_again() {
    let folder = pages();
    let read = folder.offprint(&["read", "@two", "--jsonl"]).good();
    folder.write("articles.jsonl", &read.out);
    for command in [&["origins", "--json"][..], &["dedupe", "--no-site-memory"]] {
        let with = |path| {
            let words = [&command[..1], &[path], &command[1..]].concat();
            folder.offprint(&words).good().out
        };
        assert_eq!(with("@articles.jsonl"), with("@two"), "{command:?}");
    }
    folder.write("broken.jsonl", "{\"id\": \"a\", \"fingerprint\": \"AAAA\"}\n");
    folder.fails(&["origins", "@broken.jsonl"], "cannot use this line");
    folder.write("bare.jsonl", "{\"id\": \"a\"}\n");
    folder.fails(&["origins", "@bare.jsonl"], "no row has the field `text`, but ");
}

#[test]
fn sizes_and_threads_are_numbers() {
    let folder = pages();
    let expected = folder.offprint(&["read", "@two", "--jsonl"]).good().out;
    for words in [["--threads", "1"], ["--threads", "3"], ["--max-bytes", "50M"], ["--max-bytes", "64k"]] {
        assert_eq!(folder.offprint(&["read", "@two", "--jsonl", words[0], words[1]]).good().out, expected);
    }
    for words in [["--threads", "0"], ["--threads", "x"], ["--max-bytes", "1.5M"], ["--max-bytes", "M"]] {
        assert_eq!(folder.offprint(&["read", "@two", words[0], words[1]]).code, 2, "{words:?}");
    }
}

#[test]
fn prints_completions_and_manual_pages() {
    let folder = pages();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.offprint(&["completions", shell]).good().out;
        assert!(script.contains("offprint") && script.contains("files-from"), "{shell}");
    }
    let man = folder.offprint(&["man"]).good().out;
    assert!(man.starts_with(".ie") && man.contains("offprint\\-dedupe"), "{man}");
    assert_eq!(folder.offprint(&["completions", "tcl"]).code, 2);
}

#[test]
fn globs_choose_the_files_of_folders() {
    let folder = pages();
    folder.write("drafts/two/c.html", page("c", &story(3)));
    let ids = |globs: &[&str]| folder.offprint(&[&["dedupe", "@", "--quiet"], globs].concat()).good().ids();
    assert_eq!(ids(&[]), ["drafts/two/c", "one/a", "three", "two/a", "two/b"]);
    assert_eq!(ids(&["--exclude", "drafts", "--include", "*.html"]), ["one/a", "two/a", "two/b"]);
    assert_eq!(ids(&["--include", "two/*", "--include", "*.txt"]), ["three", "two/a", "two/b"]);
    assert_eq!(ids(&["--exclude", "**/[ac].html"]), ["three", "two/b"]);
    assert!(folder.failure(&["read", "@", "--include", "*.xml"]).contains("check --include and --exclude"));
    folder.fails(&["read", "@", "--include", "[a"], "invalid pattern");
}

#[cfg(target_os = "linux")]
#[test]
fn paths_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new();
    let path = folder.as_ref().join(std::ffi::OsString::from_vec(b"caf\xE9.html".to_vec()));
    std::fs::write(&path, page("T", &story(1))).unwrap();
    let list = path.into_os_string().into_vec();
    let run = offprint_on(&list, &["read", "--files-from", "-", "--jsonl"]);
    assert_eq!(run.good().lines().len(), 1);
}
