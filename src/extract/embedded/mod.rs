//! Finds the article of a page whose visible body is empty or a stub in the data that the page carries for its scripts:
//! a pure function of [`Page::data`].
//!
//! Data is not shown, so it is used only if almost nothing is visible, and never behind a gate. Besides the article it
//! holds much else: menus, comments, the beginnings of other articles, legal texts. The longest prose with a title that
//! agrees with the page's is chosen. A page without a headline may have one only in the data: then its prose must have
//! no rival of similar length.
//!
//! The search builds no tree. The length of a list is the sum of its items, and the length of an object its longest
//! field, since objects often hold one text in several forms.
//!
//! | format | recognized by | in |
//! |---|---|---|
//! | JSON-LD | the type of the script | `parse/collector/data.rs` |
//! | JSON of Next.js (`__NEXT_DATA__`) and others | a type of script that ends in `json` | `parse/collector/data.rs` |
//! | JSON in an attribute, of Discourse | its name, `DATA` | `parse/start_tag.rs` |
//! | code that sets data (`window.__STATE__ = {`, `JSON.parse("`) | its first bytes | `parse/collector/data.rs` |
//! | markup in `<noscript>` and `<template>` | the tag | `parse/collector/` |
//! | parts of React's data (`__next_f.push(`) | the name of the call, [`FLIGHT`] | `flight.rs` |
//! | values by number, of Nuxt and React Router | the numbers in the first value | `references.rs` |
//! | JSON in strings, also in percents | the first bytes of the string | `walker.rs` |
//! | title, text, author and time | the names of fields | `walker.rs` |

mod candidates;
mod flight;
mod prose;
mod references;
mod walker;

use crate::article::TextSource;
use crate::decode::entity::{self, Context};
use crate::extract::lines;
use crate::parse::ReadOptions;
use crate::parse::block::{Data, DataKind, Page};
use crate::parse::characters::find;
use crate::parse::collector::Collector;
use crate::parse::head::{Place, Subject};
use crate::parse::stream::read_part;
use crate::parse::tag::Tag;
use crate::unicode::is_letter;
use candidates::Found;
use flight::{FLIGHT, Row, add_flight, rows};
pub(super) use prose::outside_tags;
use prose::{Byline, Part, Prose};
use walker::Walker;

/// Smallest size of a visible body that is an article and not a stub, in bytes outside links. Larger: data is trusted
/// on more pages.
const STUB: u32 = 400;
/// Weight of the shortest article that is accepted from data, in Latin letters.
const MIN_WEIGHT: u32 = 300;
/// How many times longer than the visible body an article in data must be.
const MIN_RATIO: u32 = 3;
/// For an article without a title, the next longest text may have at most one part in this many of its weight.
const RIVAL_DIVISOR: u32 = 3;
/// Brackets nested deeper than this are skipped.
const MAX_DEPTH: u32 = 64;
/// Most texts that are kept until they are referenced.
const MAX_TEXTS: usize = 32;
/// An article in the data of a page.
pub struct EmbeddedArticle {
    /// Its title, or the page's if it has none.
    pub title: String,
    /// Where it was found.
    pub source: TextSource,
    prose: Prose,
}

/// Whether a visible body of this size, in bytes outside links, is so small that the data may be used.
pub fn is_stub(prose: u32) -> bool {
    prose < STUB
}

/// The article in the data of a page with this headline and `seen` bytes of visible text. If the page looks like a
/// list, it must also state when it was published, and the title must agree, since a list's data belongs to its items.
pub fn embedded(page: &Page, headline: &str, seen: u32, is_list: bool) -> Option<EmbeddedArticle> {
    let head = &page.head;
    if page.data.is_empty() || is_list && head.first(Subject::Published).is_none() {
        return None;
    }
    let names = [Some(headline), Some(&head.title), head.first(Subject::Headline)].into_iter().flatten();
    let mut found =
        Found { names: names.map(lines::plain).filter(|name| !name.is_empty()).collect(), ..Found::default() };
    search(page, &mut found);
    let rival = found.rival;
    let sole = found.other.filter(|other| {
        let may_be = match other.source {
            TextSource::Inert => true,
            // The page names its article only in the data. Data without a title may be anything, such as prompts or
            // labels.
            _ => other.title.is_some() && head.first(Subject::Headline).is_none(),
        };
        !is_list && RIVAL_DIVISOR * rival <= other.prose.weight && may_be
    });
    let best = found.agreeing.or(sole)?;
    if best.prose.weight < MIN_WEIGHT.max(MIN_RATIO.saturating_mul(seen)) {
        return None;
    }
    let own = best.title.filter(|_| !best.agrees);
    Some(EmbeddedArticle { title: own.unwrap_or_else(|| headline.to_owned()), source: best.source, prose: best.prose })
}

impl EmbeddedArticle {
    /// The page with this article in place of what is visible. Its author and time are used if the page states none.
    pub fn into_page(self, page: &Page) -> Page {
        let options = ReadOptions { markup: page.marks.is_some(), ..ReadOptions::new() };
        let mut building = Collector::new(&options, None);
        let is_inert = self.source == TextSource::Inert;
        if !is_inert {
            building.add_line(Tag::H1, &self.title);
            building.open_bare(Tag::Article);
        }
        let mut byline = self.prose.byline;
        let (mut posts, mut bylines) = (Vec::new(), Vec::new());
        for Part { text, post } in self.prose.parts {
            let text = if is_inert { text } else { decoded(text) };
            let is_html = is_inert || ["</", "<p", "<br"].iter().any(|tag| find(&text, tag).is_some());
            let is_element = post.is_some() || is_html && !is_inert;
            let element = is_element.then(|| building.open_bare(Tag::Div));
            let line = building.checkpoint();
            if let Some((author, time)) = &post {
                // Visible posts have such a line, and the body model uses it as evidence.
                building.add_line(Tag::Footer, &[author, " ", time].concat());
            }
            bylines.extend(post.is_some().then(|| [line, building.checkpoint()]));
            posts.extend(post);
            if is_html {
                read_part(&text, &options, &mut building);
            } else {
                text.lines().for_each(|line| building.add_line(Tag::P, line));
            }
            if let Some(place) = element {
                building.close_at(place);
            }
        }
        if let [(author, time)] = &posts[..] {
            byline = Byline { author: Some(author.clone()), time: Some(time.clone()) };
        }
        // Only now: a later part may have dropped blocks.
        let before = |place| building.blocks_before(place);
        let bylines = bylines.into_iter().map(|[line, text]| before(line)..before(text)).collect();
        let mut head = page.head.clone();
        for (subject, value) in
            [(Subject::Author, byline.author.filter(|name| is_name(name))), (Subject::Published, byline.time)]
        {
            head.note(subject, Place::Data, 0, value.unwrap_or_default());
        }
        Page {
            head,
            bylines,
            charset: page.charset,
            charset_source: page.charset_source,
            bytes: page.bytes,
            truncated: page.truncated,
            ..building.finish()
        }
    }
}

/// A text, which may be HTML whose tags are written as character references.
fn decoded(text: String) -> String {
    if text.contains('<') || find(&text, "&lt;").is_none() {
        return text;
    }
    entity::decode(&text, Context::Text).into_owned()
}

/// Whether the value of a field names people, and is not an address or an account number.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| is_letter(c) || " .,'’·-&".contains(c))
}

/// The first heading in markup.
fn heading(markup: &str) -> Option<String> {
    let start = find(markup, "<h1")?;
    let length = find(&markup[start..], "</h1")?;
    Some(outside_tags(&markup[start..start + length]).collect())
}

fn search(page: &Page, found: &mut Found) {
    let mut flight = String::new();
    let (inert, data): (Vec<_>, Vec<_>) = page.data.iter().partition(|data| data.kind == DataKind::Inert);
    for data in data {
        let text = data.text.as_str();
        found.source = if data.kind == DataKind::JsonLd { TextSource::JsonLd } else { TextSource::Data };
        match data.kind {
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
    // Outside the article, markup also holds the rest of a page.
    let is_found = found.agreeing.is_some();
    found.source = TextSource::Inert;
    for Data { text, .. } in inert {
        let title = heading(text).filter(|title| !is_found && found.agrees(title));
        found.offer(title.as_deref(), &Prose::new(text.clone()));
    }
}
