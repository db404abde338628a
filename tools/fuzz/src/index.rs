//! Index files with arbitrary contents in their tables.

use arbitrary::{Result, Unstructured};
use offprint::Fingerprint;
use offprint::compare::Verdict;
use offprint::index::{Entry, Index, Judgement, Stored};
use offprint_cli::index::{FileError, OnFile};
use redb::{Database, TableDefinition};
use std::path::Path;

/// The same tables as in `src/index/file/tables.rs`.
const VERSIONS: TableDefinition<&str, u64> = TableDefinition::new("versions");
const NEXT: TableDefinition<(), u64> = TableDefinition::new("next");
type Judged = (&'static str, Option<&'static str>, f64, Option<u64>, Option<u64>);
const JUDGED: TableDefinition<&str, Judged> = TableDefinition::new("judged");
type Kept = (&'static str, u64, &'static [u8], Vec<&'static str>);
const FIRSTS: TableDefinition<u64, &str> = TableDefinition::new("firsts");
const STORED: TableDefinition<u64, Kept> = TableDefinition::new("stored");
const POSTINGS: TableDefinition<(&str, u64), u64> = TableDefinition::new("leads");

const IDS: [&str; 3] = ["a", "b", "c"];
const KEYS: [&str; 4] = ["00ab", "01ab", "10ba", ""];

/// Any file that is a sound database is either read or refused, whatever it contains.
pub fn index(input: &[u8]) {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = folder.path().join("index");
    // An input that ends early leaves tables out.
    let _ = write(&path, &mut Unstructured::new(input));
    let Ok(index) = OnFile::open(&path) else {
        return;
    };
    let _ = ask(index);
}

fn ask(mut index: OnFile) -> std::result::Result<(), FileError> {
    let keys = KEYS.map(str::to_owned);
    // Each query is tried on its own: a refusal does not affect the next.
    let _ = index.stats();
    let _ = index.visit(&keys, |_| ());
    let _ = index.each(|_: Entry<'_>| Ok::<(), FileError>(()));
    let _ = index.first_with(7);
    for id in IDS {
        let _ = index.judgement(id);
        let _ = index.stored(id);
    }
    let _ = index.remove(IDS[0]);
    let stored = Stored { class: None, signature: print().into(), keys: keys.to_vec() };
    index.add(IDS[1], &Judgement::unique(Verdict::Different), Some(7), Some(stored))?;
    assert!(index.judgement(IDS[1])?.is_some(), "what was added is there");
    index.save()
}

fn print() -> Fingerprint {
    let text: String = (0..200).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
    Fingerprint::of("", &text).expect("it is long enough")
}

fn write(path: &Path, choices: &mut Unstructured) -> Result<()> {
    let database = Database::create(path).expect("a new file");
    let writing = database.begin_write().expect("no other writer");
    let rows = rows(choices, &writing);
    writing.commit().expect("there is room");
    rows
}

fn rows(choices: &mut Unstructured, writing: &redb::WriteTransaction) -> Result<()> {
    let fine = "the types are those of the table";
    {
        let mut versions = writing.open_table(VERSIONS).expect(fine);
        let right = !choices.ratio(1, 16)?;
        versions.insert("index", if right { 4 } else { choices.arbitrary()? }).expect(fine);
        versions.insert("fingerprint", u64::from(offprint::Fingerprint::VERSION)).expect(fine);
    }
    if choices.arbitrary()? {
        let next: u64 = choices.arbitrary()?;
        writing.open_table(NEXT).expect(fine).insert((), next).expect(fine);
    }
    let verdicts = ["same", "partial", "different", "unknown", "else"];
    let good = print().to_bytes();
    while !choices.is_empty() {
        let (id, key) = (*choices.choose(&IDS)?, *choices.choose(&KEYS)?);
        let number = match choices.int_in_range(0..=4u64)? {
            4 => u64::MAX,
            small => small,
        };
        match choices.int_in_range(0..=3u8)? {
            0 => {
                let (of, score) = (choices.ratio(1, 2)?.then_some("a"), choices.arbitrary()?);
                let numbered = choices.arbitrary::<bool>()?.then_some(number);
                let digest = choices.ratio(1, 2)?.then_some(7);
                let judged = (*choices.choose(&verdicts)?, of, score, digest, numbered);
                writing.open_table(JUDGED).expect(fine).insert(id, judged).expect(fine);
            }
            1 => {
                let bytes = if choices.ratio(1, 4)? { choices.bytes(choices.len().min(9))? } else { &good };
                let kept = (id, choices.arbitrary()?, bytes, vec![key, "00ab"]);
                writing.open_table(STORED).expect(fine).insert(number, kept).expect(fine);
            }
            2 => {
                writing.open_table(FIRSTS).expect(fine).insert(7, id).expect(fine);
            }
            _ => {
                let class: u64 = choices.arbitrary()?;
                writing.open_table(POSTINGS).expect(fine).insert((key, number), class).expect(fine);
            }
        }
    }
    Ok(())
}
