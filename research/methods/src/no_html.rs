//! Text by ordered replacements, as a clean-up function often passed around does it.
//!
//! Source: the function `NoHTML`, in C#, printed without an author among the fragments around Liu
//! Siwei, Zhang Yi, Xia Yongming, Qian Songrong (Fudan University, 2009). It is the weakest baseline
//! there is: the text of the whole page.
//!
//! Its faults are kept, or it would not be the baseline: a script of more than one line
//! leaves its program behind, since `.` does not match a line end; the text of `style` stays; `&amp;lt;` becomes
//! `<`, since `&amp;` goes first; and separators of words (tags, `&nbsp;`, line ends before white
//! space) are removed, so that words of an alphabet are joined.
//!
//! Our reading: only ASCII letters have case, and `\d` is an ASCII digit. Three replacements after the last one here
//! (of `<`, `>` and line ends) throw their result away in the original and do nothing. The original then encodes its
//! result to be shown in a page; here it stays text.

use offprint::article::{NoFingerprintReason, PageType};
use offprint::internals::body::Body;
use offprint::internals::charset::Decoder;
use offprint::internals::headline::headline;
use offprint::internals::make::{self, Findings};
use offprint::internals::normal::normalize;
use offprint::internals::page_type::Measures;
use offprint::internals::quality;
use offprint::{Article, ReadOptions};
use regex::Regex;
use std::sync::LazyLock;

/// The patterns and what replaces them, in this order.
const REPLACEMENTS: [(&str, &str); 15] = [
    (r"(?i-u:<script)[^>]*?>.*?(?i-u:</script>)", ""),
    (r"<(.[^>]*)>", ""),
    (r"([\r\n])[\s]+", ""),
    (r"-->", ""),
    (r"<!--.*", ""),
    (r"&((?i-u:quot)|#34);", "\""),
    (r"&((?i-u:amp)|#38);", "&"),
    (r"&((?i-u:lt)|#60);", "<"),
    (r"&((?i-u:gt)|#62);", ">"),
    (r"&((?i-u:nbsp)|#160);", ""),
    (r"&((?i-u:iexcl)|#161);", "¡"),
    (r"&((?i-u:cent)|#162);", "¢"),
    (r"&((?i-u:pound)|#163);", "£"),
    (r"&((?i-u:copy)|#169);", "©"),
    (r"&#([0-9]+);", ""),
];

static PATTERNS: LazyLock<[Regex; 15]> =
    LazyLock::new(|| REPLACEMENTS.map(|(pattern, _)| Regex::new(pattern).expect("a valid pattern")));

/// Reads a page with all its text in place of the article. Offprint reads title, charset, dates and the other fields.
///
/// ```
/// let page = b"<title>T</title><p>The <a href=/dam>dam</a> is full.";
/// assert_eq!(offprint_methods::no_html::read(page, Default::default()).text, "TThe dam is full.");
/// ```
pub fn read(html: &[u8], options: ReadOptions) -> Article {
    let page = make::page(html, &options);
    // A file that is not a page has nothing to choose from.
    if page.media_type.is_some() {
        return offprint::read(html, options);
    }
    let mut decoded = String::new();
    let known = &html[..html.len().min(options.max_bytes)];
    Decoder::new(options.content_type.as_deref()).decode(known, true, &mut decoded);
    let text = no_html(&decoded);
    let quality = quality::quality(&Measures::of_text(&text));
    let compared = normalize(&text);
    let base = options.url.clone().unwrap_or_default();
    let (metadata, _) = make::stated(&page, headline(&page), &Body::default(), &base, options.url, PageType::List);
    let no_fingerprint_reason = page.is_unreadable().then_some(NoFingerprintReason::Unreadable);
    let findings = Findings { quality, no_fingerprint_reason, ..Findings::default() };
    make::article(&page, metadata, text, compared, findings)
}

/// The text of a page by ordered replacements, all the page's furniture included.
///
/// # Complexity
/// Linear in the length of the page.
fn no_html(html: &str) -> String {
    let mut text = html.to_owned();
    for (pattern, (_, by)) in PATTERNS.iter().zip(REPLACEMENTS) {
        text = pattern.replace_all(&text, by).into_owned();
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_replaces_what_the_original_does() {
        for (page, text) in [
            // A script is removed if it ends on the same line as its start tag.
            ("a<SCRIPT type='a'\nsrc=b>x()</Script>b", "ab"),
            ("<script>x</script>y<script>z</script>", "y"),
            ("<script>x<b>y<script>z</script>w", "w"),
            ("<script>\nx()\n</script>", "x()"),
            ("<script>\rx()\r</script>", ""),
            // A tag holds a character other than a line end; in `<>`, the `>` is taken for that character.
            ("<p class=a>水<b\n>库</b>", "水库"),
            ("1 <\n2> 3", "1 <\n2> 3"),
            ("<>a>b", "b"),
            ("a < b, <i>c</i>", "a c"),
            // A line end is removed with the white space after it.
            ("a\r\nb\n\u{3000}c\nd  \n", "abc\nd"),
            // A comment is removed with the rest of its line.
            ("a--->b", "a-b"),
            ("a<!- b<!-- c\nd<!--e", "a<!- b\nd"),
            ("<p>one</p><p>two</p> <script>\n x()</script>", "onetwo x()"),
            // References are read twice, except those that come before `&amp;`; words are joined.
            ("&quot;&amp;&lt;&gt;&iexcl;&cent;&pound;&COPY;", "\"&<>¡¢£©"),
            ("&#34;&#38;&#60;&#62;&#161;&#162;&#163;&#169;", "\"&<>¡¢£©"),
            ("&amp;lt;b&#38;gt; &amp;quot; &copy &mdash; &#x22; &#;", "<b> &quot; &copy &mdash; &#x22; &#;"),
            ("one&nbsp;two&#160;three&#8217;s", "onetwothrees"),
            ("<style>p { color: red }</style><title>T</title>\n<p>a b </p>", "p { color: red }T\na b"),
            (" \n\u{3000}<p>&nbsp;</p>", ""),
        ] {
            assert_eq!(no_html(page), text, "{page}");
        }
    }

    #[test]
    fn what_a_page_states_is_the_same_with_all_its_text() {
        let page = "<meta charset=gbk><html lang=zh><title>大坝安全</title><meta name=author content=Ann>\
            <meta name=source content=S><p>下游三座水库已经蓄满，大坝安全。";
        let (page, _, _) = encoding_rs::GBK.encode(page);
        let options = || ReadOptions { url: Some("https://example.org/".to_owned()), ..ReadOptions::new() };
        let (own, whole) = (offprint::read(&page, options()), read(&page, options()));
        assert_eq!(own.metadata, whole.metadata);
        assert_eq!(own.metadata.credit.as_deref(), Some("S"));
        assert_eq!((own.charset, own.text.as_str()), (whole.charset, "下游三座水库已经蓄满，大坝安全。"));
        assert_eq!(whole.text, "大坝安全下游三座水库已经蓄满，大坝安全。");
        assert!(whole.blocks.is_empty() && !own.blocks.is_empty());
    }

    #[test]
    fn neither_other_files_nor_more_than_the_limit_are_read() {
        let pdf = read(b"%PDF-1.7\n<p>The dam is full.</p>", ReadOptions::default());
        assert_eq!((pdf.media_type, pdf.text.as_str()), (Some("application/pdf"), ""));
        let page = b"<p>The dam is full.</p><p>It will hold for all of the coming winter.</p>";
        let cut = read(page, ReadOptions { max_bytes: 23, ..ReadOptions::new() });
        assert_eq!((cut.text.as_str(), cut.truncated), ("The dam is full.", true));
    }

    proptest::proptest! {
        #[test]
        fn no_tags_panic(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<p>", "</p>", "<b style='font:a;color", "'>", "<a href=x>", "</a>", "<td>", "<table>", "</table>", "<li>",
            "<svg/>", "<script>", "</script>", "<!--", "-->", "水", "&amp;", "<", ">", "</", "<textarea>", "\0",
        ]), 0..60)) {
            read(parts.concat().as_bytes(), ReadOptions::default());
        }
    }

    #[test]
    fn hostile_pages_take_linear_time() {
        for part in ["<script>", "<script", "<", "<\n", "<!--", "&", "&#1", "\n", "<script>\n</script>"] {
            no_html(&part.repeat(1 << 17));
        }
    }
}
