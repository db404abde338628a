//! Whole pages.

use crate::pieces;
use arbitrary::Unstructured;
use offprint::{Article, Fingerprint, ReadOptions, Reader, SiteMemory};
use std::cell::RefCell;
use std::rc::Rc;

const CONTENT_TYPES: [Option<&str>; 4] =
    [None, Some("text/html; charset=utf-8"), Some("text/html; charset=gb2312"), Some("text/html; charset=x-unknown")];

/// A page gives the same result in any chunks. The first byte chooses the chunks; the rest is the page.
pub fn reader(input: &[u8]) {
    if let Some((&choice, page)) = input.split_first() {
        check(page, choice);
    }
}

/// The same for a page built from tags, attributes and texts that parsers stumble over.
pub fn markup(input: &[u8]) {
    let mut choices = Unstructured::new(input);
    if let Ok((choice, page)) = pieces::page(&mut choices) {
        check(&page, choice);
    }
}

/// The same for a small page, a byte for each piece of it.
pub fn small(input: &[u8]) {
    if let Some((&choice, pieces)) = input.split_first() {
        // UTF-8: in other charsets, its texts would be longer.
        check(pieces::small(pieces, choice & 3).as_bytes(), choice & !3);
    }
}

fn check(page: &[u8], choice: u8) {
    let mut options = ReadOptions { markup: choice & 32 != 0, ..ReadOptions::new() };
    options.content_type = CONTENT_TYPES[usize::from(choice & 3)].map(str::to_owned);
    options.url = (choice & 4 != 0).then(|| "https://a.example/x/1.html?b=2".to_owned());
    options.max_bytes = match choice & 16 {
        0 => 5 << 20,
        // Less than most pages have, even short ones.
        _ => 300,
    };
    let is_cleaned = choice & 8 != 0;
    let read = |page, options, sizes: &mut dyn Iterator<Item = usize>| read(page, options, is_cleaned, sizes);
    let whole = read(page, &options, &mut std::iter::repeat(page.len().max(1)));
    let article = &whole.0;
    // Try only one other chunking at a time; trying all would take three times as long.
    match choice >> 6 {
        0 => {
            let mut sizes = (0..).map(|i: usize| 1 + (i * 7919 + usize::from(choice)) % 300);
            assert_eq!(read(page, &options, &mut sizes), whole, "in chunks");
        }
        1 => {
            let mut bytes = std::iter::repeat(1);
            assert_eq!(read(page, &options, &mut bytes), whole, "byte by byte");
        }
        2 => {
            let by_memory = read_on(page, &options, &SiteMemory::default()).0;
            assert_eq!(&by_memory, article, "by an empty memory");
            let mut turned = options.clone();
            turned.markup = !options.markup;
            let other = read(page, &turned, &mut std::iter::repeat(page.len().max(1)));
            assert_eq!(unmarked(other), unmarked(whole.clone()), "with markup or without");
        }
        _ => by_memory(page, &options),
    }
    if let Some(fingerprint) = &article.fingerprint {
        let stored = Fingerprint::from_bytes(&fingerprint.to_bytes());
        assert_eq!(stored.as_ref(), Ok(fingerprint), "what is written can be read");
    }
}

fn unmarked((mut article, cleaned): (Article, Vec<u8>)) -> (Article, Vec<u8>) {
    article.markup = None;
    (article, cleaned)
}

/// Whatever bytes a site's memory has, it stays valid.
fn by_memory(page: &[u8], options: &ReadOptions) {
    let blocks = &page[..page.len().min(800) / 8 * 8];
    let mut site = SiteMemory::from_bytes(&[&[1], blocks].concat()).expect("whole blocks");
    for _ in 0..2 {
        let (_, seen) = read_on(page, options, &site);
        site.remember(&seen);
    }
    let bytes = site.to_bytes();
    assert_eq!(SiteMemory::from_bytes(&bytes), Ok(site), "what is written can be read");
}

fn read_on(page: &[u8], options: &ReadOptions, site: &SiteMemory) -> (Article, SiteMemory) {
    let mut reader = Reader::new(options.clone());
    reader.feed(page);
    reader.end_with_site(site)
}

fn read(
    page: &[u8],
    options: &ReadOptions,
    is_cleaned: bool,
    sizes: &mut dyn Iterator<Item = usize>,
) -> (Article, Vec<u8>) {
    let cleaned = Rc::new(RefCell::new(Vec::new()));
    let sink = Rc::clone(&cleaned);
    let mut reader = if is_cleaned {
        Reader::with_sink(options.clone(), move |bytes| sink.borrow_mut().extend_from_slice(bytes))
    } else {
        Reader::new(options.clone())
    };
    let mut rest = page;
    for size in sizes {
        if rest.is_empty() {
            break;
        }
        let (chunk, after) = rest.split_at(size.min(rest.len()));
        reader.feed(chunk);
        rest = after;
    }
    let article = reader.end();
    (article, cleaned.take())
}
