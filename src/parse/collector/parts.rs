//! What readers see of the text, apart from its characters: hidden elements, buttons, quotation marks, and elements
//! that style sheets turn into paragraphs.

use super::open::{Ended, HiddenInline, Nested, ShownButton};
use super::{Collector, Container, ContainerId, Open};
use crate::decode::entity::{self, Context};
use crate::parse::characters::has_any;
use crate::parse::draft::{Checkpoint, Held};
use crate::parse::hidden::{Hiding, MIN_BOOK, MIN_PROSE, Sheet, is_stuffed, is_unseen};
use crate::parse::noise::{self, Hints};
use crate::parse::start_tag::{StartTag, TagReader, is_line};
use crate::parse::tag::Tag;
use crate::parse::tokens::name_of_tag;
use crate::parse::words::for_each_word;

/// Bytes of the shortest sentence or line that an inline element may hold. Larger: more paragraphs in such elements are
/// joined; smaller: more paragraphs are split after an abbreviation.
const SENTENCE: usize = 24;
/// Characters of the shortest paragraph next to hidden text. Larger: more hidden text is read.
const PARAGRAPH: u32 = 40;
/// Fewest hidden elements in a row that are slides. Smaller: dialogs after an article are taken for its text.
const SLIDES: u32 = 3;

fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '”', '’', '\'', ')', '」', '』', '»']);
    text.ends_with(['.', '!', '?', '…', '。', '！', '？', '؟', '۔', '।'])
}

impl Collector {
    /// Whether readers do not see the text of an inline element.
    pub(super) fn is_hidden(&mut self, read: &TagReader<'_>, is_link: bool) -> bool {
        if self.open[Tag::Pre as usize] > 0 {
            return false;
        }
        // Readings of a ruby annotation stand above the text.
        if matches!(&*read.name, b"del" | b"s" | b"strike" | b"rt" | b"rp") {
            return true;
        }
        if read.markup.len() <= read.name.len() + 2 {
            return false;
        }
        let hiding = inline_hiding(read, is_link, self.links.open.is_some(), &mut self.sheet);
        self.note_size(hiding, None);
        hiding.has(Hiding::ANY)
    }

    /// Handles the start tag of an inline element, if readers do not see its text.
    pub(super) fn open_hidden(&mut self, read: &TagReader<'_>, tag: Tag) -> bool {
        let may_be = matches!(tag, Tag::Other | Tag::Label | Tag::Time) && self.raw_text.is_none();
        if !may_be || read.name.is_empty() || self.stack.len() >= super::MAX_DEPTH {
            return false;
        }
        if !self.is_hidden(read, false) {
            return false;
        }
        let serial = self.next_serial;
        self.next_serial += 1;
        self.hidden = Some(HiddenInline { serial, element: Nested::new(read.name) });
        self.skipped = Some(serial);
        self.pass_open(read, tag, StartTag::default(), true);
        self.push(Tag::Other, serial, StartTag::default());
        true
    }

    /// Handles an end tag that may close a hidden inline element.
    pub(super) fn close_hidden(&mut self, name: &[u8], markup: &str) -> bool {
        let Some(HiddenInline { serial, element }) = &mut self.hidden else {
            return false;
        };
        // A reading may lack its own end tag before `</ruby>`.
        let ends_reading = name == b"ruby" && matches!(&*element.name, b"rt" | b"rp");
        if !ends_reading && !element.note_end(name) {
            return false;
        }
        let serial = *serial;
        if let Some(at) = self.stack.iter().rposition(|open| open.serial == serial) {
            self.pop_to(at, markup);
        }
        true
    }

    /// Ends a hidden inline element that is not closed, if a start tag of `next` ends the block around it.
    #[inline(never)]
    pub(super) fn end_unclosed(&mut self, next: Tag) {
        let place = self.stack.len().wrapping_sub(2);
        if self.inner.is_empty()
            && self.skipped == self.hidden.as_ref().map(|hidden| hidden.serial)
            && self.stack.get(place).is_some_and(|around| around.tag.is_ended_by(next))
        {
            self.pop_to(place, "");
        }
    }

    /// Notes that an element's letters have no size, or have one again, which shows the elements around it. Text of an
    /// element without a serial is skipped.
    pub(super) fn note_size(&mut self, size: Hiding, serial: Option<u32>) {
        if size.has(Hiding::NO_SIZE) {
            self.no_size = self.no_size.or(serial);
        } else if size.has(Hiding::SIZED)
            && let Some(from) = self.no_size.take()
        {
            let outer = self.stack.iter_mut().rev();
            for open in outer.take_while(|open| open.serial >= from) {
                show(open);
                if let Some(id) = open.container {
                    self.page.containers[id as usize].rule = open.start.rule;
                }
            }
        }
    }

    /// Shows text that is hidden in ways that scripts undo, if it is most of the text; and slides, if there is little
    /// other text.
    pub(super) fn show_most(&mut self) {
        let (soft, slides) = (std::mem::take(&mut self.soft), self.slides());
        if soft.is_empty() && slides.is_empty() {
            return;
        }
        // 0 is shown, 1 is hidden for good.
        let mut states = vec![0u8; self.page.containers.len()];
        slides.iter().for_each(|&id| states[id as usize] = 3);
        soft.iter().for_each(|&id| states[id as usize] = 2);
        let (mut held, mut beside) = ([0u32; 4], 0);
        for id in 1..states.len() {
            let container = &self.page.containers[id];
            let is_hidden = container.rule == Some(noise::Rule::Hidden);
            let own = if is_hidden { states[id].max(1) } else { 0 };
            let around = states[container.parent as usize];
            states[id] = if around == 1 { 1 } else { own.max(around) };
        }
        for block in &self.page.blocks {
            let state = states[block.container as usize];
            let size = block.chars - block.linked;
            held[usize::from(state)] += size;
            beside += u32::from(state == 0 && size >= PARAGRAPH && !block.is_link()) * size;
        }
        let is_soft_shown = held[2] > held[0] && (held[2] < MIN_BOOK || !is_stuffed(held[2], beside));
        let are_slides_shown = held[3] > held[0] && beside < MIN_PROSE;
        let shown = soft.into_iter().filter(|_| is_soft_shown);
        for id in shown.chain(slides.into_iter().filter(|_| are_slides_shown)) {
            let container = &mut self.page.containers[id as usize];
            container.rule = noise::rule_of(container.tag, "", false, container.hints);
        }
    }

    /// The hidden slides. Readers see the slides of a row one at a time, so fewer of them are shown than hidden.
    fn slides(&self) -> Vec<ContainerId> {
        let containers = &self.page.containers;
        // For each element, how many inside it are shown and hidden.
        let mut rows = vec![[0; 2]; containers.len()];
        for container in &containers[1..] {
            let is_hidden = container.rule == Some(noise::Rule::Hidden);
            rows[container.parent as usize][usize::from(is_hidden)] += 1;
        }
        let slides = (1..containers.len()).filter(|&id| {
            let Container { parent, rule, .. } = containers[id];
            let [shown, hidden] = rows[parent as usize];
            let is_row = hidden >= SLIDES && (1..hidden).contains(&shown) && rule == Some(noise::Rule::Hidden);
            is_row && !matches!(containers[parent as usize].tag, Tag::Html | Tag::Body)
        });
        slides.map(|id| id as ContainerId).collect()
    }

    /// The end of the page so far.
    pub fn checkpoint(&self) -> Checkpoint {
        self.draft.checkpoint(Held { blocks: self.page.blocks.len(), chars: self.chars, linked: self.linked })
    }

    /// Whether a place is in the open block.
    pub(super) fn is_in_block(&self, checkpoint: Checkpoint) -> bool {
        self.blocks_before(checkpoint) == self.page.blocks.len()
    }

    /// Drops the text from a place on, and all that was gathered from it.
    pub(super) fn cut(&mut self, checkpoint: Checkpoint) {
        let Held { blocks, chars, linked } = self.draft.cut(checkpoint);
        (self.chars, self.linked) = (chars, linked);
        if blocks < self.page.blocks.len() {
            self.page.blocks.truncate(blocks);
            let left = self.page.links.partition_point(|link| (link.block as usize) < blocks);
            self.page.links.truncate(left);
            for statement in &mut self.page.head.statements {
                statement.block = statement.block.min(blocks);
            }
        }
        let text = self.draft.len();
        if let Some(recorder) = self.recorder() {
            recorder.cut(text, blocks);
        }
    }

    /// Begins a button, and returns whether its text is read: as a heading, as a word of a sentence, or as a question
    /// whose answer the button opens.
    pub(super) fn open_button(&mut self, read: &TagReader<'_>, serial: u32) -> bool {
        use Tag::*;
        let blocks = self.stack.iter().rev();
        let Some(around) = blocks.map(|open| open.tag).find(|tag| tag.is_block()) else {
            return false;
        };
        let text = self.draft.block().trim_end();
        let is_first = text.is_empty();
        let is_head = around.is_heading() || matches!(around, Dt | Summary);
        let is_asked = is_first && !is_head && read.value("aria-expanded").is_some();
        let continues = matches!(around, P | Li | Dd | Td | Blockquote) || is_head;
        let is_word = continues && text.ends_with(|c: char| c.is_alphanumeric() || ",;(“\"".contains(c));
        if !(is_first && is_head || is_word || is_asked) || self.button.is_some() {
            return false;
        }
        self.button = Some(ShownButton { serial, start: self.checkpoint(), end: None, is_asked });
        true
    }

    pub(super) fn end_button(&mut self, serial: u32) {
        if let Some(button) = &mut self.button
            && button.serial == serial
        {
            button.end = Some(self.draft.end());
        }
    }

    /// Drops the button at the end of the block if nothing follows it.
    pub(super) fn drop_controls(&mut self) {
        if let Some(button) = self.button.take()
            && self.is_in_block(button.start)
        {
            let block = self.draft.block();
            let is_first = self.draft.block_since(button.start.spot).len() == block.len();
            let is_kept = if is_first {
                !button.is_asked || block.trim_end().ends_with(['?', '？', '؟'])
            } else {
                button.end.is_some_and(|end| !self.draft.since(end).trim().is_empty())
            };
            if !is_kept {
                self.cut(button.start);
            }
        }
    }

    /// Handles the start tag of an inline element that may be a paragraph or a line of code by its style, or a quotation.
    pub(super) fn open_part(&mut self, read: &TagReader<'_>, tag: Tag) {
        if tag != Tag::Other {
            return;
        }
        if *read.name == *b"q" {
            let text = self.draft.block();
            let marks = ['"', '“', '„', '«', '「', '『', '‘', '\''];
            let has_mark = text.trim_end().ends_with(marks);
            let is_outer = self.quotes.count_ones() % 2 == 1;
            let mark = if is_outer { "“" } else { "‘" };
            if !has_mark {
                self.add_text(mark);
            }
            if self.quotes < 1 << 30 {
                self.quotes = self.quotes << 1 | u32::from(!has_mark);
            }
            return;
        }
        let written = name_of_tag(read.markup.get(1..).unwrap_or_default());
        let kind = Ended::from_name(written);
        if kind == Ended::Other || !read.is_html {
            return;
        }
        let ended = self.ended;
        let start = std::mem::replace(&mut self.inline_start, self.draft.end());
        if ended == Ended::Other || self.draft.block().is_empty() {
            return;
        }
        let part = self.draft.block_since(start).trim();
        let is_sentence = part.len() >= SENTENCE && ends_sentence(part);
        let is_custom = matches!(ended, Ended::Custom | Ended::CustomSpaced) && kind == Ended::Custom;
        let is_in_code = self.open[Tag::Pre as usize] > 0;
        let is_line = is_in_code && kind == ended && (kind == Ended::Code || kind == Ended::Span && is_line(read));
        if is_line || is_custom && is_sentence && !is_in_code {
            self.end_block();
            if let Some(recorder) = self.recorder() {
                recorder.note_boundary(false);
            }
            self.inline_start = self.draft.end();
        } else if !is_in_code
            && (is_custom && ended == Ended::Custom
                || kind == Ended::Span && ended == kind && is_sentence && part.contains(' ') && part.is_ascii())
        {
            self.add_text(" ");
        }
    }

    /// Notes whether the rows of the innermost table are lines of code; those of a table with preformatted text are
    /// not.
    pub(super) fn set_code_table(&mut self, is_code: bool) {
        let blocks = self.page.blocks.len();
        let Some(open) = self.stack.iter_mut().rfind(|open| open.tag == Tag::Table) else {
            return;
        };
        if std::mem::replace(&mut open.start.is_code, is_code) == is_code {
            return;
        }
        if let Some(id) = open.container {
            self.page.containers[id as usize].tag = if is_code { Tag::Pre } else { Tag::Table };
        }
        let serial = open.serial;
        if is_code && let Some(recorder) = self.recorder() {
            recorder.open_code(serial, String::new(), blocks, true);
        }
    }

    /// Handles the end tag of a quotation.
    pub(super) fn close_quote(&mut self, name: &[u8], held: &mut &str) {
        if name == b"q" && self.quotes > 1 {
            self.end_text_node(std::mem::take(held));
            self.end_quote();
        }
    }

    /// Ends the innermost open quotation.
    pub(super) fn end_quote(&mut self) {
        let has_mark = self.quotes & 1 == 1;
        self.quotes >>= 1;
        if has_mark {
            let is_outer = self.quotes.count_ones() % 2 == 1;
            self.add_text(if is_outer { "”" } else { "’" });
        }
    }
}

/// How its start tag and the style sheets hide an inline element. An element that holds a formula for screen readers
/// does not count as hidden.
#[inline(never)]
fn inline_hiding(read: &TagReader<'_>, is_link: bool, is_in_link: bool, sheet: &mut Sheet) -> Hiding {
    let mut is_hidden = false;
    let mut style = Hiding::default();
    for (name, value) in read.attributes() {
        match &**name {
            b"hidden" => is_hidden |= !value.eq_ignore_ascii_case("until-found"),
            b"popover" => is_hidden = true,
            b"style" => style = Hiding::from_style(&entity::decode(value, Context::Attribute)),
            b"id" => is_hidden |= sheet.hides(b'#', value),
            b"class" => {
                let mut pairs = value.as_bytes().windows(2);
                if pairs.any(|pair| matches!(pair, b"at" | b"MJ")) && has_any(value, &["math", "Math", "MJX", "katex"])
                {
                    return Hiding::default();
                }
                is_hidden |= sheet.hides(b'.', value);
                let mut hints = Hints::default();
                for_each_word(value, 0, |word| hints.add(word));
                // A link may show an address without its beginning.
                let is_address = is_in_link && value == "invisible";
                is_hidden |= !is_link && !is_address && hints.are_unseen() && is_unseen(value);
            }
            _ => {}
        }
    }
    if is_hidden { style | Hiding::NONE } else { style }
}

fn show(open: &mut Open) {
    if open.start.is_soft {
        open.start.is_soft = false;
        open.start.rule = noise::rule_of(open.tag, "", false, open.start.hints);
    }
}
