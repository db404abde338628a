//! The program that cargo-fuzz runs: any of the targets, which the variable OFFPRINT_TARGET names.
#![no_main]
use offprint_fuzz::{TARGETS, Target, plant};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("OFFPRINT_TARGET").expect("OFFPRINT_TARGET names a target");
    TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("there is no target {name}"))
});

libfuzzer_sys::fuzz_target!(init: plant(TARGET.name), |input: &[u8]| (TARGET.run)(input));
