#![no_main]
use offprint_fuzz::{plant, verdict};

libfuzzer_sys::fuzz_target!(init: plant("verdict"), |input: &[u8]| verdict(input));
