//! What others can check of this project by a tool of their own: `cargo xtask audit`, `semver`, `miri` and
//! `reproduce`.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::node;
use crate::run::{cargo, output, run, target_dir};

/// Licences, sources, bans and known faults of the crates; signatures of the npm packages.
pub fn audit() -> Result<()> {
    output(cargo().args(["deny", "--version"]))
        .context("`cargo install cargo-deny --locked --version 0.20.2` brings what is missing")?;
    let deny = |checks: &[&str]| run(cargo().args(["deny", "--workspace", "check"]).args(checks));
    deny(&["bans", "licenses", "sources"]).context("deny.toml says what may be depended on")?;
    deny(&["advisories"]).context(
        "a crate has a known fault, or the list of them could not be fetched from github.com/RustSec/advisory-db",
    )?;
    node::prepare()?;
    run(Command::new("npm").args(["audit", "signatures"]))
        .context("npm's registry must be reachable, and what it signed must be what is installed")
}

/// Whether the core's public items have changed since a release only as its version says.
pub fn semver(release: Option<&str>) -> Result<()> {
    output(cargo().args(["semver-checks", "--version"]))
        .context("`cargo install cargo-semver-checks --locked` brings what is missing")?;
    let last = || {
        let tag = output(Command::new("git").args(["describe", "--tags", "--abbrev=0"]));
        tag.context("no release is tagged; name a commit to compare with")
    };
    let release = release.map_or_else(last, |release| Ok(release.to_owned()))?;
    let commit = format!("{}^{{commit}}", release.trim());
    let commit = output(Command::new("git").args(["rev-parse", "--verify", "--quiet", &commit]))
        .with_context(|| format!("there is no `{release}` here"))?;
    run(cargo()
        .args(["semver-checks", "--package", "offprint", "--baseline-rev"])
        .arg(commit.trim()))
    .context("the version in Cargo.toml must grow by more, or what is gone must come back")
}

/// Tests of what decodes, which are quick enough for an interpreter a thousand times slower.
const UNDER_MIRI: [&str; 5] = [
    "entity::",
    "hash::",
    "fingerprint::tests",
    "json_ld::",
    "date::",
];

/// Runs tests under Miri, which finds undefined behaviour. Our own code has no unsafe block; this
/// looks at what it calls.
pub fn miri() -> Result<()> {
    let mut miri = Command::new("cargo");
    miri.args([
        "+nightly",
        "miri",
        "test",
        "--package",
        "offprint",
        "--lib",
        "--",
    ])
    .args(UNDER_MIRI)
    // Generated inputs: a few, and the file of those that once failed is read.
    .env("MIRIFLAGS", "-Zmiri-disable-isolation")
    .env("PROPTEST_CASES", "4")
    .env("CARGO_TARGET_DIR", target_dir().join("miri"))
    .env_remove("CARGO")
    .env_remove("RUSTUP_TOOLCHAIN");
    run(&mut miri).context(
        "Miri comes by `rustup toolchain install nightly --component miri --component rust-src`",
    )
}

/// Builds what is committed twice from nothing, and compares the hashes of the modules.
///
/// Both times in a folder of one name: Cargo's names for the core hold the path it lies at, seen from
/// the workspace of the modules, and the order of functions follows from these names.
pub fn reproduce() -> Result<()> {
    let folder = std::path::absolute(target_dir().join("reproduce"))?;
    let build = || {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        run(Command::new("git")
            .args(["clone", "--quiet", "."])
            .arg(&folder))?;
        run(cargo()
            .args(["xtask", "wasm"])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", folder.join("target")))?;
        Ok(fs::read_to_string(folder.join("pkg/dist/integrity.json"))?)
    };
    let hashes: [Result<String>; 2] = [build(), build()];
    let [first, second] = hashes;
    let (first, second) = (first?, second?);
    print!("{first}");
    ensure!(
        first == second,
        "a second build makes other modules, {second}so nobody can check them by building them"
    );
    println!("the same to the byte in two builds");
    Ok(fs::remove_dir_all(&folder)?)
}
