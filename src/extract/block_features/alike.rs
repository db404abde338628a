//! Blocks with the same text.

use crate::hash::hash_bytes;
use crate::parse::block::Page;

/// For each block, the first one with the same text.
#[inline(never)]
pub fn first_alike(page: &Page) -> Vec<usize> {
    const INDEX: u32 = 20;
    let place = |key: u64| (key & ((1 << INDEX) - 1)) as usize;
    // Hash in the high bits, index in the low bits: equal texts are adjacent, in page order.
    let blocks = page.blocks.iter().zip(0..1 << INDEX);
    let mut keys: Vec<u64> = blocks.map(|(block, i)| hash_bytes(page.text_of(block)) >> INDEX << INDEX | i).collect();
    keys.sort_unstable();
    let mut first: Vec<usize> = (0..page.blocks.len()).collect();
    for alike in keys.chunk_by(|a, b| a >> INDEX == b >> INDEX) {
        for &key in alike {
            first[place(key)] = place(alike[0]);
        }
    }
    first
}
