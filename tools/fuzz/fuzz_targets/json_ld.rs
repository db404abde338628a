#![no_main]
use offprint_fuzz::{json_ld, plant};

libfuzzer_sys::fuzz_target!(init: plant("json_ld"), |input: &[u8]| json_ld(input));
