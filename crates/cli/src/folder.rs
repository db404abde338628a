//! Finds the readable files of a folder: pages, texts, web archives, and lists.

use crate::document::{ids, whole};
use crate::failure::{Failure, note};
use crate::kind::{ASSETS, Kind, ends_in, inner, is_html};
use crate::packed;
use crate::source::Source;
use globset::GlobSet;
use offprint_report::Skipped;
use std::fs;
use std::io;
use std::path::Path;
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

/// The readable files under a folder, each kind sorted by path; links to folders are not followed. A page is recognized
/// by its ending or its first bytes. Lists are read only if there is nothing else: a list among pages is more likely
/// the output of an earlier run. A note reports what was skipped. The failures are of what could not be looked at.
///
/// # Errors
/// Fails if the folder itself cannot be read, or holds nothing to read.
pub fn open(root: &Path, filter: Filter, globs: &Globs) -> Result<(Vec<Source>, Vec<Failure>), Failure> {
    let (mut documents, mut archives, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    let (mut skipped, mut failures) = (Skipped::default(), Vec::new());
    let walk = WalkDir::new(root).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| globs.take(entry, root)) {
        let (path, kind) = match entry {
            Ok(entry) => {
                let kind = kind_of(entry.path(), inside(entry.path(), root), filter, &mut skipped);
                (entry.into_path(), kind)
            }
            Err(error) if error.depth() == 0 => return Err(Failure::unreadable(&error.into(), root)),
            Err(error) => (error.path().unwrap_or(root).to_owned(), Err(error.into())),
        };
        match kind {
            Ok(None) => {}
            Ok(Some(Kind::Warc)) => archives.push(path),
            Ok(Some(Kind::List)) => lists.push(path),
            Ok(Some(_)) => documents.push(path),
            Err(error) => failures.push(Failure::unreadable(&error, &path)),
        }
    }
    if !documents.is_empty() || !archives.is_empty() {
        lists.drain(..).for_each(|path| skipped.add(&whole(inside(&path, root)), b""));
    }
    if let Some(line) = skipped.line(&root.display().to_string()) {
        note(&line);
    }
    let ids = ids(&documents.iter().map(|path| inside(path, root)).collect::<Vec<_>>());
    let pages = ids.into_iter().zip(documents);
    let mut sources: Vec<_> = pages.map(|(id, path)| Source { id, ..Source::named(path, Some(Kind::Page)) }).collect();
    sources.extend(archives.into_iter().map(|path| Source::named(path, Some(Kind::Warc))));
    sources.extend(lists.into_iter().map(|path| Source::named(path, Some(Kind::List))));
    if sources.is_empty() {
        let advice = if globs.include.is_empty() && globs.exclude.is_empty() {
            "name a folder that holds pages"
        } else {
            "name a folder that holds pages, or check --include and --exclude"
        };
        return Err(Failure::new("nothing to read", root.display(), advice));
    }
    Ok((sources, failures))
}

impl Globs {
    fn take(&self, entry: &DirEntry, root: &Path) -> bool {
        let inside = inside(entry.path(), root);
        let is_included = entry.file_type().is_dir() || self.include.is_empty() || self.include.is_match(inside);
        entry.depth() == 0 || is_included && !self.exclude.is_match(inside)
    }
}

fn inside<'a>(path: &'a Path, root: &Path) -> &'a Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// What a file is read as, if it is read; `inside` is its path in the folder.
fn kind_of(path: &Path, inside: &Path, filter: Filter, skipped: &mut Skipped) -> io::Result<Option<Kind>> {
    // Follow a link to its target.
    let at = fs::metadata(path)?;
    let kind = Kind::of_name(path);
    let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    match kind {
        _ if at.is_dir() => Ok(None),
        Some(Kind::Page) if at.is_file() => Ok(kind),
        Some(Kind::Text) if at.is_file() && filter != Filter::Pages => Ok(kind),
        // Hidden files are skipped, unless their names say that they are pages or texts.
        _ if is_hidden => Ok(None),
        Some(Kind::Warc) if at.is_file() && filter != Filter::Named => Ok(kind),
        Some(Kind::List) if at.is_file() => Ok(kind),
        _ if !at.is_file() => {
            skipped.add_special(&whole(inside));
            Ok(None)
        }
        _ => {
            let start = packed::start_of(path)?;
            if kind.is_none() && !ends_in(&inner(path), ASSETS) && is_html(&start) {
                return Ok(Some(Kind::Page));
            }
            skipped.add(&whole(inside), &start);
            Ok(None)
        }
    }
}
