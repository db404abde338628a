//! The options by which the user names what to read; the commands on many documents share them.

use crate::failure::{At, Failure};
use crate::folder::{Filter, Globs};
use crate::input::Opener;
use crate::kind::Kind;
use crate::list::Fields;
use crate::source::Source;
use crate::web::Web;
use clap::Args;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use offprint::ReadOptions;
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Paths, on the command line or in a file.
#[derive(Args)]
pub struct Paths {
    /// Pages, folders of them, web archives (.warc, .wet), feeds (RSS, Atom, JSON Feed), texts (.txt, or lines {"id",
    /// "title", "text"} or Parquet, not for clean), http and https addresses; - for standard input
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    paths: Vec<PathBuf>,
    /// Read more paths from this file, one per line; - for standard input
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// In folders, read only files whose path below the folder matches, or whose name does if the glob has no slash.
    /// May be repeated
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// In folders, skip files and folders whose path or name matches. May be repeated
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// What each path is, if its name and first bytes do not show it
    #[arg(long = "as", value_name = "KIND", value_enum)]
    kind: Option<Kind>,
    /// The field, or column, of a list that holds the texts
    #[arg(long, value_name = "NAME", default_value = "text")]
    text_field: String,
    /// The field, or column, of a list that holds the ids; without an id, a text is named by its file and line
    #[arg(long, value_name = "NAME", default_value = "id")]
    id_field: String,
    #[command(flatten)]
    fetch: FetchArgs,
    #[command(flatten)]
    pub limit: LimitArgs,
}

/// How addresses are fetched.
#[derive(Args)]
pub struct FetchArgs {
    /// The longest time to wait for the response of an address
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub timeout: u32,
}

/// How much of a page or text is read.
#[derive(Args)]
pub struct LimitArgs {
    /// Read no more than this of a page or text: bytes, or 500K, 50M, 2G. At most 50,000 paragraphs of a page are read
    /// in any case
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
            return Err(Failure::new("the list has no paths", place.display(), "write one path per line"));
        }
        Ok(paths)
    }

    pub fn opener(&self, filter: Filter) -> Result<Opener, Failure> {
        Ok(Opener {
            filter,
            globs: Globs {
                include: glob_set("--include", &self.include)?,
                exclude: glob_set("--exclude", &self.exclude)?,
            },
            kind: self.kind,
            max_bytes: self.limit.max_bytes,
            web: Web::new(self.fetch.timeout),
            fields: Fields { id: self.id_field.clone(), text: self.text_field.clone() },
        })
    }
}

/// Patterns; those without a slash match names in any folder.
fn glob_set(option: &str, patterns: &[String]) -> Result<GlobSet, Failure> {
    let refuse = |error: globset::Error| {
        let what = format!("invalid pattern ({})", error.kind());
        let place = format!("{option} {}", error.glob().unwrap_or_default());
        Failure::new(what, place, "write it like '*.html' or 'drafts/**'")
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let anywhere =
            if pattern.contains('/') { pattern.trim_start_matches('/').to_owned() } else { format!("**/{pattern}") };
        let glob = GlobBuilder::new(&anywhere).literal_separator(true).build();
        set.add(glob.map_err(refuse)?);
    }
    set.build().map_err(refuse)
}

impl LimitArgs {
    pub fn options(&self) -> ReadOptions {
        let mut options = ReadOptions::new();
        options.max_bytes = self.max_bytes;
        options
    }
}

/// Refuses to write a file that is also read, or that is written twice, before anything is read.
pub fn check_outputs(inputs: &[PathBuf], outputs: &[Option<&Path>]) -> Result<(), Failure> {
    let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_default();
    // A device or a pipe may be named twice.
    let outputs = outputs.iter().flatten().filter(|path| path.is_file() || !path.exists());
    let mut known: Option<HashSet<PathBuf>> = None;
    for &path in outputs {
        let known = known.get_or_insert_with(|| inputs.iter().map(|input| place(input)).collect());
        if !known.insert(place(path)) {
            let what = "this file would be read and written, or written twice";
            return Err(Failure::misuse(what, path.display(), "name another file for the output"));
        }
    }
    Ok(())
}

/// The paths that a file names, one per line; empty ones are skipped.
fn listed(list: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut bytes = Vec::new();
    Source::new(list)?.open()?.read_to_end(&mut bytes).at(list)?;
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let paths = text.split(|&byte| byte == b'\n').map(|path| path.strip_suffix(b"\r").unwrap_or(path));
    Ok(paths.filter(|path| !path.is_empty()).map(path_of).collect())
}

/// Names need not be UTF-8.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// A number of bytes; K, M and G multiply by powers of 1,024.
fn bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match &*text[digits.len()..].to_ascii_uppercase() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("the unit must be K, M or G".to_owned()),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse::<usize>().ok().filter(|_| is_number);
    let size = number.and_then(|number| number.checked_mul(1 << shift));
    size.ok_or_else(|| "use a whole number of bytes that this machine can address".to_owned())
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_have_units() {
        for (text, expected) in [("0", 0), ("1000", 1000), ("50M", 50 << 20), ("2k", 2048), ("1G", 1 << 30)] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "M", "1.5M", "-1", "1T", "1MB", "99999999999999999999", "x"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
