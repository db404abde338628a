//! `cargo xtask demo`: the edge worker and the demo page on this machine.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::{node, wasm};

const SCRIPT: &str = "worker/demo.mjs";

/// `flags` are those of the script.
pub fn serve(flags: &[&str]) -> Result<()> {
    ensure!(Path::new(SCRIPT).exists(), "{SCRIPT} is missing");
    wasm::build()?;
    become_node(flags)
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
    crate::run::run(node::command("node").arg(SCRIPT).args(flags))
}
