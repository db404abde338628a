//! `read --follow`: the further pages of an article, joined into one.

use crate::failure::{Failure, guard, note, warn};
use crate::input::Opener;
use offprint::article::NoFingerprintReason;
use offprint::{Article, ReadOptions};
use std::collections::HashSet;

/// Most pages of one article. Larger: longer articles are read to their end, and a site that invents pages is asked for
/// more of them; smaller: long articles lose their end.
const PAGES: usize = 20;

/// The article with the text of its further pages. It stops at a page that cannot be read, which is reported;
/// `nextPage` is then its address.
pub fn follow(first: Article, opener: &Opener, options: &ReadOptions) -> Article {
    let mut whole = first;
    let mut seen = paragraphs(&whole);
    let mut asked = HashSet::from([whole.metadata.url.clone()]);
    let mut is_joined = false;
    while let Some(next) = whole.metadata.next_page.clone() {
        if asked.len() == PAGES {
            note(&format!("only {PAGES} pages of an article are read, {next} is left out"));
            break;
        }
        if !asked.insert(Some(next.clone())) {
            whole.metadata.next_page = None;
            break;
        }
        match page(&next, &whole, opener, options) {
            Ok(page) => join(&mut whole, page, &mut seen),
            Err(failure) => {
                warn(&failure);
                note(&format!("the article ends before {next}"));
                break;
            }
        }
        is_joined = true;
    }
    if is_joined { summed_up(whole) } else { whole }
}

/// A further page of an article.
fn page(url: &str, article: &Article, opener: &Opener, options: &ReadOptions) -> Result<Article, Failure> {
    let mut options = options.clone();
    options.url = None;
    let fail = |what| Err(Failure::new(what, url, "read that page alone"));
    let document = opener.web.fetch(url)?.document(opener.max_bytes)?;
    let page = guard(url, || document.read(&options))?;
    match page.no_fingerprint_reason {
        _ if page.metadata.host() != article.metadata.host() => fail("it leads to another host"),
        None | Some(NoFingerprintReason::Short) => Ok(page),
        Some(_) => fail("not a page of the article"),
    }
}

/// The title, and the paragraphs of an article's text, its Markdown and its HTML.
fn paragraphs(article: &Article) -> [HashSet<String>; 3] {
    let markup = article.markup.clone().unwrap_or_default();
    let texts = [(&article.text, "\n"), (&markup.markdown, "\n\n"), (&markup.html, "\n")];
    let mut seen = texts.map(|(text, end)| text.split(end).map(str::to_owned).collect());
    HashSet::insert(&mut seen[0], article.metadata.title.clone());
    seen
}

/// Adds a page. One without anything new is the last.
fn join(whole: &mut Article, page: Article, [text, markdown, html]: &mut [HashSet<String>; 3]) {
    let is_new = add(&mut whole.text, &page.text, "\n", text);
    whole.metadata.next_page = page.metadata.next_page.filter(|_| is_new);
    if let (Some(whole), Some(page)) = (&mut whole.markup, page.markup) {
        add(&mut whole.markdown, &page.markdown, "\n\n", markdown);
        add(&mut whole.html, &page.html, "\n", html);
        whole.links.extend(page.links);
        whole.images.extend(page.images);
    }
    whole.gated |= page.gated;
    whole.truncated |= page.truncated;
}

/// The article, with what is computed from all of its text.
fn summed_up(mut article: Article) -> Article {
    let joined = Article::of_text(article.metadata.title.clone(), article.text);
    article.text = joined.text;
    (article.length, article.word_count) = (joined.length, joined.word_count);
    (article.script, article.quality) = (joined.script, joined.quality);
    article.fingerprint = joined.fingerprint.map(|whole| whole.with_gate(article.gated));
    article.no_fingerprint_reason = joined.no_fingerprint_reason;
    article
}

/// Appends the text of a page, without the paragraphs at its beginning and end that earlier pages have. Returns whether
/// any text is left.
fn add(whole: &mut String, text: &str, end: &str, seen: &mut HashSet<String>) -> bool {
    let is_new = |part: &&str| {
        // A line inside other markup cannot be left out alone.
        let is_whole = part.starts_with("<p>") || part.starts_with("<h") || !part.contains(['<', '`']);
        !is_whole || !seen.contains(*part)
    };
    let parts: Vec<&str> = text.split(end).collect();
    let Some(first) = parts.iter().position(is_new) else {
        return false;
    };
    let last = parts.iter().rposition(is_new).unwrap_or(first);
    for part in &parts[first..=last] {
        *whole += end;
        *whole += part;
        seen.insert((*part).to_owned());
    }
    true
}
