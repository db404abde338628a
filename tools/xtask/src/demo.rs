//! `cargo xtask demo` and `site`: the edge worker and the demo site on this machine.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::toolchain::target_dir;
use crate::{node, wasm};

/// Serves both until it is stopped. `flags` are passed to the script.
pub fn serve(sh: &Shell, flags: &[&str]) -> Result<()> {
    build(sh)?;
    let node = node::command(sh, "node").arg("worker/demo.mjs").args(flags);
    // Node replaces this process, so signals reach it directly.
    #[cfg(unix)]
    return Err(std::os::unix::process::CommandExt::exec(&mut std::process::Command::from(node)).into());
    #[cfg(not(unix))]
    Ok(node.run()?)
}

/// Writes the demo site into a folder.
pub fn write_site(sh: &Shell) -> Result<()> {
    build(sh)?;
    let folder = target_dir().join("site");
    node::command(sh, "node").arg("www/build.mjs").arg(&folder).run()?;
    println!("{}", folder.display());
    Ok(())
}

/// Builds what the site shows: the modules, and the documentation of the crate, without its dependencies.
fn build(sh: &Shell) -> Result<()> {
    sh.remove_path(target_dir().join("doc"))?;
    cmd!(sh, "cargo doc --no-deps --package offprint --features file-index").run()?;
    wasm::build(sh).map(drop)
}
