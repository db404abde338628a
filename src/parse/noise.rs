//! Which elements are boilerplate, judged by their start tags; and the names of all rules that drop text.
//!
//! Class and id values are split into words at anything that is not a letter and at a change from
//! lower to upper case (`relatedPosts-list` → `related posts list`), and only whole words count.
//! No rule here is final: a container that holds most of the page's prose keeps its text whatever
//! its class says (see [`extract`](crate::extract)).

use crate::parse::tag::Tag;
use serde::Serialize;

/// Why a block is not part of the body. The numbers of the rules are features of the body model:
/// add new ones at the end, and fit the model again if one changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// Inside `nav`, `aside`, `footer` and their like, or a landmark `role`.
    Landmark,
    /// A class or id word names furniture or credits: sidebar, menu, share, byline …
    ClassWord,
    /// Inside comments, by class or id.
    Comments,
    /// Inside a list of other articles, by class or id.
    Related,
    /// Not shown: `hidden`, `aria-hidden`, `display:none`.
    Hidden,
    /// Outside the container chosen as the body.
    Outside,
    /// Mostly links.
    Links,
    /// The headline again.
    Headline,
    /// A credit, byline or dateline of its own.
    Credit,
    /// An editor line.
    Editor,
    /// A line that names the original title.
    OriginalTitle,
    /// A picture's caption.
    Caption,
    /// A copyright notice or disclaimer.
    Disclaimer,
    /// "Read more", "share", "subscribe", "scan the code" and their like.
    Promo,
    /// The first words of another article, with a link to the rest.
    Teaser = 15,
    /// A line with several words that notices consist of. It may still be part of an article about networks
    /// or readers, so the model decides.
    Notice = 16,
}

/// Kinds of content that class and id words speak of, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints(u8);

impl Hints {
    /// Words such as article, content, story.
    pub const CONTENT: Hints = Hints(1);
    /// Words such as sidebar, menu, share.
    pub const FURNITURE: Hints = Hints(2);
    /// Words such as comment, discuss.
    pub const COMMENTS: Hints = Hints(4);
    /// Words such as related, recommend, hot.
    pub const RELATED: Hints = Hints(8);
    /// Words such as caption.
    pub const CAPTION: Hints = Hints(16);
    /// Words such as byline, author, date, source.
    pub const CREDIT: Hints = Hints(32);
    /// The word paywall.
    pub const PAYWALL: Hints = Hints(64);

    /// The set as bits, in the order of the constants.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Whether all kinds of `other` are in this set.
    pub fn contains(self, other: Hints) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds the kinds that the words of a class or id value speak of.
    pub(crate) fn add_words(&mut self, value: &str) {
        for_each_word(value, |word| {
            let (start, end, lengths) = STARTS[usize::from(word[0].to_ascii_lowercase() - b'a')];
            if word.len() > 15 || lengths >> word.len() & 1 == 0 {
                return;
            }
            let same = &WORDS[usize::from(start)..usize::from(end)];
            if let Some((_, hints)) = same
                .iter()
                .find(|(w, _)| w.as_bytes().eq_ignore_ascii_case(word))
            {
                self.0 |= hints.0;
            }
        });
    }
}

/// Adds the words of a class or id value to a hash (FNV-1a). Digits do not count, so that `post-17` is
/// like `post-18`.
pub fn hash_words(hash: u32, value: &str) -> u32 {
    let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let mut hash = hash;
    for_each_word(value, |word| {
        let letters = word.iter().map(u8::to_ascii_lowercase);
        hash = letters.chain([b' ']).fold(hash, add);
    });
    hash
}

/// Calls `found` with each word of a class or id value, in the case that it is written in.
pub(super) fn for_each_word(value: &str, mut found: impl FnMut(&[u8])) {
    let bytes = value.as_bytes();
    let mut start = 0;
    let mut previous = 0u8;
    for (at, &byte) in bytes.iter().enumerate() {
        let letter = byte.is_ascii_alphabetic();
        if !letter || (byte.is_ascii_uppercase() && previous.is_ascii_lowercase()) {
            if at > start {
                found(&bytes[start..at]);
            }
            start = at + usize::from(!letter);
        }
        previous = byte;
    }
    if bytes.len() > start {
        found(&bytes[start..]);
    }
}

/// The rule that takes an element for noise, from its start tag alone.
pub fn rule_of(tag: Tag, role: &str, hidden: bool, hints: Hints) -> Option<Rule> {
    use Tag::*;
    if hidden {
        return Some(Rule::Hidden);
    }
    let landmark_role = matches!(
        role,
        "navigation"
            | "complementary"
            | "contentinfo"
            | "banner"
            | "search"
            | "dialog"
            | "alertdialog"
            | "menu"
            | "menubar"
            | "toolbar"
            | "tablist"
    );
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

/// Where the words of each first letter begin and end among [`WORDS`], and the lengths that they
/// have, as a set.
const STARTS: [(u8, u8, u16); 26] = {
    let mut starts = [(0, 0, 0); 26];
    let mut i = 0;
    while i < WORDS.len() {
        let word = WORDS[i].0.as_bytes();
        let letter = (word[0] - b'a') as usize;
        if starts[letter].1 == 0 {
            starts[letter].0 = i as u8;
        }
        i += 1;
        starts[letter].1 = i as u8;
        starts[letter].2 |= 1 << word.len();
    }
    starts
};

/// Words of class and id values and what they speak of, sorted.
const WORDS: &[(&str, Hints)] = {
    const CONTENT: Hints = Hints::CONTENT;
    const FURNITURE: Hints = Hints::FURNITURE;
    const COMMENTS: Hints = Hints::COMMENTS;
    const RELATED: Hints = Hints::RELATED;
    const CAPTION: Hints = Hints::CAPTION;
    const CREDIT: Hints = Hints::CREDIT;
    &[
        ("ad", FURNITURE),
        ("ads", FURNITURE),
        ("adv", FURNITURE),
        ("advert", FURNITURE),
        ("advertisement", FURNITURE),
        ("advertising", FURNITURE),
        ("article", CONTENT),
        ("articlebody", CONTENT),
        ("author", CREDIT),
        ("banner", FURNITURE),
        ("bio", FURNITURE),
        ("blogroll", FURNITURE),
        ("body", CONTENT),
        ("breadcrumb", FURNITURE),
        ("breadcrumbs", FURNITURE),
        ("byline", CREDIT),
        ("caption", CAPTION),
        ("comment", COMMENTS),
        ("commentlist", COMMENTS),
        ("comments", COMMENTS),
        ("content", CONTENT),
        ("cookie", FURNITURE),
        ("cookies", FURNITURE),
        ("copyright", FURNITURE),
        ("crumb", FURNITURE),
        ("crumbs", FURNITURE),
        ("dateline", CREDIT),
        ("detail", CONTENT),
        ("dialog", FURNITURE),
        ("disclaimer", FURNITURE),
        ("discuss", COMMENTS),
        ("disqus", COMMENTS),
        ("editor", CREDIT),
        ("entry", CONTENT),
        ("figcaption", CAPTION),
        ("foot", FURNITURE),
        ("footer", FURNITURE),
        ("gdpr", FURNITURE),
        ("hot", RELATED),
        ("login", FURNITURE),
        ("menu", FURNITURE),
        ("meta", CREDIT),
        ("modal", FURNITURE),
        ("nav", FURNITURE),
        ("navbar", FURNITURE),
        ("navi", FURNITURE),
        ("navigation", FURNITURE),
        ("newsletter", FURNITURE),
        ("outbrain", FURNITURE),
        ("pager", FURNITURE),
        ("pagination", FURNITURE),
        ("paywall", Hints::PAYWALL),
        ("pinglun", COMMENTS),
        ("popular", RELATED),
        ("popup", FURNITURE),
        ("post", CONTENT),
        ("promo", FURNITURE),
        ("promotion", FURNITURE),
        ("pubdate", CREDIT),
        ("qrcode", FURNITURE),
        ("rank", RELATED),
        ("ranking", RELATED),
        ("recommend", RELATED),
        ("recommendation", RELATED),
        ("recommendations", RELATED),
        ("recommended", RELATED),
        ("related", RELATED),
        ("relation", RELATED),
        ("replies", COMMENTS),
        ("reply", COMMENTS),
        ("share", FURNITURE),
        ("sharebar", FURNITURE),
        ("sharing", FURNITURE),
        ("sidebar", FURNITURE),
        ("signup", FURNITURE),
        ("sitemap", FURNITURE),
        ("social", FURNITURE),
        ("sponsor", FURNITURE),
        ("sponsored", FURNITURE),
        ("story", CONTENT),
        ("subscribe", FURNITURE),
        ("subscription", FURNITURE),
        ("taboola", FURNITURE),
        ("tagcloud", FURNITURE),
        ("tags", FURNITURE),
        ("text", CONTENT),
        ("timestamp", CREDIT),
        ("toolbar", FURNITURE),
        ("tooltip", FURNITURE),
        ("trending", RELATED),
        ("widget", FURNITURE),
        ("widgets", FURNITURE),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_table_is_sorted() {
        assert!(WORDS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn only_whole_words_count() {
        let hints = |value| {
            let mut hints = Hints::default();
            hints.add_words(value);
            hints
        };
        assert_eq!(hints("relatedPosts-list"), Hints::RELATED);
        assert_eq!(hints("article_content"), Hints::CONTENT);
        assert_eq!(hints("header-ad"), Hints::FURNITURE);
        assert_eq!(
            hints("shadow headline readable unrelated loading"),
            Hints::default()
        );
        assert_eq!(hints(&"x".repeat(1000)), Hints::default());
    }
}
