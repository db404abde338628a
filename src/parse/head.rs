//! What a page states about itself: in its head, in JSON-LD, and by attributes of its elements.
//!
//! Every statement is kept, with the place it was made in, so that the stages after the parser can choose among them
//! ([`facts`](crate::metadata::facts)). What only one place states is taken from the most trusted one
//! ([`Head::first`]).

use super::characters::{find, is_one_of};
use super::words::{WordTable, count};
use crate::bytes::push_ascii;
use crate::languages::{self, Kinds};
use crate::schema::names;
use crate::text::ascii_letter;
use crate::unicode::{is_alphanumeric, lowercase};
use serde::Serialize;

/// Most statements kept of a page. Larger: pages with more tags and authors are read completely.
const MAX_STATEMENTS: usize = 256;
/// Longest statement that is kept, in bytes.
const MAX_STATEMENT: usize = 1024;

names! {
    /// Where a statement about an article was made. Among the parser's places, the most trusted come first.
    #[derive(PartialOrd, Ord)]
    pub enum Place {
        /// In a `<link>`.
        Link = "link",
        /// In JSON-LD about this page's article; a `<meta>` may describe the site.
        JsonLd = "json-ld",
        /// In a `<meta>`.
        Meta = "meta",
        /// In an element with `itemprop` or `rel=author`, or in a link to the next page.
        Item = "item",
        /// In an element whose class names an author.
        Class = "class",
        /// In a `<time>`: it may belong to any article that the page mentions.
        Time = "time",
        /// In the page's title, from which it is guessed.
        Title = "title",
        /// In a heading.
        Heading = "heading",
        /// In a line between the headline and the body, or right above the headline.
        Top = "top",
        /// In the first or last lines of the body.
        Body = "body",
        /// In a line below the body.
        End = "end",
        /// In the data of a page whose article is there.
        Data = "data",
        /// In the page's address.
        Address = "address",
    }
}

/// A statement about the page or its article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// Its subject.
    pub subject: Subject,
    /// Where it was made.
    pub place: Place,
    /// How many blocks come before it.
    pub block: usize,
    /// What it says: decoded, trimmed, unverified. The parts of an element's text are separated by [`PART`].
    pub value: String,
}

/// What a page states about itself outside its body text. Texts are decoded, trimmed and unverified.
///
/// If a page contradicts itself, the place of a statement decides ([`Place`](super::Place)), then the order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Head {
    /// `<title>`.
    pub title: String,
    /// All that it states, in the order of the page, JSON-LD last.
    pub statements: Vec<Statement>,
    /// `lang` of the `<html>` element.
    pub lang: Option<String>,
    /// `dir` of the `<html>` element.
    pub dir: Option<String>,
    /// Whether a `<meta name=robots>` asks search engines not to index the page.
    pub noindex: bool,
    /// The rules of the first such `<meta>` that says when search engines must stop showing the page.
    pub unavailable_after: Option<String>,
    /// Whether the page states that the article is not accessible for free, in JSON-LD (`isAccessibleForFree`, also for
    /// a part of it) or in a `<meta>` of this name or `article:content_tier`.
    pub gated: bool,
    /// `<base href>`, as written: the base of relative addresses.
    pub base: Option<String>,
    /// The name of the `<meta>` that the last `twitter:label` calls the author.
    pub byline: Option<String>,
}

pub use crate::languages::PART;

/// Whether a character separates words: whitespace, or [`PART`].
pub fn is_gap(c: char) -> bool {
    c == PART || c.is_whitespace()
}

/// Generates the subjects, and the names under which pages state each of them.
macro_rules! subjects {
    ($(
        $subject:ident $name:literal
        $(meta { $($meta:literal)* })? $(json_ld { $($json_ld:literal)* })? $(item { $($item:literal)* })?
        $(class { $($class:literal)* })?;
    )+) => {
        names! {
            /// The subject of a statement.
            pub enum Subject {
                $(#[doc = $name] $subject = $name,)+
            }
        }

        /// The subject of a `<meta>` with this name, property or `itemprop`.
        pub fn subject_of_meta(key: &str) -> Option<Subject> {
            let mut key = key.to_ascii_lowercase();
            key.retain(|c| c != ' ');
            for of_dublin_core in ["dcterms.", "dc:"] {
                if let Some(at) = find(&key, of_dublin_core) {
                    key.replace_range(at..at + of_dublin_core.len(), "dc.");
                }
            }
            const KEYS: &[(Subject, &[&str])] = &[$((Subject::$subject, &[$($($meta),*)?])),+];
            static SUBJECTS: WordTable<Subject, { count(KEYS) }> = WordTable::new(KEYS);
            SUBJECTS.find_small(key.as_bytes())
        }

        /// The subject of a key in JSON-LD.
        pub fn subject_of_json_ld(key: &str) -> Option<Subject> {
            subject_of(key, &[$((Subject::$subject, &[$($($json_ld),*)?])),+])
        }

        /// The subject of an `itemprop`, or of a `property` of RDFa, on an element other than `<meta>`.
        pub fn subject_of_property(properties: &str) -> Option<Subject> {
            let table: &[(Subject, &[&str])] = &[$((Subject::$subject, &[$($($item),*)?])),+];
            let names = properties.split_ascii_whitespace().filter_map(|property| property.rsplit(':').next());
            names.into_iter().find_map(|name| subject_of(name, table))
        }

        /// The subject of a word of a class.
        pub fn subject_of_class(word: &str) -> Option<Subject> {
            subject_of(word, &[$((Subject::$subject, &[$($($class),*)?])),+])
        }
    };
}

subjects! {
    Headline "title"
        meta { "og:title" "twitter:title" "headline" "dc.title" }
        json_ld { "headline" }
        item { "headline" };
    Site "site"
        meta { "og:site_name" "application-name" "article:publisher" "publisher" "dc.publisher" }
        json_ld { "publisher" }
        item { "publisher" };
    Canonical "canonical"
        meta { "og:url" };
    Published "published"
        meta {
            "article:published_time" "og:article:published_time" "og:release_date" // Open Graph
            "datepublished" // schema.org
            "dc.date" "dc.date.issued" "dc.issued" "dc.created" // Dublin Core: offices, libraries
            "citation_publication_date" "citation_date" "citation_online_date" "prism.publicationdate" // journals
            "date" "pubdate" "publishdate" "publish_date" "publish-date" "date_published" // content management
            "published" "published-date" "published_date" "publication-date" "publication_date"
            "article:published" "article.published" "article:published_at" "article:publish_time" "ptime" // papers
            "article_date_original" // OneSpot
            "parsely-pub-date" "sailthru.date" "bt:pubdate" "dable:item:published_time" // Parse.ly, BoomTrain, Dable
            "weibo:article:create_at" "bytedance:published_time" // Chinese portals
        }
        json_ld { "datePublished" }
        // Drupal states when an article was created.
        item { "datePublished" "dateCreated" }
        class { "published" }; // hAtom
    Author "authors"
        meta {
            "author" "authors" "byl" "byline" "rbauthors" // HTML, papers
            "article:author" "og:article:author" "article:author_name" "article.author" // Open Graph
            "twitter:creator:name" "shareaholic:article_author_name" // cards
            "dc.creator" "citation_author" "citation_authors" // Dublin Core, journals
            "parsely-author" "sailthru.author" "dcsext.author" "dable:author" // Parse.ly, Webtrends, Dable
        }
        json_ld { "author" "creator" }
        item { "author" "creator" }
        class { "author" "authors" "byline" "bylines" "authorname" };
    Source "credit"
        meta {
            "source" "original-source" "syndication-source" // offices, Google News
            "dc.source" "copyrightholder" "sourceorganization" "isbasedon" // Dublin Core, schema.org
            "mediaid" // Chinese portals
        }
        json_ld { "sourceOrganization" "isBasedOn" };
    Modified "modified"
        meta { "article:modified_time" "datemodified" "modified-time" "last-modified" "og:updated_time" "dc.modified" }
        json_ld { "dateModified" }
        item { "dateModified" }
        class { "updated" "modified" "update" }; // hAtom, themes
    Description "description"
        meta { "og:description" "description" }
        json_ld { "description" };
    Image "image"
        meta { "og:image" "twitter:image" }
        json_ld { "image" };
    Tags "tags"
        meta { "keywords" "article:tag" }
        json_ld { "keywords" };
    Favicon "favicon";
    NextPage "nextPage";
}

#[inline(never)]
fn subject_of(name: &str, table: &[(Subject, &[&str])]) -> Option<Subject> {
    let found = table.iter().find(|(_, names)| names.contains(&name))?;
    Some(found.0)
}

impl Head {
    /// Records a statement, unless it is empty, too long or one too many.
    #[inline(never)]
    pub fn note(&mut self, subject: Subject, place: Place, block: usize, value: String) {
        // An account on a platform is not the name of a site.
        let is_no_name = subject == Subject::Site && is_address(&value);
        if (1..=MAX_STATEMENT).contains(&value.len()) && !is_no_name && self.statements.len() < MAX_STATEMENTS {
            self.statements.push(Statement { subject, place, block, value });
        }
    }

    /// The statements about a fact, in the order of the page.
    pub fn all(&self, subject: Subject) -> impl Iterator<Item = &Statement> + Clone {
        let all = self.statements.iter();
        all.filter(move |statement| statement.subject == subject)
    }

    /// The first statement about a fact in the most trusted place.
    #[inline(never)]
    pub fn first(&self, subject: Subject) -> Option<&str> {
        let best = self.all(subject).min_by_key(|statement| statement.place)?;
        Some(&best.value)
    }

    /// All statements about a fact in the most trusted place.
    pub fn list(&self, subject: Subject) -> impl Iterator<Item = &str> {
        let place = self.all(subject).map(|statement| statement.place).min();
        let list = self.all(subject).filter(move |statement| Some(statement.place) == place);
        list.map(|statement| statement.value.as_str())
    }
}

/// The letters and digits of a text, in lower case.
#[inline(never)]
pub(crate) fn letters(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        rest = push_ascii(&mut letters, rest, &mut { usize::MAX }, ascii_letter);
        let mut chars = rest.chars();
        let Some(c) = chars.next() else { return letters };
        if is_alphanumeric(c) {
            letters.push(lowercase(c));
        }
        rest = chars.as_str();
    }
}

/// Whether a value is an address.
pub(crate) fn is_address(value: &str) -> bool {
    value.contains("://") || value.starts_with("//")
}

/// Whether a `<meta>` of this name addresses search engines: all of them, or a large one.
pub fn is_for_robots(key: &str) -> bool {
    is_one_of(key.trim(), &["robots", "googlebot", "bingbot", "baiduspider"])
}

/// Whether a list of rules for robots asks them not to index the page.
///
/// The header `X-Robots-Tag` may put the name of a robot before its rules (`otherbot: noindex`).
pub fn says_noindex(rules: &str) -> bool {
    rules.split(',').any(|rule| {
        let (name, rule) = rule.split_once(':').unwrap_or(("", rule));
        let is_limit = is_one_of(name.trim(), &["max-image-preview", "max-snippet", "max-video-preview"]);
        !is_limit && is_one_of(rule.trim(), &["noindex", "none"])
    })
}

/// What follows `unavailable_after` in a list of rules for robots: when they must stop showing the page
/// (`unavailable_after: 25 Jun 2026`).
pub fn unavailable_after(rules: &str) -> Option<&str> {
    const NAME: &str = "unavailable_after";
    let lower = rules.to_ascii_lowercase();
    find(&lower, NAME).map(|at| &rules[at + NAME.len()..])
}

/// Whether a card uses this label for the author.
pub fn is_byline(label: &str) -> bool {
    languages::whole(label).has(Kinds::AUTHOR) || languages::whole(&[label, ":"].concat()).has(Kinds::AUTHOR)
}

/// The values of a `<meta>` of this name that mean the article is not accessible for free.
pub fn gate_of_meta(key: &str) -> &'static [&'static str] {
    match key.trim() {
        "isAccessibleForFree" => &["false"],
        "article:content_tier" => &["locked", "metered"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(notes: &[(Subject, Place, &str)]) -> Head {
        let mut head = Head::default();
        for &(subject, place, value) in notes {
            head.note(subject, place, 0, value.to_owned());
        }
        head
    }

    #[test]
    fn the_better_place_wins_then_the_earlier() {
        use Subject::{Canonical, Published};
        let head = head(&[
            (Published, Place::Time, "t"),
            (Published, Place::Meta, ""),
            (Published, Place::Meta, "a"),
            (Published, Place::Meta, "b"),
            (Published, Place::Item, "c"),
            (Canonical, Place::JsonLd, "j"),
            (Canonical, Place::Link, "l"),
            (Canonical, Place::Meta, "m"),
        ]);
        assert_eq!(head.first(Published), Some("a"));
        assert_eq!(head.first(Canonical), Some("l"));
        assert_eq!(head.list(Published).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn an_address_is_not_a_name() {
        let head = head(&[
            (Subject::Site, Place::Meta, "https://social.example/paper"),
            (Subject::Site, Place::Item, "The Paper"),
            (Subject::Source, Place::Meta, "https://wire.example/1"),
        ]);
        assert_eq!(head.first(Subject::Site), Some("The Paper"));
        assert_eq!(head.first(Subject::Source), Some("https://wire.example/1"));
    }

    #[test]
    fn statements_are_bounded() {
        let mut head = Head::default();
        for _ in 0..2 * MAX_STATEMENTS {
            head.note(Subject::Tags, Place::Meta, 0, "a".to_owned());
            head.note(Subject::Tags, Place::Meta, 0, "a".repeat(MAX_STATEMENT + 1));
        }
        assert_eq!(head.statements.len(), MAX_STATEMENTS);
    }

    #[test]
    fn a_page_may_ask_not_to_be_indexed() {
        for rules in ["noindex", "NOINDEX, nofollow", "follow,none", "googlebot: noindex"] {
            assert!(says_noindex(rules), "{rules}");
        }
        for rules in
            ["", "index, follow", "noindexing", "noarchive", "max-snippet:-1", "index, Max-Image-Preview: none"]
        {
            assert!(!says_noindex(rules), "{rules}");
        }
        assert!(is_for_robots("Robots") && !is_for_robots("author"));
    }

    #[test]
    fn keys_are_recognized_in_any_case() {
        assert_eq!(subject_of_meta("DCTERMS.issued"), Some(Subject::Published));
        assert_eq!(subject_of_meta("weibo: article:create_at"), Some(Subject::Published));
        assert_eq!(subject_of_meta("viewport"), None);
        assert_eq!(subject_of_property("name author"), Some(Subject::Author));
        assert_eq!(subject_of_property("name"), None);
    }
}
