//! The format, the lint and the types of JavaScript: what they are is in `package.json`.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::node;
use crate::run::{output, run};

/// Scripts of `package.json`, and what to do where one fails.
const SCRIPTS: [(&str, &str); 3] = [
    ("format:check", "`npm run format` puts it right"),
    (
        "lint",
        "`npm run lint -- --write` mends some of it, the rest is to be mended by hand",
    ),
    ("types", "mend the types; `npm run types` looks again"),
];

/// Characters of a line. The formatter leaves comments, texts and style sheets as they are.
const LONGEST: usize = 120;

pub fn check() -> Result<()> {
    node::prepare()?;
    for (script, advice) in SCRIPTS {
        run(node::command("npm").args(["run", "--silent", script])).context(advice)?;
    }
    let own = [
        "ls-files",
        "*.js",
        "*.mjs",
        "*.ts",
        "*.css",
        ":!tests/pages",
        ":!www/traditional.js",
    ];
    for file in output(node::command("git").args(own))?.lines() {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        for (at, line) in text.lines().enumerate() {
            let length = line.chars().count();
            ensure!(
                length <= LONGEST,
                "{file}:{}: {length} characters, break the line by hand to have at most {LONGEST}",
                at + 1
            );
        }
    }
    Ok(())
}
