#![no_main]
use offprint_fuzz::{lines, plant};

libfuzzer_sys::fuzz_target!(init: plant("lines"), |input: &[u8]| lines(input));
