//! Files that are not pages, recognized by their first bytes.
//!
//! An image that a server sends as HTML, or a crawled file without an extension, would otherwise be read as text in
//! some charset. The signatures come from the MIME Sniffing Standard, and from formats often stored next to pages. Each
//! is so long, or so unlike text, that no page begins with it.

/// First bytes that are examined: enough for tar, whose signature is farthest from the start.
pub const SNIFFED: usize = 512;

/// Share of non-text bytes that makes a file binary: one in this many. Larger: stricter.
const BINARY: usize = 16;
/// Shorter files are judged as if they had this many bytes, so that a stray zero in an almost empty page does not
/// count.
const MIN_JUDGED: usize = 128;

/// The media type of a file that is not a page, by its first 512 bytes or fewer. `None` for a page, and for anything
/// that may be one.
///
/// ```
/// use offprint::media_type;
/// assert_eq!(media_type(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3"), Some("application/pdf"));
/// assert_eq!(media_type(b"WARC/1.1\r\nWARC-Type: warcinfo"), Some("application/warc"));
/// assert_eq!(media_type(b"<p>%PDF-1.7 is a line in a text"), None);
/// assert_eq!(media_type(b"BMW and RIFF are words"), None);
/// ```
pub fn media_type(start: &[u8]) -> Option<&'static str> {
    let start = &start[..start.len().min(SNIFFED)];
    for &(at, signature, media_type) in SIGNATURES {
        if start.get(at..).is_some_and(|rest| rest.starts_with(signature)) {
            return Some(media_type);
        }
    }
    in_riff(start)
        .or_else(|| in_mail(start))
        .or_else(|| is_bitmap(start).then_some("image/bmp"))
        .or_else(|| is_binary(start).then_some("application/octet-stream"))
}

/// The static name of a media type that [`media_type`] can return.
pub(crate) fn known(media_type: &str) -> Option<&'static str> {
    let others = ["image/webp", "audio/wav", "video/x-msvideo", "image/bmp", "application/octet-stream", MAIL, PARTS];
    let mut all = SIGNATURES.iter().map(|&(_, _, known)| known).chain(others);
    all.find(|known| *known == media_type)
}

/// Offset of a signature, the signature, and its media type.
const SIGNATURES: &[(usize, &[u8], &str)] = &[
    (0, b"%PDF-", "application/pdf"),
    (0, b"%!PS-Adobe-", "application/postscript"),
    (0, b"{\\rtf1", "application/rtf"),
    (0, b"WARC/0.", "application/warc"),
    (0, b"WARC/1.", "application/warc"),
    (0, b"\xFF\xD8\xFF", "image/jpeg"),
    (0, b"\x89PNG\r\n\x1A\n", "image/png"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"\0\0\x01\0", "image/x-icon"),
    (0, b"\0\0\0\x0CJXL \r\n\x87\n", "image/jxl"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypmif1", "image/heif"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1A\x45\xDF\xA3", "video/webm"),
    (0, b"OggS\0", "application/ogg"),
    (0, b"fLaC\0", "audio/flac"),
    (0, b"ID3\x02", "audio/mpeg"),
    (0, b"ID3\x03", "audio/mpeg"),
    (0, b"ID3\x04", "audio/mpeg"),
    (0, b"\x1F\x8B\x08", "application/gzip"),
    (0, b"PK\x03\x04", "application/zip"),
    (0, b"PK\x05\x06", "application/zip"),
    (0, b"Rar!\x1A\x07", "application/x-rar-compressed"),
    (0, b"7z\xBC\xAF\x27\x1C", "application/x-7z-compressed"),
    (0, b"BZh91AY&SY", "application/x-bzip2"),
    (0, b"\xFD7zXZ\0", "application/x-xz"),
    (0, b"\x28\xB5\x2F\xFD", "application/zstd"),
    (257, b"ustar", "application/x-tar"),
    (0, b"wOFF", "font/woff"),
    (0, b"wOF2", "font/woff2"),
    (0, b"OTTO\0", "font/otf"),
    (0, b"\0\x01\0\0\0", "font/ttf"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "application/x-ole-storage"),
    (0, b"SQLite format 3\0", "application/vnd.sqlite3"),
    (0, b"PAR1\x15", "application/vnd.apache.parquet"),
    (0, b"\0asm", "application/wasm"),
    (0, b"\x7FELF", "application/x-elf"),
];

/// The media type of a RIFF container, whose format follows its length.
fn in_riff(start: &[u8]) -> Option<&'static str> {
    if !start.starts_with(b"RIFF") {
        return None;
    }
    match start.get(8..12)? {
        b"WEBP" => Some("image/webp"),
        b"WAVE" => Some("audio/wav"),
        b"AVI " => Some("video/x-msvideo"),
        _ => None,
    }
}

const MAIL: &str = "message/rfc822";
const PARTS: &str = "multipart/related";

/// The media type of a mail, or of a page that a browser saved as one: headers from the first byte on, including one
/// that no text has.
fn in_mail(start: &[u8]) -> Option<&'static str> {
    let name = start.iter().position(|&byte| byte == b':')?;
    let is_header = name > 0 && start[..name].iter().all(|&byte| byte.is_ascii_alphabetic() || byte == b'-');
    let lines = start.split(|&byte| byte == b'\n').take_while(|line| !line.trim_ascii().is_empty());
    let headers: Vec<Vec<u8>> = lines.map(<[u8]>::to_ascii_lowercase).collect();
    let has = |header: &[u8]| headers.iter().any(|line| line.starts_with(header));
    let is_mail = is_header && (has(b"mime-version: ") || has(b"received: from ") || has(b"message-id: <"));
    is_mail.then(|| if has(b"content-type: multipart/related") { PARTS } else { MAIL })
}

/// The two letters of the signature also begin words, so the four zeros after the file's length are required as well.
fn is_bitmap(start: &[u8]) -> bool {
    start.starts_with(b"BM") && start.get(6..10) == Some(&[0; 4])
}

/// Whether too many of the bytes do not occur in text. UTF-16 is full of zeros; it is recognized by its mark or its
/// first two characters.
fn is_binary(start: &[u8]) -> bool {
    let utf16 = matches!(start, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [_, 0, _, 0, ..] | [0, _, 0, _, ..]);
    let binary = start.iter().filter(|&&byte| is_binary_data(byte)).count();
    !utf16 && binary * BINARY > start.len().max(MIN_JUDGED)
}

/// A "binary data byte" of the MIME Sniffing Standard.
fn is_binary_data(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_recognized_by_its_first_bytes() {
        for &(at, signature, media_type) in SIGNATURES {
            let bytes = [&b"    ".repeat(at)[..at], signature].concat();
            assert_eq!(super::media_type(&bytes), Some(media_type), "{signature:?}");
            let cut = &bytes[..bytes.len() - 1];
            assert_ne!(super::media_type(cut), Some(media_type), "{signature:?} cut short");
        }
        assert_eq!(media_type(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        let saved =
            b"From: <Saved by Reed>\r\nSubject: Locks\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n";
        assert_eq!(media_type(saved), Some("multipart/related"));
        assert_eq!(media_type(b"Subject: Locks\nMessage-ID: <1@lock.example>\n\nThe lock"), Some("message/rfc822"));
    }

    #[test]
    fn what_has_no_signature_may_be_binary() {
        let bytes: Vec<u8> = (0..SNIFFED).map(|i| (i * 7) as u8).collect();
        assert_eq!(super::media_type(&bytes), Some("application/octet-stream"));
        assert_eq!(media_type(b"BM\x36\x10\0\0\0\0\0\0\x36"), Some("image/bmp"));
    }

    #[test]
    fn texts_may_be_pages() {
        let utf16: Vec<u8> = "\n<p>水库".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let stray = format!("<title>T\0</title>{}", "<p>The dam is full.".repeat(9));
        let texts: [&[u8]; 9] = [
            b"",
            b"\0",
            b"BMI is a measure",
            b"From: Ann\nSubject: Locks\n\nMIME-Version: is a header of mails.",
            b"PKs are keys, and MZ is a word",
            b"ID3 tags name songs",
            b"\x1B$B?eF;\x1B(B",
            &utf16,
            stray.as_bytes(),
        ];
        for text in texts {
            assert_eq!(media_type(text), None, "{:?}", String::from_utf8_lossy(text));
        }
    }
}
