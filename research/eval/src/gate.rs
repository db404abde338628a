//! The gate: figures must not fall below those recorded in `research/eval/floors.json`.
//!
//! F1, mean F1, the share of empty pages and, if measured, F1 cross-validated by site have floors. Precision and recall
//! have none, since one may be traded for the other. Nor has the worst tenth, which depends on few pages. On WCXB, the
//! F1 of words and the share of right page types have floors; of the verdict, the main figures do.

use crate::cleaning;
use crate::floors::{self, Figure, Figures, Floors, regressions};
use crate::measure::{Outcome, Sets, counts, is_wide, worst_tenth};
use crate::results::{record, results};
use crate::score::{Summary, f1_interval};
use crate::worst::Bad;
use crate::{meta, origins, sets, verdict, wcxb};
use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the gate does besides measuring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// Fit the model again without each tenth of the sites, and measure it on that tenth.
    pub cross_validate: bool,
    /// Make the figures the new floors.
    record: bool,
    /// Also record figures that are worse.
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

pub struct Measured {
    pub sets: Sets,
    /// The sets, cross-validated by site.
    pub by_site: Option<Sets>,
    /// How often the page types of WCXB are right.
    pub page_types: Figures,
    /// Cleaned pages, by set.
    pub cleaning: Vec<cleaning::Row>,
    /// The pages that are read badly.
    pub bad: Bad,
    /// `None` if the folder lacks the split that it is measured on.
    pub verdict: Option<verdict::Measured>,
    /// The figures of each set; empty if the folder holds no reprints.
    pub origins: BTreeMap<String, origins::Figures>,
    /// Empty if the folder holds no rewritten articles.
    pub rewrites: Figures,
    /// What articles state about themselves, by set; empty if the folder holds no such labels.
    pub meta: Vec<meta::Row>,
}

/// What follows the name of the set in the names of these figures.
const BY_SITE: &str = ": F1 by site";

impl Measured {
    fn report(&self) {
        sets::report(&self.sets);
        if let Some(by_site) = &self.by_site {
            println!("\ncross-validated by site:");
            sets::report(by_site);
        }
        println!();
        floors::report("right", &self.page_types);
        println!();
        cleaning::report(&self.cleaning);
        match &self.verdict {
            Some(verdict) => verdict.report(),
            None => println!("the verdict is not measured: no reprint, textpairs and fp_pool"),
        }
        println!("\n{}", origins::figures_table(&self.origins));
        floors::report("rewritten", &self.rewrites);
        println!();
        meta::report(&self.meta);
    }

    /// What was measured now.
    fn own_figures(&self) -> Floors {
        let mut extraction: Figures = self.sets.iter().flat_map(|(set, outcomes)| of_set(set, outcomes)).collect();
        let by_site = self.by_site.iter().flatten();
        extraction.extend(by_site.map(|(set, outcomes)| {
            let f1 = Summary::new(&counts(outcomes)).f1;
            (format!("{set}{BY_SITE}"), Figure::least(outcomes.len(), f1))
        }));
        let mut wcxb = wcxb::figures(&self.sets, "F1 of words");
        wcxb.extend(self.by_site.iter().flat_map(|sets| wcxb::figures(sets, wcxb::BY_SITE)));
        wcxb.extend(self.page_types.clone());
        [
            ("extraction", extraction),
            ("wcxb", wcxb),
            ("verdict", self.verdict.as_ref().map(verdict::Measured::figures).unwrap_or_default()),
            ("cleaning", cleaning::figures(&self.cleaning)),
            ("origins", origins::figures(&self.origins)),
            ("rewrites", self.rewrites.clone()),
            ("meta", meta::figures(&self.meta)),
        ]
        .map(|(part, figures)| (part.to_owned(), figures))
        .into()
    }

    /// The same, with the earlier figures for what was not measured now: figures by site, and those of missing folders.
    fn figures(&self, floors: &Floors) -> Floors {
        let mut figures = self.own_figures();
        for (part, before) in floors {
            let now = figures.entry(part.clone()).or_default();
            for (name, floor) in before.iter().filter(|(name, _)| self.leaves_out(part, name)) {
                now.entry(name.clone()).or_insert(*floor);
            }
        }
        figures
    }

    /// Whether a floor without a figure belongs to a folder, or a way to measure, that was left out.
    fn leaves_out(&self, part: &str, name: &str) -> bool {
        match (part, &self.verdict) {
            ("extraction", _) => {
                let is_measured = self.sets.keys().any(|set| is_wide(set) == is_wide(name));
                !is_measured || self.by_site.is_none() && name.ends_with(BY_SITE)
            }
            ("verdict", Some(verdict)) => verdict.leaves_out(name),
            _ => true,
        }
    }

    /// Records the results that were measured completely.
    fn record(&self, figures: &Floors) -> Result<()> {
        let is_measured = |name: &String| name.rsplit_once(": ").is_some_and(|(set, _)| self.sets.contains_key(set));
        if figures["extraction"].keys().all(is_measured) {
            record("extraction", &Extraction::new(self, figures)?)?;
            record("cleaning", &self.cleaning)?;
        } else {
            println!("\nThe folder lacks some sets that have floors, so extraction.json stays as it was.");
        }
        if !self.meta.is_empty() {
            record("meta", &meta::results_of(&self.meta, None)?)?;
        }
        match &self.verdict {
            Some(verdict) if verdict.is_all_of(&figures["verdict"]) => {
                record("verdict", &verdict::Results::new(verdict, &figures["verdict"]))
            }
            _ => {
                println!("\nThe folder lacks some pairs that have floors, so verdict.json stays as it was.");
                Ok(())
            }
        }
    }
}

/// The figures of a set that have floors.
fn of_set(set: &str, outcomes: &[Outcome]) -> [(String, Figure); 3] {
    let Summary { pages, f1, mean_f1, empty, .. } = Summary::new(&counts(outcomes));
    [
        ("F1", Figure::least(pages, f1)),
        ("mean F1", Figure::least(pages, mean_f1)),
        ("empty", Figure::most(pages, empty)),
    ]
    .map(|(name, figure)| (format!("{set}: {name}"), figure))
}

/// Prints the figures, records the results, and fails if a figure is below its floor. If asked, it records the
/// figures as floors, too.
pub fn hold(measured: &Measured, flags: Flags) -> Result<()> {
    measured.report();
    let floors = floors::recorded()?;
    let figures = measured.figures(&floors);
    let below: Vec<String> = floors.iter().flat_map(|(part, floors)| regressions(&figures[part], floors)).collect();
    if flags.record {
        ensure!(
            below.is_empty() || flags.lower,
            "not recorded, since figures would be lowered (--lower records them nevertheless):\n{}",
            below.join("\n")
        );
        floors::write(&figures)?;
        measured.record(&figures)?;
        println!("\nrecorded in research/eval/floors.json");
        return Ok(());
    }
    if ["extraction", "verdict"].iter().all(|&part| floors::are_of_the_same(&figures[part], &floors[part])) {
        measured.record(&figures)?;
    }
    ensure!(below.is_empty(), "figures have regressions:\n{}", below.join("\n"));
    println!("\nno figure is below its floor");
    Ok(())
}

/// The same only for what articles state about themselves, together with what others read if that was measured now.
pub fn hold_meta(own: &[meta::Row], peers: Option<Vec<meta::Row>>, flags: Flags) -> Result<()> {
    ensure!(!own.is_empty(), "no meta/gold.jsonl in the folder");
    meta::report(own);
    meta::report(peers.as_deref().unwrap_or_default());
    let figures = meta::figures(own);
    let mut floors = floors::recorded()?;
    let before = floors.entry("meta".to_owned()).or_default();
    let below = regressions(&figures, before);
    let may_record = flags.record && (below.is_empty() || flags.lower);
    if may_record || floors::are_of_the_same(&figures, before) {
        record("meta", &meta::results_of(own, peers)?)?;
    }
    if may_record {
        before.extend(figures);
        return floors::write(&floors);
    }
    ensure!(below.is_empty(), "figures have regressions:\n{}", below.join("\n"));
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
    bad: Bad,
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
    by_site: BySite,
    /// F1 of other extractors.
    others: BTreeMap<String, Option<f64>>,
}

/// Figures by models that saw no page of the site, from the last time that this was measured.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct BySite {
    f1: Option<f64>,
    worst_tenth: Option<f64>,
}

impl BySite {
    fn new(outcomes: &[Outcome]) -> BySite {
        let f1 = Summary::new(&counts(outcomes)).f1;
        BySite { f1: Some(f1), worst_tenth: Some(worst_tenth(outcomes)) }
    }
}

impl Extraction {
    fn new(measured: &Measured, figures: &Floors) -> Result<Extraction> {
        let peers: Peers = results("peers")?;
        let recorded: Extraction = results("extraction")?;
        let before: BTreeMap<String, BySite> = recorded.sets.into_iter().map(|of| (of.set, of.by_site)).collect();
        let sets = measured.sets.iter().map(|(set, outcomes)| {
            let by_site = measured
                .by_site
                .as_ref()
                .and_then(|sets| sets.get(set))
                .map(|outcomes| BySite::new(outcomes))
                .or(before.get(set).copied())
                .unwrap_or_default();
            Set::new(set, outcomes, by_site, &peers.tools)
        });
        Ok(Extraction {
            sets: sets.collect(),
            bad: measured.bad.clone(),
            wcxb: wcxb::systems(&figures["wcxb"], peers.wcxb),
        })
    }
}

impl Set {
    fn new(set: &str, outcomes: &[Outcome], by_site: BySite, peers: &[Peer]) -> Set {
        let counts = counts(outcomes);
        let Summary { pages, f1, precision, recall, .. } = Summary::new(&counts);
        let (low, high) = f1_interval(&counts);
        let others = peers.iter().map(|peer| (peer.name.clone(), peer.f1.get(set).copied()));
        Set { set: set.to_owned(), pages, f1, low, high, precision, recall, by_site, others: others.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Counts, Unit};

    #[test]
    fn what_was_not_measured_stays_recorded() {
        let sets = |names: &[&str], read: &str| -> Sets {
            let outcome = Outcome { counts: Counts::new(read, "a b c d", Unit::Word), words: 0.5 };
            names.iter().map(|name| ((*name).to_owned(), vec![outcome])).collect()
        };
        let measured = |names: &[&str], read: &str, by_site: Option<&str>| Measured {
            sets: sets(names, read),
            by_site: by_site.map(|read| sets(names, read)),
            page_types: Figures::new(),
            cleaning: Vec::new(),
            bad: Bad::default(),
            verdict: None,
            origins: BTreeMap::new(),
            rewrites: Figures::new(),
            meta: Vec::new(),
        };
        let all = ["a", "wide/a", "wide/wcxb_forum"];
        let mut before = measured(&all, "", Some("a b c d")).figures(&Floors::default());
        before.insert("verdict".to_owned(), [("b".to_owned(), Figure::least(10, 0.5))].into());
        let now = measured(&["a"], "a b c d", None).figures(&before);
        assert_eq!(now["extraction"]["a: F1"], Figure::least(1, 1.0));
        assert_eq!(now["extraction"]["a: F1 by site"], Figure::least(1, 1.0));
        assert_eq!(now["verdict"], before["verdict"]);
        // The folder `wide` is missing.
        assert_eq!(now["extraction"]["wide/a: F1"], Figure::least(1, 0.0));
        assert_eq!(now["wcxb"], before["wcxb"]);
        assert!(now["wcxb"].contains_key("forum: F1 of words by site"));
        // It is there, but one of its sets is missing.
        let now = measured(&["a", "wide/wcxb_forum"], "a b c d", None).figures(&before);
        let missing = ["F1", "empty", "mean F1"].map(|name| format!("wide/a: {name}: not in this folder"));
        assert_eq!(regressions(&now["extraction"], &before["extraction"]), missing);
    }

    #[test]
    fn flags_are_read() {
        let read = |words: &[&str]| Flags::read(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>());
        assert!(read(&["--record", "--lower"]).unwrap().lower);
        assert!(read(&["--lower"]).is_err() && read(&["--faster"]).is_err());
    }
}
