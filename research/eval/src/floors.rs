//! `research/eval/floors.json`: figures that must not become worse.

use crate::files::text_of;
use crate::results::{path, save};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Figures by name.
pub type Figures = BTreeMap<String, Figure>;
/// The figures of everything that is measured, by part: `extraction`, `wcxb`, `verdict` and so on.
pub type Floors = BTreeMap<String, Figures>;

/// A figure, to four places.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// How many pages or pairs it was measured on. The floor holds only for these; another number means another set.
    of: usize,
    #[serde(flatten)]
    bound: Bound,
}

/// Which direction is worse.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Bound {
    Least(f64),
    Most(f64),
}

impl Figure {
    /// A figure that must not fall, measured on `of` pages or pairs.
    pub fn least(of: usize, figure: f64) -> Figure {
        Figure { of, bound: Bound::Least(rounded(figure)) }
    }

    /// A figure that must not rise.
    pub fn most(of: usize, figure: f64) -> Figure {
        Figure { of, bound: Bound::Most(rounded(figure)) }
    }

    pub fn value(&self) -> f64 {
        match self.bound {
            Bound::Least(figure) | Bound::Most(figure) => figure,
        }
    }

    /// Says how this is worse than a floor.
    fn below(&self, floor: &Figure) -> Option<String> {
        if self.of != floor.of {
            return Some(format!("measured on {}, and the floor is that of {}", self.of, floor.of));
        }
        let (than, is_worse) = match (self.bound, floor.bound) {
            (Bound::Least(now), Bound::Least(floor)) => ('<', now < floor),
            (Bound::Most(now), Bound::Most(floor)) => ('>', now > floor),
            _ => ('?', true),
        };
        is_worse.then(|| format!("{:.4} {than} {:.4}", self.value(), floor.value()))
    }
}

fn rounded(figure: f64) -> f64 {
    (figure * 10_000.0).round() / 10_000.0
}

pub fn report(part: &str, figures: &Figures) {
    for (name, figure) in figures {
        println!("{part}, {name}: {:.4} of {}", figure.value(), figure.of);
    }
}

/// Figures below their floor, and floors without a figure.
pub fn regressions(figures: &Figures, floors: &Figures) -> Vec<String> {
    let regression = |(name, floor): (&String, &Figure)| {
        let worse = match figures.get(name) {
            Some(now) => now.below(floor),
            None => Some("not in this folder".to_owned()),
        };
        worse.map(|worse| format!("{name}: {worse}"))
    };
    floors.iter().filter_map(regression).collect()
}

/// Whether the figures were measured on the pages and pairs of the floors. Other sets, such as the other half of a
/// benchmark, are only measured.
pub fn are_of_the_same(figures: &Figures, floors: &Figures) -> bool {
    floors.iter().all(|(name, floor)| figures.get(name).is_some_and(|now| now.of == floor.of))
}

const FILE: &str = "research/eval/floors.json";

pub fn recorded() -> Result<Floors> {
    serde_json::from_str(&text_of(&path(FILE))?).context(FILE)
}

pub fn write(floors: &Floors) -> Result<()> {
    save(FILE, floors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(figure: Figure) -> Figures {
        [("a".to_owned(), figure)].into()
    }

    #[test]
    fn a_figure_has_a_worse_side() {
        let f1 = |share| one(Figure::least(10, share));
        let wrong = |share| one(Figure::most(10, share));
        assert!(regressions(&f1(0.95), &f1(0.9)).is_empty());
        assert_eq!(regressions(&f1(0.89), &f1(0.9)), ["a: 0.8900 < 0.9000"]);
        assert!(regressions(&wrong(0.0), &wrong(0.1)).is_empty());
        assert_eq!(regressions(&wrong(0.2), &wrong(0.1)), ["a: 0.2000 > 0.1000"]);
        assert!(!regressions(&wrong(0.2), &f1(0.1)).is_empty());
    }

    #[test]
    fn missing_or_other_pages_do_not_pass() {
        let floors = one(Figure::least(10, 0.9));
        assert_eq!(regressions(&Figures::new(), &floors), ["a: not in this folder"]);
        let others = one(Figure::least(9, 0.9));
        assert_eq!(regressions(&others, &floors), ["a: measured on 9, and the floor is that of 10"]);
        assert!(!are_of_the_same(&others, &floors) && are_of_the_same(&floors, &floors));
    }

    #[test]
    fn floors_are_read_as_they_were_written() {
        let floors: Floors = [("verdict".to_owned(), one(Figure::most(5675, 1.0 / 3.0)))].into();
        let text = serde_json::to_string(&floors).unwrap();
        assert!(text.contains(r#""of":5675,"most":0.3333"#), "{text}");
        assert_eq!(serde_json::from_str::<Floors>(&text).unwrap(), floors);
        assert!(!recorded().unwrap()["extraction"].is_empty());
    }
}
