use super::*;
use crate::hash::hash;

/// The shifts of the search are written by hand.
#[test]
fn parts_that_state_something_are_found_at_every_place() {
    let letters = STATING.map(|part| *part).concat();
    let tag = |seed: u64| -> Vec<u8> {
        let letter = |at: u64| letters[hash([seed, at]) as usize % letters.len()];
        let mut tag: Vec<u8> = (0..hash([seed]) % 16).map(letter).collect();
        if seed.is_multiple_of(2) {
            let part = STATING[seed as usize / 2 % STATING.len()];
            tag.splice(tag.len() / 2..tag.len() / 2, *part);
        }
        tag
    };
    for tag in (0..20_000).map(tag) {
        let naive = tag.windows(5).any(|part| STATING.iter().any(|stating| part == *stating));
        assert_eq!(may_state(&tag), naive, "{}", String::from_utf8_lossy(&tag));
    }
}
