//! Checks this workspace against the product's: its modules and its versions.

#[path = "../../../tests/common/imports.rs"]
mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn no_imports_run_in_a_circle() {
    for crate_ in ["bench", "eval", "methods"] {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(crate_).join("src");
        let imports = imports::imports(&src);
        assert!(imports.len() > 3, "{crate_}");
        assert_eq!(imports::circle(&imports), None, "in {crate_}");
    }
}

/// The versions of each package of a lock file.
fn versions(lock: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let (_, rest) = package.split_once(&format!("\n{key} = \"")).expect("each package has it");
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        versions.entry(value("name")).or_default().insert(value("version"));
    }
    versions
}

/// Otherwise something other than what is published would be measured.
#[test]
fn locked_versions_are_those_of_the_product() {
    let product = versions(&read("Cargo.lock"));
    let mut shared = 0;
    for (name, here) in versions(&read("research/Cargo.lock")) {
        if let Some(there) = product.get(&name) {
            shared += 1;
            assert!(
                here.is_subset(there),
                "research/Cargo.lock holds {name} {here:?}, Cargo.lock {there:?}: `cargo update --precise`"
            );
        }
    }
    assert!(shared > 20, "only {shared} packages in common");
}
