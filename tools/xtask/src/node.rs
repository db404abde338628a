//! Node and the packages of package-lock.json.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xshell::{Cmd, Shell};

const OLDEST: u32 = 20;

/// Checks the version of Node, and installs the packages if the lock file is newer than the installation.
pub fn prepare(sh: &Shell) -> Result<()> {
    let version = command(sh, "node")
        .arg("--version")
        .quiet()
        .read()
        .with_context(|| format!("install Node {OLDEST} or newer"))?;
    ensure!(
        major(&version).is_some_and(|major| major >= OLDEST),
        "this needs Node {OLDEST} or newer, and `node --version` says {version}"
    );

    // npm writes this copy of the lock file last, so an interrupted installation lacks it.
    let installed = "node_modules/.package-lock.json";
    if newer("package-lock.json", installed)? || newer("package.json", installed)? {
        command(sh, "npm").args(["ci", "--no-audit", "--no-fund"]).run()?;
    }
    Ok(())
}

/// A Node program, set up to send nothing to the network by itself.
pub fn command<'a>(sh: &'a Shell, program: &str) -> Cmd<'a> {
    sh.cmd(program)
        .env("CLOUDFLARE_CF_FETCH_ENABLED", "false")
        .env("WRANGLER_SEND_METRICS", "false")
        .env_remove("FORCE_COLOR")
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn newer(file: &str, than: &str) -> Result<bool> {
    if !Path::new(than).exists() {
        return Ok(true);
    }
    let changed =
        |path| -> Result<_> { Ok(fs::metadata(path).with_context(|| format!("cannot read {path}"))?.modified()?) };
    Ok(changed(file)? > changed(than)?)
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn reads_the_major_version() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("20.20.2"), None);
        assert_eq!(major(""), None);
    }
}
