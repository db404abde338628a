//! The gate: figures must not sink below those recorded in `tools/eval/floors.json`; `docs/extraction.md`
//! and `docs/verdict.md` tell them.
//!
//! F1, mean F1, the share of empty pages and, if it is measured, F1 cross-validated by site have
//! floors. Precision and recall have none of their own, since one may well be given for the other.
//! Of the verdict the main figures have.

use crate::floors::{self, Floor, Floors, write};
use crate::measure::{POOLED, Sets, report};
use crate::score::{Summary, f1_interval};
use crate::verdict;
use anyhow::{Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What the gate is asked for beside measuring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// Fit the model anew without each tenth of the sites, and measure it on that.
    pub cross_validate: bool,
    /// Make the figures the new floors.
    record: bool,
    /// Record also figures that are worse.
    lower: bool,
}

impl Flags {
    pub fn read(words: &[String]) -> Result<Flags> {
        let mut flags = Flags::default();
        for word in words {
            match word.as_str() {
                "--cross-validate" => flags.cross_validate = true,
                "--record" => flags.record = true,
                "--lower" => flags.lower = true,
                other => bail!("{other}: give --cross-validate, --record or --lower"),
            }
        }
        ensure!(
            flags.record || !flags.lower,
            "--lower says how to --record: give both"
        );
        Ok(flags)
    }
}

/// What was measured.
pub struct Measured {
    pub sets: Sets,
    /// Cross-validated by site.
    pub by_site: Option<Sets>,
    /// If the folder holds what it is measured on.
    pub verdict: Option<verdict::Measured>,
}

impl Measured {
    fn report(&self) {
        report(&self.sets);
        if let Some(by_site) = &self.by_site {
            println!("\ncross-validated by site:");
            report(by_site);
        }
        println!();
        match &self.verdict {
            Some(verdict) => verdict.report(),
            None => println!("the verdict is not measured: no reprint, textpairs and fp_pool"),
        }
    }

    /// The figures, with those of before where they were not measured now.
    fn figures(&self, floors: &Floors) -> Floors {
        let verdict = self.verdict.as_ref().map(verdict::Measured::figures);
        let floor = |(set, counts): (&String, &Vec<_>)| {
            let by_site = self.by_site.as_ref().and_then(|sets| sets.get(set));
            let by_site = by_site.map(|counts| Summary::of(counts).f1);
            let before = floors.extraction.get(set).and_then(|floor| floor.by_site);
            let mut floor = Floor::new(Summary::of(counts), by_site);
            floor.by_site = floor.by_site.or(before);
            (set.clone(), floor)
        };
        Floors {
            extraction: self.sets.iter().map(floor).collect(),
            verdict: verdict.unwrap_or_else(|| floors.verdict.clone()),
        }
    }

    /// Writes what was measured.
    fn tell(&self, figures: &Floors) -> Result<()> {
        write("docs/extraction.md", &document(&self.sets, figures)?)?;
        self.tell_verdict()
    }

    fn tell_verdict(&self) -> Result<()> {
        match &self.verdict {
            Some(verdict) => write("docs/verdict.md", &verdict::document(verdict)),
            None => Ok(()),
        }
    }
}

/// Prints the figures, writes the documents, and fails if a figure is below its floor; or records
/// the figures as floors.
pub fn hold(measured: &Measured, flags: Flags) -> Result<()> {
    measured.report();
    let floors = Floors::read()?;
    let figures = measured.figures(&floors);
    let mut sunk = floors::sunk(&figures.extraction, &floors.extraction);
    sunk.extend(floors::sunk(&figures.verdict, &floors.verdict));
    if flags.record {
        ensure!(
            sunk.is_empty() || flags.lower,
            "not recorded, since figures would be lowered (--lower records them all the same):\n{}",
            sunk.join("\n")
        );
        figures.write()?;
        measured.tell(&figures)?;
        println!("\nrecorded in tools/eval/floors.json, told in docs/");
        return Ok(());
    }
    if floors::are_of_the_same(&figures.extraction, &floors.extraction) {
        write("docs/extraction.md", &document(&measured.sets, &figures)?)?;
    }
    if floors::are_of_the_same(&figures.verdict, &floors.verdict) {
        measured.tell_verdict()?;
    }
    ensure!(sunk.is_empty(), "figures have sunk:\n{}", sunk.join("\n"));
    println!("\nno figure is below its floor");
    Ok(())
}

/// What others reach on the same pages.
#[derive(Deserialize)]
struct Peers {
    note: String,
    source: String,
    tools: Vec<Peer>,
}

#[derive(Deserialize)]
struct Peer {
    name: String,
    version: String,
    f1: BTreeMap<String, f64>,
}

fn document(sets: &Sets, figures: &Floors) -> Result<String> {
    let peers: Peers = serde_json::from_str(include_str!("../peers.json"))?;
    let mut out = String::from(INTRODUCTION);
    let names: Vec<&str> = peers.tools.iter().map(|peer| peer.name.as_str()).collect();
    writeln!(
        out,
        "| set | pages | F1 | 95 % interval | P | R | mean F1 | empty | by site | {} |",
        names.join(" | ")
    )?;
    writeln!(out, "|---|{}", "--:|".repeat(8 + names.len()))?;
    for (set, counts) in sets {
        let summary = Summary::of(counts);
        let (low, high) = f1_interval(counts);
        let by_site = figures.extraction.get(set).and_then(|floor| floor.by_site);
        write!(
            out,
            "| {set} | {} | **{:.3}** | {low:.3}–{high:.3} | {:.3} | {:.3} | {:.3} | {:.1} % | {} |",
            summary.pages,
            summary.f1,
            summary.precision,
            summary.recall,
            summary.mean_f1,
            100.0 * summary.empty,
            by_site.map_or("–".to_owned(), |parts| format!(
                "{:.3}",
                f64::from(parts) / 10_000.0
            )),
        )?;
        for peer in &peers.tools {
            let f1 = peer
                .f1
                .get(set)
                .map_or("–".to_owned(), |f1| format!("{f1:.3}"));
            write!(out, " {f1} |")?;
        }
        out.push('\n');
    }
    let versions: Vec<String> = peers
        .tools
        .iter()
        .map(|peer| format!("{} {}", peer.name, peer.version))
        .collect();
    writeln!(
        out,
        "\n`{POOLED}` holds the pages of all Chinese sets. {} Versions: {}. {}",
        peers.note,
        versions.join("; "),
        peers.source
    )?;
    Ok(out)
}

const INTRODUCTION: &str = "\
# How well articles are read

Written by `cargo xtask gate FOLDER`; do not edit. The pages are real, their main content was marked by people. They
come from published sets that may not be redistributed, so the folder is not part of the repository; `docs/datasets.md`
says where such sets are found.

The measure is that of the article-extraction-benchmark: runs of four words (Chinese and Japanese: four characters);
precision over the pages with a prediction, recall over all pages, F1 of the two means. *Mean F1* is the mean of each
page's own F1, where a page without a prediction counts 0; *empty* is the share of such pages. The interval is that of
1,000 sets of pages drawn with replacement.

The body model was fitted to these same pages. *By site* is the F1 of models that have seen no page of the site they
read (ten parts, `--cross-validate`): what to expect on other sites.

";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floors::Figure;
    use crate::score::{Counts, Unit};

    #[test]
    fn what_was_not_measured_stays_recorded() {
        let counts = |read: &str| vec![Counts::of(read, "a b c d", Unit::Word)];
        let measured = |read: &str, by_site: Option<&str>| Measured {
            sets: Sets::from([("a".to_owned(), counts(read))]),
            by_site: by_site.map(|read| Sets::from([("a".to_owned(), counts(read))])),
            verdict: None,
        };
        let before = Floors {
            verdict: BTreeMap::from([("b".to_owned(), Figure::least(10, 0.5))]),
            ..measured("", Some("a b c d")).figures(&Floors::default())
        };
        let now = measured("a b c d", None).figures(&before);
        assert_eq!(
            (now.extraction["a"].f1, now.extraction["a"].by_site),
            (10_000, Some(10_000))
        );
        assert_eq!(now.verdict, before.verdict);
    }

    #[test]
    fn flags_are_read() {
        let read =
            |words: &[&str]| Flags::read(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>());
        assert!(read(&["--record", "--lower"]).unwrap().lower);
        assert!(read(&["--lower"]).is_err() && read(&["--faster"]).is_err());
    }
}
