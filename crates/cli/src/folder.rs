//! Finds the readable files of a folder: pages, texts, web archives, and lists.

use crate::archive;
use crate::document::{Document, Named, ends_in, ids, inner, whole};
use crate::failure::{Failure, note, warn};
use crate::html::is_html;
use crate::packed;
use globset::GlobSet;
use offprint_report::Skipped;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// What a command reads.
#[derive(Clone, Copy, PartialEq)]
pub enum Wanted {
    /// Every file is read as a page, unless it begins like a list.
    Pages,
    /// Pages and texts; a file of any other kind is a list of texts.
    Documents,
    /// The same without archives, which cannot be searched for an id.
    Named,
}

/// Which files of a folder are taken, by their paths below it.
#[derive(Default)]
pub struct Globs {
    pub include: GlobSet,
    pub exclude: GlobSet,
}

/// What was found in a folder.
#[derive(Default)]
pub struct Files {
    documents: Vec<PathBuf>,
    pub archives: Vec<PathBuf>,
    /// Lists; none if there is anything else.
    pub lists: Vec<PathBuf>,
    skipped: Skipped,
    /// The failures of what could not be looked at; each was reported.
    pub reported: Vec<Failure>,
}

/// The readable files under a folder, each kind sorted by path; links to folders are not followed. A page is recognised
/// by its ending, or else by its first bytes. Lists are read only if there is nothing else, since what is among pages is
/// rather the result of an earlier run. A note reports what was skipped.
///
/// # Errors
/// Fails if the folder itself cannot be read, or holds nothing to read.
pub fn open(root: &Path, wanted: Wanted, globs: &Globs) -> Result<(Vec<Document>, Files), Failure> {
    let mut files = Files::default();
    let is_in = |entry: &DirEntry| {
        let inside = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let is_folder = entry.file_type().is_dir();
        let included = is_folder || globs.include.is_empty() || globs.include.is_match(inside);
        entry.depth() == 0 || included && !globs.exclude.is_match(inside)
    };
    for entry in WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(is_in)
    {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => {
                let path = entry.path();
                // Of a link, what it leads to.
                let inside = path.strip_prefix(root).unwrap_or(path);
                let added = fs::metadata(path).and_then(|at| match at.is_dir() {
                    true => Ok(()),
                    false => files.add(path, inside, at.is_file(), wanted),
                });
                added.unwrap_or_else(|error| files.fail(&error, path));
            }
            Err(error) => {
                let (depth, path) = (error.depth(), error.path().unwrap_or(root).to_owned());
                let error = error.into();
                if depth == 0 {
                    return Err(Failure::unreadable(&error, root));
                }
                files.fail(&error, &path);
            }
        }
    }
    if !files.documents.is_empty() || !files.archives.is_empty() {
        for path in files.lists.drain(..) {
            let inside = path.strip_prefix(root).unwrap_or(&path);
            files.skipped.add(&whole(inside), b"");
        }
    }
    let documents = std::mem::take(&mut files.documents);
    if let Some(line) = files.skipped.line(&root.display().to_string()) {
        note(&line);
    }
    if documents.is_empty() && files.archives.is_empty() && files.lists.is_empty() {
        let advice = match globs.include.is_empty() && globs.exclude.is_empty() {
            true => "name a folder that holds pages",
            false => "name a folder that holds pages, or check --include and --exclude",
        };
        return Err(Failure::new("nothing to read", root.display(), advice));
    }
    let inside = documents
        .iter()
        .map(|path| path.strip_prefix(root).unwrap_or(path));
    let ids = ids(&inside.collect::<Vec<_>>()).into_iter();
    let documents = ids
        .zip(documents)
        .map(|(id, path)| Document::named(id, path));
    Ok((documents.collect(), files))
}

impl Files {
    /// Adds a file; `inside` is its path in the folder.
    fn add(&mut self, path: &Path, inside: &Path, is_file: bool, wanted: Wanted) -> io::Result<()> {
        let named = Named::of(path);
        let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        if is_file && (named == Named::Page || named == Named::Text && wanted != Wanted::Pages) {
            self.documents.push(path.to_owned());
            return Ok(());
        }
        // Hidden files are skipped, unless their names say that they are pages or texts.
        if path.file_name().is_some_and(is_hidden) {
            return Ok(());
        }
        if !is_file {
            self.skipped.add_special(&whole(inside));
            return Ok(());
        }
        if archive::is_archive(path) && wanted != Wanted::Named {
            self.archives.push(path.to_owned());
            return Ok(());
        }
        if ends_in(&inner(path), &["jsonl", "ndjson", "parquet"]) {
            self.lists.push(path.to_owned());
            return Ok(());
        }
        let start = packed::start_of(path)?;
        if named == Named::Other && is_html(&start) {
            self.documents.push(path.to_owned());
        } else {
            self.skipped.add(&whole(inside), &start);
        }
        Ok(())
    }

    fn fail(&mut self, error: &io::Error, path: &Path) {
        let failure = Failure::unreadable(error, path);
        warn(&failure);
        self.reported.push(failure);
    }
}
