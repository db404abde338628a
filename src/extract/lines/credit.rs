//! The sources that a line credits.

use crate::languages::{self, Kinds, Phrase};
use crate::metadata::title::is_cjk;
use crate::parse::head::{PART, is_gap};
use crate::unicode::{is_capital, is_letter};

/// Most sources that are read from a line.
const MAX_SOURCES: usize = 4;
/// Longest name of a source, in characters.
const MAX_SOURCE_CHARS: usize = 30;
/// Marks between a label and the name.
const MARKS: [char; 8] = [':', '：', '|', '｜', '丨', '/', '／', '='];

/// The sources that a line credits, in its order: the names after "来源：", "Source:" and the like.
///
/// ```
/// use offprint::internals::lines::credits;
/// assert_eq!(credits("2026-03-18 11:40 來源：江城晚報 作者：林一"), ["江城晚報"]);
/// assert_eq!(credits("来源：新华网 转自：人民网"), ["新华网", "人民网"]);
/// assert_eq!(credits("Source: Harbour Wire via The Courier"), ["Harbour Wire", "The Courier"]);
/// assert_eq!(credits("via Harbour Wire"), ["Harbour Wire"]);
/// assert_eq!(credits("This story originally appeared on the Harbour Post."), ["Harbour Post"]);
/// for none in ["Originally published in March 2026.", "via Oldmere and back", "图片来源：江城晚报", "水的来源有三处"] {
///     assert!(credits(none).is_empty(), "{none}");
/// }
/// ```
pub fn credits(line: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut end = 0;
    for label in languages::all(line, Kinds::SOURCE.and(Kinds::FIRST).and(Kinds::CAPTION)) {
        if label.start < end || label.kinds.has(Kinds::CAPTION) {
            continue;
        }
        let Some(name) = name_after(line, label) else { continue };
        end = label.end + line[label.end..].find(name).unwrap_or(0) + name.len();
        // In Latin script, another source may follow within the name.
        for name in name.split(" via ") {
            if (2..=MAX_SOURCE_CHARS).contains(&name.chars().count()) && names.len() < MAX_SOURCES {
                names.push(name.to_owned());
            }
        }
    }
    names
}

fn name_after(line: &str, label: Phrase) -> Option<&str> {
    let (word, after) = (&line[label.start..label.end], line[label.end..].trim_start_matches(is_gap));
    let marked = after.strip_prefix(MARKS).or_else(|| word.ends_with(MARKS).then_some(after));
    let is_first = marked.is_none() && label.kinds.has(Kinds::FIRST);
    let rest = match marked {
        Some(marked) => marked.trim_start_matches(is_gap),
        None if is_first => after_preposition(after).trim_start_matches("the "),
        // In a sentence, anything may follow "via".
        None if word.eq_ignore_ascii_case("via") && is_title(after) => after,
        None => return None,
    };
    let unquoted = rest.trim_start_matches(|c: char| "《“\"「『‘".contains(c));
    // Names in Latin script contain spaces; in other scripts a space ends the name.
    let latin = unquoted.starts_with(|c: char| is_letter(c) && !is_cjk(c));
    let mut parts = unquoted
        .split(|c| c == PART || "|｜丨•·<>()（）【】[]《》“”\"「」『』　,，;；。".contains(c) || (c == ' ' && !latin));
    let whole = parts.next()?;
    let button = languages::all(whole, Kinds::SOURCE_END).into_iter().find(|end| end.start > 0);
    let mut name = button.map_or(whole, |end| &whole[..end.start]).trim();
    if is_first {
        // The sentence may go on, or a place or date may follow.
        name = name.split(". ").next()?.trim_end_matches('.');
        if let Some((_, address)) = name.split_once("://") {
            return address.split(['/', ' ']).next();
        }
        let is_name = if latin { name.starts_with(is_capital) } else { name.chars().all(is_letter) };
        if !is_name || name.ends_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
    }
    Some(name)
}

/// A text without a leading word such as `in`.
fn after_preposition(text: &str) -> &str {
    languages::beginning(text, 0, Kinds::IN).map_or(text, |word| text[word.end..].trim_start_matches(is_gap))
}

/// Whether a text consists of a few capitalized words.
fn is_title(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    (1..=4).contains(&words.clone().count()) && words.all(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_is_not_part_of_a_name() {
        let name = |line| credits(line).remove(0);
        assert_eq!(name("来源：河山号+关注IP属地：江城"), "河山号");
        assert_eq!(name("来源：河山号 ＋ 关注"), "河山号");
        assert_eq!(name("来源：+1影院"), "+1影院");
        assert_eq!(name("来源：江城5G+新闻"), "江城5G+新闻");
        assert_eq!(name("Source: Canal+"), "Canal+");
    }
}
