#![no_main]
use offprint_fuzz::{align, plant};

libfuzzer_sys::fuzz_target!(init: plant("align"), |input: &[u8]| align(input));
