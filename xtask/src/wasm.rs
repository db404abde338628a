//! `cargo xtask wasm`: compile, make the JavaScript bindings, optimise, and mind the size.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::node;
use crate::run::{output, run, target_dir};
use crate::toolchain::{TARGET, Toolchain};

/// The most that the compressed module may weigh, because every visitor's browser and every start
/// of the worker loads it. Of this, 16 KiB are for what a page states about itself (JSON-LD, times,
/// addresses), its type and its links, 20 KiB for fingerprint version 1 and for finding threads of
/// messages, and 5 KiB for telling which of two pages is the original. Compiled for size throughout it would be 19 KiB less, and a third slower.
const BUDGET_GZIP: u64 = 361 * 1024;

const DIST: &str = "pkg/dist";
const MODULE: &str = "pkg/dist/offprint.wasm";
const GLUE: &str = "pkg/dist/glue.js";
const GLUE_TYPES: &str = "pkg/dist/glue.d.ts";
const STAMP: &str = "pkg/dist/stamp";

/// What rustc's WebAssembly uses, and what every supported browser has. Optimising for size
/// instead gains nothing with gzip.
const OPTIMISE: [&str; 10] = [
    "-O3",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// Builds the package, or leaves it alone if nothing has changed, and reports its size.
pub fn build() -> Result<()> {
    let toolchain = Toolchain::find()?;
    check_bindgen_version(&fs::read_to_string("Cargo.lock")?)?;
    node::prepare()?;

    let compiled = compile(toolchain)?;
    let stamp = stamp(&compiled)?;
    let unchanged = fs::read_to_string(STAMP).is_ok_and(|last| last == stamp)
        && [MODULE, GLUE, GLUE_TYPES]
            .iter()
            .all(|product| Path::new(product).exists());
    if !unchanged {
        package(&bind(&compiled)?)?;
        fs::write(STAMP, stamp)?;
    }
    weigh()
}

/// The bindings and the library they bind must be of one version, and a lock file can hold two.
fn check_bindgen_version(lock: &str) -> Result<()> {
    let library = locked_version(lock, "wasm-bindgen")?;
    let generator = locked_version(lock, "wasm-bindgen-cli-support")?;
    ensure!(
        library == generator,
        "Cargo.lock holds wasm-bindgen {library} and wasm-bindgen-cli-support {generator}: \
         pin both to one version, in Cargo.toml and in xtask/Cargo.toml"
    );
    Ok(())
}

fn locked_version<'a>(lock: &'a str, package: &str) -> Result<&'a str> {
    let start = format!("name = \"{package}\"\nversion = \"");
    lock.split_once(&start)
        .and_then(|(_, rest)| rest.split('"').next())
        .with_context(|| format!("Cargo.lock holds no {package}"))
}

fn compile(toolchain: Toolchain) -> Result<PathBuf> {
    // A folder of its own, so that this never waits for a native build, or undoes one.
    let folder = target_dir().join("wasm");
    run(toolchain
        .cargo("rustc")
        .args([
            "--package",
            "offprint",
            "--lib",
            "--crate-type",
            "cdylib",
            "--profile",
            "wasm",
        ])
        .arg("--target-dir")
        .arg(&folder)
        .env("RUSTFLAGS", without_paths()))?;
    Ok(folder.join(TARGET).join("wasm/offprint.wasm"))
}

/// The messages of panics name source files; they need not tell where this machine keeps them.
fn without_paths() -> String {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    if let Some(home) = home {
        flags += &format!(" --remap-path-prefix={}=cargo", home.display());
    }
    flags
}

/// Changes whenever the package would.
fn stamp(compiled: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    fs::read(compiled)
        .with_context(|| format!("cannot read {}", compiled.display()))?
        .hash(&mut hasher);
    fs::read("package-lock.json")?.hash(&mut hasher);
    fs::read("Cargo.lock")?.hash(&mut hasher);
    OPTIMISE.hash(&mut hasher);
    Ok(format!("{:016x}\n", hasher.finish()))
}

/// Makes the bindings in a folder of their own, with the module as they want it.
fn bind(compiled: &Path) -> Result<PathBuf> {
    let folder = compiled.with_file_name("bindings");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    Bindgen::new()
        .input_path(compiled)
        .out_name("glue")
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        // For `restart` in pkg/api.js.
        .reset_state_function(true)
        .generate(&folder)
        .context("cannot make the JavaScript bindings")?;
    ensure!(
        !folder.join("snippets").exists(),
        "the core brings JavaScript of its own, which pkg/ does not carry: write it in Rust"
    );
    Ok(folder)
}

fn package(bindings: &Path) -> Result<()> {
    if Path::new(DIST).exists() {
        fs::remove_dir_all(DIST)?;
    }
    fs::create_dir_all(DIST)?;
    fs::copy(bindings.join("glue.js"), GLUE)?;
    fs::copy(bindings.join("glue.d.ts"), GLUE_TYPES)?;
    run(node::command("node")
        .arg("node_modules/binaryen/bin/wasm-opt")
        .args(OPTIMISE)
        .arg(bindings.join("glue_bg.wasm"))
        .args(["--output", MODULE]))
}

fn weigh() -> Result<()> {
    let script = "
        const { brotliCompressSync, gzipSync } = zlib;
        const bytes = fs.readFileSync(process.argv[1]);
        [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map((b) => b.length).join(' ')";
    let sizes = output(node::command("node").args(["--print", script, MODULE]))?;
    let sizes: Vec<u64> = sizes
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    let [raw, gzip, brotli] = sizes[..] else {
        bail!("cannot tell the size of {MODULE}");
    };
    println!("{MODULE}: {raw} bytes, {gzip} with gzip, {brotli} with brotli");
    within_budget(gzip)
}

fn within_budget(gzip: u64) -> Result<()> {
    if gzip <= BUDGET_GZIP {
        return Ok(());
    }
    Err(anyhow!(
        "{MODULE} is {} bytes over its budget of {BUDGET_GZIP} with gzip. Make it smaller; or, if \
         what it now does is worth the weight, raise BUDGET_GZIP in xtask/src/wasm.rs in the same \
         change and give the reason there",
        gzip - BUDGET_GZIP
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
[[package]]
name = "wasm-bindgen"
version = "0.2.130"

[[package]]
name = "wasm-bindgen-cli-support"
version = "0.2.130"
"#;

    #[test]
    fn one_version_of_wasm_bindgen_is_fine() {
        check_bindgen_version(LOCK).unwrap();
    }

    #[test]
    fn two_versions_of_wasm_bindgen_are_refused() {
        let lock = LOCK.replacen("0.2.130", "0.2.131", 1);
        let error = check_bindgen_version(&lock).unwrap_err().to_string();
        assert!(
            error.contains("0.2.131") && error.contains("0.2.130"),
            "{error}"
        );
    }

    #[test]
    fn the_budget_is_kept() {
        within_budget(BUDGET_GZIP).unwrap();
        let error = within_budget(BUDGET_GZIP + 1).unwrap_err().to_string();
        assert!(error.contains("1 bytes over"), "{error}");
    }
}
