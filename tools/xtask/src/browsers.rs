//! The browsers that tests open pages in: those that variables name, or Debian's.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run::{output, run};

struct Browser {
    /// The variable that names another program of its kind.
    variable: &'static str,
    program: &'static str,
    /// What Debian calls it.
    package: &'static str,
}

const BROWSERS: [Browser; 2] = [
    Browser {
        variable: "CHROMIUM",
        program: "/usr/bin/chromium",
        package: "chromium",
    },
    Browser {
        variable: "FIREFOX",
        program: "/usr/bin/firefox-esr",
        package: "firefox-esr",
    },
];

impl Browser {
    fn is_missing(&self) -> bool {
        std::env::var_os(self.variable).is_none() && !Path::new(self.program).exists()
    }
}

/// Installs those that are missing, if we may.
pub fn prepare() -> Result<()> {
    let missing: Vec<&Browser> = BROWSERS.iter().filter(|b| b.is_missing()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|browser| browser.package).collect();
    let advice = advice(&missing, &packages.join(" "));
    if !is_root() {
        bail!(advice);
    }
    install(&packages).context(advice)
}

fn advice(missing: &[&Browser], packages: &str) -> String {
    let variables: Vec<&str> = missing.iter().map(|browser| browser.variable).collect();
    format!(
        "the tests open pages in {packages}: as root, `apt-get install {packages}`, or name a \
         program like it in the variable {}",
        variables.join(" and another in ")
    )
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}

fn install(packages: &[&str]) -> Result<()> {
    let apt = |words: &[&str]| {
        run(Command::new("apt-get")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(words))
    };
    apt(&["update"])?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat())
}
