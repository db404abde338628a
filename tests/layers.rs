//! Checks the architecture by the paths that the code names: stages use only earlier stages, no module depends on
//! itself, and each crate is used only where it belongs.

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// The stages of `src/` in their order: each uses those before it. `lib.rs` and `internals.rs` only export, and
/// `test_text` serves tests.
const STAGES: [&str; 21] = [
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
        .flat_map(|path| {
            if path.is_dir() {
                rust_files(&path)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The paths that a file names, from the root of its crate, without those of its tests and of what it only exports.
struct Named {
    /// The module around what is read.
    around: Vec<String>,
    paths: Vec<String>,
}

impl Named {
    fn note(&mut self, path: &[String]) {
        let (mut base, mut rest) = (self.around.clone(), path);
        match path.first().map(String::as_str) {
            Some("crate") => base.clear(),
            Some("self" | "super") => {}
            _ => return,
        }
        while let [first, after @ ..] = rest {
            match first.as_str() {
                "crate" | "self" => {}
                "super" => drop(base.pop()),
                _ => break,
            }
            rest = after;
        }
        base.extend_from_slice(rest);
        self.paths.push(base.join("::"));
    }

    fn note_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.note_tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => {
                for each in &group.items {
                    self.note_tree(each, before);
                }
            }
            syn::UseTree::Name(name) => {
                self.note(&[&before[..], &[name.ident.to_string()]].concat())
            }
            syn::UseTree::Rename(name) => {
                self.note(&[&before[..], &[name.ident.to_string()]].concat())
            }
            syn::UseTree::Glob(_) => self.note(before),
        }
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !matches!(item.vis, syn::Visibility::Public(_)) {
            self.note_tree(&item.tree, &mut Vec::new());
        }
    }

    /// `pub(super)` uses nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts = path.segments.iter().map(|part| part.ident.to_string());
        self.note(&parts.collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = |attribute: &syn::Attribute| {
            attribute.path().is_ident("cfg")
                && attribute.to_token_stream().to_string().contains("test")
        };
        if !module.attrs.iter().any(is_test) {
            self.around.push(module.ident.to_string());
            visit::visit_item_mod(self, module);
            self.around.pop();
        }
    }
}

fn named_in(path: &Path, module: Vec<String>) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("UTF-8");
    let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut named = Named {
        around: module,
        paths: Vec::new(),
    };
    named.visit_file(&file);
    named.paths
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

/// The modules of a crate, and those that each one names.
fn imports(src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let files = rust_files(src);
    let modules: Vec<String> = files
        .iter()
        .map(|path| module(src, path).join("::"))
        .collect();
    let module_of = |path: &String| {
        let holds = |module: &&String| {
            !module.is_empty() && (path == *module || path.starts_with(&format!("{module}::")))
        };
        modules
            .iter()
            .filter(holds)
            .max_by_key(|module| module.len())
    };
    let mut imports = BTreeMap::new();
    for (path, own) in files.iter().zip(&modules) {
        let paths = named_in(path, module(src, path));
        let named = paths
            .iter()
            .filter_map(module_of)
            .filter(|name| *name != own);
        imports.insert(own.clone(), named.cloned().collect());
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
