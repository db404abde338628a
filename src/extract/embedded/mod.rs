//! Finds the article of a page whose visible body is empty or a stub in the data that the page carries for its scripts:
//! a pure function of [`Page::data`].
//!
//! Data is not shown, so it is used only if almost nothing is visible, and never behind a gate. It holds much beside
//! the article: menus, comments, the beginnings of other articles, legal texts. The longest prose with a title that
//! agrees with the page's is chosen. A page without a headline may have it only in the data: then its prose must have
//! no rival of similar length.
//!
//! The search builds no tree. The length of a list is the sum of its items, that of an object its longest field, since
//! objects often hold one text in several forms.

mod candidates;
mod flight;
mod prose;
mod walker;

use crate::article::TextSource;
use crate::extract::{lines, references};
use crate::parse::block::{DataKind, Page};
use crate::parse::characters::find;
use crate::parse::{Parser, ReadOptions};
use candidates::{Candidate, Found};
use flight::{FLIGHT, Row, add_flight, rows};
use prose::{Prose, markup};
use walker::Walker;

/// Size of a visible body, in bytes outside links, from which it is an article and not a stub. Larger: hidden text is
/// trusted on more pages.
const STUB: u32 = 400;
/// Weight of the shortest article that is accepted from data, in Latin letters.
const LEAST: u32 = 300;
/// How many times longer than the visible body an article in data must be.
const TIMES: u32 = 3;
/// For an article without a title, the next longest text may have at most one part in this many of its weight.
const RIVAL: u32 = 3;
/// Brackets nested deeper than this are skipped.
const MAX_DEPTH: u32 = 64;
/// Most texts that are kept until they are referenced.
const MAX_TEXTS: usize = 32;
/// Separates the items of a list.
const ITEM: char = '\u{1E}';

/// An article in the data of a page.
pub struct Embedded {
    /// Its title, or the page's if it has none.
    pub title: String,
    /// Where it was found.
    pub source: TextSource,
    /// The page with this text instead of the visible one.
    pub page: Page,
}

/// Whether a visible body of this size, in bytes outside links, is so small that the data may be used.
pub fn is_stub(prose: u32) -> bool {
    prose < STUB
}

/// The article in the data of a page with this headline and `seen` bytes of visible text. If the page looks like a
/// list, it must also state when it was published, and the title must agree, since the data of a list belongs to its
/// items.
pub fn embedded(page: &Page, headline: &str, seen: u32, is_list: bool) -> Option<Embedded> {
    let head = &page.head;
    if page.data.is_empty() || is_list && head.published.is_none() {
        return None;
    }
    let names = [Some(headline), Some(&head.title), head.headline.as_deref()];
    let names = names.into_iter().flatten();
    let mut found = Found {
        names: names
            .map(lines::plain)
            .filter(|name| !name.is_empty())
            .collect(),
        ..Found::default()
    };
    search(page, &mut found);
    let sole = || {
        let other = found.other.take();
        let is_sole = |other: &Candidate| RIVAL * found.rival <= other.prose.weight;
        let may_be = |other: &Candidate| match other.source {
            TextSource::Inert => true,
            // The page names its article only in the data. Data without a title may be anything, such as prompts or
            // labels.
            _ => other.title.is_some() && head.headline.is_none(),
        };
        other.filter(|other| !is_list && is_sole(other) && may_be(other))
    };
    let best = found.agreeing.take().or_else(sole)?;
    if best.prose.weight < LEAST.max(TIMES.saturating_mul(seen)) {
        return None;
    }
    let own = best.title.filter(|_| !best.agrees);
    let title = own.unwrap_or_else(|| headline.to_owned());
    Some(Embedded {
        page: match best.source {
            TextSource::Inert => shown(page, &best.prose.text)?,
            _ => shown(page, &markup(&title, &best.prose.text))?,
        },
        source: best.source,
        title,
    })
}

/// Searches all data of a page.
fn search(page: &Page, found: &mut Found) {
    let mut flight = String::new();
    for data in &page.data {
        let text = data.text.as_str();
        found.source = match data.kind {
            DataKind::JsonLd => TextSource::JsonLd,
            DataKind::Json | DataKind::Code => TextSource::Data,
            DataKind::Inert => TextSource::Inert,
        };
        match data.kind {
            DataKind::Inert => found.offer(None, Prose::of(text.to_owned())),
            DataKind::Code if find(text, FLIGHT).is_some() => add_flight(text, &mut flight),
            kind => {
                let is_json = kind == DataKind::Json;
                let json = is_json.then(|| references::resolved(text)).flatten();
                Walker::new(json.as_deref().unwrap_or(text), kind, found).document();
            }
        }
    }
    found.source = TextSource::Data;
    let mut documents = Vec::new();
    for row in rows(&flight) {
        match row {
            Row::Text(id, text) if found.texts.len() < MAX_TEXTS => {
                found.texts.push((id.to_owned(), text.to_owned()));
            }
            Row::Text(..) => {}
            Row::Json(text) => documents.push(text),
        }
    }
    for text in documents {
        Walker::new(text, DataKind::Json, found).document();
    }
}

/// The page with this markup instead of the visible one.
fn shown(page: &Page, html: &str) -> Option<Page> {
    let options = ReadOptions::new().content_type("text/html; charset=utf-8");
    let mut parser = Parser::new(&options.markup(page.marks.is_some()), None);
    parser.write(html.as_bytes());
    let inner = parser.end();
    Some(Page {
        head: page.head.clone(),
        charset: page.charset,
        charset_source: page.charset_source,
        bytes: page.bytes,
        truncated: page.truncated,
        ..inner
    })
}
