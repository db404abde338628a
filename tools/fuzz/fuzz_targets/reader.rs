#![no_main]
use offprint_fuzz::{plant, reader};

libfuzzer_sys::fuzz_target!(init: plant("reader"), |input: &[u8]| reader(input));
