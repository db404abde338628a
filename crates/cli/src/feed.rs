//! Feeds (RSS, RDF, Atom and JSON Feed): the pages that they link to.

use crate::failure::{At, Failure, note, warn};
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

/// The pages that the entries of a feed link to, in its order, and the failure that ended them, which was reported.
/// Links are resolved against the feed's own address or, without one, against the address of the site that the feed
/// states.
pub fn open(feed: &Source) -> Result<(Vec<Source>, Vec<Failure>), Failure> {
    let mut bytes = Vec::new();
    feed.unpacked()?.take(MOST).read_to_end(&mut bytes).at(&feed.place)?;
    let place = &feed.place.to_string_lossy();
    let (entries, fault) = parsed(&bytes, place, feed.url.as_deref())?;
    let all = entries.len();
    let pages: Vec<_> = entries.into_iter().flatten().map(|url| Source::named(url.into(), Some(Kind::Page))).collect();
    let lost = all - pages.len();
    if lost > 0 {
        note(&format!("left out, without an address: {lost} of {all} entries, {place}"));
    }
    let damage = fault.map(|fault| {
        let what = format!("the feed is damaged after {all} entries ({fault})");
        Failure::new(what, place, "the entries before are still read")
    });
    damage.iter().for_each(warn);
    Ok((pages, Vec::from_iter(damage)))
}

/// An entry of a feed: its link, if it has one.
type Entry = Option<String>;

/// The entries of a feed with absolute links, and the fault that ended them.
fn parsed(bytes: &[u8], place: &str, base: Option<&str>) -> Result<(Vec<Entry>, Option<String>), Failure> {
    let no_feed = |reason: String| {
        let advice = "use an RSS, Atom or JSON feed, or name the format with --as";
        Failure::new(format!("not a feed ({reason})"), place, advice)
    };
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let feed = if bytes.trim_ascii_start().starts_with(b"{") { of_json(bytes) } else { of_xml(&decoded(bytes)) };
    let (home, mut entries, fault) = feed.map_err(no_feed)?;
    let base = base.or(home.as_deref()).unwrap_or_default();
    for entry in &mut entries {
        *entry = entry.take().and_then(|link| absolute(base, link.trim()));
    }
    Ok((entries, fault))
}

/// A link of a feed at the address `base`, as a web address.
fn absolute(base: &str, link: &str) -> Option<String> {
    let url = match Url::parse(base) {
        Ok(base) => base.join(link),
        Err(_) => Url::parse(link),
    };
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    url.ok().filter(is_web).map(String::from)
}

fn decoded(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(200)];
    let label = CHARSET.captures(start).and_then(|found| found.get(1));
    let charset = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    let (text, ..) = charset.unwrap_or(encoding_rs::UTF_8).decode(bytes);
    text.into_owned()
}

/// The site of a feed, if it states one, its entries, and the fault that ended them.
type Feed = (Option<String>, Vec<Entry>, Option<String>);

fn of_json(bytes: &[u8]) -> Result<Feed, String> {
    let feed: Value = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let items = feed["items"].as_array().ok_or("it has no `items`")?;
    let home = feed["home_page_url"].as_str().map(str::to_owned);
    Ok((home, items.iter().map(|item| item["url"].as_str().map(str::to_owned)).collect(), None))
}

fn of_xml(text: &str) -> Result<Feed, String> {
    let mut reader = Reader::from_str(text);
    // Broken feeds are read as far as they make sense.
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_dangling_amp = true;
    let (mut home, mut entries) = (None, Vec::new());
    match read(&mut reader, &mut home, &mut entries) {
        Err(fault) if entries.is_empty() => Err(fault),
        read => Ok((home, entries, read.err())),
    }
}

fn read(reader: &mut Reader<&[u8]>, home: &mut Entry, entries: &mut Vec<Entry>) -> Result<(), String> {
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
                    entries.push(None);
                }
                field if within || field == "link" => {
                    let value = value(reader, &tag)?;
                    let entry = entries.last_mut().filter(|_| within);
                    take(entry.unwrap_or(home), field, &tag, value);
                }
                _ => {}
            },
            Event::Empty(tag) => {
                let entry = entries.last_mut().filter(|_| within);
                take(entry.unwrap_or(home), &name(&tag), &tag, String::new());
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
    let mut found = tag.attributes().flatten();
    let found = found.find(|found| found.key.as_ref() == wanted)?;
    Some(quick_xml::escape::unescape(&found.value).ok()?.into_owned())
}

fn take(entry: &mut Entry, field: &str, tag: &BytesStart, value: String) {
    let link = match field {
        // RSS and RDF have one link. Atom has several, one of them to the page.
        "link" => match attribute(tag, "href") {
            None => value,
            Some(href) => {
                let rel = attribute(tag, "rel");
                if !rel.is_none_or(|rel| rel.is_empty() || rel == "alternate") {
                    return;
                }
                href
            }
        },
        "guid" if attribute(tag, "isPermaLink").as_deref() != Some("false") => value,
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
