//! Decides which blocks are kept, from the results of the rules and the model.

use super::is_final;
use super::units::{Units, is_table_of_contents};
use crate::article::PageType;
use crate::extract::lines::{Line, VOTE};
use crate::extract::model;
use crate::parse::Favor;
use crate::parse::block::{Block, ContainerId, Page};
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
/// How far below the limit the mean score of a data table's cells may be: the model is less sure of numbers and names
/// than of sentences. Larger: more tables of advertisements are kept; smaller: more short tables are lost.
const DOUBTED_TABLE: i32 = 600;
/// How far below the limit the score of a heading in the middle of the text may be. Larger: more headings of
/// advertisements are kept; smaller: more short headings are lost.
const DOUBTED_HEADING: i32 = 1000;

/// What is known of the blocks of a page.
pub struct Evidence<'a> {
    pub page: &'a Page,
    pub measured: &'a [Line],
    pub rules: &'a [Option<Rule>],
    pub kind: PageType,
    pub favor: Favor,
    pub scores: &'a [i32],
}

/// Decides which blocks are kept. A [unit](super::units) is kept or dropped as a whole. If the model keeps little of
/// what the rules keep, the page is unlike those it was fitted to, and the rules decide.
pub fn decide(evidence: &Evidence) -> Vec<bool> {
    let &Evidence { page, measured, .. } = evidence;
    let by_rules: Vec<bool> = evidence.rules.iter().map(Option::is_none).collect();
    let units = Units::of(page);
    let mut by_model = evidence.by_model(&units);
    evidence.keep_between(&units, &mut by_model);
    let kept = |kept: &[bool]| -> u32 {
        let lines = measured.iter().zip(kept).filter(|(_, kept)| **kept);
        lines.map(|(line, _)| line.prose).sum()
    };
    if f64::from(kept(&by_model)) < LEFT * f64::from(kept(&by_rules)) {
        by_rules
    } else {
        by_model
    }
}

impl Evidence<'_> {
    /// Whether the model decides about a block.
    fn is_asked(&self, block: usize) -> bool {
        let (rule, line) = (self.rules[block], self.measured[block]);
        let outvoted = self.scores[block] > OUTVOTES && gives_way(rule, line);
        outvoted || !is_final(rule, line, self.kind)
    }

    /// The unit of a block. On lists and in forums the rows of a table are entries or messages, decided one by one.
    fn unit(&self, units: &Units, block: &Block) -> Option<ContainerId> {
        let are_rows = matches!(self.kind, PageType::Forum | PageType::List);
        let unit = units.of_block(block);
        unit.filter(|&unit| !(are_rows && units.is_data_table(unit)))
    }

    /// Whether a block is kept with its unit.
    fn is_kept_in_unit(&self, block: usize) -> bool {
        self.is_asked(block) || gives_way_to_unit(self.rules[block])
    }

    /// What the model keeps: the blocks of a unit vote together.
    fn by_model(&self, units: &Units) -> Vec<bool> {
        let limit = model::limit(self.kind, self.favor);
        let mut sums = vec![0i64; self.page.containers.len()];
        let blocks = || self.page.blocks.iter().enumerate();
        for (i, block) in blocks().filter(|&(i, _)| self.is_asked(i)) {
            if let Some(unit) = self.unit(units, block) {
                let weight = i64::from((self.measured[i].weight + WEIGHT_OF_ITEM).isqrt());
                let is_table = units.is_data_table(unit);
                let limit = limit - if is_table { DOUBTED_TABLE } else { 0 };
                let score = (self.scores[i] - limit).clamp(-SURE, SURE);
                sums[unit as usize] += weight * i64::from(score);
            }
        }
        let contents = is_table_of_contents(self.page, units);
        let is_kept = |(i, block): (usize, &Block)| match self.unit(units, block) {
            Some(unit) if contents[unit as usize] => false,
            Some(unit) => sums[unit as usize] > 0 && self.is_kept_in_unit(i),
            None => self.is_asked(i) && self.scores[i] > limit,
        };
        blocks().map(is_kept).collect()
    }

    /// Keeps what the model doubts in the middle of the text: a data table between two kept blocks, and a heading
    /// behind one whose section begins with another.
    fn keep_between(&self, units: &Units, kept: &mut [bool]) {
        let blocks = &self.page.blocks;
        let mut end = 0;
        for part in blocks.chunk_by(|a, b| self.unit(units, a) == self.unit(units, b)) {
            let start = end;
            end += part.len();
            let is_between = start > 0 && kept[start - 1] && kept.get(end) == Some(&true);
            if is_between
                && self
                    .unit(units, &part[0])
                    .is_some_and(|unit| units.is_data_table(unit))
            {
                (start..end).for_each(|i| kept[i] = self.is_kept_in_unit(i));
            }
        }
        let least = model::limit(self.kind, self.favor) - DOUBTED_HEADING;
        let rank = |i: usize| self.page.heading_rank(&blocks[i]);
        for i in 1..blocks.len() {
            if kept[i] || !kept[i - 1] || self.scores[i] <= least || !self.is_asked(i) {
                continue;
            }
            if let Some(own) = rank(i) {
                let is_inner = |&j: &usize| rank(j).is_some_and(|rank| rank > own);
                let next = (i + 1..blocks.len()).find(|j| !is_inner(j));
                kept[i] = next.is_some_and(|next| kept[next] && rank(next).is_none());
            }
        }
    }
}

/// Whether a final rule yields to a model that is sure of a line: it does for a sentence that the rule recognises only
/// by a few words.
fn gives_way(rule: Option<Rule>, line: Line) -> bool {
    let by_words = !matches!(rule, Some(Rule::Hidden | Rule::Headline | Rule::Comments));
    by_words && line.counts.stops > 0 && line.prose >= VOTE
}

/// Whether a final rule yields to the unit that its line is part of: only text that readers do not see, or that others
/// wrote, is left out of one.
fn gives_way_to_unit(rule: Option<Rule>) -> bool {
    !matches!(rule, Some(Rule::Hidden | Rule::Comments))
}

#[cfg(test)]
mod tests {
    use crate::extract::body::choose_by;
    use crate::parse::{Favor, Parser, ReadOptions};

    const LINE: &str = "The lock at Amblefoot opened again on Monday, eleven weeks after a coal barge had bent it.";

    /// Whether each block is kept if the model gives them these scores.
    fn kept(html: &str, scores: &[i32]) -> Vec<bool> {
        let mut parser = Parser::new(&ReadOptions::new(), None);
        parser.write(html.as_bytes());
        let page = parser.end();
        assert_eq!(page.blocks.len(), scores.len(), "{html}");
        let body = choose_by(&page, "", &|_| scores.to_vec(), None, Favor::Balance);
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
        assert_eq!(
            kept(&html, &[2000, -3000, -3000, -3000, -3000, 2000]),
            [true; 6]
        );
        let html = format!("{}{table}<p>x</p>", between(""));
        let dropped = [true, true, false, false, false, false, false];
        assert_eq!(
            kept(&html, &[2000, 2000, 900, -3000, -3000, -3000, -3000]),
            dropped
        );
        // A table with a paragraph in a cell serves the layout.
        let layout = format!(
            "<table><tr><td>Year<td>Boat<tr><td>1993<td>{}</table>",
            LINE.repeat(8)
        );
        assert_eq!(
            kept(&between(&layout), &[2000, -1500, 2000, -1500, 2000, 2000]),
            [true, false, true, false, true, true]
        );
    }

    #[test]
    fn preformatted_text_is_kept_or_dropped_whole() {
        let html = between("<pre>let boat = 1;<br>let quay = 2;<br>moor(boat, quay);</pre>");
        assert_eq!(kept(&html, &[2000, 1000, -100, 1000, 2000]), [true; 5]);
        assert_eq!(
            kept(&html, &[2000, -1000, 100, -1000, 2000]),
            [true, false, false, false, true]
        );
    }

    #[test]
    fn a_table_of_contents_is_dropped() {
        let list = |sign: &str| {
            let item = |name| format!("<li><a href='{sign}{name}'>The gate {name}</a>");
            format!("<ul>{}</ul>", ["a", "b", "c"].map(item).concat())
        };
        assert_eq!(
            kept(&between(&list("#")), &[2000; 5]),
            [true, false, false, false, true]
        );
        assert_eq!(kept(&between(&list("/")), &[2000; 5]), [true; 5]);
    }

    #[test]
    fn a_doubtful_heading_in_the_middle_of_the_text_is_kept() {
        let html = between("<h2>Pros</h2>");
        assert_eq!(kept(&html, &[2000, -900, 2000]), [true; 3]);
        assert_eq!(kept(&html, &[2000, -1100, 2000]), [true, false, true]);
        // Its section is another's.
        let html = between("<h2>More</h2><h2>Pros</h2>");
        assert_eq!(
            kept(&html, &[2000, -900, -900, 2000]),
            [true, false, false, true]
        );
        let html = between("<h2>Boats</h2><h3>Pros</h3>");
        assert_eq!(kept(&html, &[2000, -900, -900, 2000]), [true; 4]);
    }
}
