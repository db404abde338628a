//! The rows of tables and their cells, empty ones and spans included.

/// Index of a container, as in blocks.
type ContainerId = u32;

/// Most columns of a table; cells beyond them are not recorded.
const MAX_COLUMNS: u32 = 500;
/// Most rows that one cell may span.
const MAX_ROWS: u32 = 1000;
/// Most cells kept of a page, many times what a long article has.
const MAX_CELLS: usize = 50_000;

/// A row of a table.
#[derive(Debug, Clone, Default)]
pub struct Row {
    pub container: ContainerId,
    /// Its cells, empty ones included.
    pub cells: Vec<Cell>,
}

/// A cell of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Its container; `None` if it is empty.
    pub container: Option<ContainerId>,
    pub is_head: bool,
    /// Its first column, from 0.
    pub column: u32,
    pub columns: u32,
    pub rows: u32,
    /// How its text is aligned, if it states that.
    pub align: Option<Align>,
}

/// The alignment of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

impl Align {
    /// The alignment that an `align` attribute states or, without one, a `style`.
    pub fn from_attributes(align: &str, style: &str) -> Option<Align> {
        let value = if align.is_empty() { declared(style) } else { align };
        let mut values = [Align::Left, Align::Center, Align::Right].into_iter();
        values.find(|align| value.trim().eq_ignore_ascii_case(align.name()))
    }

    /// Its name in HTML.
    pub fn name(self) -> &'static str {
        match self {
            Align::Left => "left",
            Align::Center => "center",
            Align::Right => "right",
        }
    }
}

/// The value that a `style` declares for `text-align`.
fn declared(style: &str) -> &str {
    let mut declarations = style.split(';').filter_map(|part| part.split_once(':'));
    let found = declarations.find(|(name, _)| name.trim().eq_ignore_ascii_case("text-align"));
    found.map_or("", |(_, value)| value)
}

/// The attributes of a cell.
#[derive(Debug, Clone, Copy, Default)]
pub struct CellAttributes {
    pub is_head: bool,
    /// `colspan`.
    pub columns: Option<u32>,
    /// `rowspan`.
    pub rows: Option<u32>,
    /// `align` or `style`.
    pub align: Option<Align>,
}

struct OpenTable {
    serial: u32,
    /// For each column, how many more rows a cell above covers.
    covered: Vec<u32>,
}

struct OpenRow {
    serial: u32,
    container: Option<ContainerId>,
    column: u32,
    /// With their serials.
    cells: Vec<(u32, Cell)>,
}

/// Gathers rows while a page is parsed.
#[derive(Default)]
pub struct Grid {
    rows: Vec<Row>,
    kept: usize,
    open_tables: Vec<OpenTable>,
    open_rows: Vec<OpenRow>,
}

impl Grid {
    pub fn open_table(&mut self, serial: u32) {
        self.open_tables.push(OpenTable { serial, covered: Vec::new() });
    }

    pub fn open_row(&mut self, serial: u32) {
        self.open_rows.push(OpenRow { serial, container: None, column: 0, cells: Vec::new() });
    }

    pub fn open_cell(&mut self, serial: u32, attributes: CellAttributes) {
        let (Some(row), Some(table)) = (self.open_rows.last_mut(), self.open_tables.last_mut()) else {
            return;
        };
        if row.serial < table.serial || self.kept >= MAX_CELLS {
            return;
        }
        while table.covered.get(row.column as usize).is_some_and(|&rows| rows > 0) {
            row.column += 1;
        }
        if row.column >= MAX_COLUMNS {
            return;
        }
        let columns = attributes.columns.unwrap_or(1).clamp(1, MAX_COLUMNS - row.column);
        let rows = attributes.rows.unwrap_or(1).clamp(1, MAX_ROWS);
        let (first, end) = (row.column as usize, (row.column + columns) as usize);
        if rows > 1 {
            table.covered.resize(table.covered.len().max(end), 0);
            // This row is counted, too, since it ends later.
            table.covered[first..end].fill(rows);
        }
        let cell = Cell {
            container: None,
            is_head: attributes.is_head,
            column: row.column,
            columns,
            rows,
            align: attributes.align,
        };
        self.kept += 1;
        row.column += columns;
        row.cells.push((serial, cell));
    }

    /// Records that an element holds text and is now a container.
    pub fn note_container(&mut self, serial: u32, id: ContainerId) {
        // The cells of a row begin before the rows of any table inside them.
        let after = self.open_rows.partition_point(|row| row.serial <= serial);
        let Some(row) = self.open_rows[..after].last_mut() else {
            return;
        };
        if row.serial == serial {
            row.container = Some(id);
        } else if let Some((last, cell)) = row.cells.last_mut()
            && *last == serial
        {
            cell.container = Some(id);
        }
    }

    /// Ends the element with this serial and everything inside it.
    pub fn pop_to(&mut self, serial: u32) {
        while let Some(row) = self.open_rows.pop_if(|row| row.serial >= serial) {
            let mut tables = self.open_tables.iter_mut().rev();
            if let Some(table) = tables.find(|table| table.serial < row.serial) {
                for rows in &mut table.covered {
                    *rows = rows.saturating_sub(1);
                }
            }
            if let Some(container) = row.container {
                let cells = row.cells.into_iter().map(|(_, cell)| cell).collect();
                self.rows.push(Row { container, cells });
            }
        }
        self.open_tables.retain(|table| table.serial < serial);
    }

    /// All rows, in the order of their ends.
    pub fn finish(mut self) -> Vec<Row> {
        self.pop_to(0);
        self.rows
    }
}
