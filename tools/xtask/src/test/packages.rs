//! Packs what is published, and checks that it is complete.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::node;
use crate::toolchain::target_dir;

/// Lists the files of the core for crates.io, packs the crates that are published, and checks them against one another,
/// not against the sources of this workspace.
///
/// `cargo package` could verify them, but compiles all their dependencies again. Here the lints have compiled them.
pub fn crates(sh: &Shell) -> Result<()> {
    let list = cmd!(sh, "cargo package --package offprint --allow-dirty --offline --list");
    let listing = list.read()?;
    let stray = stray_in_crate(&listing);
    ensure!(stray.is_empty(), "the crate would carry {}: see `include` in Cargo.toml", stray.join(", "));
    println!("{listing}");

    let metadata = cmd!(sh, "cargo metadata --no-deps --offline --format-version 1");
    let published = published(&metadata.quiet().read()?)?;
    let packages = published.iter().map(|(name, _)| format!("--package={name}"));
    cmd!(sh, "cargo package --no-verify --allow-dirty --offline --quiet").args(packages).run()?;
    let folder = target_dir().join("package");
    for (name, version) in &published {
        unpack(sh, &folder, &format!("{name}-{version}"))?;
    }
    let manifest = folder.join("Cargo.toml");
    fs::write(&manifest, workspace(&published, &fs::read_to_string("Cargo.toml")?))?;
    fs::copy("Cargo.lock", folder.join("Cargo.lock"))?;
    let target = target_dir();
    cmd!(sh, "cargo check --workspace --offline --manifest-path {manifest} --target-dir {target}")
        .run()
        .context("a published crate needs an item that another crate does not publish")
}

/// Unpacks a crate, and checks that it holds what its page in the registry shows, but no tests.
fn unpack(sh: &Shell, folder: &Path, name: &str) -> Result<()> {
    let unpacked = folder.join(name);
    sh.remove_path(&unpacked)?;
    // `--touch`: every file in a packed crate has the same old time, so cargo would take it for the one that it checked
    // before.
    cmd!(sh, "tar --extract --touch --file {unpacked}.crate --directory {folder}").run()?;
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        ensure!(unpacked.join(file).is_file(), "{name} lacks {file}");
    }
    let manifest = sh.read_file(unpacked.join("Cargo.toml"))?;
    for key in ["description", "license"] {
        ensure!(manifest.contains(&format!("\n{key} = \"")), "{name} states no {key}");
    }
    ensure!(!unpacked.join("tests").exists(), "{name} carries its tests");
    Ok(())
}

/// The names and versions of the packages that may be published.
fn published(metadata: &str) -> Result<Vec<(String, String)>> {
    let metadata: Value = serde_json::from_str(metadata)?;
    let packages = metadata["packages"].as_array().context("`cargo metadata` listed no packages")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let published = packages.iter().filter(|package| package["publish"].is_null());
    Ok(published.map(|package| (text(&package["name"]), text(&package["version"]))).collect())
}

/// A workspace of the unpacked crates, in which each is used in place of the registry's. With the profiles of the root,
/// their dependencies need not be compiled again.
fn workspace(published: &[(String, String)], root: &str) -> String {
    let profiles = root.find("[profile.").map_or("", |at| &root[at..]);
    let mut members = String::new();
    let mut patches = String::new();
    for (name, version) in published {
        members += &format!("\"{name}-{version}\", ");
        let _ = writeln!(patches, "{name} = {{ path = \"{name}-{version}\" }}");
    }
    format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[patch.crates-io]\n{patches}\n{profiles}")
}

/// A crate holds only its sources and the files at the top, such as the licenses.
fn stray_in_crate(listing: &str) -> Vec<&str> {
    let mut stray: Vec<&str> = listing
        .lines()
        .filter_map(|file| file.split_once('/'))
        .map(|(folder, _)| folder)
        .filter(|folder| *folder != "src")
        .collect();
    stray.dedup();
    stray
}

/// Checks that the npm package holds every file that is imported by name.
pub fn npm(sh: &Shell) -> Result<()> {
    let listing = node::command(sh, "npm").args(["pack", "--dry-run", "--json", "./pkg"]).read()?;
    let files = packed_files(&listing)?;
    println!("{}", files.join("\n"));
    for needed in [
        "dist/offprint.wasm",
        "dist/glue.js",
        "dist/glue.d.ts",
        "dist/integrity.json",
        "offprint.d.ts",
        "core.d.ts",
        "schema.d.ts",
        "index/store-test.js",
        "edge/offprint.d.ts",
        "dist/edge/offprint.wasm",
        "dist/edge/glue.js",
        "full/offprint.d.ts",
        "dist/full/offprint.wasm",
        "dist/full/glue.js",
        "bin/offprint.js",
        "bin/wasm.js",
    ] {
        ensure!(
            files.iter().any(|file| file == needed),
            "the npm package would lack {needed}: see \"files\" in pkg/package.json"
        );
    }
    Ok(())
}

fn packed_files(listing: &str) -> Result<Vec<String>> {
    let listing: Value = serde_json::from_str(listing)?;
    let files = listing[0]["files"].as_array().context("`npm pack` listed no files")?;
    Ok(files.iter().filter_map(|file| file["path"].as_str().map(String::from)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_what_npm_would_pack() {
        let listing = r#"[{ "files": [{ "path": "index.js" }, { "path": "dist/glue.js" }] }]"#;
        assert_eq!(packed_files(listing).unwrap(), ["index.js", "dist/glue.js"]);
    }

    #[test]
    fn names_the_folders_that_do_not_belong_in_the_crate() {
        assert!(stray_in_crate("Cargo.toml\nREADME.md\nsrc/lib.rs\n").is_empty());
        let listing = "Cargo.toml\npkg/a.js\npkg/b.js\nsrc/lib.rs\nwww/index.html\n";
        assert_eq!(stray_in_crate(listing), ["pkg", "www"]);
    }

    #[test]
    fn crates_replace_those_of_the_registry() {
        let metadata = r#"{ "packages": [{ "name": "a", "version": "1.0.0", "publish": null },
            { "name": "b", "version": "1.0.0", "publish": [] }] }"#;
        let published = published(metadata).unwrap();
        assert_eq!(published, [("a".to_owned(), "1.0.0".to_owned())]);
        let workspace = workspace(&published, "[package]\nname = \"a\"\n\n[profile.dev]\ndebug = 1\n");
        assert_eq!(
            workspace,
            "[workspace]\nresolver = \"3\"\nmembers = [\"a-1.0.0\", ]\n\n\
             [patch.crates-io]\na = { path = \"a-1.0.0\" }\n\n[profile.dev]\ndebug = 1\n"
        );
    }
}
