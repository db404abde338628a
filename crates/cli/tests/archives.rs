//! Web archives and feeds.

mod common;

use common::{Folder, offprint_on, packed, page, serve, story, warc_record};
use std::collections::HashMap;

const COUNT: u64 = 2000;

fn answer(url: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n");
    let content = [head.as_bytes(), body].concat();
    warc_record("response", url, "application/http; msgtype=response", &content)
}

/// Records of all kinds; seven of them are pages or texts under new addresses.
fn records() -> Vec<Vec<u8>> {
    let html = page("A page", &story(1));
    let text = story(2).join("\n");
    let (first, rest) = html.split_at(5);
    let chunks = format!("5\r\n{first}\r\n{:x}\r\n{rest}\r\n0\r\n\r\n", rest.len());
    let refused = format!("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n{html}");
    let html = html.as_bytes();
    let at = |name: &str| format!("https://a.example/{name}");
    let gzip = "Content-Encoding: gzip\r\n";
    let chunked = "Transfer-Encoding: chunked\r\n";
    let answers = [
        ("plain", "", html),
        ("packed", gzip, &packed(html)),
        ("unpacked", gzip, html),
        ("chunked", chunked, chunks.as_bytes()),
        ("joined", chunked, html),
        ("plain", "", b"another capture"),
    ];
    let bytes = |html: &[u8]| [b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n", html].concat();
    let unnamed = [("bytes", bytes(html)), ("image", bytes(b"\x89PNG"))]
        .map(|(name, body)| warc_record("response", &at(name), "application/http", body));
    let answers = answers.map(|(name, fields, body)| answer(&at(name), fields, body));
    let answers = [&answers[..], &unnamed].concat();
    let others = [
        ("response", at("gone"), "application/http", refused.as_bytes()),
        ("resource", "<https://a.example/resource>".into(), "text/html", html),
        ("resource", at("photo"), "image/png", html),
        ("conversion", at("text"), "text/plain", text.as_bytes()),
        ("metadata", at("plain"), "text/html", html),
    ];
    let others = others.map(|(kind, url, media_type, content)| warc_record(kind, &url, media_type, content));
    let info = warc_record("warcinfo", "", "application/warc-fields", b"software: by hand\r\n");
    [&[info][..], &answers, &others].concat()
}

#[test]
fn reads_the_pages_of_an_archive() {
    let records = records();
    let folder = Folder::new();
    folder.write("crawl.warc", records.concat());
    folder.write("crawl.warc.gz", records.iter().flat_map(packed).collect::<Vec<u8>>());
    folder.write("crawl.bin", packed(records.concat()));
    let quiet = |arguments: &[&str]| folder.offprint(&[arguments, &["--quiet"]].concat()).good();
    let read = folder.offprint(&["read", "@crawl.warc", "--jsonl"]);
    let expected = "offprint: 1 renamed, since another text has the same id: https://a.example/plain#";
    assert!(read.code == 0 && read.err.starts_with(expected), "{}", read.err);
    let names = ["plain", "packed", "unpacked", "chunked", "joined", "bytes", "resource", "text"];
    let (captures, lines): (Vec<_>, Vec<_>) =
        read.lines().into_iter().partition(|line| line["text"] == "another capture");
    assert_eq!(captures.len(), 1);
    assert_eq!(common::ids(&lines), names.map(|name| format!("https://a.example/{name}")));
    for (line, name) in lines.iter().zip(names) {
        assert_eq!(line["url"], line["id"]);
        let title = if name == "text" { "" } else { "A page" };
        assert_eq!(line["title"], title, "{name}");
        assert!(line["fingerprint"].is_string(), "{name}");
    }
    for path in ["@crawl.warc.gz", "@crawl.bin"] {
        assert_eq!(quiet(&["read", path, "--jsonl"]).out, read.out);
    }
    let stdin = std::fs::read(folder.path("crawl.bin")).unwrap();
    assert_eq!(offprint_on(&stdin, &["read", "-", "--jsonl"]).out, read.out);
    let verdicts = quiet(&["dedupe", "@crawl.warc.gz"]).lines();
    let same = verdicts.iter().filter(|line| line["verdict"] == "same").count();
    assert_eq!((verdicts.len(), same), (9, 6));
    let origins = quiet(&["origins", "@crawl.warc", "--json"]).json();
    assert_eq!(origins["clusters"][0]["size"], 7);
}

#[test]
fn reports_one_bad_record_among_thousands_and_reads_the_rest() {
    let records: Vec<Vec<u8>> = (0..COUNT)
        .map(|at| packed(answer(&format!("https://a.example/{at}"), "", page("T", &story(at)).as_bytes())))
        .collect();
    let offset = records[..1234].concat().len();
    let mut torn = records.clone();
    torn[1234].truncate(200);
    let folder = Folder::new();
    folder.write("torn.warc.gz", torn.concat());
    let run = folder.offprint(&["read", "@torn.warc.gz", "--jsonl"]);
    let expected = format!(
        "damaged record at byte {offset}, after 1234 intact ones (its compressed bytes are damaged), \
         torn.warc.gz: the rest is still read; try another copy\n\
         offprint: 1999 read, 1 failed: torn.warc.gz (damaged record at byte {offset}, after 1234 intact ones \
         (its compressed bytes are damaged))"
    );
    assert_eq!(folder.short(run.failure()), expected);
    let expected = (0..COUNT).filter(|&at| at != 1234);
    assert_eq!(run.ids(), expected.map(|at| format!("https://a.example/{at}")).collect::<Vec<_>>());
    // Cut off within a member.
    let whole = records.concat();
    folder.write("cut.warc.gz", &whole[..whole.len() - 300]);
    let run = folder.offprint(&["read", "@cut.warc.gz", "--jsonl"]);
    assert!(run.failure().contains("after 1999 intact ones (it is truncated)"), "{}", run.err);
    assert_eq!(run.out.lines().count(), 1999);
}

#[test]
fn unpacks_an_endless_page_only_up_to_the_limit() {
    let bomb = packed(vec![b'x'; 50 << 20]);
    let folder = Folder::new();
    folder.write("bomb.warc", answer("https://a.example/", "Content-Encoding: gzip\r\n", &bomb));
    let run = folder.offprint(&["read", "@bomb.warc", "--jsonl", "--max-bytes", "100K"]).good();
    assert_eq!(run.lines()[0]["truncated"], true);
}

/// What a feed with these entries leads to on a server that has the pages `/1` and `/2`.
fn linked(folder: &Folder, name: &str, feed: &str) -> (String, common::Run) {
    let html = |at| (200, "text/html", page("A page", &story(at)).into_bytes());
    let server = serve(HashMap::from([("/1", html(1)), ("/2", html(2))]));
    folder.write(name, feed.replace("https://a.example", &server));
    let run = folder.offprint(&["read", &format!("@{name}"), "--as", "feed", "--jsonl"]);
    (server, run)
}

#[test]
fn reads_the_links_of_a_feed_of_any_form() {
    let folder = Folder::new();
    let rss = "<?xml version='1.0'?><rss version='2.0' xmlns:content='c'><channel><title>F</title>\
         <link>https://a.example/</link><item><title>One &amp; two</title><link>/1</link>\
         <content:encoded><![CDATA[<p>Short.</p>]]></content:encoded></item>\
         <item><guid>https://a.example/2</guid></item>\
         <item><title>Bare</title><guid isPermaLink='false'>bare</guid></item></channel></rss>";
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><link href='https://a.example/' rel='self'/>\
         <entry><title>One</title><link rel='edit' href='https://a.example/edit'/>\
         <link href='https://a.example/1'/><id>tag:1</id><content type='xhtml'><div><p>Short.</p></div></content></entry>\
         <entry><link href='https://a.example/2'/></entry></feed>";
    let json = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"home_page_url\": \"https://a.example/\", \
         \"items\": [{\"id\": \"1\", \"url\": \"/1\"}, {\"id\": \"2\", \"url\": \"https://a.example/2\"}]}";
    for (name, feed) in [("feed.rss", rss), ("feed.html", rss), ("feed.atom", atom), ("feed.json", json)] {
        let (server, run) = linked(&folder, name, feed);
        assert_eq!(
            (run.code, run.ids()),
            (0, vec![format!("{server}/1"), format!("{server}/2")]),
            "{name}: {}",
            run.err
        );
        let lost = run.err.contains("left out, without an address: 1 of 3 entries");
        assert_eq!(lost, feed == rss, "{}", run.err);
    }
    let run = offprint_on(b"<html>", &["read", "-", "--as", "feed"]);
    assert!(run.failure().starts_with("not a feed ("), "{}", run.err);
}

#[test]
fn a_broken_feed_is_read_as_far_as_it_makes_sense() {
    let folder = Folder::new();
    let item = |inner: &str, at: u64| {
        format!(
            "<item>{inner}<link>https://a.example/{at}</link><description>A &lt;p&gt; &nbsp; b</description></item>"
        )
    };
    let odd = item("<title>Salt & pepper &nbsp; <b>now</title>", 1) + &item("", 2);
    let (_, run) = linked(&folder, "feed.rss", &format!("<rss><channel>{odd}</channel></rss>"));
    assert_eq!((run.code, run.lines().len()), (0, 2), "{}", run.err);
    let (_, run) = linked(&folder, "feed.rss", &format!("<rss><channel>{odd}<item><title>Cut</title><lin"));
    assert_eq!((run.code, run.lines().len()), (3, 2), "{}", run.err);
    assert!(run.err.contains("the feed is damaged after 3 entries ("), "{}", run.err);
    assert!(run.err.contains("2 read, 1 failed: "), "{}", run.err);
}

#[test]
fn reads_addresses_and_the_links_of_feeds() {
    let html = |at| page(&format!("Page {at}"), &story(at)).into_bytes();
    let feed = "<rss><channel><link>/</link><item><link>/1</link></item><item><link>/gone</link></item>\
                <item><link>/2</link></item></channel></rss>";
    let archive = packed(answer("https://a.example/archived", "", &html(4)));
    let server = serve(
        [
            ("/1", (200, "text/html", html(1))),
            ("/2", (200, "text/html", html(2))),
            ("/old", (302, "text/html", b"moved".to_vec())),
            ("/moved", (200, "text/html; charset=utf-8", html(3))),
            ("/feed?all", (200, "application/rss+xml", feed.into())),
            ("/torn", (200, "application/rss+xml", "<rss><channel><item><link>/1</link></item><item><lin".into())),
            ("/crawl.warc.gz", (200, "application/octet-stream", archive)),
            ("/slow", (200, "text/html", Vec::new())),
        ]
        .into(),
    );
    let folder = Folder::new();
    folder.write("page.html", html(9));
    folder.write("feed.rss", feed.replace("<link>/", &format!("<link>{server}/")));
    let read = |words: &[&str]| folder.offprint(&[&["read", "--jsonl"], words].concat());
    let at = |path: &str| format!("{server}{path}");
    // A single feed, with its page's address.
    let run = read(&[&at("/old")]).good();
    assert_eq!(run.lines()[0]["id"], at("/old"));
    assert_eq!(run.lines()[0]["url"], at("/moved"));
    assert_eq!(read(&[&at("/crawl.warc.gz")]).good().ids(), ["https://a.example/archived"]);
    // A feed by its address, or in a file: a failure does not stop the rest.
    for from in [at("/feed?all"), "@feed.rss".to_owned()] {
        let run = read(&[&from]);
        assert_eq!((run.ids(), run.code), (vec![at("/1"), at("/2")], 3), "{}", run.err);
        assert!(run.err.contains("the server answered 404"), "{}", run.err);
    }
    // Several, in their order, next to files.
    let mixed = [at("/2"), at("/feed?all"), "@page.html".to_owned(), at("/1")];
    let run = read(&mixed.each_ref().map(String::as_str));
    let page = folder.path("page").to_string_lossy().into_owned();
    assert_eq!(run.ids(), [at("/2"), at("/1"), page], "each text once");
    // A damaged feed is counted among others as it is alone.
    for words in [&[&*at("/torn")][..], &[&at("/2"), &at("/torn")], &[&at("/torn"), "@page.html"]] {
        let run = read(words);
        assert_eq!((run.code, run.out.lines().count()), (3, words.len()), "{}", run.err);
        let warned = run.err.matches("the feed is damaged after 2 entries (").count();
        assert_eq!(warned, 2, "once when it is met, once in the last line: {}", run.err);
    }
    let run = read(&[&at("/slow"), "--timeout", "1"]);
    assert!(run.failure().contains("the request timed out"), "{}", run.err);
    assert!(read(&["http://127.0.0.1:1/"]).failure().contains("cannot fetch ("));
}

#[test]
fn a_table_is_written_whole_or_not_at_all() {
    let folder = Folder::new();
    folder.write("a.html", page("A", &story(1)));
    let run = folder.offprint(&["read", "@a.html", "--output", "@out.ndjson"]).good();
    assert_eq!(run.out, "");
    let row = &folder.lines("out.ndjson")[0];
    assert_eq!((&row["id"], row["write_keys"].as_array().unwrap().len()), (&"a".into(), 5));
    folder.offprint(&["read", "@a.html", "--output", "@out.parquet"]).good();
    let parquet = std::fs::read(folder.path("out.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
    folder.write("torn.parquet", &parquet[..parquet.len() / 2]);
    for (arguments, words) in [
        (
            ["read", "@a.html", "--output", "@out.csv"].as_slice(),
            "unknown file format for a table, out.csv: use a name that ends in .ndjson, .jsonl or .parquet",
        ),
        (&["pairs", "--fingerprints", "@out.parquet"], "cannot use this line (missing field `a`"),
        (&["pairs", "--fingerprints", "@torn.parquet"], "cannot use this Parquet file ("),
        (&["read", "@a.html", "--output", "@none/out.ndjson"], "cannot write ("),
    ] {
        folder.fails(arguments, words);
    }
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "{left:?}");
}

#[test]
fn reads_each_address_once_in_a_run() {
    let html = page("A page", &story(1));
    let one = |name: &str| answer(&format!("https://a.example/{name}"), "", html.as_bytes());
    let folder = Folder::new();
    folder.write("crawls/1.warc", [one("a"), one("b"), one("a")].concat());
    folder.write("crawls/2/2.warc.gz", packed([one("b"), one("c")].concat()));
    folder.write("crawls/page.html", page("Another page", &story(2)));
    folder.write("crawls/broken.warc", "WARC/1.0\r\n");
    let addresses = ["a", "b", "c"].map(|name| format!("https://a.example/{name}"));
    let two = ["read", "@crawls/1.warc", "@crawls/2/2.warc.gz", "--jsonl"];
    let run = folder.offprint(&two);
    assert_eq!(run.ids(), addresses);
    let expected =
        "offprint: 2 left out, with an id and a text that occurred before: https://a.example/a; https://a.example/b\n";
    assert_eq!((run.code, &*run.err), (0, expected));
    // Archives in a folder are read after its pages; a damaged one does not stop the others.
    let run = folder.offprint(&["read", "@crawls", "--jsonl"]);
    assert_eq!(run.ids(), [&["page".to_owned()][..], &addresses].concat());
    assert_eq!(run.code, 3);
    assert!(run.err.contains("4 read, 2 failed: ") && run.err.contains("broken.warc"), "{}", run.err);
    let run = folder.offprint(&["dedupe", "@crawls"]);
    assert_eq!((run.code, run.lines().len()), (3, 6));
    assert!(run.summary.contains("8 read in ") && run.summary.contains("2 failed: "), "{}", run.summary);
    let run = folder.offprint(&["read", "@crawls", "--jsonl", "--exclude", "*.warc"]).good();
    assert_eq!(run.ids(), ["page", "https://a.example/b", "https://a.example/c"]);
}
