//! What a page states about itself, gathered from the many places where it can.
//!
//! Each place has a rank, see [`Head`]. The statement with the best rank is used, and the first in the page among
//! several with one rank.

use crate::parse::block::Head;
use crate::parse::json_ld;
use crate::parse::signs::Signs;

/// The source of a statement, the most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precedence {
    /// `<link rel=canonical>`.
    Link,
    /// JSON-LD: it describes the article, where a `<meta>` may describe the site.
    JsonLd,
    /// `<meta>`.
    Meta,
    /// `itemprop` on another element.
    ItemProp,
    /// `<time>`: it may belong to any article that the page mentions.
    Time,
}

/// The subject of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    Headline,
    Site,
    Canonical,
    Published,
    Author,
    Source,
    Modified,
    Description,
    Image,
    Tags,
    Favicon,
}

/// Longest list of tags that is kept, in bytes.
const MAX_TAGS: usize = 1024;

/// The statements of a page so far.
#[derive(Debug, Default)]
pub struct Statements {
    facts: [Option<(Precedence, String)>; 11],
    gated: bool,
}

impl Statements {
    /// Records a statement, unless there is one from a better source, or an earlier one from the same.
    pub fn note(&mut self, fact: Fact, place: Precedence, value: String) {
        // An account on a platform is not a name.
        let is_no_name = matches!(fact, Fact::Site | Fact::Author) && is_address(&value);
        let slot = &mut self.facts[fact as usize];
        let is_better = slot.as_ref().is_none_or(|(held, _)| place < *held);
        if is_better && !is_no_name && !value.is_empty() {
            *slot = Some((place, value));
        } else if let (Fact::Tags, Some((held, tags))) = (fact, slot)
            && *held == place
            && tags.len() + value.len() < MAX_TAGS
        {
            // Each tag has a `<meta>` of its own.
            tags.push_str(", ");
            tags.push_str(&value);
        }
    }

    /// Records the statements of a JSON-LD script. `clean` turns its strings into plain text.
    pub fn note_json_ld(
        &mut self,
        script: &str,
        clean: impl Fn(&str) -> String,
        signs: &mut Signs,
    ) {
        let Some(facts) = json_ld::json_ld(script, |name| signs.note_types(name)) else {
            return;
        };
        self.gated |= facts.gated;
        let facts = [
            (Fact::Headline, facts.headline),
            (Fact::Site, facts.site),
            (Fact::Canonical, facts.canonical),
            (Fact::Published, facts.published),
            (Fact::Author, facts.author),
            (Fact::Source, facts.source),
            (Fact::Modified, facts.modified),
            (Fact::Description, facts.description),
            (Fact::Image, facts.image),
            (Fact::Tags, facts.tags),
        ];
        for (fact, value) in facts {
            self.note(fact, Precedence::JsonLd, clean(&value.unwrap_or_default()));
        }
    }

    /// Records that readers have to pay.
    pub fn note_gate(&mut self) {
        self.gated = true;
    }

    /// Fills in the head.
    pub fn fill(self, head: &mut Head) {
        let mut facts = self.facts.map(|slot| slot.map(|(_, value)| value));
        let mut take = |fact: Fact| facts[fact as usize].take();
        head.headline = take(Fact::Headline);
        head.site = take(Fact::Site);
        head.canonical = take(Fact::Canonical);
        head.published = take(Fact::Published);
        head.author = take(Fact::Author);
        head.source = take(Fact::Source);
        head.modified = take(Fact::Modified);
        head.description = take(Fact::Description);
        head.image = take(Fact::Image);
        head.tags = take(Fact::Tags);
        head.favicon = take(Fact::Favicon);
        head.gated = self.gated;
    }
}

/// Whether a value is an address.
fn is_address(value: &str) -> bool {
    value.contains("://") || value.starts_with("//")
}

/// The subject of a `<meta>` with this name, property or `itemprop`.
pub fn fact_of_meta(key: &str) -> Option<Fact> {
    let key = key.to_ascii_lowercase().replace(' ', "");
    let key = key.replacen("dcterms.", "dc.", 1);
    Some(match key.as_str() {
        "og:title" | "twitter:title" | "headline" | "dc.title" => Fact::Headline,
        "og:site_name" | "application-name" | "article:publisher" | "publisher"
        | "dc.publisher" => Fact::Site,
        "og:url" => Fact::Canonical,
        "article:published_time"
        | "og:article:published_time"
        | "datepublished"
        | "pubdate"
        | "publishdate"
        | "publish_date"
        | "publish-date"
        | "date"
        | "dc.date"
        | "dc.date.issued"
        | "dc.issued"
        | "dc.created"
        | "og:release_date"
        | "weibo:article:create_at"
        | "parsely-pub-date"
        | "sailthru.date" => Fact::Published,
        "author" | "article:author" | "og:article:author" | "byl" | "dc.creator"
        | "parsely-author" | "sailthru.author" => Fact::Author,
        "source" | "original-source" | "syndication-source" | "dc.source" | "copyrightholder"
        | "sourceorganization" | "isbasedon" | "mediaid" => Fact::Source,
        "article:modified_time" | "datemodified" => Fact::Modified,
        "og:description" | "description" => Fact::Description,
        "og:image" | "twitter:image" => Fact::Image,
        "keywords" | "article:tag" => Fact::Tags,
        _ => return None,
    })
}

/// Whether a `<meta>` of this name addresses search engines: all of them, or a large one.
pub fn is_for_robots(key: &str) -> bool {
    ["robots", "googlebot", "bingbot", "baiduspider"]
        .iter()
        .any(|name| key.trim().eq_ignore_ascii_case(name))
}

/// Whether a list of rules for robots asks them not to index the page.
///
/// The header `X-Robots-Tag` may put the name of a robot before its rules (`otherbot: noindex`).
pub fn says_noindex(rules: &str) -> bool {
    rules.split([',', ':']).any(|rule| {
        let rule = rule.trim();
        rule.eq_ignore_ascii_case("noindex") || rule.eq_ignore_ascii_case("none")
    })
}

/// The values of a `<meta>` of this name that mean the article is not accessible for free.
pub fn gate_of_meta(key: &str) -> &'static [&'static str] {
    match key.trim() {
        "isAccessibleForFree" => &["false"],
        "article:content_tier" => &["locked", "metered"],
        _ => &[],
    }
}

/// The subject of an `itemprop` on another element than a `<meta>`, if its value is in an attribute.
pub fn fact_of_property(properties: &str) -> Option<Fact> {
    properties
        .split_ascii_whitespace()
        .find_map(|property| match property {
            "datePublished" => Some(Fact::Published),
            "dateModified" => Some(Fact::Modified),
            "author" => Some(Fact::Author),
            "publisher" => Some(Fact::Site),
            "headline" => Some(Fact::Headline),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(notes: &[(Fact, Precedence, &str)]) -> Head {
        let mut statements = Statements::default();
        for &(fact, place, value) in notes {
            statements.note(fact, place, value.to_owned());
        }
        let mut head = Head::default();
        statements.fill(&mut head);
        head
    }

    #[test]
    fn the_better_place_wins_then_the_earlier() {
        use Fact::{Canonical, Published};
        let head = head(&[
            (Published, Precedence::Time, "t"),
            (Published, Precedence::Meta, ""),
            (Published, Precedence::Meta, "a"),
            (Published, Precedence::Meta, "b"),
            (Published, Precedence::ItemProp, "c"),
            (Canonical, Precedence::JsonLd, "j"),
            (Canonical, Precedence::Link, "l"),
            (Canonical, Precedence::Meta, "m"),
        ]);
        assert_eq!(head.published.as_deref(), Some("a"));
        assert_eq!(head.canonical.as_deref(), Some("l"));
    }

    #[test]
    fn an_address_is_not_a_name() {
        let head = head(&[
            (
                Fact::Author,
                Precedence::Meta,
                "https://social.example/jane",
            ),
            (Fact::Author, Precedence::ItemProp, "Jane"),
            (Fact::Source, Precedence::Meta, "https://wire.example/1"),
        ]);
        assert_eq!(head.author.as_deref(), Some("Jane"));
        assert_eq!(head.source.as_deref(), Some("https://wire.example/1"));
    }

    #[test]
    fn a_page_may_ask_not_to_be_indexed() {
        for rules in [
            "noindex",
            "NOINDEX, nofollow",
            "follow,none",
            "googlebot: noindex",
        ] {
            assert!(says_noindex(rules), "{rules}");
        }
        for rules in [
            "",
            "index, follow",
            "noindexing",
            "noarchive",
            "max-snippet:-1",
        ] {
            assert!(!says_noindex(rules), "{rules}");
        }
        assert!(is_for_robots("Robots") && !is_for_robots("author"));
    }

    #[test]
    fn keys_are_recognised_in_any_case() {
        assert_eq!(fact_of_meta("DCTERMS.issued"), Some(Fact::Published));
        assert_eq!(
            fact_of_meta("weibo: article:create_at"),
            Some(Fact::Published)
        );
        assert_eq!(fact_of_meta("viewport"), None);
        assert_eq!(fact_of_property("name author"), Some(Fact::Author));
        assert_eq!(fact_of_property("name"), None);
    }
}
