//! What is remembered of open elements, and of elements that just ended.

use crate::decode::entity::{self, Context};
use crate::parse::characters::find;
use crate::parse::draft::{Checkpoint, Spot};
use crate::parse::head::{Place, Subject};
use crate::parse::start_tag::TagReader;
use crate::parse::tag::Name;

/// Longest source of a formula that is kept, in bytes.
pub const LONGEST: usize = 8 * 1024;

/// An open element whose text is a statement.
pub struct Capture {
    pub(super) subject: Subject,
    pub(super) place: Place,
    pub(super) name: Name,
    /// How many elements of its name are open inside it.
    pub(super) inside: u32,
    /// Where its text begins.
    pub(super) start: Checkpoint,
}

/// What is known of formulas.
#[derive(Default)]
pub struct Formulas {
    /// The open `<math>`.
    pub(super) open: Option<OpenMath>,
    /// Whether the script whose text follows is TeX, and whether it is displayed as a block.
    pub(super) script: Option<bool>,
    /// Where the last formula ends in the text, and its source.
    pub(super) last: Option<(Spot, String)>,
    /// The open inline element that shows a formula again, and how many elements of its name are open inside it.
    pub(super) rendered: Option<(Name, u32)>,
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

    /// Records whether a script of this type is a formula.
    pub fn note_script(&mut self, kind: &str) {
        self.script = kind.strip_prefix("math/tex").map(|mode| find(mode, "display").is_some());
    }

    /// Whether the script whose text follows is TeX, and whether it is displayed as a block.
    pub fn take_script(&mut self) -> Option<bool> {
        self.script.take()
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
    /// The open inline element that holds a number, and how many elements of its name are open inside it.
    pub(super) inline: Option<(Name, u32, NumberStart)>,
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
