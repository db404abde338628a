//! Web archives: WARC, and WET, which holds the text of pages.

use crate::document::{Content, Document};
use crate::failure::{At, Failure};
use crate::kind::is_html;
use crate::members::Fault;
use crate::packed::{self, Stream};
use crate::records::{END_OF_HEAD, Records, field};
use flate2::read::{DeflateDecoder, ZlibDecoder};
use std::io::{self, Read};
use std::mem;
use std::path::PathBuf;

/// Bytes for the head of an HTTP response, on top of its page.
const HEAD: usize = 1 << 20;

/// The pages of an archive in its order: HTML in responses with status 200 and in resource records, and the texts of
/// WET files. A damaged place yields its failure.
pub struct Pages {
    records: Records<'static>,
    place: PathBuf,
    max_bytes: usize,
    /// Intact records so far.
    intact: u64,
    /// Whether the end of the archive is a failure, since it held no page.
    is_empty: bool,
}

impl Pages {
    pub fn new(from: Stream<'static>, place: PathBuf, max_bytes: usize) -> Result<Pages, Failure> {
        let records = Records::new(from, max_bytes.saturating_add(HEAD)).at(&place)?;
        Ok(Pages { records, place, max_bytes, intact: 0, is_empty: true })
    }
}

impl Iterator for Pages {
    type Item = Result<Document, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.records.next() {
                Some(Ok((head, content))) => {
                    self.intact += 1;
                    if let Some(page) = page(&head, &content, self.max_bytes) {
                        self.is_empty = false;
                        return Some(page);
                    }
                }
                Some(Err(Fault::Damage { reason, offset })) => {
                    let intact = self.intact;
                    let what = format!("damaged record at byte {offset}, after {intact} intact ones ({reason})");
                    let advice = "the rest is still read; try another copy";
                    return Some(Err(Failure::new(what, self.place.display(), advice)));
                }
                Some(Err(Fault::Io(error))) => {
                    self.is_empty = false;
                    return Some(Err(Failure::unreadable(&error, &self.place).fatal()));
                }
                None if mem::take(&mut self.is_empty) => {
                    let what = "nothing to read (no HTML response or resource, and no text)";
                    let advice = "name an archive that holds pages";
                    return Some(Err(Failure::new(what, self.place.display(), advice).fatal()));
                }
                None => return None,
            }
        }
    }
}

/// The page or text that a record holds, if any.
fn page(record: &str, content: &[u8], max_bytes: usize) -> Option<Result<Document, Failure>> {
    let address = field(record, "warc-target-uri")?;
    // Some programs write it in angle brackets.
    let opened = address.strip_prefix('<').unwrap_or(address);
    let url = opened.strip_suffix('>').unwrap_or(opened).to_owned();
    let content_type = field(record, "content-type");
    let is_of = |types| content_type.is_some_and(|found| is_one_of(found, types));
    match field(record, "warc-type")? {
        "response" => response(url, content, max_bytes),
        "resource" if is_of(HTML) => Some(Ok(Document::page(&url, Some(&url), content_type, content.to_owned()))),
        "conversion" if is_of(&["text/plain"]) => {
            let kept = start(content, max_bytes);
            let text = String::from_utf8_lossy(kept).into_owned();
            let is_cut = kept.len() < content.len();
            let content = Content::Text { title: String::new(), text, url: Some(url.clone()), is_cut };
            Some(Ok(Document::new(url, content)))
        }
        _ => None,
    }
}

/// The bytes of a text up to a limit, without the character that it cuts.
fn start(text: &[u8], max_bytes: usize) -> &[u8] {
    let most = max_bytes.min(text.len());
    // Up to three bytes follow the first of a character.
    let end = (most.saturating_sub(3)..=most).rev().find(|at| text.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80));
    &text[..end.unwrap_or(most)]
}

/// The page in an HTTP response.
fn response(url: String, content: &[u8], max_bytes: usize) -> Option<Result<Document, Failure>> {
    let (head, body) = split(content);
    let content_type = field(&head, "content-type");
    // Servers send a page as plain bytes if they do not know its file extension.
    let is_bytes = content_type.is_some_and(|found| is_one_of(found, &[BYTES]));
    let is_page = content_type.is_none_or(|found| is_one_of(found, HTML))
        || is_bytes && is_html(&packed::start(body).unwrap_or_default());
    if !is_page || !is_good(&head) {
        return None;
    }
    Some(match unpacked(&head, body, max_bytes) {
        Ok(bytes) => Ok(Document::page(&url, Some(&url), content_type.filter(|_| !is_bytes), bytes)),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Err(Failure::absent(&error.to_string(), url)),
        Err(error) => {
            let what = format!("cannot unpack the response ({error})");
            Err(Failure::new(what, url, "try another copy"))
        }
    })
}

/// The head of an HTTP response, and its body.
fn split(content: &[u8]) -> (String, &[u8]) {
    let end = END_OF_HEAD.find(content).map_or(content.len()..content.len(), |end| end.range());
    let head = String::from_utf8_lossy(&content[..end.start]).into_owned();
    (head, &content[end.end..])
}

fn is_good(answer: &str) -> bool {
    let mut words = answer.lines().next().unwrap_or_default().split_whitespace();
    let protocol = words.next().unwrap_or_default();
    protocol.starts_with("HTTP/") && words.next() == Some("200")
}

/// Media types of pages.
const HTML: &[&str] = &["text/html", "application/xhtml+xml"];
/// The media type of bytes of any kind.
const BYTES: &str = "application/octet-stream";

fn is_one_of(content_type: &str, types: &[&str]) -> bool {
    let mut parts = content_type.split([';', ',', ' ']);
    let found = parts.next().unwrap_or_default();
    types.iter().any(|one| one.eq_ignore_ascii_case(found))
}

/// The page in the body of a response, unpacked and cut off after `max_bytes`.
fn unpacked(answer: &str, body: &[u8], max_bytes: usize) -> io::Result<Vec<u8>> {
    let encoded = |name: &str, value: &str| field(answer, name).is_some_and(|found| found.eq_ignore_ascii_case(value));
    let mut from: Stream = Box::new(body);
    if encoded("transfer-encoding", "chunked") && is_chunked(body) {
        from = Box::new(chunked_transfer::Decoder::new(body));
    }
    if encoded("content-encoding", "br") {
        from = unbrotli(from)?;
    } else if encoded("content-encoding", "deflate") {
        // Two formats share this name, and servers send both.
        let mut start = Vec::new();
        from.by_ref().take(1).read_to_end(&mut start)?;
        let has_head = start.first().is_some_and(|byte| byte & 0x0F == 8);
        let whole = io::Cursor::new(start).chain(from);
        from = if has_head { Box::new(ZlibDecoder::new(whole)) } else { Box::new(DeflateDecoder::new(whole)) };
    } else {
        // The bytes decide: archives keep the header field even after they unpack the body.
        from = packed::unpacked(from)?;
    }
    let mut bytes = Vec::new();
    from.take((max_bytes as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(feature = "brotli")]
fn unbrotli(from: Stream<'_>) -> io::Result<Stream<'_>> {
    // Bytes unpacked at a time.
    Ok(Box::new(brotli_decompressor::Decompressor::new(from, 16 << 10)))
}

#[cfg(not(feature = "brotli"))]
fn unbrotli(_: Stream<'_>) -> io::Result<Stream<'_>> {
    Err(packed::absent("brotli"))
}

/// Whether a body begins with the length of a chunk: archives keep the header field even after they join the chunks.
fn is_chunked(body: &[u8]) -> bool {
    let digits = body.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let rest = &body[digits..];
    (1..=8).contains(&digits) && (rest.starts_with(b"\r\n") || rest.starts_with(b";"))
}
