//! What the documents say of the tree is true.

use std::path::Path;

/// Every `path` in backquotes that looks like one of ours exists.
#[test]
fn every_path_that_the_documents_name_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    let mut named = 0;
    for document in ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(root.join(document))
            .unwrap_or_else(|error| panic!("{document}: {error}"));
        for path in text.split('`').skip(1).step_by(2) {
            let ours = [
                "src/", "cli/", "pkg/", "worker/", "www/", "tests/", "train/", "xtask/",
                "scripts/", "bench/", "fuzz/", "docs/", ".ci/",
            ]
            .iter()
            .any(|folder| path.starts_with(folder));
            // Generated, and there only after a build.
            let generated = path.contains("/dist");
            if ours && !generated && !path.contains([' ', '*', '<', '…']) {
                named += 1;
                if !root.join(path).exists() {
                    missing.push(format!("{document}: {path}"));
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

/// One file names `lol_html`, one names `wasm_bindgen`.
#[test]
fn each_boundary_has_one_file() {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)
            .expect("readable")
            .map(|entry| entry.expect("readable").path())
        {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|ending| ending == "rs") {
                files.push(entry);
            }
        }
    }
    for (name, only) in [("lol_html::", "html.rs"), ("wasm_bindgen::", "wasm.rs")] {
        let naming: Vec<_> = files
            .iter()
            .filter(|path| std::fs::read_to_string(path).expect("UTF-8").contains(name))
            .map(|path| {
                path.file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        assert_eq!(naming, [only], "files that name {name}");
    }
}
