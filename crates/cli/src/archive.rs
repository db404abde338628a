//! Web archives: WARC, and WET, which holds the text of pages.

use crate::document::{Document, Found, ends_in, inner};
use crate::failure::Failure;
use crate::members::RECORD;
use crate::packed::{self, Stream};
use crate::records::{self, Records, field};
use flate2::read::{DeflateDecoder, ZlibDecoder};
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Bytes for the head of an HTTP response, beside its page.
const HEAD: usize = 1 << 20;

/// Whether the name of a file is that of an archive.
pub fn is_archive(path: &Path) -> bool {
    ends_in(&inner(path), &["warc", "wet"])
}

/// Whether the first bytes of a file, unpacked, are those of an archive.
pub fn begins_archive(start: &[u8]) -> bool {
    start.starts_with(RECORD)
}

/// The addresses met so far in the archives of a run.
pub type Seen = Arc<Mutex<HashSet<String>>>;

/// The pages of an archive in its order: HTML in responses with status 200 and in resource records, and the texts of
/// WET files. An address that an archive of this run has had before is another capture of the same page and is left
/// out, since each id names one document. A damaged place yields its failure.
pub fn pages(
    from: Stream<'static>,
    place: String,
    max_bytes: usize,
    seen: Seen,
) -> Result<impl Iterator<Item = Result<Found, Failure>> + Send, Failure> {
    let unreadable = {
        let place = place.clone();
        move |error: io::Error| Failure::unreadable(&error, Path::new(&place))
    };
    let most = max_bytes.saturating_add(HEAD);
    let records = Records::new(from, most).map_err(&unreadable)?;
    let mut records = records.fuse();
    let mut holds_pages = false;
    let mut whole = 0_u64;
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        for found in records.by_ref() {
            match found {
                Err(error) => {
                    ended = true;
                    return Some(Err(unreadable(error)));
                }
                Ok(records::Found::Damage(damage)) => {
                    let (offset, reason) = (damage.offset, damage.reason);
                    let what = format!(
                        "damaged record at byte {offset}, after {whole} intact ones ({reason})"
                    );
                    let advice = "the rest is still read; try another copy";
                    return Some(Ok(Err(Failure::new(what, &place, advice))));
                }
                Ok(records::Found::Record { head, content }) => {
                    whole += 1;
                    let new = |url: &str| {
                        holds_pages = true;
                        let is_new = seen.lock().expect("no panic").insert(url.to_owned());
                        is_new
                            .then_some(())
                            .ok_or_else(|| Failure::Repeat(url.to_owned()))
                    };
                    if let Some(found) = page(&head, content, new, max_bytes) {
                        return Some(Ok(found));
                    }
                }
            }
        }
        if ended || holds_pages {
            return None;
        }
        ended = true;
        let what = "nothing to read (no HTML response or resource, and no text)";
        let advice = "name an archive that holds pages";
        Some(Err(Failure::new(what, &place, advice)))
    }))
}

/// The page of a record, if the record holds one; a failure if its address is not new.
fn page(
    head: &str,
    content: Vec<u8>,
    new: impl FnOnce(&str) -> Result<(), Failure>,
    max_bytes: usize,
) -> Option<Found> {
    let url = field(head, "warc-target-uri")?;
    // Some programs write the address in angle brackets.
    let url = url.strip_prefix('<').unwrap_or(url);
    let url = url.strip_suffix('>').unwrap_or(url).to_owned();
    let of_record = field(head, "content-type");
    match field(head, "warc-type")? {
        "conversion" if of_record.is_some_and(is_text) => Some(new(&url).map(|()| {
            let cut = &content[..content.len().min(max_bytes)];
            Document::text_of(url, String::from_utf8_lossy(cut).into_owned())
        })),
        "resource" if of_record.is_some_and(is_html) => Some(new(&url).map(|()| {
            let content_type = of_record.map(str::to_owned);
            Document::page_of(url, content_type, content)
        })),
        "response" => {
            let (answer, body) = split(&content);
            let content_type = field(&answer, "content-type");
            if !is_good(&answer) || !content_type.is_none_or(is_html) {
                return None;
            }
            let content_type = content_type.map(str::to_owned);
            Some(
                new(&url).and_then(|()| match unpacked(&answer, body, max_bytes) {
                    Ok(bytes) => Ok(Document::page_of(url, content_type, bytes)),
                    Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                        Err(Failure::absent(&error.to_string(), url))
                    }
                    Err(error) => {
                        let what = format!("cannot unpack the response ({error})");
                        Err(Failure::new(what, url, "try another copy"))
                    }
                }),
            )
        }
        _ => None,
    }
}

/// The head of an HTTP response, and its body.
fn split(content: &[u8]) -> (String, &[u8]) {
    let ends = |at: &usize| {
        let rest = &content[*at..];
        rest.starts_with(b"\n\n") || rest.starts_with(b"\n\r\n")
    };
    let end = (0..content.len()).find(ends).unwrap_or(content.len());
    let behind = &content[end..];
    let body = behind.strip_prefix(b"\n\n");
    let body = body.or(behind.strip_prefix(b"\n\r\n"));
    let head = String::from_utf8_lossy(&content[..end]).into_owned();
    (head, body.unwrap_or_default())
}

fn is_good(answer: &str) -> bool {
    let mut words = answer.lines().next().unwrap_or_default().split_whitespace();
    let protocol = words.next().unwrap_or_default();
    protocol.starts_with("HTTP/") && words.next() == Some("200")
}

fn is_html(content_type: &str) -> bool {
    is_one_of(content_type, &["text/html", "application/xhtml+xml"])
}

fn is_text(content_type: &str) -> bool {
    is_one_of(content_type, &["text/plain"])
}

fn is_one_of(content_type: &str, types: &[&str]) -> bool {
    let mut parts = content_type.split([';', ',', ' ']);
    let found = parts.next().unwrap_or_default();
    types.iter().any(|one| one.eq_ignore_ascii_case(found))
}

/// The page in the body of a response, up to the number of bytes that are read of a page.
fn unpacked(answer: &str, body: &[u8], max_bytes: usize) -> io::Result<Vec<u8>> {
    let encoded = |name: &str, value: &str| {
        field(answer, name).is_some_and(|found| found.eq_ignore_ascii_case(value))
    };
    let mut from: Stream = match encoded("transfer-encoding", "chunked") && is_chunked(body) {
        true => Box::new(chunked_transfer::Decoder::new(body)),
        false => Box::new(body),
    };
    if encoded("content-encoding", "br") {
        from = unbrotli(from)?;
    } else if encoded("content-encoding", "deflate") {
        // There are two formats by this name, and servers send both.
        let mut start = Vec::new();
        from.by_ref().take(1).read_to_end(&mut start)?;
        let has_head = start.first().is_some_and(|byte| byte & 0x0F == 8);
        let whole = io::Cursor::new(start).chain(from);
        from = match has_head {
            true => Box::new(ZlibDecoder::new(whole)),
            false => Box::new(DeflateDecoder::new(whole)),
        };
    } else {
        // The bytes decide, since archives keep the header field after they have unpacked the body.
        from = packed::unpacked(from)?;
    }
    let mut bytes = Vec::new();
    from.take((max_bytes as u64).saturating_add(1))
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(feature = "brotli")]
fn unbrotli(from: Stream<'_>) -> io::Result<Stream<'_>> {
    // Bytes that are unpacked at a time.
    Ok(Box::new(brotli_decompressor::Decompressor::new(
        from,
        16 << 10,
    )))
}

#[cfg(not(feature = "brotli"))]
fn unbrotli(_: Stream<'_>) -> io::Result<Stream<'_>> {
    Err(packed::absent("brotli"))
}

/// Whether a body begins with the length of a chunk: archives keep the header field after they have joined the chunks.
fn is_chunked(body: &[u8]) -> bool {
    let digits = body.iter().take_while(|byte| byte.is_ascii_hexdigit());
    let digits = digits.count();
    let rest = &body[digits..];
    (1..=8).contains(&digits) && (rest.starts_with(b"\r\n") || rest.starts_with(b";"))
}
