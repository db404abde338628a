//! Texts with their sentences in reverse order, which no reprint has: how many a method takes for themselves.

use offprint::Article;
use offprint::compare::Verdict;
use offprint_methods::methods::Method;
use rayon::prelude::*;

/// Up to which length the texts of each class go, in characters, and their language.
pub const CLASSES: [(&str, &str, usize); 4] = [
    ("zh, < 500", "zh", 500),
    ("zh, 500–2,000", "zh", 2_000),
    ("en, < 500", "en", 500),
    ("en, 500–2,000", "en", 2_000),
];
/// Most texts of a class.
const TEXTS: usize = 100;

/// By class the share of the texts that are called the same; `None` if there is no such text.
pub type Shares = [Option<f64>; CLASSES.len()];

pub fn measure<M: Method + Sync>(method: &M, texts: &[Article]) -> Shares {
    CLASSES.map(|(_, language, end)| {
        let start = if end > 500 { 500 } else { 0 };
        let fits = |text: &&Article| {
            let length = text.text.chars().count();
            text.metadata.language == language && (start..end).contains(&length)
        };
        let chosen: Vec<&Article> = texts.iter().filter(fits).take(TEXTS).collect();
        let is_same = |text: &&&Article| {
            let other = Article::of_text(text.metadata.title.clone(), reversed(&text.text));
            let [a, b] = [**text, &other].map(|article| method.sign(article));
            method.compare(a.as_ref(), b.as_ref()).verdict == Verdict::Same
        };
        let same = chosen.par_iter().filter(is_same).count();
        (!chosen.is_empty()).then(|| same as f64 / chosen.len() as f64)
    })
}

/// The sentences of a text, the last first, as one paragraph each.
fn reversed(text: &str) -> String {
    let parts = text
        .split_inclusive(|c| "。！？；\n".contains(c))
        .flat_map(|part| {
            let latin = part.split_inclusive(". ");
            latin.collect::<Vec<_>>()
        });
    let mut sentences: Vec<&str> = parts
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    sentences.reverse();
    sentences.join("\n")
}

#[cfg(test)]
mod tests {
    use super::reversed;

    #[test]
    fn the_last_sentence_comes_first() {
        assert_eq!(
            reversed("水库蓄满。大坝安全！\n明天有雨"),
            "明天有雨\n大坝安全！\n水库蓄满。"
        );
        assert_eq!(reversed("One. Two. Three."), "Three.\nTwo.\nOne.");
    }
}
