//! The help of each command.

mod common;

use common::offprint;

const COMMANDS: [&str; 9] = ["read", "clean", "compare", "pairs", "clusters", "dedupe", "origins", "fold", "index"];

#[test]
fn help_is_the_same_however_it_is_asked_for() {
    for command in COMMANDS {
        let asked = offprint(&[command, "--help"]).good().out;
        assert_eq!(offprint(&[command, "-h"]).good().out, asked);
        assert_eq!(offprint(&["help", command]).good().out, asked);
        for line in asked.lines() {
            assert!(line.chars().count() <= 112, "{command}: {line}");
        }
        assert!(asked.contains("\n  offprint "), "an example in {asked}");
        // Text is wrapped once: a line of running text is followed by one that begins with a word that did not fit.
        let lines: Vec<&str> = asked.lines().collect();
        for pair in lines.windows(2) {
            let is_text = |line: &str| line.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '`');
            if is_text(pair[0]) && is_text(pair[1]) {
                let next = pair[1].split(' ').next().unwrap_or_default();
                let fits = pair[0].chars().count() + 1 + next.chars().count() <= 100;
                assert!(!fits, "{command}: {} / {}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = format!("offprint {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(offprint(&["--version"]).good().out, version);
    assert_eq!(offprint(&["red"]).code, 2);
}
