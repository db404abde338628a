//! Blocks with the same text.

use crate::hash::Hasher;
use crate::parse::block::{Block, Page};

/// For each block, the first one with the same text.
#[inline(never)]
pub fn first_alike(page: &Page) -> Vec<usize> {
    const INDEX: u32 = 20;
    let place = |key: u64| (key & ((1 << INDEX) - 1)) as usize;
    // Hash in the high bits, index in the low bits: equal texts are adjacent, in page order.
    let hash = |block: &Block| hash_of(page.text_of(block)) >> INDEX << INDEX;
    let keys = page.blocks.iter().map(hash).zip(0u64..1 << INDEX);
    let mut keys: Vec<u64> = keys.map(|(hash, place)| hash | place).collect();
    keys.sort_unstable();
    let mut first: Vec<usize> = (0..page.blocks.len()).collect();
    for alike in keys.chunk_by(|a, b| a >> INDEX == b >> INDEX) {
        for &key in alike {
            first[place(key)] = place(alike[0]);
        }
    }
    first
}

/// A hash of a text that processes eight bytes at a time.
fn hash_of(text: &str) -> u64 {
    let (whole, rest) = text.as_bytes().as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mut hasher = Hasher::default();
    for &bytes in whole {
        hasher.push(u64::from_le_bytes(bytes));
    }
    hasher.push(u64::from_le_bytes(last));
    hasher.push(text.len() as u64);
    hasher.finish()
}
