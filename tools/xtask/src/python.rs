//! Builds the Python package with cargo alone.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::shown::output_shown;
use crate::toolchain::{published, target_dir};

pub const PYTHON: &str = "python3";
/// The oldest Python 3 that the module supports, as `abi3` in crates/python/Cargo.toml states.
const OLDEST: u32 = 9;

/// Assembles the package from cargo's build and runs its tests, which call the native program; returns their number.
pub fn test(sh: &Shell, native: &Path) -> Result<u64> {
    check(sh, OLDEST)?;
    let _package = sh.push_env("PYTHONPATH", assemble("debug")?);
    unittest(sh, Path::new(PYTHON), "crates/python/tests", native)
}

/// Whether Python is new enough.
pub fn check(sh: &Shell, oldest: u32) -> Result<()> {
    let advice = format!("install Python 3.{oldest} or newer");
    let program = "import sys; print(sys.version_info[0] * 1000 + sys.version_info[1])";
    let version: u32 = cmd!(sh, "{PYTHON} -c {program}").quiet().read().context(advice.clone())?.parse()?;
    ensure!(version >= 3000 + oldest, "{advice}: `{PYTHON}` is 3.{}", version % 1000);
    Ok(())
}

/// Runs the tests of a folder, and returns their number.
pub fn unittest(sh: &Shell, python: &Path, folder: &str, native: &Path) -> Result<u64> {
    let tests = format!(
        "import sys, unittest; unittest.main(module=None, argv=['', 'discover', '{folder}'], \
         testRunner=unittest.TextTestRunner(stream=sys.stdout))"
    );
    let text = cmd!(sh, "{python} -c {tests}").quiet().env("PYTHONDONTWRITEBYTECODE", "1").env("OFFPRINT", native);
    Ok(passed(&output_shown(text)?))
}

/// A folder that holds the package as a wheel would install it, from cargo's build with this profile.
pub fn assemble(profile: &str) -> Result<PathBuf> {
    let folder = std::path::absolute(target_dir().join(profile).join("python"))?;
    let package = folder.join("offprint");
    fs::create_dir_all(&package)?;
    let suffix = if cfg!(windows) { "pyd" } else { "abi3.so" };
    let built = target_dir().join(format!("{profile}/{DLL_PREFIX}_offprint{DLL_SUFFIX}"));
    fs::copy(&built, package.join(format!("_offprint.{suffix}")))
        .with_context(|| format!("cannot copy {}", built.display()))?;
    for module in ["__init__.py", "_schema.py", "scrapy.py", "types.py"] {
        let from = format!("crates/python/offprint/{module}");
        fs::copy(from, package.join(module))?;
    }
    Ok(folder)
}

/// Builds the wheel for this machine, with the program `offprint` inside, into `target/wheels`.
pub fn wheel(sh: &Shell) -> Result<()> {
    let program = published(sh)?;
    // maturin looks here for files that go next to the module. A clone without the folder can also be built.
    let scripts = Path::new("crates/python/offprint._offprint.data/scripts");
    fs::create_dir_all(scripts)?;
    fs::copy(&program, scripts.join(format!("offprint{EXE_SUFFIX}")))?;
    cmd!(sh, "{PYTHON} -m maturin build --release --manifest-path crates/python/Cargo.toml")
        .run()
        .context("if maturin is missing, `pip install maturin`")
}

/// `Ran 9 tests in 0.5s`, once.
fn passed(text: &str) -> u64 {
    text.lines().filter_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::passed;

    #[test]
    fn finds_the_python_tests() {
        assert_eq!(passed("...\n-----\nRan 9 tests in 0.519s\n\nOK\n"), 9);
        assert_eq!(passed("nothing"), 0);
    }
}
