//! Measures the repository by room, so that it does not grow unseen: `tools/size.txt` lists the most lines of each
//! room.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

const LIST: &str = "tools/size.txt";
const CODE: [&str; 6] = ["*.rs", "*.js", "*.mjs", "*.ts", "*.py", "*.css"];

/// Prints the lines of code of each room, and the words of all documents; fails if a room is larger than the list says.
pub fn check(sh: &Shell) -> Result<()> {
    let list = fs::read_to_string(LIST).with_context(|| format!("cannot read {LIST}"))?;
    let mut most = BTreeMap::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let entry = line.split_once(' ').and_then(|(room, number)| Some((room, number.parse().ok()?)));
        let (room, number) = entry.with_context(|| format!("{LIST}: not a room and a number: {line}"))?;
        most.insert(room.to_owned(), number);
    }
    let mut wrong = String::new();
    for (room, size) in sizes(sh)? {
        println!("{room:<20}{size:>8}");
        match most.remove(&room) {
            Some(most) if size <= most => {}
            Some(most) => wrong += &format!("\n  {room} has {size}, {most} allowed"),
            None => wrong += &format!("\n  {room} is not listed"),
        }
    }
    for room in most.keys() {
        wrong += &format!("\n  {room} is listed, and is not there");
    }
    ensure!(
        wrong.is_empty(),
        "{LIST}:{wrong}\ntake lines away elsewhere in the room, or raise its number and give the reason in the commit"
    );
    Ok(())
}

fn sizes(sh: &Shell) -> Result<BTreeMap<String, usize>> {
    let mut sizes = BTreeMap::new();
    for file in cmd!(sh, "git ls-files {CODE...} *.md").read()?.lines() {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        let size = if file.ends_with(".md") { text.split_whitespace().count() } else { lines_of_code(file, &text) };
        *sizes.entry(room(file).to_owned()).or_default() += size;
    }
    Ok(sizes)
}

/// Lines that are neither blank nor comment, such as the types of JavaScript.
fn lines_of_code(file: &str, text: &str) -> usize {
    let marks: &[&str] = match file.rsplit('.').next() {
        Some("py") => &["#"],
        Some("rs") => &["//"],
        _ => &["//", "/*", "* ", "*/"],
    };
    let lines = text.lines().map(str::trim_start);
    lines.filter(|line| !["", "*"].contains(line) && !marks.iter().any(|mark| line.starts_with(mark))).count()
}

fn room(file: &str) -> &str {
    let folder = file.split('/').next().unwrap_or_default();
    let tests = ["/tests/", "/test/"].iter().any(|part| file.contains(part));
    if file.ends_with(".md") {
        "documents-in-words"
    } else if folder == "tests" || tests || file.ends_with("tests.rs") {
        "tests"
    } else {
        folder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_code() {
        assert_eq!(lines_of_code("a.rs", "//! A.\n\n#[test]\n    // B.\n*one = 1; // C.\n"), 2);
        assert_eq!(lines_of_code("a.js", "/**\n * A.\n *\n * @param {string} a\n */\nconst b = (a) => a;\n"), 1);
        assert_eq!(lines_of_code("a.py", "# A.\nb = 1\n"), 1);
    }

    #[test]
    fn every_file_has_a_room() {
        for (file, expected) in [
            ("src/lib.rs", "src"),
            ("src/compare/verdict/tests.rs", "tests"),
            ("worker/test/api.test.mjs", "tests"),
            ("tests/pages.rs", "tests"),
            ("research/eval/src/main.rs", "research"),
            ("docs/index.md", "documents-in-words"),
        ] {
            assert_eq!(room(file), expected, "{file}");
        }
    }
}
