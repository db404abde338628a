#![no_main]
use offprint_fuzz::{plant, settings};

libfuzzer_sys::fuzz_target!(init: plant("settings"), |input: &[u8]| settings(input));
