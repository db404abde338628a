//! The structure of an article, derived from the containers of its blocks.

use crate::extract::body::Body;
use crate::markup::inline::{Line, Lines, Picture, Run};
use crate::parse::block::{ContainerId, Page};
use crate::parse::marks::{Code, Image, Marks};
use crate::parse::noise::Rule;
use crate::parse::tag::Tag;

/// Deepest nesting of quotations and lists. Deeper ones are omitted, and their contents belong to the last.
const MAX_DEPTH: usize = 6;
/// Lines up to this length may be lines of one paragraph; longer ones are paragraphs of their own, whatever separates
/// them. In characters.
const LINE: usize = 60;
/// Longest cell of a data table, in letters and digits; a table with a longer one serves the layout.
const CELL: u32 = 500;
/// Most blocks in such a cell.
const CELL_BLOCKS: u32 = 8;

/// A part of an article.
#[derive(Debug, Clone)]
pub enum Node<'a> {
    Heading(u8, Line<'a>),
    /// Its lines.
    Paragraph(Vec<Line<'a>>),
    Code(&'a Code),
    Figure(Picture<'a>, Vec<Line<'a>>),
    Quote(Vec<Node<'a>>),
    List {
        is_ordered: bool,
        items: Vec<Vec<Node<'a>>>,
    },
    /// Its rows.
    Table(Vec<Vec<Cell<'a>>>),
}

/// A cell of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell<'a> {
    pub is_head: bool,
    pub line: Line<'a>,
}

/// A structural element, with its container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
    Quote(ContainerId),
    List(ContainerId),
    Item(ContainerId),
    Table(ContainerId),
    Row(ContainerId),
    Cell(ContainerId),
}

/// The kind of a block itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Heading(u8),
    /// A term in a description list.
    Term,
}

enum Content<'a> {
    Block(usize),
    Code(&'a Code),
    Figure(Picture<'a>, Vec<usize>),
}

struct Item<'a> {
    content: Content<'a>,
    path: Vec<Element>,
    kind: Kind,
}

/// The article as a tree.
pub fn nodes<'a>(page: &'a Page, marks: &'a Marks, body: &Body, base: &'a str) -> Vec<Node<'a>> {
    let mut columns = vec![0; page.containers.len()];
    for &(cell, column) in &marks.cells {
        columns[cell as usize] = column;
    }
    let tree = Tree {
        page,
        marks,
        lines: Lines::of(page, marks, base),
        columns,
        is_data: tables(page, marks, body),
    };
    tree.nodes(&tree.items(body, base), 0)
}

struct Tree<'a> {
    page: &'a Page,
    marks: &'a Marks,
    lines: Lines<'a>,
    /// The column of each container that is a cell.
    columns: Vec<u32>,
    /// Which containers are data tables.
    is_data: Vec<bool>,
}

/// The data tables: at least two rows and two columns of short cells, and no nested table.
fn tables(page: &Page, marks: &Marks, body: &Body) -> Vec<bool> {
    // Indexed by container, of any kind: short vectors take less of the module than maps.
    let none = || vec![0u32; page.containers.len()];
    let (mut chars, mut blocks, mut cells, mut rows) = (none(), none(), none(), none());
    let mut is_data = vec![false; page.containers.len()];
    let mut is_layout = is_data.clone();
    for &i in &body.kept {
        let block = &page.blocks[i];
        let tag = |id: ContainerId| page.containers[id as usize].tag;
        let (mut cell, mut row, mut table) = (None, None, None);
        for id in page.up(block.container) {
            match tag(id) {
                Tag::Td | Tag::Th if cell.is_none() => cell = Some(id as usize),
                Tag::Tr if cell.is_some() && row.is_none() => row = Some(id as usize),
                Tag::Table if row.is_some() && table.is_none() => table = Some(id as usize),
                Tag::Table => is_layout[id as usize] = true,
                _ => {}
            }
        }
        let (Some(cell), Some(row), Some(table)) = (cell, row, table) else {
            continue;
        };
        if blocks[cell] == 0 {
            rows[table] += u32::from(cells[row] == 0);
            cells[row] += 1;
            is_data[table] |= cells[row] >= 2;
        }
        blocks[cell] += 1;
        chars[cell] += block.chars;
        let next = marks
            .codes
            .partition_point(|code| code.blocks.1 as usize <= i);
        let is_code = marks.codes.get(next).is_some_and(|code| is_in(code, i));
        is_layout[table] |= is_code || blocks[cell] > CELL_BLOCKS || chars[cell] > CELL;
    }
    for (id, is_data) in is_data.iter_mut().enumerate() {
        *is_data &= !is_layout[id] && rows[id] >= 2;
    }
    is_data
}

fn is_in(code: &Code, block: usize) -> bool {
    (code.blocks.0 as usize..code.blocks.1 as usize).contains(&block)
}

impl<'a> Tree<'a> {
    /// The kept items, in document order.
    fn items(&self, body: &Body, base: &str) -> Vec<Item<'a>> {
        let mut kept = vec![false; self.page.blocks.len()];
        body.kept.iter().for_each(|&i| kept[i] = true);
        let mut rules = vec![None; self.page.blocks.len()];
        body.dropped
            .iter()
            .for_each(|&(i, rule)| rules[i] = Some(rule));
        let images = self.marks.images.iter();
        let images = images.filter(|image| !image.is_inside && is_shown(image, &kept, &rules));
        let mut images = images.peekable();
        let mut codes = self.marks.codes.iter().peekable();
        let mut items: Vec<Item> = Vec::new();
        let mut captions: Vec<usize> = Vec::new();
        let mut written = None;
        for &i in &body.kept {
            while let Some(image) = images.next_if(|image| image.block as usize <= i) {
                let Some(picture) = Picture::of(image, base) else {
                    continue;
                };
                let is_caption = |&at: &usize| {
                    rules.get(at) == Some(&Some(Rule::Caption)) && !captions.contains(&at)
                };
                let own: Vec<usize> = (image.block as usize..)
                    .take(2)
                    .take_while(is_caption)
                    .collect();
                captions.clone_from(&own);
                let (path, _) = self.path(image.container);
                items.push(Item {
                    content: Content::Figure(picture, own),
                    path,
                    kind: Kind::Plain,
                });
            }
            let (path, kind) = self.path(self.page.blocks[i].container);
            while codes.next_if(|code| code.blocks.1 as usize <= i).is_some() {}
            // Code with missing parts would not run, so it is not shown as code.
            let is_whole = |code: &&&Code| {
                let blocks = code.blocks.0 as usize..code.blocks.1 as usize;
                is_in(code, i) && kept[blocks].iter().all(|&kept| kept)
            };
            let code = codes.peek().filter(is_whole).copied();
            let content = match code {
                // Its other blocks are part of it.
                Some(code) if written == Some(code.blocks) => continue,
                Some(code) => {
                    written = Some(code.blocks);
                    Content::Code(code)
                }
                None => Content::Block(i),
            };
            items.push(Item {
                content,
                path,
                kind,
            });
        }
        items
    }

    /// The structure that encloses a container, and the kind of the container itself.
    fn path(&self, container: ContainerId) -> (Vec<Element>, Kind) {
        let mut around: Vec<ContainerId> = self.page.up(container).collect();
        around.reverse();
        let mut path = Vec::new();
        let mut kind = Kind::Plain;
        let (mut list, mut table, mut row) = (None, None, None);
        let mut depth = 0;
        for id in around {
            let tag = self.page.containers[id as usize].tag;
            if let Some(rank) = tag.heading_rank() {
                kind = Kind::Heading(rank);
            }
            match tag {
                Tag::Blockquote if depth < MAX_DEPTH => {
                    depth += 1;
                    list = None;
                    path.push(Element::Quote(id));
                }
                Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => list = Some(id),
                Tag::Li if depth < MAX_DEPTH => {
                    if let Some(list) = list.take() {
                        depth += 1;
                        path.extend([Element::List(list), Element::Item(id)]);
                    }
                }
                Tag::Dt => kind = Kind::Term,
                Tag::Table => {
                    list = None;
                    (table, row) = (Some(id).filter(|&id| self.is_data[id as usize]), None);
                }
                Tag::Tr => row = Some(id),
                Tag::Td | Tag::Th => {
                    if let (Some(table), Some(row)) = (table, row) {
                        path.extend([Element::Table(table), Element::Row(row), Element::Cell(id)]);
                        // A cell holds a single line.
                        return (path, Kind::Plain);
                    }
                }
                _ => {}
            }
        }
        (path, kind)
    }

    /// Builds the nodes of consecutive items whose paths have `depth` elements in common.
    fn nodes(&self, items: &[Item<'a>], depth: usize) -> Vec<Node<'a>> {
        let mut nodes = Vec::new();
        let same = |a: &Item, b: &Item| a.path.get(depth) == b.path.get(depth);
        for group in items.chunk_by(same) {
            match group[0].path.get(depth) {
                None => self.leaves(group, &mut nodes),
                Some(Element::Quote(_)) => nodes.push(Node::Quote(self.nodes(group, depth + 1))),
                Some(Element::Table(_)) => nodes.push(Node::Table(self.rows(group, depth + 1))),
                Some(&Element::List(id)) => {
                    let same = |a: &Item, b: &Item| a.path.get(depth + 1) == b.path.get(depth + 1);
                    let items = group.chunk_by(same);
                    nodes.push(Node::List {
                        is_ordered: self.page.containers[id as usize].tag == Tag::Ol,
                        items: items.map(|item| self.nodes(item, depth + 2)).collect(),
                    });
                }
                // These follow the element that they are part of.
                Some(Element::Item(_) | Element::Row(_) | Element::Cell(_)) => {}
            }
        }
        nodes
    }

    fn rows(&self, items: &[Item<'a>], depth: usize) -> Vec<Vec<Cell<'a>>> {
        let same = |depth| move |a: &Item, b: &Item| a.path.get(depth) == b.path.get(depth);
        let mut rows: Vec<Vec<(u32, Cell)>> = Vec::new();
        for row in items.chunk_by(same(depth)) {
            let cells = row.chunk_by(same(depth + 1));
            rows.push(cells.map(|cell| self.cell(cell, depth + 1)).collect());
        }
        // If rows are mostly empty, columns would take more room than their contents.
        let held: usize = rows.iter().map(Vec::len).sum();
        let last = |row: &Vec<(u32, Cell)>| row.last().map_or(0, |cell| cell.0 as usize + 1);
        let is_dense = rows.iter().map(last).sum::<usize>() <= 4 * held;
        let aligned = |cells: Vec<(u32, Cell<'a>)>| {
            let mut row: Vec<Cell> = Vec::with_capacity(cells.len());
            for (column, cell) in cells {
                if is_dense && row.len() < column as usize {
                    row.resize(column as usize, Cell::default());
                }
                row.push(cell);
            }
            row
        };
        rows.into_iter().map(aligned).collect()
    }

    /// A cell and its column.
    fn cell(&self, items: &[Item<'a>], depth: usize) -> (u32, Cell<'a>) {
        let Some(&Element::Cell(id)) = items[0].path.get(depth) else {
            return (0, Cell::default());
        };
        let mut line: Line = Vec::new();
        for item in items {
            if !line.is_empty() {
                line.push(Run::Text(" "));
            }
            match &item.content {
                Content::Block(i) => line.extend(self.line(*i, false)),
                Content::Figure(picture, _) => line.push(Run::Picture(picture.clone())),
                // A table with code is not a data table.
                Content::Code(_) => {}
            }
        }
        let is_head = self.page.containers[id as usize].tag == Tag::Th;
        let column = self.columns[id as usize];
        (column, Cell { is_head, line })
    }

    fn line(&self, block: usize, is_heading: bool) -> Line<'a> {
        self.lines.line(&self.page.blocks[block], is_heading)
    }

    /// Adjacent blocks, code and pictures.
    fn leaves(&self, items: &[Item<'a>], nodes: &mut Vec<Node<'a>>) {
        let mut before = None;
        for item in items {
            let last = before.take();
            match (&item.content, item.kind) {
                (&Content::Code(code), _) => nodes.push(Node::Code(code)),
                (Content::Figure(picture, captions), _) => {
                    let captions = captions.iter().map(|&i| self.line(i, false));
                    nodes.push(Node::Figure(picture.clone(), captions.collect()));
                }
                (&Content::Block(i), Kind::Heading(rank)) => {
                    let mut line = self.line(i, true);
                    let goes_on = last.is_some_and(|last| self.is_beside(last, i));
                    match nodes.last_mut() {
                        Some(Node::Heading(_, heading)) if goes_on => {
                            heading.push(Run::Text(" "));
                            heading.append(&mut line);
                        }
                        _ => nodes.push(Node::Heading(rank, line)),
                    }
                    before = Some(i);
                }
                (&Content::Block(i), Kind::Term) => {
                    let line = self.line(i, true);
                    nodes.push(Node::Paragraph(vec![vec![Run::Strong(line)]]));
                }
                (&Content::Block(i), Kind::Plain) => {
                    let line = self.line(i, false);
                    let goes_on = last.is_some_and(|last| self.is_next_line(last, i));
                    match nodes.last_mut() {
                        Some(Node::Paragraph(lines)) if goes_on => lines.push(line),
                        _ => nodes.push(Node::Paragraph(vec![line])),
                    }
                    before = Some(i);
                }
            }
        }
    }

    fn is_beside(&self, a: usize, b: usize) -> bool {
        a + 1 == b && self.page.blocks[a].container == self.page.blocks[b].container
    }

    /// Whether a block continues the paragraph before it as its next line, as in verse or an address.
    fn is_next_line(&self, before: usize, block: usize) -> bool {
        let length = |i: usize| {
            self.page
                .text_of(&self.page.blocks[i])
                .chars()
                .take(LINE)
                .count()
        };
        self.is_beside(before, block)
            && self.marks.breaks.binary_search(&(block as u32)).is_ok()
            && length(before).min(length(block)) < LINE
    }
}

/// Whether a picture belongs to the article: whether the nearest block does, ignoring its caption and anything between
/// headline and article.
fn is_shown(image: &Image, kept: &[bool], rules: &[Option<Rule>]) -> bool {
    /// Blocks examined on either side.
    const NEAR: usize = 12;
    let at = (image.block as usize).min(kept.len());
    let is_between = |&i: &usize| {
        let between = [Rule::Caption, Rule::Credit, Rule::Headline, Rule::Editor];
        rules[i].is_some_and(|rule| between.contains(&rule))
    };
    let mut before = (0..at).rev().take(NEAR).skip_while(is_between);
    let mut after = (at..kept.len()).take(NEAR).skip_while(is_between);
    let is_kept = |i: Option<usize>| i.is_some_and(|i| kept[i]);
    !image.is_noise && (is_kept(before.next()) || is_kept(after.next()))
}
