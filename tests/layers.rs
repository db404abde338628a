//! Checks the architecture by the `use` lines: stages use only earlier stages, no module depends on itself, and each
//! crate is used only where it belongs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The stages of `src/` in their order: each uses those before it. `lib.rs` and `internals.rs` only export, and
/// `made_up` serves tests.
const STAGES: [&str; 21] = [
    "made_up",
    "error",
    "name",
    "schema",
    "hash",
    "bytes",
    "unicode",
    "positions",
    "address",
    "decode",
    "parse",
    "text",
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
const BOUNDARIES: [(&str, &str, &[&str]); 2] = [
    ("src", "lol_html::", &["src/parse/"]),
    ("crates", "wasm_bindgen::", &["crates/wasm/src/"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("readable");
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => rust_files(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The code of a file without its tests, comments and re-exports.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("UTF-8");
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let line = |line: &&str| {
        let line = line.trim_start();
        !line.starts_with("//") && !line.starts_with("pub use ")
    };
    code.lines().filter(line).collect::<Vec<_>>().join("\n")
}

/// The module of a file, from the root of its crate: `extract::lines`.
fn module(src: &Path, path: &Path) -> Vec<String> {
    let inside = path
        .strip_prefix(src)
        .expect("found in it")
        .with_extension("");
    let parts = inside
        .iter()
        .map(|part| part.to_string_lossy().into_owned());
    parts
        .filter(|part| part != "mod" && part != "data")
        .collect()
}

/// The modules of a crate, and those that each one names after `crate::`.
fn imports(src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let files = rust_files(src);
    let modules: Vec<String> = files
        .iter()
        .map(|path| module(src, path).join("::"))
        .collect();
    let mut imports = BTreeMap::new();
    for (path, own) in files.iter().zip(&modules) {
        // `super::` is taken for the folder's module, which in a file `mod.rs` is the module itself.
        let around = own.rsplit_once("::").map_or("", |(around, _)| around);
        let code = code(path).replace("super::", &format!("crate::{around}::"));
        let code = code.replace("crate::::", "crate::");
        let named = code.split("crate::").skip(1).filter_map(|after| {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let path = &after[..after.find(|c| !is_path(c)).unwrap_or(after.len())];
            // The longest module path that is a prefix of the name.
            let through = |module: &&String| {
                path == module.as_str() || path.starts_with(&format!("{module}::"))
            };
            let through = modules
                .iter()
                .filter(|module| !module.is_empty())
                .filter(through);
            through.max_by_key(|module| module.len())
        });
        let named: BTreeSet<String> = named.filter(|name| *name != own).cloned().collect();
        imports.insert(own.clone(), named);
    }
    imports
}

/// A path from a module back to itself, if one exists.
fn circle(imports: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit<'a>(
        module: &'a str,
        imports: &'a BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<String>> {
        if let Some(start) = way.iter().position(|passed| *passed == module) {
            return Some(
                way[start..]
                    .iter()
                    .map(|&passed| passed.to_owned())
                    .collect(),
            );
        }
        if done.contains(module) {
            return None;
        }
        way.push(module);
        for next in imports.get(module)? {
            if let Some(circle) = visit(next, imports, way, done) {
                return Some(circle);
            }
        }
        way.pop();
        done.insert(module);
        None
    }
    let mut done = BTreeSet::new();
    imports
        .keys()
        .find_map(|module| visit(module, imports, &mut Vec::new(), &mut done))
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
    assert!(
        checked > 50,
        "only {checked} imports found: the check reads the wrong thing"
    );
    assert!(
        backwards.is_empty(),
        "a stage uses a later one: {backwards:#?}"
    );
}

#[test]
fn no_imports_run_in_a_circle() {
    for src in [
        "src",
        "research/bench/src",
        "research/eval/src",
        "research/methods/src",
        "tools/xtask/src",
        "crates/report/src",
        "crates/cli/src",
        "crates/edge/src",
    ] {
        assert_eq!(circle(&imports(&root().join(src))), None, "in {src}");
    }
    let arrows = [("a", "b"), ("b", "c"), ("c", "b")];
    let imports = arrows.map(|(from, to)| (from.to_owned(), BTreeSet::from([to.to_owned()])));
    assert_eq!(
        circle(&BTreeMap::from(imports)),
        Some(vec!["b".to_owned(), "c".to_owned()])
    );
}

#[test]
fn each_boundary_has_one_place() {
    for (folder, name, places) in BOUNDARIES {
        let mut named = 0;
        for path in rust_files(&root().join(folder)) {
            if !std::fs::read_to_string(&path)
                .expect("UTF-8")
                .contains(name)
            {
                continue;
            }
            named += 1;
            let path = path
                .strip_prefix(root())
                .expect("found in it")
                .to_string_lossy()
                .replace('\\', "/");
            assert!(
                places.iter().any(|place| path.starts_with(place)),
                "{path} names {name}"
            );
        }
        assert!(named > 0, "no file names {name}");
    }
}
