//! `cargo xtask extension`: the browser extension, as folders to load and as archives for the stores.

use anyhow::Result;

use crate::run::run;
use crate::{node, wasm};

/// Builds it for both browsers into `extension/dist`.
pub fn build() -> Result<()> {
    wasm::build()?;
    run(node::command("node").arg("extension/build.mjs"))
}
