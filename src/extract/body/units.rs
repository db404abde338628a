//! The parts of a page that are kept or dropped as a whole: lists, data tables and preformatted text.

use crate::parse::block::{Block, ContainerId, Page};
use crate::parse::tag::Tag;

/// Longest cell of a data table without a heading cell, in letters and digits; a table with a longer cell is layout.
const CELL: u32 = 500;
/// Most blocks in a cell of such a table.
const CELL_BLOCKS: u32 = 8;

/// Fewest entries of a table of contents, or slides of a gallery.
const ENTRIES: u32 = 3;

/// The units of a page.
pub struct Units {
    /// For each container, the unit that it is or belongs to.
    of: Vec<Option<ContainerId>>,
    is_data: Vec<bool>,
}

impl Units {
    /// Finds the units. A container's unit is the data table or preformatted text around it. Otherwise it is its
    /// outermost list, if there are only parts of lists and paragraphs between them.
    pub fn new(page: &Page) -> Units {
        let is_data = data_tables(page);
        let mut of: Vec<Option<ContainerId>> = Vec::with_capacity(page.containers.len());
        for (id, container) in page.containers.iter().enumerate() {
            let around = match id {
                0 => None,
                _ => of[container.parent as usize],
            };
            let is_closed =
                around.is_some_and(|unit| is_data[unit as usize] || page.containers[unit as usize].tag == Tag::Pre);
            let own = Some(id as ContainerId);
            of.push(match container.tag {
                _ if is_closed => around,
                Tag::Table => own.filter(|_| is_data[id]),
                Tag::Ul | Tag::Ol | Tag::Dl | Tag::Pre => around.or(own),
                tag if tag.is_paragraph() => around,
                _ => None,
            });
        }
        Units { of, is_data }
    }

    /// The unit of a block, if it is in one.
    pub fn of_block(&self, block: &Block) -> Option<ContainerId> {
        self.of[block.container as usize]
    }

    pub fn is_data_table(&self, unit: ContainerId) -> bool {
        self.is_data[unit as usize]
    }
}

/// Which units are not text: tables of contents, which are lists of links to places on the page, and, next to an
/// article, galleries, which are lists of numbered slides.
pub fn is_apart(page: &Page, units: &Units, is_article: bool) -> Vec<bool> {
    // The number of blocks, of such links, and of slides.
    let mut counts = vec![(0u32, 0u32, 0u32); page.containers.len()];
    let mut links = page.links.iter().peekable();
    for (i, block) in page.blocks.iter().enumerate() {
        let link = links.next_if(|link| link.block as usize == i);
        if let Some(unit) = units.of_block(block) {
            let (blocks, entries, slides) = &mut counts[unit as usize];
            *blocks += 1;
            *entries += u32::from(link.is_some_and(|link| link.href.starts_with('#')));
            *slides += u32::from(is_article && is_slide(page.text_of(block), *slides + 1));
        }
    }
    let is_apart = |(blocks, entries, slides)| slides >= ENTRIES || entries >= ENTRIES && 5 * entries > 4 * blocks;
    counts.into_iter().map(is_apart).collect()
}

/// Whether a text begins with this slide number: `2/50`.
fn is_slide(text: &str, number: u32) -> bool {
    let mut parts = text.split_ascii_whitespace().next().unwrap_or_default().split('/').map(str::parse::<u32>);
    parts.next() == Some(Ok(number)) && matches!(parts.next(), Some(Ok(all)) if all >= ENTRIES.max(number))
}

/// Where a container is: its innermost table, and the row and cell in that table; 0 for each that it is not in.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    table: ContainerId,
    row: ContainerId,
    cell: ContainerId,
}

/// Which containers are data tables: they have at least two rows, one of them with two cells, and either a heading cell
/// or only short cells without a table in them. Other tables are layout.
pub fn data_tables(page: &Page) -> Vec<bool> {
    let mut is_data = vec![false; page.containers.len()];
    if !page.containers.iter().any(|c| c.tag == Tag::Table) {
        return is_data;
    }
    let none = vec![0u32; page.containers.len()];
    let (mut chars, mut blocks, mut cells, mut rows) = (none.clone(), none.clone(), none.clone(), none);
    let (mut is_layout, mut is_nesting, mut has_head) = (is_data.clone(), is_data.clone(), is_data.clone());
    let mut places: Vec<Place> = Vec::with_capacity(page.containers.len());
    for (id, container) in page.containers.iter().enumerate() {
        let mut place = match id {
            0 => Place::default(),
            _ => places[container.parent as usize],
        };
        let own = id as ContainerId;
        match container.tag {
            Tag::Table => {
                is_nesting[place.table as usize] |= place.cell > 0;
                place = Place { table: own, ..Place::default() };
            }
            Tag::Tr => place.row = own,
            Tag::Td | Tag::Th => {
                place.cell = own;
                has_head[place.table as usize] |= container.tag == Tag::Th;
            }
            _ => {}
        }
        places.push(place);
    }
    for block in &page.blocks {
        let Place { table, row, cell } = places[block.container as usize];
        let (table, row, cell) = (table as usize, row as usize, cell as usize);
        if table == 0 || row == 0 || cell == 0 {
            continue;
        }
        if blocks[cell] == 0 {
            rows[table] += u32::from(cells[row] == 0);
            cells[row] += 1;
            is_data[table] |= cells[row] >= 2;
        }
        blocks[cell] += 1;
        chars[cell] += block.chars;
        is_layout[table] |= !has_head[table] && (blocks[cell] > CELL_BLOCKS || chars[cell] > CELL);
    }
    for (id, is_data) in is_data.iter_mut().enumerate() {
        *is_data &= !is_layout[id] && rows[id] >= 2 && (has_head[id] || !is_nesting[id]);
    }
    is_data
}
