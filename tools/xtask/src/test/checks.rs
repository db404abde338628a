//! Checks of the sources that run no test.

use std::ffi::OsStr;
use std::fs;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::toolchain::{RESEARCH, Toolchain, target_dir};

pub fn format(sh: &Shell) -> Result<()> {
    for workspace in ["Cargo.toml", "crates/wasm/module/Cargo.toml", RESEARCH] {
        cmd!(sh, "cargo fmt --all --check --manifest-path {workspace}").run().with_context(|| {
            format!(
                "run `cargo fmt --all --manifest-path {workspace}`; if fmt is missing, \
                     `rustup component add rustfmt`"
            )
        })?;
    }
    Ok(())
}

pub fn lint(sh: &Shell, manifest: &str, packages: &[impl AsRef<OsStr>]) -> Result<()> {
    cmd!(sh, "cargo clippy --manifest-path {manifest} --all-targets {packages...} -- -D warnings")
        .run()
        .context("if clippy is missing, run `rustup component add clippy`")
}

pub fn lint_wasm(sh: &Shell) -> Result<()> {
    // The build for browsers leaves code out, so it is checked separately.
    for features in ["edge,full", "browser"] {
        lint_for_wasm(sh, &["--package", "offprint-wasm", "--features", features])?;
    }
    lint_for_wasm(sh, &["--package", "offprint-work"])
}

pub fn lint_for_wasm(sh: &Shell, what: &[&str]) -> Result<()> {
    Ok(Toolchain::find(sh)?
        .cargo(sh, "clippy")
        .args(what)
        .args(["--lib", "--target-dir"])
        .arg(target_dir().join("wasm"))
        .args(["--", "-D", "warnings"])
        .run()?)
}

/// The most public items of the core: structs, enums, traits and functions. Larger: more to learn and to maintain.
/// Three of them are for articles with their structure: the images in the body, and two choices of how it is read and
/// written; six are for folded lists, and one for rewritings among the copies of an article.
const MOST_ITEMS: usize = 92;

/// Builds the documentation as docs.rs does, without the internals, and then the documentation of the other crates.
pub fn documentation(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo clippy --package offprint -- -D warnings").run()?;
    let document = |what: &[&str]| cmd!(sh, "cargo doc --no-deps {what...}").env("RUSTDOCFLAGS", "-D warnings").run();
    document(&["--package", "offprint", "--features", "file-index"])?;
    let items = target_dir().join("doc/offprint/all.html");
    let items = fs::read_to_string(&items).with_context(|| items.display().to_string())?;
    let count = public_items(&items);
    println!("{count} public items");
    ensure!(
        (1..=MOST_ITEMS).contains(&count),
        "{count} public items where {MOST_ITEMS} are allowed: make items that no other crate needs `pub(crate)`"
    );
    let others = ["offprint-cli", "offprint-edge", "offprint-report"].map(|name| format!("--package={name}"));
    Ok(document(&others.each_ref().map(String::as_str))?)
}

/// The number of items on rustdoc's list of all items; each is one item of an HTML list.
fn public_items(list: &str) -> usize {
    let (_, items) = list.split_once("id=\"structs\"").unwrap_or_default();
    items.matches("<li><a href=").count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn counts_the_public_items() {
        let list = "<li><a href=x>menu</a><h3 id=\"structs\"><ul><li><a href=a>A</a></li><li><a href=b>B</a></li></ul>";
        assert_eq!(public_items(list), 2);
        assert_eq!(public_items(""), 0);
    }

    #[test]
    fn unsafe_code_is_forbidden_everywhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        for manifest in ["Cargo.toml", RESEARCH] {
            assert!(read(manifest).contains("lints.rust]\nunsafe_code = \"forbid\""), "{manifest}");
        }
        let manifest = read("Cargo.toml");
        let (_, members) = manifest.split_once("members = [").unwrap();
        let members = members.split_once(']').unwrap().0;
        // Except `research/bench`, whose allocator counts.
        for member in members.split('"').skip(1).step_by(2).chain([".", "research/eval", "research/methods"]) {
            let forbidden = match member {
                "tools/fuzz" => read("tools/fuzz/src/lib.rs").contains("#![forbid(unsafe_code)]"),
                // Except for one place, which gives the reason.
                "crates/encoding" => read("crates/encoding/src/lib.rs").contains("#![deny(unsafe_code"),
                // Except for the pointers of its callers.
                "crates/capi" => read("crates/capi/Cargo.toml").contains("unsafe_code = \"deny\""),
                _ => read(&format!("{member}/Cargo.toml")).contains("[lints]\nworkspace = true"),
            };
            assert!(forbidden, "{member} may hold unsafe code: give it the lints of the workspace");
        }
    }
}
