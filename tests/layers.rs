//! Checks the architecture by the paths that the code names: stages use only earlier stages, no module depends on
//! itself, and each crate is used only where it belongs.

#[path = "common/imports.rs"]
mod imports;

use imports::{circle, imports, rust_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The stages of `src/` in their order: each uses those before it. `lib.rs` and `internals.rs` only export, and
/// `test_text` serves tests.
const STAGES: [&str; 22] = [
    "test_text",
    "error",
    "name",
    "schema",
    "hash",
    "bytes",
    "unicode",
    "positions",
    "address",
    "decode",
    "text",
    "languages",
    "parse",
    "metadata",
    "fingerprint",
    "article",
    "extract",
    "markup",
    "facts",
    "reader",
    "compare",
    "index",
];

/// Crates that only one place may name, so that they can be replaced there.
const BOUNDARIES: [(&str, &str, &[&str]); 2] =
    [("src", "lol_html::", &["src/parse/"]), ("crates", "wasm_bindgen::", &["crates/wasm/src/"])];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn each_stage_uses_only_those_before_it() {
    let imports = imports(&root().join("src"));
    let place = |module: &str| {
        let stage = module.split("::").next().unwrap_or_default();
        STAGES.iter().position(|known| *known == stage)
    };
    let mut checked = 0;
    let mut backwards = Vec::new();
    for (module, named) in &imports {
        if module == "lib" || module == "internals" {
            continue;
        }
        let own = place(module).unwrap_or_else(|| panic!("{module} is in no stage: see STAGES"));
        for other in named {
            checked += 1;
            if place(other).is_none_or(|other| other > own) {
                backwards.push(format!("{module} uses {other}"));
            }
        }
    }
    assert!(checked > 50, "only {checked} imports found: the check reads the wrong thing");
    assert!(backwards.is_empty(), "a stage uses a later one: {backwards:#?}");
}

#[test]
fn no_imports_run_in_a_circle() {
    for src in ["src", "tools/xtask/src", "crates/report/src", "crates/cli/src", "crates/edge/src"] {
        assert_eq!(circle(&imports(&root().join(src))), None, "in {src}");
    }
    let arrows = [("a", "b"), ("b", "c"), ("c", "b")];
    let imports = arrows.map(|(from, to)| (from.to_owned(), BTreeSet::from([to.to_owned()])));
    assert_eq!(circle(&BTreeMap::from(imports)), Some(vec!["b".to_owned(), "c".to_owned()]));
}

#[test]
fn each_boundary_has_one_place() {
    for (folder, name, places) in BOUNDARIES {
        let mut named = 0;
        for path in rust_files(&root().join(folder)) {
            if !std::fs::read_to_string(&path).expect("UTF-8").contains(name) {
                continue;
            }
            named += 1;
            let path = path.strip_prefix(root()).expect("found in it").to_string_lossy().replace('\\', "/");
            assert!(places.iter().any(|place| path.starts_with(place)), "{path} names {name}");
        }
        assert!(named > 0, "no file names {name}");
    }
}

/// The product is built and tested without `research/`, so no crate of it may depend on one there or include a file of
/// it.
#[test]
fn nothing_of_the_product_depends_on_research() {
    let mut checked = 0;
    for path in ["src", "crates", "tools"].iter().flat_map(|folder| rust_files(&root().join(folder))) {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let includes = |line: &str| line.contains("#[path") || line.contains("include_");
        let found = text.lines().find(|line| includes(line) && line.contains("research/"));
        assert_eq!(found, None, "{}", path.display());
    }
    for folder in ["crates", "tools"] {
        for entry in root().join(folder).read_dir().expect("readable") {
            let manifest = entry.expect("readable").path().join("Cargo.toml");
            if let Ok(text) = std::fs::read_to_string(&manifest) {
                checked += 1;
                assert!(!text.contains("research"), "{}", manifest.display());
            }
        }
    }
    assert!(checked > 8, "only {checked} manifests found");
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("UTF-8");
    for name in ["bench", "eval", "methods"] {
        assert!(!lock.contains(&format!("\"offprint-{name}\"")), "{name}");
    }
}
