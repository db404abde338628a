//! Which pages are read worst, and why: for work on the rules and the model.
//!
//! Every run of the gold text (see [`crate::score`]) that was not read is looked for in the blocks that
//! were dropped: by a final rule, or by the model, which may have been given a weaker rule. A run that no block
//! holds is looked for in the source of the page. Every run that was read and is not gold is furniture.

use crate::files::bytes_of;
use crate::measure::Page;
use crate::score::RUN;
use anyhow::{Result, ensure};
use offprint::internals::{charset, entity};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// F1 below which a page is listed.
const BAD: f64 = 0.7;
/// Characters shown of a block.
const SHOWN: usize = 90;

/// Prints the pages below [`BAD`] with their causes, and the mean of the causes of each set.
pub fn report(pages: &[Page], set: Option<&str>, kept: impl Fn(&Page) -> Vec<bool> + Sync) -> Result<()> {
    let chosen = pages.par_iter().filter(|page| set.is_none_or(|set| page.set == set));
    let mut judged: Vec<(&Page, Causes)> =
        chosen.map(|page| Ok((page, Causes::new(page, &kept(page))?))).collect::<Result<_>>()?;
    ensure!(!judged.is_empty(), "no set is called {}", set.unwrap_or_default());
    judged.sort_by(|(a, of_a), (b, of_b)| a.set.cmp(&b.set).then(of_a.f1.total_cmp(&of_b.f1)));
    for (page, causes) in judged.iter().filter(|(_, causes)| causes.f1 < BAD) {
        println!("{} {}\n{causes}", page.set, page.id);
        for (what, text) in [("lost", &causes.longest_lost), ("kept", &causes.longest_kept)] {
            if !text.is_empty() {
                println!("    {what}: “{text}”");
            }
        }
    }
    println!("\nMeans of all pages");
    for of_set in judged.chunk_by(|(a, _), (b, _)| a.set == b.set) {
        println!("{}, {} pages\n{}", of_set[0].0.set, of_set.len(), mean(of_set));
    }
    println!("all, {} pages\n{}", judged.len(), mean(&judged));
    Ok(())
}

/// What most of a page's error may be: the column, and how the names of its causes begin.
const MAIN: [(&str, &str); 8] = [
    ("rule", "rule"),
    ("model", "model"),
    ("data", "only in the source"),
    ("no text", "nowhere"),
    ("head", "head"),
    ("inside", "inside"),
    ("tail", "tail"),
    ("other", "no body"),
];

/// The pages below [`BAD`], by their main cause.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Bad {
    pages: u32,
    causes: BTreeMap<String, u32>,
}

/// The pages that are read badly.
pub fn bad(pages: &[Page], kept: impl Fn(&Page) -> Vec<bool> + Sync) -> Result<Bad> {
    let judged: Vec<Causes> = pages.par_iter().map(|page| Causes::new(page, &kept(page))).collect::<Result<_>>()?;
    let mut bad = Bad { pages: 0, causes: MAIN.map(|(name, _)| (name.to_owned(), 0)).into() };
    for main in judged.iter().filter(|causes| causes.f1 < BAD).filter_map(Causes::main) {
        bad.pages += 1;
        *bad.causes.entry(MAIN[main].0.to_owned()).or_default() += 1;
    }
    Ok(bad)
}

/// The shares of the gold text that were lost, and the shares of the read text that are furniture, by cause.
#[derive(Default)]
struct Causes {
    f1: f64,
    precision: f64,
    recall: f64,
    lost: BTreeMap<String, f64>,
    furniture: BTreeMap<String, f64>,
    longest_lost: String,
    longest_kept: String,
}

impl fmt::Display for Causes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Causes { f1, precision, recall, .. } = self;
        write!(f, "    F1 {f1:.3}  P {precision:.3}  R {recall:.3}")?;
        for (name, shares) in [("lost", &self.lost), ("furniture", &self.furniture)] {
            let mut shares: Vec<_> = shares.iter().filter(|(_, share)| **share >= 0.0005).collect();
            shares.sort_by(|a, b| b.1.total_cmp(a.1));
            if !shares.is_empty() {
                let shares: Vec<String> = shares.iter().map(|(cause, share)| format!("{cause} {share:.3}")).collect();
                write!(f, "\n    {name}: {}", shares.join(", "))?;
            }
        }
        Ok(())
    }
}

fn mean(judged: &[(&Page, Causes)]) -> Causes {
    let n = judged.len().max(1) as f64;
    let mut mean = Causes::default();
    for (_, causes) in judged {
        mean.f1 += causes.f1 / n;
        mean.precision += causes.precision / n;
        mean.recall += causes.recall / n;
        for (sum, of) in [(&mut mean.lost, &causes.lost), (&mut mean.furniture, &causes.furniture)] {
            for (cause, share) in of {
                *sum.entry(cause.clone()).or_default() += share / n;
            }
        }
    }
    mean
}

/// The fate of a run of the gold text.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Read,
    /// It is in a block that was dropped.
    Dropped(usize),
    NoBlock,
}

impl Causes {
    /// Which of [`MAIN`] has the largest share.
    fn main(&self) -> Option<usize> {
        let all = || self.lost.iter().chain(&self.furniture);
        let share = |&main: &usize| -> f64 {
            let of_main = all().filter(|(cause, _)| cause.starts_with(MAIN[main].1));
            of_main.map(|(_, share)| share).sum()
        };
        let most = (0..MAIN.len()).max_by(|a, b| share(a).total_cmp(&share(b)));
        most.filter(|main| share(main) > 0.0)
    }

    fn new(page: &Page, kept: &[bool]) -> Result<Causes> {
        let all = Runs::new(&units(page, |_| true));
        let read = Runs::new(&units(page, |i| kept[i]));
        let gold = Runs::of_text(page, &page.gold);
        let furniture = Furniture::new(&read, &gold, kept.len());
        let fates = fates(&all, &read, &gold, kept);
        let (lost, lost_of) = lost(page, &gold, &fates)?;
        let is_read = |fate: &&Fate| **fate == Fate::Read;
        let shown = |counts: &[u32]| {
            let most = (0..kept.len()).max_by_key(|&i| counts[i]).filter(|&i| counts[i] > 0);
            most.map_or(String::new(), |i| page.texts[i].chars().take(SHOWN).collect())
        };
        Ok(Causes {
            f1: page.counts(kept).f1(),
            precision: f64::from(furniture.right.iter().sum::<u32>()) / read.len().max(1) as f64,
            recall: fates.iter().filter(is_read).count() as f64 / gold.len().max(1) as f64,
            lost,
            furniture: furniture.shares(read.len()),
            longest_lost: shown(&lost_of),
            longest_kept: shown(&furniture.wrong),
        })
    }
}

/// By block, the runs that are gold, and those that are read more often than they are gold.
struct Furniture {
    right: Vec<u32>,
    wrong: Vec<u32>,
}

impl Furniture {
    fn new(read: &Runs, gold: &Runs, blocks: usize) -> Furniture {
        let mut left = gold.counts();
        let (mut right, mut wrong) = (vec![0; blocks], vec![0; blocks]);
        for (run, block) in read.iter() {
            match left.get_mut(run).filter(|n| **n > 0) {
                Some(n) => {
                    *n -= 1;
                    right[block] += 1;
                }
                None => wrong[block] += 1,
            }
        }
        Furniture { right, wrong }
    }

    /// The share of all runs by place: before, between or after the blocks that are mostly gold.
    fn shares(&self, runs: usize) -> BTreeMap<String, f64> {
        let is_gold = |&i: &usize| self.right[i] > 0 && self.right[i] >= self.wrong[i];
        let blocks = 0..self.right.len();
        let (first, last) = (blocks.clone().find(is_gold), blocks.rev().find(is_gold));
        let mut shares: BTreeMap<String, f64> = BTreeMap::new();
        for (i, &n) in self.wrong.iter().enumerate().filter(|(_, n)| **n > 0) {
            let place = match (first, last) {
                (Some(first), _) if i < first => "head",
                (_, Some(last)) if i > last => "tail",
                (Some(_), _) => "inside",
                (None, _) => "no body",
            };
            *shares.entry(place.to_owned()).or_default() += f64::from(n) / runs as f64;
        }
        shares
    }
}

/// The fate of each run of the gold text, in order.
fn fates(all: &Runs, read: &Runs, gold: &Runs, kept: &[bool]) -> Vec<Fate> {
    let mut dropped: HashMap<&[&str], usize> = HashMap::new();
    for (start, run) in all.runs().enumerate() {
        let blocks = &all.blocks[start..start + run.len()];
        if let Some(&block) = blocks.iter().find(|&&block| !kept[block]) {
            dropped.entry(run).or_insert(block);
        }
    }
    let mut left = read.counts();
    let fate = |run| match left.get_mut(run).filter(|n| **n > 0) {
        Some(n) => {
            *n -= 1;
            Fate::Read
        }
        None => {
            let block = dropped.get(run);
            block.map_or(Fate::NoBlock, |&block| Fate::Dropped(block))
        }
    };
    gold.runs().map(fate).collect()
}

/// The share of the gold text that was lost to each cause, and the runs that each block lost.
fn lost(page: &Page, gold: &Runs, fates: &[Fate]) -> Result<(BTreeMap<String, f64>, Vec<u32>)> {
    let mut lost: BTreeMap<String, f64> = BTreeMap::new();
    let mut lost_of = vec![0u32; page.texts.len()];
    let mut source = None;
    let mut before = Fate::Read;
    let mut at = 0;
    for stretch in fates.chunk_by(|a, b| a == b) {
        let (from, n) = (at, stretch.len());
        at += n;
        let cause = match stretch[0] {
            Fate::Read => None,
            Fate::Dropped(block) => {
                lost_of[block] += n as u32;
                Some(cause(page, block))
            }
            // A few runs across the edge of a block that was dropped, or that should have been.
            Fate::NoBlock if n < RUN => Some(match (before, fates.get(at)) {
                (Fate::Dropped(block), _) | (_, Some(&Fate::Dropped(block))) => cause(page, block),
                _ => "edges".to_owned(),
            }),
            Fate::NoBlock => {
                let source: &HashSet<String> = match &source {
                    Some(source) => source,
                    None => source.insert(source_of(page)?),
                };
                let runs = gold.runs().skip(from).take(n);
                let found = runs.filter(|run| source.contains(&run.concat())).count();
                // The source lacks the runs across the edges of the stretch.
                let is_found = 2 * found >= n;
                Some(if is_found { "only in the source" } else { "nowhere" }.to_owned())
            }
        };
        if let Some(cause) = cause {
            *lost.entry(cause).or_default() += n as f64 / gold.len() as f64;
        }
        before = stretch[0];
    }
    Ok((lost, lost_of))
}

/// What dropped a block.
fn cause(page: &Page, block: usize) -> String {
    match page.rules[block] {
        Some(rule) if page.is_final(block) => format!("rule {rule:?}"),
        Some(rule) => format!("model, told {rule:?}"),
        None => "model".to_owned(),
    }
}

/// The units of the chosen blocks, each with its block.
fn units(page: &Page, chosen: impl Fn(usize) -> bool) -> Vec<(&str, usize)> {
    let blocks = page.texts.iter().enumerate().filter(|&(i, _)| chosen(i));
    let units = blocks.flat_map(|(i, text)| page.unit.split(text).into_iter().map(move |unit| (unit, i)));
    units.collect()
}

/// Units of a text, and the block of each.
struct Runs<'a> {
    units: Vec<&'a str>,
    blocks: Vec<usize>,
}

impl<'a> Runs<'a> {
    fn new(units: &[(&'a str, usize)]) -> Runs<'a> {
        let (units, blocks) = units.iter().copied().unzip();
        Runs { units, blocks }
    }

    /// The runs of a text that is not made of blocks.
    fn of_text(page: &Page, text: &'a str) -> Runs<'a> {
        let units = page.unit.split(text);
        Runs { blocks: vec![0; units.len()], units }
    }

    fn runs(&self) -> std::slice::Windows<'_, &'a str> {
        self.units.windows(self.units.len().clamp(1, RUN))
    }

    fn len(&self) -> usize {
        self.runs().len()
    }

    /// Each run with the block that it begins in.
    fn iter(&self) -> impl Iterator<Item = (&[&'a str], usize)> {
        self.runs().zip(self.blocks.iter().copied())
    }

    fn counts(&self) -> HashMap<&[&'a str], u32> {
        let mut counts = HashMap::new();
        for run in self.runs() {
            *counts.entry(run).or_insert(0) += 1;
        }
        counts
    }
}

/// The runs of the page's source without its tags, joined. They include what scripts, templates and the like hold.
fn source_of(page: &Page) -> Result<HashSet<String>> {
    let bytes = bytes_of(&page.path)?;
    let mut text = String::new();
    charset::Decoder::new(None).decode(&bytes, true, &mut text);
    let text = unescaped(&text);
    let text = entity::decode(&text, entity::Context::Text).into_owned();
    let text = entity::decode(&without_tags(&text), entity::Context::Text).into_owned();
    let runs = Runs::of_text(page, &text);
    Ok(runs.runs().map(|run| run.concat()).collect())
}

/// A text with the escapes of JSON replaced.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let code = rest.strip_prefix('u').and_then(|code| u32::from_str_radix(code.get(..4)?, 16).ok());
        if let Some(code) = code {
            out.push(char::from_u32(code).unwrap_or(' '));
            rest = &rest[5..];
        } else if rest.starts_with(['n', 'r', 't']) {
            out.push(' ');
            rest = &rest[1..];
        }
    }
    out + rest
}

fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (i, part) in text.split('<').enumerate() {
        let is_tag = i > 0 && part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let text = part.split_once('>').filter(|_| is_tag);
        out.push(' ');
        out.push_str(text.map_or(part, |(_, text)| text));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write;

    #[test]
    fn each_run_has_its_cause() {
        let folder = tempfile::tempdir().unwrap();
        let add = |path: &str, text: String| write(&folder.path().join(path), text).unwrap();
        let [read, dropped, hidden, ad] = [
            "The three reservoirs downstream are full again, and the valley is safe.",
            "Experts had warned since spring of an early flood season.",
            "Nobody was hurt when the last gate was opened on Sunday.",
            "Subscribe now and read us for a month at half the price.",
        ];
        let html =
            format!(r#"<title>Dam</title><p>{read}</p><p>{dropped}</p><p>{ad}</p><script>a = "<p>{hidden}"</script>"#);
        add("set/pages/a.html", html);
        add("set/gold/a.txt", [read, dropped, hidden].join("\n"));
        add("set/meta.jsonl", r#"{"id": "a", "lang": "en", "host": "news.example.org"}"#.to_owned());
        let pages = crate::sets::load(folder.path()).unwrap();
        let page = &pages[0];
        assert_eq!(page.texts, [read, dropped, ad]);
        let causes = Causes::new(page, &[true, false, true]).unwrap();

        // 12, 10 and 11 words make 30 runs; the three across an edge count with what is lost after it.
        let share = |runs: usize| runs as f64 / 30.0;
        assert_eq!(causes.recall, share(9));
        let lost: Vec<f64> = causes.lost.values().copied().collect();
        assert_eq!(causes.lost["only in the source"], share(11));
        assert!((lost.iter().sum::<f64>() + causes.recall - 1.0).abs() < 1e-9);
        assert_eq!(causes.lost[&cause(page, 1)], share(10));
        assert_eq!(causes.main().map(|main| MAIN[main].0), Some("tail"));
        assert_eq!(causes.furniture.keys().collect::<Vec<_>>(), ["inside", "tail"]);
        assert_eq!((causes.longest_lost.as_str(), causes.longest_kept.as_str()), (dropped, ad));
    }

    #[test]
    fn what_scripts_hold_is_read_as_text() {
        let source = r#"{"body":"\u003cp\u003eThe dam\nis <b>full<\/b>.\u003c/p\u003e"}"#;
        let text = without_tags(&unescaped(source));
        let units = crate::score::Unit::Word.split(&text);
        assert_eq!(units, ["body", "The", "dam", "is", "full"]);
    }
}
