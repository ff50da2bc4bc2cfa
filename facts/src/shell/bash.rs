//! Bash: the parser's tree, walked once with the directories and the literal variables that hold at each command.
//!
//! The parser (`shuck`) is named in this file and in `bash/` only. A tree that it had to mend is not used.

mod assign;
mod branch;
mod expand;
mod known;
mod redirect;
mod scope;
mod simple;
mod special;
mod variable;
mod walk;
mod word;

use std::rc::Rc;

use shuck_ast::File;
use shuck_parser::parser::{ParseStatus, Parser};

use super::{Script, ScriptError};
pub(super) use simple::program_name;
use walk::Walker;

/// A script under reading and, for a nested one, the place of the command that runs it.
#[derive(Clone, Debug)]
pub(super) struct Source {
    text: Rc<str>,
    origin: Option<(u32, u32)>,
}

pub(super) fn read(text: &str) -> Script {
    let file = match parse(text) {
        Ok(file) => file,
        Err(error) => {
            return Script { error: Some(error), commands: Vec::new() };
        }
    };
    let source = Source { text: Rc::from(text), origin: None };
    Walker::default().run(&source, &file.body)
}

fn parse(text: &str) -> Result<File, ScriptError> {
    let result = Parser::new(text).parse();
    if result.status == ParseStatus::Clean {
        return Ok(result.file);
    }
    let (line, column, message) = match (result.diagnostics.first(), &result.terminal_error) {
        (Some(diagnostic), _) => {
            (count(diagnostic.span.start.line()), count(diagnostic.span.start.column()), diagnostic.message.clone())
        }
        (None, Some(error)) => (1, 1, error.to_string()),
        (None, None) => (1, 1, "the script does not parse".to_owned()),
    };
    Err(ScriptError { line: line.max(1), column: column.max(1), message })
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
