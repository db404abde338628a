//! Checks that others can repeat with their own tools: `cargo xtask audit`, `semver`, `miri` and `reproduce`.

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::node;
use crate::toolchain::{RESEARCH, nightly, target_dir};

/// Licences, sources, bans and known vulnerabilities of the crates; signatures of the npm packages.
pub fn audit(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo deny --version").read().context("run `cargo install cargo-deny --locked --version 0.20.2`")?;
    for manifest in ["Cargo.toml", RESEARCH] {
        let deny = |what: &[&str]| {
            // The extractors to compare with are nobody's dependencies.
            let which = ["--workspace", "--exclude", "offprint-bench-peers"];
            cmd!(sh, "cargo deny --manifest-path {manifest} {which...} check --config deny.toml {what...}").run()
        };
        deny(&["bans", "licenses", "sources"]).context("deny.toml lists the permitted dependencies")?;
        deny(&["advisories"]).context(
            "a crate has a known vulnerability, or the list of them could not be fetched from \
         github.com/RustSec/advisory-db",
        )?;
    }
    node::prepare(sh)?;
    cmd!(sh, "npm audit signatures")
        .run()
        .context("a package is not what npm's registry signed, or the registry cannot be reached")
}

/// Checks that the core's version matches how its public items changed since a release.
pub fn semver(sh: &Shell, release: Option<&str>) -> Result<()> {
    cmd!(sh, "cargo semver-checks --version").read().context("run `cargo install cargo-semver-checks --locked`")?;
    let release = match release {
        Some(release) => release.to_owned(),
        None => cmd!(sh, "git describe --tags --abbrev=0")
            .read()
            .context("no release is tagged; name a commit to compare with")?,
    };
    let named = format!("{release}^{{commit}}");
    let commit = cmd!(sh, "git rev-parse --verify --quiet {named}")
        .read()
        .with_context(|| format!("unknown revision `{release}`"))?;
    cmd!(sh, "cargo semver-checks --package offprint --baseline-rev {commit}")
        .run()
        .context("raise the version in Cargo.toml further, or restore what was removed")
}

/// Tests of the decoders, which are quick enough for an interpreter a thousand times slower.
const UNDER_MIRI: [&str; 5] = ["entity::", "hash::", "fingerprint::tests", "json_ld::", "date::"];

/// Runs tests under Miri, which finds undefined behavior. This project's own code has no unsafe block; the check
/// concerns the code that it calls.
pub fn miri(sh: &Shell) -> Result<()> {
    nightly(sh, "miri")
        .args(["test", "--package", "offprint", "--lib", "--"])
        .args(UNDER_MIRI)
        // A few generated inputs; inputs that once failed are read from their file.
        .env("MIRIFLAGS", "-Zmiri-disable-isolation")
        .env("PROPTEST_CASES", "4")
        .env("CARGO_TARGET_DIR", target_dir().join("miri"))
        .run()
        .context("if Miri is missing, run `rustup toolchain install nightly --component miri --component rust-src`")
}

/// Builds the committed sources twice from scratch, and compares the hashes of the modules.
///
/// Both builds use a folder of the same name: Cargo's names for the core contain its path, relative to the workspace of
/// the modules, and the order of functions follows from these names.
pub fn reproduce(sh: &Shell) -> Result<()> {
    let folder = std::path::absolute(target_dir().join("reproduce"))?;
    let build = || {
        sh.remove_path(&folder)?;
        cmd!(sh, "git clone --quiet . {folder}").run()?;
        {
            let _inside = sh.push_dir(&folder);
            cmd!(sh, "cargo xtask wasm").env("CARGO_TARGET_DIR", folder.join("target")).run()?;
        }
        Ok(sh.read_file(folder.join("pkg/dist/integrity.json"))?)
    };
    let hashes: [Result<String>; 2] = [build(), build()];
    let [first, second] = hashes;
    let (first, second) = (first?, second?);
    print!("{first}");
    ensure!(first == second, "a second build differs, so the modules cannot be verified by building them:\n{second}");
    println!("two builds are the same, byte for byte");
    Ok(sh.remove_path(&folder)?)
}
