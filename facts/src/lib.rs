//! The evidence, lowered: what a coding agent did and is about to do, as typed facts, each with its origin. Reading is
//! apart from lowering, and neither takes a decision: no module here knows a derived relation or a verdict.

pub mod declaration;
pub mod draft;
pub mod evidence;
pub mod git;
pub mod glob;
pub mod json;
pub mod ledger;
pub mod manifest;
pub mod markdown;
pub mod origin;
pub mod patch;
pub mod path;
pub mod payload;
pub mod point;
pub mod quotation;
pub mod record;
pub mod schema;
pub mod settings;
pub mod shell;
pub mod toml;
pub mod transcript;
pub mod words;
pub mod world;
