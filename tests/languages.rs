//! Packs the files of `src/languages/` into the table that the core searches.
//!
//! `OFFPRINT_RECORD=1 cargo test --test languages` writes it; the test fails if it is out of date.

use offprint::internals::languages::{Kinds, all, beginning, folded, whole, whole_in};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What the first byte of a node counts: see `Node`.
const SIZED: usize = 16;
const CHAIN: usize = 100;
const LONGEST: usize = 127 - CHAIN;
/// Bytes up to which the branches of a node are small, and have no sizes.
const SMALL: usize = 60;

/// The kinds of phrases in a file, each with its phrases.
type Lists = Vec<(String, Vec<String>)>;
/// Phrases, and what they mean.
type Phrases = BTreeMap<Vec<u8>, u64>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/languages")
}

fn key(phrase: &str) -> Vec<u8> {
    phrase.chars().filter_map(folded).collect::<String>().into_bytes()
}

/// The kinds of phrases in the file of each language, and the phrases.
fn languages() -> Vec<(String, Lists)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    let lists = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let list = |line: &str| {
            let (kind, phrases) = line.split_once(": ").unwrap_or_else(|| panic!("{}: {line}", path.display()));
            (kind.to_owned(), phrases.split(';').map(|phrase| phrase.trim().to_owned()).collect())
        };
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), lines.map(list).collect())
    };
    paths.iter().map(lists).collect()
}

/// The names of months: language, number, name, whether it is an abbreviation, and whether its calendar is Persian.
fn months() -> Vec<(String, u64, String, bool, bool)> {
    let mut months = Vec::new();
    let text = fs::read_to_string(folder().join("data/months.txt")).unwrap();
    for line in text.lines() {
        let mut parts = line.splitn(3, ' ');
        let [language, number, names] = [(); 3].map(|()| parts.next().expect("a part"));
        let month = number.trim_end_matches('+').parse().expect("a month");
        for name in names.split("; ") {
            let is_short = name.ends_with('.');
            let name = name.trim_end_matches('.');
            months.push((language.to_owned(), month, name.to_owned(), is_short, number.ends_with('+')));
        }
    }
    for (language, lists) in languages() {
        for (_, names) in lists.iter().filter(|(kind, _)| kind == "month") {
            for name in names {
                let (number, name) = name.split_once(' ').expect("a number before a month");
                let month = number.parse().expect("a month");
                months.push((language.clone(), month, name.to_owned(), name.chars().count() < 5, false));
            }
        }
    }
    months
}

/// Adds the months. A name that is that of another month in an earlier language is `language|name`; abbreviations of
/// three and four letters count only where they can mean no other month.
fn add_months(phrases: &mut Phrases) {
    const MONTH: u64 = 0xF << Kinds::MONTH;
    let months = months();
    let mut names: Phrases = BTreeMap::new();
    for (language, month, name, is_short, is_solar) in &months {
        let mut meaning = month << Kinds::MONTH;
        for (kind, has) in [(Kinds::SHORT, *is_short), (Kinds::ENGLISH, language == "en"), (Kinds::SOLAR, *is_solar)] {
            meaning |= if has { kind.0 } else { 0 };
        }
        let known = names.entry(key(name)).or_insert(meaning);
        if (*known ^ meaning) & (MONTH | Kinds::SOLAR.0) != 0 {
            names.insert(key(&format!("{language}|{name}")), meaning);
        } else {
            let is_short = *known & meaning & Kinds::SHORT.0;
            *known = (*known | meaning) & !Kinds::SHORT.0 | is_short;
        }
    }
    let mut cut: BTreeMap<Vec<u8>, BTreeSet<u64>> = BTreeMap::new();
    for (_, month, name, is_short, is_solar) in &months {
        let letters: Vec<char> = name.chars().collect();
        for length in [3, 4] {
            let is_cased = letters.iter().all(|c| c.is_alphabetic() && (*c as u32) < 0x590);
            if !is_short && !is_solar && is_cased && letters.len() > length + 1 {
                cut.entry(key(&letters[..length].iter().collect::<String>())).or_default().insert(*month);
            }
        }
    }
    for (name, months) in cut {
        if let (1, Some(month)) = (months.len(), months.first()) {
            names.entry(name).or_insert(month << Kinds::MONTH | Kinds::SHORT.0);
        }
    }
    for (name, meaning) in names {
        *phrases.entry(name).or_default() |= meaning;
    }
}

/// Packs phrases into a node and what is below it.
fn pack(phrases: &[(&[u8], usize)], depth: usize, out: &mut Vec<u8>) {
    let (meaning, rest) = match phrases {
        [(phrase, meaning), rest @ ..] if phrase.len() == depth => (Some(*meaning), rest),
        _ => (None, phrases),
    };
    let common = rest.first().map_or(0, |(first, _)| {
        let shared = |(phrase, _): &(&[u8], usize)| {
            first[depth..].iter().zip(&phrase[depth..]).take_while(|(a, b)| a == b).count()
        };
        rest.iter().map(shared).min().unwrap_or(0).min(LONGEST)
    });
    let branches: Vec<&[(&[u8], usize)]> = rest.chunk_by(|(a, _), (b, _)| a[depth] == b[depth]).collect();
    let packed = branches.iter().filter(|_| common == 0).map(|branch| {
        let mut out = Vec::new();
        pack(branch, depth + 1, &mut out);
        out
    });
    let packed: Vec<Vec<u8>> = packed.collect();
    let starts = packed.iter().scan(0, |start, branch| Some(std::mem::replace(start, *start + branch.len())));
    let is_sized = packed.len() >= SIZED || packed.concat().len() > SMALL && packed.len() > 1;
    assert!(SIZED + branches.len() <= CHAIN, "too many branches");
    let count = match () {
        () if common > 0 => CHAIN + common,
        () if is_sized => SIZED + branches.len(),
        () => branches.len(),
    };
    out.push(count as u8 | u8::from(meaning.is_some()) << 7);
    if let Some(meaning) = meaning {
        push_number(meaning, out);
    }
    if common > 0 {
        out.extend(&rest[0].0[depth..depth + common]);
        return pack(rest, depth + common, out);
    }
    out.extend(branches.iter().map(|branch| branch[0].0[depth]));
    for start in starts.skip(1).filter(|_| is_sized) {
        out.extend(u16::try_from(start).expect("a small table").to_le_bytes());
    }
    out.extend(packed.concat());
}

/// Writes a number in LEB128.
fn push_number(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The table: where the meanings and the two tries begin; the sets of the pairs among the first three bytes of what
/// lines may hold anywhere; the meanings; the tries.
fn table() -> Vec<u8> {
    let [mut beginnings, mut anywhere] = [Phrases::new(), Phrases::new()];
    for (language, lists) in languages() {
        for (kind, phrases) in lists.iter().filter(|(kind, _)| kind != "month") {
            let number = Kinds::NAMES.iter().position(|name| name == kind);
            let kind = 1 << number.unwrap_or_else(|| panic!("{language}: no kind {kind}"));
            let trie = if Kinds::ANYWHERE.0 & kind != 0 { &mut anywhere } else { &mut beginnings };
            for phrase in phrases {
                let key = key(phrase);
                assert!(key.len() >= 2 || kind >= Kinds::AUTHOR.0, "{language}: {phrase:?} is too short");
                assert!(!key.is_empty(), "{language}: {phrase:?}");
                *trie.entry(key).or_default() |= kind;
            }
        }
    }
    add_months(&mut beginnings);
    let mut pairs = vec![0u8; 3 * 512];
    for phrase in anywhere.keys() {
        let thirds = phrase.get(2).map_or(0..=63, |&third| third..=third);
        let [first, second] = [phrase[0], phrase[1]];
        for (set, a, b) in thirds.flat_map(|third| [(0, first, second), (1, second, third), (2, first, third)]) {
            let bit = usize::from(a & 63) * 64 + usize::from(b & 63);
            pairs[512 * set + bit / 8] |= 1 << (bit % 8);
        }
    }
    let meanings: BTreeSet<u64> = beginnings.values().chain(anywhere.values()).copied().collect();
    // The most common first, so that their numbers are short.
    let mut meanings: Vec<u64> = meanings.into_iter().collect();
    let count = |of: &u64| beginnings.values().chain(anywhere.values()).filter(|meaning| *meaning == of).count();
    meanings.sort_by_key(|meaning| (std::cmp::Reverse(count(meaning)), *meaning));
    let tries = [&beginnings, &anywhere].map(|phrases| {
        let place = |meaning| meanings.iter().position(|of| of == meaning).expect("a meaning");
        let phrases: Vec<(&[u8], usize)> =
            phrases.iter().map(|(phrase, meaning)| (phrase.as_slice(), place(meaning))).collect();
        let mut out = Vec::new();
        pack(&phrases, 0, &mut out);
        out
    });
    let start = 16 + pairs.len();
    let first = start + 8 * meanings.len();
    let starts = [start, first, first + tries[0].len(), 0].map(|at| (at as u32).to_le_bytes());
    let meanings: Vec<u8> = meanings.iter().flat_map(|meaning| meaning.to_le_bytes()).collect();
    [starts.concat(), pairs, meanings, tries.concat()].concat()
}

#[test]
fn the_table_is_that_of_the_files() {
    let (path, table) = (folder().join("data/words.bin"), table());
    if std::env::var_os("OFFPRINT_RECORD").is_some() {
        fs::write(path, table).unwrap();
        return;
    }
    let is_same = fs::read(path).unwrap() == table;
    assert!(is_same, "OFFPRINT_RECORD=1 cargo test --test languages writes the table");
}

#[test]
fn every_phrase_is_found() {
    for (language, lists) in languages() {
        for (kind, phrases) in lists.iter().filter(|(kind, _)| kind != "month") {
            let number = Kinds::NAMES.iter().position(|name| name == kind).expect("a kind");
            let kind = Kinds(1 << number);
            for phrase in phrases.iter().filter(|_| !Kinds::ANYWHERE.has(kind)) {
                assert!(whole(phrase).has(kind), "{language}: {phrase}");
                assert!(beginning(&format!("x {phrase} x"), 2, kind).is_some(), "{language}: {phrase}");
            }
        }
    }
}

#[test]
fn words_are_found_where_they_begin_and_end() {
    let labels = |text| all(text, Kinds::AUTHOR).len();
    assert_eq!(labels("by Ann"), 1);
    assert_eq!(labels("bygone, standby"), 0);
    assert_eq!(labels("记者林一"), 1);
    assert_eq!(whole("Listopad").month(), Some(11));
    assert_eq!(whole_in("listopad", "hr").month(), Some(10));
    assert_eq!(whole_in("march", "hr").month(), Some(3));
}

/// The kinds without which a language is hardly read, and the languages that lack some.
#[test]
fn languages_say_what_they_lack() {
    let needed =
        ["author", "joint", "source", "published", "changed", "related", "comments", "advertisement", "next-page"];
    let lacking: Vec<String> = languages()
        .iter()
        .filter_map(|(language, lists)| {
            let missing: Vec<&str> =
                needed.into_iter().filter(|kind| !lists.iter().any(|(of, _)| of == kind)).collect();
            (!missing.is_empty()).then(|| format!("{language}: {}", missing.join(", ")))
        })
        .collect();
    assert_eq!(lacking, ["he: joint", "my: joint, published, changed"], "what languages lack has changed");
}
