//! The text of a page while it is read. It grows at its end, and is cut there when something is dropped.
//!
//! Only this module counts bytes to name a place in the text. Other modules hold a [`Spot`], which moves to the cut
//! when the text is cut before it. So a spot can be kept for any time, and never lies past the end of the text or
//! inside a character.

use std::ops::Range;

/// The text so far, and where inline elements begin or end in short blocks.
#[derive(Default)]
pub struct Draft {
    text: String,
    edges: Vec<u32>,
    /// Where the open block begins.
    start: usize,
    /// Where the text was cut, in the order of the text: each cut replaces those that were not before it.
    cuts: Vec<Checkpoint>,
    /// How often the text was cut.
    count: u32,
}

/// A place in the text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spot {
    /// Bytes before it, without a trailing space, which the end of the block drops.
    text: usize,
    /// How often the text was cut before the spot was taken.
    cuts: u32,
}

/// A place where the text can be cut.
#[derive(Debug, Clone, Copy, Default)]
pub struct Checkpoint {
    pub spot: Spot,
    has_space: bool,
    held: Held,
}

/// What the page holds before a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Held {
    /// Blocks that have ended.
    pub blocks: usize,
    /// Letters, digits and signs of the open block, and how many of them are in links.
    pub chars: u32,
    pub linked: u32,
}

impl Checkpoint {
    fn is_before(&self, other: &Checkpoint) -> bool {
        (self.spot.text, self.held.blocks) < (other.spot.text, other.held.blocks)
    }
}

impl Draft {
    #[inline]
    pub fn push(&mut self, c: char) {
        self.text.push(c);
    }

    #[inline]
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Its length in bytes, for marks that are shortened with the text.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether a space would be one too many: a block neither begins with one nor contains two in a row.
    #[inline]
    pub fn is_spaced(&self) -> bool {
        self.text.len() == self.start || self.text.ends_with(' ')
    }

    #[inline]
    pub fn end(&self) -> Spot {
        let has_space = self.text.len() > self.start && self.text.ends_with(' ');
        Spot { text: self.text.len() - usize::from(has_space), cuts: self.count }
    }

    /// A checkpoint at the end of the text, given what the page holds there.
    pub fn checkpoint(&self, held: Held) -> Checkpoint {
        let has_space = self.block().ends_with(' ');
        Checkpoint { spot: self.end(), has_space, held }
    }

    /// The first place where the text was cut since a spot was taken.
    fn cut_since(&self, spot: Spot) -> Option<&Checkpoint> {
        self.cuts.get(self.cuts.partition_point(|cut| cut.spot.cuts <= spot.cuts))
    }

    /// Where a place is now.
    fn place(&self, spot: Spot) -> usize {
        self.cut_since(spot).map_or(spot.text, |cut| cut.spot.text.min(spot.text))
    }

    fn now(&self, checkpoint: Checkpoint) -> Checkpoint {
        let cut = self.cut_since(checkpoint.spot).filter(|cut| cut.is_before(&checkpoint));
        cut.copied().unwrap_or(checkpoint)
    }

    /// What the page holds before a place.
    pub fn held(&self, checkpoint: Checkpoint) -> Held {
        self.now(checkpoint).held
    }

    /// The text of the open block.
    #[inline]
    pub fn block(&self) -> &str {
        &self.text[self.start..]
    }

    /// The text of the open block from a place on. It may begin with the space that was before the place.
    pub fn block_since(&self, spot: Spot) -> &str {
        &self.text[self.place(spot).max(self.start)..]
    }

    /// The text of all blocks from a place on.
    pub fn since(&self, spot: Spot) -> &str {
        &self.text[self.place(spot)..]
    }

    /// The same in parts: the blocks, and the texts inside and between their inline elements. `block_ends` is in
    /// descending order.
    pub fn parts_since(&self, spot: Spot, block_ends: impl Iterator<Item = u32>) -> Vec<&str> {
        let start = self.place(spot);
        // Backwards, as `block_ends` comes.
        let mut edges = self.edges.iter().rev().copied().peekable();
        let mut blocks = block_ends.peekable();
        let mut parts = Vec::new();
        let mut end = self.text.len();
        while end > start {
            let is_over = |&at: &u32| at as usize >= end;
            if edges.next_if(is_over).is_some() || blocks.next_if(is_over).is_some() {
                continue;
            }
            let edge = edges.peek().max(blocks.peek());
            let from = edge.map_or(start, |&edge| start.max(edge as usize));
            parts.insert(0, &self.text[from..end]);
            end = from;
        }
        parts
    }

    /// Whether at most one space follows a place.
    pub fn is_end(&self, spot: Spot) -> bool {
        matches!(self.since(spot), "" | " ")
    }

    /// The text of a block that [has ended](Self::end_block).
    pub fn text_of(&self, block: Range<u32>) -> &str {
        &self.text[block.start as usize..block.end as usize]
    }

    /// Notes that an inline element begins or ends here.
    #[inline]
    pub fn note_edge(&mut self) {
        let end = self.text.len() as u32;
        if end as usize > self.start && self.edges.last() != Some(&end) {
            self.edges.push(end);
        }
    }

    /// Drops the text from a place on and returns what the page holds before it. The place is in the open block or
    /// begins one.
    pub fn cut(&mut self, checkpoint: Checkpoint) -> Held {
        let mut checkpoint = self.now(checkpoint);
        self.count += 1;
        checkpoint.spot.cuts = self.count;
        while self.cuts.pop_if(|cut| !cut.is_before(&checkpoint)).is_some() {}
        self.cuts.push(checkpoint);
        let text = checkpoint.spot.text;
        self.start = self.start.min(text);
        self.text.truncate(text);
        if checkpoint.has_space {
            self.text.push(' ');
        }
        self.forget_edges(self.text.len());
        checkpoint.held
    }

    /// Ends the open block without its trailing space, and returns where it begins and ends. A long block has no edges.
    #[inline]
    pub fn end_block(&mut self, is_long: bool) -> Range<u32> {
        let start = self.start;
        if self.text.len() > start {
            if self.text.ends_with(' ') {
                self.text.pop();
            }
            self.start = self.text.len();
            self.forget_edges(if is_long { start } else { self.start });
        }
        start as u32..self.start as u32
    }

    fn forget_edges(&mut self, from: usize) {
        while self.edges.pop_if(|edge| *edge as usize >= from).is_some() {}
    }

    /// The text and its edges.
    pub fn finish(self) -> (String, Vec<u32>) {
        (self.text, self.edges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares spots with offsets that move at every cut.
        #[test]
        fn places_move_when_the_text_is_cut(steps in prop::collection::vec((0usize..9, any::<prop::sample::Index>()), 0..60)) {
            let mut draft = Draft::default();
            let mut held = Held::default();
            let mut kept: Vec<(Checkpoint, usize, Held)> = Vec::new();
            for (step, which) in steps {
                match step {
                    0..4 => {
                        draft.push(['a', 'é', '浙', '。'][step]);
                        held.chars += 1;
                    }
                    4 if !draft.is_spaced() => draft.push(' '),
                    5 | 6 => {
                        let end = draft.len() - usize::from(draft.block().ends_with(' '));
                        kept.push((draft.checkpoint(held), end, held));
                    }
                    7 if !draft.block().is_empty() => {
                        draft.end_block(false);
                        held = Held { blocks: held.blocks + 1, ..Held::default() };
                    }
                    8 if !kept.is_empty() => {
                        let (checkpoint, place, before) = kept[which.index(kept.len())];
                        // In the open block, or at the beginning of one.
                        if before.blocks == held.blocks || before.chars == 0 {
                            held = draft.cut(checkpoint);
                            for (_, other, of_other) in &mut kept {
                                if (place, before.blocks) < (*other, of_other.blocks) {
                                    (*other, *of_other) = (place, before);
                                }
                            }
                        }
                    }
                    _ => {}
                }
                for &(checkpoint, place, before) in &kept {
                    prop_assert_eq!(draft.len() - draft.since(checkpoint.spot).len(), place);
                    prop_assert_eq!(draft.held(checkpoint), before);
                }
                prop_assert_eq!(draft.block().chars().filter(|&c| c != ' ').count(), held.chars as usize);
                prop_assert!(!draft.text.contains("  ") && !draft.block().starts_with(' '));
            }
        }
    }
}
