//! The tables of the charsets, unpacked when they are first needed.

use crate::packed::{Cells, Unpacker};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// Charsets with a table of the upper 128 bytes.
pub(crate) const SINGLE_BYTE: usize = 27;

/// The character of a byte that is not ASCII, if it has one.
pub(crate) fn single_byte(charset: u8, byte: u8) -> Option<char> {
    static TABLES: OnceLock<Vec<u16>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let mut coder = Unpacker::new(include_bytes!("tables/single-byte.bin"));
        let mut cells = Cells::new();
        let mut tables = Vec::new();
        for _ in 0..SINGLE_BYTE {
            cells = cells.restarted();
            (0..128).for_each(|_| cells.code(&mut coder, 0));
            tables.extend(cells.characters().iter().map(|&c| c as u16));
        }
        tables
    });
    character(tables[usize::from(charset) * 128 + usize::from(byte & 0x7F)])
}

/// No table has a character at U+0000, so 0 marks an empty cell.
fn character(unit: u16) -> Option<char> {
    char::from_u32(unit.into()).filter(|&c| c != '\0')
}

pub(crate) const LEADS: RangeInclusive<u8> = 0x81..=0xFE;
pub(crate) const TRAILS: RangeInclusive<u8> = 0x40..=0xFE;
const TRAIL_COUNT: usize = 0xFE - 0x40 + 1;
/// Characters beyond U+FFFF. Values in the surrogate range stand for these.
const ASTRAL: u16 = 0xD800;

/// The characters of lead and trail bytes.
pub(crate) struct Table {
    packed: &'static [u8],
    order: Order,
    unpacked: OnceLock<Unpacked>,
}

struct Unpacked {
    units: Vec<u16>,
    astral: Vec<u32>,
}

/// The order in which a table is packed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Order {
    /// By lead and trail byte.
    Plain,
    /// First the original part, in which both bytes are at least `A1`. The rest was filled later with the remaining
    /// characters, in order.
    CoreFirst,
}

macro_rules! tables {
        ($($name:ident, $file:literal, $order:ident;)*) => {
            $(
                pub(crate) static $name: Table = Table {
                    packed: include_bytes!(concat!("tables/", $file, ".bin")),
                    order: Order::$order,
                    unpacked: OnceLock::new(),
                };
            )*
        };
    }

tables! {
    GB18030, "gb18030", CoreFirst;
    BIG5, "big5", Plain;
    JIS0208, "jis0208", CoreFirst;
    JIS0212, "jis0212", CoreFirst;
    EUC_KR, "euc-kr", CoreFirst;
}

impl Table {
    pub(crate) fn get(&self, lead: u8, trail: u8) -> Option<char> {
        if !LEADS.contains(&lead) || !TRAILS.contains(&trail) {
            return None;
        }
        let Unpacked { units, astral } = self.unpacked();
        let unit = units[cell(lead, trail)];
        match unit {
            ASTRAL..0xE000 => char::from_u32(*astral.get(usize::from(unit - ASTRAL))?),
            _ => character(unit),
        }
    }

    fn unpacked(&self) -> &Unpacked {
        self.unpacked.get_or_init(|| self.unpack())
    }

    fn unpack(&self) -> Unpacked {
        let mut coder = Unpacker::new(self.packed);
        let mut cells = Cells::new();
        let mut unpacked = Unpacked { units: vec![0; LEADS.len() * TRAIL_COUNT], astral: Vec::new() };
        let order = self.order.cells();
        order.iter().for_each(|_| cells.code(&mut coder, 0));
        for (&(lead, trail), &c) in order.iter().zip(cells.characters()) {
            unpacked.units[cell(lead, trail)] = u16::try_from(c).unwrap_or_else(|_| {
                unpacked.astral.push(c);
                ASTRAL + unpacked.astral.len() as u16 - 1
            });
        }
        unpacked
    }
}

fn cell(lead: u8, trail: u8) -> usize {
    usize::from(lead - LEADS.start()) * TRAIL_COUNT + usize::from(trail - TRAILS.start())
}

impl Order {
    /// Lead and trail byte of each cell.
    pub(crate) fn cells(self) -> Vec<(u8, u8)> {
        let all = || LEADS.flat_map(|lead| TRAILS.map(move |trail| (lead, trail)));
        let core = |&(lead, trail): &(u8, u8)| lead >= 0xA1 && trail >= 0xA1;
        match self {
            Order::Plain => all().collect(),
            Order::CoreFirst => all().filter(core).chain(all().filter(|at| !core(at))).collect(),
        }
    }
}

/// The character at a pointer of GB18030's four-byte sequences, which enumerate the characters that have no two-byte
/// sequence.
pub(crate) fn four_bytes(pointer: u32) -> Option<char> {
    /// The first pointer beyond U+FFFF.
    const SUPPLEMENTARY: u32 = 189_000;
    static LEFT: OnceLock<Vec<u16>> = OnceLock::new();
    match pointer {
        // The edition of 2005 swapped it with U+1E3F.
        7457 => Some('\u{E7C7}'),
        SUPPLEMENTARY.. => char::from_u32(pointer - SUPPLEMENTARY + 0x10000),
        _ => character(*LEFT.get_or_init(left_by_two_bytes).get(pointer as usize)?),
    }
}

fn left_by_two_bytes() -> Vec<u16> {
    let mut left = vec![true; 0x10000];
    GB18030.unpacked().units.iter().for_each(|&unit| left[usize::from(unit)] = false);
    left[..0x80].fill(false);
    left[0xD800..0xE000].fill(false);
    // Private-use characters that had two bytes before later editions put the characters below in their places. Those
    // editions changed nothing here.
    let replaced = [0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854, 0xE864];
    for unit in (0xE78D..=0xE796).chain([0xE5E5, 0xE7C7]).chain(replaced) {
        left[unit] = false;
    }
    left[0x1E3F] = true;
    left[0x9FB4..=0x9FBB].fill(true);
    left[0xFE10..=0xFE19].fill(true);
    (0..=u16::MAX).filter(|&unit| left[usize::from(unit)]).collect()
}
