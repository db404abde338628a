//! Web archives: WARC, and WET, which holds the text of pages.

use crate::document::{Content, Document, Found};
use crate::failure::{At, Failure};
use crate::kind::is_html;
use crate::packed::{self, Stream};
use crate::records::{self, END_OF_HEAD, Records, field};
use flate2::read::{DeflateDecoder, ZlibDecoder};
use std::io::{self, Read};
use std::path::PathBuf;

/// Bytes for the head of an HTTP response, on top of its page.
const HEAD: usize = 1 << 20;

/// The pages of an archive in its order: HTML in responses with status 200 and in resource records, and the texts of
/// WET files. A damaged place yields its failure.
pub fn pages(
    from: Stream<'static>,
    place: PathBuf,
    max_bytes: usize,
) -> Result<impl Iterator<Item = Result<Found, Failure>> + Send, Failure> {
    let mut records = Records::new(from, max_bytes.saturating_add(HEAD)).at(&place)?.fuse();
    let mut holds_pages = false;
    let mut whole = 0_u64;
    let mut ended = false;
    Ok(std::iter::from_fn(move || {
        for found in records.by_ref() {
            match found.at(&place) {
                Err(failure) => {
                    ended = true;
                    return Some(Err(failure));
                }
                Ok(records::Found::Damage(damage)) => {
                    let (offset, reason) = (damage.offset, damage.reason);
                    let what = format!("damaged record at byte {offset}, after {whole} intact ones ({reason})");
                    let advice = "the rest is still read; try another copy";
                    return Some(Ok(Err(Failure::new(what, place.display(), advice))));
                }
                Ok(records::Found::Record { head, content }) => {
                    whole += 1;
                    if let Some(page) = Capture::new(&head, &content) {
                        holds_pages = true;
                        return Some(Ok(page.document(max_bytes)));
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
        Some(Err(Failure::new(what, place.display(), advice)))
    }))
}

/// The page that a record holds.
struct Capture<'a> {
    url: String,
    content_type: Option<String>,
    /// The head of the HTTP response; empty in other records.
    head: String,
    body: &'a [u8],
    is_text: bool,
}

impl<'a> Capture<'a> {
    fn new(record: &str, content: &'a [u8]) -> Option<Capture<'a>> {
        let url = field(record, "warc-target-uri")?;
        // Some programs write the address in angle brackets.
        let url = url.strip_prefix('<').unwrap_or(url);
        let url = url.strip_suffix('>').unwrap_or(url).to_owned();
        let of_record = field(record, "content-type");
        let kind = field(record, "warc-type")?;
        let is_of = |types| of_record.is_some_and(|found| is_one_of(found, types));
        let is_text = kind == "conversion" && is_of(&["text/plain"]);
        let (mut head, mut body) = (String::new(), content);
        let mut content_type = of_record;
        if kind == "response" {
            (head, body) = split(content);
            content_type = field(&head, "content-type");
            // Servers send a page as plain bytes if they do not know its file extension.
            let is_page =
                |found: &str| is_one_of(found, HTML) || is_one_of(found, &[BYTES]) && is_html(&unpacked_start(body));
            if !is_good(&head) || !content_type.is_none_or(is_page) {
                return None;
            }
            content_type = content_type.filter(|found| !is_one_of(found, &[BYTES]));
        } else if !(is_text || kind == "resource" && is_of(HTML)) {
            return None;
        }
        Some(Capture { url, content_type: content_type.map(str::to_owned), head, body, is_text })
    }

    fn document(self, max_bytes: usize) -> Found {
        let (id, url) = (self.url.clone(), self.url);
        if self.is_text {
            let text = &self.body[..self.body.len().min(max_bytes)];
            let content = Content::Text {
                title: String::new(),
                text: String::from_utf8_lossy(text).into_owned(),
                url: Some(url),
            };
            return Ok(Document::new(id, content));
        }
        let bytes =
            if self.head.is_empty() { Ok(self.body.to_owned()) } else { unpacked(&self.head, self.body, max_bytes) };
        match bytes {
            Ok(bytes) => Ok(Document::page(id, Some(url), self.content_type, bytes)),
            Err(error) if error.kind() == io::ErrorKind::Unsupported => Err(Failure::absent(&error.to_string(), url)),
            Err(error) => {
                let what = format!("cannot unpack the response ({error})");
                Err(Failure::new(what, url, "try another copy"))
            }
        }
    }
}

/// The head of an HTTP response, and its body.
fn split(content: &[u8]) -> (String, &[u8]) {
    let end = END_OF_HEAD.find(content);
    let end = end.map_or(content.len()..content.len(), |end| end.range());
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

fn unpacked_start(body: &[u8]) -> Vec<u8> {
    packed::start(body).unwrap_or_default()
}

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
