//! The gate: figures must not sink below those recorded in `research/eval/floors.json`.
//!
//! F1, mean F1, the share of empty pages and, if it is measured, F1 cross-validated by site have
//! floors. Precision and recall have none of their own, since one may be traded for the other;
//! nor have poor sites and the worst tenth, which few pages decide. On WCXB the F1 of words and the share of right
//! page types have floors, and of the verdict the main figures.

use crate::cleaning::{self, Cleaning};
use crate::figures::{self, Figure, Held};
use crate::floors::{BySite, Floor, Floors};
use crate::measure::{Outcome, Sets, counts, is_wide};
use crate::meta;
use crate::origins;
use crate::results::{record, results};
use crate::score::{Summary, f1_interval};
use crate::sets::report;
use crate::verdict;
use crate::wcxb::{self, Confusion};
use crate::worst::Bad;
use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the gate does beside measuring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// Fit the model again without each tenth of the sites, and measure it on that tenth.
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
        ensure!(flags.record || !flags.lower, "--lower says how to --record: give both");
        Ok(flags)
    }
}

/// The results.
pub struct Measured {
    pub sets: Sets,
    /// Cross-validated by site.
    pub by_site: Option<Sets>,
    pub kinds: Confusion,
    /// Cleaned pages, by set.
    pub cleaning: BTreeMap<String, Cleaning>,
    /// The pages that are read badly, by set.
    pub bad: Vec<Bad>,
    /// `None` if the folder lacks the split that it is measured on.
    pub verdict: Option<verdict::Measured>,
    /// By set; empty if the folder holds no reprints.
    pub origins: BTreeMap<String, origins::Figures>,
    /// By name; empty if the folder holds no rewritten articles.
    pub rewrites: BTreeMap<String, Figure>,
    /// What articles state about themselves, by set; empty if the folder holds no such labels.
    pub meta: Vec<meta::Row>,
}

impl Measured {
    fn report(&self) {
        report(&self.sets);
        if let Some(by_site) = &self.by_site {
            println!("\ncross-validated by site:");
            report(by_site);
        }
        println!();
        for (name, figure) in self.kinds.figures() {
            println!("{name} right: {:.4} of {}", figure.value(), figure.of());
        }
        println!();
        cleaning::report(&self.cleaning);
        match &self.verdict {
            Some(verdict) => verdict.report(),
            None => println!("the verdict is not measured: no reprint, textpairs and fp_pool"),
        }
        println!("\n{}", origins::figures_table(&self.origins));
        for (name, figure) in &self.rewrites {
            println!("rewritten, {name}: {:.4} of {}", figure.value(), figure.of());
        }
        println!();
        meta::report(&self.meta);
    }

    /// The figures, with the earlier ones where they were not measured now: those by site, and those of
    /// missing folders.
    fn figures(&self, floors: &Floors) -> Floors {
        let floor = |(set, outcomes): (&String, &Vec<_>)| {
            let by_site = self.by_site.as_ref().and_then(|sets| sets.get(set));
            let by_site = by_site.map(|outcomes| BySite::of(outcomes));
            let before = floors.extraction.get(set).and_then(|floor| floor.by_site);
            let summary = Summary::of(&counts(outcomes));
            (set.clone(), Floor::new(summary, by_site.or(before)))
        };
        let is_measured = |wide: bool| self.sets.keys().any(|set| is_wide(set) == wide);
        let before = floors.extraction.iter().filter(|(set, _)| !is_measured(is_wide(set)));
        let mut extraction: BTreeMap<_, _> = before.map(|(set, floor)| (set.clone(), *floor)).collect();
        extraction.extend(self.sets.iter().map(floor));
        let mut wcxb = floors.wcxb.clone();
        wcxb.extend(wcxb::figures(&self.sets, "F1 of words"));
        wcxb.extend(self.by_site.iter().flat_map(|sets| wcxb::figures(sets, wcxb::BY_SITE)));
        wcxb.extend(self.kinds.figures());
        let verdict = match &self.verdict {
            Some(verdict) => verdict.figures_with(&floors.verdict),
            None => floors.verdict.clone(),
        };
        let mut cleaning = floors.cleaning.clone();
        cleaning.extend(cleaning::figures(&self.cleaning));
        let mut origins = floors.origins.clone();
        origins.extend(origins::figures(&self.origins));
        let mut rewrites = floors.rewrites.clone();
        rewrites.extend(self.rewrites.clone());
        let mut meta = floors.meta.clone();
        meta.extend(meta::figures(&self.meta));
        Floors { extraction, wcxb, verdict, cleaning, origins, rewrites, meta }
    }

    /// Records the results that were measured completely.
    fn record(&self, figures: &Floors) -> Result<()> {
        let sets = &figures.extraction;
        if sets.keys().all(|set| self.sets.contains_key(set)) {
            record("extraction", &Extraction::of(self, figures)?)?;
            record("cleaning", &cleaning::results(&self.cleaning))?;
        } else {
            println!("\nThe folder lacks some sets that have floors, so extraction.json stays as it was.");
        }
        if !self.meta.is_empty() {
            record("meta", &meta::results_of(&self.meta, None)?)?;
        }
        match &self.verdict {
            Some(verdict) if verdict.is_all_of(&figures.verdict) => {
                record("verdict", &verdict::Results::of(verdict, &figures.verdict))
            }
            _ => {
                println!("\nThe folder lacks some pairs that have floors, so verdict.json stays as it was.");
                Ok(())
            }
        }
    }
}

/// Prints the figures, records the results, and fails if a figure is below its floor; or records the figures as
/// floors, too.
pub fn hold(measured: &Measured, flags: Flags) -> Result<()> {
    measured.report();
    let floors = Floors::read()?;
    let figures = measured.figures(&floors);
    let mut regressions = figures::regressions(&figures.extraction, &floors.extraction);
    regressions.extend(figures::regressions(&figures.wcxb, &floors.wcxb));
    regressions.extend(figures::regressions(&figures.verdict, &floors.verdict));
    regressions.extend(figures::regressions(&figures.cleaning, &floors.cleaning));
    regressions.extend(figures::regressions(&figures.origins, &floors.origins));
    regressions.extend(figures::regressions(&figures.rewrites, &floors.rewrites));
    regressions.extend(figures::regressions(&figures.meta, &floors.meta));
    if flags.record {
        ensure!(
            regressions.is_empty() || flags.lower,
            "not recorded, since figures would be lowered (--lower records them nevertheless):\n{}",
            regressions.join("\n")
        );
        figures.write()?;
        measured.record(&figures)?;
        println!("\nrecorded in research/eval/floors.json");
        return Ok(());
    }
    if figures::are_of_the_same(&figures.extraction, &floors.extraction)
        && figures::are_of_the_same(&figures.verdict, &floors.verdict)
    {
        measured.record(&figures)?;
    }
    ensure!(regressions.is_empty(), "figures have regressions:\n{}", regressions.join("\n"));
    println!("\nno figure is below its floor");
    Ok(())
}

/// The same for what articles state about themselves, beside what others read, if it was measured now.
pub fn hold_meta(own: &[meta::Row], peers: Option<Vec<meta::Row>>, flags: Flags) -> Result<()> {
    ensure!(!own.is_empty(), "no meta/gold.jsonl in the folder");
    meta::report(own);
    meta::report(peers.as_deref().unwrap_or_default());
    let results = || meta::results_of(own, peers);
    let figures = meta::figures(own);
    hold_alone("meta", figures, |floors| &mut floors.meta, results, flags)
}

fn hold_alone<R: Serialize>(
    name: &str,
    figures: BTreeMap<String, Figure>,
    held: impl Fn(&mut Floors) -> &mut BTreeMap<String, Figure>,
    results: impl FnOnce() -> Result<R>,
    flags: Flags,
) -> Result<()> {
    let mut floors = Floors::read()?;
    let before = held(&mut floors);
    let regressions = figures::regressions(&figures, before);
    let may_record = flags.record && (regressions.is_empty() || flags.lower);
    if may_record || figures::are_of_the_same(&figures, before) {
        record(name, &results()?)?;
    }
    if may_record {
        before.extend(figures);
        return floors.write();
    }
    ensure!(regressions.is_empty(), "figures have regressions:\n{}", regressions.join("\n"));
    Ok(())
}

/// `research/results/peers.json`: the figures of others on the same pages.
#[derive(Deserialize)]
struct Peers {
    tools: Vec<Peer>,
    wcxb: wcxb::Printed,
}

#[derive(Deserialize)]
struct Peer {
    name: String,
    f1: BTreeMap<String, f64>,
}

/// `research/results/extraction.json`.
#[derive(Serialize, Deserialize)]
pub struct Extraction {
    sets: Vec<Set>,
    bad: Vec<Bad>,
    bad_together: Bad,
    kinds: Confusion,
    wcxb: Vec<wcxb::System>,
}

/// How well a set of pages is read.
#[derive(Serialize, Deserialize)]
struct Set {
    set: String,
    pages: usize,
    f1: f64,
    low: f64,
    high: f64,
    precision: f64,
    recall: f64,
    mean_f1: f64,
    empty: f64,
    /// By models that have seen no page of the site.
    by_site: Shares,
    /// F1 of other extractors.
    others: BTreeMap<String, Option<f64>>,
}

#[derive(Serialize, Deserialize)]
struct Shares {
    f1: Option<f64>,
    poor_sites: Option<f64>,
    worst_tenth: Option<f64>,
}

impl Extraction {
    fn of(measured: &Measured, figures: &Floors) -> Result<Extraction> {
        let peers: Peers = results("peers")?;
        let sets = measured.sets.iter();
        let sets = sets.map(|(set, outcomes)| Set::of(set, outcomes, figures, &peers.tools));
        Ok(Extraction {
            sets: sets.collect(),
            bad_together: Bad::together(&measured.bad),
            bad: measured.bad.clone(),
            kinds: measured.kinds.clone(),
            wcxb: wcxb::systems(&figures.wcxb, peers.wcxb),
        })
    }
}

impl Set {
    fn of(set: &str, outcomes: &[Outcome], figures: &Floors, peers: &[Peer]) -> Set {
        let counts = counts(outcomes);
        let summary = Summary::of(&counts);
        let (low, high) = f1_interval(&counts);
        // Measured now, or the last time that it was.
        let floor = figures.extraction.get(set);
        let by_site = floor.and_then(|floor| floor.by_site).map(BySite::shares);
        let share = |i: usize| by_site.map(|shares| shares[i]);
        let others = peers.iter().map(|peer| (peer.name.clone(), peer.f1.get(set).copied()));
        Set {
            set: set.to_owned(),
            pages: summary.pages,
            f1: summary.f1,
            low,
            high,
            precision: summary.precision,
            recall: summary.recall,
            mean_f1: summary.mean_f1,
            empty: summary.empty,
            by_site: Shares { f1: share(0), poor_sites: share(1), worst_tenth: share(2) },
            others: others.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Outcome;
    use crate::score::{Counts, Unit};

    #[test]
    fn what_was_not_measured_stays_recorded() {
        let sets = |names: &[&str], read: &str| -> Sets {
            let outcome = Outcome { counts: Counts::of(read, "a b c d", Unit::Word), words: 0.5, site: 0 };
            names.iter().map(|name| ((*name).to_owned(), vec![outcome])).collect()
        };
        let measured = |names: &[&str], read: &str, by_site: Option<&str>| Measured {
            sets: sets(names, read),
            by_site: by_site.map(|read| sets(names, read)),
            kinds: Confusion::default(),
            cleaning: BTreeMap::new(),
            bad: Vec::new(),
            verdict: None,
            origins: BTreeMap::new(),
            rewrites: BTreeMap::new(),
            meta: Vec::new(),
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
        assert_eq!(figures::regressions(&now.extraction, &before.extraction), ["wide/a: not in this folder"]);
    }

    #[test]
    fn flags_are_read() {
        let read = |words: &[&str]| Flags::read(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>());
        assert!(read(&["--record", "--lower"]).unwrap().lower);
        assert!(read(&["--lower"]).is_err() && read(&["--faster"]).is_err());
    }
}
