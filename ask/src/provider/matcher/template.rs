//! A template of a message. A reader can rely on: it matches the whole message or not at all, in time linear in its length
//! for each piece. Braces that hold no name are text.

use std::collections::BTreeMap;

use serde_json::Value;

/// Texts with any text between each two: one text means that the message is exactly that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template(Vec<String>);

impl Template {
    /// Reads a template and puts the values in.
    ///
    /// # Errors
    /// The name of a value that is not given.
    pub(super) fn read(text: &str, bindings: &BTreeMap<String, Value>) -> Result<Self, String> {
        let mut pieces = vec![String::new()];
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            push(&mut pieces, before);
            let hole = behind.split_once('}').filter(|(name, _)| is_name(name.strip_prefix('?').unwrap_or(name)));
            let Some((name, behind_hole)) = hole else {
                push(&mut pieces, "{");
                rest = behind;
                continue;
            };
            if name.starts_with('?') {
                pieces.push(String::new());
            } else {
                let value = bindings.get(name).ok_or_else(|| name.to_owned())?;
                push(&mut pieces, &value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            }
            rest = behind_hole;
        }
        push(&mut pieces, rest);
        Ok(Self(pieces))
    }

    /// Whether it matches.
    pub(super) fn matches(&self, message: &str) -> bool {
        let [first, between @ .., last] = self.0.as_slice() else {
            return self.0.first().is_some_and(|whole| whole == message);
        };
        let inside = message.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str()));
        let Some(mut rest) = inside else { return false };
        for piece in between {
            let Some((_, behind)) = rest.split_once(piece.as_str()) else { return false };
            rest = behind;
        }
        true
    }
}

fn push(pieces: &mut [String], text: &str) {
    if let Some(last) = pieces.last_mut() {
        last.push_str(text);
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// J4: template, message, whether it matches. `{who}` is `Ann`, `{n}` is 3, `{odd}` is `{?x}`.
    const TABLE: [(&str, &str, bool); 32] = [
        ("Ship it?", "Ship it?", true),
        ("Ship it?", "Ship it? ", false),
        ("Ship it?", "Ship it", false),
        ("Ship", "Ship it?", false),
        ("it?", "Ship it?", false),
        ("", "", true),
        ("", "x", false),
        ("{?all}", "", true),
        ("{?all}", "any\ntext {of} it", true),
        ("Ship {?version}?", "Ship 1.2?", true),
        ("Ship {?version}?", "Ship ?", true),
        ("Ship {?version}?", "Ship?", false),
        ("Ship {?version}?", "Ship 1.2? Now?", true),
        ("Ship {?version}?", "Please ship 1.2?", false),
        ("Ship {?version}?", "Ship 1.2? Now", false),
        ("{?a} or {?b}", "tea or coffee", true),
        ("{?a} or {?b}", "tea and coffee", false),
        ("{?a}{?b}", "x", true),
        ("a{?x}a", "a", false),
        ("a{?x}a", "aa", true),
        ("ab{?x}b{?y}bc", "abbc", false),
        ("ab{?x}b{?y}bc", "abbbc", true),
        ("Who, {who}?", "Who, Ann?", true),
        ("Who, {who}?", "Who, Bo?", false),
        ("Who, {who}?", "Who, {who}?", false),
        ("{n} of {?m}", "3 of 4", true),
        ("{n} of {?m}", "33 of 4", false),
        ("say {odd}", "say {?x}", true),
        ("say {odd}", "say anything", false),
        ("a {} b { c", "a {} b { c", true),
        ("a.b*{?x}", "a.b*", true),
        ("a.b*{?x}", "aXbb", false),
    ];

    #[test]
    fn templates_match_whole_messages() {
        let bindings: BTreeMap<String, Value> =
            [("who", json!("Ann")), ("n", json!(3)), ("odd", json!("{?x}"))].map(|(k, v)| (k.to_owned(), v)).into();
        for (template, message, expected) in TABLE {
            let read = Template::read(template, &bindings).expect("every value is given");
            assert_eq!(read.matches(message), expected, "{template:?} against {message:?}");
        }
        assert_eq!(Template::read("{?a} {b} {c}", &bindings), Err("b".to_owned()));
    }
}
