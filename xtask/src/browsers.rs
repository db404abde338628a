//! The browsers that tests open pages in: those in the variables CHROMIUM and FIREFOX, or Debian's.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::{output, run};

struct Browser {
    /// It names another program.
    variable: &'static str,
    program: &'static str,
    /// Of Debian.
    package: &'static str,
}

const CHROMIUM: Browser = Browser {
    variable: "CHROMIUM",
    program: "/usr/bin/chromium",
    package: "chromium",
};
const FIREFOX: Browser = Browser {
    variable: "FIREFOX",
    program: "/usr/bin/firefox-esr",
    package: "firefox-esr",
};

/// Installs Chromium if it is missing and we may.
pub fn prepare_chromium() -> Result<()> {
    CHROMIUM.prepare()
}

/// Installs Firefox if it is missing and we may.
pub fn prepare_firefox() -> Result<()> {
    FIREFOX.prepare()
}

impl Browser {
    fn prepare(&self) -> Result<()> {
        if std::env::var_os(self.variable).is_some() || Path::new(self.program).exists() {
            return Ok(());
        }
        let advice = format!(
            "install it as root, `apt-get install {}`, or name a program like it in the variable {}",
            self.package, self.variable
        );
        ensure!(is_root(), "{} is missing: {advice}", self.program);
        self.install().context(advice)
    }

    fn install(&self) -> Result<()> {
        let apt = |words: &[&str]| {
            run(Command::new("apt-get")
                .env("DEBIAN_FRONTEND", "noninteractive")
                .args(words))
        };
        apt(&["update"])?;
        apt(&["install", "--yes", "--no-install-recommends", self.package])
    }
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}
