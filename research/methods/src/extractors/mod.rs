//! Ways to find the article on a page: Offprint's own and those it is measured against.
//!
//! Only the native build has them. An [`Extractor`] finds the text; title, charset, dates and
//! the other fields of an [`Article`] are read the same way for all.

mod format_group;
mod look;
mod no_html;

pub use format_group::format_group;
pub use no_html::no_html;

use offprint::article::PageType;
use offprint::internals::block::Page;
use offprint::internals::body::{self, Body};
use offprint::internals::charset::Decoder;
use offprint::internals::headline::headline;
use offprint::internals::make;
use offprint::internals::model;
use offprint::internals::normal::normalize;
use offprint::internals::page_features::page_features;
use offprint::internals::page_model;
use offprint::internals::page_type::Measures;
use offprint::internals::quality;
use offprint::{Article, ReadOptions};

/// A way to find the article on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extractor {
    /// Offprint's own, [`body::choose`]: a block classifier.
    ///
    /// That is the idea of Cao Yujuan et al. ("DDW", 2009), who judge every visual block of a page by
    /// its position, look, structure and language and by its similarity to the title, with a support
    /// vector machine fitted to labelled blocks. Here rules and a sum of decision trees judge by
    /// evidence of the same kinds, look excepted. It is the default because it was
    /// measured to be the best.
    #[default]
    Offprint,
    /// The rules of Offprint without its model: what the classifier adds is the difference.
    Rules,
    /// [`no_html()`]: the text of the whole page, by ordered replacements.
    NoHtml,
    /// [`format_group()`]: the largest group of text that looks the same.
    FormatGroup,
}

impl Extractor {
    /// All of them, Offprint's own first.
    pub const ALL: [Extractor; 4] = [Extractor::Offprint, Extractor::Rules, Extractor::NoHtml, Extractor::FormatGroup];

    /// The name that people see.
    pub fn name(self) -> &'static str {
        match self {
            Extractor::Offprint => "offprint",
            Extractor::Rules => "rules",
            Extractor::NoHtml => "no-html",
            Extractor::FormatGroup => "format-group",
        }
    }

    /// Reads a whole page.
    ///
    /// # Complexity
    /// Linear in the length of the page, and in the depth of its elements for the first two.
    ///
    /// ```
    /// use offprint_methods::extractors::Extractor;
    /// let page = b"<title>T</title><p>The <a href=/dam>dam</a> is full.";
    /// let text = |extractor: Extractor| extractor.read(page, Default::default()).text;
    /// assert_eq!(text(Extractor::Offprint), "The dam is full.");
    /// assert_eq!(text(Extractor::FormatGroup), "The is full.");
    /// assert_eq!(text(Extractor::NoHtml), "TThe dam is full.");
    /// ```
    pub fn read(self, html: &[u8], options: ReadOptions) -> Article {
        let page = make::page(html, &options);
        let of_html: fn(&str) -> String = match self {
            // A file that is not a page has nothing to choose from.
            _ if page.media_type.is_some() => return make::article_by(&page, &options, &model::scores, None).0,
            Extractor::Offprint => return make::article_by(&page, &options, &model::scores, None).0,
            Extractor::Rules => {
                let title = headline(&page);
                let body = by_rules(&page, &title);
                return make::article_of_body(&page, title, &body, &options);
            }
            Extractor::NoHtml => no_html,
            Extractor::FormatGroup => format_group,
        };
        let text = of_html(&decode(html, &options));
        let quality = quality::quality(&Measures::of_text(&text));
        let compared = normalize(&text);
        let base = options.url.clone().unwrap_or_default();
        let (metadata, _) = make::stated(&page, headline(&page), &Body::default(), &base, options.url, PageType::List);
        make::article_stated(&page, metadata, text, compared, quality)
    }
}

/// The page as text, as far as it is read at all.
fn decode(html: &[u8], options: &ReadOptions) -> String {
    let mut text = String::new();
    let read = &html[..html.len().min(options.max_bytes)];
    Decoder::new(options.content_type.as_deref()).decode(read, true, &mut text);
    text
}

/// The blocks that no rule drops.
fn by_rules(page: &Page, headline: &str) -> Body {
    let rules = body::rules(page, &body::lines_of(page), headline);
    let mut body = Body::default();
    for (i, rule) in rules.into_iter().enumerate() {
        match rule {
            None => body.kept.push(i),
            Some(rule) => body.dropped.push((i, rule)),
        }
    }
    body.compared = body.kept.iter().map(|&block| (block, false)).collect();
    body.kind = page_model::kind(&page_features(page));
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_page_states_is_the_same_for_all() {
        let page = b"<html lang=de><title>Staudamm voll</title><meta name=author content=Ann>\
            <meta name=source content=S><p>Der Damm ist voll.";
        for extractor in Extractor::ALL {
            let options = ReadOptions::new().url("https://example.org/");
            let article = extractor.read(page, options);
            assert_eq!(article.metadata.title, "Staudamm voll");
            assert_eq!(article.metadata.language, "de");
            assert_eq!(article.metadata.author.as_deref(), Some("Ann"));
            assert_eq!(article.metadata.credit.as_deref(), Some("S"));
            assert_eq!(article.metadata.url.as_deref(), Some("https://example.org/"));
            assert!(article.text.contains("Der Damm ist voll."), "{extractor:?}");
            let judges_blocks = matches!(extractor, Extractor::Offprint | Extractor::Rules);
            assert_eq!(article.blocks.is_empty(), !judges_blocks);
        }
    }

    #[test]
    fn a_page_is_decoded_first() {
        let (page, _, _) = encoding_rs::GBK.encode("<meta charset=gbk><p>下游三座水库已经蓄满，大坝安全。</p>");
        for extractor in Extractor::ALL {
            let article = extractor.read(&page, ReadOptions::default());
            assert_eq!(article.text, "下游三座水库已经蓄满，大坝安全。", "{extractor:?}");
            assert_eq!(article.charset, "gb18030");
        }
    }

    #[test]
    fn other_files_are_not_read() {
        for (media_type, page) in [
            ("application/pdf", &b"%PDF-1.7\n<p>The dam is full.</p>"[..]),
            ("application/warc", b"WARC/1.0\r\nWARC-Type: response\r\n\r\n<p>The dam is full."),
        ] {
            for extractor in Extractor::ALL {
                let article = extractor.read(page, ReadOptions::default());
                assert_eq!(article.media_type, Some(media_type), "{extractor:?}");
                assert_eq!((article.text.as_str(), article.quality), ("", 0), "{extractor:?}");
                assert!(article.fingerprint.is_none(), "{extractor:?}");
            }
        }
    }

    #[test]
    fn nothing_is_read_beyond_the_limit() {
        let page = b"<p>The dam is full.</p><p>It will hold for all of the coming winter.</p>";
        for extractor in Extractor::ALL {
            let options = ReadOptions::new().max_bytes(23);
            let article = extractor.read(page, options);
            assert_eq!(article.text, "The dam is full.", "{extractor:?}");
            assert!(article.truncated);
        }
    }

    #[test]
    fn rules_alone_report_what_they_dropped() {
        let page = b"<nav>Home</nav><p>The dam is full, and it will hold for all of the coming winter.";
        let article = Extractor::Rules.read(page, ReadOptions::default());
        let rules: Vec<_> = article.blocks.iter().map(|block| block.rule).collect();
        assert_eq!(rules, [Some(offprint::article::Rule::Landmark), None]);
    }

    proptest::proptest! {
        #[test]
        fn no_input_panics(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300)) {
            for extractor in Extractor::ALL {
                extractor.read(&bytes, ReadOptions::default());
            }
        }

        #[test]
        fn no_tags_panic(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<p>", "</p>", "<b style='font:a;color", "'>", "<a href=x>", "</a>", "<td>", "<table>", "</table>", "<li>",
            "<ul>", "</ul>", "<svg/>", "<script>", "</script>", "<!--", "-->", "水", "&amp;", "<", ">", "</", "<br/>",
            "<textarea>", "<plaintext>", "\0",
        ]), 0..60)) {
            let html = parts.concat();
            for extractor in Extractor::ALL {
                extractor.read(html.as_bytes(), ReadOptions::default());
            }
        }
    }
}
