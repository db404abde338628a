//! Passes a page on without its noise while it is read.
//!
//! What a start tag shows to be noise is dropped at once: scripts and hidden parts. Everything else is judged at its
//! end, when it is known whether it contains running text or only links. Until then it is held back, but only while in
//! doubt: a paragraph of running text shows that all elements around it stay. When in doubt, a part is kept.

use crate::extract::lines::{self, Headline, Line, VOTE, ends_like_sentence};
use crate::parse::noise::{Hints, Rule};
use crate::parse::rewrite::Rewrite;
use crate::parse::start_tag::StartTag;
use crate::parse::tag::Tag;

/// Receives the page.
pub type Sink = Box<dyn FnMut(&[u8])>;

/// Most bytes held back. Larger: larger parts can be judged, but output comes later.
const HOLD: usize = 64 * 1024;

/// Noise may have at most one part in this many of the running text before it. Larger: less is noise, for example fewer
/// comments.
const OUTWEIGHED: u32 = 3;

/// Largest average weight of a menu's blocks, in Latin letters. Heavier blocks without running text before them may be
/// the list that the page is for.
const LISTED: u32 = 40;

/// Drops the noise of a page.
pub struct Cleaner {
    sink: Sink,
    /// Output that may still be dropped.
    held: String,
    /// Number of bytes of output before it.
    passed: usize,
    open: Vec<Open>,
    /// How many of them, from the outermost, are known to stay.
    settled: usize,
    /// The number of open elements up to the one that is being dropped.
    dropped: Option<usize>,
    counts: Counts,
    /// The last heading, if only noise has followed it.
    heading: Option<Heading>,
    no_headline: Headline,
    /// After the end: the element that was being dropped, if tags in it are not parsed.
    cut: Option<&'static str>,
}

#[derive(Clone, Copy)]
struct Open {
    tag: Tag,
    rule: Option<Rule>,
    is_content: bool,
    /// The start and the end of its start tag in the output.
    at: usize,
    inner: usize,
    /// The text before it.
    before: Counts,
    /// Whether running text is directly in it.
    has_prose: bool,
}

struct Heading {
    /// The number of elements around it.
    depth: usize,
    at: usize,
    before: Counts,
    /// The text up to its end that is not noise.
    left: u32,
}

/// The text so far, weighed in Latin letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    blocks: u32,
    weight: u32,
    /// Text inside links.
    linked: u32,
    /// Text of calls to action and notices, and dropped text.
    noise: u32,
    prose: u32,
    /// Blocks in headings of the first rank.
    titles: u32,
}

impl Counts {
    fn since(self, before: Counts) -> Counts {
        Counts {
            blocks: self.blocks - before.blocks,
            weight: self.weight - before.weight,
            linked: self.linked - before.linked,
            noise: self.noise - before.noise,
            prose: self.prose - before.prose,
            titles: self.titles - before.titles,
        }
    }

    /// The text without what is noise by itself.
    fn left(self) -> u32 {
        self.weight - self.noise
    }
}

impl Cleaner {
    pub fn new(sink: Sink) -> Cleaner {
        Cleaner {
            sink,
            held: String::new(),
            passed: 0,
            open: Vec::new(),
            settled: 0,
            dropped: None,
            counts: Counts::default(),
            heading: None,
            no_headline: Headline::new(""),
            cut: None,
        }
    }

    /// The end of the output.
    fn at(&self) -> usize {
        self.passed + self.held.len()
    }

    /// Drops the output from a position on, if it is still held back.
    fn drop_from(&mut self, at: usize, before: Counts) -> bool {
        let is_held = at >= self.passed;
        if is_held {
            self.held.truncate(at - self.passed);
            self.counts = Counts {
                blocks: self.counts.blocks,
                weight: self.counts.weight,
                noise: before.noise + self.counts.weight - before.weight,
                ..before
            };
            if self.heading.as_ref().is_some_and(|heading| heading.at >= at) {
                self.heading = None;
            }
        }
        is_held
    }

    /// Passes on settled output.
    fn flush(&mut self) {
        let uncertain = self.open[self.settled..].iter().find(|open| open.is_uncertain());
        let mut until = uncertain.map_or(self.at(), |open| open.at);
        if let Some(heading) = &self.heading {
            until = until.min(heading.at);
        }
        self.pass_until(until);
    }

    fn pass_until(&mut self, until: usize) {
        let length = until.saturating_sub(self.passed);
        if length > 0 {
            (self.sink)(&self.held.as_bytes()[..length]);
            self.held.drain(..length);
            self.passed += length;
        }
    }

    /// Whether running text here may still be dropped with an element around it.
    fn is_in_doubt(&self) -> bool {
        self.open[self.settled..].iter().any(|open| open.rule.is_some() && !open.is_content)
    }

    /// Whether there is running text next to the element that ends here, or next to the list or quotation around it.
    fn is_beside_prose(&self) -> bool {
        let around = self.open.iter().rev().filter(|open| open.tag.is_block());
        let mut lists = around.clone().take_while(|open| open.tag.is_paragraph());
        let container = around.clone().find(|open| !open.tag.is_paragraph());
        lists.any(|open| open.has_prose) || container.is_some_and(|open| open.has_prose)
    }

    /// Settles all open elements: they contain something that stays.
    fn settle(&mut self) {
        self.settled = self.open.len();
        self.heading = None;
        self.flush();
    }

    /// Decides about the outermost elements while too much is held back.
    fn make_room(&mut self) {
        while self.held.len() > HOLD {
            self.heading = None;
            let uncertain = self.open[self.settled..].iter().position(|open| open.is_uncertain());
            let Some(offset) = uncertain else {
                return self.flush();
            };
            let place = self.settled + offset;
            let open = self.open[place];
            if open.at == self.passed {
                let is_after_article = open.before.prose > 0;
                if is_after_article && open.is_noise(self.counts.since(open.before), true) {
                    self.drop_from(open.at, open.before);
                    self.dropped = Some(place + 1);
                } else {
                    self.settled = place + 1;
                }
            }
            self.flush();
        }
    }
}

impl Open {
    /// Whether its end may show that it is noise.
    fn is_uncertain(&self) -> bool {
        self.tag.is_block() && !matches!(self.tag, Tag::Html | Tag::Body | Tag::H1)
    }

    /// Whether its contents show that it is noise. Links in a list or a paragraph that is `beside` running text belong
    /// to the text.
    fn is_noise(&self, inside: Counts, beside: bool) -> bool {
        let before = self.before;
        let is_title = inside.titles > 0 && before.titles == 0;
        if !self.is_uncertain() || is_title {
            return false;
        }
        if inside.blocks == 0 {
            return self.rule.is_some() && !self.is_content;
        }
        if inside.prose > 0 {
            // Comments are short compared with the article; otherwise, they may be what the page is about.
            return self.rule.is_some() && !self.is_content && inside.prose <= before.prose / OUTWEIGHED;
        }
        let is_listing = before.prose == 0 && inside.weight > LISTED * inside.blocks;
        let are_noise = !(is_listing || beside && self.tag.is_paragraph());
        let links = if are_noise { inside.linked } else { 0 };
        self.rule.is_some() || 2 * (inside.noise + links) > inside.weight
    }
}

impl Rewrite for Cleaner {
    fn markup(&mut self, markup: &str) {
        if self.dropped.is_none() {
            self.held.push_str(markup);
            self.make_room();
            self.flush();
        }
    }

    fn open(&mut self, markup: &str, tag: Tag, start: StartTag, is_skipped: bool) {
        let at = self.at();
        let is_hidden = is_skipped || start.rule == Some(Rule::Hidden) && !matches!(tag, Tag::Html | Tag::Body);
        // Credits say who wrote the page, and captions say what its pictures show.
        let is_credit = start.rule == Some(Rule::ClassWord) && !start.hints.contains(Hints::FURNITURE);
        if self.dropped.is_none() && !is_hidden {
            self.held.push_str(markup);
        }
        self.open.push(Open {
            tag,
            rule: start.rule.filter(|rule| *rule != Rule::Caption && !is_credit),
            is_content: start.hints.contains(Hints::CONTENT),
            at,
            inner: self.at(),
            before: self.counts,
            has_prose: false,
        });
        if self.dropped.is_none() && is_hidden {
            self.dropped = Some(self.open.len());
        }
        self.make_room();
    }

    fn close(&mut self, end_tag: &str) {
        let Some(open) = self.open.pop() else { return };
        let depth = self.open.len();
        let was_settled = self.settled > depth;
        self.settled = self.settled.min(depth);
        if let Some(dropped) = self.dropped {
            if depth < dropped {
                self.dropped = None;
            }
            return;
        }
        if self.heading.as_ref().is_some_and(|heading| heading.depth > depth) {
            self.heading = None;
        }
        let inside = self.counts.since(open.before);
        if !was_settled && open.is_noise(inside, self.is_beside_prose()) {
            // Without its cells, a row would not be a row.
            let is_cell = matches!(open.tag, Tag::Td | Tag::Th);
            let from = if is_cell { open.inner } else { open.at };
            // The heading above nothing but noise.
            let heading = self.heading.as_ref().filter(|heading| {
                let is_over = heading.depth == depth && heading.left == open.before.left();
                is_over && inside.blocks > 0 && !is_cell
            });
            let (from, before) = heading.map_or((from, open.before), |heading| (heading.at, heading.before));
            if self.drop_from(from, before) {
                if is_cell {
                    self.held.push_str(end_tag);
                }
                return self.flush();
            }
        }
        self.held.push_str(end_tag);
        if open.tag.is_heading() && open.tag != Tag::H1 {
            self.heading = Some(Heading { depth, at: open.at, before: open.before, left: self.counts.left() });
        } else if inside.prose > 0 && !self.is_in_doubt() {
            self.settle();
        }
        self.make_room();
        self.flush();
    }

    fn block(&mut self, text: &str, linked: u32, chars: u32) {
        if self.dropped.is_some() {
            return;
        }
        let line = Line::new(text, linked, chars);
        let rule = lines::rule_of(text, line, &self.no_headline);
        let is_notice = matches!(rule, Some(Rule::Promo | Rule::Disclaimer));
        let is_prose = !is_notice
            && 2 * linked <= chars
            && line.prose >= VOTE
            && (ends_like_sentence(text) || line.prose >= 3 * VOTE);
        let counts = &mut self.counts;
        counts.blocks += 1;
        counts.weight += line.weight;
        if is_notice {
            counts.noise += line.weight
        } else {
            counts.linked += line.weight - line.prose
        }
        counts.titles += u32::from(self.open.iter().any(|open| open.tag == Tag::H1));
        if is_prose {
            counts.prose += line.prose;
            for open in self.open.iter_mut().rev().filter(|open| open.tag.is_block()) {
                open.has_prose = true;
                if open.tag != Tag::P {
                    break;
                }
            }
            if !self.is_in_doubt() {
                self.settle();
            }
        }
    }

    fn end(&mut self) {
        if let Some(dropped) = self.dropped {
            self.cut = match self.open[dropped - 1].tag {
                Tag::Script => Some("script"),
                Tag::Style => Some("style"),
                Tag::Noscript => Some("noscript"),
                Tag::Textarea => Some("textarea"),
                Tag::Iframe => Some("iframe"),
                _ => None,
            };
        }
        while !self.open.is_empty() {
            self.close("");
        }
        self.heading = None;
        self.flush();
    }

    fn pass(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if let Some(name) = self.cut.take() {
            // The rest of a script must not be text of the page, and must not run.
            (self.sink)(format!("<{name} type=\"text/plain\" hidden>").as_bytes());
        }
        (self.sink)(bytes);
    }
}
