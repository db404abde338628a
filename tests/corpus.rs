//! Fingerprints as released versions have stored them: every later version must read them, find them by the same keys,
//! and give the same verdict on each pair.

mod common;

use offprint::compare::Verdict;
use offprint::{Fingerprint, compare};

const VERSION: u8 = Fingerprint::VERSION;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What to do when one of these tests fails.
const BROKEN: &str = "\
a fingerprint that is stored out there is not read as it was. Undo what changed that: never change
the file. If a new layout was meant, raise VERSION in src/fingerprint/mod.rs and keep reading this one.
If only a verdict is meant to be another one, say so in CHANGELOG.md, and change that line alone";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn file_of(version: u8) -> PathBuf {
    folder().join(format!("corpus-v{version}.txt"))
}

fn corpora() -> Vec<PathBuf> {
    let files = folder().read_dir().expect("tests/golden is there");
    let paths = files.map(|file| file.expect("a readable entry").path());
    paths.filter(|path| path.to_string_lossy().contains("/corpus-v")).collect()
}

/// The rest of a line after the word at its start, in parts.
fn lines<'a>(corpus: &'a str, word: &str) -> Vec<Vec<&'a str>> {
    corpus
        .lines()
        .filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '))
        .map(|rest| rest.split(' ').collect())
        .collect()
}

fn read(text: &str) -> Fingerprint {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}\n{BROKEN}"))
}

fn of_hex(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits of a byte"))
        .collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One line for each pair that is not `different`.
fn verdicts(prints: &BTreeMap<&str, Fingerprint>) -> Vec<String> {
    let mut lines = Vec::new();
    for (a, first) in prints {
        for (b, second) in prints.range::<&str, _>(a..).skip(1) {
            let comparison = compare(first, second);
            if comparison.verdict != Verdict::Different {
                let (name, score) = (comparison.verdict.name(), comparison.score);
                lines.push(format!("verdict {a} {b} {name} {score:.4}"));
            }
        }
    }
    lines
}

#[test]
fn this_version_has_its_corpus() {
    let path = file_of(VERSION);
    if !path.exists() && std::env::var_os("OFFPRINT_RECORD").is_some() {
        std::fs::write(&path, recorded()).expect("tests/golden can be written to");
    }
    assert!(
        path.exists(),
        "{} is missing: `OFFPRINT_RECORD=1 cargo test --test corpus` writes it, once and for all",
        path.display()
    );
}

#[test]
fn stored_fingerprints_are_read_and_compared_as_before() {
    let corpora = corpora();
    assert!(!corpora.is_empty());
    for path in corpora {
        let corpus = std::fs::read_to_string(&path).expect("a readable file");
        let mut prints = BTreeMap::new();
        for line in lines(&corpus, "fingerprint") {
            let [name, text, hex] = line[..] else {
                panic!("{}: {line:?}", path.display());
            };
            let (print, bytes) = (read(text), of_hex(hex));
            assert_eq!(Fingerprint::from_bytes(&bytes).as_ref(), Ok(&print), "{name}: {BROKEN}");
            if bytes[0] == VERSION {
                assert_eq!(print.to_string(), text, "{name}: {BROKEN}");
                assert_eq!(to_hex(&print.to_bytes()), hex, "{name}: {BROKEN}");
            }
            prints.insert(name, print);
        }
        assert!(prints.len() >= 20, "{} holds too little", path.display());
        for line in lines(&corpus, "keys") {
            let (name, keys) = line.split_first().expect("a name");
            assert_eq!(prints[name].read_keys(), keys, "{name}: {BROKEN}");
        }
        let found = verdicts(&prints).join("\n");
        let stored = corpus.lines().filter(|line| line.starts_with("verdict "));
        assert_eq!(found, stored.collect::<Vec<_>>().join("\n"), "{BROKEN}");
    }
}

#[test]
fn a_damaged_fingerprint_is_refused() {
    let corpus = std::fs::read_to_string(file_of(VERSION)).expect("it is there");
    for line in lines(&corpus, "fingerprint") {
        let bytes = of_hex(line[2]);
        for end in 0..bytes.len() {
            assert!(Fingerprint::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(Fingerprint::from_bytes(&longer).is_err());
        let newer = [&[VERSION + 1], &bytes[1..]].concat();
        let error = Fingerprint::from_bytes(&newer).unwrap_err();
        assert_eq!(error.code(), "fingerprint_version");
    }
}

/// The fingerprints of the fixtures, as pages and as bodies, and of texts at the limits of the layout.
fn recorded() -> String {
    let mut all: Vec<(String, Option<Fingerprint>)> = Vec::new();
    for page in common::fixtures() {
        let body = Fingerprint::new(&page.meta.title, &page.body);
        all.push((format!("{}/body", page.slug), body));
        all.push((format!("{}/page", page.slug), page.read().fingerprint));
    }
    for (name, headline, length) in [
        ("han/shortest", "", 60),
        ("han/unsampled", "", 160),
        ("han/longest", "", 40_000),
        ("han/other-headline", "另一件事情的标题在此处", 600),
    ] {
        let text: String = (0..length)
            .map(|i: u32| match i % 30 {
                29 => '。',
                _ => char::from_u32(0x4E00 + i.wrapping_mul(2_654_435_761) % 20_000).expect("Han"),
            })
            .collect();
        all.push((name.to_owned(), Fingerprint::new(headline, &text)));
    }
    let mut out = format!(
        "Fingerprints of version {VERSION}, in text and in bytes, the keys they are found by, and what each two\n\
         are to each other if not `different`. Made by tests/corpus.rs. Indexes hold such: never change them.\n"
    );
    let mut prints = BTreeMap::new();
    for (name, print) in &all {
        let Some(print) = print else { continue };
        let hex = to_hex(&print.to_bytes());
        writeln!(out, "fingerprint {name} {print} {hex}").expect("it is in memory");
        writeln!(out, "keys {name} {}", print.read_keys().join(" ")).expect("it is in memory");
        prints.insert(name.as_str(), print.clone());
    }
    out + &verdicts(&prints).join("\n") + "\n"
}
