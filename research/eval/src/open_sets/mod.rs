//! `data`: fetches the openly licensed sets by git, at pinned commits, and lays them out for `gate` and `measure`.
//!
//! A repository is kept in `FOLDER/.sources/NAME`. The sets of a source are written next to their place, checked, and
//! only then moved to it, so an interrupted run leaves only complete sets. The next run fetches the missing ones.

mod labels;
mod layout;

use crate::files::{name_of, paths_in};
use crate::measure::Place;
use anyhow::{Context, Result, ensure};
use labels::Labels;
use layout::{lay_out, remove};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A repository and the sets that it holds.
struct Source<'a> {
    name: &'a str,
    url: &'a str,
    /// Git refuses files that do not match the commit.
    commit: &'a str,
    labels: Labels<'a>,
}

/// All pages that a source labels, which is more than our floors are measured on: see docs/datasets.md.
const SOURCES: [Source; 4] = [
    // MIT
    Source {
        name: "aeb",
        url: "https://github.com/scrapinghub/article-extraction-benchmark",
        commit: "11b407d43934becc20873bb3dcd5e3d2591746d3",
        labels: Labels::Object {
            file: "ground-truth.json",
            text: "articleBody",
            pages: "html",
            ending: ".html.gz",
            lang: Some("en"),
        },
    },
    // Apache-2.0
    Source {
        name: "magic",
        url: "https://github.com/opendatalab/magic-html",
        commit: "5a31883cd60a03a163cbc854158e5d5194894de0",
        labels: Labels::Object {
            file: "benchmark/data/article/base.json",
            text: "content",
            pages: "benchmark/data/article/htmls",
            ending: ".html",
            lang: None,
        },
    },
    // MIT
    Source {
        name: "zh_cwced",
        url: "https://github.com/immortal-autumn/Chinese-Web-Content-Extraction-Dataset",
        commit: "c3df35eb0d320134e10fb1dc9086312cb88a1389",
        labels: Labels::Files { pages: "original", texts: "cleaned", lang: "zh" },
    },
    // CC-BY-4.0
    Source {
        name: "wcxb",
        url: "https://github.com/Murrough-Foley/web-content-extraction-benchmark",
        commit: "62ff86d12ea72c80c31fb810ff1a724fad687bea",
        labels: Labels::Wcxb { split: "dev" },
    },
];

/// Fetches all sources into the folder. One that fails does not stop the others, but is an error in the end.
pub fn fetch(folder: &Path) -> Result<()> {
    fetch_all(folder, &SOURCES)
}

fn fetch_all(folder: &Path, sources: &[Source]) -> Result<()> {
    let mut failed = String::new();
    for source in sources {
        match source.fetch(folder) {
            Ok(report) => println!("{}: {report}", source.name),
            Err(error) => {
                eprintln!("{}: {error:#}", source.name);
                write!(failed, " {}", source.name)?;
            }
        }
    }
    ensure!(failed.is_empty(), "not fetched:{failed}. The other sets are in place; run this again for the rest");
    Ok(())
}

impl Source<'_> {
    /// Describes what was laid out.
    fn fetch(&self, folder: &Path) -> Result<String> {
        let sources = folder.join(".sources");
        let repository = sources.join(self.name);
        self.check_out(&repository)?;
        let places = self.labels.places(&repository, self.name)?;
        let pages: Vec<&Place> = places.iter().filter(|place| place.html.is_file()).collect();
        ensure!(!pages.is_empty(), "the commit holds no labelled page where {} is expected to have them", self.url);

        let new = sources.join(format!("{}.new", self.name));
        remove(&new)?;
        lay_out(&new, &pages)?;
        for set in paths_in(&new)? {
            let name = name_of(&set);
            let place = folder.join(parent_of(&name)).join(&name);
            remove(&place)?;
            fs::create_dir_all(place.parent().unwrap_or(folder))?;
            fs::rename(set, &place).with_context(|| format!("cannot write {}", place.display()))?;
        }
        remove(&new)?;
        let missing = match places.len() - pages.len() {
            0 => String::new(),
            labels => format!(", {labels} labels without a page left out"),
        };
        Ok(format!("{} pages{missing}", pages.len()))
    }

    /// Checks the commit out. The remains of an interrupted run are used if git accepts them; otherwise all is fetched
    /// again.
    fn check_out(&self, repository: &Path) -> Result<()> {
        let check_out = || {
            let files = ["checkout", "--quiet", "--force", "--detach", self.commit];
            git(repository, &files)
        };
        if repository.join(".git").is_dir() && check_out().is_ok() {
            return Ok(());
        }
        remove(repository)?;
        fs::create_dir_all(repository).with_context(|| format!("cannot write {}", repository.display()))?;
        git(repository, &["init", "--quiet"])?;
        let fetch = ["fetch", "--quiet", "--depth=1", self.url, self.commit];
        git(repository, &fetch)?;
        check_out()?;
        Ok(())
    }
}

/// Returns what git prints.
fn git(repository: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git")
        // The bytes of a page stay as they were committed.
        .args(["-c", "core.autocrlf=false", "-c", "advice.detachedHead=false"])
        .args(arguments)
        .current_dir(repository)
        .env("GIT_CEILING_DIRECTORIES", repository.parent().unwrap_or(repository))
        .env("GIT_TERMINAL_PROMPT", "0")
        .output()
        .context("cannot start git")?;
    ensure!(
        output.status.success(),
        "`git {}` failed: {}",
        arguments.join(" "),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder of the sets with a name. The sets of WCXB are measured by kind.
fn parent_of(set: &str) -> &'static str {
    if set.starts_with("wcxb_") { "wide" } else { "extract" }
}

#[cfg(test)]
mod tests;
