//! What a page states about its article in JSON-LD (`<script type="application/ld+json">`).
//!
//! A pure function from text to statements. It builds no tree: every object is evaluated at its end, and the article
//! nearest to the root is used. The usual damage is not an error: comments or CDATA marks around the document, several
//! documents in one script, raw line breaks or unescaped quotes in strings, trailing or missing commas, brackets that
//! are never closed.

use crate::parse::json::{Reader, Value, Written};

/// Brackets nested deeper than this are skipped, so that no page can exhaust the stack.
const MAX_DEPTH: u32 = 32;
/// Longest string that can be a name, a headline or an address, in bytes.
const MAX_TEXT: usize = 1024;
/// Longest spelling of `false`, with the whitespace around it, in bytes.
const MAX_FLAG: usize = 64;

/// What JSON-LD states about the article, as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JsonLd {
    /// `headline`.
    pub headline: Option<String>,
    /// `datePublished`.
    pub published: Option<String>,
    /// The names of `author`, separated by commas.
    pub author: Option<String>,
    /// The name of `publisher`.
    pub site: Option<String>,
    /// The name of `sourceOrganization`, else of `isBasedOn`, else of `copyrightHolder`, unless it is the publisher's.
    pub source: Option<String>,
    /// `dateModified`.
    pub modified: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `image`: its address.
    pub image: Option<String>,
    /// `keywords`, separated by commas.
    pub tags: Option<String>,
    /// `mainEntityOfPage`, else `url`.
    pub canonical: Option<String>,
    /// Whether `isAccessibleForFree` is false, for the article or a part of it (`hasPart`).
    pub gated: bool,
}

/// The statements of a script about its article; `None` if it describes none or several. `note_type` is called with
/// each `@type` in it.
pub fn json_ld(text: &str, note_type: impl FnMut(&str)) -> Option<JsonLd> {
    let mut scanner = Scanner {
        reader: Reader::handwritten(text, MAX_DEPTH),
        note_type,
        best: None,
    };
    while scanner
        .reader
        .skip_to(|byte| matches!(byte, b'{' | b'['))
        .is_some()
    {
        scanner.value();
    }
    let best = scanner.best?;
    best.single.then_some(best.facts)
}

/// What a value states: its strings, and for an object its names and addresses.
#[derive(Default)]
struct Stated {
    names: Vec<String>,
    address: Option<String>,
    /// Whether it is, or contains, something not accessible for free.
    gated: bool,
}

impl Stated {
    fn name(mut self) -> Option<String> {
        (!self.names.is_empty()).then(|| self.names.swap_remove(0))
    }

    fn address(self) -> Option<String> {
        self.address.or_else(|| self.names.into_iter().next())
    }
}

/// The article nearest to the root so far.
struct Best {
    depth: u32,
    facts: JsonLd,
    /// Whether no article with another headline is as near; otherwise the page lists articles.
    single: bool,
}

struct Scanner<'a, F> {
    reader: Reader<'a>,
    note_type: F,
    best: Option<Best>,
}

impl<F: FnMut(&str)> Scanner<'_, F> {
    fn value(&mut self) -> Stated {
        match self.reader.value() {
            Value::Text(text) => {
                // An empty string means only that the field exists.
                let text = name_of(text).filter(|text| !text.trim().is_empty());
                Stated {
                    names: text.into_iter().collect(),
                    ..Stated::default()
                }
            }
            Value::Object => self.object(),
            Value::List => self.list(),
            Value::Other => Stated::default(),
        }
    }

    fn list(&mut self) -> Stated {
        let mut all = Stated::default();
        while self.reader.next_item() {
            let value = self.value();
            all.names.extend(value.names);
            all.address = all.address.or(value.address);
            all.gated |= value.gated;
        }
        all
    }

    fn object(&mut self) -> Stated {
        // That of the object itself.
        let depth = self.reader.depth;
        let mut facts = JsonLd::default();
        let (mut name, mut id, mut url, mut page) = (None, None, None, None);
        let (mut organization, mut original, mut holder) = (None, None, None);
        let mut is_article = false;
        while let Some(key) = self.reader.key() {
            if key == "isAccessibleForFree" {
                facts.gated |= self.is_false();
            }
            let value = self.value();
            match key {
                "@type" => {
                    value.names.iter().for_each(|name| (self.note_type)(name));
                    is_article = value.names.iter().any(|name| names_article(name));
                }
                "@id" => id = value.name(),
                "name" => name = value.name(),
                "url" => url = value.name(),
                "headline" => facts.headline = value.name(),
                "datePublished" => facts.published = value.name(),
                "author" if !value.names.is_empty() => {
                    facts.author = Some(value.names.join(", "));
                }
                "dateModified" => facts.modified = value.name(),
                "description" => facts.description = value.name(),
                "image" => facts.image = value.address(),
                "keywords" if !value.names.is_empty() => {
                    facts.tags = Some(value.names.join(", "));
                }
                "publisher" => facts.site = value.name(),
                "sourceOrganization" => organization = value.name(),
                "isBasedOn" => original = value.name().or(original),
                "copyrightHolder" => holder = value.name(),
                "mainEntityOfPage" => page = value.address(),
                "hasPart" => facts.gated |= value.gated,
                _ => {}
            }
        }
        let gated = facts.gated;
        if is_article {
            facts.headline = facts.headline.or_else(|| name.clone());
            facts.source = organization
                .or(original)
                .or(holder)
                .filter(|source| facts.site.as_ref() != Some(source));
            facts.canonical = page.or_else(|| url.clone());
            self.found(depth, facts);
        }
        Stated {
            names: name.into_iter().collect(),
            address: id.or(url),
            gated,
        }
    }

    /// Accepts an article if it is nearer to the root than any before: an article inside another is one that it cites,
    /// continues or recommends.
    fn found(&mut self, depth: u32, facts: JsonLd) {
        match &mut self.best {
            Some(best) if best.depth < depth => {}
            Some(best) if best.depth == depth => {
                best.single &= best.facts.headline == facts.headline
            }
            _ => {
                self.best = Some(Best {
                    depth,
                    facts,
                    single: true,
                });
            }
        }
    }

    /// Whether the value that begins here is `false`, literally or as the end of a name.
    fn is_false(&self) -> bool {
        let rest = &self.reader.text.as_bytes()[self.reader.at..];
        let rest = &rest[..rest.len().min(MAX_FLAG)];
        let mut parts = rest.split(|byte| matches!(byte, b',' | b'}' | b']'));
        let value = parts.next().unwrap_or_default().trim_ascii();
        let value = value.strip_suffix(b"\"").unwrap_or(value);
        let end = &value[value.len().saturating_sub(5)..];
        end.eq_ignore_ascii_case(b"false")
    }
}

/// A string as a name; `None` if it is too long for one.
fn name_of(text: Written) -> Option<String> {
    (text.raw.len() <= MAX_TEXT).then(|| text.text())
}

/// Whether a type is one of articles: `NewsArticle`, `BlogPosting`, `Report` and the like.
fn names_article(name: &str) -> bool {
    ["Article", "Posting", "Report"]
        .iter()
        .any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value as Json, json};

    fn json_ld(text: &str) -> Option<JsonLd> {
        super::json_ld(text, |_| {})
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn an_article_is_read() {
        let text = json!({
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "mainEntityOfPage": {"@type": "WebPage", "@id": "https://a.example/1"},
            "headline": "三座水库昨日蓄满",
            "datePublished": "2026-03-18T11:40:00+08:00",
            "author": [{"@type": "Person", "name": "林一"}, {"@type": "Person", "name": "周二"}],
            "publisher": {"@type": "Organization", "name": "澜安日报", "logo": {"@type": "ImageObject", "url": "/l.png"}},
            "isBasedOn": {"@type": "NewsArticle", "name": "江城晚报", "headline": "别的标题"},
        });
        let facts = json_ld(&text.to_string()).expect("an article");
        assert_eq!(facts.headline, some("三座水库昨日蓄满"));
        assert_eq!(facts.published, some("2026-03-18T11:40:00+08:00"));
        assert_eq!(facts.author, some("林一, 周二"));
        assert_eq!(facts.site, some("澜安日报"));
        assert_eq!(facts.source, some("江城晚报"));
        assert_eq!(facts.canonical, some("https://a.example/1"));
    }

    #[test]
    fn an_empty_name_does_not_hide_another() {
        let text = json!({
            "@type": "Article",
            "headline": "",
            "name": "T",
            "author": [{"name": ""}, {"name": "林一"}, {"name": " "}],
            "sourceOrganization": {"name": ""},
            "isBasedOn": "江城晚报",
        });
        let facts = json_ld(&text.to_string()).expect("an article");
        assert_eq!(facts.headline, some("T"));
        assert_eq!(facts.author, some("林一"));
        assert_eq!(facts.source, some("江城晚报"));
    }

    #[test]
    fn damaged_documents_are_read() {
        let documents = [
            "<!--\n{\"@type\": \"Article\", \"headline\": \"T\"}\n-->",
            "//<![CDATA[\n{\"@type\": \"Article\", \"headline\": \"T\",}\n//]]>",
            "{\"@type\":\"WebSite\"} {\"@type\":\"Article\",\"headline\":\"T\"}",
            "[{\"@type\":\"WebSite\"},,{\"@type\":[\"Article\"],\"headline\":\"T\"},]",
            "{\"@graph\":[{\"@type\":\"WebPage\",\"name\":\"W\"},{\"headline\":\"T\",\"@type\":\"BlogPosting\"}]}",
            "{\"articleBody\":\"a\nb \\\"c\\\"\",\"@type\":\"Report\",\"headline\":\"T\"",
            "{\"@type\":\"http://schema.org/NewsArticle\",\"description\":\"He said \"no\" today\",\"headline\":\"T\"}",
            "{\"@type\":\"Article\" \"x\":1, \"headline\":\"T\"}{\"@type\":\"Article\",\"headline\":\"T\"}",
        ];
        for text in documents {
            let headline = json_ld(text).and_then(|facts| facts.headline);
            assert_eq!(headline, some("T"), "{text}");
        }
    }

    #[test]
    fn no_article_and_many_articles_state_nothing() {
        assert_eq!(json_ld(""), None);
        assert_eq!(json_ld("{\"@type\":\"WebPage\",\"headline\":\"T\"}"), None);
        assert_eq!(
            json_ld(
                "[{\"@type\":\"Article\",\"headline\":\"T\"},{\"@type\":\"Article\",\"headline\":\"U\"}]"
            ),
            None
        );
    }

    #[test]
    fn the_publisher_is_not_a_credit() {
        let text = r#"{"@type":"Article","publisher":{"name":"A"},"copyrightHolder":{"name":"A"}}"#;
        assert_eq!(json_ld(text).and_then(|facts| facts.source), None);
    }

    #[test]
    fn an_article_that_is_not_free_is_gated() {
        let gated = |fields: &str| {
            let text = format!("{{\"@type\":\"NewsArticle\",{fields}}}");
            json_ld(&text).map(|facts| facts.gated)
        };
        for fields in [
            r#""isAccessibleForFree":false"#,
            r#""isAccessibleForFree" : "False" , "a":1"#,
            r#""isAccessibleForFree":"http://schema.org/False""#,
            r#""hasPart":{"@type":"WebPageElement","isAccessibleForFree":false}"#,
            r#""hasPart":[{"isAccessibleForFree":true},{"isAccessibleForFree":"False"}]"#,
        ] {
            assert_eq!(gated(fields), Some(true), "{fields}");
        }
        for fields in [
            r#""isAccessibleForFree":true"#,
            r#""isAccessibleForFree":"","a":false"#,
            r#""isBasedOn":{"isAccessibleForFree":false}"#,
            r#""description":"isAccessibleForFree: false""#,
        ] {
            assert_eq!(gated(fields), Some(false), "{fields}");
        }
    }

    #[test]
    fn deep_nesting_ends() {
        for open in ["[", "{\"a\":", "[{\"a\":"] {
            json_ld(&open.repeat(20_000));
        }
    }

    /// The strings of a value, found in the same way but on a tree.
    fn names(value: &Json) -> Vec<String> {
        match value {
            Json::String(text) if !text.trim().is_empty() => vec![text.clone()],
            Json::Array(values) => values.iter().flat_map(names).collect(),
            Json::Object(map) => map
                .get("name")
                .and_then(|name| names(name).into_iter().next())
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }

    fn text() -> impl Strategy<Value = String> {
        // The scanner turns control characters into spaces, and surrogates come in pairs.
        "[ -~\u{A0}-\u{2FF}水库\u{1F30A}]{0,12}"
    }

    fn any_value() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<i32>().prop_map(Json::from),
            text().prop_map(Json::from),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            let key = prop_oneof![Just("name".to_owned()), text()];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                prop::collection::btree_map(key, inner, 0..4)
                    .prop_map(|map| Json::from(map.into_iter().collect::<serde_json::Map<_, _>>())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in r#"(\PC|["\\{}\[\]:,]|"@type":"Article"|\\u[0-9a-fD-F]{0,4}|\n){0,60}"#) {
            json_ld(&text);
        }

        #[test]
        fn whole_documents_are_read_as_a_parser_reads_them(
            headline in any_value(),
            author in any_value(),
            publisher in any_value(),
            other in any_value(),
            pretty in any::<bool>(),
        ) {
            let document = json!({"a": other, "@type": "Article", "headline": headline, "author": author, "publisher": publisher});
            let text = if pretty { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) };
            let read = json_ld(&text.expect("JSON")).expect("an article");
            let first = |key: &str| names(&document[key]).into_iter().next();
            prop_assert_eq!(read.headline, first("headline"));
            prop_assert_eq!(read.site, first("publisher"));
            let authors = names(&document["author"]);
            prop_assert_eq!(read.author, (!authors.is_empty()).then(|| authors.join(", ")));
        }
    }
}
