//! The source that a line credits.

use super::words::SOURCES;
use crate::text::han;

/// The source that a line credits: the text after "来源：", "Source:" and the like.
///
/// ```
/// use offprint::internals::lines::credit;
/// assert_eq!(credit("2026-03-18 11:40 來源：江城晚報 作者：林一"), Some("江城晚報".into()));
/// assert_eq!(credit("Source: Harbour Wire"), Some("Harbour Wire".into()));
/// assert_eq!(credit("This story originally appeared on the Harbour Post."), Some("Harbour Post".into()));
/// assert_eq!(credit("Originally published in March 2026."), None);
/// assert_eq!(credit("图片来源：江城晚报"), None);
/// assert_eq!(credit("水的来源有三处"), None);
/// ```
pub fn credit(line: &str) -> Option<String> {
    // Neither folding moves a character.
    let plain: String = line
        .chars()
        .map(|c| han::standard(c).to_ascii_lowercase())
        .collect();
    let index = SOURCES.index();
    let end = (0..plain.len()).find_map(|at| {
        let marks = index.beginning(&plain.as_bytes()[at..]);
        marks.map(|(_, mark)| at + mark.text.len()).max()
    })?;
    let after = line[end..].trim_start();
    let is_first = plain[..end].ends_with(' ');
    let after = match after.strip_prefix([':', '：']) {
        Some(after) => after.trim_start(),
        None if is_first => after.trim_start_matches("the "),
        None => return None,
    };
    let label = &plain[..end];
    if ["image source", "photo source", "图片来源"]
        .iter()
        .any(|of| label.ends_with(of))
    {
        return None;
    }
    // Names in Latin script contain spaces; in other scripts a space ends the name.
    let latin = after.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = |c: char| "|•·<>()（）【】[]　,，;；。".contains(c) || (c == ' ' && !latin);
    let mut name = before_button(after.split(ends).next()?).trim();
    if is_first {
        name = name.trim_end_matches('.');
        // A place or a date may follow, too.
        if !latin
            || name.starts_with(|c: char| c.is_ascii_lowercase())
            || name.ends_with(|c: char| c.is_ascii_digit())
        {
            return None;
        }
    }
    let length = name.chars().count();
    (2..=30).contains(&length).then(|| name.to_owned())
}

/// A name without the button that follows it on many Chinese platforms.
fn before_button(name: &str) -> &str {
    let buttons = ["+关注", "+關注", "＋关注", "＋關注"];
    let end = buttons.iter().filter_map(|button| name.find(button)).min();
    &name[..end.unwrap_or(name.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_is_not_part_of_a_name() {
        let name = |line| credit(line).unwrap();
        assert_eq!(name("来源：河山号+关注IP属地：江城"), "河山号");
        assert_eq!(name("来源：河山号 ＋ 关注"), "河山号");
        assert_eq!(name("来源：+1影院"), "+1影院");
        assert_eq!(name("来源：江城5G+新闻"), "江城5G+新闻");
        assert_eq!(name("Source: Canal+"), "Canal+");
    }
}
