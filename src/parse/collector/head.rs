//! Reads what a page states about itself: in its head, by attributes, and in elements that name an author or a time.

use super::open::{Capture, Nested, NextPage};
use super::{Collector, MAX_INLINE_CHARS};
use crate::decode::entity::{self, Context};
use crate::parse::characters::{collapse, has_word};
use crate::parse::draft::Spot;
use crate::parse::head::{self, PART, Place, Subject, is_gap};
use crate::parse::next_link::{self, LinkTarget};
use crate::parse::start_tag::{StartTag, TagReader, may_state};
use crate::parse::tag::Tag;
use crate::parse::words::for_each_word;

/// Longest text of an element that can be a statement, in bytes.
const MAX_CAPTURE: usize = 400;
/// Most nested elements whose texts are statements.
const MAX_CAPTURES: usize = 8;
/// Most headings that may repeat the headline of JSON-LD.
const HEADINGS: usize = 12;

impl Collector {
    pub(super) fn meta(&mut self, read: &TagReader<'_>) {
        let key = ["property", "name", "itemprop"].iter().find_map(|name| read.value(name));
        let Some(key) = key else {
            return;
        };
        let head = &mut self.page.head;
        if let Some(number) = key.strip_prefix("twitter:label") {
            // On a card, the label of a field comes before its value.
            let label = read.value("content").filter(|label| head::is_byline(label));
            head.byline = label.map(|_| format!("twitter:data{number}"));
        }
        let is_byline = head.byline.as_deref() == Some(key);
        let subject = is_byline.then_some(Subject::Author).or_else(|| head::subject_of_meta(key));
        // What follows the first text may be written by others, such as readers in their comments.
        if let Some(subject) = subject.filter(|subject| *subject != Subject::Canonical || self.draft.len() == 0)
            && let Some(content) = read.text("content")
        {
            head.note(subject, Place::Meta, self.page.blocks.len(), content);
        } else if head::is_for_robots(key)
            && let Some(content) = read.text("content")
        {
            head.noindex |= head::says_noindex(&content);
            if head.unavailable_after.is_none() && head::unavailable_after(&content).is_some() {
                head.unavailable_after = Some(content);
            }
        } else if let gate @ [_, ..] = head::gate_of_meta(key)
            && let Some(content) = read.text("content")
            && gate.iter().any(|value| content.eq_ignore_ascii_case(value))
        {
            head.gated = true;
        } else if key == "og:locale" {
            head.lang = head.lang.take().or_else(|| read.text("content"));
        } else if let Some(content) = read.value("content") {
            self.page.signs.note_meta(key, content);
        }
    }

    pub(super) fn link_element(&mut self, read: &TagReader<'_>) {
        let rel = read.value("rel").unwrap_or_default();
        let subject = if has_word(rel, "canonical") && self.draft.len() == 0 {
            Subject::Canonical
        } else if has_word(rel, "icon") {
            Subject::Favicon
        } else if has_word(rel, "next") {
            Subject::NextPage
        } else {
            return;
        };
        if let Some(href) = read.text("href") {
            self.page.head.note(subject, Place::Link, 0, href);
        }
    }

    /// Records the address of the open link if it may lead to the next page, that is, if the address has a number.
    pub(super) fn note_next_page(&mut self) {
        if self.links.next == NextPage::No {
            return;
        }
        let text = self.draft.since(self.links.start.spot);
        if text.len() > next_link::MAX_TEXT {
            return;
        }
        let may_be_next = match LinkTarget::from_text(text) {
            LinkTarget::Page(_) | LinkTarget::NextPage | LinkTarget::Next => true,
            LinkTarget::Nothing => self.links.next == NextPage::Stated,
            LinkTarget::Article => false,
        };
        if may_be_next {
            self.links.most_next -= 1;
            let href = collapse(&entity::decode(&self.links.href, Context::Attribute));
            let value = format!("{}{PART}{href}", collapse(text));
            let block = self.blocks_before(self.links.start);
            self.page.head.note(Subject::NextPage, Place::Item, block, value);
        }
    }

    /// Records what an element states by its attributes, and that its text will be a statement.
    pub(super) fn note_element(&mut self, read: &TagReader<'_>, tag: Tag, start: Option<&StartTag>) {
        self.note_edge();
        for capture in &mut self.captures {
            capture.element.note_start(&read.name);
        }
        if tag != Tag::Time && !start.map_or_else(|| may_state(read), |start| start.may_state) {
            return;
        }
        let properties = read.value("itemprop").or_else(|| read.value("property")).unwrap_or_default();
        let property = head::subject_of_property(properties);
        let classes = read.value("class").unwrap_or_default();
        let mut captures = self.captures.iter();
        let is_of_author = captures.any(|open| open.subject == Subject::Author);
        let (subject, place) = if property.is_some() {
            (property, Place::Item)
        } else if has_word(properties, "name") && is_of_author {
            // Only the name counts, not what else is stated about the author.
            self.captures.retain(|open| open.place != Place::Item);
            (Some(Subject::Author), Place::Item)
        } else if tag == Tag::Time {
            (Some(time_of(classes)), Place::Time)
        } else if has_word(read.value("rel").unwrap_or_default(), "author") {
            (Some(Subject::Author), Place::Item)
        } else if tag == Tag::A && leads_to_author(read.value("href").unwrap_or_default()) {
            (Some(Subject::Author), Place::Link)
        } else if names_author(classes) {
            (Some(Subject::Author), Place::Class)
        } else if has_word(classes, "published") {
            (Some(Subject::Published), Place::Class)
        } else {
            return;
        };
        let Some(subject) = subject else { return };
        let block = self.page.blocks.len();
        // The title of a link to an author is a sentence.
        let attributes = match subject {
            Subject::Author if place != Place::Item => &[][..],
            Subject::Author => &["content"],
            _ => &["content", "datetime", "title"],
        };
        let attribute = attributes.iter().find_map(|name| read.text(name));
        if let Some(value) = attribute {
            self.page.head.note(subject, place, block, value);
        } else if matches!(subject, Subject::Author | Subject::Published | Subject::Modified)
            && place != Place::Time
            && !tag.is_void()
            && self.captures.len() < MAX_CAPTURES
        {
            let start = self.checkpoint();
            self.captures.push(Capture { subject, place, element: Nested::new(read.name), start });
        }
    }

    /// Ends a part of the block, and the statement that it may be. `held` is the text before the end tag.
    pub(super) fn end_part(&mut self, tag: Tag, name: &[u8], held: &mut &str) {
        if self.skipped.is_some() || self.captures.is_empty() && (tag.is_block() || self.chars > MAX_INLINE_CHARS) {
            return;
        }
        self.end_text_node(std::mem::take(held));
        self.note_edge();
        let named = self.captures.iter().rposition(|open| *open.element.name == *name);
        let Some(at) = named else { return };
        if !self.captures[at].element.note_end(name) {
            return;
        }
        let capture = self.captures.remove(at);
        let value = self.text_since(capture.start.spot);
        let block = self.blocks_before(capture.start);
        // A link to an author's page holds an account name, or anything else.
        let is_of_class = capture.place == Place::Link && value.contains(is_gap);
        let place = match capture.place {
            Place::Link if is_of_class => Place::Class,
            Place::Link => Place::Item,
            place => place,
        };
        // Each item of a list is a statement.
        let is_list = matches!(&*capture.element.name, b"ul" | b"ol");
        for value in value.split(|c| is_list && c == PART) {
            self.page.head.note(capture.subject, place, block, value.to_owned());
        }
    }

    /// The text from a place on, with [`PART`] between elements; empty if it is too long for a statement.
    fn text_since(&self, start: Spot) -> String {
        if self.draft.since(start).len() > MAX_CAPTURE {
            return String::new();
        }
        let block_ends = self.page.blocks.iter().rev().map(|block| block.end);
        let mut parts: Vec<String> = self.draft.parts_since(start, block_ends).into_iter().map(collapse).collect();
        parts.retain(|part| !part.is_empty());
        parts.join(PART.encode_utf8(&mut [0; 1]))
    }

    /// Records that an inline element begins or ends here, unless the block is a paragraph.
    fn note_edge(&mut self) {
        if self.chars <= MAX_INLINE_CHARS {
            self.draft.note_edge();
        }
    }

    /// Adds what JSON-LD states about the page.
    pub(super) fn note_graph(&mut self) {
        let graph = std::mem::take(&mut self.graph);
        let page = &self.page;
        let blocks = page.blocks.iter();
        let headings = blocks
            .filter(|block| page.tag_of(block).is_heading())
            .take(HEADINGS)
            .map(|block| head::letters(page.text_of(block)))
            .collect();
        graph.note_in(&mut self.page.head, self.url.as_deref(), headings);
    }
}

/// What a `<time>` of this class states.
fn time_of(classes: &str) -> Subject {
    let mut is_change = false;
    for_each_word(classes, 0, |word| is_change |= states(word, Subject::Modified));
    if is_change { Subject::Modified } else { Subject::Published }
}

/// Whether a word of a class says that the element states something.
fn states(word: &[u8], subject: Subject) -> bool {
    let word = String::from_utf8_lossy(word).to_ascii_lowercase();
    head::subject_of_class(&word) == Some(subject)
}

/// Whether an element of this class names an author, and is not a card about one or the author of a comment.
fn names_author(classes: &str) -> bool {
    let (mut names, mut is_name, mut is_other, mut is_others) = (false, false, false, false);
    for_each_word(classes, 0, |word| {
        let is = |words: &[&str]| words.iter().any(|one| word.eq_ignore_ascii_case(one.as_bytes()));
        names |= states(word, Subject::Author);
        is_name |= is(&["name", "authorname"]);
        is_others |= is(&["comment", "comments", "related", "reply"]);
        is_other |= is(OF_CARD);
    });
    names && !is_others && (is_name || !is_other)
}

/// Words for the parts of an author card other than the name.
#[rustfmt::skip]
const OF_CARD: &[&str] = &[
    "bio", "avatar", "image", "img", "photo", "box", "social", "title", "description", "desc", "info", "card", "role",
    "job", "follow", "icon",
];

/// Whether an address leads to a page about an author.
fn leads_to_author(href: &str) -> bool {
    let mut folders = href.split('/').rev().filter(|part| !part.is_empty());
    matches!(folders.nth(1), Some("author" | "authors"))
}
