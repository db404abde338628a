//! Reading costs what `tools/work/record.txt` says, or less.

#[path = "../src/record.rs"]
mod record;

use offprint_work::Machine;
use std::path::Path;

const KINDS: [&str; record::INSTRUCTIONS] = ["start", "English", "Chinese", "others"];

/// Instructions of the first page that a machine reads, of all English and all Chinese pages among the fixtures and
/// shapes, and of those in other languages.
fn instructions() -> [u64; record::INSTRUCTIONS] {
    let mut machine = Machine::new();
    let mut read = |page: &[u8]| {
        for &byte in page {
            machine.call("push", &[byte.into()]).expect("no panic");
        }
        machine.call("read", &[]).expect("no panic")
    };
    let mut sums = [read(b"<p>Once.</p>"), 0, 0, 0];
    for set in ["pages", "shapes"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(set);
        let entries = std::fs::read_dir(folder).expect("the pages are there");
        let mut folders: Vec<_> = entries.map(|entry| entry.expect("a folder")).collect();
        folders.sort_by_key(|folder| folder.file_name());
        for folder in folders {
            let Ok(page) = std::fs::read(folder.path().join("page.html")) else { continue };
            let kind = match folder.file_name().as_encoded_bytes() {
                [b'e', b'n', b'-', ..] => 1,
                [b'z', b'h', b'-', ..] => 2,
                _ => 3,
            };
            sums[kind] += read(&page);
        }
    }
    sums
}

#[test]
fn reading_takes_no_more_work_than_recorded() {
    let measured = instructions();
    println!("instructions: {}", measured.map(|number| number.to_string()).join(" "));
    if std::env::var_os("OFFPRINT_RECORD").is_some() {
        return;
    }
    let recorded = record::figures(include_str!("../record.txt")).expect("figures and a reason");
    for ((kind, now), then) in KINDS.iter().zip(measured).zip(recorded) {
        record::check(kind, now, then).unwrap();
    }
}
