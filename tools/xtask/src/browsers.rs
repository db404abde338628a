//! The browsers that tests open pages in: those that variables name, or Debian's.

use std::path::Path;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

/// The variable that names another program of its kind, the program otherwise taken, and its package in Debian.
const BROWSERS: [(&str, &str, &str); 2] = [
    ("CHROMIUM", "/usr/bin/chromium", "chromium"),
    ("FIREFOX", "/usr/bin/firefox-esr", "firefox-esr"),
];

/// Installs those that are missing, if we may.
pub fn prepare(sh: &Shell) -> Result<()> {
    let (variables, packages): (Vec<&str>, Vec<&str>) = BROWSERS
        .iter()
        .filter(|(variable, program, _)| {
            std::env::var_os(variable).is_none() && !Path::new(program).exists()
        })
        .map(|(variable, _, package)| (*variable, *package))
        .unzip();
    if packages.is_empty() {
        return Ok(());
    }
    let advice = format!(
        "the tests open pages in {}: as root, run `apt-get install {}`, or name such a program in the variable {}",
        packages.join(" and "),
        packages.join(" "),
        variables.join(" and another in "),
    );
    if cmd!(sh, "id -u").quiet().read().ok().as_deref() != Some("0") {
        bail!(advice);
    }
    let _frontend = sh.push_env("DEBIAN_FRONTEND", "noninteractive");
    cmd!(sh, "apt-get update").run()?;
    cmd!(
        sh,
        "apt-get install --yes --no-install-recommends {packages...}"
    )
    .run()
    .context(advice)
}
