//! The memories of the sites that a run meets.

use offprint::{Metadata, SiteMemory};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Hosts remembered at once; they take 128 MiB at most.
const MOST_SITES: usize = 16_384;

/// The memories of several hosts.
#[derive(Debug, Default)]
pub struct Sites {
    memories: Vec<SiteMemory>,
    numbers: HashMap<String, usize>,
}

impl Sites {
    /// Remembers what was seen of a page, under the host of its address or else of the address that it states. Returns
    /// the number of the host, or `None` if the host is unknown or 16,384 others are remembered.
    pub fn remember(&mut self, about: &Metadata, seen: &SiteMemory) -> Option<usize> {
        let next = self.memories.len();
        let host = about.host()?;
        let number = match self.numbers.entry(host) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) if next == MOST_SITES => return None,
            Entry::Vacant(new) => {
                self.memories.push(SiteMemory::default());
                *new.insert(next)
            }
        };
        self.memories[number].remember(seen);
        Some(number)
    }

    /// The memory of the host with this number.
    pub fn memory(&self, number: usize) -> Option<&SiteMemory> {
        self.memories.get(number)
    }
}
