//! `cargo xtask demo`: the edge worker and the demo site on this machine.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::run::{run, target_dir};
use crate::{node, wasm};

const SCRIPT: &str = "worker/demo.mjs";

/// `flags` are those of the script.
pub fn serve(flags: &[&str]) -> Result<()> {
    ensure!(Path::new(SCRIPT).exists(), "{SCRIPT} is missing");
    wasm::build()?;
    become_node(flags)
}

/// Writes the demo site into a folder.
pub fn write_site() -> Result<()> {
    wasm::build()?;
    let folder = target_dir().join("site");
    run(node::command("node").arg("www/build.mjs").arg(&folder))?;
    println!("{}", folder.display());
    Ok(())
}

/// Node takes the place of this process, so signals reach it without anyone in between.
#[cfg(unix)]
fn become_node(flags: &[&str]) -> Result<()> {
    use std::os::unix::process::CommandExt;
    let mut command = node::command("node");
    let error = command.arg(SCRIPT).args(flags).exec();
    Err(crate::run::not_started(&command, &error))
}

#[cfg(not(unix))]
fn become_node(flags: &[&str]) -> Result<()> {
    run(node::command("node").arg(SCRIPT).args(flags))
}
