//! Programs that tests need besides the project: those that variables name, or Debian's.

use std::path::Path;

use anyhow::{Context, Result, bail};
use xshell::{Shell, cmd};

/// The variable that overrides the program, the default program, and its packages.
type Program = (&'static str, &'static str, &'static [&'static str]);

/// Xvfb is a virtual screen: without a screen, a browser shows no windows.
pub const BROWSERS: [Program; 3] = [
    ("CHROMIUM", "/usr/bin/chromium", &["chromium"]),
    ("FIREFOX", "/usr/bin/firefox-esr", &["firefox-esr"]),
    ("XVFB", "/usr/bin/Xvfb", &["xvfb"]),
];
/// The servers that a site without Cloudflare runs in front of or behind the worker.
pub const PROXIES: [Program; 2] =
    [("NGINX", "/usr/sbin/nginx", &["nginx-light"]), ("CADDY", "/usr/bin/caddy", &["caddy"])];
/// Spark needs Java, and datatrove the library of `file`.
pub const ENGINES: [Program; 2] =
    [("JAVA_HOME", "/usr/bin/java", &["default-jre-headless"]), ("LIBMAGIC", "/usr/bin/file", &["file"])];

/// Installs those that are missing, if that is permitted.
pub fn prepare(sh: &Shell, programs: &[Program]) -> Result<()> {
    let (variables, packages): (Vec<&str>, Vec<&[&str]>) = programs
        .iter()
        .filter(|(variable, program, _)| std::env::var_os(variable).is_none() && !Path::new(program).exists())
        .map(|(variable, _, packages)| (*variable, *packages))
        .unzip();
    if packages.is_empty() {
        return Ok(());
    }
    let packages = packages.concat();
    let advice = format!(
        "the tests use {}: as root, run `apt-get install {}`, or say in the variable {} where such a program is",
        packages.join(" and "),
        packages.join(" "),
        variables.join(" and another in "),
    );
    if cmd!(sh, "id -u").quiet().read().ok().as_deref() != Some("0") {
        bail!(advice);
    }
    let _frontend = sh.push_env("DEBIAN_FRONTEND", "noninteractive");
    cmd!(sh, "apt-get update").run()?;
    cmd!(sh, "apt-get install --yes --no-install-recommends {packages...}").run().context(advice)
}
