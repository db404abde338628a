#![no_main]
use offprint_fuzz::{plant, register};

libfuzzer_sys::fuzz_target!(init: plant("register"), |input: &[u8]| register(input));
