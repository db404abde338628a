//! Packs the files of `src/languages/` into the table that the core searches.
//!
//! `OFFPRINT_RECORD=1 cargo test --test languages` writes it; the test fails if it is out of date.

use offprint::internals::languages::{BEGINNINGS, Kinds, all, beginning, folded, place, whole, whole_in};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Letters of a month's name after which its ending does not count.
const STEM: usize = 5;
/// The first bytes of kinds, of months and of letters; see `Words::unpack`.
const FIRST_KIND: u8 = 2;
const MORE_KINDS: u8 = 0x40;
const MONTHS: u8 = 0x50;
const LETTERS: u32 = 0x60;

/// The kinds of phrases in a file, each with its phrases.
type Lists = Vec<(String, Vec<String>)>;
/// Phrases, and what they mean.
type Phrases = BTreeMap<String, u64>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/languages")
}

/// A phrase as the table has it.
fn key(phrase: &str) -> String {
    let key: String = phrase.chars().filter_map(folded).collect();
    key.replace(['/', '|', '='], ":")
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

/// Adds the months. A name is cut to the letters that no other month begins with. A name of another month in an earlier
/// language is stored with its language before it. Abbreviations count only in scripts with capitals.
fn add_months(phrases: &mut Phrases) {
    const MONTH: u64 = 0xF << Kinds::MONTH;
    let is_same = |a: u64, b: u64| (a ^ b) & (MONTH | Kinds::SOLAR.0) == 0;
    let months = months();
    let [mut names, mut others] = [Phrases::new(), Phrases::new()];
    let counts = |is_short: bool, name: &str| !is_short || name.chars().all(|c| u32::from(c) < 0x590);
    for (language, month, name, is_short, is_solar) in months.iter().filter(|(.., name, short, _)| counts(*short, name))
    {
        let mut meaning = month << Kinds::MONTH;
        for (kind, has) in [(Kinds::SHORT, *is_short), (Kinds::ENGLISH, language == "en"), (Kinds::SOLAR, *is_solar)] {
            meaning |= if has { kind.0 } else { 0 };
        }
        let known = names.entry(key(name)).or_insert(meaning);
        if is_same(*known, meaning) {
            let is_short = *known & meaning & Kinds::SHORT.0;
            *known = (*known | meaning) & !Kinds::SHORT.0 | is_short;
        } else {
            others.insert(key(&format!("{language}|{name}")), meaning);
        }
    }
    let stem = |name: &str, meaning: u64| {
        let lengths = name.char_indices().map(|(at, c)| at + c.len_utf8()).skip(STEM - 1);
        let is_sure = |stem: &str| names.iter().all(|(other, of)| !other.starts_with(stem) || is_same(*of, meaning));
        let stem = lengths.map(|end| &name[..end]).find(|stem| meaning & Kinds::SHORT.0 == 0 && is_sure(stem));
        stem.map_or_else(|| name.to_owned(), |stem| stem.to_owned() + "*")
    };
    let mut stems = Phrases::new();
    for (name, meaning) in &names {
        *stems.entry(stem(name, *meaning)).or_default() |= meaning;
    }
    let is_known = |name: &str| {
        let mut stems = stems.keys().filter_map(|stem| stem.strip_suffix('*'));
        stems.any(|stem| name.starts_with(stem) && name != [stem, "*"].concat())
    };
    let needed = stems.iter().filter(|(name, _)| !is_known(name));
    for (name, meaning) in needed.chain(&others) {
        *phrases.entry(name.clone()).or_default() |= meaning;
    }
}

/// All phrases and their kinds.
fn phrases() -> Phrases {
    let mut all = Phrases::new();
    for (language, lists) in languages() {
        for (kind, phrases) in lists.iter().filter(|(kind, _)| kind != "month") {
            let number = Kinds::NAMES.iter().position(|name| name == kind);
            let kind = 1 << number.unwrap_or_else(|| panic!("{language}: no kind {kind}"));
            for phrase in phrases {
                let key = key(phrase);
                assert!(key.len() >= 2 || kind >= Kinds::AUTHOR.0, "{language}: {phrase:?} is too short");
                assert!(!key.is_empty(), "{language}: {phrase:?}");
                assert!(kind >= Kinds::AUTHOR.0 || !key.contains('*'), "{language}: {phrase:?} may have any ending");
                *all.entry(key).or_default() |= kind;
            }
        }
    }
    add_months(&mut all);
    all
}

/// A number for the script of a character. All characters of a large script have the same one.
fn script(c: char) -> u32 {
    match u32::from(c) {
        c @ (0x400..0x500 | 0x600..0x700) => c & !0xFF,
        0xAC00.. => 0xAC00,
        LARGE.. => LARGE,
        c => c & !0x7F,
    }
}
const LARGE: u32 = 0x3000;

/// The table that `Words::find` reads.
fn table() -> Vec<u8> {
    let phrases = phrases();
    let all: Vec<(&String, &u64)> = phrases.iter().collect();
    let first = |phrase: &str| phrase.as_bytes()[0];
    let parts = || all.chunk_by(|a, b| first(a.0) == first(b.0));
    let mut table = beginnings(&phrases);
    table.push(u8::try_from(parts().count()).expect("few parts"));
    let packed: Vec<Vec<u8>> = parts().map(|part| packed(part, &phrases)).collect();
    for (part, packed) in parts().zip(&packed) {
        table.push(first(part[0].0));
        table.extend(u16::try_from(packed.len()).expect("a short part").to_be_bytes());
    }
    table.extend(packed.into_iter().flatten());
    table
}

/// The bits of the first four bytes of what lines may hold anywhere. A shorter phrase may be followed by any byte, and
/// its colon may be any byte.
fn beginnings(phrases: &Phrases) -> Vec<u8> {
    let mut bits = vec![0; BEGINNINGS];
    for phrase in phrases.iter().filter(|(_, kinds)| Kinds(**kinds).has(Kinds::ANYWHERE)).map(|(phrase, _)| phrase) {
        let known = |at: usize| phrase.as_bytes().get(at).copied().filter(|&byte| byte != b':');
        assert!((0..4).filter_map(known).count() >= 3, "{phrase:?} is too short");
        for other in 0..=u8::MAX {
            let place = place(std::array::from_fn(|at| known(at).unwrap_or(other)));
            bits[place / 8] |= 1 << (place % 8);
        }
    }
    bits
}

/// The phrases that begin with one byte, as `Words::unpack` reads them.
fn packed(part: &[(&String, &u64)], phrases: &Phrases) -> Vec<u8> {
    let (mut out, mut before, mut current, mut base) = (Vec::new(), "", 0, 0);
    for &(phrase, meaning) in part {
        let first = phrase.chars().next().map_or(0, script);
        if first != current {
            let letters = phrases.keys().flat_map(|phrase| phrase.chars()).filter(|c| script(*c) == first);
            base = if first < LARGE { letters.min().map_or(0, u32::from) - LETTERS } else { first };
            current = first;
            out.extend([0xFF, (base >> 8) as u8, base as u8]);
        }
        let shared = phrase.chars().zip(before.chars()).take_while(|(a, b)| a == b).count();
        let bytes: usize = phrase.chars().take(shared).map(char::len_utf8).sum();
        out.push(u8::try_from(bytes).expect("a short beginning"));
        for c in phrase.chars().skip(shared) {
            let code = u32::from(c);
            let from_base = code.wrapping_sub(base);
            match c {
                _ if code < MORE_KINDS.into() => out.push(code as u8),
                _ if c >= '`' && c.is_ascii() && (base == 0 || base >= LARGE) => out.push(code as u8),
                _ if base >= LARGE && from_base < 0x7F00 => {
                    out.extend([(from_base >> 8) as u8 | 0x80, from_base as u8])
                }
                _ if base > 0 && base < LARGE && (LETTERS..=0xFF).contains(&from_base) => out.push(from_base as u8),
                _ => out.extend([0, (code >> 8) as u8, code as u8]),
            }
        }
        let kinds = (0..Kinds::MONTH as u8)
            .filter(|kind| meaning >> kind & 1 == 1)
            .map(|kind| if kind < 30 { FIRST_KIND + kind } else { MORE_KINDS + kind - 30 });
        let kinds: Vec<u8> = kinds.chain(Kinds(*meaning).month().map(|month| MONTHS + month as u8)).collect();
        for (at, kind) in kinds.into_iter().enumerate() {
            out.extend((at > 0).then_some(0xFE));
            out.push(kind);
        }
        before = phrase;
    }
    out
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
                let phrase = phrase.replace('*', "");
                assert!(whole(&phrase).has(kind), "{language}: {phrase}");
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
    assert_eq!(whole("Januarie").month(), Some(1));
    assert_eq!(whole("Jan").month(), Some(1));
    assert_eq!(beginning("Autorka: Ewa", 0, Kinds::AUTHOR).map(|label| label.end), Some(8));
    assert_eq!(beginning("Autorka Ewa", 0, Kinds::AUTHOR), None);
}

/// The kinds that reading a language depends on, and the languages that lack some.
#[test]
fn languages_say_what_they_lack() {
    let needed = ["author", "joint", "source", "published", "changed", "related", "comments", "advertisement", "next"];
    let lacking: Vec<String> = languages()
        .iter()
        .filter_map(|(language, lists)| {
            let missing: Vec<&str> =
                needed.into_iter().filter(|kind| !lists.iter().any(|(of, _)| of == kind)).collect();
            (!missing.is_empty()).then(|| format!("{language}: {}", missing.join(", ")))
        })
        .collect();
    assert_eq!(
        lacking,
        ["be: next", "gl: next", "he: joint", "my: joint, published, changed, next", "sq: next"],
        "what languages lack has changed"
    );
}
