//! Files compressed with gzip or zstd, recognized by their first bytes.

use flate2::bufread::GzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// The first bytes of every member of a gzip file: its magic number, and deflate, the only method.
pub const GZIP: &[u8] = b"\x1F\x8B\x08";
const ZSTD: &[u8] = b"\x28\xB5\x2F\xFD";

/// Bytes that are read once.
pub type Stream<'a> = Box<dyn Read + Send + 'a>;

/// A reader of everything, and its first bytes, at most this many.
pub fn begun<R: Read>(mut from: R, most: u64) -> io::Result<(impl Read + use<R>, Vec<u8>)> {
    let mut start = Vec::new();
    from.by_ref().take(most).read_to_end(&mut start)?;
    Ok((Cursor::new(start.clone()).chain(from), start))
}

/// Whether a compressed file begins with these bytes.
pub fn is_packed(start: &[u8]) -> bool {
    start.starts_with(GZIP) || start.starts_with(ZSTD)
}

/// The bytes of a file, unpacked if they are compressed; if they are compressed twice, once.
pub fn unpacked<'a>(from: impl Read + Send + 'a) -> io::Result<Stream<'a>> {
    let (whole, start) = begun(from, ZSTD.len() as u64)?;
    if start.starts_with(GZIP) {
        Ok(Box::new(Gzip(Some(GzDecoder::new(BufReader::new(whole))))))
    } else if start == ZSTD {
        zstd(whole)
    } else {
        Ok(Box::new(whole))
    }
}

#[cfg(feature = "zstd")]
fn zstd<'a>(from: impl Read + Send + 'a) -> io::Result<Stream<'a>> {
    Ok(Box::new(zstd::stream::read::Decoder::new(from)?))
}

#[cfg(not(feature = "zstd"))]
fn zstd<'a>(_: impl Read + Send + 'a) -> io::Result<Stream<'a>> {
    Err(absent("zstd"))
}

/// The error for bytes that need a cargo feature which this program lacks.
pub fn absent(feature: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, feature)
}

/// Whether reading failed because the compressed bytes are truncated or damaged.
pub fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// The member of a gzip file that is being read; `None` after the last.
struct Gzip<R>(Option<GzDecoder<BufReader<R>>>);

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while let Some(mut reader) = self.0.take() {
            let bytes = reader.read(into)?;
            if bytes > 0 || into.is_empty() {
                self.0 = Some(reader);
                return Ok(bytes);
            }
            // A member is followed by another, or by bytes that fill up a block of a tape.
            let mut rest = reader.into_inner();
            if rest.fill_buf()?.starts_with(&GZIP[..1]) {
                self.0 = Some(GzDecoder::new(rest));
            }
        }
        Ok(0)
    }
}

/// The number of bytes that determine the kind of a file if its name does not.
pub const START: u64 = 1024;

/// The first bytes of a file, unpacked. If the file is damaged, only what can be read.
pub fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    start(File::open(path)?)
}

/// The first bytes of a stream, unpacked. If the stream is damaged, only what can be read.
pub fn start(from: impl Read + Send) -> io::Result<Vec<u8>> {
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
        assert_eq!(read(&[&two[..], &[0; 9]].concat()).unwrap(), b"The dam is full.");
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
        for end in GZIP.len()..whole.len() {
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
