//! The records of a web archive, compressed or not. Damage is reported, and reading continues at the next intact
//! record, so that one bad block does not lose the rest of a crawl. In an uncompressed archive, though, a record that
//! states a length far too large takes the following records with it, since they may be its content.

use crate::kind::{RECORD, pattern};
use crate::members::{Fault, Members, Piece};
use crate::packed::{self, GZIP};
use regex::bytes::Regex;
use std::io::{self, Read};
use std::iter;
use std::sync::LazyLock;

/// The most bytes that the fields at the head of a record may take.
const HEAD: usize = 1 << 20;
/// Bytes of an uncompressed archive that are read in one step.
const STEP: u64 = 64 << 10;
/// Bytes that are enough to recognize a record.
const LONGEST: usize = 64;
/// The end of a record; some programs leave out the carriage returns.
const ENDING: &[u8] = b"\r\n\r\n";
const WRONG_LENGTH: &str = "its length differs from the stated one";
static FIRST_LINE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^WARC/\d\.\d+\r?\n"));
static BEGIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"WARC/\d\.\d+\r?\n(?:WARC|Content)-[\w-]+:"));
pub static END_OF_HEAD: LazyLock<Regex> = LazyLock::new(|| pattern(r"\n\r?\n"));

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

/// The records of an archive in their order, each with its head and its content. Damage does not end them.
pub struct Records<'a> {
    pieces: Box<dyn Iterator<Item = Result<Piece, Fault>> + Send + 'a>,
    is_packed: bool,
    /// Bytes of a record's content that are kept.
    most: usize,
    buffer: Vec<u8>,
    /// The offset in the file of the buffer, or of the member in which it begins.
    offset: u64,
    /// Whether the place of the next record is unknown.
    lost: bool,
    /// The offset of the last damage.
    reported: Option<u64>,
    ended: bool,
}

impl<'a> Records<'a> {
    /// Reads the first bytes, which show whether the archive is compressed.
    pub fn new(from: impl Read + Send + 'a, most: usize) -> io::Result<Records<'a>> {
        let (mut from, start) = packed::begun(from, GZIP.len() as u64)?;
        let is_packed = start == GZIP;
        let mut offset = 0;
        Ok(Records {
            pieces: if is_packed {
                Box::new(Members::new(from))
            } else {
                Box::new(iter::from_fn(move || piece(&mut from, &mut offset).transpose()))
            },
            is_packed,
            most,
            buffer: Vec::new(),
            offset: 0,
            lost: false,
            reported: None,
            ended: false,
        })
    }

    /// Waits for more bytes, or for proof that the bytes so far are intact. False at the end.
    fn more(&mut self) -> Result<bool, Fault> {
        let Some(piece) = self.pieces.next() else {
            return Ok(false);
        };
        // The bytes read so far belong to the damaged member.
        let (bytes, offset) = piece.inspect_err(|_| self.buffer.clear())?;
        if self.buffer.is_empty() {
            self.offset = offset;
        }
        self.buffer.extend(bytes);
        Ok(true)
    }

    fn take(&mut self, length: usize) -> Vec<u8> {
        let length = length.min(self.buffer.len());
        if !self.is_packed {
            self.offset += length as u64;
        }
        let rest = self.buffer.split_off(length);
        std::mem::replace(&mut self.buffer, rest)
    }

    fn put_back(&mut self, mut bytes: Vec<u8>) {
        if !self.is_packed {
            self.offset -= bytes.len() as u64;
        }
        bytes.append(&mut self.buffer);
        self.buffer = bytes;
    }

    /// The next record, or `None` at the end.
    fn record(&mut self) -> Result<Option<(String, Vec<u8>)>, Fault> {
        if !self.search()? {
            return Ok(None);
        }
        loop {
            let blanks = self.buffer.iter().take_while(|byte| is_blank(byte)).count();
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
        let ending = [ENDING, b"\n\n"].into_iter().find(|ending| self.buffer.starts_with(ending));
        let is_short = self.buffer.len() < ENDING.len();
        let is_last = is_short && self.buffer.iter().all(is_blank);
        if ending.is_none() && !is_last {
            // If the stated length is wrong, this content may hold the beginning of the next record.
            self.put_back(content);
            return Err(Fault::Damage { reason: WRONG_LENGTH, offset });
        }
        self.take(ending.map_or(self.buffer.len(), <[u8]>::len));
        // The checksum at the end of its member, or another record after it, proves a compressed record intact.
        loop {
            let before = self.buffer.len();
            let proven = !self.is_packed || self.buffer.starts_with(RECORD) || before > HEAD;
            if proven || !self.more()? || self.buffer.len() == before {
                break;
            }
        }
        Ok(Some((head, content)))
    }

    /// The fields of a record with the line before them, and the length of its content.
    fn head(&mut self, offset: u64) -> Result<(String, u64), Fault> {
        let mut searched = 0;
        let reason = loop {
            if let Some(end) = END_OF_HEAD.find_at(&self.buffer, searched) {
                let head = String::from_utf8_lossy(&self.buffer[..end.end()]).into_owned();
                if !FIRST_LINE.is_match(&self.buffer) {
                    break "no record begins here";
                }
                if begin(&self.buffer[1..end.end()]).is_some() {
                    break "its header is truncated";
                }
                let Some(length) = length_in(&head) else {
                    break "it does not state its length";
                };
                self.take(end.end());
                return Ok((head, length));
            }
            searched = self.buffer.len().saturating_sub(3);
            if searched > LONGEST && !FIRST_LINE.is_match(&self.buffer[..LONGEST]) {
                break "no record begins here";
            }
            if searched > HEAD {
                break "its header does not end";
            }
            if !self.more()? {
                break "it is truncated";
            }
        };
        // The search for the next record must not find this one again.
        self.take(1);
        Err(Fault::Damage { reason, offset })
    }

    fn content(&mut self, length: u64, offset: u64) -> Result<Vec<u8>, Fault> {
        let mut kept = Vec::new();
        let mut left = length;
        let mut is_member_over = false;
        loop {
            if is_member_over && self.buffer.starts_with(RECORD) {
                return Err(Fault::Damage { reason: WRONG_LENGTH, offset });
            }
            is_member_over &= self.buffer.is_empty();
            let piece = self.take(usize::try_from(left).unwrap_or(usize::MAX));
            left -= piece.len() as u64;
            if kept.len() < self.most {
                kept.extend(piece);
            }
            if left == 0 {
                return Ok(kept);
            }
            if !self.more()? {
                // If a part is missing, this content may hold the beginnings of other records.
                self.put_back(kept);
                return Err(Fault::Damage { reason: "it is truncated", offset });
            }
            // No bytes were added: the member is intact up to its end.
            is_member_over |= self.buffer.is_empty();
        }
    }

    /// Goes to the beginning of the next record if its place is unknown; false if there is no other.
    fn search(&mut self) -> Result<bool, Fault> {
        while self.lost {
            if let Some(at) = begin(&self.buffer) {
                self.take(at);
                self.lost = false;
                break;
            }
            // The end of the buffer may hold the first bytes of a record.
            self.take(self.buffer.len().saturating_sub(LONGEST));
            if !self.more()? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Iterator for Records<'_> {
    type Item = Result<(String, Vec<u8>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let record = self.record();
            if let Err(Fault::Damage { offset, .. }) = record {
                self.lost = true;
                // A damaged member may already have been reported as a damaged record.
                if self.reported.replace(offset) == Some(offset) {
                    continue;
                }
            } else {
                self.ended = !matches!(record, Ok(Some(_)));
            }
            return record.transpose();
        }
        None
    }
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// The next bytes of an archive that is not compressed.
fn piece(from: &mut impl Read, offset: &mut u64) -> Result<Option<Piece>, Fault> {
    let (mut bytes, at) = (Vec::new(), *offset);
    from.take(STEP).read_to_end(&mut bytes)?;
    *offset += bytes.len() as u64;
    Ok((!bytes.is_empty()).then_some((bytes, at)))
}

/// The beginning of a record, by marks that show a record at any place.
fn begin(bytes: &[u8]) -> Option<usize> {
    BEGIN.find(bytes).map(|found| found.start())
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
        read_most(bytes, step, 1 << 20)
    }

    fn read_most(bytes: &[u8], step: usize, most: usize) -> (Vec<usize>, Vec<u64>) {
        let (mut whole, mut damaged) = (Vec::new(), Vec::new());
        for found in Records::new(Slow(bytes, step), most).unwrap() {
            match found {
                Ok((head, content)) => {
                    assert_eq!(content.len().min(most), 700.min(most));
                    whole.push(field(&head, "warc-target-uri").unwrap().parse().unwrap());
                }
                Err(Fault::Damage { offset, .. }) => damaged.push(offset),
                Err(Fault::Io(error)) => panic!("{error}"),
            }
        }
        (whole, damaged)
    }

    fn without(lost: usize) -> Vec<usize> {
        (0..COUNT).filter(|&at| at != lost).collect()
    }

    #[test]
    fn a_damaged_record_does_not_affect_the_others() {
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
            // Changes to the time of compression, the system and some flags are not damage.
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
    fn reports_each_damaged_member_even_next_to_another() {
        let mut members: Vec<Vec<u8>> = (0..COUNT).map(|at| packed(&record(at))).collect();
        let places = [4, 5, 9].map(|lost| members[..lost].concat().len() as u64);
        for lost in [4, 5, 9] {
            // Behind the head of the member, so that nothing can be unpacked.
            members[lost][10..40].fill(0xFF);
        }
        let (whole, damaged) = read(&members.concat(), 64 << 10);
        assert_eq!(whole, [0, 1, 2, 3, 6, 7, 8, 10, 11]);
        assert_eq!(damaged, places);
    }

    /// This holds even if the content is longer than what is kept.
    #[test]
    fn a_stated_length_that_is_far_too_large_loses_one_compressed_record() {
        let mut records: Vec<Vec<u8>> = (0..COUNT).map(record).collect();
        let wrong = String::from_utf8(records[5].clone()).unwrap();
        records[5] = wrong.replace(": 700", ": 700000000").into_bytes();
        let members: Vec<Vec<u8>> = records.iter().map(|record| packed(record)).collect();
        for step in [1, 1000, 64 << 10] {
            let (whole, damaged) = read_most(&members.concat(), step, 99);
            assert_eq!(whole, without(5), "{step} bytes at a time");
            assert_eq!(damaged, [members[..5].concat().len() as u64]);
        }
    }

    #[test]
    fn reads_a_truncated_archive_up_to_the_cut() {
        let plain: Vec<Vec<u8>> = (0..COUNT).map(record).collect();
        let members: Vec<Vec<u8>> = plain.iter().map(|record| packed(record)).collect();
        // The empty lines at the end of an uncompressed archive may be missing.
        for (records, slack) in [(&plain, 4), (&members, 0)] {
            let whole = records.concat();
            let ends: Vec<usize> = (1..=COUNT).map(|count| records[..count].concat().len()).collect();
            for end in (6..whole.len()).step_by(29) {
                let (found, damaged) = read(&whole[..end], 64 << 10);
                let complete = ends.iter().filter(|&&at| at <= end).count();
                let near = ends.iter().filter(|&&at| at <= end + slack).count();
                assert!(found.len() == complete || found.len() == near, "cut at {end}");
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
    fn finds_records_however_the_bytes_are_split() {
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
    fn reading_ends_on_data_without_records() {
        for bytes in [&b""[..], b"\n\n", b"WARC/", b"WARC/1.0\r\n", b"\x1F\x8B\x08", &[0; 999]] {
            let (whole, _) = read(bytes, 1);
            assert!(whole.is_empty());
        }
    }
}
