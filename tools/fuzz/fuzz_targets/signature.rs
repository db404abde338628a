#![no_main]
use offprint_fuzz::{plant, signature};

libfuzzer_sys::fuzz_target!(init: plant("signature"), |input: &[u8]| signature(input));
