//! Packs the tables, from what `encoding_rs` decodes.
//!
//! `OFFPRINT_RECORD=1 cargo test -p offprint-encoding packed` rewrites them.

use crate::packed::{Cells, Coder, Odds};
use crate::tables::{Order, SINGLE_BYTE};
use encoding_rs::*;

/// Writes decisions. Carries propagate back into the bytes already written.
struct Packer {
    packed: Vec<u8>,
    low: u64,
    range: u32,
}

impl Packer {
    fn new() -> Packer {
        Packer { packed: Vec::new(), low: 0, range: u32::MAX }
    }

    fn shift(&mut self) {
        if self.low >> 32 > 0 {
            let carried = self.packed.iter_mut().rev().find_map(|byte| {
                *byte = byte.wrapping_add(1);
                (*byte != 0).then_some(())
            });
            carried.expect("a carry needs something before it");
        }
        self.packed.push((self.low >> 24) as u8);
        self.low = self.low << 8 & 0xFFFF_FFFF;
    }

    fn finish(mut self) -> Vec<u8> {
        (0..4).for_each(|_| self.shift());
        while self.packed.last() == Some(&0) {
            self.packed.pop();
        }
        self.packed
    }
}

impl Coder for Packer {
    fn known<T: Default>(&self, known: impl FnOnce() -> T) -> T {
        known()
    }

    fn code(&mut self, odds: &mut Odds, decision: bool) -> bool {
        let lower = odds.divide(self.range);
        if decision {
            self.low += u64::from(lower);
            self.range -= lower;
        } else {
            self.range = lower;
        }
        odds.learn(decision);
        while self.range < 1 << 24 {
            self.shift();
            self.range <<= 8;
        }
        decision
    }
}

/// The one character that bytes decode to; 0 if they are invalid.
fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> u32 {
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes).unwrap_or_default();
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => c.into(),
        _ => 0,
    }
}

fn double_byte(order: Order, character: impl Fn(u8, u8) -> u32) -> Vec<u8> {
    let (mut packer, mut cells) = (Packer::new(), Cells::new());
    for (lead, trail) in order.cells() {
        cells.code(&mut packer, character(lead, trail));
    }
    packer.finish()
}

fn single_byte() -> Vec<u8> {
    let (mut packer, mut cells) = (Packer::new(), Cells::new());
    for charset in 0..SINGLE_BYTE {
        let ours = crate::ALL.iter().find(|encoding| encoding.kind == crate::Kind::SingleByte(charset as u8));
        let name = ours.expect("a charset for each table").name();
        let theirs = Encoding::for_label(name.as_bytes()).expect("the same charset");
        cells = cells.restarted();
        (0x80..=0xFF).for_each(|byte| cells.code(&mut packer, decoded(theirs, &[byte])));
    }
    packer.finish()
}

/// A pointer beyond 94 rows is stored before the first row; see `step::jis0208`.
fn jis0208(lead: u8, trail: u8) -> u32 {
    match (lead, trail) {
        (0xA1.., 0xA1..) => decoded(EUC_JP, &[lead, trail]),
        (0x81..=0x99, 0xA1..) => {
            let pointer = (u32::from(lead) - 0x81 + 94) * 94 + u32::from(trail) - 0xA1;
            let (row, cell) = ((pointer / 188) as u8, (pointer % 188) as u8);
            let lead = row + if row < 0x1F { 0x81 } else { 0xC1 };
            // Lower pointers are for private use.
            if pointer < 10716 || lead > 0xFC {
                return 0;
            }
            decoded(SHIFT_JIS, &[lead, cell + if cell < 0x3F { 0x40 } else { 0x41 }])
        }
        _ => 0,
    }
}

fn high(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte >= 0xA1)
}

#[test]
fn packed_tables_decode_as_encoding_rs_does() {
    let packed = [
        ("single-byte", single_byte()),
        ("gb18030", double_byte(Order::CoreFirst, |a, b| decoded(GB18030, &[a, b]))),
        ("big5", double_byte(Order::Plain, |a, b| decoded(BIG5, &[a, b]))),
        ("jis0208", double_byte(Order::CoreFirst, jis0208)),
        (
            "jis0212",
            double_byte(Order::CoreFirst, |a, b| if high(&[a, b]) { decoded(EUC_JP, &[0x8F, a, b]) } else { 0 }),
        ),
        ("euc-kr", double_byte(Order::CoreFirst, |a, b| decoded(EUC_KR, &[a, b]))),
    ];
    for (name, bytes) in packed {
        let path = format!("{}/src/tables/{name}.bin", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("OFFPRINT_RECORD").is_some() {
            std::fs::write(&path, &bytes).expect("the tables can be written");
        }
        let written = std::fs::read(&path).expect("the tables can be read");
        assert!(written == bytes, "{path} differs: OFFPRINT_RECORD=1 cargo test -p offprint-encoding packed");
    }
}
