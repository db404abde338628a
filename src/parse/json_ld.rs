//! What a page states about its article in JSON-LD (`<script type="application/ld+json">`).
//!
//! A pure function from text to statements. It builds no tree: every object is evaluated at its end. Which one
//! describes the page is decided once the whole page is known ([`Graph::note_in`]). The usual damage is not an error:
//! comments or CDATA marks around the document, several documents in one script, raw line breaks or unescaped quotes in
//! strings, trailing or missing commas, brackets that are never closed.

use crate::address;
use crate::parse::head::{Head, Place, Subject, letters, subject_of_json_ld};
use crate::parse::json::{Reader, Value, Written};

/// Brackets nested deeper than this are skipped, so that no page can exhaust the stack.
const MAX_DEPTH: u32 = 32;
/// Longest string that can be a name, a headline or an address, in bytes.
const MAX_TEXT: usize = 1024;
/// Most objects, and most names of things, that are kept of a page.
const MAX_OBJECTS: usize = 128;
/// Shortest headline that is looked for inside another text, in letters.
const CONTAINED: usize = 12;
/// Longest spelling of `false`, with the whitespace around it, in bytes.
const MAX_FLAG: usize = 64;

/// What the JSON-LD of a page describes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// Articles and pages.
    pub objects: Vec<Described>,
    /// The identifiers and names of persons, organizations and other things, to which objects may refer.
    pub names: Vec<(String, String)>,
}

/// A described article or page, with its statements as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// What it is.
    pub kind: Kind,
    /// How many brackets are around it.
    pub depth: u32,
    /// Its addresses: `mainEntityOfPage`, `url` and `@id`.
    pub addresses: Vec<String>,
    /// What is stated about it; each author and each keyword is a statement.
    pub statements: Vec<(Subject, Name)>,
    /// Whether `isAccessibleForFree` is false, for it or a part of it (`hasPart`).
    pub gated: bool,
}

/// The kind of an object, the best description of an article first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `NewsArticle`, `BlogPosting`, `Report` and the like.
    Article,
    /// Another work that a page can consist of, such as a recipe.
    Work,
    /// The page itself.
    Page,
}

/// A name, or a reference to an object that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// As written.
    Text(String),
    /// The `@id` of the object.
    Reference(String),
}

impl Described {
    /// Its first statement about a fact, if that is a text.
    pub fn first(&self, fact: Subject) -> Option<&str> {
        self.statements.iter().find_map(|(subject, name)| match name {
            Name::Text(text) if *subject == fact => Some(text.as_str()),
            _ => None,
        })
    }
}

impl Graph {
    /// Adds what a script describes. `clean` turns its strings into plain text, and `note_type` is called with each
    /// `@type` in it.
    pub fn read(&mut self, script: &str, clean: impl Fn(&str) -> String, note_type: impl FnMut(&str)) {
        let mut scanner = Scanner { reader: Reader::handwritten(script, MAX_DEPTH), clean, note_type, graph: self };
        while scanner.reader.skip_to(|byte| matches!(byte, b'{' | b'[')).is_some() {
            scanner.value();
        }
    }

    /// Adds to the head what JSON-LD states about the page's own article. The statements come from the objects that
    /// have the page's address or headline. If no object shows which page it belongs to, they come from the one nearest
    /// to the root, provided that it is the only one there. `url` is where the page was found, and `headings` are the
    /// letters of its first headings.
    pub fn note_in(self, head: &mut Head, url: Option<&str>, headings: Vec<String>) {
        let base = address::base(head.base.as_deref(), url);
        let canonical = head.all(Subject::Canonical).map(|statement| address::join(&base, &statement.value));
        let own = url.map(str::to_owned).into_iter();
        let addresses: Vec<String> = own.chain(canonical).collect();
        let mut titles = headings;
        titles.extend(head.all(Subject::Headline).map(|statement| letters(&statement.value)));
        titles.push(letters(&head.title));
        let mut objects: Vec<(Belongs, Described)> = Vec::new();
        for object in self.objects {
            let belongs = belongs(&object, &base, &addresses, &titles);
            let key = (belongs, object.kind, object.depth);
            // Sorting at the end would take more code, and the objects are few.
            let place = objects.partition_point(|(id, other)| (*id, other.kind, other.depth) <= key);
            objects.insert(place, (belongs, object));
        }
        let best = objects.first().map(|(belongs, _)| *belongs);
        let is_sure = best == Some(Belongs::Surely);
        objects.retain(|(belongs, _)| Some(*belongs) == best && *belongs != Belongs::Elsewhere);
        if !is_sure {
            let nearest = objects.first().map(|(_, one)| (one.kind, one.depth));
            objects.retain(|(_, object)| Some((object.kind, object.depth)) == nearest);
            let mut headlines = objects.iter().map(|(_, object)| object.first(Subject::Headline));
            let first = headlines.next();
            let is_several = headlines.any(|other| Some(other) != first);
            if is_several || nearest.is_some_and(|(kind, _)| kind == Kind::Page) {
                return;
            }
        }
        let mut known: Vec<Subject> = Vec::new();
        for (_, object) in objects {
            head.gated |= object.gated;
            let before = known.len();
            for (fact, name) in object.statements {
                let value = match name {
                    Name::Text(text) => text,
                    Name::Reference(id) => {
                        self.names.iter().find(|(own, _)| *own == id).map_or_else(String::new, |(_, name)| name.clone())
                    }
                };
                // An object adds only facts that the objects before it do not state.
                if !known[..before].contains(&fact) {
                    known.push(fact);
                    head.note(fact, Place::JsonLd, 0, value);
                }
            }
        }
    }
}

/// Whether an object of JSON-LD describes the page's article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Belongs {
    /// It has the page's address or headline.
    Surely,
    /// It has no address to judge by.
    Perhaps,
    /// It has another address.
    Elsewhere,
}

fn belongs(object: &Described, base: &str, addresses: &[String], titles: &[String]) -> Belongs {
    let mut stated: Vec<String> = object.addresses.iter().map(|stated| address::join(base, stated)).collect();
    stated.retain(|stated| address::host(stated).is_some());
    let headline = letters(object.first(Subject::Headline).unwrap_or_default());
    let is_named = !headline.is_empty()
        && titles.iter().any(|title| {
            let (short, long) = if title.len() < headline.len() { (title, &headline) } else { (&headline, title) };
            long == short || short.chars().count() >= CONTAINED && long.contains(short.as_str())
        });
    if is_named || stated.iter().any(|stated| addresses.iter().any(|own| address::is_same_page(own, stated))) {
        Belongs::Surely
    } else if !stated.is_empty() && !addresses.is_empty() {
        Belongs::Elsewhere
    } else {
        Belongs::Perhaps
    }
}

/// What a value states: its strings, and for an object its name and address.
#[derive(Default)]
struct Stated {
    names: Vec<Name>,
    address: Option<String>,
    /// Whether it is, or contains, something not accessible for free.
    gated: bool,
}

impl Stated {
    fn text(self) -> Option<String> {
        self.names.into_iter().find_map(|name| match name {
            Name::Text(text) => Some(text),
            Name::Reference(_) => None,
        })
    }

    fn address(mut self) -> Option<String> {
        self.address.take().or_else(|| self.text())
    }
}

/// What the fields of an object state.
#[derive(Default)]
struct Fields {
    kind: Option<Kind>,
    names: Vec<Name>,
    given: Option<String>,
    family: Option<String>,
    id: Option<String>,
    url: Option<String>,
    page: Option<String>,
    holder: Option<Name>,
    gated: bool,
    statements: Vec<(Subject, Name)>,
}

impl Fields {
    fn take(&mut self, key: &str, value: Stated) {
        match key {
            "@id" => self.id = value.text(),
            // Programs that write RDF, such as library software, wrap each value.
            "name" | "@list" | "@value" => self.names.extend(value.names),
            "givenName" => self.given = value.text(),
            "familyName" => self.family = value.text(),
            "url" => self.url = value.text(),
            "copyrightHolder" => self.holder = value.names.into_iter().next(),
            "mainEntityOfPage" => self.page = value.address(),
            "hasPart" => self.gated |= value.gated,
            _ => match subject_of_json_ld(key) {
                Some(fact @ (Subject::Author | Subject::Tags)) => {
                    let names = value.names.into_iter();
                    self.statements.extend(names.map(|name| (fact, name)));
                }
                Some(fact @ Subject::Image) => self.state(fact, value.address().map(Name::Text)),
                Some(fact) => self.state(fact, value.names.into_iter().next()),
                None => {}
            },
        }
    }

    fn state(&mut self, fact: Subject, name: Option<Name>) {
        self.statements.extend(name.map(|name| (fact, name)));
    }

    /// The object, with the statements that have been taken.
    fn described(&mut self, kind: Kind, depth: u32) -> Described {
        self.state(Subject::Headline, self.names.first().cloned());
        let page = self.page.take();
        let address = page.as_ref().or(self.url.as_ref()).cloned();
        self.state(Subject::Canonical, address.map(Name::Text));
        let publisher = self.statements.iter().find(|(fact, _)| *fact == Subject::Site).map(|(_, name)| name.clone());
        let holder = self.holder.take();
        self.state(Subject::Source, holder);
        // A publisher does not credit itself.
        self.statements.retain(|(fact, name)| *fact != Subject::Source || Some(name) != publisher.as_ref());
        let addresses = [page, self.url.clone(), self.id.clone()];
        Described {
            kind,
            depth,
            addresses: addresses.into_iter().flatten().collect(),
            statements: std::mem::take(&mut self.statements),
            gated: self.gated,
        }
    }
}

struct Scanner<'a, 'g, C, F> {
    reader: Reader<'a>,
    clean: C,
    note_type: F,
    graph: &'g mut Graph,
}

impl<C: Fn(&str) -> String, F: FnMut(&str)> Scanner<'_, '_, C, F> {
    fn value(&mut self) -> Stated {
        match self.reader.value() {
            Value::Text(text) => {
                // An empty string means only that the field exists.
                let text = name_of(text).map(|text| (self.clean)(&text)).filter(|text| !text.is_empty());
                Stated { names: text.map(Name::Text).into_iter().collect(), ..Stated::default() }
            }
            Value::Object => self.object(),
            Value::List => self.list(),
            Value::Other => Stated::default(),
        }
    }

    fn list(&mut self) -> Stated {
        let mut all = Stated::default();
        while self.reader.next_item() {
            let value = self.value();
            all.names.extend(value.names);
            all.address = all.address.or(value.address);
            all.gated |= value.gated;
        }
        all
    }

    fn object(&mut self) -> Stated {
        // The depth of the object itself.
        let depth = self.reader.depth;
        let mut fields = Fields::default();
        while let Some(key) = self.reader.key() {
            if key == "isAccessibleForFree" {
                fields.gated |= self.is_false();
            }
            let start = self.reader.at;
            let mut value = self.value();
            if key != "@type" {
                // Milliseconds since 1970, on video portals. `/Date(…)/`, of .NET, is a text.
                if matches!(subject_of_json_ld(key), Some(Subject::Published | Subject::Modified)) {
                    let number = self.reader.text[start..self.reader.at].trim();
                    value.names.extend(number.parse::<u64>().map(|_| Name::Text(number.to_owned())));
                }
                fields.take(key, value);
                continue;
            }
            for name in &value.names {
                if let Name::Text(name) = name {
                    (self.note_type)(name);
                    fields.kind = fields.kind.into_iter().chain(kind_of(name)).min();
                }
            }
        }
        let parts: Vec<String> = [fields.given.take(), fields.family.take()].into_iter().flatten().collect();
        if fields.names.is_empty() && !parts.is_empty() {
            fields.names.push(Name::Text(parts.join(" ")));
        }
        // A role names its author again.
        if fields.names.is_empty() && fields.kind.is_none() {
            let authors = fields.statements.iter().filter(|(fact, _)| *fact == Subject::Author);
            fields.names.extend(authors.map(|(_, name)| name.clone()));
        }
        if let Some(kind) = fields.kind
            && self.graph.objects.len() < MAX_OBJECTS
        {
            self.graph.objects.push(fields.described(kind, depth));
        }
        let Fields { mut names, id, url, gated, .. } = fields;
        if let (Some(id), Some(Name::Text(name))) = (&id, names.first())
            && self.graph.names.len() < MAX_OBJECTS
        {
            self.graph.names.push((id.clone(), name.clone()));
        }
        if names.is_empty() {
            names.extend(id.clone().map(Name::Reference));
        }
        Stated { names, address: id.or(url), gated }
    }

    /// Whether the value that begins here is `false`, literally or as the end of a name.
    fn is_false(&self) -> bool {
        let rest = &self.reader.text.as_bytes()[self.reader.at..];
        let mut parts = rest[..rest.len().min(MAX_FLAG)].split(|byte| matches!(byte, b',' | b'}' | b']'));
        let quoted = parts.next().unwrap_or_default().trim_ascii();
        let value = quoted.strip_suffix(b"\"").unwrap_or(quoted);
        let end = &value[value.len().saturating_sub(5)..];
        end.eq_ignore_ascii_case(b"false")
    }
}

/// A string as a name; `None` if it is too long for one.
fn name_of(text: Written) -> Option<String> {
    (text.raw.len() <= MAX_TEXT).then(|| text.text())
}

/// The kind of objects of a type; `None` if they describe no article.
fn kind_of(name: &str) -> Option<Kind> {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if ends(&["Article", "Posting", "Report"]) {
        Some(Kind::Article)
    } else if ends(&["Recipe", "Review", "HowTo"]) {
        Some(Kind::Work)
    } else if ends(&["WebPage", "ItemPage", "AboutPage", "CreativeWork"]) {
        Some(Kind::Page)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
