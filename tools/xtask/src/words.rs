//! Words that must not come back: `tools/words.txt` lists each with what to write instead.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

const LIST: &str = "tools/words.txt";
/// Files that were written elsewhere, or whose words are data.
const NOT: [&str; 8] = [
    ":!tests/pages",
    ":!tests/shapes",
    ":!tests/stubs",
    ":!**/data/*",
    ":!tools/words.txt",
    ":!tools/xtask/src/words.rs",
    ":!tools/fuzz/found",
    ":!Cargo.lock",
];

/// A phrase, what to write instead, and how many lines still hold it.
struct Phrase<'a> {
    phrase: &'a str,
    instead: &'a str,
    left: usize,
}

/// Fails if a phrase occurs in more lines than the list allows, or in fewer, since the list must then be updated.
pub fn check(sh: &Shell) -> Result<()> {
    let list = fs::read_to_string(LIST).with_context(|| format!("cannot read {LIST}"))?;
    let phrases: Vec<Phrase> = list.lines().filter_map(phrase).collect();
    ensure!(!phrases.is_empty(), "{LIST} lists no phrase");
    let kinds = ["*.rs", "*.js", "*.mjs", "*.ts", "*.py", "*.md", "*.h", "*.css", "*.html"];
    let files = cmd!(sh, "git ls-files {kinds...} {NOT...}").read()?;
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in files.lines() {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        for (at, line) in text.lines().enumerate() {
            // `is None` in Python and `is_none` in Rust are code.
            let prose =
                [" is None", "IsNone", "is_none"].iter().fold(line.to_owned(), |line, code| line.replace(code, ""));
            let lower = in_words(&prose);
            for Phrase { phrase, .. } in &phrases {
                if holds(&lower, phrase) {
                    found.entry(phrase).or_default().push(format!("{file}:{}", at + 1));
                }
            }
        }
    }
    let mut wrong = String::new();
    for Phrase { phrase, instead, left } in &phrases {
        let places = found.get(phrase).map_or(&[][..], Vec::as_slice);
        if places.len() > *left {
            wrong += &format!("\n  \"{phrase}\" in {} lines, {left} allowed; write: {instead}", places.len());
            places.iter().for_each(|place| wrong += &format!("\n    {place}"));
        } else if places.len() < *left {
            wrong += &format!("\n  \"{phrase}\" in {} lines: lower the {left} in {LIST}", places.len());
        }
    }
    ensure!(wrong.is_empty(), "words of {LIST}:{wrong}");
    Ok(())
}

/// A line of the list: `phrase → instead`, or `phrase → instead (12)` if 12 lines still hold it.
fn phrase(line: &str) -> Option<Phrase<'_>> {
    let (phrase, instead) = line.split_once('→')?;
    let instead = instead.trim();
    let counted = instead
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("))
        .and_then(|(instead, left)| Some((instead, left.parse().ok()?)));
    let (instead, left) = counted.unwrap_or((instead, 0));
    Some(Phrase { phrase: phrase.trim(), instead, left })
}

/// A line in lower case, with its identifiers split into words.
fn in_words(line: &str) -> String {
    let mut words = String::with_capacity(line.len());
    let mut before = ' ';
    for c in line.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
        }
        words.extend(if c == '_' { ' ' } else { c }.to_lowercase());
        before = c;
    }
    words
}

/// Whether a line holds a phrase as whole words, case aside.
fn holds(lower: &str, phrase: &str) -> bool {
    let phrase = phrase.to_lowercase();
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    lower.match_indices(&phrase).any(|(at, _)| {
        let (before, after) = (&lower[..at], &lower[at + phrase.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_whole_words() {
        assert!(holds("the likest of it", "likest"));
        assert!(!holds("the unlikest", "likest"));
        for name in ["passes_if_told_so", "passesIfToldSo"] {
            assert!(holds(&in_words(name), "if told so"), "{name}");
        }
        let Phrase { phrase, instead, left } = phrase("likest → most similar (3)").unwrap();
        assert_eq!((phrase, instead, left), ("likest", "most similar", 3));
        assert_eq!(super::phrase("a → b (c)").unwrap().instead, "b (c)");
        assert!(super::phrase("no arrow").is_none());
    }
}
