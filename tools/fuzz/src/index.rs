//! Index files with arbitrary contents in their tables.

use arbitrary::{Result, Unstructured};
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{Entry, Index, Judgement};
use offprint::{Article, Fingerprint};
use offprint_cli::index::{FileError, OnFile};
use redb::{Database, TableDefinition};
use std::path::Path;

/// The same tables as in `src/index/file/tables.rs`.
const VERSIONS: TableDefinition<&str, u64> = TableDefinition::new("versions");
const NEXT: TableDefinition<(), u64> = TableDefinition::new("next");
const NUMBERS: TableDefinition<&str, u64> = TableDefinition::new("numbers");
type Row = (&'static str, Option<u64>, &'static str, Option<&'static str>, f64, &'static [u8]);
const ARTICLES: TableDefinition<u64, Row> = TableDefinition::new("articles");
const POSTINGS: TableDefinition<(u64, u64), u64> = TableDefinition::new("postings");

const IDS: [&str; 3] = ["a", "b", "c"];

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
    // Each query is tried on its own: a refusal does not affect the next.
    let _ = index.stats();
    let _ = index.find(&record());
    let _ = index.each(|_: Entry<'_>| Ok::<(), FileError>(()));
    for id in IDS {
        let _ = index.judgement(id);
    }
    let _ = index.remove(IDS[0]);
    index.add(IDS[1], &Judgement::unique(Verdict::Different), &record())?;
    assert!(index.judgement(IDS[1])?.is_some(), "what was added is there");
    index.save()
}

fn record() -> ArticleRecord {
    let text: String = (0..200).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
    ArticleRecord::from(&Article::of_text(String::new(), text))
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
        versions.insert("index", if right { 5 } else { choices.arbitrary()? }).expect(fine);
        versions.insert("fingerprint", u64::from(Fingerprint::VERSION)).expect(fine);
        versions.insert("sketch", 3).expect(fine);
    }
    if choices.arbitrary()? {
        let next: u64 = choices.arbitrary()?;
        writing.open_table(NEXT).expect(fine).insert((), next).expect(fine);
    }
    let verdicts = ["same", "partial", "different", "unknown", "else"];
    let fingerprint = record().fingerprint.map(|fingerprint| fingerprint.to_bytes()).unwrap_or_default();
    // A record with nothing but its fingerprint; its length takes two bytes.
    let good = [&[4, fingerprint.len() as u8 | 0x80, (fingerprint.len() >> 7) as u8][..], &fingerprint].concat();
    let keys: Vec<u64> = record().read_keys().iter().filter_map(|key| u64::from_str_radix(key, 16).ok()).collect();
    while !choices.is_empty() {
        let (id, key) = (*choices.choose(&IDS)?, *choices.choose(&keys)?);
        let number = match choices.int_in_range(0..=4u64)? {
            4 => u64::MAX,
            small => small,
        };
        match choices.int_in_range(0..=2u8)? {
            0 => {
                writing.open_table(NUMBERS).expect(fine).insert(id, number).expect(fine);
            }
            1 => {
                let (of, score) = (choices.ratio(1, 2)?.then_some("a"), choices.arbitrary()?);
                let class = choices.arbitrary::<Option<u64>>()?;
                let bytes = if choices.ratio(1, 4)? { choices.bytes(choices.len().min(9))? } else { &good };
                let row = (id, class, *choices.choose(&verdicts)?, of, score, bytes);
                writing.open_table(ARTICLES).expect(fine).insert(number, row).expect(fine);
            }
            _ => {
                let class: u64 = choices.arbitrary()?;
                writing.open_table(POSTINGS).expect(fine).insert((key, number), class).expect(fine);
            }
        }
    }
    Ok(())
}
