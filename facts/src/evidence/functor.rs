//! The functors of the rules: pure and total.

use std::cell::RefCell;
use std::collections::BTreeMap;

use engine::{Datum, HostError, Value};
use regex::Regex;

use crate::{draft, glob, point, quotation, settings, words};

/// The value of `@name(arguments)`.
///
/// # Errors
/// If there is no functor with this name and these arguments.
pub fn call(name: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
    let flag = |holds: bool| Ok(Value::Number(i64::from(holds)));
    match (name, arguments) {
        ("glob_match", [Datum::Symbol(glob), Datum::Symbol(path)]) => flag(glob::glob_match(glob, path)),
        ("globs_meet", [Datum::Symbol(glob), Datum::Symbol(pattern)]) => flag(glob::globs_meet(glob, pattern)),
        ("glob_within", [Datum::Symbol(glob), Datum::Symbol(folder)]) => flag(glob::glob_within(glob, folder)),
        ("mentions", [Datum::Symbol(glob), Datum::Symbol(text)]) => flag(glob::mentions(glob, text)),
        ("fold", [Datum::Symbol(text)]) => Ok(Value::Symbol(glob::fold(text))),
        ("matcher_covers", [Datum::Symbol(matcher), Datum::Symbol(tool)]) => {
            Ok(Value::Number(settings::covers(matcher, tool).map_or(-1, i64::from)))
        }
        ("words", [Datum::Symbol(text)]) => Ok(Value::Symbol(words::joined(text))),
        ("word_count", [Datum::Symbol(text)]) => Ok(number(words::count(text))),
        ("resemblance", [Datum::Number(size), Datum::Symbol(one), Datum::Symbol(other)]) => {
            Ok(number(words::resemblance(*size, one, other)))
        }
        ("containment", [Datum::Number(size), Datum::Symbol(one), Datum::Symbol(other)]) => {
            Ok(number(words::containment(*size, one, other)))
        }
        ("closing_questions", [Datum::Symbol(text)]) => Ok(number(words::closing_questions(text))),
        ("last_question", [Datum::Symbol(text)]) => Ok(Value::Symbol(words::last_question(text))),
        ("filled_lines", [Datum::Symbol(text)]) => {
            Ok(number(text.lines().filter(|line| !line.trim().is_empty()).count()))
        }
        ("names", [Datum::Symbol(id), Datum::Symbol(text)]) => flag(draft::ids(text).any(|named| named == *id)),
        ("spoken", [Datum::Symbol(text)]) => Ok(Value::Symbol(quotation::spoken(text))),
        ("replaced", [Datum::Symbol(text), Datum::Symbol(old), Datum::Symbol(new)]) => {
            Ok(Value::Symbol(replaced(text, old, new)))
        }
        ("capture", [Datum::Symbol(pattern), Datum::Symbol(text)]) => Ok(Value::Symbol(captured(pattern, text))),
        ("literal_directory", [Datum::Symbol(pattern)]) => {
            Ok(Value::Symbol(glob::literal_directory(pattern).to_owned()))
        }
        ("points_fault", [Datum::Symbol(text)]) => Ok(Value::Symbol(point::fault(text))),
        _ => Err(HostError(format!("there is no functor `@{name}` with {} arguments", arguments.len()))),
    }
}

fn number(n: usize) -> Value {
    Value::Number(i64::try_from(n).unwrap_or(i64::MAX))
}

thread_local! {
    /// Patterns by their text; none for one that is no pattern. A rule asks for few, and for each many times.
    static PATTERNS: RefCell<BTreeMap<String, Option<Regex>>> = const { RefCell::new(BTreeMap::new()) };
}

/// What the first group of a pattern matches, where the whole text matches the pattern; empty where nothing does.
fn captured(pattern: &str, text: &str) -> String {
    PATTERNS.with_borrow_mut(|known| {
        if !known.contains_key(pattern) {
            known.insert(pattern.to_owned(), Regex::new(&format!(r"\A(?:{pattern})\z")).ok());
        }
        let regex = known.get(pattern).and_then(Option::as_ref);
        let captures = regex.and_then(|regex| regex.captures(text));
        captures.and_then(|found| found.get(1)).map(|group| group.as_str().to_owned()).unwrap_or_default()
    })
}

/// A text with another in the place of a part of it, wherever that stands. Nothing stands nowhere, but is all of an empty
/// text.
fn replaced(text: &str, old: &str, new: &str) -> String {
    match (text.is_empty(), old.is_empty()) {
        (true, true) => new.to_owned(),
        (false, true) => text.to_owned(),
        _ => text.replace(old, new),
    }
}

#[cfg(test)]
mod tests {
    use super::captured;

    #[test]
    fn the_first_group_of_a_whole_match() {
        assert_eq!(captured("([a-z]+) = .*", "serde = 1"), "serde");
        assert_eq!(captured("([a-z]+)", "serde = 1"), "");
        assert_eq!(captured("[a-z]+", "serde"), "");
        assert_eq!(captured("(", "("), "");
    }
}
