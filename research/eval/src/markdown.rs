//! Tables of the documents and of the terminal.

/// A table; the first column is text, the others are figures.
pub fn table(head: &[&str], lines: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let mut out = line(&head) + "|---|" + &"--:|".repeat(head.len() - 1) + "\n";
    for cells in lines {
        out += &line(&cells);
    }
    out
}

pub fn part(share: f64) -> String {
    format!("{share:.3}")
}

pub fn row(name: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(name.into()).chain(cells).collect()
}

/// The digits of a whole number with commas.
pub fn thousands(digits: &str) -> String {
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_line_for_each_row() {
        let lines = [row("a", [part(0.5)]), row("b", [part(1.0 / 3.0)])];
        assert_eq!(table(&["set", "F1"], lines), "| set | F1 |\n|---|--:|\n| a | 0.500 |\n| b | 0.333 |\n");
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!(["7", "1040", "4498500"].map(thousands), ["7", "1,040", "4,498,500"]);
    }
}
