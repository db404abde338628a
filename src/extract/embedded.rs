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

use crate::article::TextSource;
use crate::decode::entity::{self, Context};
use crate::extract::lines::{self, Line};
use crate::extract::references;
use crate::parse::block::{DataKind, Page};
use crate::parse::characters::find;
use crate::parse::json::{Reader, Value};
use crate::parse::{Parser, ReadOptions};

/// Size of a visible body, in bytes outside links, from which it is an article and not a stub. Larger: hidden text is
/// trusted on more pages.
const STUB: u32 = 400;
/// Weight of the shortest article that is accepted from data, in Latin letters.
const LEAST: u32 = 300;
/// How many times longer than the visible body an article in data must be.
const TIMES: u32 = 3;
/// For an article without a title, the next longest text may have at most one part in this many of its weight.
const RIVAL: u32 = 3;
/// Weight from which a string can be prose, whatever the name of its field.
const STRING: u32 = 40;
/// Longest stretch of prose per end of sentence, in Latin letters. Larger: code is taken for prose.
const SENTENCE: u32 = 1000;
/// Longest title and longest field name, in bytes.
const MAX_TITLE: usize = 1024;
const MAX_KEY: usize = 40;
/// Shortest title that is searched for inside a longer one, in bytes.
const MIN_TITLE: usize = 12;
/// Brackets nested deeper than this are skipped.
const MAX_DEPTH: u32 = 64;
/// Levels of JSON in strings of JSON that are read.
const MAX_NESTED: u32 = 3;
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

/// The call that passes a part of React's data.
const FLIGHT: &str = "__next_f.push(";

/// Appends the strings passed by the calls in a script.
fn add_flight(script: &str, flight: &mut String) {
    let mut reader = Reader::new(script, MAX_DEPTH);
    while let Some(call) = find(&script[reader.at..], FLIGHT) {
        reader.at += call + FLIGHT.len();
        let opens = |byte| !matches!(byte, b'[' | b',' | b'0'..=b'9' | b' ');
        if reader.skip_to(opens) == Some(b'"')
            && let Some(string) = reader.string()
        {
            flight.push_str(&string.text());
        }
    }
}

/// A row of React's data.
enum Row<'a> {
    /// A text, and the number by which other rows refer to it: `$1f`.
    Text(&'a str, &'a str),
    Json(&'a str),
}

/// The rows: a number, a colon, and either JSON up to the end of the line, or `T`, the length and a text.
fn rows(flight: &str) -> impl Iterator<Item = Row<'_>> {
    let mut rest = flight;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let line = rest.find('\n').unwrap_or(rest.len());
        let text = find(&rest[..line], ":T").and_then(|colon| {
            let (id, after) = (&rest[..colon], &rest[colon + 2..line]);
            let (length, _) = after.split_once(',')?;
            let start = id.len() + 2 + length.len() + 1;
            let end = start.checked_add(u32::from_str_radix(length, 16).ok()? as usize)?;
            let is_id = id.len() <= 8 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_id.then(|| (id, start, end.min(rest.len())))
        });
        match text {
            Some((id, start, end)) if rest.is_char_boundary(end) && start <= end => {
                let text = &rest[start..end];
                rest = &rest[end..];
                Some(Row::Text(id, text))
            }
            _ => {
                let row = &rest[..line];
                rest = rest.get(line + 1..).unwrap_or_default();
                Some(Row::Json(row))
            }
        }
    })
}

/// Prose in a value.
#[derive(Debug, Clone, Default)]
struct Prose {
    /// As written: plain or HTML, with [`ITEM`] between items.
    text: String,
    /// Its weight without tags.
    weight: u32,
    /// Whether it has a title of its own beside it.
    titled: bool,
}

impl Prose {
    fn of(text: String) -> Prose {
        Prose {
            weight: weight(&text),
            text,
            titled: false,
        }
    }

    /// Adds the next item of a list.
    fn add(&mut self, item: Prose) {
        if self.text.is_empty() {
            self.text = item.text;
        } else if !item.text.is_empty() {
            self.text.push(ITEM);
            self.text.push_str(&item.text);
        }
        self.weight += item.weight;
    }

    /// Joins the pieces of a paragraph into one line.
    fn join(&mut self) {
        self.text.retain(|c| c != ITEM);
    }

    /// Whether it has sentences, unlike code and lists of words.
    fn is_prose(&self) -> bool {
        let counts = Line::of(&self.text, 0, 1).counts;
        counts.stops > 0 && counts.weight <= SENTENCE.saturating_mul(counts.stops)
    }
}

/// The weight of a text without its tags.
fn weight(text: &str) -> u32 {
    let (mut weight, mut inside) = (0, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '<' => {
                inside |= chars
                    .peek()
                    .is_some_and(|&c| c.is_ascii_alphabetic() || "/!".contains(c))
            }
            '>' => inside = false,
            c if !inside => weight += lines::weight(c),
            _ => {}
        }
    }
    weight
}

/// A text that may be the article.
struct Candidate {
    title: Option<String>,
    agrees: bool,
    source: TextSource,
    prose: Prose,
}

/// The best candidates so far.
#[derive(Default)]
struct Found {
    /// Folded forms of the article's title on the page.
    names: Vec<String>,
    /// The kind of data being searched.
    source: TextSource,
    /// The longest candidate whose title agrees with the page's.
    agreeing: Option<Candidate>,
    /// The longest of the others.
    other: Option<Candidate>,
    /// The weight of the second longest of the others.
    rival: u32,
    /// Texts that other rows refer to, each kept until its first reference.
    texts: Vec<(String, String)>,
}

impl Found {
    fn agrees(&self, title: &str) -> bool {
        let title = lines::plain(&entity::decode(title, Context::Text));
        self.names.iter().any(|name| {
            let (short, long) = match name.len() < title.len() {
                true => (name, &title),
                false => (&title, name),
            };
            short == long || short.len() >= MIN_TITLE && find(long, short).is_some()
        })
    }

    /// Considers a text, with its title, as the article.
    fn offer(&mut self, title: Option<&str>, prose: Prose) {
        if prose.weight < LEAST {
            return;
        }
        let agrees = title.is_some_and(|title| self.agrees(title));
        let best = match agrees {
            true => &mut self.agreeing,
            false => &mut self.other,
        };
        let held = best.as_ref().map_or(0, |best| best.prose.weight);
        let is_same = || {
            best.as_ref()
                .is_some_and(|best| best.prose.text == prose.text)
        };
        if prose.weight <= held {
            if !agrees && prose.weight > self.rival && !is_same() {
                self.rival = prose.weight;
            }
        } else if prose.is_prose() {
            if !agrees {
                self.rival = held;
            }
            *best = Some(Candidate {
                title: title.map(str::to_owned),
                agrees,
                source: self.source,
                prose,
            });
        }
    }
}

/// The purpose of a field, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    /// A headline.
    Title,
    /// The kind of the object.
    Kind,
    /// Text, however short.
    Text,
    /// The author of a post.
    Author,
    /// The time of a post.
    Time,
    /// Not part of the article.
    Beside,
    /// Anything.
    Other,
}

/// Words in the names of fields that are not part of the article.
const BESIDE: &[&str] = &[
    "comment",
    "consent",
    "cookie",
    "disclaimer",
    "footer",
    "i18n",
    "legal",
    "locale",
    "menu",
    "nav",
    "newsletter",
    "policy",
    "popular",
    "privacy",
    "recommend",
    "related",
    "replies",
    "review",
    "sidebar",
    "terms",
    "translations",
    "trending",
];

fn field(key: &str, kind: DataKind) -> Field {
    if key.len() > MAX_KEY {
        return Field::Other;
    }
    let key = key.to_ascii_lowercase();
    match key.as_str() {
        "headline" | "title" => Field::Title,
        "name" if kind == DataKind::JsonLd => Field::Title,
        "type" | "nodetype" | "_type" | "tag" | "tagname" | "blocktype" => Field::Kind,
        "articlebody" | "blocks" | "body" | "children" | "content" | "cooked" | "html"
        | "markdown" | "paragraphs" | "rendered" | "text" | "value" => Field::Text,
        "username" => Field::Author,
        "created_at" => Field::Time,
        key if BESIDE.iter().any(|word| find(key, word).is_some()) => Field::Beside,
        _ => Field::Other,
    }
}

/// Whether an object of this kind is one paragraph.
fn is_paragraph(kind: &str) -> bool {
    let kinds = [
        "p",
        "paragraph",
        "block",
        "heading",
        "li",
        "listitem",
        "list-item",
        "list_item",
    ];
    let is_heading =
        || kind.len() == 2 && kind.starts_with('h') && kind.ends_with(|c: char| c.is_ascii_digit());
    kinds.iter().any(|known| kind.eq_ignore_ascii_case(known)) || is_heading()
}

/// Walks through one JSON document, or code that contains JSON.
struct Walker<'a, 'f> {
    reader: Reader<'a>,
    kind: DataKind,
    /// How many levels of strings this document is nested in.
    nested: u32,
    /// How many enclosing fields are not part of the article.
    beside: u32,
    found: &'f mut Found,
}

impl<'a, 'f> Walker<'a, 'f> {
    fn new(text: &'a str, kind: DataKind, found: &'f mut Found) -> Walker<'a, 'f> {
        Walker {
            reader: match kind {
                DataKind::JsonLd => Reader::handwritten(text, MAX_DEPTH),
                _ => Reader::new(text, MAX_DEPTH),
            },
            kind,
            nested: 0,
            beside: 0,
            found,
        }
    }

    fn document(mut self) {
        let is_code = self.kind == DataKind::Code;
        let begins = |byte| matches!(byte, b'{' | b'[') || is_code && byte == b'"';
        while self.reader.skip_to(begins).is_some() {
            let prose = self.value(Field::Other);
            self.offer(None, prose);
        }
    }

    fn offer(&mut self, title: Option<&str>, prose: Prose) {
        if self.beside == 0 && !prose.titled {
            self.found.offer(title, prose);
        }
    }

    fn value(&mut self, field: Field) -> Prose {
        match self.reader.value() {
            Value::Text(text) => self.string(text.text(), field),
            Value::Object => self.object(),
            Value::List => self.list(field),
            Value::Other => Prose::default(),
        }
    }

    fn string(&mut self, mut text: String, field: Field) -> Prose {
        if let Some(id) = text.strip_prefix('$') {
            let mut texts = self.found.texts.iter_mut();
            if let Some((_, named)) = texts.find(|(known, _)| known == id) {
                text = std::mem::take(named);
            }
        }
        if matches!(field, Field::Title | Field::Author | Field::Time) {
            return Prose::of(text);
        }
        if text.len() as u32 >= LEAST && self.nested < MAX_NESTED {
            let json = match text.trim_start() {
                json if json.starts_with(['{', '[']) => Some(json.to_owned()),
                coded if coded.starts_with("%7B") || coded.starts_with("%5B") => {
                    Some(percent_decoded(coded))
                }
                _ => None,
            };
            if let Some(json) = json {
                let json = references::resolved(&json).unwrap_or(json);
                let mut inner = Walker {
                    nested: self.nested + 1,
                    beside: self.beside,
                    ..Walker::new(&json, DataKind::Json, self.found)
                };
                return inner.value(field);
            }
        }
        let prose = Prose::of(text);
        match field {
            _ if is_one_word(&prose.text) => Prose::default(),
            Field::Text => prose,
            _ if prose.weight >= STRING && prose.is_prose() => prose,
            _ => Prose::default(),
        }
    }

    fn list(&mut self, field: Field) -> Prose {
        let mut all = Prose::default();
        let mut titled: Option<Prose> = None;
        let (mut items, mut several) = (0, false);
        // A React element: `["$", "p", null, {"children": …}]`.
        let (mut is_element, mut paragraph) = (false, false);
        while self.reader.next_item() {
            let rest = &self.reader.text[self.reader.at..];
            is_element |= items == 0 && rest.starts_with("\"$\"");
            let item = match is_element && items < 3 {
                true => {
                    let name = rest.get(1..).and_then(|rest| rest.split('"').next());
                    paragraph |= items == 1 && name.is_some_and(is_paragraph);
                    self.value(Field::Kind);
                    Prose::default()
                }
                false => self.value(field),
            };
            items += 1;
            if !item.titled {
                all.add(item);
            } else if titled.replace(item).is_some() {
                several = true;
            }
        }
        if paragraph {
            all.join();
        }
        match titled {
            // An object that holds one article and nothing else describes that article.
            Some(one) if all.weight == 0 && !several => one,
            _ => all,
        }
    }

    fn object(&mut self) -> Prose {
        let mut best = Prose::default();
        let (mut title, mut paragraph) = (None, false);
        let (mut author, mut time) = (None, None);
        while !self.reader.ends_object() {
            let key = match self.reader.skip_space() {
                Some(b'"') => self.reader.string().map_or("", |key| key.raw),
                Some(b'{' | b'[') => {
                    let inner = self.value(Field::Other);
                    if inner.weight > best.weight {
                        best = inner;
                    }
                    continue;
                }
                _ => self.bare_key(),
            };
            if !self.reader.skip_colon() {
                continue;
            }
            let field = field(key, self.kind);
            self.beside += u32::from(field == Field::Beside);
            let start = self.reader.at;
            let prose = self.value(field);
            self.beside -= u32::from(field == Field::Beside);
            match field {
                Field::Title => {
                    let may_be = !prose.text.is_empty() && prose.text.len() <= MAX_TITLE;
                    if may_be && (title.is_none() || key.eq_ignore_ascii_case("headline")) {
                        title = Some(prose.text);
                    }
                }
                Field::Kind => {
                    let written = self.reader.text[start..self.reader.at].trim();
                    paragraph |= is_paragraph(written.trim_matches('"'));
                }
                Field::Author => author = Some(prose.text),
                Field::Time => time = Some(prose.text),
                Field::Beside => {}
                _ if prose.weight > best.weight => best = prose,
                _ => {}
            }
        }
        if paragraph {
            best.join();
        }
        if let (Some(author), Some(time)) = (author, time)
            && best.text.starts_with('<')
        {
            best.text = post(&author, &time, &best.text);
        }
        if let Some(title) = title
            && best.weight >= LEAST
            && self.beside == 0
        {
            self.found.offer(Some(&title), best.clone());
            best.titled = true;
        }
        best
    }

    /// A name without quotes, as in code; consumes at least one byte.
    fn bare_key(&mut self) -> &'a str {
        let start = self.reader.at;
        let is_name =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80;
        self.reader.skip_to(|byte| !is_name(byte));
        let key = &self.reader.text[start..self.reader.at];
        if key.is_empty() {
            self.reader.at += 1;
        }
        key
    }
}

/// Whether a text is an address, a long number, encoded bytes or the like.
fn is_one_word(text: &str) -> bool {
    text.len() >= STRING as usize && text.is_ascii() && !text.contains([' ', '\n'])
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = (*first == b'%').then(|| after.get(..2)).flatten();
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte as u8);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The HTML of a post of a thread, with a line above it for its author and time.
fn post(author: &str, time: &str, html: &str) -> String {
    let line = [author, " ", time].concat().replace('<', "&lt;");
    ["<footer>", &line, "</footer>", html].concat()
}

/// Converts a text, whose items are plain or HTML, to HTML.
fn markup(title: &str, text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 64);
    html.push_str("<h1>");
    html.push_str(&title.replace('<', "&lt;"));
    html.push_str("</h1><article>");
    for item in text.split(ITEM) {
        let item = match item.contains('<') || find(item, "&lt;").is_none() {
            true => item.into(),
            false => entity::decode(item, Context::Text),
        };
        if ["</", "<p", "<br"]
            .iter()
            .any(|tag| find(&item, tag).is_some())
        {
            html.push_str("<div>");
            html.push_str(&item);
            html.push_str("</div>");
        } else {
            for line in item.lines() {
                html.push_str("<p>");
                html.push_str(&line.replace('<', "&lt;"));
            }
        }
    }
    html
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
