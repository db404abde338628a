//! The members of a web archive that is compressed with gzip. Archives are compressed record by record, so after a
//! damaged member, reading continues at the next member that begins with a record.

use crate::kind::RECORD;
use crate::packed::{self, GZIP};
use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// Bytes read in one step.
const PIECE: usize = 64 << 10;
/// Compressed bytes of a member that are kept, so that a damaged member can be searched for another.
const KEPT: usize = 1 << 20;

/// Why an archive cannot be read, here or from here on.
#[derive(Debug)]
pub enum Fault {
    /// Its place, like that of a piece.
    Damage {
        reason: &'static str,
        offset: u64,
    },
    Io(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

/// Bytes of an archive with their offset in the file or, if it is compressed, that of the gzip member; no bytes after a
/// member whose checksum was right.
pub type Piece = (Vec<u8>, u64);

/// The members of a gzip file.
pub struct Members<R> {
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
    pub fn new(from: R) -> Members<R> {
        Members {
            between: Some(Window { from, raw: Vec::new(), base: 0, start: 0, next: 0 }),
            within: None,
            offset: 0,
            lost: false,
            proven: true,
            held: Vec::new(),
        }
    }

    fn piece(&mut self) -> Result<Option<Piece>, Fault> {
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
                    return Ok(Some((Vec::new(), self.offset)));
                }
                // Too short for a record.
                Ok(0) => self.leave(|window| window.start + 1),
                Ok(count) => {
                    self.held.extend(&bytes[..count]);
                    let begins = self.held.len() >= RECORD.len();
                    self.proven |= begins && self.held.starts_with(RECORD);
                    if self.proven {
                        return Ok(Some((std::mem::take(&mut self.held), self.offset)));
                    }
                    if begins {
                        self.leave(|window| window.start + 1);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if packed::is_damage(&error) => {
                    // Even if nothing was unpacked: so many bytes are almost never the head of a member by chance.
                    self.leave(|window| window.start + 1);
                    self.lost = true;
                    let reason = match error.kind() {
                        io::ErrorKind::UnexpectedEof => "it is truncated",
                        _ => "its compressed bytes are damaged",
                    };
                    return Err(Fault::Damage { reason, offset: self.offset });
                }
                Err(error) => return Err(error.into()),
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

impl<R: Read> Iterator for Members<R> {
    type Item = Result<Piece, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.piece().transpose()
    }
}

/// The compressed bytes of a file: those of the current member and those after it.
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
        // Move in large steps, since the remaining bytes are copied each time.
        if old == self.raw.len() || old >= KEPT {
            self.raw.drain(..old);
            self.base += old as u64;
            (self.start, self.next) = (self.start.saturating_sub(old), self.next - old);
        }
        let from = &mut self.from;
        Ok(from.take(PIECE as u64).read_to_end(&mut self.raw)? > 0)
    }

    /// Goes to the next member, and searches for it if its place is unknown; false if there is no other.
    fn find(&mut self, lost: bool) -> io::Result<bool> {
        loop {
            let rest = &self.raw[self.start..];
            let (at, none) = if lost {
                let at = rest.windows(GZIP.len()).position(|found| found == GZIP);
                (at, rest.len().saturating_sub(GZIP.len() - 1))
            } else {
                // Bytes that fill up a block of a tape are not a member.
                (rest.iter().position(|&byte| byte != 0), rest.len())
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
