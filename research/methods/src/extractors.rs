//! Ways to find the article on a page: Offprint's own, and the baseline of taking all its text.
//!
//! Title, charset, dates and the other fields of an [`Article`] are read the same way for both.

use crate::no_html::no_html;
use offprint::article::PageType;
use offprint::internals::body::Body;
use offprint::internals::charset::Decoder;
use offprint::internals::headline::headline;
use offprint::internals::make;
use offprint::internals::normal::normalize;
use offprint::internals::page_type::Measures;
use offprint::internals::quality;
use offprint::{Article, ReadOptions, read};

/// A way to find the article on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extractor {
    /// Offprint's own, [`read()`].
    #[default]
    Offprint,
    /// The text of the whole page, by ordered replacements.
    NoHtml,
}

impl Extractor {
    /// Reads a whole page.
    ///
    /// ```
    /// use offprint_methods::extractors::Extractor;
    /// let page = b"<title>T</title><p>The <a href=/dam>dam</a> is full.";
    /// let text = |extractor: Extractor| extractor.read(page, Default::default()).text;
    /// assert_eq!(text(Extractor::Offprint), "The dam is full.");
    /// assert_eq!(text(Extractor::NoHtml), "TThe dam is full.");
    /// ```
    pub fn read(self, html: &[u8], options: ReadOptions) -> Article {
        let page = make::page(html, &options);
        // A file that is not a page has nothing to choose from.
        if self == Extractor::Offprint || page.media_type.is_some() {
            return read(html, options);
        }
        let mut decoded = String::new();
        let known = &html[..html.len().min(options.max_bytes)];
        Decoder::new(options.content_type.as_deref()).decode(known, true, &mut decoded);
        let text = no_html(&decoded);
        let quality = quality::quality(&Measures::of_text(&text));
        let compared = normalize(&text);
        let base = options.url.clone().unwrap_or_default();
        let (metadata, _) = make::stated(&page, headline(&page), &Body::default(), &base, options.url, PageType::List);
        make::article_stated(&page, metadata, text, compared, quality)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_states_is_the_same_with_all_its_text() {
        let page = "<meta charset=gbk><html lang=zh><title>大坝安全</title><meta name=author content=Ann>\
            <meta name=source content=S><p>下游三座水库已经蓄满，大坝安全。";
        let (page, _, _) = encoding_rs::GBK.encode(page);
        let [own, whole] = [Extractor::Offprint, Extractor::NoHtml]
            .map(|extractor| extractor.read(&page, ReadOptions::new().url("https://example.org/")));
        assert_eq!(own.metadata, whole.metadata);
        assert_eq!(own.metadata.credit.as_deref(), Some("S"));
        assert_eq!((own.charset, own.text.as_str()), (whole.charset, "下游三座水库已经蓄满，大坝安全。"));
        assert_eq!(whole.text, "大坝安全下游三座水库已经蓄满，大坝安全。");
        assert!(whole.blocks.is_empty() && !own.blocks.is_empty());
    }

    #[test]
    fn neither_other_files_nor_more_than_the_limit_are_read() {
        let pdf = Extractor::NoHtml.read(b"%PDF-1.7\n<p>The dam is full.</p>", ReadOptions::default());
        assert_eq!((pdf.media_type, pdf.text.as_str()), (Some("application/pdf"), ""));
        let page = b"<p>The dam is full.</p><p>It will hold for all of the coming winter.</p>";
        let cut = Extractor::NoHtml.read(page, ReadOptions::new().max_bytes(23));
        assert_eq!((cut.text.as_str(), cut.truncated), ("The dam is full.", true));
    }

    proptest::proptest! {
        #[test]
        fn no_tags_panic(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<p>", "</p>", "<b style='font:a;color", "'>", "<a href=x>", "</a>", "<td>", "<table>", "</table>", "<li>",
            "<svg/>", "<script>", "</script>", "<!--", "-->", "水", "&amp;", "<", ">", "</", "<textarea>", "\0",
        ]), 0..60)) {
            Extractor::NoHtml.read(parts.concat().as_bytes(), ReadOptions::default());
        }
    }
}
