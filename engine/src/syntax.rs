//! Program text to syntax tree. A reader can rely on: every text gives a tree, of what could be read, and a diagnostic
//! for each part that could not. Refuses to know what names mean, and where texts come from.

pub mod ast;
pub(crate) mod escape;
mod format;
pub(crate) mod lexer;
pub mod name;
mod parser;
mod print;
pub(crate) mod token;

use ast::Ast;
pub use format::format;
use name::Names;
pub(crate) use parser::is_operation;
pub use print::{print, print_item};

use crate::diagnostic::Diagnostic;
use crate::source::SourceId;

/// Reads a text. The tree holds every item that could be read; `diagnostics` gets what is wrong with the others.
pub fn parse(text: &str, source: SourceId, names: &mut Names, diagnostics: &mut Vec<Diagnostic>) -> Ast {
    let lexed = lexer::lex(text, source, diagnostics);
    parser::Parser::new(text, source, &lexed, names, diagnostics).file()
}
