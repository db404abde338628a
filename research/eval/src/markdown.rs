//! Tables and figures of the documents.

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

pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub fn parts(shares: impl IntoIterator<Item = f64>) -> impl Iterator<Item = String> {
    shares.into_iter().map(part)
}

pub fn row(name: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(name.into()).chain(cells).collect()
}

/// To the next of 1, 2, 5, 10, 20 and so on: closer would be another figure on every run.
pub fn rounded_up(figure: f64) -> f64 {
    let scale = 10f64.powf(figure.max(1.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * scale);
    steps
        .into_iter()
        .find(|&step| figure < step)
        .unwrap_or(10.0 * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_line_for_each_row() {
        let lines = [row("a", parts([0.5])), row("b", parts([1.0 / 3.0]))];
        assert_eq!(
            table(&["set", "F1"], lines),
            "| set | F1 |\n|---|--:|\n| a | 0.500 |\n| b | 0.333 |\n"
        );
    }

    #[test]
    fn times_are_rounded_up() {
        assert_eq!(
            [347.0, 9.6, 13.0, 0.2].map(rounded_up),
            [500.0, 10.0, 20.0, 1.0]
        );
    }
}
