//! Decides which blocks are kept, from the results of the rules and the model.

use super::units::{Units, is_apart};
use crate::article::PageType;
use crate::extract::lines::{self, Line, VOTE};
use crate::extract::model;
use crate::parse::block::{Block, ContainerId, Page};
use crate::parse::hidden::MIN_PROSE;
use crate::parse::noise::Rule;

/// Share of what the rules keep that the model must keep; otherwise the rules decide. Larger: the model is trusted less
/// on unusual pages.
const LEFT: f64 = 0.15;
/// Score, positive or negative, above which an item of a list no longer influences the other items.
const SURE: i32 = 3000;
/// Score that overrules a rule on the words of a line. Larger: more paragraphs that begin like a credit or a notice are
/// lost; smaller: more credits and notices are kept.
pub const OUTVOTES: i32 = 1500;
/// Weight of an item in its list in addition to its text, in Latin letters.
const WEIGHT_OF_ITEM: u32 = 15;
/// How far below the limit blocks of an article may be if the blocks above it are only a fragment. Larger: more unusual
/// pages are read, and more furniture of pages with little text.
const DOUBTED: i32 = 600;
/// Least text that is not a fragment, in Latin letters. Larger: as for [`DOUBTED`].
const FRAGMENT: u32 = 400;
/// A fragment is smaller than one part in this many of the text that the lower limit keeps. Smaller: as for a larger
/// [`DOUBTED`].
const FRAGMENT_PARTS: u32 = 5;
/// Most blocks between the headline and the text under it. Larger: more credits and buttons may be between them;
/// smaller: less furniture is taken for the text.
const MAX_BLOCKS_BETWEEN: usize = 12;
/// Most text between the headline and the text under it, in Latin letters.
const MAX_TEXT_BETWEEN: u32 = 100;
/// Least text under the headline that is the article although the model drops it, in Latin letters: if the model doubts
/// what it keeps, and if it is sure. Larger: more comments are read instead of articles; smaller: more notices are.
const UNDER_HEADLINE: [u32; 2] = [80, 1000];
/// How far below the limit the mean score of a data table's cells may be: the model is less sure of numbers and names
/// than of sentences. Larger: more tables of advertisements are kept; smaller: more short tables are lost.
const DOUBTED_TABLE: i32 = 600;
/// How far below the limit the score of a heading in the middle of the text may be. Larger: more headings of
/// advertisements are kept; smaller: more short headings are lost.
const DOUBTED_HEADING: i32 = 1000;

/// What is known of the blocks of a page.
pub struct Evidence<'a> {
    pub page: &'a Page,
    pub units: &'a Units,
    pub measured: &'a [Line],
    pub rules: &'a [Option<Rule>],
    pub kind: PageType,
    pub scores: &'a [i32],
}

/// The blocks that the model keeps. A [unit](super::units) is kept or dropped as a whole. If it keeps a fragment of an
/// article, its limit is lowered.
#[inline(never)]
pub fn keep_by_model(evidence: &Evidence) -> Vec<bool> {
    let limit = model::limit(evidence.kind);
    let kept = evidence.by_model(limit);
    let prose = evidence.prose(&kept);
    let is_article = matches!(evidence.kind, PageType::Article | PageType::Other);
    if is_article && prose < FRAGMENT {
        let doubted = evidence.by_model(limit - DOUBTED);
        if FRAGMENT_PARTS * prose < evidence.prose(&doubted) {
            return doubted;
        }
    }
    kept
}

/// What to keep if the model keeps little of the text, because the page is unlike those it was fitted to: the rules
/// decide, or the text under the headline is the article.
#[inline(never)]
pub fn fall_back(evidence: &Evidence, mut kept: Vec<bool>) -> Vec<bool> {
    let by_rules: Vec<bool> = evidence.rules.iter().map(Option::is_none).collect();
    if f64::from(evidence.prose(&kept)) < LEFT * f64::from(evidence.prose(&by_rules)) {
        kept = by_rules;
    }
    evidence.under_headline(&kept).unwrap_or(kept)
}

impl Evidence<'_> {
    /// Whether the model decides about a block.
    fn is_asked(&self, block: usize) -> bool {
        let (rule, line) = (self.rules[block], self.measured[block]);
        let outvoted = self.scores[block] > OUTVOTES && yields_to_model(rule, line);
        outvoted || !is_final(rule, line, self.kind)
    }

    /// The unit of a block. On lists and in forums the rows of a table are entries or messages, decided one by one.
    fn unit(&self, block: &Block) -> Option<ContainerId> {
        let are_rows = matches!(self.kind, PageType::Forum | PageType::List);
        let unit = self.units.of_block(block);
        unit.filter(|&unit| !(are_rows && self.units.is_data_table(unit)))
    }

    fn is_kept_in_unit(&self, block: usize) -> bool {
        self.is_asked(block) || gives_way_to_unit(self.rules[block])
    }

    fn prose(&self, kept: &[bool]) -> u32 {
        let lines = self.measured.iter().zip(kept);
        lines.map(|(line, &kept)| u32::from(kept) * line.prose).sum()
    }

    /// The text under the headline, if the model drops all of it and keeps only text after it. Comments and notices of
    /// the site can be longer than a short article, and look like one.
    fn under_headline(&self, kept: &[bool]) -> Option<Vec<bool>> {
        let blocks = &self.page.blocks;
        // For each container, its first block, the text between the headline and that block, and the text of its own
        // paragraphs and lists.
        let mut texts = vec![(0, 0, 0); self.page.containers.len()];
        let is_text = |i: usize| self.is_asked(i) && !blocks[i].is_link();
        let (mut headline, mut between) = (None, 0);
        for i in 0..kept.len() {
            if self.rules[i] == Some(Rule::Headline) {
                (headline, between) = (Some(i), 0);
            }
            let prose = self.measured[i].prose;
            let is_near = headline.is_some_and(|at| i - at <= MAX_BLOCKS_BETWEEN);
            let (first, before, text) = &mut texts[self.around(i)];
            if is_text(i) && (is_near || *text > 0) {
                if *text == 0 {
                    (*first, *before) = (i, between);
                }
                *text += prose;
            }
            between += prose;
        }
        let chosen = (0..texts.len()).max_by_key(|&id| texts[id].2)?;
        let (first, before, text) = texts[chosen];
        let is_sure = median(kept, self.measured, self.scores) > model::DOUBTFUL;
        let inside = || (first..kept.len()).filter(|&i| self.around(i) == chosen && is_text(i));
        let has_sentence = inside().any(|i| self.measured[i].counts.stops > 0);
        if text < UNDER_HEADLINE[usize::from(is_sure)]
            || before > MAX_TEXT_BETWEEN
            || !has_sentence
            || kept[..first].contains(&true)
            || inside().any(|i| kept[i])
        {
            return None;
        }
        let mut under = vec![false; kept.len()];
        inside().for_each(|i| under[i] = true);
        Some(under)
    }

    /// The container that a block's paragraph, list or data table is in.
    fn around(&self, block: usize) -> usize {
        let block = &self.page.blocks[block];
        let table = self.units.of_block(block).filter(|&unit| self.units.is_data_table(unit));
        let inner = table.map_or(block.container, |table| self.page.containers[table as usize].parent);
        let outer = self.page.up(inner).find(|&id| !self.page.containers[id as usize].tag.is_paragraph());
        outer.unwrap_or(0) as usize
    }

    /// What the model keeps: the blocks whose score is above the limit, and what [`keep_between`](Self::keep_between)
    /// adds.
    fn by_model(&self, limit: i32) -> Vec<bool> {
        let mut kept = self.by_score(limit);
        self.keep_between(limit, &mut kept);
        kept
    }

    /// Only the blocks whose score is above the limit. The blocks of a unit vote together.
    fn by_score(&self, limit: i32) -> Vec<bool> {
        let mut sums = vec![0i64; self.page.containers.len()];
        let mut text = 0;
        for (i, block) in self.page.blocks.iter().enumerate().filter(|&(i, _)| self.is_asked(i)) {
            if let Some(unit) = self.unit(block) {
                let weight = i64::from((self.measured[i].weight + WEIGHT_OF_ITEM).isqrt());
                let is_table = self.units.is_data_table(unit);
                let limit = limit - if is_table { DOUBTED_TABLE } else { 0 };
                let score = (self.scores[i] - limit).clamp(-SURE, SURE);
                sums[unit as usize] += weight * i64::from(score);
            } else if self.scores[i] > limit {
                text += self.measured[i].prose;
            }
        }
        let contents = is_apart(self.page, self.units, text >= MIN_PROSE);
        let kept = self.page.blocks.iter().enumerate().map(|(i, block)| match self.unit(block) {
            Some(unit) if contents[unit as usize] => false,
            Some(unit) => sums[unit as usize] > 0 && self.is_kept_in_unit(i),
            None => self.is_asked(i) && self.scores[i] > limit,
        });
        kept.collect()
    }

    /// Keeps what the model doubts in the middle of the text: a data table between two kept blocks, and a heading after
    /// a kept block if the model keeps the start of its section. Blocks between them that rules drop do not matter.
    fn keep_between(&self, limit: i32, kept: &mut [bool]) {
        let blocks = &self.page.blocks;
        let mut end = 0;
        for part in blocks.chunk_by(|a, b| self.unit(a) == self.unit(b)) {
            let start = end;
            end += part.len();
            let is_between = start > 0 && kept[start - 1] && kept.get(end) == Some(&true);
            if is_between && self.unit(&part[0]).is_some_and(|unit| self.units.is_data_table(unit)) {
                (start..end).for_each(|i| kept[i] = self.is_kept_in_unit(i));
            }
        }
        let least = limit - DOUBTED_HEADING;
        let rank = |i: usize| self.page.heading_rank(&blocks[i]);
        let mut is_behind_kept = false;
        for i in (0..blocks.len()).filter(|&i| self.is_asked(i)) {
            if is_behind_kept
                && !kept[i]
                && self.scores[i] > least
                && let Some(own) = rank(i)
            {
                let next = (i + 1..blocks.len()).find(|&j| rank(j).is_none_or(|rank| rank <= own));
                kept[i] = next.is_some_and(|next| kept[next] && rank(next).is_none());
            }
            is_behind_kept = kept[i];
        }
    }
}

/// Whether a final rule yields to a model that is sure of a line. It does for a sentence that the rule recognizes only
/// by a few words, unless it is a notice that goes on as notices do.
fn yields_to_model(rule: Option<Rule>, line: Line) -> bool {
    let by_words = !line.is_notice() && !matches!(rule, Some(Rule::Hidden | Rule::Headline | Rule::Comments));
    by_words && line.counts.stops > 0 && line.prose >= VOTE
}

/// Whether a final rule yields to the unit that its line is part of. A unit is left without only the text that readers
/// do not see, or that others wrote.
fn gives_way_to_unit(rule: Option<Rule>) -> bool {
    !matches!(rule, Some(Rule::Hidden | Rule::Comments))
}

/// The score that half of the body's prose does not exceed.
pub fn median(kept: &[bool], measured: &[Line], scores: &[i32]) -> i32 {
    // Score in the high bits, prose in the low bits: sorting a type that is also sorted elsewhere keeps the module
    // small.
    let mut packed: Vec<u64> = Vec::new();
    for i in (0..kept.len()).filter(|&i| kept[i]) {
        let score = i64::from(scores[i]) - i64::from(i32::MIN);
        packed.push((score as u64) << 32 | u64::from(measured[i].prose));
    }
    packed.sort_unstable();
    let whole: u32 = packed.iter().map(|&packed| packed as u32).sum();
    let mut sum = 0;
    let middle = packed.into_iter().find(|&packed| {
        sum += packed as u32;
        2 * sum >= whole
    });
    middle.map_or(0, |packed| ((packed >> 32) as i64 + i64::from(i32::MIN)) as i32)
}

/// Whether a rule decides about a line without the model, on a page of this kind: rules that are sure of a line by its
/// words; the rule for captions, if the line is short; the rule for readers' comments, unless such pages consist of
/// them; and the rule for hidden text, since readers do not see it and its author may be an attacker.
pub fn is_final(rule: Option<Rule>, line: Line, kind: PageType) -> bool {
    use Rule::*;
    match rule {
        Some(Hidden | Headline | Credit | Editor | OriginalTitle | Disclaimer | Promo | Teaser) => true,
        Some(Caption) => line.weight <= lines::MAX_CREDIT_WEIGHT,
        Some(Comments) => !matches!(kind, PageType::Forum | PageType::List),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::body::choose_by;
    use crate::parse::{Parser, ReadOptions};

    const LINE: &str = "The lock at Amblefoot opened again on Monday, eleven weeks after a coal barge had bent it.";

    /// Whether each block is kept if the model gives them these scores.
    fn kept(html: &str, scores: &[i32]) -> Vec<bool> {
        kept_under("", html, scores)
    }

    /// The same on a page with this headline.
    fn kept_under(headline: &str, html: &str, scores: &[i32]) -> Vec<bool> {
        let mut parser = Parser::new(&ReadOptions::new(), None);
        parser.write(html.as_bytes());
        let page = parser.end();
        assert_eq!(page.blocks.len(), scores.len(), "{html}");
        let body = choose_by(&page, headline, &|_| scores.to_vec(), None);
        (0..scores.len()).map(|i| body.kept.contains(&i)).collect()
    }

    fn between(inside: &str) -> String {
        format!("<article><p>{LINE} One.</p>{inside}<p>{LINE} Two.</p></article>")
    }

    #[test]
    fn a_data_table_is_kept_or_dropped_whole() {
        let table = "<table><tr><th>Year<th>Boat<tr><td>1993<td><a href=/a>Retroactive</a></table>";
        let html = between(table);
        assert_eq!(kept(&html, &[2000, 2000, -500, 400, -900, 2000]), [true; 6]);
        // Between kept blocks it is kept whatever the model says.
        assert_eq!(kept(&html, &[2000, -3000, -3000, -3000, -3000, 2000]), [true; 6]);
        let html = format!("{}{table}<p>x</p>", between(""));
        let dropped = [true, true, false, false, false, false, false];
        assert_eq!(kept(&html, &[2000, 2000, 900, -3000, -3000, -3000, -3000]), dropped);
        // A table with a paragraph in a cell is layout.
        let layout = format!("<table><tr><td>Year<td>Boat<tr><td>1993<td>{}</table>", LINE.repeat(8));
        assert_eq!(
            kept(&between(&layout), &[2000, -1500, 2000, -1500, 2000, 2000]),
            [true, false, true, false, true, true]
        );
    }

    #[test]
    fn preformatted_text_is_kept_or_dropped_whole() {
        let html = between("<pre>let boat = 1;<br>let quay = 2;<br>moor(boat, quay);</pre>");
        assert_eq!(kept(&html, &[2000, 1000, -100, 1000, 2000]), [true; 5]);
        assert_eq!(kept(&html, &[2000, -1000, 100, -1000, 2000]), [true, false, false, false, true]);
    }

    #[test]
    fn a_table_of_contents_is_dropped() {
        let list = |sign: &str| {
            let item = |name| format!("<li><a href='{sign}{name}'>The gate {name}</a>");
            format!("<ul>{}</ul>", ["a", "b", "c"].map(item).concat())
        };
        assert_eq!(kept(&between(&list("#")), &[2000; 5]), [true, false, false, false, true]);
        assert_eq!(kept(&between(&list("/")), &[2000; 5]), [true; 5]);
    }

    #[test]
    fn a_gallery_beside_an_article_is_dropped() {
        let article = |inside: &str| format!("{}{inside}", format!("<p>{LINE}</p>").repeat(6));
        let list = |items: [&str; 3]| {
            format!("<ul>{}</ul>", items.map(|item| format!("<li><h3>{item}</h3><p>{LINE}</p>")).concat())
        };
        let slides = list(["1/3 The lock", "2/3 The barge", "3/3 The gate"]);
        assert_eq!(kept(&article(&slides), &[2000; 12]), [[true; 6], [false; 6]].concat());
        assert_eq!(kept(&slides, &[2000; 6]), [true; 6]);
        assert_eq!(kept(&article(&list(["1/2 cup", "1/4 cup", "3/4 cup"])), &[2000; 12]), [true; 12]);
    }

    #[test]
    fn a_doubtful_heading_in_the_middle_of_the_text_is_kept() {
        let html = between("<h2>Pros</h2>");
        assert_eq!(kept(&html, &[2000, -900, 2000]), [true; 3]);
        assert_eq!(kept(&html, &[2000, -1100, 2000]), [true, false, true]);
        let promo = between("<p><a href=/q>Subscribe</a></p><h2>Pros</h2>");
        assert_eq!(kept(&promo, &[2000, 0, -900, 2000]), [true, false, true, true]);
        // The section belongs to another heading.
        let html = between("<h2>More</h2><h2>Pros</h2>");
        assert_eq!(kept(&html, &[2000, -900, -900, 2000]), [true, false, false, true]);
        let html = between("<h2>Boats</h2><h3>Pros</h3>");
        assert_eq!(kept(&html, &[2000, -900, -900, 2000]), [true; 4]);
    }

    #[test]
    fn a_thread_is_not_given_up_for_what_the_rules_keep() {
        let around = format!("<p>{LINE} One.</p><p>{LINE} Two.</p><p>{LINE} Three.</p>");
        let html = format!("{around}<div class=comments><p>{LINE} Four.</p><p>{LINE} Five.</p></div>");
        assert_eq!(kept(&html, &[-2000, -2000, -2000, 2000, 2000]), [false, false, false, true, true]);
        // Where the model keeps nothing at all, the rules decide.
        assert_eq!(kept(&html, &[-2000; 5]), [true, true, true, false, false]);
    }

    #[test]
    fn a_section_is_no_caption() {
        let html = between("<div class=chart-item><h2>The iron gate</h2><p>Opens fast</p></div>");
        assert_eq!(kept(&html, &[2000; 4]), [true; 4]);
        let html = between("<div class=caption><h4>The iron gate</h4><p>Opens fast</p></div>");
        assert_eq!(kept(&html, &[2000; 4]), [true, false, false, true]);
    }

    #[test]
    fn a_fragment_is_read_together_with_what_the_model_doubts() {
        let read = |first: &[i32], doubted: i32| {
            let scores = [first, &[doubted; 5]].concat();
            let paragraphs: String = (0..scores.len()).map(|i| format!("<p>{LINE} Boat {i}.</p>")).collect();
            let kept = kept(&format!("<article>{paragraphs}</article>"), &scores);
            kept.into_iter().filter(|&kept| kept).count()
        };
        assert_eq!([read(&[200], -500), read(&[200], -700)], [6, 1]);
        // Two paragraphs of seven are not a fragment.
        assert_eq!(read(&[200; 2], -500), 2);
    }

    #[test]
    fn text_under_the_headline_is_the_article_if_all_else_is_behind_it() {
        let page = |before: &str, paragraphs: usize| {
            let text: String = (0..paragraphs).map(|i| format!("<p>{LINE} Boat {i}.</p>")).collect();
            let notices = format!("<div><p>{LINE} All rights.</p><p>{LINE} No copies.</p></div>");
            format!("{before}<h1>The lock</h1><p>Ada Moor</p><div>{text}</div>{notices}")
        };
        let read = |paragraphs: usize, notices: i32| {
            let mut scores = vec![-1500; paragraphs + 2];
            scores.extend([notices; 2]);
            kept_under("The lock", &page("", paragraphs), &scores)
        };
        let text = |paragraphs: usize| {
            let of = |kept: bool, times| std::iter::repeat_n(kept, times);
            of(false, 2).chain(of(true, paragraphs)).chain(of(false, 2)).collect::<Vec<_>>()
        };
        assert_eq!(read(3, 1000), text(3));
        // If the model is sure, more text is needed.
        let notices = [false, false, false, false, false, true, true];
        assert_eq!(read(3, 3000), notices);
        assert_eq!(read(20, 3000), text(20));
        // Text above the headline may be the article.
        let above = page(&format!("<p>{LINE} Above.</p>"), 3);
        let scores = [1000, -1500, -1500, -1500, -1500, -1500, 1000, 1000];
        let expected = [&[true][..], &notices].concat();
        assert_eq!(kept_under("The lock", &above, &scores), expected);
    }
}
