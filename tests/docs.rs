//! What the documents say of the tree is true.

use std::path::{Path, PathBuf};

/// Every `path` in backquotes that looks like one of ours exists.
#[test]
fn every_path_that_the_documents_name_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    let mut named = 0;
    let top = ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md"].map(|name| root.join(name));
    let below = files_of(&root.join("docs")).into_iter();
    let below = below.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    for document in top.into_iter().chain(below) {
        let text = std::fs::read_to_string(&document)
            .unwrap_or_else(|error| panic!("{}: {error}", document.display()));
        for path in text.split('`').skip(1).step_by(2) {
            let ours = [
                "src/",
                "crates/",
                "tools/",
                "pkg/",
                "worker/",
                "www/",
                "tests/",
                "docs/",
                ".ci/",
                "extension/",
            ]
            .iter()
            .any(|folder| path.starts_with(folder));
            // Generated, and there only after a build.
            let generated = path.contains("/dist");
            if ours && !generated && !path.contains([' ', '*', '<', '…']) {
                named += 1;
                if !root.join(path).exists() {
                    missing.push(format!("{}: {path}", document.display()));
                }
            }
        }
    }
    assert!(
        named > 20,
        "only {named} paths found: the check reads the wrong thing"
    );
    assert!(missing.is_empty(), "named but not there: {missing:#?}");
}

/// Every test that `docs/harm.md` quotes is there: the row names its file, and then its name, with … for what is
/// left out of it.
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
    assert!(
        quoted > 15,
        "only {quoted} tests found: the check reads the wrong thing"
    );
}

/// The files of a folder and of those in it.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("readable");
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files_of(&path),
            false => vec![path],
        })
        .collect()
}
