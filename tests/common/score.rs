//! How well texts were read, as the article-extraction-benchmark measures it: multisets of runs of
//! four words (Chinese and Japanese: four letters); precision over the pages with a prediction,
//! recall over those with a gold text, and F1 of the two means.
//!
//! A page without a prediction lowers recall only, so the share of such pages and the mean of the pages' own F1 are
//! also given. `research/eval` includes this file, so that a big set is measured like a fixture.

use std::collections::HashMap;

/// What a text is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Runs of letters, digits and underscores.
    Word,
    /// Letters and digits, one by one.
    Letter,
}

impl Unit {
    /// The unit that texts of a language are counted in.
    pub fn new(language: &str) -> Unit {
        match language {
            "zh" | "ja" => Unit::Letter,
            _ => Unit::Word,
        }
    }

    pub fn split(self, text: &str) -> Vec<&str> {
        match self {
            Unit::Word => text.split(|c| !is_letter(c) && c != '_').filter(|word| !word.is_empty()).collect(),
            Unit::Letter => {
                text.char_indices().filter(|&(_, c)| is_letter(c)).map(|(at, c)| &text[at..at + c.len_utf8()]).collect()
            }
        }
    }
}

/// Whether a character is what Python's `\w` takes for a letter or digit. The standard library also
/// counts vowel points as letters, which there break words.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric()
        && !matches!(c, '\u{5B0}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}')
}

/// Units in a run.
pub const RUN: usize = 4;

fn runs<'a>(units: &'a [&'a str]) -> HashMap<&'a [&'a str], u32> {
    let mut counts = HashMap::new();
    for run in units.windows(units.len().clamp(1, RUN)) {
        *counts.entry(run).or_insert(0) += 1;
    }
    counts
}

/// F1 of the words of one page as WCXB counts them: in lower case, and in any order.
pub fn word_f1(read: &str, gold: &str) -> f64 {
    let (read, gold) = (read.to_lowercase(), gold.to_lowercase());
    let (read, gold) = (Unit::Word.split(&read), Unit::Word.split(&gold));
    let mut left: HashMap<&str, u32> = HashMap::new();
    for word in &gold {
        *left.entry(word).or_insert(0) += 1;
    }
    let mut common = 0;
    for word in &read {
        if let Some(n) = left.get_mut(word).filter(|n| **n > 0) {
            *n -= 1;
            common += 1;
        }
    }
    match read.len() + gold.len() {
        0 => 1.0,
        both => 2.0 * f64::from(common) / both as f64,
    }
}

/// The runs of one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    common: u32,
    read: u32,
    gold: u32,
}

impl Counts {
    /// Compares the text read from a page with its gold text.
    pub fn new(read: &str, gold: &str, unit: Unit) -> Counts {
        let (read, gold) = (unit.split(read), unit.split(gold));
        let (read, gold) = (runs(&read), runs(&gold));
        let common = |(run, count): (&&[&str], &u32)| *count.min(gold.get(*run).unwrap_or(&0));
        Counts { common: read.iter().map(common).sum(), read: read.values().sum(), gold: gold.values().sum() }
    }

    /// Runs that the text read shares with the gold text.
    pub fn common(self) -> u32 {
        self.common
    }

    /// Runs of the text read that the gold text lacks.
    pub fn others(self) -> u32 {
        self.read - self.common
    }

    /// Share of the prediction that is right, if there is one.
    fn precision(self) -> Option<f64> {
        (self.read > 0).then(|| f64::from(self.common) / f64::from(self.read))
    }

    /// Share of the gold text that was read, if there is one.
    fn recall(self) -> Option<f64> {
        (self.gold > 0).then(|| f64::from(self.common) / f64::from(self.gold))
    }

    /// F1 of this page alone; 1 if there was nothing to read and nothing was.
    pub fn f1(self) -> f64 {
        match self.read + self.gold {
            0 => 1.0,
            both => 2.0 * f64::from(self.common) / f64::from(both),
        }
    }
}

/// The figures of a set of pages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    pub pages: usize,
    pub f1: f64,
    pub precision: f64,
    pub recall: f64,
    /// Mean of the pages' own F1.
    pub mean_f1: f64,
    /// Share of pages without a prediction.
    pub empty: f64,
}

impl Summary {
    pub fn new(pages: &[Counts]) -> Summary {
        let precision = mean(pages.iter().filter_map(|page| page.precision()));
        let recall = mean(pages.iter().filter_map(|page| page.recall()));
        Summary {
            pages: pages.len(),
            f1: harmonic(precision, recall),
            precision,
            recall,
            mean_f1: mean(pages.iter().map(|page| page.f1())),
            empty: mean(pages.iter().map(|page| f64::from(u8::from(page.read == 0)))),
        }
    }
}

fn harmonic(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

pub fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

/// Sets drawn for an interval. Larger: a smoother interval, and slower.
const DRAWS: usize = 1000;

/// The interval of a figure for 95 of 100 such sets, with members drawn with replacement (Efron, 1979), from a fixed
/// seed.
pub fn interval<T: Copy>(members: &[T], figure: impl Fn(&[T]) -> f64) -> (f64, f64) {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut draw = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        members[(state >> 32) as usize % members.len()]
    };
    let mut figures: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn: Vec<T> = members.iter().map(|_| draw()).collect();
            figure(&drawn)
        })
        .collect();
    figures.sort_by(f64::total_cmp);
    (figures[DRAWS / 40], figures[DRAWS - DRAWS / 40])
}

/// The interval of F1.
pub fn f1_interval(pages: &[Counts]) -> (f64, f64) {
    interval(pages, |drawn| Summary::new(drawn).f1)
}
