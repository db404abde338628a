#![no_main]
use offprint_fuzz::{index, plant};

libfuzzer_sys::fuzz_target!(init: plant("index"), |input: &[u8]| index(input));
