//! The parts of an article, for both formats.

use crate::markup::inline::{Line, Picture};
use crate::parse::grid::Align;
use crate::parse::marks::Code;

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
        /// The number of the first item, if the items are numbered.
        start: Option<u32>,
        items: Vec<ListItem<'a>>,
    },
    /// The terms and definitions of a description list.
    Description(Vec<Described<'a>>),
    Table(Table<'a>),
}

/// An item of a list.
#[derive(Debug, Clone)]
pub struct ListItem<'a> {
    /// Whether a task is done; `None` if this is not a task.
    pub task: Option<bool>,
    pub nodes: Vec<Node<'a>>,
}

/// A term or a definition.
#[derive(Debug, Clone)]
pub struct Described<'a> {
    pub is_term: bool,
    pub nodes: Vec<Node<'a>>,
}

/// A data table.
#[derive(Debug, Clone)]
pub struct Table<'a> {
    pub caption: Vec<Node<'a>>,
    pub rows: Vec<Vec<Cell<'a>>>,
}

/// A cell of a row; empty cells are included.
#[derive(Debug, Clone)]
pub struct Cell<'a> {
    pub is_head: bool,
    /// Its first column, from 0.
    pub column: usize,
    /// How many columns it spans.
    pub columns: usize,
    /// How many rows it spans.
    pub rows: u32,
    pub align: Option<Align>,
    pub nodes: Vec<Node<'a>>,
}
