#![no_main]
use offprint_fuzz::{charset, plant};

libfuzzer_sys::fuzz_target!(init: plant("charset"), |input: &[u8]| charset(input));
