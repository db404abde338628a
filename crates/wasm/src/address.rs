//! Addresses of pages; see [`offprint::internals::address`].

use offprint::internals::address;
use wasm_bindgen::prelude::*;

/// The address of a page to show and to store.
#[wasm_bindgen(js_name = pageAddress)]
pub fn page_address(url: &str) -> String {
    address::page_address(url)
}

/// One key for all addresses of a page.
#[wasm_bindgen(js_name = pageKey)]
pub fn page_key(url: &str) -> String {
    address::page_key(url)
}
