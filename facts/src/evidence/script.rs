//! Rows of shell commands and patches.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::row::symbols;
use super::{Evidence, Rows};
use crate::origin::Origin;
use crate::patch::{self, Patch};
use crate::shell::{self, Command, Dialect, Script, ScriptError, Target};

impl Evidence<'_> {
    pub(super) fn script_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        match (relation, key) {
            ("patch_effect", [text]) => {
                for change in &self.patch(text).changes {
                    let row = symbols(&[text, change.verb.name(), &change.path]);
                    rows.row(&row, line(change.line))?;
                }
            }
            ("patch_content", [text]) => {
                for change in &self.patch(text).changes {
                    if let Some(content) = &change.content {
                        rows.row(&symbols(&[text, &change.path, content]), line(change.line))?;
                    }
                }
            }
            ("shell_error", [dialect, text]) => {
                if let Some(error) = &self.script(dialect, text).error {
                    let row = [
                        Datum::Symbol(dialect),
                        Datum::Symbol(text),
                        Datum::Number(i64::from(error.line)),
                        Datum::Symbol(&error.message),
                    ];
                    let (line, column) = (error.line, error.column);
                    rows.row(&row, Origin::Script { line, column })?;
                }
            }
            (_, [dialect, text]) if COMMAND_RELATIONS.contains(&relation) => {
                let script = self.script(dialect, text);
                for (number, command) in (1..).zip(&script.commands) {
                    for columns in command_rows(relation, command) {
                        let mut row = vec![Datum::Symbol(dialect), Datum::Symbol(text), Datum::Number(number)];
                        row.extend(columns);
                        let (line, column) = (command.line, command.column);
                        rows.row(&row, Origin::Script { line, column })?;
                    }
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn script(&mut self, dialect: &str, text: &str) -> Rc<Script> {
        let key = (dialect.to_owned(), text.to_owned());
        let read = self.scripts.entry(key).or_insert_with(|| {
            Rc::new(match dialect_named(dialect) {
                Some(dialect) => shell::read(dialect, text),
                None => unread(dialect),
            })
        });
        Rc::clone(read)
    }

    fn patch(&mut self, text: &str) -> Rc<Patch> {
        Rc::clone(self.patches.entry(text.to_owned()).or_insert_with(|| Rc::new(patch::read(text))))
    }
}

fn dialect_named(name: &str) -> Option<Dialect> {
    match name {
        "bash" => Some(Dialect::Bash),
        "powershell" => Some(Dialect::PowerShell),
        _ => None,
    }
}

/// A script in a language that nothing here reads.
fn unread(dialect: &str) -> Script {
    Script {
        error: Some(ScriptError {
            line: 1,
            column: 1,
            message: format!("there is no reader for the dialect `{dialect}`"),
        }),
        commands: Vec::new(),
    }
}

/// The relations with a row per command or part of one.
const COMMAND_RELATIONS: [&str; 7] = [
    "shell_command",
    "shell_argument",
    "shell_effect",
    "shell_reach",
    "shell_content",
    "shell_inline",
    "shell_unknown",
];

/// The columns behind dialect, script and number.
fn command_rows<'c>(relation: &str, command: &'c Command) -> Vec<Vec<Datum<'c>>> {
    match relation {
        "shell_command" => command.program.iter().map(|program| symbols(&[program])).collect(),
        "shell_argument" => {
            let row = |argument: &'c shell::Argument| {
                vec![Datum::Number(i64::from(argument.index)), Datum::Symbol(&argument.text)]
            };
            command.arguments.iter().map(row).collect()
        }
        "shell_effect" => effects(command, |verb, target, _| match target {
            Target::Path(path) => Some(symbols(&[verb, path])),
            Target::Pattern { .. } => None,
        }),
        "shell_reach" => {
            let known = command.effects.iter().map(|effect| (effect.verb.name(), &effect.target));
            // What a command that cannot be known does to an operand is taken for a write.
            let unknown = command.unknown.iter().map(|target| (shell::Verb::Write.name(), target));
            known
                .chain(unknown)
                .filter_map(|(verb, target)| match target {
                    Target::Path(_) => None,
                    Target::Pattern { pattern, text } => Some(symbols(&[verb, pattern, text])),
                })
                .collect()
        }
        "shell_content" => effects(command, |_, target, content| match target {
            Target::Path(path) => Some(symbols(&[path, content?])),
            Target::Pattern { .. } => None,
        }),
        "shell_inline" => command.inline.iter().map(|inline| symbols(&[&inline.program, &inline.text])).collect(),
        "shell_unknown" => {
            let path = |target: &'c Target| match target {
                Target::Path(path) => Some(symbols(&[path])),
                Target::Pattern { .. } => None,
            };
            command.unknown.iter().filter_map(path).collect()
        }
        _ => Vec::new(),
    }
}

fn effects<'c>(
    command: &'c Command,
    row: impl Fn(&'static str, &'c Target, Option<&'c str>) -> Option<Vec<Datum<'c>>>,
) -> Vec<Vec<Datum<'c>>> {
    let row = |effect: &'c shell::Effect| row(effect.verb.name(), &effect.target, effect.content.as_deref());
    command.effects.iter().filter_map(row).collect()
}

fn line(line: u32) -> Origin {
    Origin::Script { line, column: 0 }
}
