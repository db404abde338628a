//! `cargo xtask wasm`: compiles, makes the JavaScript bindings, optimizes, and weighs.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;
use xshell::Shell;

use crate::node;
use crate::toolchain::{TARGET, Toolchain, target_dir};

/// The workspace of the modules.
const MANIFEST: &str = "crates/wasm/module/Cargo.toml";

/// A module of the package.
struct Module {
    features: &'static str,
    folder: &'static str,
    /// The file of the package that loads it in a browser.
    entry: &'static str,
}

/// The most that the JavaScript of an entry may weigh, bundled and compressed but not minified. The calls of
/// `offprint/full` need more than 13 KiB. Half a KiB of that lets an index keep every copy, and 0.7 KiB are types in
/// comments inside functions, which a bundler removes as soon as it minifies.
const GLUE_BUDGET_GZIP: u64 = 14 * 1024 + 256;

/// The modules of the package: one that every visitor's browser loads, one with all that the package has, and one that
/// every start of the edge worker loads. `docs/size.md` describes their contents, and `tools/work/record.txt` has their
/// sizes, which differ by some 200 bytes with the path of the build folder.
const MODULES: [Module; 3] = [
    Module { features: "browser", folder: "pkg/dist", entry: "pkg/index.js" },
    Module { features: "full", folder: "pkg/dist/full", entry: "pkg/full/index.js" },
    Module { features: "edge", folder: "pkg/dist/edge", entry: "pkg/edge/index.js" },
];

const PRODUCTS: [&str; 3] = ["offprint.wasm", "glue.js", "glue.d.ts"];

/// The WebAssembly features that rustc uses and every supported browser has. Optimising for size instead gains nothing
/// with gzip. Binaryen would inline a function that is called once, however large: that makes functions so large that
/// V8 compiles them worse, and reading takes a twentieth longer.
const OPTIMISE: [&str; 12] = [
    "-O3",
    "--one-caller-inline-max-function-size=20",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-simd",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// Builds the modules of the package, skips those that have not changed, and reports their sizes with gzip.
pub fn build(sh: &Shell) -> Result<Vec<(String, u64)>> {
    let toolchain = Toolchain::find(sh)?;
    check_bindgen_version(&fs::read_to_string("Cargo.lock")?)?;
    node::prepare(sh)?;
    // One lock file: cargo removes the entries that this workspace does not use.
    fs::copy("Cargo.lock", "crates/wasm/module/Cargo.lock")?;
    let stamp = stamp(sh, toolchain, &["src", "crates"])?;
    let build = |module: &Module| Ok((module.path(), module.build(sh, toolchain, &stamp)?));
    let sizes = MODULES.iter().map(build).collect::<Result<_>>()?;
    write_integrity(sh)?;
    Ok(sizes)
}

/// Writes the hash of each module in the format of `integrity` attributes and `fetch`, for clients that load a module
/// from a server that others can write to.
fn write_integrity(sh: &Shell) -> Result<()> {
    let script = "
        const [dist, ...modules] = process.argv.slice(1);
        const hash = (path) => crypto.createHash('sha384').update(fs.readFileSync(path)).digest('base64');
        const entries = modules.map((path) => [path.slice(dist.length + 1), 'sha384-' + hash(path)]);
        fs.writeFileSync(dist + '/integrity.json', JSON.stringify(Object.fromEntries(entries), null, 2) + '\\n')";
    Ok(node::command(sh, "node")
        .args(["--eval", script, MODULES[0].folder])
        .args(MODULES.iter().map(Module::path))
        .quiet()
        .run()?)
}

impl Module {
    fn build(&self, sh: &Shell, toolchain: Toolchain, stamp: &str) -> Result<u64> {
        let folder = Path::new(self.folder);
        let stamped = folder.join("stamp");
        let unchanged = fs::read_to_string(&stamped).is_ok_and(|last| last == stamp)
            && PRODUCTS.iter().all(|product| folder.join(product).exists());
        if !unchanged {
            self.package(sh, &bind(&self.compile(sh, toolchain)?)?)?;
            fs::write(stamped, stamp)?;
        }
        self.weigh(sh)
    }

    fn compile(&self, sh: &Shell, toolchain: Toolchain) -> Result<PathBuf> {
        // A separate folder, so that this never waits for a native build or undoes one.
        let folder = target_dir().join("wasm");
        toolchain
            .cargo(sh, "build")
            .args(["--manifest-path", MANIFEST, "--release"])
            .args(["--features", self.features])
            .arg("--target-dir")
            .arg(&folder)
            .env("RUSTFLAGS", flags()?)
            .run()?;
        Ok(folder.join(TARGET).join("release/offprint_module.wasm"))
    }

    fn package(&self, sh: &Shell, bindings: &Path) -> Result<()> {
        let folder = Path::new(self.folder);
        fs::create_dir_all(folder)?;
        fs::copy(bindings.join("glue.js"), folder.join("glue.js"))?;
        fs::copy(bindings.join("glue.d.ts"), folder.join("glue.d.ts"))?;
        Ok(node::command(sh, "node")
            .arg("node_modules/binaryen/bin/wasm-opt")
            .args(OPTIMISE)
            .arg(bindings.join("glue_bg.wasm"))
            .arg("--output")
            .arg(folder.join("offprint.wasm"))
            .run()?)
    }

    fn path(&self) -> String {
        format!("{}/offprint.wasm", self.folder)
    }

    /// Reports the sizes of the module and of the JavaScript around it, and fails if that exceeds its budget.
    fn weigh(&self, sh: &Shell) -> Result<u64> {
        let module = self.path();
        let size = weigh(sh, &module, &module)?;
        let bundle = target_dir().join("wasm/bundle.js");
        node::command(sh, "node")
            .arg("node_modules/esbuild/bin/esbuild")
            .args([self.entry, "--bundle", "--format=esm", "--log-level=error"])
            .arg(format!("--outfile={}", bundle.display()))
            .quiet()
            .run()?;
        let shown = format!("{}, bundled", self.entry);
        let gzip = weigh(sh, &bundle.display().to_string(), &shown)?;
        within_budget(&shown, gzip, GLUE_BUDGET_GZIP)?;
        Ok(size)
    }
}

/// Prints the size of a file; returns its size with gzip.
fn weigh(sh: &Shell, path: &str, shown: &str) -> Result<u64> {
    let script = "
        const { brotliCompressSync, gzipSync } = zlib;
        const bytes = fs.readFileSync(process.argv[1]);
        [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map((b) => b.length).join(' ')";
    let sizes = node::command(sh, "node").args(["--print", script, path]).quiet().read()?;
    let sizes: Vec<u64> = sizes.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [raw, gzip, brotli] = sizes[..] else {
        bail!("cannot measure the size of {path}");
    };
    println!("{shown}: {raw} bytes, {gzip} with gzip, {brotli} with brotli");
    Ok(gzip)
}

fn within_budget(what: &str, gzip: u64, budget: u64) -> Result<()> {
    if gzip <= budget {
        return Ok(());
    }
    Err(anyhow!(
        "{what} is {} bytes over its budget of {budget} with gzip. Make it smaller; or, if what it \
         now does is worth the weight, raise its budget in tools/xtask/src/wasm.rs in the same change and \
         give the reason there",
        gzip - budget,
    ))
}

/// The bindings and the library that they bind must have the same version, and a lock file can hold two.
fn check_bindgen_version(lock: &str) -> Result<()> {
    let library = locked_version(lock, "wasm-bindgen")?;
    let generator = locked_version(lock, "wasm-bindgen-cli-support")?;
    ensure!(
        library == generator,
        "Cargo.lock holds wasm-bindgen {library} and wasm-bindgen-cli-support {generator}: \
         pin both to one version, in crates/wasm/Cargo.toml and tools/xtask/Cargo.toml"
    );
    Ok(())
}

fn locked_version<'a>(lock: &'a str, package: &str) -> Result<&'a str> {
    let start = format!("name = \"{package}\"\nversion = \"");
    lock.split_once(&start)
        .and_then(|(_, rest)| rest.split('"').next())
        .with_context(|| format!("Cargo.lock holds no {package}"))
}

/// Options for rustc: use vector instructions, which browsers have had since March 2023, and keep this machine's paths
/// to source files out of panic messages.
pub fn flags() -> Result<String> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    flags += " -Ctarget-feature=+simd128";
    if let Some(home) = home {
        flags += &format!(" --remap-path-prefix={}=cargo", home.display());
    }
    // The core is not in the workspace of this build, so its path is absolute there.
    let here = std::env::current_dir()?;
    flags += &format!(" --remap-path-prefix={}=", here.display());
    Ok(flags)
}

/// A stamp that changes whenever the modules built from these folders could. Cargo cannot detect that, since builds
/// with different features overwrite each other.
fn stamp(sh: &Shell, toolchain: Toolchain, folders: &[&str]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    let mut sources = Vec::new();
    for folder in folders {
        sources.extend(files(folder.as_ref())?);
    }
    sources.sort();
    sources.extend(["Cargo.toml", "Cargo.lock", "package-lock.json"].map(PathBuf::from));
    for source in sources {
        let content = fs::read(&source).with_context(|| format!("cannot read {}", source.display()))?;
        (source, content).hash(&mut hasher);
    }
    OPTIMISE.hash(&mut hasher);
    flags()?.hash(&mut hasher);
    toolchain.version(sh)?.hash(&mut hasher);
    Ok(format!("{:016x}\n", hasher.finish()))
}

/// The files of a folder and its subfolders.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { found.extend(files(&path)?) } else { found.push(path) }
    }
    Ok(found)
}

/// Makes the bindings in a separate folder, with the module in the form that they need.
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
        assert!(error.contains("0.2.131") && error.contains("0.2.130"), "{error}");
    }

    #[test]
    fn the_budget_is_kept() {
        within_budget("a module", 100, 100).unwrap();
        let error = within_budget("a module", 101, 100).unwrap_err().to_string();
        assert!(error.contains("a module is 1 bytes over"), "{error}");
    }
}
