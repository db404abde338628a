//! Finds the readable files of a folder: pages, texts and web archives.

use crate::archive;
use crate::document::{Document, Named, ids, whole};
use crate::failure::{Failure, note, warn};
use crate::gzip;
use crate::html::is_html;
use crate::paths::Globs;
use offprint_report::Skipped;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What to look for in a folder beside pages.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub texts: bool,
    pub archives: bool,
    /// Which paths below the folder are taken.
    pub globs: &'a Globs,
}

/// The readable files of a folder.
pub struct Folder {
    /// Pages and texts, sorted by path.
    pub documents: Vec<Document>,
    /// Web archives, sorted by path.
    pub archives: Vec<PathBuf>,
    /// How many entries could not be looked at; each was reported.
    pub reported: Vec<Failure>,
}

impl Folder {
    /// All files under a folder that fit; links to folders are not followed. A page is recognised by its ending, or
    /// else by its first bytes. A note reports what was skipped.
    ///
    /// # Errors
    /// Fails if the folder itself cannot be read, or holds nothing to read.
    pub fn open(root: &Path, wanted: Wanted<'_>) -> Result<Folder, Failure> {
        let mut search = Search {
            root,
            wanted,
            found: Vec::new(),
            archives: Vec::new(),
            skipped: Skipped::default(),
            reported: Vec::new(),
        };
        let unreadable = |error: io::Error| Failure::unreadable(&error, root);
        let mut folders = search.folder(root).map_err(unreadable)?;
        while let Some(folder) = folders.pop() {
            match search.folder(&folder) {
                Ok(inside) => folders.extend(inside),
                Err(error) => search.fail(&error, &folder),
            }
        }
        let Search {
            mut found,
            mut archives,
            skipped,
            reported,
            ..
        } = search;
        if let Some(line) = skipped.line(&root.display().to_string()) {
            note(&line);
        }
        if found.is_empty() && archives.is_empty() {
            let advice = match wanted.globs.is_empty() {
                true => "name a folder that holds pages",
                false => "name a folder that holds pages, or check --include and --exclude",
            };
            return Err(Failure::new("nothing to read", root.display(), advice));
        }
        found.sort();
        archives.sort();
        let inside = found
            .iter()
            .map(|path| path.strip_prefix(root).unwrap_or(path));
        let inside: Vec<&Path> = inside.collect();
        let ids = ids(&inside);
        let documents = ids.into_iter().zip(&found);
        let documents = documents.map(|(id, path)| Document::named(id, path.clone()));
        Ok(Folder {
            documents: documents.collect(),
            archives,
            reported,
        })
    }
}

/// A search for documents in a folder.
struct Search<'a> {
    root: &'a Path,
    wanted: Wanted<'a>,
    found: Vec<PathBuf>,
    archives: Vec<PathBuf>,
    skipped: Skipped,
    reported: Vec<Failure>,
}

impl Search<'_> {
    /// Looks at one folder, and returns those inside.
    fn folder(&mut self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut folders = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let looked = entry.file_type().and_then(|kind| match kind.is_symlink() {
                true => Ok((false, fs::metadata(&path)?)),
                false => Ok((kind.is_dir(), entry.metadata()?)),
            });
            let inside = path.strip_prefix(self.root).unwrap_or(&path);
            let globs = self.wanted.globs;
            match looked {
                Ok((true, _)) if !globs.excludes(inside) => folders.push(path),
                Ok((false, metadata)) if !metadata.is_dir() && globs.takes(inside) => {
                    self.file(path, metadata.is_file());
                }
                Ok(_) => {}
                Err(error) => self.fail(&error, &path),
            }
        }
        Ok(folders)
    }

    fn file(&mut self, path: PathBuf, is_file: bool) {
        let wanted = match Named::of(&path) {
            _ if !is_file => false,
            Named::Page => true,
            Named::Text => self.wanted.texts,
            Named::Asset | Named::Other => false,
        };
        if wanted {
            return self.found.push(path);
        }
        // Hidden files are skipped, unless their names say that they are pages or texts.
        let hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        if path.file_name().is_some_and(hidden) {
            return;
        }
        let inside = path.strip_prefix(self.root).unwrap_or(&path);
        if !is_file {
            return self.skipped.add_special(&whole(inside));
        }
        if self.wanted.archives && archive::is_archive(&path) {
            return self.archives.push(path);
        }
        match gzip::start_of(&path) {
            Err(error) => self.fail(&error, &path),
            Ok(start) if Named::of(&path) == Named::Other && is_html(&start) => {
                self.found.push(path)
            }
            Ok(start) => self.skipped.add(&whole(inside), &start),
        }
    }

    fn fail(&mut self, error: &io::Error, path: &Path) {
        let failure = Failure::unreadable(error, path);
        warn(&failure);
        self.reported.push(failure);
    }
}
