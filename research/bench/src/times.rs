//! Times of several rounds over the same pages.

use anyhow::{Context, Result};
use std::time::{Duration, Instant};

/// Something that reads a page.
pub type Read = fn(&[u8]);

/// One round over all pages.
pub struct Round {
    /// CPU seconds for all pages, or wall-clock seconds where the system does not count them.
    pub seconds: f64,
    /// Wall-clock milliseconds for each page.
    pub pages: Vec<f64>,
}

impl Round {
    /// Reads all pages.
    pub fn new(pages: &[Vec<u8>], read: Read) -> Round {
        let (wall, cpu) = (Instant::now(), cpu_time());
        let milliseconds = |page: &Vec<u8>| {
            let start = Instant::now();
            read(page);
            start.elapsed().as_secs_f64() * 1e3
        };
        let pages = pages.iter().map(milliseconds).collect();
        let seconds = match (cpu, cpu_time()) {
            (Some(start), Some(end)) => end - start,
            _ => wall.elapsed(),
        };
        Round { seconds: seconds.as_secs_f64(), pages }
    }

    /// Reads a line of numbers: the seconds, then the milliseconds of each page.
    pub fn of_line(line: &str) -> Result<Round> {
        let mut numbers = line.split_whitespace().map(str::parse);
        let seconds = numbers.next().context("no number of seconds")??;
        let pages = numbers.collect::<Result<_, _>>()?;
        Ok(Round { seconds, pages })
    }
}

/// The CPU time of this thread. Unlike the clock, it leaves out the time of other threads.
#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::ThreadCPUTime).try_into().ok()
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}

/// A program that is measured, and its rounds.
pub struct Row {
    pub name: String,
    pub rounds: Vec<Round>,
}

impl Row {
    pub fn new(name: &str) -> Row {
        Row { name: name.to_owned(), rounds: Vec::new() }
    }

    /// CPU seconds of the best round.
    pub fn best(&self) -> f64 {
        let seconds = self.rounds.iter().map(|round| round.seconds);
        seconds.fold(f64::INFINITY, f64::min)
    }

    /// CPU seconds of the median round.
    pub fn median(&self) -> f64 {
        let seconds: Vec<f64> = self.rounds.iter().map(|round| round.seconds).collect();
        percentile(&seconds, 50)
    }

    /// The best wall-clock milliseconds of each page.
    fn pages(&self) -> Vec<f64> {
        let best = |page: usize| {
            let times = self.rounds.iter().map(|round| round.pages[page]);
            times.fold(f64::INFINITY, f64::min)
        };
        (0..self.rounds[0].pages.len()).map(best).collect()
    }

    /// The given percentile of the pages' milliseconds, each page at its best.
    pub fn page(&self, percent: usize) -> f64 {
        percentile(&self.pages(), percent)
    }
}

/// The given percentile of the values; 0 for an empty list.
pub fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * percent / 100).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_count_at_their_best() {
        let mut row = Row::new("x");
        for line in ["2.5 1 9 4", "2 3 7 5"] {
            row.rounds.push(Round::of_line(line).unwrap());
        }
        assert_eq!((row.best(), row.page(50), row.page(100)), (2.0, 4.0, 7.0));
        assert!(Round::of_line("").is_err() && Round::of_line("1 x").is_err());
    }
}
