//! When a title and names of authors count as right.

use regex::Regex;
use serde::Deserialize;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// If one of two titles contains the other, the part of it that the shorter must make up for both to be right: the
/// longer may add the name of a section or a site. Larger: such names are faults; smaller: half a title is right.
const SAME_TITLE: f64 = 0.85;

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Authors {
    Names(Vec<String>),
    /// Names with commas or words like "and" between them.
    Line(String),
}

/// A text without case, white space, punctuation and variants of width.
pub fn folded(text: &str) -> String {
    let text = text.nfkc().collect::<String>().to_lowercase();
    static BESIDE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[^\p{L}\p{N}]+").expect("a constant"));
    BESIDE.replace_all(&text, "").into_owned()
}

pub fn is_title(gold: &str, stated: &str) -> bool {
    let [gold, stated] = [gold, stated].map(folded);
    let [short, long] = [&gold, &stated].map(|title| title.chars().count() as f64);
    let [short, long] = [short.min(long), short.max(long)];
    short > 0.0 && alike(&gold, &stated) && short >= SAME_TITLE * long
}

/// Whether one of them holds the other.
pub fn alike(a: &str, b: &str) -> bool {
    a.contains(b) || b.contains(a)
}

/// The names that an extractor states, folded.
pub fn names(authors: Option<&Authors>) -> Vec<String> {
    static BETWEEN: LazyLock<Regex> = LazyLock::new(|| {
        let between = r"\s*[,;、，；/|]\s*|\s+(?:and|und|et|y|e|och|og|en)\s+|\s*&\s*";
        Regex::new(between).expect("a constant")
    });
    static BY: LazyLock<Regex> = LazyLock::new(|| {
        let by = r"(?i)^(by|von|par|por|di|da|door|文|作者|记者|記者)\s*[:：/／]?\s*";
        Regex::new(by).expect("a constant")
    });
    let names: Vec<&str> = match authors {
        None => Vec::new(),
        Some(Authors::Names(names)) => names.iter().map(String::as_str).collect(),
        Some(Authors::Line(line)) => BETWEEN.split(line).collect(),
    };
    let names = names.into_iter().map(|name| folded(&BY.replace(name.trim(), "")));
    names.filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: &str) -> Vec<String> {
        names(Some(&Authors::Line(line.to_owned())))
    }

    #[test]
    fn the_name_of_a_section_beside_a_title_does_not_matter() {
        assert!(is_title("No ferry to Skarn", "NO FERRY TO “SKARN”"));
        assert!(is_title("上游大坝今天关闸", "上游大坝今天关闸！Ａ"));
        assert!(!is_title("No ferry to Skarn", "No ferry to Skarn – Daily Harbour"));
        assert!(!is_title("No ferry to Skarn", "Skarn"));
        assert!(!is_title("No ferry to Skarn", ""));
    }

    #[test]
    fn a_line_of_authors_is_split_into_names() {
        assert_eq!(line("By Ada Holm, Per Lind and Eva Sand"), ["adaholm", "perlind", "evasand"]);
        assert_eq!(line("Ada Holm , and Per Lind"), ["adaholm", "andperlind"]);
        assert_eq!(line("记者：王小明、李雷"), ["王小明", "李雷"]);
        assert_eq!(line("Andy Yates & Sandy"), ["andyyates", "sandy"]);
        assert!(line(" – ").is_empty() && names(None).is_empty());
        let names = names(Some(&Authors::Names(vec!["von Holm, Ada".to_owned()])));
        assert_eq!(names, ["holmada"]);
    }
}
