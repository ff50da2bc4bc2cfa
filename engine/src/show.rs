//! Explanations as indented text: what a command prints is what a case file expects. A reader can rely on: a step of a
//! proof is shown once and referred to by its number after that, nothing depends on colour, and the same explanation
//! gives the same lines. Refuses to know what is a fact's origin and a rule's place; the caller says, or leaves them out.

mod absence;
mod proof;

use crate::host::Value;
use crate::syntax::escape::quote;
pub use absence::absence;
pub use proof::{Shown, literal, premises_of, proof};

/// Characters of a text that are shown.
const SHOWN: usize = 80;

/// A value as it is written in rules; a long text is cut and says so.
#[must_use]
pub fn value(value: &Value) -> String {
    match value {
        Value::Symbol(text) => symbol(text),
        Value::Number(number) => number.to_string(),
        Value::Unsigned(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Nil => "nil".to_owned(),
        Value::Record(fields) => format!("[{}]", values(fields)),
        Value::Branch(name, fields) => format!("${name}({})", values(fields)),
    }
}

/// A value as text: a symbol is the text itself, everything else as it is written in rules.
#[must_use]
pub fn plain(value: &Value) -> String {
    match value {
        Value::Symbol(text) => text.clone(),
        Value::Float(number) => number.to_string(),
        other => self::value(other),
    }
}

fn values(all: &[Value]) -> String {
    all.iter().map(value).collect::<Vec<_>>().join(", ")
}

fn symbol(text: &str) -> String {
    let mut written = String::new();
    match text.char_indices().nth(SHOWN) {
        None => quote(text, &mut written),
        Some((cut, _)) => {
            quote(&text[..cut], &mut written);
            written.pop();
            written.push_str(&format!("…\" ({} characters)", text.chars().count()));
        }
    }
    written
}

/// `relation(1, "a")`.
#[must_use]
pub fn fact(relation: &str, values: &[Value]) -> String {
    format!("{relation}({})", self::values(values))
}

/// An atom; `_` where any value would do.
#[must_use]
pub fn atom(relation: &str, pattern: &[Option<Value>]) -> String {
    let column = |one: &Option<Value>| one.as_ref().map_or_else(|| "_".to_owned(), value);
    let columns: Vec<String> = pattern.iter().map(column).collect();
    format!("{relation}({})", columns.join(", "))
}

/// `X = 1, Y = "a"`.
pub fn bindings<'a>(all: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let all: Vec<String> = all.map(|(name, one)| format!("{name} = {}", value(one))).collect();
    all.join(", ")
}

fn pad(level: usize) -> String {
    "  ".repeat(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_say_so() {
        assert_eq!(fact("p", &[Value::Symbol("a\n".into()), Value::Number(-1)]), "p(\"a\\n\", -1)");
        assert_eq!(atom("p", &[None, Some(Value::Unsigned(2))]), "p(_, 2)");
        let long = value(&Value::Symbol("ä".repeat(90)));
        assert!(long.starts_with("\"ä") && long.ends_with("ä…\" (90 characters)"), "{long}");
        let exact = "x".repeat(80);
        assert_eq!(value(&Value::Symbol(exact.clone())), format!("\"{exact}\""));
    }
}
