//! The format, the lint and the types of JavaScript: what they are is in `package.json`.

use std::fs;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::node;

/// Scripts of `package.json`, and what to do where one fails.
const SCRIPTS: [(&str, &str); 3] = [
    ("format:check", "run `npm run format`"),
    (
        "lint",
        "`npm run lint -- --write` fixes some of it; fix the rest by hand",
    ),
    ("types", "fix the types; `npm run types` checks them again"),
];

/// Characters of a line. The formatter leaves comments, texts and style sheets as they are.
const LONGEST: usize = 120;

pub fn check(sh: &Shell) -> Result<()> {
    node::prepare(sh)?;
    for (script, advice) in SCRIPTS {
        node::command(sh, "npm")
            .args(["run", "--silent", script])
            .run()
            .context(advice)?;
    }
    let not = [":!tests/pages", ":!www/traditional.js"];
    let own = cmd!(sh, "git ls-files *.js *.mjs *.ts *.css {not...}").read()?;
    for file in own.lines() {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        for (at, line) in text.lines().enumerate() {
            let length = line.chars().count();
            ensure!(
                length <= LONGEST,
                "{file}:{}: the line has {length} characters: break it by hand, at most {LONGEST} are allowed",
                at + 1
            );
        }
    }
    Ok(())
}
