//! What a page states about its article besides the text: authors, days, the source that it credits.
//!
//! Each statement, in the head or in a line near the article, is a candidate. Lines and elements count only in the
//! article's own places: around the headline, in the first and the last lines of the body, and right below it.
//! Comments, captions, lists of other articles and the site's own parts state nothing.

mod authors;
mod credits;
mod days;
#[cfg(test)]
mod tests;

pub use credits::Credits;
#[cfg(feature = "internals")]
pub use credits::unlabeled_credit;

use crate::extract::body::Body;
use crate::languages::{self, Kinds};
use crate::metadata::candidate::Candidate;
use crate::metadata::date;
use crate::parse::block::{ContainerId, Page};
use crate::parse::head::{PART, Place, letters};
use crate::parse::noise::{Hints, Rule};
use crate::parse::tag::Tag;
use crate::unicode::is_letter;
use std::ops::Range;

/// Blocks above the headline that may belong to it.
const ABOVE: usize = 4;
/// Blocks between headline and body that are searched.
const TOP: usize = 40;
/// Blocks before the body that are searched if it has no headline.
const BEFORE: usize = 12;
/// First blocks of the body that may still belong to its heading.
const OPENING: usize = 4;
/// Most blocks from the first block of the body to the last one that may belong to its heading.
const LEAD: usize = 16;
/// First paragraphs of the body, one of which may begin with a reporter or an agency.
const PARAGRAPHS: usize = 2;
/// Last blocks of the body that may state its credit, author or time.
const CLOSING: usize = 3;
/// Blocks below the body that are searched.
const BLOCKS_AFTER: usize = 6;
/// Longest line that states something, in characters.
const MAX_LINE_CHARS: usize = 120;
/// Shortest day with a sign before it, in bytes.
const DAY: usize = 8;
/// Nearest containers of a block above the headline, one of which it must share with the headline.
const SHARED: usize = 3;
/// Farthest that a line alone in its container may be from the headline, in blocks.
const NEXT: usize = 2;

/// What is stated about an article, and every candidate for it.
pub struct About {
    /// The sources that it credits.
    pub credits: Credits,
    /// Its authors; no name contains a comma.
    pub authors: Vec<String>,
    /// When it was published: as ISO 8601, and as written.
    pub published: Option<(String, String)>,
    /// When it was last changed, as ISO 8601.
    pub modified: Option<String>,
    /// All candidates with the decisions on them.
    pub candidates: Vec<Candidate>,
}

/// What a page states about the article with this headline and body. `url` is where it was found. On a list, lines far
/// from the headline are about its items.
///
/// # Complexity
/// Linear in the statements and in the lines around the body.
#[inline(never)]
pub fn about(page: &Page, body: &Body, title: &str, url: Option<&str>, is_list: bool) -> About {
    let around = BodyContext::new(page, body, title, is_list);
    let mut candidates = Vec::new();
    let credits = credits::credits(&around, &mut candidates);
    let authors = authors::authors(&around, url, &mut candidates);
    let (published, modified) = days::days(&around, url, &mut candidates);
    About { credits, authors, published, modified, candidates }
}

/// A line around the body.
struct Line<'a> {
    /// Its text.
    text: &'a str,
    /// The same, with [`PART`] where inline elements begin and end.
    parted: String,
    /// The same without its dates.
    undated: String,
    place: Place,
}

impl Line<'_> {
    fn has_date(&self) -> bool {
        self.undated != self.parted
    }
}

/// The lines around the body of a page that may say something about it.
struct BodyContext<'a> {
    page: &'a Page,
    title: &'a str,
    /// The language that the page states.
    language: &'a str,
    is_list: bool,
    /// The block of its headline.
    headline: Option<usize>,
    lines: Vec<Line<'a>>,
    /// The blocks where statements of elements count: from above the headline to the first blocks of the body, and at
    /// the end of the body.
    zones: [Range<usize>; 2],
    /// The containers around the whole body, the innermost first.
    own: Vec<ContainerId>,
    /// The first paragraphs of the body, however long.
    opening: Vec<&'a str>,
    /// The last paragraph of the body.
    ending: &'a str,
}

impl<'a> BodyContext<'a> {
    fn new(page: &'a Page, body: &Body, title: &'a str, is_list: bool) -> BodyContext<'a> {
        let blocks = &page.blocks;
        let first = body.kept.first().copied().unwrap_or(0).min(blocks.len());
        let last = body.kept.last().map_or(0, |&last| last + 1);
        let headline = headline_before(page, first, title);
        let start = match headline {
            Some(at) => at.saturating_sub(ABOVE).max(first.saturating_sub(TOP)),
            None => first.saturating_sub(BEFORE),
        };
        // A lead may follow a headline, or the headline may be kept itself, before its author and day.
        let opening =
            body.kept.get(OPENING - 1).map_or(first + OPENING, |&last| last).min(first + LEAD).min(blocks.len());
        let around_block = |&block: &usize| page.up(blocks[block].container);
        let around_last: Vec<_> = body.kept.last().into_iter().flat_map(around_block).collect();
        let around_first = body.kept.first().into_iter().flat_map(around_block);
        let of_headline = headline.into_iter().flat_map(|at| page.up(blocks[at].container).skip(1));
        let stated = page.head.lang.as_deref().unwrap_or_default();
        let is_other_script = |c| is_letter(c) && c >= '\u{370}';
        let mut around = BodyContext {
            page,
            title,
            // Themes state English whatever text they hold.
            language: if stated.starts_with("en") && title.contains(is_other_script) { "" } else { stated },
            is_list,
            headline,
            lines: Vec::new(),
            own: around_first.filter(|id| around_last.contains(id)).chain(of_headline).collect(),
            zones: [start..opening, last.saturating_sub(CLOSING)..last + BLOCKS_AFTER],
            opening: body.kept.iter().take(OPENING).map(|&i| page.text_of(&blocks[i])).collect(),
            ending: body.kept.last().map_or("", |&i| page.text_of(&blocks[i])),
        };
        let kept = &body.kept;
        for (i, block) in blocks.iter().enumerate().take(opening).skip(start) {
            // The heading may also state the day.
            let is_title = Some(i) == headline && page.text_of(block).len() <= title.len() + DAY;
            if !is_title && around.belongs(i) && !around.is_elsewhere(i) {
                let is_kept = kept.binary_search(&i).is_ok();
                around.add(i, if is_kept { Place::Body } else { Place::Top });
            }
        }
        for &i in &kept[kept.len().saturating_sub(CLOSING)..] {
            if i >= opening && !around.is_elsewhere(i) {
                around.add(i, Place::End);
            }
        }
        for (i, block) in blocks.iter().enumerate().skip(last).take(BLOCKS_AFTER) {
            // Old themes use the lowest heading ranks for ordinary lines.
            let is_heading = page.tag_of(block).heading_rank().is_some_and(|rank| rank < 5);
            if last == 0 || around.is_elsewhere(i) || is_heading {
                break;
            }
            around.add(i, Place::End);
        }
        around
    }

    fn add(&mut self, block: usize, place: Place) {
        let block = &self.page.blocks[block];
        let text = self.page.text_of(block);
        // A footer may continue with sections and links: `This entry was posted on …`.
        let is_footer = || place == Place::End && languages::beginning(text, 0, Kinds::PUBLISHED).is_some();
        if text.chars().nth(MAX_LINE_CHARS).is_none() || is_footer() {
            let parts: Vec<&str> = self.page.parts(block).collect();
            let parted = parts.join(PART.encode_utf8(&mut [0; 1]));
            self.lines.push(Line { text, undated: without_dates(&parted, self.language), parted, place });
        }
    }

    /// Whether a block is below the headline, or next to it. On a list without a headline, what precedes the first item
    /// belongs to the site.
    fn belongs(&self, block: usize) -> bool {
        self.headline.map_or(!self.is_list, |at| block >= at || is_beside(self.page, block, at))
    }

    /// Where a statement of an element belongs, by the number of blocks before it; `None` if it belongs to something
    /// else.
    fn place_at(&self, block: usize) -> Option<Place> {
        let [top, end] = &self.zones;
        if self.page.blocks.get(block).is_some() && self.is_elsewhere(block) {
            None
        } else if top.contains(&block) {
            Some(Place::Top)
        } else if end.contains(&block) {
            Some(Place::End)
        } else {
            None
        }
    }

    /// Whether a block may state something about the article; on a list none does.
    fn is_of_article(&self, block: usize) -> bool {
        !self.is_list && (self.page.blocks.get(block).is_none() || !self.is_elsewhere(block))
    }

    /// Whether a block belongs to something other than the article: readers' comments, other articles, a picture or a
    /// chart, a quotation, the site. Whatever they are called, elements around the whole body or the headline belong to
    /// the article, and so does a line with a day next to the headline.
    #[inline(never)]
    fn is_elsewhere(&self, block: usize) -> bool {
        use Tag::{Aside, Blockquote, Dialog, Figcaption, Figure, Form, Nav};
        let mut around = self.page.up(self.page.blocks[block].container).take_while(|id| !self.own.contains(id));
        let holds = |id, at: usize| {
            let other = self.page.blocks.get(at);
            other.is_some_and(|other| self.page.up(other.container).any(|around| around == id))
        };
        let is_line = |id| !holds(id, block.wrapping_sub(1)) && !holds(id, block + 1) && self.is_dateline(block);
        around.any(|id| {
            let container = &self.page.containers[id as usize];
            let hints = container.hints;
            let is_of_site = matches!(container.tag, Blockquote | Dialog | Figcaption | Figure | Form | Nav);
            // Some themes put the author and the day next to the headline.
            let is_part = container.tag == Aside && !hints.contains(Hints::CREDIT)
                || hints.contains(Hints::COMMENTS)
                || hints.contains(Hints::RELATED)
                || container.rule == Some(Rule::Caption);
            is_of_site || container.rule == Some(Rule::Hidden) || is_part && !is_line(id)
        })
    }

    /// Whether a block next to the headline states a day, and has no link.
    fn is_dateline(&self, block: usize) -> bool {
        let line = &self.page.blocks[block];
        let is_near = self.headline.is_some_and(|at| block.abs_diff(at) <= NEXT);
        is_near && line.linked == 0 && date::find_in(self.page.text_of(line), self.language).is_some()
    }
}

/// The block of the headline, at or before the first block of the body.
#[inline(never)]
fn headline_before(page: &Page, first: usize, title: &str) -> Option<usize> {
    let title = letters(title);
    let from = first.saturating_sub(2 * TOP);
    let mut before = (from..(first + 2).min(page.blocks.len())).rev().filter_map(|i| {
        let block = &page.blocks[i];
        // Only text about as long as the title, so that a long page is not folded as a whole.
        let text = page.text_of(block);
        let is_near = text.len() <= 4 * title.len() + 64;
        let line = if is_near { letters(text) } else { String::new() };
        let is_part = !line.is_empty() && title.contains(&line) && 2 * line.len() >= title.len();
        let is_heading = page.tag_of(block).is_heading();
        (is_part && is_heading || !title.is_empty() && line.contains(&title)).then_some((i, is_heading))
    });
    // A breadcrumb may repeat it below its heading.
    let last = before.next()?;
    let heading = if last.1 { Some(last) } else { before.find(|(_, is_heading)| *is_heading) };
    Some(heading.unwrap_or(last).0)
}

/// Whether a block shares one of its nearest containers with the headline.
fn is_beside(page: &Page, block: usize, headline: usize) -> bool {
    let of_headline: Vec<_> = page
        .up(page.blocks[headline].container)
        .skip_while(|&id| page.containers[id as usize].tag.is_heading())
        .take(SHARED)
        .filter(|&id| !matches!(page.containers[id as usize].tag, Tag::Body | Tag::Html))
        .collect();
    let mut around = page.up(page.blocks[block].container).take(SHARED);
    around.any(|id| of_headline.contains(&id))
}

#[inline(never)]
fn without_dates(line: &str, language: &str) -> String {
    let mut rest = String::new();
    let mut from = 0;
    for found in date::all_in(line, language) {
        rest.push_str(&line[from..found.start]);
        rest.push(PART);
        from = found.end;
    }
    rest.push_str(&line[from..]);
    rest
}
