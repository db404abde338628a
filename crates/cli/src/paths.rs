//! What is read, as the user names it: the options that commands on many documents share.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use offprint::ReadOptions;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Paths, on the command line or in a file.
#[derive(Args)]
pub struct Paths {
    /// Pages, folders of them, web archives (.warc, .wet), feeds (RSS, Atom, JSON Feed), texts (.txt, or lines {"id",
    /// "title", "text"} for dedupe and origins), http and https addresses (npx offprint only); - for standard input
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    paths: Vec<PathBuf>,
    /// A file that names more paths, one a line; - for standard input
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// What a path is, if its name and beginning do not tell
    #[arg(long = "as", value_name = "KIND", value_enum)]
    pub kind: Option<Kind>,
    /// Read what a feed itself has of its entries, not the pages that it links to
    #[arg(long)]
    pub feed_content: bool,
    #[command(flatten)]
    most: Most,
}

/// What a path may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    Page,
    Feed,
    Warc,
}

/// How much of a page is read.
#[derive(Args)]
pub struct Most {
    /// Read no more than this of a page: bytes, or 500K, 50M, 2G
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "8M")]
    max_bytes: usize,
}

impl Paths {
    /// All of them, in their order.
    pub fn all(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut paths = self.paths.clone();
        if let Some(list) = &self.files_from {
            paths.extend(listed(list)?);
        }
        if paths.is_empty() {
            let place = self.files_from.as_deref().unwrap_or(Path::new("-"));
            let what = "no path in this list";
            return Err(Failure::new(what, place.display(), "write one a line"));
        }
        Ok(paths)
    }

    /// How pages are read.
    pub fn options(&self) -> ReadOptions {
        self.most.options()
    }
}

impl Most {
    /// How pages are read.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            max_bytes: self.max_bytes,
            ..ReadOptions::default()
        }
    }
}

/// The paths that a file names; empty lines are passed over.
fn listed(list: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: io::Error| Failure::unreadable(&error, list);
    let lines: Box<dyn BufRead> = match list.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(list).map_err(unreadable)?)),
    };
    let mut paths = Vec::new();
    for line in lines.lines() {
        let line = line.map_err(unreadable)?;
        let path = line.trim_end_matches('\r');
        if !path.is_empty() {
            paths.push(PathBuf::from(path));
        }
    }
    Ok(paths)
}

/// A number of bytes, with K, M or G for so many thousand of 1,024.
fn bytes(text: &str) -> Result<usize, String> {
    let (digits, unit) = text.split_at(
        text.trim_end_matches(|c: char| c.is_ascii_alphabetic())
            .len(),
    );
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("it ends in neither K, M nor G".to_owned()),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<usize> = is_number.then(|| digits.parse().ok()).flatten();
    let size = number.and_then(|number| number.checked_mul(1 << shift));
    size.ok_or_else(|| "it is no whole number of bytes, or too large a one".to_owned())
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_have_units() {
        for (text, expected) in [
            ("0", 0),
            ("1000", 1000),
            ("50M", 50 << 20),
            ("2k", 2048),
            ("1G", 1 << 30),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "M",
            "1.5M",
            "-1",
            "1T",
            "1MB",
            "99999999999999999999",
            "x",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
