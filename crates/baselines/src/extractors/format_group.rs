//! The body as the largest group of text that looks the same.
//!
//! Source: Liu Siwei, Zhang Yi, Xia Yongming, Qian Songrong (Fudan University), "Web page
//! de-duplication based on HTML tags and long sentences", Microcomputer Applications 25(8), 2009.
//! Furniture and article differ in font, size, colour and style, all set by tags; and of all that
//! looks the same, the article is the most. So links are removed with their text, the rest is grouped
//! by identical format, and the group with the most characters is the body.
//!
//! A streaming reader sees no style sheet. Two texts have an *identical format* here if the
//! block-level elements around them have the same tags and the same classes, from the document down,
//! and the same fonts, sizes and colours are stated on the way, by `<font>` or in a `style`. Bold and
//! italic type are not counted as another format: to lose every stressed word costs up to 6 points
//! of F1. To look at the nearest block-level element alone, not at all around it, would merge the
//! paragraphs of article and footer, and is worse on most sets too. Characters are counted without
//! white space; of equal groups the earlier is taken.
//!
//! The paper accepts that sub-headings and very short articles are lost. It then drops the first and
//! last tenth of the body, so as to keep a reprinter's additions out of the features; that belongs to
//! the features, not to the text, and is not done here.

use super::markup::Markup;
use std::collections::HashMap;

/// The largest group of text in one format, without links.
///
/// # Complexity
/// Linear in the length of the page, in time and memory.
///
/// ```
/// use offprint_baselines::extractors::format_group;
/// let page = "<p class=menu>Home, news</p><p>The <a href=/dam>dam</a> is full.<p>It will hold.";
/// assert_eq!(format_group(page), "The is full.\nIt will hold.");
/// // Not found: what looks different, though it belongs to the article.
/// assert_eq!(format_group("<p>The dam is full.<blockquote>Fine!</blockquote>"), "The dam is full.");
/// ```
pub fn format_group(html: &str) -> String {
    let markup = Markup::of(html);
    let mut groups: HashMap<u64, usize> = HashMap::new();
    let format = |element: usize| markup.elements[element].format;
    for text in markup.texts.iter().filter(|text| !text.linked) {
        *groups.entry(format(text.element)).or_default() += text.chars;
    }
    let size = |element: usize| groups.get(&format(element)).copied();
    // The last of the maxima is returned, so the first comes last.
    let elements = (0..markup.elements.len()).rev();
    let largest = elements.max_by_key(|&element| size(element)).unwrap_or(0);
    markup.text(|text| !text.linked && format(text.element) == format(largest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_with_most_characters_is_the_body() {
        let page = "<div class=top>News of the day</div><div class=a><p>One two three.</p><p>Four five six.</p></div>";
        assert_eq!(format_group(page), "One two three.\nFour five six.");
        let page = "<div class=top>News of the day and of all days</div><div class=a><p>One two.</p></div>";
        assert_eq!(format_group(page), "News of the day and of all days");
    }

    #[test]
    fn links_go_with_their_text() {
        let page = "<p><a href=/1>A very long title of another article</a></p><p>One <a>two</a> three.</p>";
        assert_eq!(format_group(page), "One two three.");
        assert_eq!(format_group("<p><a href=/><b>All of it</b></a>"), "");
    }

    #[test]
    fn an_unequal_look_is_another_format() {
        for other in [
            "<font color=red>Long and red it is</font>",
            "<font size=5>Long and large it is</font>",
            "<span style='FONT-SIZE: 9px'>Long and small it is</span>",
            "<span style='color: red'>Long and red it is</span>",
        ] {
            assert_eq!(
                format_group(&format!("<p>Short. {other}")),
                collapsed(other),
                "{other}"
            );
        }
        for same in [
            "<span>Long as it is</span>",
            "<b>Long as it is</b>",
            "<span style='font-weight: bold'>Long as it is</span>",
            "<span class=name style='margin: 0'>Long as it is</span>",
            "<font>Long as it is</font>",
            "<a name=x>Long as it is</a>",
        ] {
            let text = format!("Short. {}", collapsed(same));
            assert_eq!(format_group(&format!("<p>Short. {same}")), text);
        }
    }

    /// The text of one element without others in it.
    fn collapsed(element: &str) -> String {
        let text = element.split(['<', '>']).nth(2).expect("an element");
        text.to_owned()
    }

    #[test]
    fn order_and_case_of_what_is_stated_do_not_count() {
        let page = "<p class='a b'>One.</p><p class='B  a'>Two.</p><p class=a>Three is other.</p>";
        assert_eq!(format_group(&page.replace("is other", "")), "One.\nTwo.");
        let page = "<p style='color:red;font-size:9px'>One.</p><p style='font-size: 9px; color: RED;'>Two.</p>";
        assert_eq!(format_group(page), "One.\nTwo.");
    }

    #[test]
    fn equal_paragraphs_in_unequal_surroundings_differ() {
        let page = "<div class=a><p>One two three.</div><div class=b><p>Four.</div><div class=a><p>Five.</div>";
        assert_eq!(format_group(page), "One two three.\nFive.");
    }

    #[test]
    fn of_equal_groups_the_earlier_is_taken() {
        assert_eq!(format_group("<p>abc</p><div>abd</div>"), "abc");
        assert_eq!(format_group(""), "");
    }
}
