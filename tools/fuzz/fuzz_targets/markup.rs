#![no_main]
use offprint_fuzz::{markup, plant};

libfuzzer_sys::fuzz_target!(init: plant("markup"), |input: &[u8]| markup(input));
