//! The sources that a line credits.

use super::words::SOURCES;
use crate::parse::head::PART;
use crate::text::han;

/// Most sources that are read off a line.
const MOST: usize = 4;

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
    // Neither folding moves a character.
    let plain: String = line.chars().map(|c| han::standard(c).to_ascii_lowercase()).collect();
    let mut names: Vec<String> = Vec::new();
    let mut end = 0;
    while let Some(next) = after_label(&plain, end)
        && let Some(name) = name_after(line, &plain, next)
    {
        end = next;
        let known = names.len();
        // In Latin script, another source may follow within the name.
        for name in name.split(" via ") {
            if (2..=30).contains(&name.chars().count()) && names.len() < MOST {
                names.push(name.to_owned());
            }
        }
        if names.len() == known {
            break;
        }
    }
    names
}

/// Where the next label from a place on ends, in a folded line.
fn after_label(plain: &str, from: usize) -> Option<usize> {
    let index = SOURCES.index();
    (from..plain.len()).find_map(|at| {
        let marks = index.beginning(&plain.as_bytes()[at..]);
        marks.map(|(_, mark)| at + mark.text.len()).max()
    })
}

/// The name after a label that ends here.
fn name_after<'a>(line: &'a str, plain: &str, end: usize) -> Option<&'a str> {
    let label = &plain[..end];
    let is_space = |c: char| c == PART || c.is_whitespace();
    let after = line[end..].trim_start_matches(is_space);
    let is_first = label.ends_with(' ');
    // In a sentence, "via" leads to anything.
    let is_via = label == "via" && is_title(after);
    let after = match after.strip_prefix([':', '：']) {
        Some(after) => after.trim_start_matches(is_space),
        None if is_first => after.trim_start_matches("the "),
        None if is_via => after,
        None => return None,
    };
    if ["image source", "photo source", "图片来源"].iter().any(|of| label.ends_with(of)) {
        return None;
    }
    // Names in Latin script contain spaces; in other scripts a space ends the name.
    let latin = after.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = |c: char| c == PART || "|•·<>()（）【】[]　,，;；。".contains(c) || (c == ' ' && !latin);
    let mut name = before_button(after.split(ends).next()?).trim();
    if is_first {
        name = name.trim_end_matches('.');
        // A place or a date may follow, too.
        if !latin || name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with(|c: char| c.is_ascii_digit())
        {
            return None;
        }
    }
    Some(name)
}

/// Whether a text consists of a few capitalized words.
fn is_title(text: &str) -> bool {
    let words = || text.split_ascii_whitespace();
    let is_capitalized = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    (1..=4).contains(&words().count()) && words().all(is_capitalized)
}

/// A name without the button or the next statement that follows it on many Chinese pages.
fn before_button(name: &str) -> &str {
    let ends = [
        "+关注",
        "+關注",
        "＋关注",
        "＋關注",
        "写评论",
        "寫評論",
        "责任编辑",
        "責任編輯",
        "责编",
        "編輯：",
        "编辑：",
        "编辑:",
        "作者：",
        "作者:",
        "记者：",
        "記者：",
        "发布时间",
        "发布日期",
        "时间：",
        "时间:",
        "字号",
        "浏览",
        "阅读",
    ];
    let end = ends.iter().filter_map(|end| name.find(end)).filter(|&at| at > 0).min();
    &name[..end.unwrap_or(name.len())]
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
