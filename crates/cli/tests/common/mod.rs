//! Runs the real program, and makes small pages for it.

#![allow(dead_code)]

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A report.
pub const COURIER: &str = "The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing \
    stage. Divers found two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs cost \
    180,000 crowns and take at least six weeks; until then the Havsula carries passengers.";
/// The same report in other words.
pub const PORTAL: &str = "No boats for Skarn: half of the landing stage was wrecked by a storm during the night to \
    Monday. Of its four piles, divers report, two are broken below the waterline. Ines Dahl, who speaks for the \
    county, reckons with repairs for 180,000 crowns that need six weeks. Passengers meanwhile board the Havsula.";

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
    /// The last line of `dedupe` on standard error; the others are in `err`.
    pub summary: String,
}

impl Run {
    /// Standard output as JSON, one value per line.
    pub fn lines(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).expect(line);
        self.out.lines().map(parse).collect()
    }

    /// The ids of these lines.
    pub fn ids(&self) -> Vec<String> {
        ids(&self.lines())
    }

    /// Some fields of each line, as a list; `null` for one that is missing.
    pub fn fields(&self, names: &[&str]) -> Value {
        let row = |line: &Value| names.iter().map(|name| line[*name].clone()).collect::<Value>();
        self.lines().iter().map(row).collect()
    }

    /// The id and the verdict of each line, and the id of the earlier document.
    pub fn verdicts(&self) -> Value {
        self.fields(&["id", "verdict", "of"])
    }

    /// Standard output as one JSON value.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect(&self.out)
    }

    /// Standard output of a run that must succeed.
    pub fn good(self) -> Run {
        assert_eq!((self.code, self.err.as_str()), (0, ""));
        self
    }

    /// The message of a run that must fail.
    pub fn failure(&self) -> &str {
        assert!((2..=4).contains(&self.code), "{self:?}");
        self.err.strip_prefix("offprint: ").expect(&self.err).trim_end()
    }
}

/// The ids of documents.
pub fn ids(lines: &[Value]) -> Vec<String> {
    lines.iter().map(|line| line["id"].as_str().unwrap().to_owned()).collect()
}

pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_offprint"))
}

pub fn offprint<S: AsRef<OsStr>>(arguments: &[S]) -> Run {
    offprint_on(b"", arguments)
}

pub fn offprint_on<S: AsRef<OsStr>>(stdin: &[u8], arguments: &[S]) -> Run {
    let mut child =
        program().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that does not read its input may have ended by now.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    let mut err = String::from_utf8(output.stderr).unwrap();
    let last = err.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let summary = if err[last..].contains(" read in ") { err.split_off(last) } else { String::new() };
    let out = String::from_utf8(output.stdout).unwrap();
    Run { code: output.status.code().expect("ended by itself"), out, err, summary }
}

/// A separate folder for each test.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and the folders above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The lines of a file, one JSON value each.
    pub fn lines(&self, name: &str) -> Vec<Value> {
        self.text(name).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// The arguments; those that begin with `@` become paths in this folder.
    pub fn offprint(&self, arguments: &[&str]) -> Run {
        offprint(&self.arguments(arguments))
    }

    pub fn arguments(&self, arguments: &[&str]) -> Vec<PathBuf> {
        let resolve = |argument: &&str| match argument.strip_prefix('@') {
            Some(name) => self.path(name),
            None => PathBuf::from(argument),
        };
        arguments.iter().map(resolve).collect()
    }

    /// The message of a run that must fail, without the path of this folder.
    pub fn failure(&self, arguments: &[&str]) -> String {
        self.short(self.offprint(arguments).failure())
    }

    /// Runs what must fail with a message that begins with these words.
    pub fn fails(&self, arguments: &[&str], words: &str) {
        let message = self.failure(arguments);
        assert!(message.starts_with(words), "{message}");
    }

    /// A message without the path of this folder.
    pub fn short(&self, message: &str) -> String {
        message.replace(&format!("{}/", self.0.path().display()), "")
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}

/// Twenty-four sentences on a subject, the same each time, unlike those on other subjects.
pub fn story(subject: u64) -> Vec<String> {
    const SYLLABLES: [&str; 16] =
        ["ka", "to", "mi", "re", "su", "lo", "ne", "vi", "da", "po", "gu", "ha", "be", "zo", "fi", "ru"];
    let mut state = subject.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    let mut word = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let syllable = |at: u64| SYLLABLES[(state >> at & 15) as usize];
        [syllable(40), syllable(48), syllable(56)].concat()
    };
    let mut sentence = || {
        let words: Vec<String> = (0..10).map(|_| word()).collect();
        format!("The {}.", words.join(" "))
    };
    (0..24).map(|_| sentence()).collect()
}

/// A page with a body of these sentences.
pub fn page(title: &str, sentences: &[String]) -> String {
    let paragraphs: Vec<String> = sentences.chunks(3).map(|three| format!("<p>{}</p>", three.join(" "))).collect();
    let links = "<nav><a href=/>Home</a> <a href=/world>World</a></nav>";
    format!(
        "<!doctype html><html lang=en><title>{title}</title><body>{links}<article><h1>{title}</h1>{}</article>\
         <footer>All rights reserved</footer>",
        paragraphs.concat()
    )
}

/// A page that states that its article is not free.
pub fn gated_page(title: &str, sentences: &[String]) -> String {
    let stated = "<meta itemprop=isAccessibleForFree content=False><body>";
    page(title, sentences).replace("<body>", stated)
}

/// A line of a list of documents.
pub fn text_line(id: &str, sentences: &[String]) -> String {
    let text = sentences.join("\n");
    serde_json::json!({"id": id, "title": null, "text": text}).to_string() + "\n"
}

/// The first half of one story and the second half of another.
pub fn half_and_half(a: &[String], b: &[String]) -> Vec<String> {
    [&a[..12], &b[12..]].concat()
}

/// A record of a web archive.
pub fn warc_record(kind: &str, url: &str, content_type: &str, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Type: {content_type}\r\n\
         Content-Length: {}\r\n\r\n",
        content.len()
    );
    [head.as_bytes(), content, b"\r\n\r\n"].concat()
}

/// The text, packed by gzip.
pub fn packed(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// A response: its status, its type and its bytes; if it is `None`, the server stays silent.
pub type Answer = (u16, &'static str, Vec<u8>);

/// Serves responses by path on this machine until the test ends, and returns the address.
pub fn serve(answers: HashMap<&'static str, Answer>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let answers = answers.clone();
            std::thread::spawn(move || answer(stream.unwrap(), &answers));
        }
    });
    address
}

fn answer(mut stream: TcpStream, answers: &HashMap<&str, Answer>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    while lines.next().is_some_and(|line| !line.unwrap().is_empty()) {}
    let path = first.split(' ').nth(1).unwrap();
    let nothing = (404, "text/html", b"nothing".to_vec());
    let (status, content_type, body) = answers.get(path).unwrap_or(&nothing);
    if body.is_empty() {
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} Some\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nLocation: /moved\r\n\
         Connection: close\r\n\r\n"
    );
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
}
