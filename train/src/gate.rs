//! The gate: figures must not sink below those recorded in `train/floors.json`, and
//! `docs/extraction.md` tells them.
//!
//! F1, mean F1, the share of empty pages and, if it is measured, F1 cross-validated by site have
//! floors. Precision and recall have none of their own, since one may well be given for the other.

use crate::measure::{POOLED, Sets, report};
use crate::score::{Summary, interval};
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

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

/// What the figures of a set must not be worse than, in ten-thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Floor {
    /// The floor holds for these pages only; another number of them are other pages.
    pages: usize,
    f1: u32,
    mean_f1: u32,
    /// The one that must not rise.
    empty: u32,
    /// F1 cross-validated by site.
    by_site: Option<u32>,
}

type Floors = BTreeMap<String, Floor>;

impl Floor {
    fn of(summary: Summary, by_site: Option<f64>) -> Floor {
        let parts = |share: f64| (share * 10_000.0).round() as u32;
        Floor {
            pages: summary.pages,
            f1: parts(summary.f1),
            mean_f1: parts(summary.mean_f1),
            empty: parts(summary.empty),
            by_site: by_site.map(parts),
        }
    }

    /// Each figure that is worse than in `floor`, in words.
    fn below(self, floor: Floor) -> Vec<String> {
        let by_site = self.by_site.unwrap_or(u32::MAX);
        let figures = [
            ("F1", self.f1, floor.f1),
            ("mean F1", self.mean_f1, floor.mean_f1),
            ("F1 by site", by_site, floor.by_site.unwrap_or(0)),
        ];
        let sunk = figures
            .into_iter()
            .filter(|&(_, now, floor)| now < floor)
            .map(|(name, now, floor)| format!("{name} {} < {}", share(now), share(floor)));
        let risen = (self.empty > floor.empty)
            .then(|| format!("empty {} > {}", share(self.empty), share(floor.empty)));
        sunk.chain(risen).collect()
    }
}

fn share(parts: u32) -> String {
    format!("{:.4}", f64::from(parts) / 10_000.0)
}

/// Prints the figures, writes the document, and fails if a figure is below its floor; or records
/// the figures as floors.
pub fn hold(sets: &Sets, by_site: Option<&Sets>, flags: Flags) -> Result<()> {
    report(sets);
    if let Some(by_site) = by_site {
        println!("\ncross-validated by site:");
        report(by_site);
    }
    let floors = read_floors()?;
    let figures = figures(sets, by_site);
    let sunk = sunk(&figures, &floors);
    if flags.record {
        ensure!(
            sunk.is_empty() || flags.lower,
            "not recorded, since figures would be lowered (--lower records them all the same):\n{}",
            sunk.join("\n")
        );
        let recorded = record(&figures, &floors);
        write(
            "train/floors.json",
            &(serde_json::to_string_pretty(&recorded)? + "\n"),
        )?;
        write("docs/extraction.md", &document(sets, &recorded)?)?;
        println!("\nrecorded in train/floors.json, told in docs/extraction.md");
        return Ok(());
    }
    // Other pages, say those of another half of a benchmark, are only measured.
    if floors
        .iter()
        .all(|(set, floor)| figures.get(set).is_some_and(|now| now.pages == floor.pages))
    {
        write(
            "docs/extraction.md",
            &document(sets, &record(&figures, &floors))?,
        )?;
    }
    ensure!(sunk.is_empty(), "figures have sunk:\n{}", sunk.join("\n"));
    println!("\nno figure is below its floor");
    Ok(())
}

fn figures(sets: &Sets, by_site: Option<&Sets>) -> Floors {
    let figure = |(set, counts): (&String, &Vec<_>)| {
        let by_site = by_site.and_then(|sets| Some(Summary::of(sets.get(set)?).f1));
        (set.clone(), Floor::of(Summary::of(counts), by_site))
    };
    sets.iter().map(figure).collect()
}

/// What stands below its floor, or has no page to hold against it.
fn sunk(figures: &Floors, floors: &Floors) -> Vec<String> {
    let mut sunk = Vec::new();
    for (set, &floor) in floors {
        match figures.get(set) {
            Some(now) if now.pages == floor.pages => {
                sunk.extend(now.below(floor).iter().map(|what| format!("{set}: {what}")));
            }
            Some(now) => sunk.push(format!(
                "{set}: {} pages, and the floor is that of {}",
                now.pages, floor.pages
            )),
            None => sunk.push(format!("{set}: not in this folder")),
        }
    }
    sunk
}

/// The figures, with the cross-validated ones of before where they were not measured.
fn record(figures: &Floors, floors: &Floors) -> Floors {
    let mut recorded = figures.clone();
    for (set, figure) in &mut recorded {
        let before = floors.get(set).and_then(|floor| floor.by_site);
        figure.by_site = figure.by_site.or(before);
    }
    recorded
}

fn read_floors() -> Result<Floors> {
    let path = path("train/floors.json");
    if !path.exists() {
        return Ok(Floors::new());
    }
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// A file of the repository.
fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(name)
}

fn write(name: &str, text: &str) -> Result<()> {
    let path = path(name);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
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

fn document(sets: &Sets, floors: &Floors) -> Result<String> {
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
        let (low, high) = interval(counts);
        let by_site = floors.get(set).and_then(|floor| floor.by_site);
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

Made by `cargo xtask gate FOLDER`; do not edit. The pages are real ones with their bodies marked by
people, from published sets that may not be passed on, so the folder is not part of the repository.

The measure is that of the article-extraction-benchmark: runs of four words (Chinese and Japanese:
four characters); precision over the pages with a prediction, recall over all, F1 of the two means.
*Mean F1* is the mean of the pages' own, where a page without a prediction counts 0; *empty* is the
share of such pages. The interval is drawn from 1,000 sets of pages drawn with replacement.

The body model was fitted to these same pages. *By site* is F1 of models that have seen no page of the
site they read (ten parts, `--cross-validate`), which is what to expect on other sites.

";

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: Floor = Floor {
        pages: 10,
        f1: 9000,
        mean_f1: 8000,
        empty: 100,
        by_site: Some(8500),
    };

    fn one(set: &str, floor: Floor) -> Floors {
        Floors::from([(set.to_owned(), floor)])
    }

    #[test]
    fn a_figure_below_its_floor_is_told() {
        let now = |f1, empty| {
            one(
                "a",
                Floor {
                    f1,
                    empty,
                    by_site: None,
                    ..FLOOR
                },
            )
        };
        assert!(sunk(&now(9000, 100), &one("a", FLOOR)).is_empty());
        assert_eq!(
            sunk(&now(8999, 200), &one("a", FLOOR)),
            ["a: F1 0.8999 < 0.9000", "a: empty 0.0200 > 0.0100"]
        );
        let by_site = one(
            "a",
            Floor {
                by_site: Some(8499),
                ..FLOOR
            },
        );
        assert_eq!(
            sunk(&by_site, &one("a", FLOOR)),
            ["a: F1 by site 0.8499 < 0.8500"]
        );
    }

    #[test]
    fn missing_or_other_pages_do_not_pass() {
        assert_eq!(
            sunk(&one("b", FLOOR), &one("a", FLOOR)),
            ["a: not in this folder"]
        );
        assert_eq!(
            sunk(&one("a", Floor { pages: 9, ..FLOOR }), &one("a", FLOOR)).len(),
            1
        );
    }

    #[test]
    fn what_was_not_measured_stays_recorded() {
        let now = one(
            "a",
            Floor {
                f1: 9100,
                by_site: None,
                ..FLOOR
            },
        );
        assert_eq!(
            record(&now, &one("a", FLOOR))["a"],
            Floor { f1: 9100, ..FLOOR }
        );
    }

    #[test]
    fn flags_are_read() {
        let read =
            |words: &[&str]| Flags::read(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>());
        assert!(read(&["--record", "--lower"]).unwrap().lower);
        assert!(read(&["--lower"]).is_err() && read(&["--faster"]).is_err());
    }
}
