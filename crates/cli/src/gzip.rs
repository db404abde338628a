//! Files compressed with gzip, recognised by their first bytes.

use flate2::bufread::GzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The first bytes of every member of a gzip file: its magic number, and deflate, the only method.
pub const MAGIC: &[u8] = b"\x1F\x8B\x08";

/// The bytes of a file, unpacked if they are compressed.
pub enum Unpacked<R> {
    Plain(Whole<R>),
    /// The member that is being read; `None` after the last.
    Packed(Option<Box<GzDecoder<BufReader<Whole<R>>>>>),
}

/// A reader behind its first bytes, which were read already.
pub type Whole<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

/// All that a reader holds, and whether it is packed.
pub fn begun<R: Read>(mut from: R) -> io::Result<(Whole<R>, bool)> {
    let mut start = Vec::new();
    let magic = from.by_ref().take(MAGIC.len() as u64);
    { magic }.read_to_end(&mut start)?;
    let is_packed = start == MAGIC;
    Ok((io::Cursor::new(start).chain(from), is_packed))
}

/// Checks the first bytes of a file. A file that is compressed twice is unpacked once.
pub fn unpacked<R: Read>(file: R) -> io::Result<Unpacked<R>> {
    let (whole, is_packed) = begun(file)?;
    if !is_packed {
        return Ok(Unpacked::Plain(whole));
    }
    let decoder = GzDecoder::new(BufReader::new(whole));
    Ok(Unpacked::Packed(Some(Box::new(decoder))))
}

/// Whether reading failed because the compressed bytes are truncated or damaged.
pub fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

impl<R> Unpacked<R> {
    pub fn is_packed(&self) -> bool {
        matches!(self, Unpacked::Packed(_))
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let member = match self {
            Unpacked::Plain(whole) => return whole.read(into),
            Unpacked::Packed(member) => member,
        };
        while let Some(mut reader) = member.take() {
            let bytes = reader.read(into)?;
            if bytes > 0 || into.is_empty() {
                *member = Some(reader);
                return Ok(bytes);
            }
            // A member is followed by another, or by bytes that fill up a block of a tape.
            let mut rest = reader.into_inner();
            if rest.fill_buf()?.starts_with(&MAGIC[..1]) {
                *member = Some(Box::new(GzDecoder::new(rest)));
            }
        }
        Ok(0)
    }
}

/// The number of bytes that determine the kind of a file if its name does not.
pub const START: u64 = 1024;

/// The first bytes of a file, unpacked. For a damaged file, those that can be read.
pub fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    start(File::open(path)?)
}

/// The first bytes of a stream, unpacked. For a damaged stream, those that can be read.
pub fn start(from: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    match unpacked(from)?.take(START).read_to_end(&mut start) {
        Err(error) if !is_damage(&error) => Err(error),
        _ => Ok(start),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut read = Vec::new();
        unpacked(bytes)?.read_to_end(&mut read)?;
        Ok(read)
    }

    #[test]
    fn reads_members_in_order() {
        let two = [packed(b"The dam "), packed(b""), packed(b"is full.")].concat();
        assert_eq!(read(&two).unwrap(), b"The dam is full.");
        assert_eq!(
            read(&[&two[..], &[0; 9]].concat()).unwrap(),
            b"The dam is full."
        );
    }

    #[test]
    fn leaves_uncompressed_data_unchanged() {
        for plain in [&b""[..], b"\x1F", b"\x1F\x8B", b"The dam is full."] {
            assert_eq!(read(plain).unwrap(), plain);
        }
    }

    #[test]
    fn distinguishes_damage_from_other_failures() {
        let whole = packed(&b"The dam is full. ".repeat(99));
        for end in MAGIC.len()..whole.len() {
            let error = read(&whole[..end]).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "cut at {end}");
        }
        for at in [12, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x55;
            assert!(is_damage(&read(&damaged).unwrap_err()), "damaged at {at}");
        }
    }
}
