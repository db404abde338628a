//! Measures what it costs to publish the keys of many articles, and to hold them: simulated, without a store.
//!
//!     cargo run --release -p offprint-edge --example keys -- 1000000 10000000

use offprint::Fingerprint;
use offprint::internals::hash::{hash, hash_str};
use offprint_edge::{Extent, Keys, digits, pack};
use std::collections::BTreeMap;
use std::env::args;
use std::hint::black_box;
use std::time::Instant;

/// Pages that are looked up, none of them similar to an article.
const PAGES: u32 = 3_000;
/// Keys under which an article is stored: of its text, and of its address.
const WRITTEN: u64 = 5;

fn main() {
    println!("articles | packs | bytes a key | all, MB | build, s | whole keys, MB | fuse, MB");
    println!("  loads a page | held, MB | look-up, µs | records read a new page | found");
    let pages: Vec<Fingerprint> = (0..PAGES).filter_map(page).collect();
    for articles in args().skip(1).filter_map(|count| count.parse().ok()) {
        let store = publish(articles, &pages);
        look_up(articles, &pages, &store);
    }
}

/// The fingerprint of a made-up text.
fn page(seed: u32) -> Option<Fingerprint> {
    let character = |i| char::from_u32(0x4E00 + (hash([seed.into(), i]) % 20_000) as u32);
    Fingerprint::of("", &(0..400).filter_map(character).collect::<String>())
}

/// The keys of made-up articles: like those of real ones, the first 40 bits of hashes.
fn key(article: u64, number: u64) -> u64 {
    hash([article, number]) >> 24
}

/// The key of a page's address.
fn address(page: &Fingerprint) -> Option<u64> {
    let first = page.read_keys().into_iter().next()?;
    Some(hash([hash_str(&first)]) >> 24)
}

/// The packs of all articles' keys by their names, and a line on what they cost.
fn publish(articles: u32, pages: &[Fingerprint]) -> BTreeMap<String, Vec<u8>> {
    let digits = digits(articles as usize);
    let mut packs: Vec<Vec<(u64, u32)>> = vec![Vec::new(); 1 << (4 * digits)];
    for article in 1..=articles {
        for number in 0..WRITTEN {
            let key = key(article.into(), number);
            packs[key as usize & ((1 << (4 * digits)) - 1)].push((key, article));
        }
    }
    // Some of the articles are known pages.
    for (page, number) in known(pages) {
        for key in page.write_keys() {
            let key = u64::from_str_radix(&key, 16).unwrap_or_default();
            packs[key as usize & ((1 << (4 * digits)) - 1)].push((key, number));
        }
    }
    let begun = Instant::now();
    let mut store = BTreeMap::new();
    for (ending, entries) in (0..).zip(&packs) {
        let extent = Extent { digits, ending, layout: None, from: 0, upto: articles };
        store.insert(extent.name("hani"), pack(&extent, entries));
    }
    let built = begun.elapsed();
    let count: usize = packs.iter().map(Vec::len).sum();
    let bytes: usize = store.values().map(Vec::len).sum();
    // A binary fuse filter that stores a number with as many bits as the articles need, and 8 check bits.
    let fuse = count * 9 / 8 * (8 + 32 - articles.leading_zeros() as usize) / 8;
    println!(
        "{articles} | {} | {:.2} | {:.1} | {:.2} | {:.1} | {:.1}",
        packs.len(),
        bytes as f64 / count as f64,
        mb(bytes),
        built.as_secs_f64(),
        mb(count * (5 + 4)),
        mb(fuse),
    );
    store
}

/// An isolate that looks the pages up, loading the packs that it lacks, and a line on what that costs.
fn look_up(articles: u32, pages: &[Fingerprint], store: &BTreeMap<String, Vec<u8>>) {
    let head = Extent { digits: 0, ending: 0, layout: Some(digits(articles as usize)), from: articles, upto: articles };
    let mut keys = Keys::default();
    assert!(keys.load(&head.name("hani"), pack(&head, &[])));
    // Load until the limit is reached.
    for page in pages {
        load(&mut keys, page, store);
    }
    let (mut loads, mut records) = (0, 0);
    for page in &pages[100..] {
        loads += load(&mut keys, page, store);
        records += keys.look_up(page, address(page)).steps.concat().len();
    }
    let found = known(pages)
        .filter(|(page, number)| {
            load(&mut keys, page, store);
            keys.look_up(page, address(page)).steps[0] == [format!("fp3/hani/{number}")]
        })
        .count();
    let held = pages.last();
    if let Some(page) = held {
        load(&mut keys, page, store);
    }
    let begun = Instant::now();
    for _ in 0..1000 {
        black_box(held.map(|page| keys.look_up(page, address(page))));
    }
    let look = begun.elapsed().as_secs_f64() * 1e3;
    let count = (pages.len() - 100) as f64;
    println!(
        "  {:.2} | {:.1} | {look:.1} | {:.3} | {found} of 100",
        loads as f64 / count,
        mb(keys.bytes()),
        records as f64 / count,
    );
}

/// The pages that are articles, with their numbers.
fn known(pages: &[Fingerprint]) -> impl Iterator<Item = (&Fingerprint, u32)> {
    pages.iter().take(100).zip(1..)
}

fn mb(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Loads what a page lacks; returns how much that was.
fn load(keys: &mut Keys, page: &Fingerprint, store: &BTreeMap<String, Vec<u8>>) -> usize {
    let missing = keys.look_up(page, address(page)).missing;
    for name in &missing {
        assert!(keys.load(name, store[name].clone()));
    }
    missing.len()
}
