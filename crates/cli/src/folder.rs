//! Finds the readable files of a folder: pages, texts, web archives, and lists.

use crate::document::{Document, ids, whole};
use crate::failure::{Failure, note, warn};
use crate::kind::{Name, is_html};
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
pub enum Filter {
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

/// The readable files under a folder, each kind sorted by path; links to folders are not followed. A page is recognized
/// by its ending or its first bytes. Lists are read only if there is nothing else: a list among pages is more likely
/// the output of an earlier run. A note reports what was skipped.
///
/// # Errors
/// Fails if the folder itself cannot be read, or holds nothing to read.
pub fn open(root: &Path, filter: Filter, globs: &Globs) -> Result<(Vec<Document>, Files), Failure> {
    let mut files = Files::default();
    let is_in = |entry: &DirEntry| {
        let inside = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let is_folder = entry.file_type().is_dir();
        let included = is_folder || globs.include.is_empty() || globs.include.is_match(inside);
        entry.depth() == 0 || included && !globs.exclude.is_match(inside)
    };
    let walk = WalkDir::new(root).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(is_in) {
        let (path, added) = match entry {
            Ok(entry) => {
                let inside = entry.path().strip_prefix(root).unwrap_or(entry.path());
                let added = files.add(entry.path(), inside, filter);
                (entry.into_path(), added)
            }
            Err(error) => {
                let (depth, path) = (error.depth(), error.path().unwrap_or(root).to_owned());
                let error = error.into();
                if depth == 0 {
                    return Err(Failure::unreadable(&error, root));
                }
                (path, Err(error))
            }
        };
        if let Err(error) = added {
            let failure = Failure::unreadable(&error, &path);
            warn(&failure);
            files.reported.push(failure);
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
        let advice = if globs.include.is_empty() && globs.exclude.is_empty() {
            "name a folder that holds pages"
        } else {
            "name a folder that holds pages, or check --include and --exclude"
        };
        return Err(Failure::new("nothing to read", root.display(), advice));
    }
    let inside = |path| Path::strip_prefix(path, root).unwrap_or(path);
    let ids = ids(&documents.iter().map(|path| inside(path)).collect::<Vec<_>>());
    let documents = ids.into_iter().zip(documents).map(|(id, path)| Document::file(id, path));
    Ok((documents.collect(), files))
}

impl Files {
    /// Adds a file; `inside` is its path in the folder.
    fn add(&mut self, path: &Path, inside: &Path, filter: Filter) -> io::Result<()> {
        // Follow a link to its target.
        let at = fs::metadata(path)?;
        let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        match Name::new(path) {
            _ if at.is_dir() => {}
            Name::Page if at.is_file() => self.documents.push(path.to_owned()),
            Name::Text if at.is_file() && filter != Filter::Pages => {
                self.documents.push(path.to_owned());
            }
            // Hidden files are skipped, unless their names say that they are pages or texts.
            _ if path.file_name().is_some_and(is_hidden) => {}
            _ if !at.is_file() => self.skipped.add_special(&whole(inside)),
            Name::Archive if filter != Filter::Named => self.archives.push(path.to_owned()),
            Name::List => self.lists.push(path.to_owned()),
            name => {
                let start = packed::start_of(path)?;
                if name == Name::Other && is_html(&start) {
                    self.documents.push(path.to_owned());
                } else {
                    self.skipped.add(&whole(inside), &start);
                }
            }
        }
        Ok(())
    }
}
