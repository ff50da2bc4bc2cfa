//! A Rust process that does nothing: what every process costs.

fn main() {}
