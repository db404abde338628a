//! The modules of a crate, and the paths that they name.

use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("readable");
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// The paths that a file names, from the root of its crate, except in its tests and its exports.
struct Named {
    /// The module that is being read.
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
            syn::UseTree::Name(name) => self.note(&[&before[..], &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.note(&[&before[..], &[name.ident.to_string()]].concat()),
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
            attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("test")
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
    let mut named = Named { around: module, paths: Vec::new() };
    named.visit_file(&file);
    named.paths
}

/// The module of a file, from the root of its crate: `extract::lines`.
fn module(src: &Path, path: &Path) -> Vec<String> {
    let inside = path.strip_prefix(src).expect("found in it").with_extension("");
    let parts = inside.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod" && part != "data").collect()
}

/// The modules of a crate, and those that each one names.
pub fn imports(src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let files = rust_files(src);
    let modules: Vec<String> = files.iter().map(|path| module(src, path).join("::")).collect();
    let module_of = |path: &String| {
        let holds =
            |module: &&String| !module.is_empty() && (path == *module || path.starts_with(&format!("{module}::")));
        modules.iter().filter(holds).max_by_key(|module| module.len())
    };
    let mut imports = BTreeMap::new();
    for (path, own) in files.iter().zip(&modules) {
        let paths = named_in(path, module(src, path));
        let named = paths.iter().filter_map(module_of).filter(|name| *name != own);
        imports.insert(own.clone(), named.cloned().collect());
    }
    imports
}

/// A path from a module back to itself, if one exists.
pub fn circle(imports: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit<'a>(
        module: &'a str,
        imports: &'a BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<String>> {
        if let Some(start) = way.iter().position(|passed| *passed == module) {
            return Some(way[start..].iter().map(|&passed| passed.to_owned()).collect());
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
    imports.keys().find_map(|module| visit(module, imports, &mut Vec::new(), &mut done))
}
