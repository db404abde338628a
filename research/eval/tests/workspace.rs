//! Checks this workspace against the product's: its modules and its versions.

#[path = "../../../tests/common/imports.rs"]
mod imports;

use std::collections::BTreeMap;
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

/// What compatible versions begin with: `1` of `1.2.3`, and `0.2` of `0.2.3`.
fn compatible(version: &str) -> String {
    let first = version.find(|c| c != '0' && c != '.').unwrap_or_default();
    let end = version[first..].find('.').map_or(version.len(), |length| first + length);
    version[..end].to_owned()
}

/// The versions of each package of a lock file, of which no two are compatible.
fn versions(lock: &str) -> BTreeMap<(String, String), String> {
    let mut versions = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let (_, rest) = package.split_once(&format!("\n{key} = \"")).expect("each package has it");
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let version = value("version");
        versions.insert((value("name"), compatible(&version)), version);
    }
    versions
}

/// Otherwise something other than what is published would be measured. Of what only extractors to compare with need,
/// versions may differ.
#[test]
fn locked_versions_are_those_of_the_product() {
    let product = versions(&read("Cargo.lock"));
    let mut shared = 0;
    for (package, here) in versions(&read("research/Cargo.lock")) {
        if let Some(there) = product.get(&package) {
            shared += 1;
            assert_eq!(here, *there, "{package:?} in research/Cargo.lock: `cargo update --precise`");
        }
    }
    assert!(shared > 20, "only {shared} packages in common");
}
