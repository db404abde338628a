//! Walks through data in search of prose.

use super::candidates::Found;
use super::prose::{Byline, Prose};
use super::{MAX_DEPTH, MIN_WEIGHT, references};
use crate::parse::block::DataKind;
use crate::parse::characters::find;
use crate::parse::json::{Reader, Value};

/// Smallest weight of a string that can be prose whatever its field is called.
const STRING: u32 = 40;
/// Longest title, in bytes.
const MAX_TITLE: usize = 1024;
/// Longest field name, in bytes.
const MAX_KEY: usize = 40;
/// Levels of JSON in strings of JSON that are read.
const MAX_NESTED: u32 = 3;

/// The purpose of a field, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    /// A headline.
    Title,
    /// The kind of the object.
    Kind,
    /// Text, however short.
    Text,
    /// The author of an article or a post.
    Author,
    /// When it was published.
    Time,
    /// Not part of the article.
    Beside,
    /// Anything.
    Other,
}

/// Words in the names of fields that are not part of the article.
#[rustfmt::skip]
const OTHER_FIELDS: &[&str] = &[
    "comment", "consent", "cookie", "disclaimer", "footer", "i18n", "legal", "locale", "menu",
    "nav", "newsletter", "policy", "popular", "privacy", "recommend", "related", "replies",
    "review", "sidebar", "terms", "translations", "trending",
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
        "articlebody" | "blocks" | "body" | "children" | "content" | "cooked" | "html" | "markdown" | "paragraphs"
        | "rendered" | "text" | "value" => Field::Text,
        "author" | "authorname" | "author_name" | "authors" | "byline" | "username" => Field::Author,
        "created_at" | "date" | "datepublished" | "date_published" | "pubdate" | "publishdate" | "publish_date"
        | "published" | "publishedat" | "published_at" | "publishedtime" | "publishtime" | "publish_time" => {
            Field::Time
        }
        key if OTHER_FIELDS.iter().any(|word| find(key, word).is_some()) => Field::Beside,
        _ => Field::Other,
    }
}

/// Whether an object of this kind is one paragraph.
fn is_paragraph(kind: &str) -> bool {
    #[rustfmt::skip]
    let kinds = [
        "p", "paragraph", "block", "heading", "li", "listitem", "list-item", "list_item",
    ];
    kinds.iter().any(|known| kind.eq_ignore_ascii_case(known))
        || kind.len() == 2 && kind.starts_with('h') && kind.ends_with(|c: char| c.is_ascii_digit())
}

/// Walks through one JSON document, or code that contains JSON.
pub(super) struct Walker<'a, 'f> {
    reader: Reader<'a>,
    kind: DataKind,
    /// How many levels of strings this document is nested in.
    nested: u32,
    /// How many enclosing fields are not part of the article.
    beside: u32,
    found: &'f mut Found,
}

impl<'a, 'f> Walker<'a, 'f> {
    pub fn new(text: &'a str, kind: DataKind, found: &'f mut Found) -> Walker<'a, 'f> {
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

    pub fn document(mut self) {
        let is_code = self.kind == DataKind::Code;
        while self.reader.skip_to(|byte| matches!(byte, b'{' | b'[') || is_code && byte == b'"').is_some() {
            let prose = self.value(Field::Other);
            if self.beside == 0 && !prose.titled {
                self.found.offer(None, &prose);
            }
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
        if field == Field::Title {
            return Prose::new(text);
        }
        if text.len() as u32 >= MIN_WEIGHT && self.nested < MAX_NESTED {
            let json = match text.trim_start() {
                json if json.starts_with(['{', '[']) => Some(json.to_owned()),
                coded if coded.starts_with("%7B") || coded.starts_with("%5B") => Some(percent_decoded(coded)),
                _ => None,
            };
            if let Some(json) = json {
                let resolved = references::resolved(&json).unwrap_or(json);
                let mut inner = Walker {
                    nested: self.nested + 1,
                    beside: self.beside,
                    ..Walker::new(&resolved, DataKind::Json, self.found)
                };
                return inner.value(field);
            }
        }
        let prose = Prose::new(text);
        match field {
            _ if is_one_word(&prose) => Prose::default(),
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
            let item = if is_element && items < 3 {
                let name = rest.get(1..).and_then(|rest| rest.split('"').next());
                paragraph |= items == 1 && name.is_some_and(is_paragraph);
                self.value(Field::Kind);
                Prose::default()
            } else {
                self.value(field)
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
            // An object that holds only one article describes that article.
            Some(one) if all.weight == 0 && !several => one,
            _ => all,
        }
    }

    fn object(&mut self) -> Prose {
        let mut best = Prose::default();
        let (mut title, mut paragraph) = (None, false);
        let mut byline = Byline::default();
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
            let written = self.reader.text[start..self.reader.at].trim();
            let name = || Reader::new(written, MAX_DEPTH).name();
            match field {
                Field::Author => byline.author = byline.author.or_else(name),
                Field::Time => byline.time = byline.time.or_else(name),
                _ => {}
            }
            match field {
                Field::Title => {
                    let text = prose.parts.into_iter().map(|part| part.text).next();
                    let may_be = text.as_ref().is_some_and(|text| text.len() <= MAX_TITLE);
                    if may_be && (title.is_none() || key.eq_ignore_ascii_case("headline")) {
                        title = text;
                    }
                }
                Field::Kind => paragraph |= is_paragraph(written.trim_matches('"')),
                Field::Beside => {}
                _ if prose.weight > best.weight => best = prose,
                _ => {}
            }
        }
        if paragraph {
            best.join();
        }
        // The nearest fields describe the text.
        let own = &mut best.byline;
        own.author = own.author.take().or(byline.author);
        own.time = own.time.take().or(byline.time);
        if let Some(title) = title
            && best.weight >= MIN_WEIGHT
            && self.beside == 0
        {
            self.found.offer(Some(&title), &best);
            best.titled = true;
        }
        best
    }

    /// A name without quotes, as in code; consumes at least one byte.
    fn bare_key(&mut self) -> &'a str {
        let start = self.reader.at;
        self.reader.skip_to(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'$'));
        let key = &self.reader.text[start..self.reader.at];
        if key.is_empty() {
            self.reader.at += 1;
        }
        key
    }
}

/// Whether a text is an address, a long number, encoded bytes or the like.
fn is_one_word(prose: &Prose) -> bool {
    let text = prose.parts.first().map_or("", |part| &part.text);
    text.len() >= STRING as usize && text.is_ascii() && !text.contains([' ', '\n'])
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = if *first == b'%' { after.get(..2) } else { None };
        let digits = code.and_then(|code| std::str::from_utf8(code).ok());
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
