//! What the command line of the npm package needs beside the rest, see [`offprint_report`].

use super::methods::{Known, named};
use super::reader::{Reader, site_memory};
use super::{from_js, js_error, metadata, set, to_js, to_js_error};
use js_sys::Uint8Array;
use offprint::compare::{Sketched, Verdict, WithFacts, rewriting};
use offprint::extract::Abstention;
use offprint::facts::Sketch;
use offprint::fingerprint::Fingerprint;
use offprint::index::arrive;
use offprint::index::{Class, InMemory, Index, Judgement, Limits, Stored};
use offprint::index::{Member, copies, origins};
use offprint::{Article, Error, SiteMemory};
use offprint_baselines::methods::{AnyMethod, AnySignature, Method, Name, Offprint};
use offprint_report::{BodyForm, Form, Occurrences, PageForm};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::convert::Infallible;
use wasm_bindgen::prelude::*;

/// An article that stays on this side, and what is seen of its page by the memory of its site.
#[wasm_bindgen]
pub struct Document(Article, SiteMemory);

#[wasm_bindgen]
impl Reader {
    /// Ends the page and keeps the article on this side. Given the memory of its site, it is judged by that, too.
    #[wasm_bindgen(js_name = endDocument)]
    pub fn end_document(&mut self, site: Option<Uint8Array>) -> Result<Document, JsValue> {
        let site = site.map(site_memory).transpose()?;
        let reader = self.inner.take().ok_or(Error::Finished);
        let ended = reader.and_then(|mut reader| reader.end_by(site.as_ref()));
        let (article, seen) = ended.map_err(to_js_error)?;
        Ok(Document(article, seen))
    }
}

#[wasm_bindgen]
impl Document {
    /// A text, of which no page is at hand, with the address of its page if that is known.
    #[wasm_bindgen(js_name = ofText)]
    pub fn of_text(title: String, text: String, url: Option<String>) -> Document {
        let mut article = Article::of_text(title, text);
        article.metadata.url = url;
        Document(article, SiteMemory::default())
    }

    /// A fingerprint in text form, of which nothing else is at hand.
    #[wasm_bindgen(js_name = ofFingerprint)]
    pub fn of_fingerprint(fingerprint: &str) -> Result<Document, JsValue> {
        let fingerprint = fingerprint.parse().map_err(to_js_error)?;
        Ok(Document(
            offprint_report::of_fingerprint(fingerprint),
            SiteMemory::default(),
        ))
    }

    /// What `read` prints of it.
    pub fn report(&self, id: &str, form: JsValue) -> Result<String, JsValue> {
        let form: PageOptions = from_js(form, "form")?;
        let form = PageForm {
            form: form.form.into(),
            headed: form.headed,
            iscc: form.iscc,
            explain: form.explain,
            body: BodyForm::of(form.markdown, form.html),
        };
        Ok(offprint_report::page(id, &self.0, form))
    }

    /// What a table of pages holds of it.
    pub fn row(&self, id: &str) -> Result<JsValue, JsValue> {
        to_js(&offprint_report::Row::of(id, &self.0))
    }

    /// What was seen of its page, which [`Sites`] remembers.
    pub fn seen(&self) -> Uint8Array {
        Uint8Array::from(&self.1.to_bytes()[..])
    }

    /// What methods look at, as plain data, and the length: it is taken by [`Stream`], [`Signatures`] and
    /// [`Collection`].
    pub fn known(&self) -> Result<JsValue, JsValue> {
        let object = Known::from(&self.0).to_js()?;
        set(&object, "length", to_js(&self.0.length))?;
        Ok(object)
    }

    /// What is kept of its facts, in text form: it is taken by [`Stream`] and [`Signatures`].
    pub fn sketch(&self) -> Option<String> {
        self.0.sketch().map(|sketch| sketch.to_string())
    }
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct PageOptions {
    form: FormName,
    headed: bool,
    iscc: bool,
    explain: bool,
    markdown: bool,
    html: bool,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum FormName {
    #[default]
    Plain,
    Json,
    Jsonl,
}

impl From<FormName> for Form {
    fn from(name: FormName) -> Form {
        match name {
            FormName::Plain => Form::Plain,
            FormName::Json => Form::Json,
            FormName::Jsonl => Form::JsonLine,
        }
    }
}

fn lines(plain: bool) -> Form {
    Form::of(false, !plain)
}

/// What `compare` prints, and the verdict: `[verdict, text]`. Each article comes with the name that
/// it is called by.
#[wasm_bindgen(js_name = reportComparison)]
pub fn comparison(
    method: &str,
    name_a: &str,
    a: &Document,
    name_b: &str,
    b: &Document,
    form: JsValue,
) -> Result<JsValue, JsValue> {
    let form: FormName = from_js(form, "form")?;
    let sides = [(name_a, &a.0), (name_b, &b.0)];
    to_js(&offprint_report::comparison(
        named(method)?,
        sides,
        form.into(),
    ))
}

/// The media type of what is no page, by its first bytes.
#[wasm_bindgen(js_name = mediaType)]
pub fn media_type(start: &[u8]) -> Option<String> {
    offprint::decode::media_type(start).map(str::to_owned)
}

/// Whether a file of unknown name is a page, by its first bytes.
#[wasm_bindgen(js_name = isHtml)]
pub fn is_html(start: &[u8]) -> bool {
    offprint::decode::is_html(start)
}

/// Files of a folder that are no pages.
#[wasm_bindgen]
#[derive(Default)]
pub struct Skipped(offprint_report::Skipped);

#[wasm_bindgen]
impl Skipped {
    /// None yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Skipped {
        Skipped::default()
    }

    /// Counts a file by its path in the folder and its first bytes.
    pub fn add(&mut self, path: &str, start: &[u8]) {
        self.0.add(path, start);
    }

    /// Counts a pipe, a socket or a device.
    #[wasm_bindgen(js_name = addSpecial)]
    pub fn add_special(&mut self, path: &str) {
        self.0.add_special(path);
    }

    /// What is told of them.
    pub fn line(&self, folder: &str) -> Option<String> {
        self.0.line(folder)
    }
}

/// What `pairs` prints of two fingerprints in text form; one that is missing makes it `unknown`.
#[wasm_bindgen(js_name = reportPair)]
pub fn pair(
    a: &str,
    b: &str,
    fingerprint_a: Option<String>,
    fingerprint_b: Option<String>,
    plain: bool,
) -> Result<String, JsValue> {
    let parse = |text: Option<String>| text.map(|text| text.parse::<Fingerprint>()).transpose();
    let signatures = [parse(fingerprint_a), parse(fingerprint_b)];
    let [x, y] = signatures.map(|signature| signature.map_err(to_js_error));
    let verdict = Offprint.compare(x?.as_ref(), y?.as_ref());
    // Nothing is known of their facts.
    let rewriting = rewriting(None, None, verdict.verdict);
    Ok(offprint_report::pair(
        [a, b],
        &verdict,
        Some(&rewriting),
        lines(plain),
    ))
}

/// The signatures of documents by number, to compare pairs of them.
#[wasm_bindgen]
pub struct Signatures {
    method: AnyMethod,
    signatures: Vec<Option<AnySignature>>,
    /// What is kept of the documents' facts, as far as it was given.
    sketches: Vec<Option<Sketch>>,
    /// Other methods than Offprint's say nothing of rewriting.
    has_sketches: bool,
}

#[wasm_bindgen]
impl Signatures {
    /// None yet, of the method of a name.
    #[wasm_bindgen(constructor)]
    pub fn new(method: &str) -> Result<Signatures, JsValue> {
        let name = named(method)?;
        Ok(Signatures {
            method: name.method(),
            has_sketches: name == Name::Offprint,
            signatures: Vec::new(),
            sketches: Vec::new(),
        })
    }

    /// Signs the next document; one that is missing has no signature. `sketch` is that of its facts, which a document
    /// with its text needs not.
    pub fn add(&mut self, known: JsValue, sketch: Option<String>) -> Result<(), JsValue> {
        let article: Option<Article> = Known::if_any(known)?.map(Article::from);
        let sketch = match sketch {
            Some(sketch) => Some(sketch.parse().map_err(to_js_error)?),
            None if self.has_sketches => article.as_ref().and_then(Article::sketch),
            None => None,
        };
        self.sketches.push(sketch);
        let signature = article.and_then(|article| self.method.sign(&article));
        self.signatures.push(signature);
        Ok(())
    }

    /// What `pairs` prints of the documents of two numbers.
    pub fn report(&self, names: Vec<String>, x: usize, y: usize, plain: bool) -> String {
        let signature = |number: usize| self.signatures.get(number).and_then(Option::as_ref);
        let verdict = self.method.compare(signature(x), signature(y));
        let name = |at: usize| names.get(at).map_or("", String::as_str);
        let sketch = |number: usize| self.sketches.get(number).and_then(Option::as_ref);
        let asked = self
            .has_sketches
            .then(|| rewriting(sketch(x), sketch(y), verdict.verdict));
        let names = [name(0), name(1)];
        offprint_report::pair(names, &verdict, asked.as_ref(), lines(plain))
    }
}

/// What a collection keeps of an article beside its metadata.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Kept {
    length: u32,
    fingerprint: Option<Fingerprint>,
    abstention: Option<Abstention>,
}

/// Many articles, to find which of them are copies of one.
#[wasm_bindgen]
#[derive(Default)]
pub struct Collection {
    ids: Vec<String>,
    members: Vec<Member>,
}

#[wasm_bindgen]
impl Collection {
    /// None yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Collection {
        Collection::default()
    }

    /// Takes in an article, or what is known of it, under an id; its place among the others.
    pub fn add(&mut self, id: String, article: JsValue) -> Result<usize, JsValue> {
        let metadata = from_js(article.clone(), "article")?;
        let Kept {
            length,
            fingerprint,
            abstention,
        } = from_js(article, "article")?;
        self.members.push(Member {
            metadata,
            length,
            fingerprint,
            abstention,
        });
        self.ids.push(id);
        Ok(self.members.len() - 1)
    }

    /// When an article was published, in minutes since the beginning of 1970.
    pub fn minutes(&self, place: usize) -> Option<f64> {
        let minutes = self.members.get(place)?.metadata.minutes();
        minutes.map(|minutes| minutes as f64)
    }

    /// The site of an article, by its name or its host.
    pub fn source(&self, place: usize) -> Option<String> {
        self.members.get(place)?.metadata.source()
    }

    /// Which of the articles are the same, in the order in which they were added; see [`copies`].
    pub fn clusters(&self) -> Result<JsValue, JsValue> {
        let fingerprints = self
            .members
            .iter()
            .map(|member| member.fingerprint.as_ref());
        to_js(&copies(fingerprints))
    }

    /// What became of the articles, each by its place.
    pub fn origins(&self) -> Result<JsValue, JsValue> {
        to_js(&origins(&self.members))
    }

    /// What `origins` prints of them.
    pub fn report(&self, form: JsValue) -> Result<String, JsValue> {
        let form: FormName = from_js(form, "form")?;
        let found = origins(&self.members);
        Ok(offprint_report::origins(
            &self.ids,
            &self.members,
            &found,
            form.into(),
        ))
    }

    /// The origins as a table: CSV, or JSON.
    pub fn table(&self, json: bool) -> String {
        let form = Form::of(json, false);
        offprint_report::clusters(&self.ids, &self.members, &origins(&self.members), form)
    }
}

/// What stands on the pages of many hosts.
#[wasm_bindgen]
#[derive(Default)]
pub struct Sites(offprint::extract::Sites);

#[wasm_bindgen]
impl Sites {
    /// No host is known yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Sites {
        Sites::default()
    }

    /// Remembers what was seen of a page ([`Document::seen`]) of which that is [`Document::known`]; returns the number
    /// of its host, if it is remembered.
    pub fn remember(&mut self, known: &JsValue, seen: Uint8Array) -> Result<Option<u32>, JsValue> {
        let number = self.0.remember(&metadata(known)?, &site_memory(seen)?);
        Ok(number.map(|number| number as u32))
    }

    /// Whether the host with this number holds a part of a page of which that was seen on another article.
    #[wasm_bindgen(js_name = tellsOf)]
    pub fn tells_of(&self, number: u32, seen: Uint8Array) -> Result<bool, JsValue> {
        let seen = site_memory(seen)?;
        let site = self.0.memory(number as usize);
        Ok(site.is_some_and(|site| site.tells_of(&seen)))
    }

    /// The memory of the host with this number.
    pub fn memory(&self, number: u32) -> Option<Uint8Array> {
        let site = self.0.memory(number as usize)?;
        Some(Uint8Array::from(&site.to_bytes()[..]))
    }
}

/// What lines of [`Stream::entry`] hold, by the method offprint.
#[wasm_bindgen]
#[derive(Default)]
pub struct Shelf(InMemory<AnySignature>);

#[wasm_bindgen]
impl Shelf {
    /// An empty one.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Shelf {
        Shelf::default()
    }

    /// Takes in a line.
    pub fn restore(&mut self, line: &str) -> Result<(), JsValue> {
        Entry::parse(line)?.restore(&mut self.0);
        Ok(())
    }

    /// What `index stats` prints.
    pub fn stats(&self) -> String {
        let Ok(stats) = self.0.stats();
        offprint_report::held(&stats)
    }

    /// Forgets an article; whether there was one.
    pub fn remove(&mut self, id: &str) -> bool {
        let Ok(removed) = self.0.remove(id);
        removed
    }

    /// Takes in what another one holds; how many articles were new.
    pub fn merge(&mut self, other: &Shelf) -> u32 {
        let Ok(new) = self.0.merge(&other.0);
        new as u32
    }

    /// All of it, as lines. Classes are numbered anew, by the place of their first article: a stream goes on from the
    /// number of its articles.
    pub fn lines(&self) -> Result<String, JsValue> {
        let mut numbers = BTreeMap::new();
        let mut place = 0;
        let mut entries = Vec::new();
        let Ok(()) = self.0.each(|entry| {
            let class = entry.stored.and_then(|stored| stored.class);
            let number = class.map(|class| *numbers.entry(class).or_insert(place));
            place += u64::from(entry.stored.is_some());
            let signature = entry.stored.map(|stored| &stored.signature);
            let judgement = entry.judgement.clone();
            entries.push(Entry::of(entry.id, judgement, number, signature));
            Ok::<(), Infallible>(())
        });
        entries
            .iter()
            .map(|entry| Ok(entry.line()? + "\n"))
            .collect()
    }
}

/// Articles in the order of their arrival, each looked up among the earlier ones.
#[wasm_bindgen]
pub struct Stream {
    /// Offprint's own with facts, whether or not they are asked for: then all signatures in an index have one type.
    method: AnyMethod,
    index: InMemory<AnySignature>,
    occurrences: Option<Occurrences>,
    is_offprint: bool,
    rewrites: bool,
    plain: bool,
}

/// What is written down of an arrival, to take it in again by another run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    verdict: Verdict,
    of: Option<String>,
    score: f64,
    class: Option<u64>,
    fingerprint: Option<Fingerprint>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sketch: Option<Sketch>,
}

impl Entry {
    fn of(
        id: &str,
        judgement: Judgement,
        class: Option<u64>,
        signature: Option<&AnySignature>,
    ) -> Entry {
        let Judgement { verdict, of, score } = judgement;
        let signature = signature.and_then(AnySignature::get::<Sketched>).cloned();
        let (fingerprint, sketch) = match signature {
            Some(known) => (Some(known.fingerprint), known.sketch),
            None => (None, None),
        };
        Entry {
            id: id.to_owned(),
            verdict,
            of,
            score,
            class,
            fingerprint,
            sketch,
        }
    }

    fn parse(line: &str) -> Result<Entry, JsValue> {
        serde_json::from_str(line).map_err(|error| js_error("index", &error.to_string()))
    }

    fn line(&self) -> Result<String, JsValue> {
        serde_json::to_string(self).map_err(|error| js_error("result", &error.to_string()))
    }

    /// Puts it into an index.
    fn restore(self, index: &mut InMemory<AnySignature>) {
        if self.sketch.is_some() {
            index.limit(Limits::WITH_FACTS);
        }
        let stored = self
            .class
            .zip(self.fingerprint)
            .map(|(class, fingerprint)| {
                let sketch = self.sketch;
                let signature = Sketched {
                    fingerprint,
                    sketch,
                };
                Stored {
                    class: Some(Class(class)),
                    keys: WithFacts.write_keys(&signature),
                    signature: AnySignature::new(signature),
                }
            });
        let judgement = Judgement {
            verdict: self.verdict,
            of: self.of,
            score: self.score,
        };
        let Ok(()) = index.add(&self.id, &judgement, stored);
    }
}

#[wasm_bindgen]
impl Stream {
    /// Before the first article, with the method of a name. With `rewrites`, which is for the method offprint, articles
    /// in other words are found too.
    #[wasm_bindgen(constructor)]
    pub fn new(method: &str, rewrites: bool, plain: bool) -> Result<Stream, JsValue> {
        let name = named(method)?;
        let is_offprint = name == Name::Offprint;
        let limits = match rewrites {
            true => Limits::WITH_FACTS,
            false => name.limits(),
        };
        Ok(Stream {
            method: match is_offprint {
                true => AnyMethod::of(WithFacts),
                false => name.method(),
            },
            index: InMemory::with(limits),
            occurrences: name.counts_occurrences().then(Occurrences::default),
            is_offprint,
            rewrites,
            plain,
        })
    }

    /// Whether an article was judged before, so that it need not be read.
    pub fn knows(&self, id: &str) -> bool {
        let Ok(judgement) = self.index.judgement(id);
        judgement.is_some()
    }

    /// Judges an article and takes it in; what `dedupe` prints of it. One that is known, or too
    /// short, may be missing. `sketch` is that of its facts, which a document with its text needs not.
    pub fn arrive(
        &mut self,
        id: &str,
        known: JsValue,
        sketch: Option<String>,
    ) -> Result<String, JsValue> {
        let article: Option<Article> = Known::if_any(known)?.map(Article::from);
        let sketch = sketch.map(|text| text.parse()).transpose();
        let sketch = sketch.map_err(to_js_error)?;
        let signature = article.and_then(|article| match self.is_offprint {
            true => Some(AnySignature::new(Sketched {
                sketch: match self.rewrites {
                    true => sketch.or_else(|| article.sketch()),
                    false => None,
                },
                fingerprint: article.fingerprint?,
            })),
            false => self.method.sign(&article),
        });
        let Ok(arrival) = arrive(id, signature, &self.method, &mut self.index);
        let occurrences = self
            .occurrences
            .as_mut()
            .map(|counts| counts.count(id, &arrival));
        Ok(offprint_report::arrival(
            id,
            &arrival,
            occurrences,
            lines(self.plain),
        ))
    }

    /// What [`restore`](Self::restore) needs of an article that has arrived by the method offprint, as a line of JSON.
    pub fn entry(&self, id: &str) -> Result<String, JsValue> {
        let Ok(judgement) = self.index.judgement(id);
        let judgement =
            judgement.ok_or_else(|| js_error("id", &format!("`{id}` has not arrived")))?;
        let stored = self.index.get(id);
        let class = stored.as_ref().map(|stored| stored.class.0);
        let signature = stored.map(|stored| stored.signature);
        Entry::of(id, judgement, class, signature).line()
    }

    /// Takes in an article that an earlier run judged by the method offprint; in the same order as
    /// then, classes keep their numbers.
    pub fn restore(&mut self, line: &str) -> Result<(), JsValue> {
        Entry::parse(line)?.restore(&mut self.index);
        Ok(())
    }
}
