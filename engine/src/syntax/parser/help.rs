//! How to write what was expected: the form of what is being read, and what other languages write instead.

use super::super::token::TokenKind;
use super::Parser;
use crate::diagnostic::nearest;

/// The names of aggregates, for one that is misspelled.
const AGGREGATES: [&str; 5] = ["count", "sum", "min", "max", "mean"];

/// How each declaration is written.
const FORMS: &[(&str, &str)] = &[
    (".decl", "a relation is declared as `.decl name(column: type, column: type)`"),
    (".functor", "a functor is declared as `.functor name(parameter: type): type`"),
    (".include", "a file is included as `.include \"file.dl\"`"),
    (".input", "write `.input name`, or `.input name(filename=\"rows.csv\", delimiter=\",\")`"),
    (".output", "write `.output name, name`, or `.output name(IO=stdout)`"),
    (".printsize", "write `.printsize name, name`"),
    (".type", "a type is declared as `.type Name <: symbol`, or `.type Name = A | B`"),
    ("@[", "an annotation is written `@[name]`, `@[name(\"text\")]` or `@[name(key = \"text\")]`"),
];

impl Parser<'_> {
    /// How to write what was expected here.
    pub(super) fn help(&self, what: &str) -> String {
        if let Some(instead) = self.instead() {
            return instead.to_owned();
        }
        if let Some(aggregate) = self.aggregate_meant() {
            return aggregate;
        }
        let help = if what.starts_with("the name of a type") {
            "types are `symbol`, `number`, `unsigned`, `float`, and what `.type` declares"
        } else if let Some(form) = self.form_being_read() {
            form
        } else if what.starts_with("`.`") {
            "a fact or a rule ends with `.`; literals have `,` between them, alternatives `;`"
        } else if what == "`(`" {
            "the terms of a relation or functor stand in parentheses: `name(term, term)`"
        } else if what.starts_with("`)` or `,`") {
            "terms have `,` between them, and `)` behind the last"
        } else if what.starts_with("`)`") || what.starts_with("`}`") {
            "literals have `,` between them, alternatives `;`; what is open must be closed"
        } else if what.starts_with("the name of") {
            "a name is a letter or `_`, then letters, digits and `_`"
        } else if what.starts_with("a comparison") || what.starts_with("a literal") {
            "a literal is `relation(...)`, `!relation(...)`, or two terms with `=`, `!=`, `<`, `<=`, `>` or `>=` between"
        } else if what.starts_with("a term") {
            "a term is a variable, a number, a text in `\"`, `_`, or an operation on terms"
        } else {
            "a declaration is `.decl name(column: type)`, a fact `name(value).`, a rule `name(term) :- literal, literal.`"
        };
        help.to_owned()
    }

    /// What this language writes where another has the words that stand here.
    fn instead(&self) -> Option<&'static str> {
        let (here, after) = (self.spelling(self.token()), self.spelling(self.token_at(1)));
        let before = self.next.checked_sub(1).and_then(|at| self.lexed.tokens.get(at));
        let before = before.map_or("", |&token| self.spelling(token));
        let begins = self.next == self.form;
        Some(match (before, here, after) {
            (_, "*", "/") => "comments do not nest: the first `*/` ended this one",
            (_, "@" | "[", _) if begins => "an annotation is written `@[name(\"text\")]`",
            (_, "!", _) if begins => "only literals of a body are negated",
            (_, ":-", _) if begins => "a rule begins with its head: `name(term) :- literal.`",
            (_, ".", number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                "a float has digits before its `.`: `0.5`"
            }
            (_, "+", _) if before == "(" || before == "," || before == "=" => "leave out the `+`",
            (_, ":", "-" | "=") | (_, "<", "-") | (_, "if", _) if !self.in_body() => {
                "write `:-` between the head and the body"
            }
            ("=", "=", _) | (_, ":", "=") | (_, "is", _) => "write `=`",
            ("<", ">", _) => "write `!=`",
            ("=", "<", _) => "write `<=`",
            ("=", ">", _) => "write `>=`",
            (_, "and", _) => "write `,` between literals",
            (_, "or" | "|", _) if self.in_body() => "write `;` between alternatives",
            ("not", ..) => "write `!` before the literal",
            _ => return None,
        })
    }

    /// How an aggregate is written, where one is meant here.
    fn aggregate_meant(&self) -> Option<String> {
        if !self.in_body() {
            return None;
        }
        let before = self.next.checked_sub(1).and_then(|at| self.lexed.tokens.get(at));
        let word = before.map_or("", |&token| self.spelling(token));
        let colon = self.peek() == TokenKind::Colon || self.peek_at(1) == TokenKind::Colon;
        if let (true, Some(near)) = (colon, nearest(word, AGGREGATES)) {
            return Some(format!("did you mean `{near}`?"));
        }
        let meant = AGGREGATES.contains(&word) || self.peek() == TokenKind::LeftBrace || colon;
        meant.then(|| {
            "an aggregate is `count : { body }`, or `sum X : { body }` with `sum`, `min`, `max` or `mean`".to_owned()
        })
    }

    /// The form of the declaration or annotation that is being read.
    fn form_being_read(&self) -> Option<&'static str> {
        let first = self.lexed.tokens.get(self.form)?;
        let spelling = self.spelling(*first);
        FORMS.iter().find(|entry| entry.0 == spelling).map(|entry| entry.1)
    }

    /// Whether a `:-` stands before this place in its item.
    fn in_body(&self) -> bool {
        let read = self.lexed.tokens.get(self.form..self.next).unwrap_or(&[]);
        read.iter().any(|token| token.kind == TokenKind::If)
    }
}
