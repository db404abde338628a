//! Start tags: their names and attributes, and what they indicate about their elements.

use super::characters::{collapse, find, has_any};
use super::hidden::{Hiding, Sheet, is_unseen};
use super::noise::{self, Hints, Rule};
use super::signs::Signs;
use super::source::Source;
use super::tag::{Name, Tag};
use super::tokens::name_of_tag;
use super::words::for_each_word;
use crate::decode::entity::{self, Context};
use crate::hash::hash_bytes;
use lol_html::html_content::{Attribute, Element, SourceLocation};
use std::borrow::Cow;

/// A start tag, read in place: the parser itself returns names and values only as copies.
pub struct TagReader<'a, 'r, 't> {
    pub element: &'a Element<'r, 't>,
    pub source: &'a Source,
    /// The tag as written.
    pub markup: &'a str,
}

impl<'a> TagReader<'a, '_, '_> {
    /// Whether it is an element of HTML, not of SVG or MathML.
    pub fn is_html(&self) -> bool {
        self.element.namespace_uri() == "http://www.w3.org/1999/xhtml"
    }

    pub fn name(&self) -> Name {
        match self.markup.get(1..) {
            Some(tag) => Name::new(name_of_tag(tag)),
            None => Name::new(&self.element.tag_name()),
        }
    }

    /// The name of one of its attributes, in its original case.
    #[inline]
    pub fn name_of(&self, attribute: &Attribute<'_>) -> Cow<'a, str> {
        let place = attribute.name_source_location();
        let name = place.and_then(|place| self.source.at(place.bytes()));
        name.map_or_else(|| Cow::Owned(attribute.name()), Cow::Borrowed)
    }

    /// The value of one of its attributes, entities still encoded.
    pub fn value_of(&self, attribute: &Attribute<'_>) -> Cow<'a, str> {
        let place = attribute.value_source_location();
        let value = place.and_then(|place| self.source.at(place.bytes()));
        value.map_or_else(|| Cow::Owned(attribute.value()), Cow::Borrowed)
    }

    /// The value of the attribute with this name, entities still encoded.
    pub fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        // Most names differ in length, so their bytes are not read.
        let fits = |place: SourceLocation| place.bytes().len() == name.len();
        let mut attributes = self.element.attributes().iter();
        let found = attributes.find(|attribute| {
            attribute.name_source_location().is_none_or(fits) && self.name_of(attribute).eq_ignore_ascii_case(name)
        });
        found.map(|attribute| self.value_of(attribute))
    }

    /// The value of the attribute with this name, entities decoded and whitespace collapsed.
    pub fn text(&self, name: &str) -> Option<String> {
        let value = self.value(name)?;
        Some(collapse(&entity::decode(&value, Context::Attribute)))
    }
}

/// The attribute in which Discourse passes its data.
pub const DATA: &str = "data-preloaded";

/// The properties of an element that its start tag determines.
#[derive(Debug, Clone, Copy, Default)]
pub struct StartTag {
    pub hints: Hints,
    pub rule: Option<Rule>,
    /// The hash of its class and id words.
    pub class: u32,
    pub has_data: bool,
    /// Whether it is hidden in a way that a script may undo.
    pub is_soft: bool,
    /// Whether it states a line number.
    pub is_line: bool,
    /// Whether it is a table whose rows are lines of code.
    pub is_code: bool,
    /// Whether its letters have no size, or have one again.
    pub size: Hiding,
}

/// Start tags that were evaluated before, each at the place given by its hash, with its signs.
#[derive(Default)]
pub struct KnownTags(Vec<(u64, StartTag, Signs)>);

impl KnownTags {
    const COUNT: usize = 128;

    /// Evaluates a start tag, and counts its words. Half of the tags of a page repeat others.
    pub fn classify(
        &mut self,
        read: &TagReader<'_, '_, '_>,
        tag: Tag,
        signs: &mut Signs,
        sheet: &mut Sheet,
    ) -> StartTag {
        if self.0.is_empty() {
            self.0.resize_with(KnownTags::COUNT, Default::default);
        }
        let key = hash_bytes(read.markup) ^ u64::from(sheet.changes) << 32;
        let place = &mut self.0[key as usize % KnownTags::COUNT];
        if place.0 != key || read.markup.is_empty() {
            let mut own = Signs::default();
            let start = classify_start_tag(read, tag, &mut own, sheet);
            *place = (key, start, own);
        }
        signs.add(&place.2);
        place.1
    }
}

#[inline(never)]
fn classify_start_tag(read: &TagReader<'_, '_, '_>, tag: Tag, signs: &mut Signs, sheet: &mut Sheet) -> StartTag {
    let mut start = StartTag::default();
    let mut role = Cow::Borrowed("");
    let mut streamed = false;
    // A dialog is closed, unless it says otherwise.
    let (mut hidden, mut soft, mut unread) = (tag == Tag::Dialog, false, false);
    for attribute in read.element.attributes() {
        let value = || read.value_of(attribute);
        match &*Name::new(&read.name_of(attribute)) {
            name @ (b"class" | b"id" | b"itemprop") => {
                let words = value();
                start.class = for_each_word(&words, start.class, |word| {
                    start.hints.add(word);
                    signs.note_word(word);
                });
                streamed |= name == b"id" && is_streamed(&words);
                soft |= match name {
                    b"class" => sheet.hides(b'.', &words) || is_undisplayed(&words),
                    b"id" => sheet.hides(b'#', &words),
                    _ => false,
                };
            }
            b"itemtype" => signs.note_types(&value()),
            b"role" => role = value(),
            b"hidden" => hidden |= !value().eq_ignore_ascii_case("until-found"),
            b"popover" => hidden = true,
            // They stand in for an element of AMP, or follow it where it does not fit.
            b"placeholder" | b"fallback" | b"overflow" => soft |= value().is_empty(),
            b"open" if tag == Tag::Dialog => hidden = false,
            b"aria-hidden" => unread = value() == "true",
            b"style" => {
                let hiding = Hiding::from_style(&value());
                hidden |= hiding.has(Hiding::NONE);
                soft |= hiding.has(Hiding::SOFT | Hiding::NO_SIZE);
                start.size = hiding;
            }
            b"data-line-number" => start.is_line = true,
            name => start.has_data |= name == DATA.as_bytes(),
        }
    }
    use Tag::*;
    // Screen readers skip it; other elements than paragraphs usually are menus or closed dialogs.
    let is_text = matches!(tag, P | Blockquote | H1 | H2 | H3 | H4 | H5 | H6);
    hidden |= unread && !is_text && !start.hints.are_content();
    // Scripts show articles that were hidden until they ran, and readers open panels.
    soft |= start.hints.are_unseen() && is_unseen(&read.value("class").unwrap_or_default());
    let is_panel = matches!(&*role, "region" | "tabpanel");
    start.is_soft = if is_panel { hidden } else { soft && !hidden }
        && !matches!(tag, Html | Body | Main | Article)
        && !start.hints.are_content();
    hidden &= !is_panel;
    start.rule = noise::rule_of(tag, &role, (hidden || start.is_soft) && !streamed, start.hints);
    start
}

/// Whether a class of Bootstrap hides its element on screens of any size.
fn is_undisplayed(class: &str) -> bool {
    let mut names = class.split_ascii_whitespace();
    find(class, "d-none").is_some()
        && names.clone().any(|name| name == "d-none")
        && !names.any(|name| name.starts_with("d-") && name != "d-none")
}

/// Whether readers never see the text inside as part of the article. The template of a shadow tree is read in place.
pub fn is_skipped(element: &Element<'_, '_>, tag: Tag) -> bool {
    tag.is_skipped() && !(tag == Tag::Template && element.has_attribute("shadowrootmode"))
}

/// Whether React uses this id to move a part of the page that was sent late to its position: `S:1f`.
fn is_streamed(id: &str) -> bool {
    let number = id.strip_prefix("S:").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a style sheet applies to what is shown on screens of any size.
pub fn is_for_screens(read: &TagReader<'_, '_, '_>) -> bool {
    let media = read.value("media").unwrap_or_default();
    matches!(&*media, "" | "all" | "screen")
}

/// Whether an element states a line number but does not hold the line itself.
pub fn is_line_number(read: &TagReader<'_, '_, '_>) -> bool {
    find(&read.value("class").unwrap_or_default(), "code").is_none()
}

/// Whether the class of a cell says that it holds a line number of code.
pub fn is_line_cell(read: &TagReader<'_, '_, '_>) -> bool {
    let class = read.value("class").unwrap_or_default();
    has_any(&class, &["lineno", "line-num", "gutter"])
}

/// Whether the class of an element in code says that it is a line.
pub fn is_line(read: &TagReader<'_, '_, '_>) -> bool {
    let class = read.value("class").unwrap_or_default();
    let mut names = class.split_ascii_whitespace();
    names.any(|name| name == "line" || name.ends_with("-line"))
}
