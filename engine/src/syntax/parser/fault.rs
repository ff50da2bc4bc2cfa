//! What is told where a text cannot be read.

use super::super::token::TokenKind;
use super::{Abandoned, Parser};
use crate::diagnostic::{Diagnostic, nearest};
use crate::source::Span;

/// The names of aggregates, for one that is misspelled.
const AGGREGATES: [&str; 5] = ["count", "sum", "min", "max", "mean"];

impl Parser<'_> {
    pub(super) fn too_deep(&mut self, span: Span) -> Abandoned {
        self.report(
            Diagnostic::error("too-deep", span, "this is nested too deeply")
                .with_help("name a part of it with a rule or an `=` of its own"),
        )
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Abandoned {
        self.diagnostics.push(diagnostic);
        Abandoned
    }

    /// Reports that something else was expected here; a token that the lexer reported is not reported again.
    pub(super) fn expected(&mut self, what: &str) -> Abandoned {
        let token = self.token();
        if token.kind == TokenKind::Bad {
            return Abandoned;
        }
        let found = match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            _ => format!("`{}`", shortened(self.spelling(token))),
        };
        let message = format!("expected {what}, found {found}");
        let place = self.span();
        let diagnostic = if self.begins_line() || token.kind == TokenKind::End {
            let behind = self.previous_span();
            let last = Span { start: behind.end, ..behind };
            Diagnostic::error("syntax", last, message)
                .at(format!("{what} is missing here"))
                .with_label(place, "found this instead")
        } else {
            Diagnostic::error("syntax", place, message).at(format!("expected {what}"))
        };
        let help = self.help(what);
        self.report(diagnostic.with_help(help))
    }

    /// How to write what was expected.
    fn help(&self, what: &str) -> String {
        let before = self.next.checked_sub(1).and_then(|at| self.lexed.tokens.get(at));
        if let (TokenKind::Colon, Some(&word)) = (self.peek(), before)
            && let Some(near) = nearest(self.spelling(word), AGGREGATES)
        {
            return format!("did you mean `{near}`?");
        }
        let help = if what.starts_with("`.`") {
            "a fact or a rule ends with `.`; literals have `,` between them, alternatives `;`"
        } else if what.starts_with("the name of a type") {
            "types are `symbol`, `number`, `unsigned`, `float`, and what `.type` declares"
        } else if what.starts_with("the name of") {
            "a name is a letter or `_`, then letters, digits and `_`"
        } else if what.starts_with("a comparison") {
            "a literal is `relation(...)`, `!relation(...)`, or two terms with `=`, `!=`, `<`, `<=`, `>` or `>=` between"
        } else if what.starts_with("a term") {
            "a term is a variable, a number, a text in `\"`, `_`, or an operation on terms"
        } else {
            "a declaration is `.decl name(column: type)`, a fact `name(value).`, a rule `name(term) :- literal, literal.`"
        };
        help.to_owned()
    }

    /// Reports a feature of Souffle's language that is not in this one.
    pub(super) fn unsupported(&mut self, span: Span, feature: &str, help: &str) -> Abandoned {
        let diagnostic = Diagnostic::error("unsupported", span, format!("{feature} not supported"));
        self.report(diagnostic.with_help(help))
    }
}

/// A spelling that fits into a message.
fn shortened(spelling: &str) -> String {
    let line = spelling.lines().next().unwrap_or("");
    if line.chars().count() <= 40 {
        return line.to_owned();
    }
    line.chars().take(37).chain("...".chars()).collect()
}
