//! Whole pages.

use crate::pieces;
use arbitrary::Unstructured;
use offprint::{Article, Fingerprint, ReadOptions, Reader, SiteMemory};

const CONTENT_TYPES: [Option<&str>; 4] = [
    None,
    Some("text/html; charset=utf-8"),
    Some("text/html; charset=gb2312"),
    Some("text/html; charset=x-unknown"),
];

/// A page reads the same in any chunks. The first byte chooses how; the rest is the page.
pub fn reader(input: &[u8]) {
    if let Some((&choice, page)) = input.split_first() {
        check(page, choice);
    }
}

/// The same of a page that is made of tags, attributes and texts that parsers stumble over.
pub fn markup(input: &[u8]) {
    let mut choices = Unstructured::new(input);
    if let Ok((choice, page)) = pieces::page(&mut choices) {
        check(&page, choice);
    }
}

fn check(page: &[u8], choice: u8) {
    let options = ReadOptions {
        content_type: CONTENT_TYPES[usize::from(choice & 3)].map(str::to_owned),
        url: (choice & 4 != 0).then(|| "https://a.example/x/1.html?b=2".to_owned()),
        clean: choice & 8 != 0,
        max_bytes: match choice & 16 {
            0 => 5 << 20,
            // Less than most pages have, even short ones.
            _ => 300,
        },
        markup: choice & 32 != 0,
    };
    let whole = read(page, &options, std::iter::repeat(page.len().max(1)));
    let (article, cleaned) = &whole;
    // One other way a time: all of them would take three times as long.
    match choice >> 6 {
        0 => {
            let sizes = (0..).map(|i: usize| 1 + (i * 7919 + usize::from(choice)) % 300);
            assert_eq!(read(page, &options, sizes), whole, "in chunks");
        }
        1 => {
            let bytes = std::iter::repeat(1);
            assert_eq!(read(page, &options, bytes), whole, "byte by byte");
        }
        2 => {
            let by_memory = read_on(page, &options, &SiteMemory::default()).0;
            assert_eq!(&by_memory, article, "by an empty memory");
        }
        _ => by_memory(page, &options),
    }
    assert!(options.clean || cleaned.is_empty(), "nothing was asked for");
    assert!(article.posts.len() <= 200, "posts are bounded");
    let mut lines = article.posts.iter().flat_map(|post| post.text.lines());
    assert!(
        lines.all(|line| article.text.contains(line)),
        "posts are of the text"
    );
    if let Some(fingerprint) = &article.fingerprint {
        let stored = Fingerprint::from_bytes(&fingerprint.to_bytes());
        assert_eq!(
            stored.as_ref(),
            Ok(fingerprint),
            "what is written can be read"
        );
    }
}

/// Whatever the memory of a site is, it stays one.
fn by_memory(page: &[u8], options: &ReadOptions) {
    let blocks = &page[..page.len().min(800) / 8 * 8];
    let mut site = SiteMemory::from_bytes(&[&[1], blocks].concat()).expect("whole blocks");
    for _ in 0..2 {
        let (_, seen) = read_on(page, options, &site);
        site.remember(&seen);
    }
    let bytes = site.to_bytes();
    assert_eq!(
        SiteMemory::from_bytes(&bytes),
        Ok(site),
        "what is written can be read"
    );
}

fn read_on(page: &[u8], options: &ReadOptions, site: &SiteMemory) -> (Article, SiteMemory) {
    let mut reader = Reader::new(options.clone());
    reader.write(page).expect("it has not ended");
    reader.end_on(site).expect("it has not ended")
}

fn read(
    page: &[u8],
    options: &ReadOptions,
    sizes: impl Iterator<Item = usize>,
) -> (Article, Vec<u8>) {
    let mut reader = Reader::new(options.clone());
    let (mut rest, mut cleaned) = (page, Vec::new());
    for size in sizes {
        if rest.is_empty() {
            break;
        }
        let (chunk, after) = rest.split_at(size.min(rest.len()));
        cleaned.extend(reader.write(chunk).expect("it has not ended"));
        rest = after;
    }
    let article = reader.end().expect("it has not ended");
    cleaned.extend(reader.take_rest());
    (article, cleaned)
}
