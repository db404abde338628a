//! Which elements are boilerplate, judged by their start tags; and the names of all rules that drop text.
//!
//! Words are whole words of class and id values, in lower case, split by [`words`](super::words). No rule here is
//! final: a container that holds most of the page's prose keeps its text, whatever its class (see
//! [`extract`](crate::extract)).

use crate::parse::tag::Tag;
use crate::parse::words::{WordTable, count};
use crate::schema::names;

names! {
    /// Why a block is not part of the body.
    #[non_exhaustive]
    pub enum Rule {
        /// Inside `nav`, `aside`, `footer` and the like, or a landmark `role`.
        Landmark = "landmark",
        /// A class or id word names furniture or credits: sidebar, menu, share, byline …
        ClassWord = "class-word",
        /// Inside comments, by class or id.
        Comments = "comments",
        /// Inside a list of other articles, by class or id.
        Related = "related",
        /// Not shown, by its attributes, style or names.
        Hidden = "hidden",
        /// Outside the container chosen as the body.
        Outside = "outside",
        /// Mostly links.
        Links = "links",
        /// A repetition of the headline.
        Headline = "headline",
        /// A separate credit, byline or dateline.
        Credit = "credit",
        /// An editor line.
        Editor = "editor",
        /// A line that names the original title.
        OriginalTitle = "original-title",
        /// A picture's caption.
        Caption = "caption",
        /// A copyright notice or disclaimer.
        Disclaimer = "disclaimer",
        /// "Read more", "share", "subscribe", "scan the code" and the like.
        Promo = "promo",
        /// The first words of another article, with a link to the rest.
        Teaser = "teaser",
        /// A line with several words typical of notices. It may still be part of an article about networks or readers, so
        /// the model decides.
        Notice = "notice",
        /// Part of another article in the same document.
        Another = "another",
    }
}

impl Rule {
    /// Its number among the features of the body model. 14 is no longer used. Add new rules at the end, and fit the
    /// model again if a number changes.
    pub(crate) fn number(self) -> u32 {
        let place = self as u32;
        place + u32::from(place >= 14)
    }
}

/// A set of kinds of content that class and id words indicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints(u16);

impl Hints {
    /// Words such as article, content, story.
    pub const CONTENT: Hints = Hints(1);
    /// Words such as sidebar, menu, share.
    pub const FURNITURE: Hints = Hints(2);
    /// Words such as comment, discuss.
    pub const COMMENTS: Hints = Hints(4);
    /// Words such as related, recommend, hot.
    pub const RELATED: Hints = Hints(8);
    /// Words such as caption, chart.
    pub const CAPTION: Hints = Hints(16);
    /// Words such as byline, author, date, source.
    pub const CREDIT: Hints = Hints(32);
    /// The word paywall.
    pub const PAYWALL: Hints = Hints(64);
    /// Words for the element that holds line numbers next to code.
    pub const GUTTER: Hints = Hints(128);
    /// Words such as admonition, callout.
    pub const ADMONITION: Hints = Hints(256);
    /// Words of elements that only screen readers read, or that only editors use.
    const UNSEEN: Hints = Hints(512);
    /// The first and second words of `sr-only` and `screen-reader`.
    const SR: Hints = Hints(1024);
    const ONLY: Hints = Hints(2048);
    const SCREEN: Hints = Hints(4096);
    const READER: Hints = Hints(8192);
    /// The first word of `off-screen`.
    const OFF: Hints = Hints(32768);
    /// The word of `not-sr-only`.
    const NOT: Hints = Hints(16384);

    /// Whether this set contains all kinds of `other`.
    pub fn contains(self, other: Hints) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the words name an element that is only read aloud, or is not part of the page's text.
    pub(super) fn are_unseen(self) -> bool {
        let has = |hints| self.contains(hints);
        (has(Hints::UNSEEN)
            || has(Hints(Hints::SR.0 | Hints::ONLY.0))
            || has(Hints(Hints::SCREEN.0 | Hints::READER.0))
            || has(Hints(Hints::OFF.0 | Hints::SCREEN.0)))
            && !has(Hints::NOT)
    }

    /// Whether they name only parts of the article.
    pub(super) fn are_content(self) -> bool {
        (self.contains(Hints::CONTENT) || self.contains(Hints::PAYWALL)) && !self.contains(Hints::FURNITURE)
    }

    /// Adds the kinds that a word of a class or id value indicates.
    pub(super) fn add(&mut self, word: &[u8]) {
        self.0 |= WORDS.find(word).unwrap_or_default().0;
    }
}

/// Values of `role` for navigation and other elements outside the content.
#[rustfmt::skip]
const LANDMARK_ROLES: [&str; 11] = [
    "navigation", "complementary", "contentinfo", "banner", "search", "dialog", "alertdialog",
    "menu", "menubar", "toolbar", "tablist",
];

/// The rule that classifies an element as noise by its start tag alone.
pub fn rule_of(tag: Tag, role: &str, hidden: bool, hints: Hints) -> Option<Rule> {
    use Tag::*;
    if hidden {
        return Some(Rule::Hidden);
    }
    let landmark_role = !role.is_empty() && LANDMARK_ROLES.contains(&role);
    if landmark_role || matches!(tag, Nav | Aside | Footer | Header | Dialog | Menu | Search) {
        return Some(Rule::Landmark);
    }
    if matches!(tag, Figcaption | Caption) || hints.contains(Hints::CAPTION) {
        return Some(Rule::Caption);
    }
    if hints.contains(Hints::COMMENTS) {
        return Some(Rule::Comments);
    }
    if hints.contains(Hints::RELATED) {
        return Some(Rule::Related);
    }
    let named = hints.contains(Hints::FURNITURE) || hints.contains(Hints::CREDIT);
    named.then_some(Rule::ClassWord)
}

/// The words of class and id values that indicate each kind of content.
#[rustfmt::skip]
const HINT_WORDS: &[(Hints, &[&str])] = &[
    (Hints::CONTENT, &[
        "article", "articlebody", "body", "content", "detail", "entry", "post", "story", "text",
    ]),
    (Hints::FURNITURE, &[
        "ad", "ads", "adv", "advert", "advertisement", "advertising", "banner", "bio", "blogroll",
        "breadcrumb", "breadcrumbs", "cookie", "cookies", "copyright", "crumb", "crumbs", "dialog",
        "disclaimer", "foot", "footer", "gdpr", "login", "menu", "modal", "nav", "navbar", "navi",
        "navigation", "newsletter", "outbrain", "pager", "pagination", "popup", "promo",
        "promotion", "qrcode", "share", "sharebar", "sharing", "sidebar", "signup", "sitemap",
        "social", "sponsor", "sponsored", "subscribe", "subscription", "taboola", "tagcloud",
        "tags", "toolbar", "tooltip", "widget", "widgets",
    ]),
    (Hints::COMMENTS, &[
        "comment", "commentlist", "comments", "discuss", "disqus", "pinglun", "replies", "reply",
    ]),
    (Hints::RELATED, &[
        "hot", "popular", "rank", "ranking", "recommend", "recommendation", "recommendations",
        "recommended", "related", "relation", "trending",
    ]),
    (Hints::CAPTION, &["caption", "chart", "charts", "credit", "cutline", "figcaption", "infographic"]),
    (Hints::CREDIT, &["author", "byline", "dateline", "editor", "meta", "pubdate", "timestamp"]),
    (Hints::PAYWALL, &["paywall"]),
    (Hints::GUTTER, &[
        "gutter", "linenodiv", "lineno", "linenos", "linenumber", "linenumbers", "lnt", "numbering", "numbers",
    ]),
    (Hints::UNSEEN, &[
        "accessibly", "assistive", "editsection", "invisible", "offscreen", "screenreader", "secedit", "sronly",
        "visually", "visuallyhidden",
    ]),
    (Hints::SR, &["sr"]),
    (Hints::ONLY, &["for", "only"]),
    (Hints::SCREEN, &["screen"]),
    (Hints::READER, &["reader", "readers"]),
    (Hints::OFF, &["off"]),
    (Hints::NOT, &["not"]),
    (Hints::ADMONITION, &["admonition", "admonitionblock", "alert", "callout"]),
];
static WORDS: WordTable<Hints, { count(HINT_WORDS) }> = WordTable::new(HINT_WORDS);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::words::for_each_word;

    #[test]
    fn only_whole_words_count() {
        let hints = |value| {
            let mut hints = Hints::default();
            for_each_word(value, 0, |word| hints.add(word));
            hints
        };
        assert_eq!(hints("relatedPosts-list"), Hints::RELATED);
        assert_eq!(hints("article_content"), Hints::CONTENT);
        assert_eq!(hints("header-ad"), Hints::FURNITURE);
        assert_eq!(hints("shadow headline readable unrelated loading"), Hints::default());
        assert_eq!(hints(&"x".repeat(1000)), Hints::default());
    }
}
