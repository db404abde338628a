#![no_main]
use offprint_fuzz::{addresses, plant};

libfuzzer_sys::fuzz_target!(init: plant("addresses"), |input: &[u8]| addresses(input));
