//! Facts and values as a reader sees them: as they are written in rules, long texts cut. Refuses to know layouts.

use engine::Value;

/// Characters of a text that are shown.
const SHOWN: usize = 80;

/// A value.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Symbol(text) => symbol(text),
        Value::Number(number) => number.to_string(),
        Value::Unsigned(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
    }
}

fn symbol(text: &str) -> String {
    let count = text.chars().count();
    if count <= SHOWN {
        return serde_json::Value::from(text).to_string();
    }
    let start: String = text.chars().take(SHOWN).collect();
    let quoted = serde_json::Value::from(start).to_string();
    format!("{}…\" ({count} characters)", quoted.trim_end_matches('"'))
}

/// A fact.
pub(super) fn fact(relation: &str, values: &[Value]) -> String {
    let values: Vec<String> = values.iter().map(value).collect();
    format!("{relation}({})", values.join(", "))
}

/// An atom; `_` where any value would do.
pub(super) fn atom(relation: &str, pattern: &[Option<Value>]) -> String {
    let column = |one: &Option<Value>| one.as_ref().map_or_else(|| "_".to_owned(), value);
    let columns: Vec<String> = pattern.iter().map(column).collect();
    format!("{relation}({})", columns.join(", "))
}

/// `X = 1, Y = "a"`.
pub(super) fn bindings<'a>(all: impl Iterator<Item = (&'a str, &'a Value)>) -> String {
    let all: Vec<String> = all.map(|(name, one)| format!("{name} = {}", value(one))).collect();
    all.join(", ")
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
    }
}
