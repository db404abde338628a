//! Reads pages one after another, as they might arrive over a network, and names the earlier page that each one
//! repeats.
//!
//!     cargo run --example dedupe -- tests/pages/*/page.html

use offprint::compare::ArticleRecord;
use offprint::index::{InMemory, Index};
use offprint::{ReadOptions, Reader};
use std::error::Error;
use std::fs::File;
use std::io;

fn main() -> Result<(), Box<dyn Error>> {
    let mut index = InMemory::new();
    for path in std::env::args().skip(1) {
        // A reader takes a page in chunks of any size and keeps none of them.
        let mut reader = Reader::new(ReadOptions::default());
        let page = File::open(&path).and_then(|mut page| io::copy(&mut page, &mut reader));
        page.map_err(|error| format!("{path}: {error}"))?;
        let article = reader.end();
        let judgement = index.insert(&path, &ArticleRecord::from(&article))?.judgement;
        match judgement.of {
            Some(earlier) => println!("{path}\t{}\t{earlier}", judgement.verdict.name()),
            None => println!("{path}\t{}", judgement.verdict.name()),
        }
    }
    Ok(())
}
