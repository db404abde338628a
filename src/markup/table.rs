//! The tables of the tree.

use crate::markup::nodes::{Cell, Node, Table};
use crate::markup::tree::{Element, Item, Tree, same_at};
use crate::parse::block::ContainerId;
use crate::parse::grid;
use crate::parse::tag::Tag;

impl<'a> Tree<'a> {
    /// Builds the table from these items, whose paths continue with its parts at `depth`.
    pub fn table(&self, items: &[Item<'a>], depth: usize) -> Table<'a> {
        let mut table = Table { caption: Vec::new(), rows: Vec::new() };
        for group in items.chunk_by(same_at(depth)) {
            match group[0].path.get(depth) {
                Some(&Element::Row(id)) => table.rows.push(self.row(id, group, depth + 1)),
                _ => table.caption.extend(self.nodes(group, depth + 1)),
            }
        }
        table
    }

    fn row(&self, id: ContainerId, items: &[Item<'a>], depth: usize) -> Vec<Cell<'a>> {
        let container = |id: ContainerId| &self.page.containers[id as usize];
        let in_head = container(container(id).parent).tag == Tag::Thead;
        let mut recorded = self.rows[id as usize].map_or(&[][..], |row| &row.cells).iter();
        let mut cells: Vec<Cell> = Vec::new();
        for group in items.chunk_by(same_at(depth)) {
            let Some(&Element::Cell(cell)) = group[0].path.get(depth) else {
                continue;
            };
            let mut known = None;
            for next in recorded.by_ref() {
                if next.container == Some(cell) {
                    known = Some(*next);
                    break;
                }
                cells.push(Cell::new(next, in_head, Vec::new()));
            }
            // The cell was not recorded, since there were too many.
            let cell = known.unwrap_or(grid::Cell {
                container: Some(cell),
                is_head: container(cell).tag == Tag::Th,
                column: cells.last().map_or(0, |cell| cell.column + cell.columns) as u32,
                columns: 1,
                rows: 1,
                align: None,
            });
            cells.push(Cell::new(&cell, in_head, self.nodes(group, depth + 1)));
        }
        cells.extend(recorded.map(|next| Cell::new(next, in_head, Vec::new())));
        cells
    }
}

impl<'a> Cell<'a> {
    fn new(recorded: &grid::Cell, in_head: bool, nodes: Vec<Node<'a>>) -> Cell<'a> {
        Cell {
            is_head: recorded.is_head || in_head,
            column: recorded.column as usize,
            columns: recorded.columns as usize,
            rows: recorded.rows,
            align: recorded.align,
            nodes,
        }
    }
}
