//! Query engines and their tools, in a separate Python environment.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xshell::{Shell, cmd};

use crate::python::{self, PYTHON};
use crate::toolchain::target_dir;

/// The oldest Python 3 that the engines support.
const OLDEST: u32 = 10;

/// Runs the tests in `engines/tests`; returns their number.
pub fn test(sh: &Shell, native: &Path) -> Result<u64> {
    let python = environment(sh, "engines", "engines/requirements.txt")?;
    // Installed next to the environment, where only the test of this version looks.
    let older = environment(sh, "spark-3.5", "engines/requirements-spark35.txt")?;
    let _package = sh.push_env("PYTHONPATH", python::assemble("debug")?);
    let _python = sh.push_env("PYSPARK_PYTHON", &python);
    let _older = sh.push_env("SPARK_3_5", older);
    python::unittest(sh, &python, "engines/tests", native)
}

/// The Python of an environment that holds what a file lists. Installing takes the network, once.
fn environment(sh: &Shell, name: &str, requirements: &str) -> Result<PathBuf> {
    let folder = std::path::absolute(target_dir().join(name))?;
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let wanted = fs::read_to_string(requirements)?;
    let installed = folder.join("installed.txt");
    if fs::read_to_string(&installed).is_ok_and(|there| there == wanted) {
        return Ok(python);
    }
    python::check(sh, OLDEST)?;
    cmd!(sh, "{PYTHON} -m venv --clear {folder}")
        .run()
        .context("on Debian, as root, run `apt-get install python3-venv`")?;
    cmd!(sh, "{python} -m pip install --quiet --requirement {requirements}")
        .run()
        .with_context(|| format!("{requirements} comes from PyPI: run this once where it can be reached"))?;
    fs::write(installed, wanted)?;
    Ok(python)
}
