//! The body as the largest group of text that looks the same.
//!
//! Source: Liu Siwei, Zhang Yi, Xia Yongming, Qian Songrong (Fudan University), "Web page
//! de-duplication based on HTML tags and long sentences", Microcomputer Applications 25(8), 2009.
//! Furniture and article differ in font, size, colour and style, all set by tags; and of all that
//! looks the same, the article is the most. So links are removed with their text, the rest is grouped
//! by identical format, and the group with the most characters is the body.
//!
//! Two texts have an *identical format* if they look the same, whatever their markup ([`Look`]): size,
//! colour, family, bold and italic type as the tags of HTML set them, `<font>` and `style` among them.
//! A style sheet is not read, so a class does not count. With the tags and classes of all elements
//! around a text as part of its format, and bold and italic type not, the pairs of pages that
//! `evaluate` measures were distinguished better; but that is no longer what the paper has. Characters
//! are counted without white space; of equal groups the earlier is taken.
//!
//! The paper accepts that sub-headings and very short articles are lost. It then drops the first and
//! last tenth of the body, so as to keep a reprinter's additions out of the features; that belongs to
//! the features, not to the text, and is not done here.

use super::look::Look;
use super::markup::Markup;
use std::collections::HashMap;

/// The largest group of text in one format, without links.
///
/// # Complexity
/// Linear in the length of the page, in time and memory.
///
/// ```
/// use offprint_methods::extractors::format_group;
/// let page = "<p style='color:gray'>News</p><p>The <a href=/dam>dam</a> is full.<p>It will hold.";
/// assert_eq!(format_group(page), "The is full.\nIt will hold.");
/// // Not found: text of the article that looks different.
/// assert_eq!(format_group("<p>The dam is <b>nearly</b> full.<h2>Fine!</h2>"), "The dam is full.");
/// ```
pub fn format_group(html: &str) -> String {
    let markup = Markup::of(html);
    let mut groups: HashMap<Look, usize> = HashMap::new();
    let format = |element: usize| markup.elements[element].look;
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
    fn the_look_with_most_characters_is_the_body() {
        let page = "<h1>News of the day</h1><div><p>One two three.</p><p>Four five six.</p></div>";
        assert_eq!(format_group(page), "One two three.\nFour five six.");
        let page = "<h1>News of the day and of all days</h1><div><p>One two.</p></div>";
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
            "<font face=Arial>Long and plain it is</font>",
            "<span style='FONT-SIZE: 9px'>Long and small it is</span>",
            "<span style='color: red'>Long and red it is</span>",
            "<b>Long and bold it is</b>",
            "<span style='font-weight: bold'>Long and bold it is</span>",
            "<em>Long and slanted it is</em>",
            "<h2>Long and large it is</h2>",
        ] {
            assert_eq!(format_group(&format!("<p>Short. {other}")), collapsed(other), "{other}");
        }
        for same in [
            "<span>Long as it is</span>",
            "<font size=3>Long as it is</font>",
            "<font color=#000000>Long as it is</font>",
            "<span style='font-weight: normal'>Long as it is</span>",
            "<span class=name style='margin: 0'>Long as it is</span>",
            "<font>Long as it is</font>",
            "<a name=x>Long as it is</a>",
        ] {
            let text = format!("Short. {}", collapsed(same));
            assert_eq!(format_group(&format!("<p>Short. {same}")), text);
        }
    }

    #[test]
    fn one_look_may_be_written_in_many_ways() {
        for [a, b] in [
            ["<font color=black>X</font>", "<font color='#000000'>X</font>"],
            ["<font color=red>X</font>", "<span style='color:rgb(255, 0, 0)'>X</span>"],
            ["<font color=#F00>X</font>", "<span style='COLOR: #ff0000 !important'>X</span>"],
            ["<b>X</b>", "<span style='font-weight: 700'>X</span>"],
            ["<strong><i>X</i></strong>", "<em><b>X</b></em>"],
            ["<i>X</i>", "<span style='font: italic 16px/24px'>X</span>"],
            ["<font size=2>X</font>", "<span style='font-size: 13px'>X</span>"],
            ["<font size='-1'>X</font>", "<span style='font-size:small'>X</span>"],
            ["<span style='font-size:12pt'>X</span>", "<span style='font-size:1em'>X</span>"],
            ["<font face=\"Arial, sans\">X</font>", "<span style='font-family:\"arial\"'>X</span>"],
            ["<font color=red><p>X</p></font>", "<p><font color=red>X</font></p>"],
        ] {
            let page = format!("<h3>Short it is.</h3><div>{a}</div><div>{b}</div>");
            let group = format_group(&page.replace('X', "Long as it is"));
            assert_eq!(group, "Long as it is\nLong as it is", "{a} {b}");
        }
    }

    /// The text of one element without others in it.
    fn collapsed(element: &str) -> String {
        let text = element.split(['<', '>']).nth(2).expect("an element");
        text.to_owned()
    }

    #[test]
    fn order_and_case_of_what_is_stated_do_not_count() {
        let page = "<p style='color:red;font-size:9px'>One.</p>\
            <p style='font-size: 9px; color: RED;'>Two.</p><b>Six.</b>";
        assert_eq!(format_group(page), "One.\nTwo.");
    }

    #[test]
    fn of_equal_groups_the_earlier_is_taken() {
        assert_eq!(format_group("<p>abc</p><h2>abd</h2>"), "abc");
        assert_eq!(format_group(""), "");
    }
}
