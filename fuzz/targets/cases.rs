//! `cargo fuzz run cases`: see `fuzz/README.md`.

#![no_main]

#[path = "../bodies.rs"]
#[allow(dead_code, reason = "each target runs one body")]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::cases(text));
