//! What lines say through the phrases that they begin with or contain.

use super::folded::plain;
use crate::languages::{self, Kinds};

/// Letters of a line that are examined for a heading.
pub(super) const HEADING: usize = 32;
/// Last characters of a line that may say that the text goes on elsewhere.
const TAIL: usize = 21;

/// The meanings of the phrases that begin a folded line. Headings and advertisement marks count only if they are the
/// whole line.
pub(super) fn beginning(line: &str) -> Kinds {
    let mut found = Kinds::NONE;
    languages::each_at_start(line, |kinds, end| {
        let is_heading = kinds.has(Kinds::HEADINGS) && end == heading(line).len();
        found.add(if is_heading { kinds } else { kinds.without(Kinds::HEADINGS) });
        found.add(if kinds.has(Kinds::PHOTO) { Kinds::CAPTION } else { Kinds::NONE });
    });
    let mut found = found.without(Kinds::ANYWHERE);
    if is_statement(line) {
        found.add(Kinds::NOTICE);
    }
    found
}

/// A folded line without the counts and punctuation that may follow a heading: "评论（32）", "Comments: 4".
fn heading(folded: &str) -> &str {
    let end = folded.char_indices().nth(HEADING);
    folded[..end.map_or(folded.len(), |(at, _)| at)]
        .trim_end_matches(|c: char| c.is_ascii_digit() || ":：)）】」»>›.…!！条篇".contains(c))
}

/// Whether a folded line begins with a statement of the site itself: "本站声明：", "某某网声明：".
fn is_statement(folded: &str) -> bool {
    let mut starts = folded.char_indices().take(7);
    starts.any(|(at, _)| folded[at..].starts_with("声明:"))
}

/// Whether a line is the beginning of another article with a link to the rest.
pub(super) fn is_teaser(line: &str) -> bool {
    let start = line.char_indices().rev().nth(TAIL).map_or(0, |(at, _)| at);
    let tail = plain(&line[start..]);
    let mut is_teaser = false;
    languages::each_in(&tail, &mut |kinds, end, _| is_teaser |= kinds.has(Kinds::READ_ON) && end == tail.len());
    is_teaser
}
