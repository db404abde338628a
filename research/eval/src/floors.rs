//! `research/eval/floors.json`: figures that must not become worse.

use crate::figures::{Figure, Held};
use crate::measure::{Outcome, Spread, counts};
use crate::results::{path, write};
use crate::score::Summary;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The floors of all that is measured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Floors {
    /// How well articles are read, by set.
    pub extraction: BTreeMap<String, Floor>,
    /// F1 of words and page types on WCXB, by kind of page.
    #[serde(default)]
    pub wcxb: BTreeMap<String, Figure>,
    /// How well verdicts are reached, by name of the figure.
    pub verdict: BTreeMap<String, Figure>,
    /// How much of its article and of its noise a cleaned page has, by set.
    #[serde(default)]
    pub cleaning: BTreeMap<String, Figure>,
    /// How often origins are counted correctly, by name of the figure.
    #[serde(default)]
    pub origins: BTreeMap<String, Figure>,
    /// How well articles in other words are recognised, by name of the figure.
    #[serde(default)]
    pub rewrites: BTreeMap<String, Figure>,
    /// How often title, authors and day are right, by name of the figure.
    #[serde(default)]
    pub meta: BTreeMap<String, Figure>,
}

/// Figures of models that have seen no page of the site, in ten-thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BySite {
    pub f1: u32,
    pub poor_sites: u32,
    pub worst_tenth: u32,
}

fn parts(share: f64) -> u32 {
    (share * 10_000.0).round() as u32
}

impl BySite {
    pub fn of(outcomes: &[Outcome]) -> BySite {
        let spread = Spread::of(outcomes);
        BySite {
            f1: parts(Summary::of(&counts(outcomes)).f1),
            poor_sites: parts(spread.poor_sites),
            worst_tenth: parts(spread.worst_tenth),
        }
    }
}

impl BySite {
    /// F1, the share of poor sites, F1 of the worst tenth.
    pub fn shares(self) -> [f64; 3] {
        [self.f1, self.poor_sites, self.worst_tenth].map(|parts| f64::from(parts) / 10_000.0)
    }
}

/// How well a set of pages is read, in ten-thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    pub pages: usize,
    pub f1: u32,
    pub mean_f1: u32,
    /// The one that must not rise.
    pub empty: u32,
    pub by_site: Option<BySite>,
}

impl Floor {
    pub fn new(summary: Summary, by_site: Option<BySite>) -> Floor {
        Floor {
            pages: summary.pages,
            f1: parts(summary.f1),
            mean_f1: parts(summary.mean_f1),
            empty: parts(summary.empty),
            by_site,
        }
    }
}

impl Held for Floor {
    fn of(&self) -> usize {
        self.pages
    }

    fn below(&self, floor: &Floor) -> Vec<String> {
        let f1 = |floor: &Floor| floor.by_site.map(|by_site| by_site.f1);
        let figures = [
            ("F1", self.f1, floor.f1),
            ("mean F1", self.mean_f1, floor.mean_f1),
            ("F1 by site", f1(self).unwrap_or(u32::MAX), f1(floor).unwrap_or(0)),
        ];
        let regressions = figures
            .into_iter()
            .filter(|&(_, now, floor)| now < floor)
            .map(|(name, now, floor)| format!("{name} {} < {}", share(now), share(floor)));
        let risen = (self.empty > floor.empty).then(|| format!("empty {} > {}", share(self.empty), share(floor.empty)));
        regressions.chain(risen).collect()
    }
}

fn share(parts: u32) -> String {
    format!("{:.4}", f64::from(parts) / 10_000.0)
}

const FILE: &str = "research/eval/floors.json";

impl Floors {
    pub fn read() -> Result<Floors> {
        let path = path(FILE);
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    pub fn write(&self) -> Result<()> {
        write(FILE, &(serde_json::to_string_pretty(self)? + "\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::*;

    const BY_SITE: BySite = BySite { f1: 8500, poor_sites: 1000, worst_tenth: 5000 };

    const FLOOR: Floor = Floor { pages: 10, f1: 9000, mean_f1: 8000, empty: 100, by_site: Some(BY_SITE) };

    fn one<T>(name: &str, figure: T) -> BTreeMap<String, T> {
        BTreeMap::from([(name.to_owned(), figure)])
    }

    #[test]
    fn a_figure_below_its_floor_is_reported() {
        let now = |f1, empty| one("a", Floor { f1, empty, by_site: None, ..FLOOR });
        assert!(regressions(&now(9000, 100), &one("a", FLOOR)).is_empty());
        assert_eq!(
            regressions(&now(8999, 200), &one("a", FLOOR)),
            ["a: F1 0.8999 < 0.9000", "a: empty 0.0200 > 0.0100"]
        );
        let by_site = one("a", Floor { by_site: Some(BySite { f1: 8499, ..BY_SITE }), ..FLOOR });
        assert_eq!(regressions(&by_site, &one("a", FLOOR)), ["a: F1 by site 0.8499 < 0.8500"]);
    }

    #[test]
    fn missing_or_other_pages_do_not_pass() {
        assert_eq!(regressions(&one("b", FLOOR), &one("a", FLOOR)), ["a: not in this folder"]);
        let others = one("a", Floor { pages: 9, ..FLOOR });
        assert_eq!(regressions(&others, &one("a", FLOOR)).len(), 1);
        assert!(!are_of_the_same(&others, &one("a", FLOOR)));
    }

    #[test]
    fn a_figure_of_the_verdict_has_a_worse_side() {
        let f1 = |share| one("a", Figure::least(10, share));
        let wrong = |share| one("a", Figure::most(10, share));
        assert!(regressions(&f1(0.95), &f1(0.9)).is_empty());
        assert_eq!(regressions(&f1(0.89), &f1(0.9)), ["a: 0.8900 < 0.9000"]);
        assert!(regressions(&wrong(0.0), &wrong(0.1)).is_empty());
        assert_eq!(regressions(&wrong(0.2), &wrong(0.1)), ["a: 0.2000 > 0.1000"]);
        assert!(!regressions(&wrong(0.2), &f1(0.1)).is_empty());
    }

    #[test]
    fn floors_are_read_as_they_were_written() {
        let floors = Floors {
            extraction: one("a", FLOOR),
            wcxb: one("c", Figure::least(3, 0.5)),
            verdict: one("b", Figure::most(5675, 1.0 / 3.0)),
            cleaning: one("f", Figure::least(10, 0.99)),
            origins: one("d", Figure::least(166, 0.5)),
            rewrites: one("e", Figure::least(36, 0.75)),
            meta: one("g", Figure::most(25, 0.04)),
        };
        let text = serde_json::to_string(&floors).unwrap();
        assert!(text.contains(r#""of":5675,"most":0.3333"#), "{text}");
        assert_eq!(serde_json::from_str::<Floors>(&text).unwrap(), floors);
    }
}
