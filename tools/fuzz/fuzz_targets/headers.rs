#![no_main]
use offprint_fuzz::{headers, plant};

libfuzzer_sys::fuzz_target!(init: plant("headers"), |input: &[u8]| headers(input));
