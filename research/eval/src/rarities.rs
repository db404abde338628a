//! Makes the table of how rare facts are, `src/facts/data/rarity.bin`.
//!
//! The folder holds texts as for [`terms`](crate::terms). Only hashes of facts and how many texts hold them enter the
//! table.

use crate::results;
use crate::terms::{LEAST_TEXTS, counted, texts};
use anyhow::{Result, ensure};
use offprint::internals::facts::keys_of;
use offprint::internals::rarity::entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Writes the table from the texts of a folder.
pub fn write(folder: &Path) -> Result<()> {
    let texts = texts(folder)?;
    let table = table(&texts);
    ensure!(
        !table.is_empty(),
        "neither of Chinese nor of English are there {LEAST_TEXTS} texts in {}",
        folder.display()
    );
    results::write("src/facts/data/rarity.bin", &table)?;
    println!("{} bytes from {} texts", table.len(), texts.len());
    Ok(())
}

/// The table; empty if there are too few texts. A fact counts as common as it is in the language where it is commonest.
fn table(texts: &[String]) -> Vec<u8> {
    let keys = |text: &str| keys_of(text).map(|(in_han, keys)| (in_han, keys.into_iter().collect::<BTreeSet<_>>()));
    let mut steps: BTreeMap<u32, u32> = BTreeMap::new();
    for (texts, counts) in counted(texts, keys) {
        for entry in counts.into_iter().filter_map(|(key, of)| entry(key, of, texts)) {
            let (leading, step) = (entry >> 3, entry & 7);
            steps.entry(leading).and_modify(|known| *known = step.min(*known)).or_insert(step);
        }
    }
    let entries = steps.into_iter().map(|(leading, step)| leading << 3 | step);
    entries.flat_map(u32::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_holds_what_is_common() {
        let texts: Vec<String> = (0..100)
            .map(|i| match i % 4 {
                0 => format!("the ferry number{i}"),
                _ => format!("the boat number{i}"),
            })
            .collect();
        let bytes = table(&texts);
        let steps = |text: &str| -> Vec<u8> {
            let keys = keys_of(text).expect("English").1.into_iter();
            let entries = bytes.as_chunks::<4>().0;
            let step = |key: u64| {
                let entry = entries.iter().map(|entry| u32::from_le_bytes(*entry));
                let found = entry.filter(|entry| entry >> 3 == (key >> 35) as u32);
                found.map(|entry| entry as u8 & 7).next().unwrap_or(6)
            };
            keys.map(step).collect()
        };
        assert_eq!(steps("the ferry boat unheard"), [0, 1, 0, 6]);
        assert!(table(&texts[..99]).is_empty());
        let keys: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|e| u32::from_le_bytes(*e)).collect();
        assert!(keys.is_sorted());
    }
}
