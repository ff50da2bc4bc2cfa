//! The journal of answers: what was asked, by its fingerprint, and what a person said.

pub mod entry;

/// Where the journal of a work tree is, from its top.
pub const FILE: &str = ".gatelog/answers.jsonl";
