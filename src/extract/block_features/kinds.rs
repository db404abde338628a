//! Elements of one kind: containers with the same tag and class.

use super::containers::Sums;
use super::hundredths;
use crate::extract::page_type::model::level;
use crate::parse::block::{Container, ContainerId, Page};

/// Features of containers with the same tag and class.
pub(super) struct Kinds {
    /// For each container, the number of its kind.
    of: Vec<u32>,
    /// For each kind: how many there are, at most 100; their share of the page's prose, at most 200; the share of their
    /// text in links; and the [`level`] of their prose per block.
    features: Vec<[u32; 4]>,
    /// For each container, how many of its kind have the same parent, including itself; at most 50.
    pub beside: Vec<u32>,
}

impl Kinds {
    pub fn new(page: &Page, sums: &[Sums]) -> Kinds {
        const ID: u32 = 24;
        // Class and tag in the high bits, index in the low bits: containers of one kind are adjacent.
        let key =
            |(container, id): (&Container, u64)| (u64::from(container.class) << 8 | container.tag as u64) << ID | id;
        let mut keys: Vec<u64> = page.containers.iter().zip(0..1 << ID).map(key).collect();
        keys.sort_unstable();
        let mut kinds =
            Kinds { of: vec![0; page.containers.len()], features: Vec::new(), beside: vec![0; page.containers.len()] };
        let whole = sums[0].prose;
        // For each container, how many containers of a kind it directly holds.
        let mut inside = vec![0; page.containers.len()];
        for kind in keys.chunk_by(|a, b| a >> ID == b >> ID) {
            let ids = kind.iter().map(|key| (key & ((1 << ID) - 1)) as usize);
            let parent = |id: usize| page.containers[id].parent as usize;
            let (mut prose, mut linked, mut blocks) = (0u32, 0u32, 0u32);
            for id in ids.clone() {
                kinds.of[id] = kinds.features.len() as u32;
                inside[parent(id)] += 1;
                prose = prose.saturating_add(sums[id].prose);
                linked = linked.saturating_add(sums[id].linked);
                blocks = blocks.saturating_add(sums[id].blocks);
            }
            for id in ids.clone() {
                kinds.beside[id] = inside[parent(id)].min(50);
            }
            for id in ids {
                inside[parent(id)] = 0;
            }
            kinds.features.push([
                kind.len().min(100) as u32,
                hundredths(prose, whole).min(200),
                hundredths(linked, prose.saturating_add(linked)),
                level(prose / blocks.max(1)),
            ]);
        }
        kinds
    }

    /// The features of the kind of a container.
    pub fn features(&self, id: ContainerId) -> [u32; 4] {
        self.features[self.of[id as usize] as usize]
    }
}
