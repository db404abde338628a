//! The gate: figures must not sink below those recorded in `research/eval/floors.json`; `docs/extraction.md`
//! and `docs/verdict.md` tell them.
//!
//! F1, mean F1, the share of empty pages and, if it is measured, F1 cross-validated by site have
//! floors. Precision and recall have none of their own, since one may well be given for the other;
//! nor have poor sites and the worst tenth, which few pages decide. On WCXB the F1 of words and the share of right
//! page types have floors, and of the verdict the main figures.

use crate::figures::{self, Figure, Held};
use crate::floors::{BySite, Floor, Floors, write};
use crate::markdown::{part, parts, percent, row, table};
use crate::measure::{Sets, counts, is_wide};
use crate::origins;
use crate::score::{Summary, f1_interval};
use crate::sets::report;
use crate::verdict;
use crate::wcxb::{self, Confusion};
use anyhow::{Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;

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
    pub kinds: Confusion,
    /// The table of [`worst::table`](crate::worst::table).
    pub causes: String,
    /// If the folder holds what it is measured on.
    pub verdict: Option<verdict::Measured>,
    /// By set; none if the folder holds no reprints.
    pub origins: BTreeMap<String, origins::Figures>,
    /// By name; none if the folder holds no rewritten articles.
    pub rewrites: BTreeMap<String, Figure>,
}

impl Measured {
    fn report(&self) {
        report(&self.sets);
        if let Some(by_site) = &self.by_site {
            println!("\ncross-validated by site:");
            report(by_site);
        }
        println!();
        if !self.kinds.is_empty() {
            println!(
                "page types, as labelled and as read:\n{}",
                self.kinds.table()
            );
        }
        match &self.verdict {
            Some(verdict) => verdict.report(),
            None => println!("the verdict is not measured: no reprint, textpairs and fp_pool"),
        }
        println!("\n{}", origins::figures_table(&self.origins));
        for (name, figure) in &self.rewrites {
            println!(
                "rewritten, {name}: {:.4} of {}",
                figure.value(),
                figure.of()
            );
        }
    }

    /// The figures, with those of before where they were not measured now: those by site, and those of
    /// folders that are not there.
    fn figures(&self, floors: &Floors) -> Floors {
        let floor = |(set, outcomes): (&String, &Vec<_>)| {
            let by_site = self.by_site.as_ref().and_then(|sets| sets.get(set));
            let by_site = by_site.map(|outcomes| BySite::of(outcomes));
            let before = floors.extraction.get(set).and_then(|floor| floor.by_site);
            let summary = Summary::of(&counts(outcomes));
            (set.clone(), Floor::new(summary, by_site.or(before)))
        };
        let is_measured = |wide: bool| self.sets.keys().any(|set| is_wide(set) == wide);
        let before = floors
            .extraction
            .iter()
            .filter(|(set, _)| !is_measured(is_wide(set)));
        let mut extraction: BTreeMap<_, _> =
            before.map(|(set, floor)| (set.clone(), *floor)).collect();
        extraction.extend(self.sets.iter().map(floor));
        let mut wcxb = floors.wcxb.clone();
        wcxb.extend(wcxb::figures(&self.sets, "F1 of words"));
        wcxb.extend(
            self.by_site
                .iter()
                .flat_map(|sets| wcxb::figures(sets, wcxb::BY_SITE)),
        );
        wcxb.extend(self.kinds.figures());
        let verdict = match &self.verdict {
            Some(verdict) => verdict.figures_with(&floors.verdict),
            None => floors.verdict.clone(),
        };
        let mut origins = floors.origins.clone();
        origins.extend(origins::figures(&self.origins));
        let mut rewrites = floors.rewrites.clone();
        rewrites.extend(self.rewrites.clone());
        Floors {
            extraction,
            wcxb,
            verdict,
            origins,
            rewrites,
        }
    }

    /// Writes the documents that tell of all these figures, if all of them were measured.
    fn tell(&self, figures: &Floors) -> Result<()> {
        if figures
            .extraction
            .keys()
            .all(|set| self.sets.contains_key(set))
        {
            write("docs/extraction.md", &document(self, figures)?)?;
        } else {
            println!(
                "\nThe folder lacks some sets that have floors, so docs/extraction.md stays as it was."
            );
        }
        match &self.verdict {
            Some(verdict) if verdict.is_all_of(&figures.verdict) => write(
                "docs/verdict.md",
                &verdict::document(verdict, &figures.verdict),
            ),
            _ => {
                println!(
                    "\nThe folder lacks some pairs that have floors, so docs/verdict.md stays as it was."
                );
                Ok(())
            }
        }
    }
}

/// Prints the figures, writes the documents, and fails if a figure is below its floor; or records
/// the figures as floors.
pub fn hold(measured: &Measured, flags: Flags) -> Result<()> {
    measured.report();
    let floors = Floors::read()?;
    let figures = measured.figures(&floors);
    let mut sunk = figures::sunk(&figures.extraction, &floors.extraction);
    sunk.extend(figures::sunk(&figures.wcxb, &floors.wcxb));
    sunk.extend(figures::sunk(&figures.verdict, &floors.verdict));
    sunk.extend(figures::sunk(&figures.origins, &floors.origins));
    sunk.extend(figures::sunk(&figures.rewrites, &floors.rewrites));
    if flags.record {
        ensure!(
            sunk.is_empty() || flags.lower,
            "not recorded, since figures would be lowered (--lower records them all the same):\n{}",
            sunk.join("\n")
        );
        figures.write()?;
        measured.tell(&figures)?;
        println!("\nrecorded in research/eval/floors.json, told in docs/");
        return Ok(());
    }
    if figures::are_of_the_same(&figures.extraction, &floors.extraction)
        && figures::are_of_the_same(&figures.verdict, &floors.verdict)
    {
        measured.tell(&figures)?;
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
    wcxb: wcxb::Printed,
}

#[derive(Deserialize)]
struct Peer {
    name: String,
    version: String,
    f1: BTreeMap<String, f64>,
}

fn document(measured: &Measured, figures: &Floors) -> Result<String> {
    let peers: Peers = serde_json::from_str(include_str!("../peers.json"))?;
    let versions: Vec<String> = peers
        .tools
        .iter()
        .map(|peer| format!("{} {}", peer.name, peer.version))
        .collect();
    Ok([
        INTRODUCTION.to_owned(),
        own(&measured.sets, figures),
        BESIDE_OTHERS.to_owned(),
        beside_others(figures, &peers.tools),
        format!(
            "\n{} Versions: {}. {}\n",
            peers.note,
            versions.join("; "),
            peers.source
        ),
        WCXB.to_owned(),
        wcxb::document(&figures.wcxb, &peers.wcxb),
        KINDS.to_owned(),
        measured.kinds.table(),
        CAUSES.to_owned(),
        measured.causes.clone(),
        LEFT.to_owned(),
    ]
    .concat())
}

fn own(sets: &Sets, figures: &Floors) -> String {
    let lines = sets.iter().map(|(set, outcomes)| {
        let counts = counts(outcomes);
        let summary = Summary::of(&counts);
        let (low, high) = f1_interval(&counts);
        let mut cells = vec![
            summary.pages.to_string(),
            format!("**{:.3}**", summary.f1),
            format!("{low:.3}–{high:.3}"),
        ];
        cells.extend(parts([summary.precision, summary.recall, summary.mean_f1]));
        cells.push(percent(summary.empty));
        cells.extend(match by_site(set, figures) {
            Some([f1, poor, worst]) => [part(f1), percent(poor), part(worst)],
            None => ["–"; 3].map(str::to_owned),
        });
        row(set, cells)
    });
    table(
        &[
            "set",
            "pages",
            "F1",
            "95 % interval",
            "P",
            "R",
            "mean F1",
            "empty",
            "by site",
            "poor sites",
            "worst tenth",
        ],
        lines,
    )
}

/// The figures of a set by site, if they were ever measured.
fn by_site(set: &str, figures: &Floors) -> Option<[f64; 3]> {
    Some(figures.extraction.get(set)?.by_site?.shares())
}

fn beside_others(figures: &Floors, peers: &[Peer]) -> String {
    let sets = figures
        .extraction
        .keys()
        .filter(|set| peers.iter().any(|peer| peer.f1.contains_key(*set)));
    let cell = |f1: Option<f64>| f1.map_or("–".to_owned(), part);
    let lines = sets.map(|set| {
        let others = peers.iter().map(|peer| peer.f1.get(set).copied());
        let own = by_site(set, figures).map(|[f1, ..]| f1);
        row(set, [own].into_iter().chain(others).map(cell))
    });
    let names = peers.iter().map(|peer| peer.name.as_str());
    table(
        &["set", "Offprint by site"]
            .into_iter()
            .chain(names)
            .collect::<Vec<_>>(),
        lines,
    )
}

const INTRODUCTION: &str = "\
# How well articles are read

Written by `cargo xtask gate FOLDER`; do not edit. The pages are real. Their main content was marked by people, drafted
by a model and reviewed by people (WCXB), read by a parser written for the site, or taken from what the page was made
of. The pages come from published sets that may not be redistributed, so the folder is not part of the repository;
`docs/datasets.md` says where such sets are found. Sets called `wide/` were added later. `zh pooled` holds the pages of
`daniel_zh`, `magic_zh` and `zh_cwced`.

The measure is that of the article-extraction-benchmark: runs of four words (Chinese and Japanese: four characters);
precision over the pages with a prediction, recall over all pages, F1 of the two means. *Mean F1* is the mean of each
page's own F1, where a page without a prediction counts 0; *empty* is the share of such pages. The interval is that of
1,000 sets of pages drawn with replacement.

The body model was fitted to these same pages. The last three columns are those of models that have seen no page of the
site they read (ten parts, `--cross-validate`): what to expect on other sites. *By site* is their F1, *poor sites* the
share of sites whose pages have a mean F1 below 0.8, *worst tenth* the mean F1 of the tenth of the pages that is read
worst.

";

const BESIDE_OTHERS: &str = "
## Beside others

F1 by the same measure on the same pages.

";

const WCXB: &str = "
## WCXB

The Web Content Extraction Benchmark has a measure of its own: the F1 of a page's words, in lower case and in any order;
the mean over all pages. The table is that of its development split, 1,497 pages of seven kinds. Offprint's figures are
those of models that have seen no page of the site they read. The model that is shipped was fitted to this split, so its
own figures here would be no result; on the published test split, which it has not seen, anybody can measure it:

    cargo xtask measure WCXB/test

Here `WCXB` is the published data set (huggingface.co/datasets/murrough-foley/web-content-extraction-benchmark).
`cargo xtask measure WCXB/dev --cross-validate` measures models by site on the whole development split. They are fitted
to that split alone; those of the table were fitted to all sets above. The table also lacks pages over 600 KB, and pages
whose site or text also stands among the pages that we hold back. Large pages are not of the same kinds as small ones,
so *all* weighs the kinds by their pages in the whole split.

";

const KINDS: &str = "
## Kinds of pages

How often WCXB's pages are read as what they are: `pageType` against the label, where listings and collections are
lists.

";

const CAUSES: &str = "
## What goes wrong

The pages whose own F1 is below 0.7, by what most of their error is, as the model in use reads them. Text is lost: by a
*rule*; by the *model*; since it stands in the *data* of the page alone (some of these are read from there after all);
or since the page has *no text* like it, so that the gold text is that of another version or was typed. Or furniture is
kept: at the *head* of the body, *inside* it or at its *tail*; or an*other* text was taken for the body, of which
nothing was read. `cargo xtask worst FOLDER` lists the pages.

";

const LEFT: &str = "
What these pages are, as reading them shows:

- The gold text ends early or holds one part of the page: the first of several sections, one entry of a reference, the
  teaser of an article that the page has in full. Many tails in `daniel_*`, `newspaper` and `wcxb_documentation` are of
  this kind.
- The gold text has the headline, the date and the author in it (DANIEL and Dragnet). They are fields of their own
  here, and no part of the text. On short posts that is most of the gold text.
- Readers' comments without a class that says so are kept (Polish portals), and on a page that is taken for an article
  comments are dropped even if they are all that there is (threads in `magic_html_forum`, Dragnet's gold of a few blogs).
- Hidden text is dropped: tabs and folded questions on pages of products and services, signatures and later pages of
  threads. Whoever hides text may mean harm, so it stays hidden.
- A site is like none that the model was fitted to. Six of the 62 pages of `wide/daniel_ru` are of one such site, whose
  news are shorter than the legal notice below them.
- On pages of products, services and lists it is a matter of taste what belongs to the main content: reviews, questions
  of buyers, offers beside the one on show, testimonials, prices. Gold texts of one set differ in it.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Outcome;
    use crate::score::{Counts, Unit};

    #[test]
    fn what_was_not_measured_stays_recorded() {
        let sets = |names: &[&str], read: &str| -> Sets {
            let outcome = Outcome {
                counts: Counts::of(read, "a b c d", Unit::Word),
                words: 0.5,
                site: 0,
            };
            names
                .iter()
                .map(|name| ((*name).to_owned(), vec![outcome]))
                .collect()
        };
        let measured = |names: &[&str], read: &str, by_site: Option<&str>| Measured {
            sets: sets(names, read),
            by_site: by_site.map(|read| sets(names, read)),
            kinds: Confusion::default(),
            causes: String::new(),
            verdict: None,
            origins: BTreeMap::new(),
            rewrites: BTreeMap::new(),
        };
        let all = ["a", "wide/a", "wide/wcxb_forum"];
        let before = Floors {
            verdict: BTreeMap::from([("b".to_owned(), Figure::least(10, 0.5))]),
            ..measured(&all, "", Some("a b c d")).figures(&Floors::default())
        };
        let now = measured(&["a"], "a b c d", None).figures(&before);
        let by_site = now.extraction["a"].by_site.unwrap();
        assert_eq!((now.extraction["a"].f1, by_site.f1), (10_000, 10_000));
        assert_eq!(now.verdict, before.verdict);
        // The folder `wide` is not there.
        assert_eq!(now.extraction["wide/a"], before.extraction["wide/a"]);
        assert_eq!(now.wcxb, before.wcxb);
        assert!(now.wcxb.contains_key("forum: F1 of words by site"));
        // It is there, and a set of it is not.
        let now = measured(&["a", "wide/wcxb_forum"], "a b c d", None).figures(&before);
        assert_eq!(
            figures::sunk(&now.extraction, &before.extraction),
            ["wide/a: not in this folder"]
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
