//! Reading a page takes at most a fixed multiple of the time of its parser alone.

use offprint::ReadOptions;
use offprint_bench::times::{Read, Round, Row};
use offprint_bench::{pages, start_tags};
use std::hint::black_box;
use std::path::Path;

/// The ratio is 4.2 as tests are compiled and 7 as programs are: these pages are small, those of `docs/speed.md` are
/// not. It differs between processors. Larger: a step may become slower unseen; smaller:
/// a machine that shares its caches with others fails it.
const MOST: f64 = if cfg!(debug_assertions) { 5.5 } else { 10.0 };
/// More: each page is likelier to be read undisturbed once; a round takes about 30 milliseconds.
const ROUNDS: usize = 40;

#[test]
fn reading_takes_few_times_what_the_parser_takes() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages");
    let folders = std::fs::read_dir(fixtures).expect("the fixtures are there");
    let folders = folders.map(|folder| folder.expect("a folder").path());
    let pages: Vec<Vec<u8>> = folders
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| pages(&folder).expect("each folder has a page"))
        .collect();
    let read: Read = |page| {
        black_box(offprint::read(page, ReadOptions::default()));
    };
    let mut rows = [start_tags, read].map(|read| (read, Row::new("")));
    // In turns, so that whatever else the machine does meets both.
    for _ in 0..ROUNDS {
        for (read, row) in &mut rows {
            row.rounds.push(Round::of(&pages, *read));
        }
    }
    let [parser, offprint] = rows.map(|(_, row)| row.all_pages());
    let times = offprint / parser;
    println!("{} pages, {times:.2} times the parser", pages.len());
    assert!(
        times <= MOST,
        "reading takes {times:.2} times what its parser takes, which may be {MOST}. `cargo xtask bench FOLDER-OF-PAGES` \
         shows the step that has become slower; if what it now does is worth that, raise MOST and give the reason here"
    );
}
