//! Prose in data: its texts and their weight.

use crate::extract::lines::{self, Line};

/// Longest stretch of prose per end of sentence, in Latin letters. Larger: code is taken for prose.
const SENTENCE: u32 = 1000;

/// A text, as written: plain or HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub text: String,
    /// Who wrote it, and when, if it is a post.
    pub post: Option<(String, String)>,
}

/// The values of the fields next to a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Byline {
    pub author: Option<String>,
    pub time: Option<String>,
}

/// Prose in a value.
#[derive(Debug, Clone, Default)]
pub(super) struct Prose {
    /// The items of a list, or a string.
    pub parts: Vec<Part>,
    /// Who wrote it, and when.
    pub byline: Byline,
    /// Its weight without tags.
    pub weight: u32,
    /// Whether it has its own title next to it.
    pub titled: bool,
}

impl Prose {
    pub fn new(text: String) -> Prose {
        let weight = outside_tags(&text).map(lines::weight).sum();
        let part = Part { text, post: None };
        Prose { parts: Vec::from_iter(Some(part).filter(|part| !part.text.is_empty())), weight, ..Prose::default() }
    }

    /// Adds the next item of a list: a text with an author and a time is a post.
    pub fn add(&mut self, mut item: Prose) {
        if let [part] = &mut item.parts[..] {
            part.post = item.byline.author.zip(item.byline.time).or(part.post.take());
        }
        self.parts.append(&mut item.parts);
        self.weight += item.weight;
    }

    /// Joins the pieces of a paragraph into one line.
    pub fn join(&mut self) {
        let pieces = self.parts.drain(..).map(|part| part.text);
        self.parts = Prose::new(pieces.collect()).parts;
    }

    /// Whether it has sentences, unlike code and lists of words.
    pub fn is_prose(&self) -> bool {
        let texts: Vec<&str> = self.parts.iter().map(|part| &*part.text).collect();
        let plain: String = outside_tags(&texts.join("\n")).collect();
        let counts = Line::new(&plain, 0, 1).counts;
        counts.stops > 0 && counts.weight <= SENTENCE.saturating_mul(counts.stops)
    }
}

/// The characters of a text, with a line feed for each tag.
pub(in crate::extract) fn outside_tags(text: &str) -> impl Iterator<Item = char> {
    let mut inside = false;
    let mut chars = text.chars().peekable();
    std::iter::from_fn(move || {
        while let Some(c) = chars.next() {
            let opens = c == '<' && chars.peek().is_some_and(|&c| c.is_ascii_alphabetic() || "/!".contains(c));
            if opens {
                inside = true;
            } else if c == '>' {
                if std::mem::take(&mut inside) {
                    return Some('\n');
                }
            } else if !inside {
                return Some(c);
            }
        }
        None
    })
}
