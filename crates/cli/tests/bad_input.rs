//! A folder may hold anything: readable files are read, and the others are reported.

mod common;

use common::{Folder, half_and_half, offprint, offprint_on, packed, page, story, text_line};
use serde_json::json;

fn test_file(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../tests/files/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn a_file_that_is_not_a_page_has_a_media_type_and_no_article() {
    let folder = Folder::new();
    let files = [
        ("photo.html", test_file("photo.jpg"), "image/jpeg"),
        ("paper.html", test_file("paper.pdf"), "application/pdf"),
        ("twice.html", packed(packed(page("T", &story(1)))), "application/gzip"),
    ];
    for (name, bytes, media_type) in files {
        folder.write(name, &bytes);
        let path = format!("@{name}");
        let from_file = folder.offprint(&["read", &path, "--json"]).good().json();
        let from_stdin = offprint_on(&bytes, &["read", "-", "--json"]).good().json();
        for article in [from_file, from_stdin] {
            assert_eq!(article["mediaType"], media_type, "{name}");
            assert_eq!(article["pageType"], "other");
            assert_eq!(article["noFingerprintReason"], "unreadable");
            assert_eq!((&article["text"], &article["length"]), (&"".into(), &0.into()));
        }
        let plain = folder.offprint(&["read", &path]).good().out;
        assert!(plain.contains(&format!("none: not an HTML page ({media_type})")), "{plain}");
    }
    let run = folder.offprint(&["compare", "@photo.html", "@paper.html"]);
    assert_eq!(run.code, 1, "{run:?}");
}

#[test]
fn unpacks_compressed_files() {
    let folder = Folder::new();
    let (html, text) = (page("T", &story(1)), story(2).join("\n"));
    let two = [packed(&html[..700]), packed(&html[700..])].concat();
    folder.write("a.html", &html);
    let plain = folder.offprint(&["read", "@a.html", "--jsonl"]).good().out;
    std::fs::remove_file(folder.path("a.html")).unwrap();
    for bytes in [packed(&html), two] {
        // It is recognized by its bytes, not its name.
        for name in ["a.html.gz", "a.html"] {
            let path = folder.write(name, &bytes);
            assert_eq!(folder.offprint(&["read", &format!("@{name}"), "--jsonl"]).good().out, plain);
            std::fs::remove_file(path).unwrap();
        }
        let stdin = offprint_on(&bytes, &["read", "-", "--jsonl"]).good().out;
        assert_eq!(stdin.replace("\"id\":\"-\"", "\"id\":\"a\""), plain);
    }
    folder.write("b.txt.gz", packed(format!("\u{FEFF}{text}")));
    let article = folder.offprint(&["read", "@b.txt.gz", "--json"]).good().json();
    assert_eq!((&article["id"], &article["text"]), (&"b".into(), &text.into()));
}

#[test]
fn unpacks_endless_files_only_up_to_the_limit() {
    let folder = Folder::new();
    folder.write("bomb.html.gz", packed(vec![b' '; 64 << 20]));
    let run = folder.offprint(&["read", "@bomb.html.gz", "--json", "--max-bytes", "1000"]);
    assert_eq!(run.good().json()["truncated"], true);
    folder.write("bomb.txt.gz", packed(vec![b' '; 64 << 20]));
    let article = folder.offprint(&["read", "@bomb.txt.gz", "--json"]).good().json();
    assert_eq!((&article["truncated"], article["text"].as_str().unwrap().len()), (&true.into(), 8 << 20));
}

#[test]
fn reports_damaged_compressed_files() {
    let folder = Folder::new();
    let whole = packed(page("T", &story(1)));
    folder.write("cut.html.gz", &whole[..whole.len() - 9]);
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0x55;
    folder.write("damaged.html.gz", &damaged);
    folder.write("good.html", page("T", &story(1)));
    let run = folder.offprint(&["read", "@", "--jsonl"]);
    let stderr = "the compressed file is truncated, cut.html.gz: get the whole file\n\
                offprint: the compressed file is damaged, damaged.html.gz: try another copy\n\
                offprint: 1 read, 2 failed: cut.html.gz (the compressed file is truncated); \
                damaged.html.gz (the compressed file is damaged)";
    assert_eq!(folder.short(run.failure()), stderr);
    assert_eq!(run.ids(), ["good"]);
}

#[test]
fn reports_an_archive_without_pages() {
    let folder = Folder::new();
    let archive = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 9\r\n\r\n<p>x y z.\r\n\r\n".repeat(9);
    folder.write("crawl.warc", &archive);
    folder.write("crawl.warc.gz", packed(&archive));
    for name in ["crawl.warc", "crawl.warc.gz"] {
        let path = format!("@{name}");
        let message = format!(
            "nothing to read (no HTML response or resource, and no text), {name}: name an archive that holds pages"
        );
        for command in ["read", "dedupe"] {
            assert_eq!(folder.failure(&[command, &path]), message);
        }
        // Like any other file that is not a page.
        assert_eq!(folder.offprint(&["compare", &path, &path]).code, 1);
        let run = folder.offprint(&["read", &path, "--as", "page", "--json"]).good();
        assert_eq!(run.json()["mediaType"], "application/warc");
    }
}

/// A folder of pages and other things.
fn mixed() -> Folder {
    let folder = Folder::new();
    for (name, story_number) in [("a.html", 1), ("b.xhtml", 2), ("c.php", 3), ("d", 4), ("e.html.gz", 5), ("f.bak", 6)]
    {
        let html = page(name, &story(story_number));
        match name {
            "e.html.gz" => folder.write(name, packed(html)),
            "b.xhtml" => folder.write(name, format!("<?xml version=\"1.0\"?>\n{html}")),
            _ => folder.write(name, html),
        };
    }
    folder.write("style.css", "p {}");
    folder.write("sub/more.css", "p {}");
    folder.write("photo.jpeg", test_file("photo.jpg"));
    folder.write("source.php", "<?php echo 1;");
    folder.write("README", "Read me.");
    folder.write("crawl.gz", packed("WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
    folder.write(".hidden", "nothing");
    folder
}

const SKIPPED: &str = "skipped 6 files that are not pages, : 2 .css (style.css …), 1 .php (source.php), \
                       1 application/warc (crawl.gz), 1 image/jpeg (photo.jpeg), 1 without an ending (README)";

#[test]
fn recognizes_pages_by_their_ending_or_first_bytes() {
    let folder = mixed();
    let run = folder.offprint(&["read", "@", "--jsonl"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.ids(), ["a", "b", "c.php", "d", "e", "f.bak"]);
    assert!(run.lines().iter().all(|line| line["pageType"] == "article"));
    assert_eq!(folder.short(run.err.trim_end()), format!("offprint: {SKIPPED}"));
    let run = folder.offprint(&["dedupe", "@"]);
    assert_eq!((run.code, run.lines().len()), (0, 6));
    assert_eq!(folder.short(run.err.trim_end()), format!("offprint: {SKIPPED}"));
}

#[test]
fn files_that_would_have_one_id_keep_their_endings() {
    let folder = Folder::new();
    for (at, name) in ["a.htm", "a.html", "b.html", "b.txt", "c.html"].iter().enumerate() {
        folder.write(name, page("T", &story(at as u64)));
    }
    folder.write("a.htm.html", page("T", &story(9)));
    let run = folder.offprint(&["read", "@", "--jsonl"]);
    assert_eq!(run.ids(), ["a.htm", "a.htm.html", "a.html", "b", "c"]);
    let run = folder.offprint(&["dedupe", "@"]).good();
    assert_eq!(run.ids(), ["a.htm", "a.htm.html", "a.html", "b.html", "b.txt", "c"]);
}

#[cfg(target_os = "linux")]
#[test]
fn distinguishes_names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    for name in [&b"caf\xE8.html"[..], b"caf\xE9.html", b"new\nline.html"] {
        std::fs::write(folder.as_ref().join(OsStr::from_bytes(name)), page("T", &story(1))).unwrap();
    }
    std::os::unix::fs::symlink("gone", folder.path("no\n\u{1B}.html")).unwrap();
    let run = folder.offprint(&["read", "@", "--jsonl"]);
    assert_eq!(run.ids(), ["caf%E8.html", "caf%E9.html", "new\nline"]);
    assert_eq!(
        folder.short(run.failure()),
        "no such file or folder, no??.html: check the path\n\
         offprint: 3 read, 1 failed: no??.html (no such file or folder)"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn broken_and_special_files_do_not_stop_the_rest() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("a.html", page("A", &story(1)));
    folder.write("z.html", page("Z", &story(1)));
    // This can be opened, but reading it gives an error.
    symlink("/proc/self/mem", folder.path("b.html")).unwrap();
    symlink("nowhere", folder.path("broken.html")).unwrap();
    // The program must not wait for a device.
    symlink("/dev/zero", folder.path("endless.html")).unwrap();
    for (command, failed) in
        [("read", "2 read, 2 failed: "), ("origins", "2 read, 2 failed: "), ("dedupe", "4 read in ")]
    {
        let run = folder.offprint(&[command, "@"]);
        assert_eq!(run.code, 3);
        let err = run.err + &run.summary;
        let stderr: Vec<&str> = err.lines().collect();
        assert_eq!(stderr.len(), 4, "{err}");
        assert!(stderr[3].starts_with(&format!("offprint: {failed}")), "{err}");
        assert!(stderr.iter().any(|line| line.contains("no such file or folder") && line.contains("broken.html")));
        assert!(
            stderr.iter().any(|line| line.contains("skipped 1 file that is not a page") && line.contains("special"))
        );
        assert!(stderr[2].contains("cannot read (") && stderr[2].contains("b.html"), "{}", stderr[2]);
    }
}

#[test]
fn a_file_that_cannot_be_read_stays_out_of_the_index() {
    let folder = Folder::new();
    folder.write("pages/1.html", page("A", &story(1)));
    folder.write("pages/2.txt", b"caf\xE9");
    folder.write("pages/3.html", page("C", &story(1)));
    let with_index = |expected: i32| {
        let run = folder.offprint(&["dedupe", "@pages", "--index", "@seen"]);
        assert_eq!(run.code, expected, "{run:?}");
        run
    };
    assert_eq!(with_index(3).ids(), ["1", "3"]);
    // Once mended, it is judged.
    folder.write("pages/2.txt", story(7).join("\n"));
    assert_eq!(with_index(0).fields(&["known"]), json!([[true], [false], [true]]));
}

#[test]
fn a_bad_line_does_not_stop_a_list() {
    let folder = Folder::new();
    let (a, b) = (story(1), story(2));
    let lines = [
        text_line("a", &a),
        "{\"id\":\"b\"}\n".to_owned(),
        text_line("c", &half_and_half(&a, &b)),
        "x\n".to_owned(),
        text_line("d", &a),
    ];
    folder.write("docs.jsonl", lines.concat());
    let run = folder.offprint(&["dedupe", "@docs.jsonl"]);
    let stderr = run.failure();
    assert_eq!(run.ids(), ["a", "c", "d"]);
    assert!(stderr.contains("missing field `text`") && stderr.contains("docs.jsonl line 2"), "{stderr}");
    assert!(stderr.contains("docs.jsonl line 4"), "{stderr}");
    // A file that is not a list at all is reported once.
    folder.write("page.dat", page("T", &a).replace("<p>", "\n<p>"));
    let run = folder.offprint(&["dedupe", "@page.dat"]);
    assert_eq!((run.code, run.err.lines().count(), run.out.as_str()), (4, 1, ""));
}

#[test]
fn the_name_decides_what_a_single_file_is() {
    let folder = Folder::new();
    folder.write("a.txt", story(1).join("\n"));
    folder.write("b.html", page("B", &story(2)));
    folder.write("empty.html", "");
    folder.write("list.jsonl", text_line("c", &story(3)));
    for command in ["dedupe", "origins"] {
        for (name, is_article) in [("a.txt", true), ("b.html", true), ("empty.html", false)] {
            let form: &[&str] = if command == "origins" { &["--jsonl"] } else { &[] };
            let run = folder.offprint(&[&[command, &format!("@{name}")], form].concat()).good();
            let [line] = &run.lines()[..] else { panic!("{command} {name}: {run:?}") };
            let found = match command {
                "dedupe" => line["verdict"] == "new",
                _ => line["unknown"].as_array().unwrap().is_empty(),
            };
            assert_eq!(found, is_article, "{command} {name}: {line}");
        }
    }
    assert_eq!(folder.offprint(&["dedupe", "@list.jsonl"]).good().ids(), ["c"]);
}

#[test]
fn pages_that_are_not_read_to_the_end_are_counted() {
    let folder = Folder::new();
    folder.write("a.html", page("A", &story(1)));
    folder.write("deep.html", "<div>".repeat(400_000) + &page("B", &story(2)));
    folder.write("pairs.jsonl", "{\"a\": \"a\", \"b\": \"deep\"}\n");
    let pairs = ["pairs", "--docs", "@", "--pairs", "@pairs.jsonl"];
    for words in [&["dedupe", "@"][..], &["origins", "@"], &pairs] {
        let run = folder.offprint(words);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.contains("1 not read to the end (") && run.err.ends_with(": deep\n"), "{run:?}");
        let quiet = folder.offprint(&[words, &["--quiet"]].concat()).good();
        assert_eq!(quiet.out, run.out);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn reports_a_full_disk() {
    let folder = Folder::new();
    folder.write("a.html", page("A", &story(1)));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        common::program().args(["read".as_ref(), folder.path("a.html").as_os_str()]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("offprint: cannot write (") && stderr.contains("standard output"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_without_an_end_is_refused() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("/dev/zero", folder.path("endless.jsonl")).unwrap();
    folder.fails(&["dedupe", "@endless.jsonl"], "the line is longer than 64 MiB");
}

#[test]
fn the_help_of_the_index_describes_its_ids() {
    let folder = Folder::new();
    folder.write("pages/7.html", page("T", &story(1)));
    folder.offprint(&["dedupe", "@pages", "--index", "@seen"]).good();
    let help = offprint(&["index", "--help"]).good().out;
    let example = help.lines().find(|line| line.contains(" remove ") && line.contains("seen.offprint")).unwrap();
    let id = example.rsplit(' ').next().unwrap();
    folder.offprint(&["index", "@seen", "remove", id]).good();
}
