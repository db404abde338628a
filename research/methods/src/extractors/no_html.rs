//! Text by ordered replacements, as a clean-up function often passed around does it.
//!
//! Source: the function `NoHTML`, in C#, printed without an author among the fragments around Liu
//! Siwei, Zhang Yi, Xia Yongming, Qian Songrong (Fudan University, 2009). It is the weakest baseline
//! there is: the text of the whole page. Its steps, all without regard to case:
//!
//! | step | pattern | becomes |
//! |---|---|---|
//! | 1 | `<script[^>]*?>.*?</script>` | nothing |
//! | 2 | `<(.[^>]*)>` | nothing |
//! | 3 | `([\r\n])[\s]+` | nothing |
//! | 4 | `-->` | nothing |
//! | 5 | `<!--.*` | nothing |
//! | 6 | `&(quot\|#34);` and so on: amp, lt, gt, nbsp, iexcl, cent, pound, copy | `"` `&` `<` `>`, nothing, `¡` `¢` `£` `©` |
//! | 7 | `&#(\d+);` | nothing |
//!
//! Its faults are kept, or it would not be the baseline: a script of more than one line
//! leaves its program behind, since `.` does not match a line end; the text of `style` stays; `&amp;lt;` becomes
//! `<`, since `&amp;` goes first; and separators of words (tags, `&nbsp;`, line ends before white
//! space) are removed, so that words of an alphabet are joined.
//!
//! Our reading: case is that of ASCII letters, and `\d` an ASCII digit. Three replacements after step 7
//! (of `<`, `>` and line ends) throw their result away in the original and do nothing here. The
//! original then encodes its result to be shown in a page; here it is wanted as text.
//!
//! The patterns are few and plain, and hand-written they need no engine; the tests hold them
//! against one.

use std::ops::Range;

/// The meaning of a reference: by its name, by its number, and the text it becomes.
const REFERENCES: [(&str, &str, &str); 9] = [
    ("quot;", "#34;", "\""),
    ("amp;", "#38;", "&"),
    ("lt;", "#60;", "<"),
    ("gt;", "#62;", ">"),
    ("nbsp;", "#160;", ""),
    ("iexcl;", "#161;", "¡"),
    ("cent;", "#162;", "¢"),
    ("pound;", "#163;", "£"),
    ("copy;", "#169;", "©"),
];

/// The text of a page by ordered replacements, all the page's furniture included.
///
/// # Complexity
/// Linear in the length of the page.
///
/// ```
/// use offprint_methods::extractors::no_html;
/// assert_eq!(no_html("<p>水库已经<b>蓄满</b>。</p><script>x()</script>"), "水库已经蓄满。");
/// // Faults: two words become one, and a program counts as text.
/// assert_eq!(no_html("<p>one</p><p>two</p> <script>\n x()</script>"), "onetwo x()");
/// ```
pub fn no_html(html: &str) -> String {
    let mut text = html.to_owned();
    for step in [scripts, tags, line_ends, comment_ends, comment_starts, references, other_references] {
        text = step(&text);
    }
    text.trim().to_owned()
}

/// Step 1: a script, if it ends on the line on which its start tag does.
fn scripts(text: &str) -> String {
    let mut start = Search::new(text, "<script");
    let mut tag_end = Search::new(text, ">");
    let mut end = Search::new(text, "</script>");
    let mut line_end = Search::new(text, "\n");
    replace(text, "", |mut from| {
        loop {
            let start = start.from(from)?;
            let body = tag_end.from(start + "<script".len())? + 1;
            let end = end.from(body)?;
            if line_end.from(body).is_none_or(|line_end| line_end > end) {
                return Some(start..end + "</script>".len());
            }
            from = start + 1;
        }
    })
}

/// Step 2: from a `<` that does not end its line to the next `>` but one character.
fn tags(text: &str) -> String {
    let mut start = Search::new(text, "<");
    let mut end = Search::new(text, ">");
    replace(text, "", |mut from| {
        loop {
            let start = start.from(from)?;
            let first = text[start + 1..].chars().next()?;
            if first != '\n' {
                return Some(start..end.from(start + 1 + first.len_utf8())? + 1);
            }
            from = start + 1;
        }
    })
}

/// Step 3: a line end with the white space after it, if there is any.
fn line_ends(text: &str) -> String {
    replace(text, "", |mut from| {
        loop {
            let start = from + text[from..].find(['\r', '\n'])?;
            let after = &text[start + 1..];
            let space = after.len() - after.trim_start().len();
            if space > 0 {
                return Some(start..start + 1 + space);
            }
            from = start + 1;
        }
    })
}

/// Step 4.
fn comment_ends(text: &str) -> String {
    text.replace("-->", "")
}

/// Step 5: the start of a comment, and the rest of its line.
fn comment_starts(text: &str) -> String {
    replace(text, "", |from| {
        let start = from + text[from..].find("<!--")?;
        let length = text[start..].find('\n').unwrap_or(text.len() - start);
        Some(start..start + length)
    })
}

/// Step 6: one reference after the other, so that the remains of one may form another.
fn references(text: &str) -> String {
    REFERENCES.iter().fold(text.to_owned(), |text, (name, number, by)| {
        let ends = |after: &str| {
            let end = [name, number].into_iter().find(|end| {
                let bytes = after.as_bytes().get(..end.len());
                bytes.is_some_and(|bytes| bytes.eq_ignore_ascii_case(end.as_bytes()))
            })?;
            Some(end.len())
        };
        replace_references(&text, by, ends)
    })
}

/// Step 7: every other reference by number.
fn other_references(text: &str) -> String {
    replace_references(text, "", |after| {
        let digits = after.strip_prefix('#')?;
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        (count > 0 && digits[count..].starts_with(';')).then_some(count + 2)
    })
}

/// Replaces each `&` together with what `length` takes of the text after it.
fn replace_references(text: &str, by: &str, length: impl Fn(&str) -> Option<usize>) -> String {
    replace(text, by, |mut from| {
        loop {
            let start = from + text[from..].find('&')?;
            if let Some(length) = length(&text[start + 1..]) {
                return Some(start..start + 1 + length);
            }
            from = start + 1;
        }
    })
}

/// Replaces all that `next` finds; it is given where to look from, which only ever grows.
fn replace(text: &str, by: &str, mut next: impl FnMut(usize) -> Option<Range<usize>>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    while let Some(found) = next(done) {
        out.push_str(&text[done..found.start]);
        out.push_str(by);
        done = found.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The places of a string, without regard to case. It remembers the last one found, so that asking
/// from places that grow takes one walk through the text, however often it is asked.
struct Search<'a> {
    text: &'a [u8],
    needle: &'static [u8],
    /// What was found last; `None` before the first search.
    found: Option<Option<usize>>,
}

impl<'a> Search<'a> {
    fn new(text: &'a str, needle: &'static str) -> Search<'a> {
        Search { text: text.as_bytes(), needle: needle.as_bytes(), found: None }
    }

    /// The first place at or after `from`, which must not shrink from call to call.
    fn from(&mut self, from: usize) -> Option<usize> {
        if let Some(found) = self.found
            && found.is_none_or(|at| at >= from)
        {
            return found;
        }
        let found = self.text[from..]
            .windows(self.needle.len())
            .position(|window| window.eq_ignore_ascii_case(self.needle))
            .map(|at| from + at);
        self.found = Some(found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use regex::Regex;

    #[test]
    fn a_script_goes_if_it_is_on_one_line() {
        assert_eq!(scripts("a<script>x()</script>b"), "ab");
        assert_eq!(scripts("<SCRIPT type='a'\nsrc=b>x</Script>b"), "b");
        assert_eq!(scripts("<script>x</script>y<script>z</script>"), "y");
        assert_eq!(scripts("<script></script>"), "");
        // The end of another is taken where it has none of its own.
        assert_eq!(scripts("<script>x<b>y<script>z</script>w"), "w");
    }

    #[test]
    fn a_script_of_several_lines_stays() {
        let long = "<script>\nx()\n</script>";
        assert_eq!(scripts(long), long);
        assert_eq!(no_html(long), "x()");
        // One that follows it goes.
        assert_eq!(scripts("<script>x\n<script>y</script>"), "<script>x\n");
        // Only the line feed is a line end.
        assert_eq!(scripts("<script>\rx()\r</script>"), "");
    }

    #[test]
    fn a_tag_holds_a_character_that_ends_no_line() {
        assert_eq!(tags("<p class=a>水<b\n>库</b>"), "水库");
        assert_eq!(tags("1 <\n2> 3"), "1 <\n2> 3");
        // `<>` is not a tag: its end is taken for the one character.
        assert_eq!(tags("<>a>b"), "b");
        assert_eq!(tags("<>"), "<>");
        assert_eq!(tags("a < b"), "a < b");
        // A sign in the text takes all up to the next end of a tag.
        assert_eq!(tags("a < b, <i>c</i>"), "a c");
        assert_eq!(tags("<水>a<"), "a<");
    }

    #[test]
    fn a_line_end_goes_with_white_space_after_it() {
        assert_eq!(line_ends("a\n  b"), "ab");
        assert_eq!(line_ends("a\r\nb"), "ab");
        assert_eq!(line_ends("a\n\u{3000}b"), "ab");
        assert_eq!(line_ends("a\nb"), "a\nb");
        assert_eq!(line_ends("a  \n"), "a  \n");
    }

    #[test]
    fn comments_go_with_the_rest_of_their_line() {
        assert_eq!(comment_ends("a-->b --->c"), "ab -c");
        assert_eq!(comment_starts("a<!-- b\nc<!--d"), "a\nc");
        assert_eq!(comment_starts("a<!- b"), "a<!- b");
    }

    #[test]
    fn references_become_their_characters() {
        let all = "&quot;&amp;&lt;&gt;&iexcl;&cent;&pound;&copy;";
        assert_eq!(references(all), "\"&<>¡¢£©");
        let all = "&#34;&#38;&#60;&#62;&#161;&#162;&#163;&#169;";
        assert_eq!(references(all), "\"&<>¡¢£©");
        assert_eq!(references("&COPY; &Lt;"), "© <");
        assert_eq!(references("&copy &mdash; &#x22;"), "&copy &mdash; &#x22;");
    }

    #[test]
    fn a_reference_is_read_twice() {
        assert_eq!(references("&amp;lt;b&amp;gt;"), "<b>");
        assert_eq!(references("&#38;amp;"), "&amp;");
        // What comes before `amp` in the order is not.
        assert_eq!(references("&amp;quot;"), "&quot;");
    }

    #[test]
    fn references_by_number_go() {
        assert_eq!(other_references("a&#20013;b&#8217;c"), "abc");
        assert_eq!(other_references("&#;&#x4e2d;&#12"), "&#;&#x4e2d;&#12");
    }

    #[test]
    fn words_of_an_alphabet_are_joined() {
        assert_eq!(no_html("<p>one</p><p>two</p>"), "onetwo");
        assert_eq!(no_html("one&nbsp;two&#160;three"), "onetwothree");
        assert_eq!(no_html("one\n  two"), "onetwo");
        assert_eq!(no_html("one\ntwo"), "one\ntwo");
    }

    #[test]
    fn the_text_of_a_style_stays() {
        assert_eq!(no_html("<style>p { color: red }</style>a"), "p { color: red }a");
        assert_eq!(no_html("<title>T</title>\n<p>a"), "T\na");
    }

    #[test]
    fn the_ends_are_trimmed() {
        assert_eq!(no_html(" \n\u{3000}<p> a b </p>"), "a b");
        assert_eq!(no_html("<p>&nbsp;</p>"), "");
        assert_eq!(no_html(""), "");
    }

    /// The steps as an engine takes them.
    fn by_engine(html: &str) -> String {
        let step = |text: String, pattern: &str, by: &str| {
            let pattern = Regex::new(pattern).expect(pattern);
            pattern.replace_all(&text, by).into_owned()
        };
        let mut text = html.to_owned();
        for pattern in ["(?i-u:<script)[^>]*?>.*?(?i-u:</script>)", "<(.[^>]*)>", r"([\r\n])[\s]+", "-->", "<!--.*"] {
            text = step(text, pattern, "");
        }
        for (name, number, by) in REFERENCES {
            text = step(text, &format!("&((?i-u:{name})|{number})"), by);
        }
        text = step(text, "&#([0-9]+);", "");
        text.trim().to_owned()
    }

    proptest! {
        #[test]
        fn removes_the_same_as_a_regex_engine(parts in prop::collection::vec(prop::sample::select(vec![
            "<script", "</script>", "<SCRIPT", "</Script>", "<", ">", "/", "<p>", "</p>", "<!--", "-->",
            "\n", "\r", "\r\n", " ", "\u{3000}", "\u{a0}", "\u{85}", "\u{2028}", "a", "水", "ſ", "&", "&amp;",
            "amp;", "lt;", "quot;", "&quot;", "&NBSP;", "&copy;", "&#", "38;", "160;", "7", ";", "!--",
        ]), 0..40)) {
            let html = parts.concat();
            prop_assert_eq!(no_html(&html), by_engine(&html));
        }
    }

    #[test]
    fn hostile_pages_take_linear_time() {
        for part in ["<script>", "<script", "<", "<\n", "<!--", "&", "&#1", "\n", "<script>\n</script>"] {
            no_html(&part.repeat(1 << 17));
        }
    }
}
