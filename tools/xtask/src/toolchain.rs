//! Determines which Rust builds this project, and which can build it for WebAssembly.

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use xshell::{Cmd, Shell, cmd};

pub const TARGET: &str = "wasm32-unknown-unknown";

/// The workspace of the programs that measure the product.
pub const RESEARCH: &str = "research/Cargo.toml";

const MISSING: &str = "\
no Rust standard library for WebAssembly was found. Do one of these, then try again:
  with rustup:           rustup target add wasm32-unknown-unknown
  with Debian or Ubuntu: apt-get install --no-install-recommends \
rustc-web cargo-web rust-web-src rust-web-llvm rust-web-clippy lld-22";

/// The folder for cargo's builds.
pub fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// A program of either workspace that cargo has built for tests.
pub fn program(name: &str) -> Result<PathBuf> {
    Ok(std::path::absolute(target_dir().join("debug").join(name))?)
}

/// Builds the command line as it is published, and returns its path.
pub fn published(sh: &Shell) -> Result<PathBuf> {
    cmd!(sh, "cargo build --release --features full --package offprint-cli").run()?;
    Ok(target_dir().join("release").join(format!("offprint{EXE_SUFFIX}")))
}

/// `cargo +nightly`. The cargo that started this program set variables that would override it.
pub fn nightly<'a>(sh: &'a Shell, verb: &str) -> Cmd<'a> {
    cmd!(sh, "cargo +nightly {verb}").env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN")
}

/// The message if the compiler in use is not the one that everything was tested with.
pub fn warning(sh: &Shell) -> Result<Option<String>> {
    let manifest = sh.read_file("Cargo.toml")?;
    let pinned = value(&manifest, "rustc")?;
    let version = cmd!(sh, "rustc --version").quiet().read()?;
    Ok((version.split(' ').nth(1) != Some(pinned)).then(|| {
        format!(
            "warning: this was tested with rustc {pinned}; yours is `{version}`, which may lint differently and makes \
             WebAssembly with other hashes. To use the same: `rustup toolchain install {pinned}`, then \
             `cargo +{pinned} xtask …`"
        )
    }))
}

/// Checks everything with the oldest Rust that Cargo.toml promises to support.
pub fn check_oldest(sh: &Shell) -> Result<()> {
    let manifest = sh.read_file("Cargo.toml")?;
    let oldest = value(&manifest, "rust-version")?;
    // A separate folder, so that it does not undo the builds of the compiler in use.
    let target = target_dir().join("msrv");
    for (manifest, members) in [("Cargo.toml", Some("--workspace")), (RESEARCH, None)] {
        cmd!(
            sh,
            "rustup run {oldest} cargo check --manifest-path {manifest} {members...} --all-targets --target-dir {target}"
        )
        .env_remove("CARGO")
        .env_remove("RUSTUP_TOOLCHAIN")
        .run()
        .with_context(|| {
            format!(
                "if Rust {oldest} is missing, run `rustup toolchain install {oldest} --profile minimal`; if the code \
                 needs a newer one, rewrite it or raise `rust-version` in {manifest}"
            )
        })?;
    }
    Ok(())
}

/// `key = "value"` in a manifest.
fn value<'a>(manifest: &'a str, key: &str) -> Result<&'a str> {
    let mut lines = manifest.lines();
    lines
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'))
        .with_context(|| format!("Cargo.toml has no `{key}`"))
}

/// A Rust that can build for WebAssembly.
#[derive(Clone, Copy)]
pub enum Toolchain {
    /// The Rust in use has the standard library of the target.
    Own,
    /// Debian's Rust, which has only the source of the standard library and builds that as well.
    Debian,
}

impl Toolchain {
    pub fn find(sh: &Shell) -> Result<Self> {
        if has_standard_library(sh) {
            return Ok(Self::Own);
        }
        // This fails without rustup or without a network; the next line detects that.
        let _ = cmd!(sh, "rustup target add {TARGET}").run();
        if has_standard_library(sh) {
            return Ok(Self::Own);
        }
        if debian_has_source(sh) {
            return Ok(Self::Debian);
        }
        bail!(MISSING)
    }

    pub fn version(self, sh: &Shell) -> Result<String> {
        let compiler = match self {
            Self::Own => "rustc",
            Self::Debian => "/usr/bin/rustc",
        };
        Ok(cmd!(sh, "{compiler} --version").quiet().read()?)
    }

    /// `cargo <verb>` for the WebAssembly target.
    pub fn cargo<'a>(self, sh: &'a Shell, verb: &str) -> Cmd<'a> {
        let cargo = match self {
            Self::Own => cmd!(sh, "cargo"),
            // Cargo would first look for its clippy in rustup's folder.
            Self::Debian if verb == "clippy" => cmd!(sh, "/usr/bin/cargo-clippy").env("CARGO", "/usr/bin/cargo"),
            Self::Debian => cmd!(sh, "/usr/bin/cargo"),
        };
        let cargo = cargo.args([verb, "--target", TARGET]);
        match self {
            Self::Own => cargo,
            // Building the standard library needs the permission that RUSTC_BOOTSTRAP gives.
            Self::Debian => cargo
                .args(["-Z", "build-std=std,panic_abort"])
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", "/usr/bin/rustc")
                .env_remove("RUSTUP_TOOLCHAIN"),
        }
    }
}

fn has_standard_library(sh: &Shell) -> bool {
    let found = cmd!(sh, "rustc --print target-libdir --target {TARGET}").quiet().read();
    let Ok(folder) = found else { return false };
    let Ok(files) = Path::new(&folder).read_dir() else {
        return false;
    };
    files.flatten().any(|file| {
        let name = file.file_name().to_string_lossy().into_owned();
        name.starts_with("libcore-") && name.ends_with(".rlib")
    })
}

fn debian_has_source(sh: &Shell) -> bool {
    let found = cmd!(sh, "/usr/bin/rustc --print sysroot").quiet().read();
    found.is_ok_and(|root| Path::new(&root).join("lib/rustlib/src/rust/library/std").exists())
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn values_are_found_in_a_manifest() {
        let manifest = "[workspace.package]\nrust-version = \"1.90\"\n\n[workspace.metadata]\nrustc = \"1.95.0\"\n";
        assert_eq!(value(manifest, "rust-version").unwrap(), "1.90");
        assert_eq!(value(manifest, "rustc").unwrap(), "1.95.0");
        assert!(value(manifest, "rust").is_err());
    }
}
