//! Which blocks of a page are its article, found by looking them up in the gold text.

use std::collections::{HashMap, HashSet};

/// Letters and digits of a text.
pub fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The fewest letters of a block that is recognised by its own words alone.
const LONG: usize = 12;
/// Letters in a window of the gold text.
const WINDOW: usize = 5;
/// How far around its neighbours in the gold text a short block is looked for, in letters.
const REACH: usize = 60;

/// Whether each block is part of the gold text. A long block is if most of its words are; a short one if the gold text
/// has it next to the same neighbours. The headline, which some gold texts begin with, is not part of the body.
pub fn labels(blocks: &[Vec<char>], gold: &str, headline_first: bool) -> Vec<bool> {
    let text = letters(gold);
    let windows: HashSet<&[char]> = text.windows(WINDOW).collect();
    let find = |needle: &[char], from: usize, to: usize| -> Option<usize> {
        let to = to.min(text.len());
        let haystack = text.get(from.min(to)..to)?;
        Some(from + haystack.windows(needle.len().max(1)).position(|w| w == needle)?)
    };
    let mut labels = vec![false; blocks.len()];
    let mut places: Vec<Option<usize>> = vec![None; blocks.len()];
    // Where each text was found last: a page that shows its article twice has it once in the gold text.
    let mut ends: HashMap<&[char], usize> = HashMap::new();
    for (i, block) in blocks.iter().enumerate() {
        if block.len() >= LONG {
            let found = block.windows(WINDOW).filter(|w| windows.contains(w)).count();
            labels[i] = found * 10 >= (block.len() + 1 - WINDOW) * 6;
            if labels[i] {
                let from = ends.get(&block[..]).copied();
                let place = |part: &[char]| find(part, from.unwrap_or(0), text.len());
                places[i] = place(&block[..LONG]).or_else(|| place(&block[block.len() - LONG..]));
                labels[i] = from.is_none() || places[i].is_some();
                if let Some(place) = places[i] {
                    ends.insert(block, place + LONG);
                }
            }
        }
    }
    for (i, block) in blocks.iter().enumerate() {
        if block.is_empty() || block.len() >= LONG {
            continue;
        }
        let before = (i.saturating_sub(6)..i).rev().find_map(|j| Some(places[j]? + blocks[j].len()));
        let after = (i + 1..(i + 7).min(blocks.len())).find_map(|j| places[j]);
        let place = match (before, after) {
            (Some(end), _) => find(block, end.saturating_sub(2), end + REACH + block.len()),
            (None, Some(start)) => find(block, start.saturating_sub(REACH + block.len()), start + 2),
            (None, None) => None,
        };
        labels[i] = place.is_some();
        places[i] = place;
    }
    if headline_first {
        let headline = letters(gold.lines().next().unwrap_or(""));
        for (label, block) in labels.iter_mut().zip(blocks) {
            let alike = block.len() > 5
                && block.len() < headline.len() + 6
                && (contains(&headline, block) || contains(block, &headline));
            *label &= !alike;
        }
    }
    labels
}

fn contains(text: &[char], part: &[char]) -> bool {
    part.len() <= text.len() && text.windows(part.len().max(1)).any(|w| w == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_their_words_or_their_neighbours() {
        let gold = "Dam filled\nThe three reservoirs downstream are full again.\nWhy now\nExperts had warned of an early flood season.";
        let blocks = [
            "Why now",
            "Dam filled",
            "The three reservoirs downstream are full again.",
            "Why now",
            "Experts had warned of an early flood season.",
            "Subscribe to our newsletter for more stories.",
        ];
        let blocks: Vec<Vec<char>> = blocks.iter().map(|text| letters(text)).collect();
        assert_eq!(labels(&blocks, gold, true), [false, false, true, true, true, false]);
    }
}
