#![no_main]
use offprint_fuzz::{folded, plant};

libfuzzer_sys::fuzz_target!(init: plant("folded"), |input: &[u8]| folded(input));
