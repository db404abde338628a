#![no_main]
use offprint_fuzz::{entities, plant};

libfuzzer_sys::fuzz_target!(init: plant("entities"), |input: &[u8]| entities(input));
