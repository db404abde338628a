//! The records of a web archive, packed by gzip or not. Damage is reported, and reading goes on at the next intact
//! record, so that one bad block does not lose the rest of a crawl.

use crate::gzip::{self, MAGIC};
use flate2::bufread::GzDecoder;
use regex::bytes::Regex;
use std::io::{self, BufRead, Read};
use std::sync::LazyLock;

/// Bytes read in one step.
const PIECE: usize = 64 << 10;
/// Packed bytes of a member that are kept, so that a damaged member can be searched for another.
const KEPT: usize = 1 << 20;
/// The most bytes that the fields at the head of a record may take.
const HEAD: usize = 1 << 20;
/// Bytes that are enough to recognise a record.
const LONGEST: usize = 64;
/// The end of a record; some programs leave out the carriage returns.
const ENDING: &[u8] = b"\r\n\r\n";
/// The beginning of a record.
pub const RECORD: &[u8] = b"WARC/";

static FIRST_LINE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^WARC/\d\.\d+\r?\n"));
static BEGIN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"WARC/\d\.\d+\r?\n(?:WARC|Content)-[\w-]+:"));
static END_OF_HEAD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\n\r?\n"));

fn pattern(text: &str) -> Regex {
    Regex::new(&format!("(?-u){text}")).expect("a valid pattern")
}

/// A place where an archive cannot be read.
#[derive(Debug)]
pub struct Damage {
    pub reason: &'static str,
    /// The offset in the file; in a packed file, that of the gzip member.
    pub offset: u64,
}

/// A record, or a place where records are lost.
#[derive(Debug)]
pub enum Found {
    Record { head: String, content: Vec<u8> },
    Damage(Damage),
}

/// The value of a field, by its name in lower case; lines that are not fields are skipped.
pub fn field<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

fn length_in(head: &str) -> Option<u64> {
    let length = field(head, "content-length")?;
    let is_number = length.len() <= 15 && length.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| length.parse().ok()).flatten()
}

enum Stop {
    Damage(Damage),
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

/// The records of an archive in their order.
pub struct Records<R> {
    pieces: Pieces<R>,
    /// Bytes of a record's content that are kept.
    most: usize,
    buffer: Vec<u8>,
    /// The offset in the file of the buffer, or of the member in which it begins.
    offset: u64,
    /// Whether the place of the next record is unknown.
    lost: bool,
    /// The offset of the last damage.
    told: Option<u64>,
    ended: bool,
}

impl<R: Read> Records<R> {
    pub fn new(mut from: R, most: usize) -> io::Result<Records<io::Chain<io::Cursor<Vec<u8>>, R>>> {
        let mut start = Vec::new();
        let magic = from.by_ref().take(MAGIC.len() as u64);
        { magic }.read_to_end(&mut start)?;
        let packed = start == MAGIC;
        let from = io::Cursor::new(start).chain(from);
        Ok(Records {
            pieces: match packed {
                true => Pieces::Packed(Box::new(Members::new(from))),
                false => Pieces::Plain { from, offset: 0 },
            },
            most,
            buffer: Vec::new(),
            offset: 0,
            lost: false,
            told: None,
            ended: false,
        })
    }

    /// Waits for more bytes, or for proof that the bytes so far are intact. False at the end.
    fn more(&mut self) -> Result<bool, Stop> {
        match self.pieces.next()? {
            None => return Ok(false),
            Some(Piece::Damage(damage)) => {
                // It belongs to the damaged member.
                self.buffer.clear();
                return Err(Stop::Damage(damage));
            }
            Some(Piece::Proven) => {}
            Some(Piece::Bytes { bytes, offset }) => {
                if self.buffer.is_empty() {
                    self.offset = offset;
                }
                self.buffer.extend(bytes);
            }
        }
        Ok(true)
    }

    fn is_packed(&self) -> bool {
        matches!(self.pieces, Pieces::Packed(_))
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        let length = length.min(self.buffer.len());
        if !self.is_packed() {
            self.offset += length as u64;
        }
        let rest = self.buffer.split_off(length);
        std::mem::replace(&mut self.buffer, rest)
    }

    fn put_back(&mut self, mut bytes: Vec<u8>) {
        if !self.is_packed() {
            self.offset -= bytes.len() as u64;
        }
        bytes.append(&mut self.buffer);
        self.buffer = bytes;
    }

    /// The next record, or `None` at the end.
    fn record(&mut self) -> Result<Option<Found>, Stop> {
        let blank = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        loop {
            let blanks = self.buffer.iter().take_while(blank).count();
            self.take(blanks);
            if !self.buffer.is_empty() {
                break;
            }
            if !self.more()? {
                return Ok(None);
            }
        }
        let offset = self.offset;
        let (head, length) = self.head(offset)?;
        let content = self.content(length, offset)?;
        while self.buffer.len() < ENDING.len() && self.more()? {}
        let ending = [ENDING, b"\n\n"]
            .into_iter()
            .find(|ending| self.buffer.starts_with(ending));
        let is_last =
            self.buffer.len() < ENDING.len() && self.buffer.iter().all(|byte| blank(&byte));
        if ending.is_none() && !is_last {
            // The next record may have begun in it.
            self.put_back(content);
            let reason = "its length is not what it says";
            return Err(Stop::Damage(Damage { reason, offset }));
        }
        self.take(ending.map_or(self.buffer.len(), <[u8]>::len));
        // A packed record is proven intact by the checksum at the end of its member, or by another record behind it.
        loop {
            let before = self.buffer.len();
            let proven = !self.is_packed() || self.buffer.starts_with(RECORD) || before > HEAD;
            if proven || !self.more()? || self.buffer.len() == before {
                break;
            }
        }
        Ok(Some(Found::Record { head, content }))
    }

    /// The fields of a record with the line before them, and the length of its content.
    fn head(&mut self, offset: u64) -> Result<(String, u64), Stop> {
        let mut searched = 0;
        let reason = loop {
            if let Some(end) = END_OF_HEAD.find_at(&self.buffer, searched) {
                let head = String::from_utf8_lossy(&self.buffer[..end.end()]).into_owned();
                if !FIRST_LINE.is_match(&self.buffer) {
                    break "no record begins here";
                }
                if begin(&self.buffer[1..end.end()]).is_some() {
                    break "its head is cut short";
                }
                let Some(length) = length_in(&head) else {
                    break "it does not say how long it is";
                };
                self.take(end.end());
                return Ok((head, length));
            }
            searched = self.buffer.len().saturating_sub(3);
            if searched > LONGEST && !FIRST_LINE.is_match(&self.buffer[..LONGEST]) {
                break "no record begins here";
            }
            if searched > HEAD {
                break "its head does not end";
            }
            if !self.more()? {
                break "it is cut short";
            }
        };
        // It will not be found again.
        self.take(1);
        Err(Stop::Damage(Damage { reason, offset }))
    }

    fn content(&mut self, length: u64, offset: u64) -> Result<Vec<u8>, Stop> {
        let mut kept = Vec::new();
        let mut left = length;
        loop {
            let piece = self.take(usize::try_from(left).unwrap_or(usize::MAX));
            left -= piece.len() as u64;
            if kept.len() < self.most {
                kept.extend(piece);
            }
            if left == 0 {
                return Ok(kept);
            }
            if !self.more()? {
                // If a part is missing, other records may have begun in it.
                self.put_back(kept);
                let reason = "it is cut short";
                return Err(Stop::Damage(Damage { reason, offset }));
            }
        }
    }

    /// Goes to the beginning of the next record; false if there is no other.
    fn search(&mut self) -> Result<bool, Stop> {
        loop {
            if let Some(at) = begin(&self.buffer) {
                self.take(at);
                return Ok(true);
            }
            // It may be at the end, in part.
            self.take(self.buffer.len().saturating_sub(LONGEST));
            if !self.more()? {
                return Ok(false);
            }
        }
    }
}

impl<R: Read> Iterator for Records<R> {
    type Item = io::Result<Found>;

    fn next(&mut self) -> Option<io::Result<Found>> {
        while !self.ended {
            let begins = match self.lost {
                true => self.search(),
                false => Ok(true),
            };
            let found = begins.and_then(|begins| match begins {
                true => {
                    self.lost = false;
                    self.record()
                }
                false => Ok(None),
            });
            match found {
                Ok(Some(found)) => return Some(Ok(found)),
                Ok(None) => self.ended = true,
                Err(Stop::Damage(damage)) => {
                    self.lost = true;
                    // A damaged member may first unpack to a damaged record.
                    if self.told.replace(damage.offset) != Some(damage.offset) {
                        return Some(Ok(Found::Damage(damage)));
                    }
                }
                Err(Stop::Io(error)) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }
}

/// The beginning of a record, by marks that show a record at any place.
fn begin(bytes: &[u8]) -> Option<usize> {
    BEGIN.find(bytes).map(|found| found.start())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|found| found == wanted)
}

/// The contents of an archive, as they are read.
enum Piece {
    Bytes {
        bytes: Vec<u8>,
        offset: u64,
    },
    /// A member of a gzip file has ended, and its checksum was right.
    Proven,
    Damage(Damage),
}

enum Pieces<R> {
    Plain { from: R, offset: u64 },
    Packed(Box<Members<R>>),
}

impl<R: Read> Pieces<R> {
    fn next(&mut self) -> io::Result<Option<Piece>> {
        match self {
            Pieces::Packed(members) => members.next(),
            Pieces::Plain { from, offset } => {
                let mut bytes = Vec::new();
                { from.by_ref().take(PIECE as u64) }.read_to_end(&mut bytes)?;
                let at = *offset;
                *offset += bytes.len() as u64;
                Ok((!bytes.is_empty()).then_some(Piece::Bytes { bytes, offset: at }))
            }
        }
    }
}

/// The members of a gzip file.
struct Members<R> {
    /// `None` before a member is opened, and after a failure.
    between: Option<Window<R>>,
    within: Option<GzDecoder<Window<R>>>,
    /// The offset at which the member begins.
    offset: u64,
    /// Whether the place of the next member is unknown.
    lost: bool,
    /// After damage, a member counts only if it begins with a record.
    proven: bool,
    /// The bytes unpacked before that was known.
    held: Vec<u8>,
}

impl<R: Read> Members<R> {
    fn new(from: R) -> Members<R> {
        Members {
            between: Some(Window {
                from,
                raw: Vec::new(),
                base: 0,
                start: 0,
                next: 0,
            }),
            within: None,
            offset: 0,
            lost: false,
            proven: true,
            held: Vec::new(),
        }
    }

    fn next(&mut self) -> io::Result<Option<Piece>> {
        loop {
            if let Some(mut window) = self.between.take() {
                if !window.find(self.lost)? {
                    return Ok(None);
                }
                self.offset = window.base + window.start as u64;
                self.proven = !self.lost;
                self.held.clear();
                self.within = Some(GzDecoder::new(window));
            }
            let Some(member) = &mut self.within else {
                return Ok(None);
            };
            let mut bytes = vec![0; PIECE];
            match member.read(&mut bytes) {
                Ok(0) if self.proven => {
                    self.leave(|window| window.next);
                    self.lost = false;
                    return Ok(Some(Piece::Proven));
                }
                // Too short for a record.
                Ok(0) => self.leave(|window| window.start + 1),
                Ok(count) => {
                    self.held.extend(&bytes[..count]);
                    let begins = self.held.len() >= RECORD.len();
                    self.proven |= begins && self.held.starts_with(RECORD);
                    if self.proven {
                        return Ok(Some(Piece::Bytes {
                            bytes: std::mem::take(&mut self.held),
                            offset: self.offset,
                        }));
                    }
                    if begins {
                        self.leave(|window| window.start + 1);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if gzip::is_damage(&error) => {
                    let told = self.proven;
                    self.leave(|window| window.start + 1);
                    self.lost = true;
                    if told {
                        return Ok(Some(Piece::Damage(Damage {
                            reason: match error.kind() {
                                io::ErrorKind::UnexpectedEof => "it is cut short",
                                _ => "its packed bytes are not as they were written",
                            },
                            offset: self.offset,
                        })));
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Leaves a member, and looks for the next one from this place on.
    fn leave(&mut self, to: impl FnOnce(&Window<R>) -> usize) {
        if let Some(member) = self.within.take() {
            let mut window = member.into_inner();
            window.start = to(&window);
            self.between = Some(window);
        }
    }
}

/// The packed bytes of a file: those of the member that is being read, and those after it.
struct Window<R> {
    from: R,
    raw: Vec<u8>,
    /// The offset of `raw` in the file; in `raw`, the member, and the bytes after it.
    base: u64,
    start: usize,
    next: usize,
}

impl<R: Read> Window<R> {
    fn more(&mut self) -> io::Result<bool> {
        let old = self.start.max(self.next.saturating_sub(KEPT));
        // In large steps, since the remaining bytes are moved.
        if old == self.raw.len() || old >= KEPT {
            self.raw.drain(..old);
            self.base += old as u64;
            (self.start, self.next) = (self.start.saturating_sub(old), self.next - old);
        }
        let from = self.from.by_ref().take(PIECE as u64);
        Ok({ from }.read_to_end(&mut self.raw)? > 0)
    }

    /// Goes to the next member, and searches for it if its place is unknown; false if there is no other.
    fn find(&mut self, lost: bool) -> io::Result<bool> {
        loop {
            let rest = &self.raw[self.start..];
            let at = match lost {
                true => find(rest, MAGIC),
                // Bytes that fill up a block of a tape are not a member.
                false => rest.iter().position(|&byte| byte != 0),
            };
            let none = match lost {
                true => rest.len().saturating_sub(MAGIC.len() - 1),
                false => rest.len(),
            };
            self.start += at.unwrap_or(none);
            self.next = self.start;
            if at.is_some() || !self.more()? {
                return Ok(at.is_some());
            }
        }
    }
}

impl<R: Read> Read for Window<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Window<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.next == self.raw.len() {
            self.more()?;
        }
        Ok(&self.raw[self.next..])
    }

    fn consume(&mut self, count: usize) {
        self.next += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    const COUNT: usize = 12;

    fn record(at: usize) -> Vec<u8> {
        // Letters without a pattern, since repetitive content would pack to almost nothing.
        let mut state = at as u32 + 1;
        let mut letter = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b'a' + (state >> 24) as u8 % 26)
        };
        let content: String = (0..700).map(|_| letter()).collect();
        format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {at}\r\nContent-Length: {}\r\n\r\n{content}\r\n\r\n",
            content.len()
        )
        .into_bytes()
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Hands over this many bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let most = into.len().min(self.1);
            self.0.read(&mut into[..most])
        }
    }

    /// The numbers of the records, and the places where some are lost.
    fn read(bytes: &[u8], step: usize) -> (Vec<usize>, Vec<u64>) {
        let (mut whole, mut damaged) = (Vec::new(), Vec::new());
        for found in Records::new(Slow(bytes, step), 1 << 20).unwrap() {
            match found.unwrap() {
                Found::Record { head, content } => {
                    assert_eq!(content.len(), 700);
                    whole.push(field(&head, "warc-target-uri").unwrap().parse().unwrap());
                }
                Found::Damage(damage) => damaged.push(damage.offset),
            }
        }
        (whole, damaged)
    }

    fn without(lost: usize) -> Vec<usize> {
        (0..COUNT).filter(|&at| at != lost).collect()
    }

    #[test]
    fn one_bad_record_takes_no_other_along() {
        let plain: Vec<Vec<u8>> = (0..COUNT).map(record).collect();
        let members: Vec<Vec<u8>> = plain.iter().map(|record| packed(record)).collect();
        for records in [&plain, &members] {
            let place = records[..5].concat().len() as u64;
            for cut in (1..records[5].len() - 4).step_by(7) {
                let mut torn = records.clone();
                torn[5].truncate(cut);
                let (whole, damaged) = read(&torn.concat(), 64 << 10);
                assert_eq!(whole, without(5), "cut after {cut}");
                assert_eq!(damaged, [place], "cut after {cut}");
            }
        }
        for at in 0..members[5].len() {
            // The time of packing, the system and some flags have no meaning.
            if (3..10).contains(&at) {
                continue;
            }
            let mut flipped = members.clone();
            flipped[5][at] ^= 0x55;
            let (whole, damaged) = read(&flipped.concat(), 64 << 10);
            assert_eq!(whole, without(5), "byte {at}");
            assert_eq!(damaged.len(), 1, "byte {at}");
        }
    }

    #[test]
    fn an_archive_that_is_cut_off_is_read_as_far_as_it_goes() {
        let plain: Vec<Vec<u8>> = (0..COUNT).map(record).collect();
        let members: Vec<Vec<u8>> = plain.iter().map(|record| packed(record)).collect();
        // The empty lines at the end of an unpacked archive may be missing.
        for (records, slack) in [(&plain, 4), (&members, 0)] {
            let whole = records.concat();
            let ends: Vec<usize> = (1..=COUNT)
                .map(|count| records[..count].concat().len())
                .collect();
            for end in (6..whole.len()).step_by(29) {
                let (found, damaged) = read(&whole[..end], 64 << 10);
                let complete = ends.iter().filter(|&&at| at <= end).count();
                let near = ends.iter().filter(|&&at| at <= end + slack).count();
                assert!(
                    found.len() == complete || found.len() == near,
                    "cut at {end}"
                );
                let is_between = near > complete || ends.contains(&end);
                assert_eq!(damaged.is_empty(), is_between, "cut at {end}");
            }
        }
        let one = packed(&plain.concat());
        let (found, damaged) = read(&one[..one.len() - 9], 64 << 10);
        assert!(found.len() >= COUNT - 1, "{found:?}");
        assert_eq!(damaged, [0]);
    }

    #[test]
    fn records_are_found_however_the_bytes_come() {
        let plain: Vec<Vec<u8>> = (0..COUNT).map(record).collect();
        let mut members: Vec<Vec<u8>> = plain.iter().map(|record| packed(record)).collect();
        members[3][100] ^= 0x55;
        let torn = [&plain[..3].concat(), &plain[3][..200], &plain[4..].concat()].concat();
        for bytes in [members.concat(), torn] {
            let expected = read(&bytes, bytes.len());
            assert_eq!(expected.0, without(3));
            for step in [1, 7, 1000, 4096] {
                assert_eq!(read(&bytes, step), expected, "{step} bytes at a time");
            }
        }
    }

    #[test]
    fn what_is_no_archive_ends() {
        for bytes in [
            &b""[..],
            b"\n\n",
            b"WARC/",
            b"WARC/1.0\r\n",
            b"\x1F\x8B\x08",
            &[0; 999],
        ] {
            let (whole, _) = read(bytes, 1);
            assert!(whole.is_empty());
        }
    }
}
