//! Chromium, which tests open pages in: the one in the variable CHROMIUM, or Debian's.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::{output, run};

const PROGRAM: &str = "/usr/bin/chromium";
const ADVICE: &str = "install Chromium as root, `apt-get install chromium`, or name a program \
                      like it in the variable CHROMIUM";

/// Installs it if it is missing and we may.
pub fn prepare() -> Result<()> {
    if std::env::var_os("CHROMIUM").is_some() || Path::new(PROGRAM).exists() {
        return Ok(());
    }
    ensure!(is_root(), "{PROGRAM} is missing: {ADVICE}");
    install().context(ADVICE)
}

fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}

fn install() -> Result<()> {
    let apt = |words: &[&str]| {
        run(Command::new("apt-get")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(words))
    };
    apt(&["update"])?;
    apt(&["install", "--yes", "--no-install-recommends", "chromium"])
}
