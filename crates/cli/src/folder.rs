//! Finds the readable files of a folder: pages, texts, web archives, and lists.

use crate::archive;
use crate::document::{Document, Named, ends_in, ids, inner, whole};
use crate::failure::{Failure, note, warn};
use crate::html::is_html;
use crate::input::{Bytes, Input, Opening, Wanted};
use crate::packed;
use crate::paths::Globs;
use offprint_report::Skipped;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// What was found in a folder.
#[derive(Default)]
struct Files {
    documents: Vec<PathBuf>,
    archives: Vec<PathBuf>,
    lists: Vec<PathBuf>,
    skipped: Skipped,
    reported: Vec<Failure>,
}

/// The readable files under a folder, each kind sorted by path; links to folders are not followed. A page is recognised
/// by its ending, or else by its first bytes. Lists are read only if there is nothing else, since what is among pages is
/// rather the result of an earlier run. A note reports what was skipped.
///
/// # Errors
/// Fails if the folder itself cannot be read, or holds nothing to read.
pub fn open(root: &Path, opening: &Opening, globs: &Globs) -> Result<Input, Failure> {
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
                    false => files.add(path, inside, at.is_file(), opening.wanted),
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
    let Files {
        documents,
        archives,
        lists,
        mut skipped,
        reported,
    } = files;
    let has_lists = documents.is_empty() && archives.is_empty();
    for path in lists.iter().filter(|_| !has_lists) {
        skipped.add(&whole(path.strip_prefix(root).unwrap_or(path)), b"");
    }
    if let Some(line) = skipped.line(&root.display().to_string()) {
        note(&line);
    }
    if has_lists && lists.is_empty() {
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
    let bytes = |path: &PathBuf| Bytes::of(path, None, opening);
    let mut inputs = vec![Input::Several(Arc::new(documents.collect()))];
    inputs.extend(archives.iter().map(|path| Input::Archive(bytes(path))));
    inputs.extend(
        lists
            .iter()
            .filter(|_| has_lists)
            .map(|path| Input::List(bytes(path))),
    );
    Ok(Input::Many(inputs, reported))
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
