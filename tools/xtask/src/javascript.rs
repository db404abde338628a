//! Builds the package for npm and the extension, and checks the format, the lint and the types of JavaScript as
//! `package.json` defines them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::toolchain::published;
use crate::{node, wasm};

/// Scripts of `package.json`, and what to do if one fails.
const SCRIPTS: [(&str, &str); 3] = [
    ("format:check", "run `npm run format`"),
    ("lint", "`npm run lint -- --write` fixes some of it; fix the rest by hand"),
    ("types", "fix the types; `npm run types` checks them again"),
];

/// Most characters per line. The formatter does not wrap comments, texts and style sheets.
const LONGEST: usize = 120;

/// Writes the npm package and the package of this machine's program, as they are published, into subfolders of this
/// folder.
pub fn npm(sh: &Shell, folder: &Path) -> Result<()> {
    wasm::build(sh)?;
    let program = published(sh)?;
    let platform = node::command(sh, "node").args(["-p", "`${process.platform}-${process.arch}`"]).read()?;
    let make = || node::command(sh, "node").arg("pkg/platforms.mjs");
    let packed = folder.join(&platform);
    make().arg(&platform).arg(program).arg(packed).run()?;
    Ok(make().arg(folder.join("offprint")).run()?)
}

/// Builds the browser extension for both browsers into `extension/dist`: as folders to load, and as archives for the
/// stores.
pub fn extension(sh: &Shell) -> Result<()> {
    wasm::build(sh)?;
    Ok(node::command(sh, "node").arg("extension/build.mjs").run()?)
}

pub fn check(sh: &Shell) -> Result<()> {
    node::prepare(sh)?;
    for (script, advice) in SCRIPTS {
        node::command(sh, "npm").args(["run", "--silent", script]).run().context(advice)?;
    }
    let own = cmd!(sh, "git ls-files *.js *.mjs *.ts *.css :!tests/pages :!tests/shapes").read()?;
    let mut long = String::new();
    for file in own.lines() {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        for (at, line) in text.lines().enumerate() {
            let length = line.chars().count();
            if length > LONGEST {
                long += &format!("\n  {file}:{} has {length} characters", at + 1);
            }
        }
    }
    ensure!(long.is_empty(), "break these lines by hand, at most {LONGEST} characters are allowed:{long}");
    Ok(())
}
