//! What is remembered of open elements, and of elements that just ended.

use crate::decode::entity::{self, Context};
use crate::parse::block::DataKind;
use crate::parse::draft::{Checkpoint, Spot};
use crate::parse::head::{Place, Subject};
use crate::parse::start_tag::TagReader;
use crate::parse::tag::Name;

/// Longest source of a formula that is kept, in bytes.
pub const LONGEST: usize = 8 * 1024;

/// An open element that ends with the end tag of its name, after those of the elements of that name inside it.
#[derive(Clone, Copy)]
pub struct Nested {
    pub(super) name: Name,
    /// How many elements of its name are open inside it.
    inside: u32,
}

impl Nested {
    pub fn new(name: Name) -> Nested {
        Nested { name, inside: 0 }
    }

    /// Notes a start tag inside.
    #[inline]
    pub fn note_start(&mut self, name: &Name) {
        self.inside += u32::from(*self.name == **name);
    }

    /// Notes an end tag, and returns whether it ends the element.
    #[inline]
    pub fn note_end(&mut self, name: &[u8]) -> bool {
        let is_same = *self.name == *name;
        let ends = is_same && self.inside == 0;
        self.inside -= u32::from(is_same && !ends);
        ends
    }
}

/// The text after a start tag, if its element holds nothing else.
#[derive(Clone, Copy)]
pub struct RawText {
    pub(super) element: &'static str,
    pub(super) content: RawContent,
}

/// What such a text is.
#[derive(Clone, Copy)]
pub enum RawContent {
    /// The title of the page.
    Title,
    /// A style sheet for screens.
    Sheet,
    /// Data, or code that may hold data.
    Data(DataKind),
    /// The source of a formula.
    Tex { is_display: bool },
    /// Text that readers see.
    Shown,
    /// None of these.
    Other,
}

/// What is known of links.
#[derive(Default)]
pub struct Links {
    /// Serial of the open link, if any.
    pub(super) open: Option<u32>,
    /// Where it began.
    pub(super) start: Checkpoint,
    /// Its address, entities still encoded.
    pub(super) href: String,
    pub(super) next: NextPage,
    /// How many more links are kept that may lead to a next page.
    pub(super) most_next: usize,
    /// The one address that all linked text of the current block leads to; empty if there are several.
    pub(super) block_href: String,
}

/// Whether the open link leads to the next page.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum NextPage {
    #[default]
    No,
    /// Its address has a number.
    Maybe,
    /// It says so, too.
    Stated,
}

/// An open inline element that readers do not see.
pub struct HiddenInline {
    pub(super) serial: u32,
    pub(super) element: Nested,
}

/// An open element whose text is a statement.
pub struct Capture {
    pub(super) subject: Subject,
    pub(super) place: Place,
    pub(super) element: Nested,
    /// Where its text begins.
    pub(super) start: Checkpoint,
}

/// What is known of formulas.
#[derive(Default)]
pub struct Formulas {
    /// The open `<math>`.
    pub(super) open: Option<OpenMath>,
    /// Where the last formula ends in the text, and its source.
    pub(super) last: Option<(Spot, String)>,
    /// The open inline element that shows a formula again.
    pub(super) rendered: Option<Nested>,
}

pub(super) struct OpenMath {
    pub(super) is_display: bool,
    /// The source that its start tag states, decoded.
    pub(super) stated: String,
    /// The source in its annotation.
    pub(super) source: String,
    /// Its text without annotations.
    pub(super) text: String,
    pub(super) part: Part,
}

/// Which part of a `<math>` text is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Text,
    Source,
    OtherAnnotation,
}

impl Formulas {
    /// Begins a `<math>`.
    pub fn open(&mut self, read: &TagReader<'_>) {
        let stated = read.value("alttext").or_else(|| read.value("data-latex"));
        let display = read.value("display").unwrap_or_default();
        self.open = Some(OpenMath {
            is_display: display.trim().eq_ignore_ascii_case("block"),
            stated: entity::decode(stated.unwrap_or_default(), Context::Attribute).into_owned(),
            source: String::new(),
            text: String::new(),
            part: Part::Text,
        });
    }

    /// Adds text of elements that are skipped.
    pub fn text(&mut self, text: &str) {
        if let Some(open) = &mut self.open {
            let (into, text) = match open.part {
                Part::Text => (&mut open.text, text.trim()),
                Part::Source => (&mut open.source, text),
                Part::OtherAnnotation => return,
            };
            if into.len() + text.len() <= LONGEST {
                into.push_str(text);
            }
        }
    }

    /// Whether text shows a formula again.
    pub fn is_rendered(&self) -> bool {
        self.rendered.is_some()
    }

    /// A block begins or ends here: no formula contains one.
    pub fn end_rendered(&mut self) {
        self.rendered = None;
    }
}

/// What is known of line numbers.
#[derive(Default)]
pub struct Numbers {
    /// Open elements that a class calls the gutter of code, with their serials.
    pub(super) gutters: Vec<(u32, NumberStart)>,
    /// The last number that was dropped with a gutter.
    pub(super) last: u32,
    /// The open inline element that holds a number.
    pub(super) inline: Option<(Nested, NumberStart)>,
}

/// Where a number may begin.
#[derive(Clone, Copy)]
pub(super) struct NumberStart {
    pub(super) text: Checkpoint,
    /// Length of the code around it. Only numbers inside it shorten it.
    pub(super) code: usize,
}

/// The last end tag, as far as it matters for what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ended {
    /// Another one, or text came after it.
    #[default]
    Other,
    /// `span`.
    Span,
    /// `code`.
    Code,
    /// `a`.
    Link,
    /// A custom element.
    Custom,
    /// A custom element followed by whitespace.
    CustomSpaced,
}

impl Ended {
    /// The kind of an element of this name.
    #[inline]
    pub fn from_name(name: &str) -> Ended {
        match name {
            "span" => Ended::Span,
            "code" => Ended::Code,
            "a" => Ended::Link,
            _ if name.as_bytes().contains(&b'-') => Ended::Custom,
            _ => Ended::Other,
        }
    }

    /// Notes the text after the end tag.
    #[inline]
    pub fn note_text(&mut self, text: &str) {
        if *self != Ended::Other {
            let is_blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
            *self = match *self {
                Ended::Custom | Ended::CustomSpaced if is_blank => Ended::CustomSpaced,
                _ => Ended::Other,
            };
        }
    }
}

/// The text of a button that is read as part of the page.
pub struct ShownButton {
    pub(super) serial: u32,
    pub(super) start: Checkpoint,
    /// Where it ends; `None` while it is open.
    pub(super) end: Option<Spot>,
    /// Whether its text must be a question.
    pub(super) is_asked: bool,
}
