//! How the tables are packed and unpacked.
//!
//! A table is a list of cells, each with a character or empty. Charsets list the characters of a Unicode block nearly
//! in its order, or by sound or strokes, and each character only once. So a cell is packed as the block of its
//! character and the number of unlisted characters between it and the last listed one of that block. These numbers go
//! through an arithmetic coder whose probabilities adapt to earlier numbers; gzip cannot shrink the result.

use std::ops::Range;

/// The Unicode blocks with characters in the tables.
const BLOCKS: [Range<u32>; 6] =
    [0x80..0x3400, 0x3400..0x4E00, 0x4E00..0xAC00, 0xAC00..0xD800, 0xE000..0x10000, 0x20000..0x30000];
/// What a cell holds: a character of one of the blocks, or one of these.
const REPEATED: usize = 6;
const NOTHING: usize = 7;
const KINDS: usize = 8;
/// Classes of numbers by their size, as context for the next number.
const SIZES: usize = 12;
/// The most binary digits of a number.
const DIGITS: usize = 18;

/// Writes or reads one binary decision.
pub(crate) trait Coder {
    /// A value that only a writer knows; a reader returns the default.
    fn known<T: Default>(&self, known: impl FnOnce() -> T) -> T;

    /// Returns the decision that was written or read.
    fn code(&mut self, odds: &mut Odds, decision: bool) -> bool;
}

/// The probability that a decision is "no", learnt from earlier decisions.
#[derive(Clone, Copy)]
pub(crate) struct Odds {
    /// In 65,536ths.
    no: u16,
    seen: u8,
}

impl Odds {
    const NEW: Odds = Odds { no: 1 << 15, seen: 0 };
    const MEMORY: u8 = 30;

    /// Where to divide a range: the lower part means "no".
    pub(crate) fn divide(&self, range: u32) -> u32 {
        (range >> 12) * u32::from(self.no >> 4)
    }

    pub(crate) fn learn(&mut self, decision: bool) {
        let rate = usize::from(self.seen) + 2;
        if decision {
            self.no -= divided(self.no, rate)
        } else {
            self.no += divided(u16::MAX - self.no, rate)
        }
        self.seen = Odds::MEMORY.min(self.seen + 1);
    }
}

/// Divides by multiplying, which is faster, since every decision needs a division. It is exact: rounding adds less than
/// a 32nd to the quotient.
fn divided(number: u16, rate: usize) -> u16 {
    const LARGEST: usize = Odds::MEMORY as usize + 2;
    const RECIPROCALS: [u64; LARGEST + 1] = {
        let mut reciprocals = [0; LARGEST + 1];
        let mut rate = 1;
        while rate <= LARGEST {
            reciprocals[rate] = (1u64 << 21).div_ceil(rate as u64);
            rate += 1;
        }
        reciprocals
    };
    ((u64::from(number) * RECIPROCALS[rate]) >> 21) as u16
}

/// Reads the decisions of a packed table.
pub(crate) struct Unpacker<'a> {
    packed: std::slice::Iter<'a, u8>,
    range: u32,
    code: u32,
}

impl<'a> Unpacker<'a> {
    pub(crate) fn new(packed: &'a [u8]) -> Unpacker<'a> {
        let mut unpacker = Unpacker { packed: packed.iter(), range: u32::MAX, code: 0 };
        (0..4).for_each(|_| unpacker.shift());
        unpacker
    }

    fn shift(&mut self) {
        // The packer leaves out zeros at the end.
        let next = self.packed.next().copied().unwrap_or(0);
        self.code = self.code << 8 | u32::from(next);
    }
}

impl Coder for Unpacker<'_> {
    fn known<T: Default>(&self, _: impl FnOnce() -> T) -> T {
        T::default()
    }

    fn code(&mut self, odds: &mut Odds, _: bool) -> bool {
        let lower = odds.divide(self.range);
        let decision = self.code >= lower;
        if decision {
            self.code -= lower;
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

/// The cells coded so far, and the statistics for the next.
pub(crate) struct Cells {
    characters: Vec<u32>,
    /// One bit for each character.
    used: Vec<u32>,
    /// The last character of each block.
    last: [u32; BLOCKS.len()],
    /// The size class of the last distance in each block.
    sizes: [usize; KINDS],
    kind: usize,
    /// The place after the last cell that was repeated.
    repeated: u32,
    odds: Box<Model>,
}

struct Model {
    kinds: [[Odds; KINDS]; KINDS],
    backward: [[Odds; SIZES]; KINDS],
    lengths: [[[Odds; DIGITS]; SIZES + 1]; KINDS],
    digits: [[[[Odds; 8]; DIGITS]; 2]; KINDS],
}

/// The place of one cell relative to another.
#[derive(Default)]
struct Distance {
    backward: bool,
    /// The distance between them; for characters, the number of unlisted ones between them.
    between: u32,
}

impl Cells {
    pub(crate) fn new() -> Cells {
        Cells {
            characters: Vec::new(),
            used: Vec::new(),
            last: [0; BLOCKS.len()],
            sizes: [0; KINDS],
            kind: NOTHING,
            repeated: 0,
            odds: Box::new(Model {
                kinds: [[Odds::NEW; KINDS]; KINDS],
                backward: [[Odds::NEW; SIZES]; KINDS],
                lengths: [[[Odds::NEW; DIGITS]; SIZES + 1]; KINDS],
                digits: [[[[Odds::NEW; 8]; DIGITS]; 2]; KINDS],
            }),
        }
        .restarted()
    }

    /// Begins another table and keeps the statistics of this one.
    pub(crate) fn restarted(mut self) -> Cells {
        self.characters.clear();
        self.used = vec![0; 0x30000 / 32];
        self.last = BLOCKS.map(|block| block.start - 1);
        self.sizes = [0; KINDS];
        self.repeated = 0;
        self
    }

    pub(crate) fn characters(&self) -> &[u32] {
        &self.characters
    }

    /// Codes the next cell; an empty cell is 0. An unpacker ignores `character`.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, character: u32) {
        let known = coder.known(|| self.kind_of(character));
        let kind = self.code_kind(coder, known);
        let coded = match kind {
            NOTHING => 0,
            REPEATED => {
                let repetition = coder.known(|| self.repetition(character));
                let Distance { backward, between } = self.code_distance(coder, kind, repetition);
                let cell = if backward { self.repeated - between } else { self.repeated + between };
                self.repeated = cell + 1;
                self.characters[cell as usize]
            }
            block => {
                let known_distance = coder.known(|| self.distance_to(block, character));
                let distance = self.code_distance(coder, kind, known_distance);
                let listed = self.at_distance(block, distance);
                self.last[block] = listed;
                self.used[listed as usize / 32] |= 1 << (listed % 32);
                listed
            }
        };
        self.characters.push(coded);
    }

    fn kind_of(&self, character: u32) -> usize {
        match character {
            0 => NOTHING,
            _ if self.is_used(character) => REPEATED,
            _ => BLOCKS.iter().position(|block| block.contains(&character)).unwrap_or(NOTHING),
        }
    }

    fn is_used(&self, character: u32) -> bool {
        self.used[character as usize / 32] >> (character % 32) & 1 == 1
    }

    /// The place of a repeated character, relative to the place after the last repeated one.
    fn repetition(&self, character: u32) -> Distance {
        let cell = self.characters.iter().position(|&c| c == character).unwrap_or_default() as u32;
        Distance { backward: cell < self.repeated, between: cell.abs_diff(self.repeated) }
    }

    fn code_kind(&mut self, coder: &mut impl Coder, kind: usize) -> usize {
        let odds = &mut self.odds.kinds[self.kind];
        self.kind = code_digits(coder, odds, 3, kind as u32) as usize;
        self.kind
    }

    /// Codes a number by its length, with the length of the previous one as context, and its digits.
    fn code_distance(&mut self, coder: &mut impl Coder, kind: usize, distance: Distance) -> Distance {
        let model = &mut *self.odds;
        let size = self.sizes[kind];
        let backward = coder.code(&mut model.backward[kind][size], distance.backward);
        let lengths = &mut model.lengths[kind][if backward { SIZES } else { size }];
        let number = distance.between + 1;
        let mut length = 0;
        while length < DIGITS - 1 && coder.code(&mut lengths[length], number >> (length + 1) > 0) {
            length += 1;
        }
        let odds = &mut model.digits[kind][usize::from(backward)][length];
        let coded = 1 << length | code_digits(coder, odds, length, number);
        self.sizes[kind] = length.min(SIZES - 1);
        Distance { backward, between: coded - 1 }
    }

    fn distance_to(&self, block: usize, character: u32) -> Distance {
        let last = self.last[block];
        let between = if character > last { last + 1..character } else { character + 1..last };
        Distance { backward: character <= last, between: between.filter(|&c| !self.is_used(c)).count() as u32 }
    }

    fn at_distance(&self, block: usize, distance: Distance) -> u32 {
        let Distance { backward, mut between } = distance;
        let last = self.last[block];
        let mut c = if backward { last - 1 } else { last + 1 };
        loop {
            // The unlisted characters of a word of the bit set, from this one on; its bit comes first.
            let word = !self.used[c as usize / 32];
            let mut free = if backward { word << (31 - c % 32) } else { word.reverse_bits() << (c % 32) };
            if free.count_ones() > between {
                (0..between).for_each(|_| free &= u32::MAX >> 1 >> free.leading_zeros());
                let steps = free.leading_zeros();
                return if backward { c - steps } else { c + steps };
            }
            between -= free.count_ones();
            c = if backward { c - c % 32 - 1 } else { c - c % 32 + 32 };
        }
    }
}

/// Codes the last `length` digits of a number. All but the first three are equally likely to be 0 or 1.
fn code_digits(coder: &mut impl Coder, odds: &mut [Odds; 8], length: usize, number: u32) -> u32 {
    let mut coded = 1;
    for place in (0..length).rev() {
        let odds = odds.get_mut(coded as usize).filter(|_| coded < 8);
        let digit = coder.code(odds.unwrap_or(&mut { Odds::NEW }), number >> place & 1 == 1);
        coded = coded << 1 | u32::from(digit);
    }
    coded & !(1 << length)
}

#[test]
fn division_by_a_rate_is_exact() {
    for rate in 1..=usize::from(Odds::MEMORY) + 2 {
        for number in 0..=u16::MAX {
            assert_eq!(divided(number, rate), number / rate as u16, "{number} / {rate}");
        }
    }
}
