//! What the module exports.

use crate::{Work, cases, controls};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static WORK: RefCell<Option<Work>> = const { RefCell::new(None) };
    static PAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes the input of a case, by its place, ready.
#[wasm_bindgen]
pub fn prepare(case: usize, length: usize) {
    let case = cases().into_iter().chain(controls()).nth(case);
    WORK.set(case.map(|case| case.prepare(length)));
}

/// Does what was prepared.
#[wasm_bindgen]
pub fn work() {
    WORK.take().expect("something is prepared")();
}

/// Adds a byte to the page.
#[wasm_bindgen]
pub fn push(byte: u8) {
    PAGE.with_borrow_mut(|page| page.push(byte));
}

/// Reads the page, and forgets it.
#[wasm_bindgen]
pub fn read() {
    drop(offprint::read(&PAGE.take(), offprint::ReadOptions::default()));
}
