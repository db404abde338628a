#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| offprint_fuzz::markup(input));
