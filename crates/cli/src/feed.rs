//! Feeds (RSS, RDF, Atom and JSON Feed): the pages that they link to.

use crate::failure::{At, Failure, note};
use crate::kind::{Kind, pattern};
use crate::source::Source;
use encoding_rs::Encoding;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use regex::bytes::Regex;
use serde_json::Value;
use std::io::Read as _;
use std::sync::LazyLock;
use url::Url;

/// Bytes read of a feed.
const MOST: u64 = 32 << 20;

static CHARSET: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^<\?xml[^>]*encoding=["']([\w-]+)["']"#));

/// What a feed states.
#[derive(Default)]
struct Feed {
    /// The address of its site.
    home: Option<String>,
    /// The links of its entries.
    entries: Vec<Option<String>>,
    /// What ended it too early.
    fault: Option<String>,
}

/// The pages that the entries of a feed link to, in its order, and the failure that ended them.
/// Links are resolved against the feed's own address or, without one, against the address of the site that the feed
/// states.
pub fn open(source: &Source) -> Result<(Vec<Source>, Vec<Failure>), Failure> {
    let mut bytes = Vec::new();
    source.unpacked()?.take(MOST).read_to_end(&mut bytes).at(&source.place)?;
    let (place, text) = (source.place.display(), bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes));
    let read = if text.trim_ascii_start().starts_with(b"{") { of_json(text) } else { of_xml(&decoded(text)) };
    let feed = read.map_err(|reason| {
        let advice = "use an RSS, Atom or JSON feed, or name the format with --as";
        Failure::new(format!("not a feed ({reason})"), &place, advice)
    })?;
    let base = source.url.as_ref().or(feed.home.as_ref()).map_or("", String::as_str);
    let links = feed.entries.iter().flatten().filter_map(|link| absolute(base, link.trim()));
    let pages: Vec<_> = links.map(|url| Source::named(url.into(), Some(Kind::Page))).collect();
    let all = feed.entries.len();
    let lost = all - pages.len();
    if lost > 0 {
        note(&format!("left out, without an address: {lost} of {all} entries, {place}"));
    }
    let damage = feed.fault.map(|fault| {
        let what = format!("the feed is damaged after {all} entries ({fault})");
        Failure::new(what, place, "the entries before are still read")
    });
    Ok((pages, Vec::from_iter(damage)))
}

/// A link of a feed at the address `base`, as a web address.
fn absolute(base: &str, link: &str) -> Option<String> {
    let url = match Url::parse(base) {
        Ok(base) => base.join(link),
        Err(_) => Url::parse(link),
    };
    url.ok().filter(|url| matches!(url.scheme(), "http" | "https")).map(String::from)
}

fn decoded(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(200)];
    let label = CHARSET.captures(start).and_then(|found| found.get(1));
    let charset = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    let (text, ..) = charset.unwrap_or(encoding_rs::UTF_8).decode(bytes);
    text.into_owned()
}

fn of_json(bytes: &[u8]) -> Result<Feed, String> {
    let feed: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let items = feed["items"].as_array().ok_or("it has no `items`")?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let entries = items.iter().map(|item| text(&item["url"])).collect();
    Ok(Feed { home: text(&feed["home_page_url"]), entries, fault: None })
}

fn of_xml(text: &str) -> Result<Feed, String> {
    let mut reader = Reader::from_str(text);
    // Broken feeds are read as far as they make sense.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_dangling_amp = true;
    let mut feed = Feed::default();
    match read(&mut reader, &mut feed) {
        Err(fault) if feed.entries.is_empty() => Err(fault),
        read => Ok(Feed { fault: read.err(), ..feed }),
    }
}

fn read(reader: &mut Reader<&[u8]>, feed: &mut Feed) -> Result<(), String> {
    let mut is_feed = false;
    let mut within = false;
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Eof if is_feed => return Ok(()),
            Event::Eof => return Err("no feed begins here".to_owned()),
            Event::Start(tag) => match &*name(&tag) {
                "rss" | "feed" | "rdf:rdf" => is_feed = true,
                "item" | "entry" => {
                    within = true;
                    feed.entries.push(None);
                }
                field if within || field == "link" => {
                    let value = value(reader, &tag)?;
                    let entry = feed.entries.last_mut().filter(|_| within);
                    take(entry.unwrap_or(&mut feed.home), field, &tag, value);
                }
                _ => {}
            },
            Event::Empty(tag) => {
                let entry = feed.entries.last_mut().filter(|_| within);
                take(entry.unwrap_or(&mut feed.home), &name(&tag), &tag, String::new());
            }
            Event::End(tag) => {
                let ended = tag.name().as_ref().to_ascii_lowercase();
                within &= !matches!(&*ended, "item" | "entry");
            }
            _ => {}
        }
    }
}

fn name(tag: &BytesStart) -> String {
    tag.name().as_ref().to_ascii_lowercase()
}

fn attribute(tag: &BytesStart, wanted: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|found| found.key.as_ref() == wanted)?;
    Some(quick_xml::escape::unescape(&found.value).ok()?.into_owned())
}

fn take(entry: &mut Option<String>, field: &str, tag: &BytesStart, value: String) {
    let link = match (field, attribute(tag, "href")) {
        // RSS and RDF have one link. Atom has several, one of them to the page.
        ("link", None) => value,
        ("link", Some(href)) if attribute(tag, "rel").is_none_or(|rel| rel.is_empty() || rel == "alternate") => href,
        ("guid", _) if attribute(tag, "isPermaLink").as_deref() != Some("false") => value,
        _ => return,
    };
    entry.get_or_insert(link);
}

/// The text of an element.
fn value(reader: &mut Reader<&[u8]>, start: &BytesStart) -> Result<String, String> {
    let mut text = String::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Eof => return Ok(text),
            Event::End(tag) if tag.name() == start.name() => return Ok(text),
            Event::CData(inner) => text.push_str(&inner),
            Event::Text(inner) => text.push_str(&inner),
            Event::GeneralRef(reference) => {
                let character = reference.resolve_char_ref().ok().flatten().map(String::from);
                let known = resolve_predefined_entity(&reference).map(str::to_owned);
                text += &known.or(character).unwrap_or_default();
            }
            _ => {}
        }
    }
}
