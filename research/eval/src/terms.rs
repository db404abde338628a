//! Makes the tables of how rare terms are, `research/methods/src/methods/idf/bigrams.bin` and `words.bin`.
//!
//! The folder holds texts: files of lines `{"text"}`, with the ending `jsonl`, and files with the
//! ending `txt`. Only hashes of terms and how many texts hold them enter the tables.

use crate::files::{lines, paths_in, text_of};
use crate::results;
use anyhow::{Result, ensure};
use offprint::article::Script;
use offprint_methods::methods::TermKind;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The version of the tables. Raise it when they are made from other texts, since signatures name it.
const VERSION: u8 = 1;
/// Terms in a table, the commonest. More: closer weights of rarer terms, and 6 bytes each.
const TERMS: usize = 10_000;
/// Fewest texts of a script or language that say how rare its terms are.
pub const LEAST_TEXTS: usize = 100;

#[derive(Deserialize)]
struct Row {
    text: String,
}

/// Writes the tables from the texts of a folder.
pub fn write(folder: &Path) -> Result<()> {
    let texts = texts(folder)?;
    for &kind in TermKind::ALL {
        let table = table(&texts, kind);
        ensure!(!table.is_empty(), "no script has {LEAST_TEXTS} texts in {}", folder.display());
        results::write(&format!("research/methods/src/methods/idf/{}.bin", kind.name()), &table)?;
        println!("{:<8} {} bytes from {} texts", kind.name(), table.len(), texts.len());
    }
    Ok(())
}

/// The texts of a folder.
pub fn texts(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for path in paths_in(folder)? {
        let ending = path.extension().unwrap_or_default();
        if ending == "jsonl" {
            texts.extend(lines::<Row>(&path)?.into_iter().map(|row| row.text));
        } else if ending == "txt" {
            texts.push(text_of(&path)?);
        }
    }
    Ok(texts)
}

/// A table as `offprint_methods::methods::IdfTable` reads it; empty if there are too few texts.
///
/// Texts of several scripts are several collections: "the" is in few of the texts of one that is
/// mostly Chinese, and says nothing. So a term's share of the texts is that in the script where it is commonest.
fn table(texts: &[String], kind: TermKind) -> Vec<u8> {
    let counts = counts(texts, kind);
    let idf = |of: usize, texts: usize| (1000.0 * (texts as f64 / of as f64).ln()).round() as u16;
    let Some(most) = counts.iter().map(|(texts, _)| idf(1, *texts)).max() else {
        return Vec::new();
    };
    let mut idfs: BTreeMap<u32, u16> = BTreeMap::new();
    for (texts, terms) in &counts {
        for (&term, &of) in terms {
            let idf = idf(of, *texts);
            idfs.entry(term).and_modify(|least| *least = idf.min(*least)).or_insert(idf);
        }
    }
    let mut commonest: Vec<(u16, u32)> = idfs.into_iter().map(|(term, idf)| (idf, term)).collect();
    commonest.sort_unstable();
    commonest.truncate(TERMS);
    commonest.sort_unstable_by_key(|&(_, term)| term);

    let mut bytes = vec![VERSION];
    bytes.extend(most.to_le_bytes());
    bytes.extend(commonest.iter().flat_map(|(_, term)| term.to_be_bytes()));
    bytes.extend(commonest.iter().flat_map(|(idf, _)| idf.to_le_bytes()));
    bytes
}

/// For each script with enough texts: their number, and how many of them hold each term, by the leading bits of its
/// hash.
fn counts(texts: &[String], kind: TermKind) -> Vec<(usize, BTreeMap<u32, usize>)> {
    counted(texts, |text| {
        let terms = kind.terms(text).into_iter();
        Some((Script::from_text(text) as u8, terms.map(|term| (term.hash >> 32) as u32).collect()))
    })
}

/// For each group with enough texts: their number, and how many of them hold each key.
pub fn counted<G: Ord + Send, K: Ord + Send>(
    texts: &[String],
    keys: impl Fn(&str) -> Option<(G, BTreeSet<K>)> + Sync,
) -> Vec<(usize, BTreeMap<K, usize>)> {
    let mut groups: BTreeMap<G, (usize, BTreeMap<K, usize>)> = BTreeMap::new();
    for (group, keys) in texts.par_iter().filter_map(|text| keys(text)).collect::<Vec<_>>() {
        let (texts, counts) = groups.entry(group).or_default();
        *texts += 1;
        for key in keys {
            *counts.entry(key).or_default() += 1;
        }
    }
    let enough = |(texts, _): &(usize, _)| *texts >= LEAST_TEXTS;
    groups.into_values().filter(enough).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint_methods::methods::IdfTable;

    #[test]
    fn a_table_is_read_as_it_was_made() {
        // 100 texts of each of two scripts; "ferry" in 25 of one, every text with a word of its own.
        let english = (0..100).map(|i| {
            let ferry = if i % 4 == 0 { "ferry" } else { "boat" };
            format!("the {ferry} word{i}")
        });
        let russian = (0..100).map(|i| format!("паром слово{i}"));
        let mut texts: Vec<String> = english.chain(russian).collect();
        let bytes = table(&texts, TermKind::Bigrams);
        let read = IdfTable::read(&bytes).expect("whole");
        let idf = |word: &str| read.idf(TermKind::Bigrams.terms(word)[0].hash);
        assert_eq!(bytes[0], VERSION);
        assert_eq!(["the", "паром", "ferry", "boat"].map(idf), [0, 0, 1386, 288]);
        assert_eq!(["word7", "unheard"].map(idf), [4605, 4605]);
        // The order of the texts does not matter.
        texts.reverse();
        assert_eq!(table(&texts, TermKind::Bigrams), bytes);
        assert!(table(&texts[..99], TermKind::Bigrams).is_empty());
    }
}
