//! Redirects: the files that a statement reads and writes whatever its command is, and its literal input.

use shuck_ast::{RedirectKind, RedirectTarget, Stmt};

use super::Source;
use super::walk::Walker;
use crate::shell::Verb;
use crate::shell::field::Field;
use crate::shell::place::Places;

/// The redirects of a statement.
#[derive(Default)]
pub(super) struct Redirected {
    /// What is done to which path, and whether the command's output goes there.
    pub(super) effects: Vec<(Verb, Field, bool)>,
    /// The input that takes the place of the outer one, where it is known.
    pub(super) stdin: Option<Option<Field>>,
}

impl Walker {
    pub(super) fn redirects(&mut self, source: &Source, stmt: &Stmt, places: &Places) -> Redirected {
        let mut redirected = Redirected::default();
        for redirect in &stmt.redirects {
            match &redirect.target {
                RedirectTarget::Heredoc(document) => {
                    let strip = document.delimiter.strip_tabs;
                    let text = self.cooked(source, places, |cook| cook.document(&document.body, strip));
                    redirected.stdin = Some(Some(text));
                }
                RedirectTarget::Word(word) => {
                    let field = self.cooked(source, places, |cook| cook.one(word));
                    let stdout = redirect.fd.is_none_or(|fd| fd == 1) && redirect.fd_var.is_none();
                    match redirect.kind {
                        RedirectKind::HereString => redirected.stdin = Some(Some(field.with_suffix("\n"))),
                        RedirectKind::Input => {
                            redirected.stdin = Some(None);
                            redirected.effects.push((Verb::Read, field, false));
                        }
                        RedirectKind::DupInput => redirected.stdin = Some(None),
                        // A descriptor or `-`; only `>&word` without one names a file.
                        RedirectKind::DupOutput if is_descriptor(&field) => {}
                        RedirectKind::HereDoc | RedirectKind::HereDocStrip => {}
                        _ => redirected.effects.push((Verb::Write, field, stdout)),
                    }
                }
            }
        }
        redirected
    }
}

fn is_descriptor(field: &Field) -> bool {
    let Some(text) = field.text() else {
        // `>&$FD` is a descriptor far more often than a file; `>&docs/$X` names a file.
        return field.prefix().is_empty();
    };
    text == "-" || text.trim_end_matches('-').chars().all(|letter| letter.is_ascii_digit())
}
