#![no_main]
use offprint_fuzz::{fingerprint, plant};

libfuzzer_sys::fuzz_target!(init: plant("fingerprint"), |input: &[u8]| fingerprint(input));
