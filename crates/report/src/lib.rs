//! The output of the command lines on pages and verdicts: JSON for programs, lines for people.
//!
//! The native command line and the one of the npm package both print through this crate, so their output is the same to
//! the byte.

mod clusters;
mod folded;
mod origins;
mod passages;
mod rewriting;
mod skipped;
mod words;

pub use clusters::{CLUSTER_HEADER, clustered, clusters};
pub use folded::folded;
use offprint::Metadata;
use offprint::article::{BlockDecision, Candidate, NoFingerprintReason, TextSource};
use offprint::compare::{Comparison, Evidence, Relation, Rewriting, Verdict, relate};
use offprint::index::{Insertion, RewriteOf, Stats};
use offprint::{Article, Fingerprint};
pub use origins::origins;
use passages::{Passage, Passages};
use serde::Serialize;
use serde_json::Value;
pub use skipped::Skipped;
use std::fmt::{self, Write};

/// The note on a gated article.
const GATED: &str = "only the beginning of an article, before a paywall or a login";

/// The output of `index stats`.
pub fn index_stats(stats: &Stats) -> String {
    serde_json::to_string_pretty(stats).expect("numbers are JSON") + "\n"
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines for people.
    Plain,
    /// A JSON object over many lines.
    Json,
    /// A JSON object in one line.
    JsonLine,
}

impl Form {
    /// The form that the options `--json` and `--jsonl` select.
    pub fn new(json: bool, jsonl: bool) -> Form {
        match (json, jsonl) {
            (true, _) => Form::Json,
            (false, true) => Form::JsonLine,
            (false, false) => Form::Plain,
        }
    }
}

/// What is printed of a page besides its article.
#[derive(Debug, Clone, Copy)]
pub struct PageForm {
    /// The form of the output.
    pub form: Form,
    /// Whether lines for people begin with the id.
    pub headed: bool,
    /// Print every candidate for headline, authors, days and credit, and every block of the page, with the decision on
    /// it.
    pub explain: bool,
    /// The form of the body in lines for people. Forms other than text exist if the page was read with
    /// `ReadOptions::markup`; JSON then has both.
    pub body: BodyForm,
}

/// The form of an article's body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BodyForm {
    /// With the metadata of the article.
    #[default]
    Text,
    /// Alone, as Markdown.
    Markdown,
    /// Alone, as HTML.
    Html,
}

impl BodyForm {
    /// The form that the options `--markdown` and `--html` select.
    pub fn new(markdown: bool, html: bool) -> BodyForm {
        match (markdown, html) {
            (true, _) => BodyForm::Markdown,
            (false, true) => BodyForm::Html,
            (false, false) => BodyForm::Text,
        }
    }
}

/// A page as JSON.
#[derive(Serialize)]
struct Page<'a> {
    id: &'a str,
    #[serde(flatten)]
    article: &'a Article,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<&'a [Candidate]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<&'a [BlockDecision]>,
}

/// A comparison as JSON.
#[derive(Serialize)]
struct ComparisonReport {
    #[serde(flatten)]
    relation: Relation,
    /// Where the texts differ; `None` without both texts, or if they are not copies.
    passages: Option<Passages>,
    /// Whether one is a rewriting of the other.
    rewriting: Rewriting,
}

/// An article of a stream as JSON.
#[derive(Serialize)]
struct InsertionLine<'a> {
    id: &'a str,
    verdict: &'a str,
    of: Option<&'a str>,
    score: f64,
    known: bool,
    gated: Option<bool>,
    /// The earlier article that it rewrites, if this was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewriting: Option<&'a RewriteOf>,
}

/// A pair as JSON.
#[derive(Serialize)]
struct Pair<'a> {
    a: &'a str,
    b: &'a str,
    verdict: Verdict,
    score: f64,
    borderline: bool,
    /// Whether one of the two is gated; `None` if the method does not determine it.
    gated: Option<bool>,
    /// How likely it is that one is a rewriting of the other, if that could be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    rewritten: Option<f64>,
}

/// Text of a page for a terminal: without the control characters that could steer it.
///
/// ```
/// assert_eq!(offprint_report::Plain("a\x1B[2Jb").to_string(), "a[2Jb");
/// ```
pub struct Plain<'a>(pub &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut harmless = self.0.split(|c: char| c.is_control() && c != '\n' && c != '\t');
        harmless.try_for_each(|part| f.write_str(part))
    }
}

/// Prints an object; `plain` writes it for people.
fn printed(form: Form, object: &impl Serialize, plain: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let json = match form {
        Form::Plain => {
            let mut text = String::new();
            plain(&mut text).expect("text can grow");
            return text;
        }
        Form::Json => serde_json::to_string_pretty(object),
        Form::JsonLine => serde_json::to_string(object),
    };
    json.expect("strings and numbers are JSON") + "\n"
}

/// An object as a line of JSON.
fn json_line(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("strings and numbers are JSON") + "\n"
}

/// The output of `read` on a page.
///
/// ```
/// use offprint::Article;
/// use offprint_report::{BodyForm, Form, PageForm, page};
/// let body = BodyForm::Text;
/// let form = PageForm { form: Form::Plain, headed: false, explain: false, body };
/// let article = Article::of_text("Headline".to_owned(), "Too short.".to_owned());
/// assert!(page("a", &article, form).starts_with("Headline\n"));
/// ```
pub fn page(id: &str, article: &Article, form: PageForm) -> String {
    let page = Page {
        id,
        article,
        candidates: form.explain.then_some(&article.candidates[..]),
        blocks: form.explain.then_some(&article.blocks[..]),
    };
    printed(form.form, &page, |out| match form.body {
        BodyForm::Text => print_page(&page, form.headed, out),
        body => print_body(&page, form.headed, body, out),
    })
}

/// The output of `compare` on two articles, each with its name, and their verdict.
pub fn comparison(sides: [(&str, &Article); 2], form: Form) -> (Verdict, String) {
    let [(_, a), (_, b)] = sides;
    let relation = relate(&a.into(), &b.into());
    let texts = !a.text.is_empty() && !b.text.is_empty() && relation.original.is_some();
    let comparison = ComparisonReport {
        passages: texts.then(|| Passages::new(&a.text, &b.text)),
        rewriting: rewriting::rewriting([a, b], relation.comparison.verdict),
        relation,
    };
    let text = printed(form, &comparison, |out| print_comparison(&comparison, sides, out));
    (comparison.relation.comparison.verdict, text)
}

/// The output of `dedupe` on an article.
///
/// ```
/// use offprint::compare::ArticleRecord;
/// use offprint::index::{InMemory, Index};
/// use offprint_report::insertion;
/// let mut index = InMemory::new();
/// let first = index.insert("a", &ArticleRecord::default())?;
/// assert!(insertion(&first).starts_with("{\"id\":\"a\",\"verdict\":\"unknown\",\"of\":null,"));
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub fn insertion(insertion: &Insertion) -> String {
    let judgement = &insertion.judgement;
    let line = InsertionLine {
        id: &insertion.id,
        verdict: judgement.name(),
        of: judgement.of.as_deref(),
        score: judgement.score,
        known: insertion.known,
        gated: insertion.gated,
        rewriting: insertion.rewriting.as_ref(),
    };
    json_line(&line)
}

/// The output of `pairs` on a pair, and on whether one is a rewriting of the other, if known.
///
/// ```
/// use offprint::compare::Comparison;
/// let line = offprint_report::pair(["a", "b"], &Comparison::different(), None);
/// assert!(line.starts_with("{\"a\":\"a\",\"b\":\"b\",\"verdict\":\"different\""));
/// ```
pub fn pair([a, b]: [&str; 2], comparison: &Comparison, rewriting: Option<&Rewriting>) -> String {
    let (verdict, score) = (comparison.verdict, comparison.score);
    let sides = comparison.sides.as_ref();
    let gated = sides.map(|sides| sides.iter().any(|side| side.gated));
    json_line(&Pair {
        a,
        b,
        verdict,
        score,
        borderline: comparison.borderline,
        gated,
        rewritten: rewriting.and_then(|rewriting| rewriting.score),
    })
}

/// An article that is known only by its fingerprint.
pub fn of_fingerprint(fingerprint: Fingerprint) -> Article {
    let mut article = Article::of_text(String::new(), String::new());
    article.length = fingerprint.length();
    article.fingerprint = Some(fingerprint);
    article
}

/// A path, or the beginning of a fingerprint, long enough to identify it.
///
/// ```
/// assert_eq!(offprint_report::short("page.html"), "page.html");
/// assert_eq!(offprint_report::short(&"x".repeat(99)).chars().count(), 61);
/// ```
pub fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The body alone, for other programs. A text that did not come from a page has no markup and is printed unescaped.
fn print_body(page: &Page, headed: bool, body: BodyForm, out: &mut String) -> fmt::Result {
    if headed {
        writeln!(out, "=== {} ===\n", Plain(page.id))?;
    }
    let markup = page.article.markup.as_ref();
    let body = markup.map(|markup| match body {
        BodyForm::Html => &markup.html,
        _ => &markup.markdown,
    });
    writeln!(out, "{}", Plain(body.unwrap_or(&page.article.text)))?;
    if headed { writeln!(out) } else { Ok(()) }
}

fn print_page(page: &Page, headed: bool, out: &mut String) -> fmt::Result {
    let article = page.article;
    if headed {
        writeln!(out, "=== {} ===\n", Plain(page.id))?;
    }
    let title = Some(article.metadata.title.as_str()).filter(|title| !title.is_empty());
    writeln!(out, "{}\n", Plain(title.unwrap_or("(no title)")))?;
    for (fact, value) in facts(article) {
        writeln!(out, "{fact:<12}{}", Plain(&value))?;
    }
    if let Some(candidates) = page.candidates {
        writeln!(out, "\nWhat the page states, and the decision on it:\n")?;
        for fact in candidates {
            let (field, place, decision) = (fact.subject.name(), fact.place.name(), fact.decision.name());
            let text = Plain(&fact.text);
            writeln!(out, "{field:<11}{decision:<13}{place:<9}{text}")?;
        }
    }
    if let Some(blocks) = page.blocks {
        writeln!(out, "\nBlocks, + kept, - dropped:\n")?;
        for block in blocks {
            match block.rule {
                None => writeln!(out, "+ {}", Plain(&block.text))?,
                Some(rule) => writeln!(out, "- [{}] {}", rule.name(), Plain(&block.text))?,
            }
        }
    } else {
        writeln!(out, "\n{}", Plain(&article.text))?;
    }
    writeln!(out)
}

/// The name of a field for people: `Published text` for `publishedText`.
fn label(name: &str) -> String {
    let mut label = String::new();
    for (at, c) in name.char_indices() {
        match c {
            _ if at == 0 => label.push(c.to_ascii_uppercase()),
            'A'..='Z' => label.extend([' ', c.to_ascii_lowercase()]),
            _ => label.push(c),
        }
    }
    label
}

/// The texts of a field for people; empty if the field is.
fn shown(value: &Value) -> String {
    let texts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    texts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
}

/// The metadata of an article other than its title and text.
fn facts(article: &Article) -> Vec<(String, String)> {
    let metadata = &article.metadata;
    let values = serde_json::to_value(metadata).unwrap_or_default();
    let beside = Metadata::FIELDS
        .iter()
        .filter(|field| !["title", "language", "publishedText", "creditPlace"].contains(&field.name));
    let stated = beside.map(|field| (label(field.name), shown(&values[field.name])));
    let mut facts: Vec<(String, String)> = stated.filter(|(_, value)| !value.is_empty()).collect();
    let mut push = |fact: &str, value: String| facts.push((fact.to_owned(), value));
    push("Language", format!("{}, script {}", metadata.language, article.script.name()));
    let charset = match article.charset_source {
        Some(source) => format!("{}, from {}", article.charset, source.name()),
        None => article.charset.to_owned(),
    };
    push("Charset", charset);
    let (length, words) = (article.length, article.word_count);
    push("Length", format!("{length} letters and digits, {words} words"));
    if article.text_source != TextSource::Page {
        let source = match article.text_source {
            TextSource::JsonLd => "JSON-LD",
            TextSource::Inert => "<noscript> or <template>",
            _ => "the data of a script",
        };
        push("Text", format!("from {source}; almost nothing is visible"));
    }
    if article.gated {
        push("Gated", GATED.to_owned());
    }
    if article.other_articles > 0 {
        push("Others", format!("{} more in the page, left out here", article.other_articles));
    }
    if article.truncated {
        let why = "not read to its end: longer than --max-bytes, nested without end, or in too many parts";
        push("Cut", why.to_owned());
    }
    let (page_type, quality) = (article.page_type.name(), article.quality);
    push("Page", format!("{page_type}, quality {quality} of 100"));
    let fingerprint = article.fingerprint.as_ref().map(Fingerprint::to_string).unwrap_or_else(|| {
        let why = reason(article, article.no_fingerprint_reason);
        format!("none: {why}; any comparison will say unknown")
    });
    push("Fingerprint", fingerprint);
    facts
}

/// Why a page has no fingerprint.
fn reason(article: &Article, why: Option<NoFingerprintReason>) -> String {
    let reason = match (why, article.media_type) {
        (_, Some(media_type)) => return format!("not an HTML page ({media_type})"),
        (Some(NoFingerprintReason::Unreadable), _) => "not text, or in an unknown charset",
        (Some(NoFingerprintReason::List), _) => "a list of pages, not an article",
        (Some(NoFingerprintReason::NoArticle), _) => "error, login or empty page",
        (Some(NoFingerprintReason::Boilerplate), _) => "only notices and calls to action",
        _ => "too little text",
    };
    reason.to_owned()
}

fn print_comparison(comparison: &ComparisonReport, sides: [(&str, &Article); 2], out: &mut String) -> fmt::Result {
    let ComparisonReport { relation, passages, rewriting } = comparison;
    let compared = &relation.comparison;
    let (verdict, score) = (compared.verdict.name(), compared.score);
    write!(out, "{verdict}, score {score:.3}")?;
    if compared.borderline {
        let what = "borderline: a slightly different measurement would change the verdict";
        write!(out, ", {what}")?;
    }
    out.push_str("\n\n");
    for (side, article) in sides {
        let side = short(side);
        let (side, title) = (Plain(&side), Plain(&article.metadata.title));
        let length = article.length;
        writeln!(out, "{side}  {length} letters and digits  {title}")?;
        if article.gated {
            writeln!(out, "{side}  {GATED}")?;
        }
    }
    let is_compared = relation.original.is_some() && compared.sides.is_some();
    if is_compared || !relation.changes.is_empty() {
        writeln!(out, "\n{}", words::changes(&relation.changes))?;
    }
    if let Some(original) = &relation.original {
        if !is_compared {
            writeln!(out)?;
        }
        if relation.version {
            writeln!(out, "{}", words::phrase("changes.version", ""))?;
        }
        for line in words::original(original) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(passages) = passages {
        print_passages(passages, out)?;
    }
    rewriting::print(rewriting, sides.map(|(_, article)| &article.text[..]), out)?;
    if compared.evidence.is_empty() {
        let what = match compared.verdict {
            Verdict::Same => "Their texts differ in nothing but case, punctuation and the like.",
            _ => "One side has too little text to compare.",
        };
        return writeln!(out, "\n{what}");
    }
    print_evidence(&compared.evidence, sides.map(|(_, article)| article), out)
}

fn print_evidence(evidence: &[Evidence], articles: [&Article; 2], out: &mut String) -> fmt::Result {
    let [name, value, threshold] = ["evidence", "value", "threshold"];
    writeln!(out, "\n{name:<22}{value:>8}  {threshold:<16}  supports copy")?;
    for &Evidence { metric, value, threshold, at_least, passed, .. } in evidence {
        let bound = if at_least { "at least" } else { "at most" };
        let supports = if passed { "yes" } else { "no" };
        let note = match metric {
            "feature-codes" => format!("  ({})", sentence_ends(articles)),
            _ => String::new(),
        };
        writeln!(out, "{metric:<22}{value:>8.3}  {bound:<8} {threshold:>7.3}  {supports}{note}")?;
    }
    Ok(())
}

/// Prints one line, even if what a page states has line breaks.
fn print_line(line: &str, out: &mut String) -> fmt::Result {
    writeln!(out, "{}", Plain(&line.replace(['\n', '\r'], " ")))
}

/// How many sentence ends of two articles agree: the part of the evidence that a reader can check.
fn sentence_ends(articles: [&Article; 2]) -> String {
    let [a, b] = articles.map(|article| article.fingerprint.as_ref());
    let (agreeing, compared) = a.zip(b).map_or((0, 0), |(a, b)| a.shared_codes(b));
    let verb = if agreeing == 1 { "agrees" } else { "agree" };
    format!("{agreeing} of {compared} sentence ends {verb}")
}

fn print_passages(passages: &Passages, out: &mut String) -> fmt::Result {
    for (at, side) in ["first", "second"].into_iter().enumerate() {
        let (shared, all) = (passages.shared_sentences[at], passages.sentences[at]);
        let other = ["second", "first"][at];
        writeln!(out, "{shared} of the {all} sentences of the {side} are also in the {other}.")?;
    }
    for (side, passages) in ["first", "second"].into_iter().zip(&passages.only) {
        if !passages.is_empty() {
            writeln!(out, "\nOnly in the {side}, by characters of its text:")?;
        }
        for passage in passages {
            let Passage { start, end, text } = passage;
            let is_cut = text.chars().count() < end - start;
            let more = if is_cut { "…" } else { "" };
            let (range, text) = (format!("{start}–{end}"), text.replace('\n', " "));
            writeln!(out, "  {range:<13}{}{more}", Plain(&text))?;
        }
    }
    Ok(())
}
