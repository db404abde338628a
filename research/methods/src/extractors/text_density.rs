//! The body as the element whose source is mostly text.
//!
//! Source: an essay on extraction, printed without an author among the fragments around Liu Siwei,
//! Zhang Yi, Xia Yongming, Qian Songrong (Fudan University, 2009). The *text density* of an element
//! is the characters of its text divided by all characters of its source; the article has much text
//! and high density, furniture has little text between many tags.
//!
//! The essay names no threshold, and density alone would choose a bare paragraph over the article it
//! is part of. So both halves of its remark are taken together: the body is the element with the
//! largest product of text and density, that is `text² ÷ source`, and all text in it is kept. Text is
//! counted without white space, so that indentation is markup; of equal elements the outer is taken.

use super::markup::Markup;

/// The text of the element with the largest product of text and text density.
///
/// # Complexity
/// Linear in the length of the page, in time and memory.
///
/// ```
/// use offprint_methods::extractors::text_density;
/// let menu = "<ul><li><a href=/>Home</a><li><a href=/news>News</a></ul>";
/// let page = format!("{menu}<div><p>The dam is full.<p>It will hold.</div>{menu}");
/// assert_eq!(text_density(&page), "The dam is full.\nIt will hold.");
/// // Not found: furniture inside that element.
/// assert_eq!(text_density("<div><p>The dam is full.<p>All rights reserved</div>"),
///     "The dam is full.\nAll rights reserved");
/// ```
pub fn text_density(html: &str) -> String {
    let markup = Markup::of(html);
    let elements = &markup.elements;
    let mut chars = vec![0usize; elements.len()];
    for text in &markup.texts {
        chars[text.element] += text.chars;
    }
    // Parents come before their children, so one pass backwards adds every subtree up.
    for id in (1..elements.len()).rev() {
        chars[elements[id].parent] += chars[id];
    }
    let mut best = 0;
    for id in 1..elements.len() {
        let (text, source) = (chars[id] as u128, elements[id].source as u128);
        let (most, around) = (chars[best] as u128, elements[best].source as u128);
        if text * text * around > most * most * source {
            best = id;
        }
    }
    let mut inside = vec![false; elements.len()];
    for id in best..elements.len() {
        inside[id] = id == best || inside[elements[id].parent];
    }
    markup.text(|text| inside[text.element])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_counts_twice_and_source_once() {
        // 8² / 15 for the division, 4² / 11 for a paragraph.
        assert_eq!(text_density("<div><p>abcd</p><p>efgh</p></div>"), "abcd\nefgh");
        // 4² / 11 for the paragraph, 5² / 46 for all.
        let page = "<p>abcd</p><img src=a-long-address-of-a-picture>e";
        assert_eq!(text_density(page), "abcd");
    }

    #[test]
    fn characters_count_not_bytes() {
        // 6² / 13 for the Han paragraph, 8² / 15 for the Latin one.
        assert_eq!(text_density("<p>水库已经蓄满</p><i class=x1></i><hr><hr><hr><p>abcdefgh</p>"), "abcdefgh");
    }

    #[test]
    fn indentation_is_markup() {
        let page = format!("<p>abcdef</p><p>{}abcdefg</p>", " ".repeat(40));
        assert_eq!(text_density(&page), "abcdef");
    }

    #[test]
    fn scripts_styles_and_comments_are_markup() {
        let page = "<div>abc<script>var a = 1, b = 2, c = 3</script></div><p>abc</p>";
        assert_eq!(text_density(page), "abc");
        assert_eq!(text_density("<title>T</title><style>p{}</style><!-- c -->"), "");
        assert_eq!(text_density(""), "");
    }
}
