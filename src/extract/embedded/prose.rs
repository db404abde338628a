//! Prose in data: how much text a value holds, and its markup.

use super::ITEM;
use crate::decode::entity::{self, Context};
use crate::extract::lines::{self, Line};
use crate::parse::characters::find;

/// Longest stretch of prose per end of sentence, in Latin letters. Larger: code is taken for prose.
const SENTENCE: u32 = 1000;

/// Prose in a value.
#[derive(Debug, Clone, Default)]
pub(super) struct Prose {
    /// As written: plain or HTML, with [`ITEM`] between items.
    pub text: String,
    /// Its weight without tags.
    pub weight: u32,
    /// Whether it has a title of its own beside it.
    pub titled: bool,
}

impl Prose {
    pub fn of(text: String) -> Prose {
        Prose {
            weight: weight(&text),
            text,
            titled: false,
        }
    }

    /// Adds the next item of a list.
    pub fn add(&mut self, item: Prose) {
        if self.text.is_empty() {
            self.text = item.text;
        } else if !item.text.is_empty() {
            self.text.push(ITEM);
            self.text.push_str(&item.text);
        }
        self.weight += item.weight;
    }

    /// Joins the pieces of a paragraph into one line.
    pub fn join(&mut self) {
        self.text.retain(|c| c != ITEM);
    }

    /// Whether it has sentences, unlike code and lists of words.
    pub fn is_prose(&self) -> bool {
        let counts = Line::of(&self.text, 0, 1).counts;
        counts.stops > 0 && counts.weight <= SENTENCE.saturating_mul(counts.stops)
    }
}

/// The weight of a text without its tags.
fn weight(text: &str) -> u32 {
    let (mut weight, mut inside) = (0, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '<' => {
                inside |= chars
                    .peek()
                    .is_some_and(|&c| c.is_ascii_alphabetic() || "/!".contains(c))
            }
            '>' => inside = false,
            c if !inside => weight += lines::weight(c),
            _ => {}
        }
    }
    weight
}

/// The HTML of a post of a thread, with a line above it for its author and time.
pub(super) fn post(author: &str, time: &str, html: &str) -> String {
    let line = [author, " ", time].concat().replace('<', "&lt;");
    ["<footer>", &line, "</footer>", html].concat()
}

/// Converts a text, whose items are plain or HTML, to HTML.
pub(super) fn markup(title: &str, text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 64);
    html.push_str("<h1>");
    html.push_str(&title.replace('<', "&lt;"));
    html.push_str("</h1><article>");
    for item in text.split(ITEM) {
        let item = match item.contains('<') || find(item, "&lt;").is_none() {
            true => item.into(),
            false => entity::decode(item, Context::Text),
        };
        if ["</", "<p", "<br"]
            .iter()
            .any(|tag| find(&item, tag).is_some())
        {
            html.push_str("<div>");
            html.push_str(&item);
            html.push_str("</div>");
        } else {
            for line in item.lines() {
                html.push_str("<p>");
                html.push_str(&line.replace('<', "&lt;"));
            }
        }
    }
    html
}
