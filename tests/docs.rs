//! Checks that the documents describe the tree as it is.

use std::path::{Path, PathBuf};

/// The folders of the repository that documents name.
const ROOMS: [&str; 14] = [
    ".ci",
    "crates",
    "docs",
    "engines",
    "extension",
    "mcp",
    "pkg",
    "research",
    "shared",
    "src",
    "tests",
    "tools",
    "worker",
    "www",
];

/// Every `path` in backquotes that looks like one of this repository exists.
#[test]
fn every_path_that_the_documents_name_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    let mut named = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap_or_else(|error| panic!("{}: {error}", document.display()));
        for path in text.split('`').skip(1).step_by(2) {
            let ours = path.split_once('/').is_some_and(|(room, rest)| ROOMS.contains(&room) && !rest.is_empty());
            // Generated, and present only after a build.
            let generated = path.contains("/dist");
            let pattern = path.contains([' ', '*', '<', '…']) || path.contains("NAME");
            if ours && !generated && !pattern {
                named += 1;
                if !root.join(path).exists() {
                    missing.push(format!("{}: {path}", document.display()));
                }
            }
        }
    }
    assert!(named > 200, "only {named} paths found: the check reads the wrong thing");
    assert!(missing.is_empty(), "named but not there: {missing:#?}");
}

/// Every link from one document to a file, and to a heading of a document, leads somewhere.
#[test]
fn every_link_between_documents_leads_somewhere() {
    let (mut links, mut broken) = (0, Vec::new());
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("UTF-8");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let (path, heading) = link.0.split_once('#').unwrap_or((link.0, ""));
            if path.contains(':') {
                continue; // A page on the web.
            }
            links += 1;
            let target = match path {
                "" => document.clone(),
                _ => document.with_file_name(path),
            };
            let headings = || std::fs::read_to_string(&target).unwrap_or_default();
            if !target.exists() || !heading.is_empty() && !anchors(&headings()).any(|anchor| anchor == heading) {
                broken.push(format!("{}: {}", document.display(), link.0));
            }
        }
    }
    assert!(links > 100, "only {links} links found: the check reads the wrong thing");
    assert!(broken.is_empty(), "these lead nowhere: {broken:#?}");
}

/// The anchors that code hosts make of headings.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}

/// Every test that `docs/harm.md` cites exists: the row names its file, then the test, with … for omitted parts.
#[test]
fn every_test_against_harm_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/harm.md")).unwrap();
    let mut quoted = 0;
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let mut file = String::new();
        let cell = row.trim_end_matches(" |").rsplit('|').next().unwrap();
        for (i, part) in cell.split(['`', '"']).enumerate() {
            match i % 2 {
                0 => {}
                _ if root.join(part).is_file() => {
                    file = std::fs::read_to_string(root.join(part)).unwrap();
                }
                _ => {
                    quoted += 1;
                    let words = part.trim_matches(['…', ' ', ',']);
                    assert!(file.contains(words), "docs/harm.md: no test of {words:?}");
                }
            }
        }
    }
    assert!(quoted > 15, "only {quoted} tests found: the check reads the wrong thing");
}

/// The documents of the repository, those of its rooms, and those in the folders of a room.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rooms = ROOMS.iter().flat_map(|room| files_of(&root.join(room)));
    let folders: Vec<PathBuf> = rooms.filter(|path| path.is_dir()).collect();
    let tops = ROOMS.iter().map(|room| root.join(room)).chain([root.into()]);
    let files = tops.chain(folders).flat_map(|folder| files_of(&folder));
    files.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("readable");
    entries.map(|entry| entry.expect("readable").path()).collect()
}
