//! The structure of an article, derived from the containers of its blocks.

use crate::extract::body::{Body, units};
use crate::markup::inline::{Line, Lines, Picture, Run};
use crate::markup::nodes::{Described, ListItem, Node};
use crate::parse::block::{Container, ContainerId, Page};
use crate::parse::grid::Row;
use crate::parse::marks::{Code, Image, ListMark, Marks};
use crate::parse::noise::{Hints, Rule};
use crate::parse::tag::Tag;

/// Deepest nesting of quotations and lists. Deeper levels are omitted, and their contents belong to the last one.
const MAX_DEPTH: usize = 6;
/// Longest line, in characters, that may be one of several lines of a paragraph. Longer lines are paragraphs of their
/// own, whatever separates them.
const MAX_LINE_CHARS: usize = 60;

/// A structural element, with its container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    Quote(ContainerId),
    List(ContainerId),
    Item(ContainerId),
    Description(ContainerId),
    Term(ContainerId),
    Definition(ContainerId),
    Table(ContainerId),
    Caption(ContainerId),
    Row(ContainerId),
    Cell(ContainerId),
}

/// The kind of a block itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Heading(u8),
    /// The title of what follows: a summary, or the title of an admonition.
    Title,
}

enum Content<'a> {
    Block(usize),
    Code(&'a Code),
    Figure(Picture<'a>, Vec<usize>),
}

/// A kept part of the page.
pub struct Item<'a> {
    content: Content<'a>,
    pub path: Vec<Element>,
    kind: Kind,
}

/// The article as a tree. Without tables, every table counts as layout.
pub fn nodes<'a>(page: &'a Page, marks: &'a Marks, body: &Body, base: &'a str, has_tables: bool) -> Vec<Node<'a>> {
    let mut rows = vec![None; page.containers.len()];
    for row in &marks.rows {
        rows[row.container as usize] = Some(row);
    }
    let mut list_marks = vec![None; page.containers.len()];
    for &(id, mark) in &marks.lists {
        list_marks[id as usize] = Some(mark);
    }
    let tree = Tree {
        page,
        marks,
        lines: Lines::new(page, marks, base),
        rows,
        list_marks,
        is_data: if has_tables { data_tables(page, marks) } else { vec![false; page.containers.len()] },
        held: held(page),
    };
    tree.nodes(&tree.items(body, base), 0)
}

pub struct Tree<'a> {
    pub page: &'a Page,
    marks: &'a Marks,
    lines: Lines<'a>,
    /// For each container, the recorded data of its row, if it is one.
    pub rows: Vec<Option<&'a Row>>,
    /// For each container, the mark of its list or item, if it is one.
    list_marks: Vec<Option<ListMark>>,
    is_data: Vec<bool>,
    /// For each container, its first block, and the number of blocks in it.
    held: Vec<(usize, u32)>,
}

/// For each container, its first block, and the number of blocks in it and in its descendants.
fn held(page: &Page) -> Vec<(usize, u32)> {
    let mut held = vec![(usize::MAX, 0); page.containers.len()];
    for (i, block) in page.blocks.iter().enumerate() {
        let (first, count) = &mut held[block.container as usize];
        (*first, *count) = ((*first).min(i), *count + 1);
    }
    for id in (1..held.len()).rev() {
        let inner = held[id];
        let outer = &mut held[page.containers[id].parent as usize];
        *outer = (outer.0.min(inner.0), outer.1 + inner.1);
    }
    held
}

/// The data tables, except tables that only number the lines of code.
fn data_tables(page: &Page, marks: &Marks) -> Vec<bool> {
    let mut is_data = units::data_tables(page);
    for code in &marks.codes {
        let (first, last) = (code.blocks.0 as usize, code.blocks.1 as usize - 1);
        let [first, last] = [first, last].map(|i| page.blocks[i].container);
        let [cell, last_cell] = [first, last].map(|id| nearest(page, id, &[Tag::Td, Tag::Th]));
        if cell != last_cell
            && let Some(table) = nearest(page, first, &[Tag::Table])
        {
            is_data[table as usize] = false;
        }
    }
    is_data
}

/// The container itself, or the nearest one around it, that has one of these tags.
fn nearest(page: &Page, container: ContainerId, tags: &[Tag]) -> Option<ContainerId> {
    page.up(container).find(|&id| tags.contains(&page.containers[id as usize].tag))
}

impl Element {
    /// Whether it is more than a part of another element.
    fn is_outer(self) -> bool {
        use Element::*;
        matches!(self, Quote(_) | List(_) | Description(_) | Table(_))
    }
}

/// Whether two items are in the same element at this depth of their paths.
pub fn same_at(depth: usize) -> impl Fn(&Item, &Item) -> bool {
    move |a, b| a.path.get(depth) == b.path.get(depth)
}

impl<'a> Tree<'a> {
    /// The kept items, in document order.
    fn items(&self, body: &Body, base: &str) -> Vec<Item<'a>> {
        let shown = self.marks.images.iter().filter(|image| !image.is_inside && self.is_shown(image, &body.rules));
        let mut images = shown.peekable();
        let mut codes = self.marks.codes.iter().peekable();
        let mut items: Vec<Item> = Vec::new();
        let mut captions: Vec<usize> = Vec::new();
        let mut written = None;
        let mut last_picture = (0, "");
        for &i in &body.kept {
            while let Some(image) = images.next_if(|image| image.block as usize <= i) {
                let Some(picture) = Picture::new(image, base) else {
                    continue;
                };
                // Another size of the picture before, or a copy that opens in front of the page.
                let this = (image.block, file(&image.src));
                if std::mem::replace(&mut last_picture, this) == this && !image.src.is_empty() {
                    continue;
                }
                let is_caption =
                    |&at: &usize| body.rules.get(at) == Some(&Some(Rule::Caption)) && !captions.contains(&at);
                let own: Vec<usize> = (image.block as usize..).take(2).take_while(is_caption).collect();
                captions.clone_from(&own);
                let (path, _) = self.path(self.container_of(image));
                items.push(Item { content: Content::Figure(picture, own), path, kind: Kind::Plain });
            }
            let (path, kind) = self.path(self.page.blocks[i].container);
            while codes.next_if(|code| code.blocks.1 as usize <= i).is_some() {}
            // Code with missing parts would not run, so it is not shown as code.
            let code = codes.peek().copied().filter(|code| {
                let blocks = code.blocks.0 as usize..code.blocks.1 as usize;
                blocks.contains(&i) && body.rules[blocks].iter().all(Option::is_none)
            });
            let content = match code {
                // Its other blocks are part of it.
                Some(code) if written == Some(code.blocks) => continue,
                Some(code) => {
                    written = Some(code.blocks);
                    Content::Code(code)
                }
                None => Content::Block(i),
            };
            items.push(Item { content, path, kind });
        }
        items
    }

    /// The container in which to show a picture: usually its own. A picture between the cells of a data table is in a
    /// cell without text so far, and is shown with the next text of the table, otherwise with the last.
    fn container_of(&self, image: &Image) -> ContainerId {
        let part = nearest(self.page, image.container, &[Tag::Td, Tag::Th, Tag::Table, Tag::Caption]);
        // Of these, only a table can be a data table.
        let Some(outer) = part.filter(|&id| self.is_data[id as usize]) else {
            return image.container;
        };
        let at = image.block as usize;
        let beside = [Some(at), at.checked_sub(1)].into_iter().flatten().filter_map(|i| self.page.blocks.get(i));
        let mut containers = beside.map(|block| block.container);
        let found = containers.find(|&container| nearest(self.page, container, &[Tag::Table]) == Some(outer));
        found.unwrap_or(image.container)
    }

    /// The structure that encloses a container, and the kind of the container itself.
    fn path(&self, container: ContainerId) -> (Vec<Element>, Kind) {
        let mut around: Vec<ContainerId> = self.page.up(container).collect();
        around.reverse();
        let mut path = Vec::new();
        let mut kind = Kind::Plain;
        let (mut list, mut table, mut row) = (None, None, None);
        let mut admonition: Option<ContainerId> = None;
        let mut depth = 0;
        for id in around {
            let Container { tag, hints, .. } = self.page.containers[id as usize];
            let is_admonition = hints.contains(Hints::ADMONITION);
            if is_admonition && admonition.is_some_and(|around| self.is_title(id, around)) {
                kind = Kind::Title;
            }
            if let Some(rank) = tag.heading_rank() {
                kind = Kind::Heading(rank);
            }
            let fits = depth < MAX_DEPTH;
            match tag {
                Tag::Blockquote | Tag::Div | Tag::Section | Tag::Aside
                    if fits && (tag == Tag::Blockquote || is_admonition && admonition.is_none()) =>
                {
                    list = None;
                    admonition = Some(id).filter(|_| is_admonition).or(admonition);
                    path.push(Element::Quote(id));
                }
                Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir | Tag::Dl => list = Some(id),
                Tag::Li | Tag::Dt | Tag::Dd if fits => {
                    let Some(list) = list.take() else { continue };
                    path.extend(match tag {
                        Tag::Li => [Element::List(list), Element::Item(id)],
                        Tag::Dt => [Element::Description(list), Element::Term(id)],
                        _ => [Element::Description(list), Element::Definition(id)],
                    });
                }
                // Elements in code are its lines.
                Tag::Pre => break,
                Tag::Summary => kind = Kind::Title,
                Tag::Table => {
                    list = None;
                    (table, row) = (Some(id).filter(|&id| self.is_data[id as usize]), None);
                }
                Tag::Caption => {
                    let Some(table) = table.take() else { continue };
                    path.extend([Element::Table(table), Element::Caption(id)]);
                }
                Tag::Tr => row = Some(id),
                Tag::Td | Tag::Th if fits => {
                    let (Some(table), Some(row)) = (table.take(), row.take()) else {
                        continue;
                    };
                    path.extend([Element::Table(table), Element::Row(row), Element::Cell(id)]);
                }
                _ => continue,
            }
            depth = path.iter().filter(|element| element.is_outer()).count();
        }
        (path, kind)
    }

    /// Whether an element holds the first line of an admonition, and no other: its title.
    fn is_title(&self, id: ContainerId, admonition: ContainerId) -> bool {
        let ((first, count), whole) = (self.held[id as usize], self.held[admonition as usize]);
        count == 1 && first == whole.0 && whole.1 > 1
    }

    /// Builds the nodes of consecutive items whose paths have `depth` elements in common.
    pub fn nodes(&self, items: &[Item<'a>], depth: usize) -> Vec<Node<'a>> {
        let mut nodes = Vec::new();
        for group in items.chunk_by(same_at(depth)) {
            let parts = group.chunk_by(same_at(depth + 1));
            match group[0].path.get(depth) {
                None => self.leaves(group, &mut nodes),
                Some(Element::Quote(_)) => nodes.push(Node::Quote(self.nodes(group, depth + 1))),
                Some(Element::Table(_)) => nodes.push(Node::Table(self.table(group, depth + 1))),
                Some(&Element::List(id)) => {
                    let (mut start, mut items) = (self.start(id), Vec::new());
                    for item in parts {
                        let mark = self.mark(item[0].path.get(depth + 1));
                        if let (Some(first), Some(ListMark::Start(value))) = (start, mark)
                            && value != first.wrapping_add(items.len() as u32)
                        {
                            if !items.is_empty() {
                                nodes.push(Node::List { start, items: std::mem::take(&mut items) });
                            }
                            start = Some(value);
                        }
                        items.push(ListItem {
                            task: match mark {
                                Some(ListMark::Task(is_done)) => Some(is_done),
                                _ => None,
                            },
                            nodes: self.nodes(item, depth + 2),
                        });
                    }
                    nodes.push(Node::List { start, items });
                }
                Some(Element::Description(_)) => {
                    let described = parts.map(|part| Described {
                        is_term: matches!(part[0].path.get(depth + 1), Some(Element::Term(_))),
                        nodes: self.nodes(part, depth + 2),
                    });
                    nodes.push(Node::Description(described.collect()));
                }
                // These follow the element that they are part of.
                Some(_) => {}
            }
        }
        nodes
    }

    /// The number of the first item of a list, if its items are numbered.
    fn start(&self, list: ContainerId) -> Option<u32> {
        let is_ordered = self.page.containers[list as usize].tag == Tag::Ol;
        is_ordered.then_some(match self.list_marks[list as usize] {
            Some(ListMark::Start(start)) => start,
            _ => 1,
        })
    }

    /// The mark of an item: its number, or that it is a task.
    fn mark(&self, item: Option<&Element>) -> Option<ListMark> {
        match item {
            Some(&Element::Item(id)) => self.list_marks[id as usize],
            _ => None,
        }
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
                (&Content::Block(i), Kind::Title) => {
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
        let length = |i: usize| self.page.text_of(&self.page.blocks[i]).chars().take(MAX_LINE_CHARS).count();
        self.is_beside(before, block)
            && self.marks.breaks.binary_search(&(block as u32)).is_ok()
            && length(before).min(length(block)) < MAX_LINE_CHARS
    }

    /// Whether a picture belongs to the article: whether the nearest block on either side does, ignoring captions and
    /// anything between headline and article. Around a figure, a few other blocks may come in between.
    fn is_shown(&self, image: &Image, rules: &[Option<Rule>]) -> bool {
        /// Number of blocks searched on either side.
        const SEARCHED: usize = 40;
        /// Number of other blocks allowed next to a figure.
        const OTHERS: usize = 3;
        let at = (image.block as usize).min(rules.len());
        let is_between = |&i: &usize| {
            let between = [Rule::Caption, Rule::Credit, Rule::Headline, Rule::Editor];
            rules[i].is_some_and(|rule| between.contains(&rule) || self.is_in_figure(i))
        };
        let near = if image.is_figure { OTHERS } else { 1 };
        let mut before = (at.saturating_sub(SEARCHED)..at).rev().skip_while(is_between);
        let mut after = (at..rules.len()).take(SEARCHED).skip_while(is_between);
        let is_after = after.by_ref().take(near).any(|i| rules[i].is_none());
        let is_before = before.by_ref().take(near).any(|i| rules[i].is_none());
        match image.noise {
            None => is_before || is_after,
            // Class names that mean furniture elsewhere also name the parts of articles.
            Some(Rule::ClassWord) => is_before && is_after,
            Some(_) => false,
        }
    }

    fn is_in_figure(&self, block: usize) -> bool {
        /// Largest number of elements between a figure and its caption.
        const DEEP: usize = 4;
        let mut around = self.page.up(self.page.blocks[block].container).take(DEEP);
        around.any(|id| self.page.containers[id as usize].tag == Tag::Figure)
    }
}

/// The name of a file, without the size that some sites add to it.
fn file(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    match stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x').strip_suffix('-') {
        Some(rest) if stem[rest.len()..].contains('x') => rest,
        _ if stem.is_empty() => address,
        _ => stem,
    }
}
