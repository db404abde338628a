//! The npm program prints this program's help, as it was recorded.

mod common;

use common::offprint;
use serde_json::{Map, Value, json};
use std::path::Path;

const COMMANDS: [&str; 7] = ["", "read", "compare", "pairs", "dedupe", "origins", "index"];
/// What stands in a line that the npm program leaves out, since it lacks the command or the method.
const ONLY: [&str; 4] = [
    "  completions  ",
    "  man          ",
    "- concept-network-words:",
    "- term-vector-words:",
];

/// The help, and in the place of options of this program alone where those of the other go.
fn help(command: &str) -> Vec<String> {
    let words: Vec<&str> = [command, "--help"]
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect();
    let told = offprint(&words).good().out;
    let is_shared = |line: &&str| ONLY.iter().all(|only| !line.contains(only));
    let mut lines = told.lines().filter(is_shared).map(str::trim_end);
    let mut help = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with("Only in ") {
            // It ends where the next line is not indented.
            let mut rest = lines
                .by_ref()
                .skip_while(|line| line.is_empty() || line.starts_with(' '));
            help.extend(rest.next().map(str::to_owned));
            continue;
        }
        help.push(line.to_owned());
        if line.trim_start().starts_with("-h, --help") {
            // Its text is in the same line, or in the next.
            if line.trim_end().ends_with("--help") {
                help.extend(lines.next().map(str::to_owned));
            }
            if !command.is_empty() {
                help.extend(["".to_owned(), "{npm}".to_owned()]);
            }
        }
    }
    help
}

#[test]
fn the_npm_program_has_the_same_help() {
    let all: Map<String, Value> = COMMANDS
        .map(|command| (command.to_owned(), json!(help(command))))
        .into_iter()
        .collect();
    let text = serde_json::to_string_pretty(&all).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pkg/cli/help.json");
    if std::env::var_os("OFFPRINT_RECORD").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "the help has changed: `OFFPRINT_RECORD=1 cargo test -p offprint-cli --test help` records it"
    );
}

#[test]
fn help_is_the_same_however_it_is_asked_for() {
    for command in COMMANDS.iter().filter(|command| !command.is_empty()) {
        let asked = offprint(&[command, "--help"]).good().out;
        assert_eq!(offprint(&[command, "-h"]).good().out, asked);
        assert_eq!(offprint(&["help", command]).good().out, asked);
        for line in asked.lines() {
            assert!(line.chars().count() <= 112, "{command}: {line}");
        }
    }
}
