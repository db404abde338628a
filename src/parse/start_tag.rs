//! Start tags: their names and attributes, and what they indicate about their elements.

use super::characters::{collapse, find, has_any};
use super::hidden::{Hiding, Sheet, is_unseen};
use super::noise::{self, Hints, Rule};
use super::signs::Signs;
use super::tag::{Name, Tag};
use super::tokens::name_of_tag;
use super::words::for_each_word;
use crate::bytes::{Bytes, WIDTH};
use crate::decode::attribute::{Attribute, Attributes};
use crate::decode::entity::{self, Context};
use crate::hash::hash_bytes;
use lol_html::html_content::Element;
use std::cell::{Cell, OnceCell};
use std::ops::Range;

/// Where a start tag is in the decoded page, and what only the parser knows of it.
pub struct StartTagPlace {
    pub place: Range<usize>,
    is_html: bool,
    can_have_content: bool,
}

impl StartTagPlace {
    #[inline]
    pub fn new(element: &Element<'_, '_>) -> StartTagPlace {
        StartTagPlace {
            place: element.source_location().bytes(),
            is_html: element.namespace_uri().ends_with("xhtml"),
            can_have_content: element.can_have_content(),
        }
    }
}

/// A start tag, read in place: the parser itself returns names and values only as copies.
pub struct TagReader<'a> {
    /// The tag as written.
    pub markup: &'a str,
    pub name: Name,
    /// Whether it is an element of HTML, not of SVG or MathML.
    pub is_html: bool,
    /// Whether an end tag may follow, or what ends it.
    pub can_have_content: bool,
    /// The text from the tag on.
    text: &'a str,
    /// Its attributes, once they are asked for: most tags repeat others.
    attributes: OnceCell<&'a [NamedAttribute]>,
    room: Cell<Option<&'a mut Vec<NamedAttribute>>>,
}

/// An attribute, with its name in lower case.
pub struct NamedAttribute(Name, Attribute);

impl<'a> TagReader<'a> {
    /// Reads the tag at the start of a text. `room` is for its attributes.
    #[inline]
    pub fn new(text: &'a str, tag: StartTagPlace, room: &'a mut Vec<NamedAttribute>) -> TagReader<'a> {
        let markup = &text[..tag.place.len()];
        TagReader {
            markup,
            name: Name::new(name_of_tag(&markup[1..])),
            is_html: tag.is_html,
            can_have_content: tag.can_have_content,
            text,
            attributes: OnceCell::new(),
            room: Cell::new(Some(room)),
        }
    }

    #[inline]
    fn all(&self) -> &'a [NamedAttribute] {
        self.attributes.get_or_init(|| self.find_all())
    }

    #[inline(never)]
    fn find_all(&self) -> &'a [NamedAttribute] {
        let Some(room) = self.room.take() else { return &[] };
        room.clear();
        let name_end = 1 + name_of_tag(&self.markup[1..]).len();
        for attribute in Attributes::new(self.text.as_bytes(), name_end) {
            room.push(NamedAttribute(Name::new(&self.text[attribute.name.clone()]), attribute));
        }
        room
    }

    /// The names of its attributes in lower case, and their values, entities still encoded.
    #[inline]
    pub fn attributes(&self) -> impl Iterator<Item = (&'a Name, &'a str)> + use<'a> {
        let text = self.text;
        self.all().iter().map(|NamedAttribute(name, place)| (name, &text[place.value.clone()]))
    }

    /// The value of the attribute with this name, entities still encoded.
    #[inline(never)]
    pub fn value(&self, name: &str) -> Option<&'a str> {
        let mut attributes = self.all().iter();
        let found = attributes.find(|NamedAttribute(other, place)| match name.len() {
            ..=Name::LONGEST => **other == *name.as_bytes(),
            _ => self.text[place.name.clone()].eq_ignore_ascii_case(name),
        });
        found.map(|NamedAttribute(_, place)| &self.text[place.value.clone()])
    }

    /// The value of the attribute with this name, entities decoded and whitespace collapsed.
    pub fn text(&self, name: &str) -> Option<String> {
        let value = self.value(name)?;
        Some(collapse(&entity::decode(value, Context::Attribute)))
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
    /// Whether its attributes may state something about the page.
    pub may_state: bool,
}

/// Start tags that were evaluated before, each at the place given by its hash, with its signs, which few have.
#[derive(Default)]
pub struct KnownTags(Vec<(u64, StartTag, Option<Box<Signs>>)>);

impl KnownTags {
    const COUNT: usize = 128;

    /// Evaluates a start tag, and counts its words. Half of the tags of a page repeat others.
    pub fn classify(&mut self, read: &TagReader<'_>, tag: Tag, signs: &mut Signs, sheet: &mut Sheet) -> StartTag {
        if self.0.is_empty() {
            self.0.resize_with(KnownTags::COUNT, Default::default);
        }
        let key = hash_bytes(read.markup) ^ u64::from(sheet.changes) << 32;
        let place = &mut self.0[key as usize % KnownTags::COUNT];
        if place.0 != key || read.markup.is_empty() {
            let mut own = Signs::default();
            let start = classify_start_tag(read, tag, &mut own, sheet);
            *place = (key, start, (own != Signs::default()).then(|| Box::new(own)));
        }
        if let Some(own) = &place.2 {
            signs.add(own);
        }
        place.1
    }
}

#[inline(never)]
fn classify_start_tag(read: &TagReader<'_>, tag: Tag, signs: &mut Signs, sheet: &mut Sheet) -> StartTag {
    let mut start = StartTag { may_state: may_state(read), ..StartTag::default() };
    let mut role = "";
    let mut streamed = false;
    // A dialog is closed, unless it says otherwise.
    let (mut hidden, mut soft, mut unread) = (tag == Tag::Dialog, false, false);
    for (name, value) in read.attributes() {
        match &**name {
            name @ (b"class" | b"id" | b"itemprop") => {
                let mut has_none = false;
                start.class = for_each_word(value, start.class, |word| {
                    has_none |= word == b"none";
                    start.hints.add(word);
                    signs.note_word(word);
                });
                streamed |= name == b"id" && is_streamed(value);
                soft |= match name {
                    b"class" => sheet.hides(b'.', value) || has_none && is_undisplayed(value),
                    b"id" => sheet.hides(b'#', value),
                    _ => false,
                };
            }
            b"itemtype" => signs.note_types(value),
            b"role" => role = value,
            b"hidden" => hidden |= !value.eq_ignore_ascii_case("until-found"),
            b"popover" => hidden = true,
            // They stand in for an element of AMP, or follow it where it does not fit.
            b"placeholder" | b"fallback" | b"overflow" => soft |= value.is_empty(),
            b"open" if tag == Tag::Dialog => hidden = false,
            b"aria-hidden" => unread = value == "true",
            b"style" => {
                let hiding = Hiding::from_style(&entity::decode(value, Context::Attribute));
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
    soft |= start.hints.are_unseen() && is_unseen(read.value("class").unwrap_or_default());
    let is_panel = matches!(role, "region" | "tabpanel");
    start.is_soft = if is_panel { hidden } else { soft && !hidden }
        && !matches!(tag, Html | Body | Main | Article)
        && !start.hints.are_content();
    hidden &= !is_panel;
    start.rule = noise::rule_of(tag, role, (hidden || start.is_soft) && !streamed, start.hints);
    start
}

/// Whether the attributes of a tag may state something.
pub fn may_state(read: &TagReader<'_>) -> bool {
    let text = read.text.as_bytes();
    read.all().iter().any(|NamedAttribute(name, place)| match &**name {
        b"itemprop" => true,
        b"class" | b"href" | b"rel" => may_hold_statement(text, place.value.clone()),
        b"property" => {
            may_hold_statement(text, place.value.clone()) || find(&read.text[place.value.clone()], "teCre").is_some()
        }
        _ => false,
    })
}

/// Parts of words that state something, and how many letters of each stand before the two that few other words have.
const STATING: [(&[u8], usize); 3] = [(b"uthor", 2), (b"yline", 0), (b"ublis", 1)];

/// Whether a part of a text holds one of [`STATING`].
fn may_hold_statement(text: &[u8], part: Range<usize>) -> bool {
    part.clone().step_by(WIDTH).any(|start| {
        let chunk = Bytes::padded(&text[start..]);
        // The second of the two letters may be in the next chunk.
        let then = |byte| chunk.places(byte) >> 1 | 1 << (WIDTH - 1);
        let mut places = chunk.places(b'h') & then(b'o') | (chunk.places(b'y') | chunk.places(b'b')) & then(b'l');
        while places != 0 {
            let place = start + places.trailing_zeros() as usize;
            if place < part.end && states_at(text, place) {
                return true;
            }
            places &= places - 1;
        }
        false
    })
}

/// Whether one of [`STATING`] has its two letters at a place.
fn states_at(text: &[u8], place: usize) -> bool {
    STATING.iter().any(|(part, before)| place.checked_sub(*before).is_some_and(|start| text[start..].starts_with(part)))
}

/// Whether a class of Bootstrap hides its element on screens of any size.
fn is_undisplayed(class: &str) -> bool {
    let mut names = class.split_ascii_whitespace();
    names.clone().any(|name| name == "d-none") && !names.any(|name| name.starts_with("d-") && name != "d-none")
}

/// Whether readers never see the text inside as part of the article. The template of a shadow tree is read in place.
pub fn is_skipped(read: &TagReader<'_>, tag: Tag) -> bool {
    tag.is_skipped() && !(tag == Tag::Template && read.value("shadowrootmode").is_some())
}

/// Whether React uses this id to move a part of the page that was sent late to its position: `S:1f`.
fn is_streamed(id: &str) -> bool {
    let number = id.strip_prefix("S:").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a style sheet applies to what is shown on screens of any size.
pub fn is_for_screens(read: &TagReader<'_>) -> bool {
    let media = read.value("media").unwrap_or_default();
    matches!(media, "" | "all" | "screen")
}

/// Whether an element states a line number but does not hold the line itself.
pub fn is_line_number(read: &TagReader<'_>) -> bool {
    find(read.value("class").unwrap_or_default(), "code").is_none()
}

/// Whether the class of a cell says that it holds a line number of code.
pub fn is_line_cell(read: &TagReader<'_>) -> bool {
    let class = read.value("class").unwrap_or_default();
    has_any(class, &["lineno", "line-num", "gutter"])
}

/// Whether the class of an element in code says that it is a line.
pub fn is_line(read: &TagReader<'_>) -> bool {
    let class = read.value("class").unwrap_or_default();
    let mut names = class.split_ascii_whitespace();
    names.any(|name| name == "line" || name.ends_with("-line"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;
    use crate::parse::stream::handled;
    use lol_html::DocumentContentHandlers;
    use proptest::prelude::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn parts_that_state_something_are_found_at_every_place() {
        let letters = STATING.map(|(part, _)| part).concat();
        let text = |seed: u64| -> Vec<u8> {
            let letter = |at: u64| letters[hash([seed, at]) as usize % letters.len()];
            let mut text: Vec<u8> = (0..hash([seed]) % 40).map(letter).collect();
            if seed.is_multiple_of(2) {
                let (part, _) = STATING[seed as usize / 2 % STATING.len()];
                text.splice(text.len() / 2..text.len() / 2, part.iter().copied());
            }
            text
        };
        for text in (0..20_000).map(text) {
            let naive = text.windows(5).any(|part| STATING.iter().any(|(stating, _)| part == *stating));
            let whole = 0..text.len();
            assert_eq!(may_hold_statement(&text, whole), naive, "{}", String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn attributes_may_be_written_in_any_case() {
        for (html, expected) in
            [("<span itemProp=name>", true), ("<a HREF='/author/lin'>", true), ("<p id=author>", false)]
        {
            let mut room = Vec::new();
            let tag = StartTagPlace { place: 0..html.len(), is_html: true, can_have_content: true };
            assert_eq!(may_state(&TagReader::new(html, tag, &mut room)), expected, "{html}");
        }
    }

    /// The names and the values of the attributes of each start tag.
    type Found = Vec<(String, String)>;

    /// As the parser alone reports them, and as they are read in place.
    fn by_both(html: &str) -> [Found; 2] {
        let found = Rc::new(RefCell::new([Found::new(), Found::new()]));
        let (sum, text) = (Rc::clone(&found), html.to_owned());
        let elements = move |element: &mut Element<'_, '_>| {
            let mut sum = sum.borrow_mut();
            sum[0].extend(element.attributes().iter().map(|attribute| (attribute.name(), attribute.value())));
            let tag = StartTagPlace::new(element);
            let (start, mut room) = (tag.place.start, Vec::new());
            let read = TagReader::new(&text[start..], tag, &mut room);
            for NamedAttribute(_, place) in read.all() {
                let (name, value) = (&read.text[place.name.clone()], &read.text[place.value.clone()]);
                sum[1].push((name.to_ascii_lowercase(), value.to_owned()));
            }
            Ok(())
        };
        let mut rewriter = handled(1 << 20, elements, DocumentContentHandlers::default(), Box::new(|_| {}));
        rewriter.write(html.as_bytes()).unwrap();
        rewriter.end().unwrap();
        found.take()
    }

    proptest! {
        #[test]
        fn attributes_are_those_that_the_parser_finds(
            parts in prop::collection::vec(prop::sample::select(vec![
                "<p", "<a-b", " ", "\n", "/", ">", "=", "'", "\"", "class", "CLASS", "a", "水", "-", "x=y", " id=\"a b\"",
                " href='/x?y=z'", "&amp;", " data-a-name-of-more-than-sixteen-letters=1", "<", "\t= ", "\0", "\x0B",
            ]), 0..24)
        ) {
            let [by_the_parser, in_place] = by_both(&parts.concat());
            prop_assert_eq!(in_place, by_the_parser);
        }
    }
}
