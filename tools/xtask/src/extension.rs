//! `cargo xtask extension`: the browser extension, as folders to load and as archives for the stores.

use anyhow::Result;
use xshell::Shell;

use crate::{node, wasm};

/// Builds it for both browsers into `extension/dist`.
pub fn build(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    Ok(node::command(sh, "node").arg("extension/build.mjs").run()?)
}
