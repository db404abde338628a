//! Bytes to UTF-8: detects the charset of a page while decoding it as a stream.
//!
//! Order of trust: byte-order mark, then what the bytes themselves prove (valid UTF-8 with enough multi-byte
//! sequences), then the HTTP header, then a `<meta>` declaration in the first 1,024 bytes or, if nothing is declared
//! there, in the first 16 KiB, then statistics ([`crate::decode::detect`]). Declarations are often wrong, especially on
//! Chinese pages, so one is believed only if the bytes are valid in it. Labels follow the WHATWG Encoding Standard;
//! `gb2312` and `gbk` are decoded as GB18030, which contains both.
//!
//! The decision needs some bytes that are not ASCII. Until then everything passes through, since all charsets of the
//! web except UTF-16 agree on ASCII. From the first non-ASCII byte on, a window is held back until it holds 256 such
//! bytes and the declarations are past, or until it is 16 KiB long. Both limits count bytes of the page, so the result
//! does not depend on how the page is split into chunks.

use crate::decode::attribute::Attributes;
use crate::decode::detect;
use crate::schema::names;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::memchr;

names! {
    /// What determined the charset of a page.
    #[non_exhaustive]
    pub enum CharsetSource {
        /// A byte-order mark.
        Bom = "bom",
        /// The bytes are valid UTF-8 (or UTF-16 without a mark) beyond reasonable doubt.
        Bytes = "bytes",
        /// The `charset` parameter of the HTTP `Content-Type`.
        Http = "http",
        /// A `<meta>` element in the first 16 KiB.
        Meta = "meta",
        /// Statistics over the bytes: nothing was declared, or the declaration did not fit.
        Detected = "detected",
        /// All ASCII: nothing to detect.
        Ascii = "ascii",
    }
}

/// Bytes that a `<meta>` declaration must lie within (HTML standard, "prescan a byte stream").
const PRESCAN: usize = 1024;
/// Bytes within which a later declaration counts if nothing else declares a charset, as in browsers. Larger: more is
/// held back of pages that declare none.
const LATE: usize = 16 * 1024;
/// Non-ASCII bytes that settle the charset. Larger: rare charsets are detected more reliably, and more is held back.
const EVIDENCE: usize = 256;
/// Longest window held back, in bytes, when non-ASCII bytes are rare.
const WINDOW: usize = 16 * 1024;
/// Valid multi-byte UTF-8 sequences that prove it against a declaration. Larger: short texts in UTF-8 are not
/// recognized; smaller: text in a legacy charset that happens to be valid UTF-8 is taken for it.
const PROOF: usize = 6;
const ESC: u8 = 0x1B;
/// Bytes of the longest character.
const LONGEST: usize = 4;

/// Decodes a page of unknown charset to UTF-8, chunk by chunk.
pub struct Decoder {
    state: State,
    declared: Option<&'static Encoding>,
    /// The first bytes of the page, kept for the prescan.
    head: Vec<u8>,
    /// How many of them are kept at most.
    prescan: usize,
    /// Bytes of the page passed on or held back.
    position: usize,
    charset: &'static Encoding,
    source: CharsetSource,
}

enum State {
    /// The first four bytes, which may reveal a byte-order mark or UTF-16.
    Start,
    /// Only ASCII so far, already passed on.
    Ascii,
    /// Held back since the first non-ASCII byte.
    Window {
        held: Vec<u8>,
        evidence: usize,
    },
    Decoding(Box<encoding_rs::Decoder>),
}

impl Decoder {
    /// A decoder for one page; `content_type` is the value of the HTTP header, if any.
    pub fn new(content_type: Option<&str>) -> Decoder {
        Decoder {
            state: State::Start,
            declared: content_type.and_then(charset_parameter).filter(|&encoding| !is_utf16(encoding)),
            head: Vec::new(),
            prescan: PRESCAN,
            position: 0,
            charset: UTF_8,
            source: CharsetSource::Ascii,
        }
    }

    /// The charset's WHATWG name and what determined it; final once decoding has begun.
    pub fn charset(&self) -> (&'static str, CharsetSource) {
        (self.charset.name(), self.source)
    }

    /// Decides the charset from what has been read so far, and appends what was held back to `out`. If everything so
    /// far is ASCII, the charset stays open.
    pub fn settle(&mut self, out: &mut String) {
        if let State::Window { held, .. } = &mut self.state {
            let held = std::mem::take(held);
            self.begin(&held, false, out);
        }
    }

    fn begin(&mut self, held: &[u8], whole: bool, out: &mut String) {
        (self.charset, self.source) = decide(held, whole, self.declared, prescan(&self.head));
        let mut decoder = self.charset.new_decoder_without_bom_handling();
        run(&mut decoder, held, false, out);
        self.state = State::Decoding(Box::new(decoder));
    }

    /// Appends the text of the next bytes to `out`. With `last`, also appends everything that was held back.
    pub fn decode(&mut self, bytes: &[u8], last: bool, out: &mut String) {
        let remembered = self.head.len();
        self.remember(bytes);
        if matches!(self.state, State::Start) {
            if self.head.len() < 4 && !last {
                return;
            }
            self.start();
            // At most three bytes that earlier calls received and that have not been decoded.
            let earlier = self.head[..remembered].to_vec();
            self.feed(&earlier, false, out);
        }
        self.feed(bytes, last, out);
    }

    /// Keeps bytes for the prescan.
    fn remember(&mut self, bytes: &[u8]) {
        let room = self.prescan - self.head.len();
        let (now, later) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(now);
        let is_full = !now.is_empty() && self.head.len() == PRESCAN;
        if is_full && self.declared.is_none() && prescan(&self.head).is_none() {
            self.prescan = LATE;
            self.remember(later);
        }
    }

    /// Checks for a byte-order mark, or for UTF-16 by the zeros of its first two characters, which are ASCII in a page.
    /// Anything else counts as ASCII so far, and no declaration makes it UTF-16.
    fn start(&mut self) {
        let found = match (Encoding::for_bom(&self.head), &self.head[..]) {
            (Some((encoding, _)), _) => Some((encoding, CharsetSource::Bom)),
            (None, &[1..=255, 0, 1..=255, 0, ..]) => Some((UTF_16LE, CharsetSource::Bytes)),
            (None, &[0, 1..=255, 0, 1..=255, ..]) => Some((UTF_16BE, CharsetSource::Bytes)),
            _ => None,
        };
        self.state = match found {
            Some((encoding, source)) => {
                (self.charset, self.source) = (encoding, source);
                State::Decoding(Box::new(encoding.new_decoder_with_bom_removal()))
            }
            None => State::Ascii,
        };
    }

    fn feed(&mut self, mut bytes: &[u8], last: bool, out: &mut String) {
        if let State::Ascii = self.state {
            let ascii = ascii_prefix(bytes);
            // They are ASCII, so validating them again costs almost nothing.
            out.push_str(std::str::from_utf8(&bytes[..ascii]).unwrap_or_default());
            bytes = &bytes[ascii..];
            self.position += ascii;
            if bytes.is_empty() {
                return;
            }
            self.state = State::Window { held: Vec::with_capacity(WINDOW), evidence: 0 };
        }
        if let State::Window { held, evidence } = &mut self.state {
            let room = bytes.len().min(WINDOW - held.len());
            let prescan = self.prescan;
            let complete = |at: usize, evidence| evidence >= EVIDENCE && at >= prescan;
            let mut taken = 0;
            while taken < room && !complete(self.position, *evidence) {
                // Up to the next non-ASCII byte; once there are enough, up to the end of the prescan.
                let plain = if *evidence < EVIDENCE {
                    Encoding::ascii_valid_up_to(&bytes[taken..room])
                } else {
                    prescan - self.position - 1
                };
                let step = (plain + 1).min(room - taken);
                *evidence += usize::from(bytes[taken + step - 1] >= 0x80);
                self.position += step;
                taken += step;
            }
            held.extend_from_slice(&bytes[..taken]);
            bytes = &bytes[taken..];
            if !complete(self.position, *evidence) && held.len() < WINDOW && !last {
                return;
            }
            let held = std::mem::take(held);
            self.begin(&held, last && bytes.is_empty(), out);
        }
        if let State::Decoding(decoder) = &mut self.state {
            run(decoder, bytes, last, out);
        }
    }
}

/// Length of the prefix that reads the same in every charset of the web except UTF-16.
fn ascii_prefix(bytes: &[u8]) -> usize {
    let ascii = Encoding::ascii_valid_up_to(bytes);
    // ESC starts the shifts of ISO-2022-JP, whose bytes are all ASCII. Almost no page contains one.
    memchr(ESC, &bytes[..ascii]).unwrap_or(ascii)
}

fn run(decoder: &mut encoding_rs::Decoder, mut bytes: &[u8], last: bool, out: &mut String) {
    let is_utf8 = decoder.encoding() == UTF_8;
    let most = if is_utf8 { LONGEST } else { 16 * 1024 };
    let room = decoder.max_utf8_buffer_length(bytes.len().min(most));
    let mut buffer = String::new();
    loop {
        // Most pages are in UTF-8: valid bytes are copied unless a character is incomplete.
        if is_utf8 && decoder.latin1_byte_compatible_up_to(b"").is_some() {
            let valid = valid_prefix(bytes);
            out.push_str(valid);
            bytes = &bytes[valid.len()..];
            if bytes.is_empty() && !last {
                return;
            }
        }
        if buffer.is_empty() {
            buffer = "\0".repeat(room.unwrap_or(64 * 1024));
        }
        let (part, rest) = bytes.split_at(bytes.len().min(most));
        let (result, read, written, _) = decoder.decode_to_str(part, &mut buffer, last && rest.is_empty());
        out.push_str(&buffer[..written]);
        bytes = &bytes[read..];
        if bytes.is_empty() && result == encoding_rs::CoderResult::InputEmpty {
            return;
        }
    }
}

/// The valid UTF-8 that bytes begin with.
fn valid_prefix(bytes: &[u8]) -> &str {
    // The last character may be incomplete; the bytes before it need not be read twice.
    let last = bytes.iter().rev().take(LONGEST).position(|byte| !(0x80..0xC0).contains(byte));
    let end = last.map_or(bytes.len(), |last| bytes.len() - 1 - last);
    let is_whole = std::str::from_utf8(&bytes[end..]).is_ok();
    let bytes = if is_whole { bytes } else { &bytes[..end] };
    simdutf8::compat::from_utf8(bytes).unwrap_or_else(|error| {
        let valid = &bytes[..error.valid_up_to()];
        std::str::from_utf8(valid).unwrap_or_default()
    })
}

/// Decides the charset of a page from its first non-ASCII bytes and the declarations.
///
/// `whole`: the window is the rest of the page, so a character cut off at its end is an error.
fn decide(
    window: &[u8],
    whole: bool,
    http: Option<&'static Encoding>,
    meta: Option<&'static Encoding>,
) -> (&'static Encoding, CharsetSource) {
    let declared = [(http, CharsetSource::Http), (meta, CharsetSource::Meta)]
        .into_iter()
        .filter_map(|(encoding, source)| Some((canonical(encoding?), source)));
    let claims_utf8 = declared.clone().any(|(encoding, _)| encoding == UTF_8);
    let claims_wide = declared.clone().any(|(encoding, _)| is_multibyte(encoding));

    let (sequences, errors) = utf8_evidence(window, whole);
    // By chance, a text in a multi-byte legacy charset can be valid UTF-8 for a few characters, but not for many.
    let proven = errors == 0 && sequences >= if claims_wide { PROOF } else { 1 };
    let damaged = claims_utf8 && errors * 10 <= sequences;
    if proven || damaged {
        let stated = declared.clone().find(|&(encoding, _)| encoding == UTF_8);
        return stated.unwrap_or((UTF_8, CharsetSource::Bytes));
    }

    let guess = detect::guess(window);
    let evidence = window.iter().filter(|&&b| b >= 0x80).count();
    declared
        .filter(|&(encoding, _)| encoding != UTF_8)
        .find(|&(encoding, _)| {
            if is_multibyte(encoding) {
                let errors = decode_errors(encoding, window, whole);
                // With few bytes, the declaration is more reliable than a guess at another multi-byte charset.
                let is_best = guess == encoding || !is_multibyte(guess) || evidence < 64;
                errors * 50 <= evidence && is_best
            } else {
                // Single-byte charsets accept anything, so `windows-1252` proves nothing if non-ASCII bytes are dense:
                // authors often did not choose that label.
                let dense = evidence >= 64 && evidence * 4 >= window.len();
                guess == encoding || !(is_multibyte(guess) || encoding == WINDOWS_1252 && dense)
            }
        })
        .unwrap_or((guess, CharsetSource::Detected))
}

/// GB18030 contains GBK and GB2312 and decodes their bytes alike.
fn canonical(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == GBK { GB18030 } else { encoding }
}

fn is_utf16(encoding: &'static Encoding) -> bool {
    [UTF_16LE, UTF_16BE].contains(&encoding)
}

fn is_multibyte(encoding: &'static Encoding) -> bool {
    [GB18030, BIG5, EUC_JP, EUC_KR, SHIFT_JIS].contains(&encoding)
}

/// Counts valid multi-byte UTF-8 sequences, up to [`PROOF`] if none is broken, and broken ones. A sequence cut off by
/// the end of the window counts as neither.
fn utf8_evidence(window: &[u8], whole: bool) -> (usize, usize) {
    match std::str::from_utf8(window) {
        Ok(_) => (sequences(window, PROOF), 0),
        Err(error) if error.error_len().is_none() && !whole => (sequences(&window[..error.valid_up_to()], PROOF), 0),
        Err(_) => window.utf8_chunks().fold((0, 0), |(found, errors), chunk| {
            let found = found + sequences(chunk.valid().as_bytes(), usize::MAX);
            (found, errors + usize::from(!chunk.invalid().is_empty()))
        }),
    }
}

/// The number of multi-byte sequences in valid UTF-8, at most `most`.
fn sequences(valid: &[u8], most: usize) -> usize {
    let (mut rest, mut found) = (valid, 0);
    while found < most
        && let Some((&first, others)) = rest[Encoding::ascii_valid_up_to(rest)..].split_first()
    {
        found += usize::from(first >= 0xC0);
        rest = others;
    }
    found
}

fn decode_errors(encoding: &'static Encoding, window: &[u8], whole: bool) -> usize {
    let mut out = String::new();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    run(&mut decoder, window, whole, &mut out);
    out.matches(char::REPLACEMENT_CHARACTER).count()
}

/// The encoding named by the `charset` parameter of a `Content-Type` value.
fn charset_parameter(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        let is_charset = name.trim().eq_ignore_ascii_case("charset");
        is_charset.then(|| Encoding::for_label(value.as_bytes()))?
    })
}

/// The charset that a `<meta>` element declares within `head` (HTML standard, "prescan a byte stream to determine its
/// encoding"). Comments, other attributes that merely contain the word `charset`, and text do not count.
fn prescan(head: &[u8]) -> Option<&'static Encoding> {
    let mut rest = head;
    loop {
        let open = rest.iter().position(|&b| b == b'<')?;
        rest = &rest[open..];
        if rest.starts_with(b"<!--") {
            // The standard lets `<!-->` be a whole comment.
            let end = rest[2..].windows(3).position(|w| w == b"-->")?;
            rest = &rest[2 + end + 3..];
        } else if is_tag(rest, b"<meta") {
            let mut attributes = Attributes::new(rest, 5);
            if let Some(encoding) = meta_charset(rest, &mut attributes) {
                return Some(encoding);
            }
            rest = &rest[attributes.at..];
        } else if rest.len() > 1 && (rest[1].is_ascii_alphabetic() || rest[1] == b'/') {
            let name = rest[1..].iter().position(|b| b.is_ascii_whitespace() || *b == b'>')?;
            let mut attributes = Attributes::new(rest, 1 + name);
            attributes.by_ref().for_each(drop);
            rest = &rest[attributes.at..];
        } else {
            rest = &rest[1..];
        }
    }
}

fn is_tag(rest: &[u8], tag: &[u8]) -> bool {
    rest.len() > tag.len()
        && rest[..tag.len()].eq_ignore_ascii_case(tag)
        && (rest[tag.len()].is_ascii_whitespace() || rest[tag.len()] == b'/')
}

fn meta_charset(tag: &[u8], attributes: &mut Attributes<'_>) -> Option<&'static Encoding> {
    let (mut charset, mut content, mut content_type) = (None, None, false);
    for attribute in attributes {
        let (name, value) = (&tag[attribute.name], &tag[attribute.value]);
        if name.eq_ignore_ascii_case(b"charset") {
            charset = charset.or(Some(value));
        } else if name.eq_ignore_ascii_case(b"content") {
            content = content.or(Some(value));
        } else if name.eq_ignore_ascii_case(b"http-equiv") {
            content_type = value.eq_ignore_ascii_case(b"content-type");
        }
    }
    let encoding = match charset {
        Some(label) => Encoding::for_label(label),
        None => {
            let content = content.filter(|_| content_type)?;
            charset_parameter(&String::from_utf8_lossy(content))
        }
    }?;
    // A page whose bytes scan as ASCII is not in UTF-16, whatever it declares.
    Some(if is_utf16(encoding) { UTF_8 } else { encoding })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text and charset of a page read in chunks of `step` bytes.
    fn read(bytes: &[u8], content_type: Option<&str>, step: usize) -> (String, &'static str) {
        let mut decoder = Decoder::new(content_type);
        let mut out = String::new();
        for chunk in bytes.chunks(step) {
            decoder.decode(chunk, false, &mut out);
        }
        decoder.decode(b"", true, &mut out);
        (out, decoder.charset().0)
    }

    const ZH: &str = "<p>水利部门昨日通报，下游三座水库的蓄水量已恢复到去年同期的九成。\
        专家认为，今年汛期来得比往年早，沿江各县应当提前检查堤防。</p>";
    const HANT: &str = "<p>水利部門昨日通報，下游三座水庫的蓄水量已恢復到去年同期的九成。\
        專家認為，今年汛期來得比往年早，沿江各縣應當提前檢查堤防，並公佈疏散路線。</p>";
    const JA: &str = "<p>市は昨日、下流の三つのダムの貯水量が前年同期の九割まで回復したと発表した。</p>";
    const KO: &str = "<p>시는 어제 하류의 세 댐 저수량이 지난해 같은 기간의 구십 퍼센트까지 회복됐다고 밝혔다.</p>";
    const RU: &str = "<p>Вчера городские власти сообщили, что запас воды в трёх водохранилищах восстановился.</p>";

    #[test]
    fn any_chunking_reads_the_same() {
        let pages = [
            (ZH, GB18030),
            (ZH, UTF_8),
            (HANT, BIG5),
            (JA, SHIFT_JIS),
            (JA, EUC_JP),
            (KO, EUC_KR),
            (RU, encoding_rs::WINDOWS_1251),
            (RU, UTF_8),
        ];
        for (text, encoding) in pages {
            let (bytes, _, _) = encoding.encode(text);
            for step in [1, 2, 3, 7, 64, 4096] {
                let (read, charset) = read(&bytes, None, step);
                assert_eq!((read.as_str(), charset), (text, encoding.name()), "{step}");
            }
        }
    }

    #[test]
    fn a_lying_declaration_is_not_believed() {
        let gbk = GB18030.encode(ZH).0;
        let utf8 = ZH.as_bytes();
        assert_eq!(read(&gbk, Some("text/html; charset=utf-8"), 9).0, ZH);
        assert_eq!(read(&gbk, Some("text/html; charset=iso-8859-1"), 9).0, ZH);
        assert_eq!(read(utf8, Some("text/html; charset=gb2312"), 9).0, ZH);
        assert_eq!(read(utf8, Some("text/html; charset=windows-1252"), 9).0, ZH);
        let meta = format!("<meta charset=utf-8>{HANT}");
        assert_eq!(read(&BIG5.encode(&meta).0, None, 9).0, meta);
    }

    #[test]
    fn an_honest_declaration_decides_where_the_bytes_cannot() {
        let text = "<p>d\u{e9}j\u{e0} vu</p>";
        let bytes = WINDOWS_1252.encode(text).0;
        assert_eq!(read(&bytes, Some("text/html;charset=\"ISO-8859-1\""), 5).0, text);
        let text = "<meta http-equiv=Content-Type content='text/html; charset=windows-1250'><p>\u{151}";
        let bytes = encoding_rs::WINDOWS_1250.encode(text).0;
        assert_eq!(read(&bytes, None, 5).0, text);
    }

    #[test]
    fn a_declaration_after_much_text_is_seen_in_any_chunks() {
        let page = format!("<title>{}</title><meta charset=koi8-r>{RU}", "Вода ".repeat(60));
        let bytes = encoding_rs::KOI8_R.encode(&page).0;
        for step in [1, 100, 4096] {
            assert_eq!(read(&bytes, None, step), (page.clone(), "KOI8-R"));
        }
    }

    #[test]
    fn utf16_with_and_without_mark() {
        for (mark, start) in [("", ""), ("\u{feff}", ""), ("", "\r\n")] {
            let page = format!("{start}{ZH}");
            let le: Vec<u8> = format!("{mark}{page}").encode_utf16().flat_map(u16::to_le_bytes).collect();
            let be: Vec<u8> = format!("{mark}{page}").encode_utf16().flat_map(u16::to_be_bytes).collect();
            for step in [1, 3, 1000] {
                assert_eq!(read(&le, None, step), (page.clone(), "UTF-16LE"));
                assert_eq!(read(&be, None, step), (page.clone(), "UTF-16BE"));
            }
        }
    }

    #[test]
    fn a_page_that_is_not_in_utf16_is_never_read_as_it() {
        for label in ["utf-16", "utf-16le", "utf-16be", "unicode"] {
            let header = format!("text/html; charset={label}");
            let bytes = b"<title>Caf\xe9</title><p>D\xe9j\xe0 vu au caf\xe9.";
            let (text, charset) = read(bytes, Some(&header), 5);
            assert!(text.contains("Déjà vu au café."), "{charset} {text}");
            assert_eq!(read(ZH.as_bytes(), Some(&header), 5).0, ZH);
        }
    }

    #[test]
    fn only_real_declarations_count() {
        let gbk = Some(GBK);
        assert_eq!(prescan(b"<html><META charset = 'gb2312'>"), gbk);
        assert_eq!(prescan(b"<meta content='text/html;charset=gbk' http-equiv=content-type>"), gbk);
        assert_eq!(prescan(b"<meta data-charset=gbk><meta name=d content='charset=gbk'>"), None);
        assert_eq!(prescan(b"<!-- <meta charset=big5> --><meta charset=gbk>"), gbk);
        assert_eq!(prescan(b"<a title='<meta charset=big5>'><meta charset=gbk>"), gbk);
        assert_eq!(prescan(b"<meta charset=utf-16>"), Some(UTF_8));
        assert_eq!(prescan(b"<meta charset=gb"), None);
        assert_eq!(prescan(b"<metacharset=gbk>"), None);
    }

    #[test]
    fn broken_bytes_become_replacement_characters() {
        let (text, charset) = read(b"<p>\xe6\xb0\xb4\xff\xe5\xba\x93", None, 1);
        assert!(text.contains('\u{FFFD}') || charset != "UTF-8", "{text} {charset}");
        assert_eq!(read(b"", None, 1), (String::new(), "UTF-8"));
        assert_eq!(read(b"\x1b$B", None, 1).1, "ISO-2022-JP");
    }
}
