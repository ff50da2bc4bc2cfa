//! Settings of clients: their hooks, and for which tools a hook runs. A reader can rely on: places are those of the file,
//! comments passed over. Refuses to know clients, and which hook matters.

use regex::Regex;

use crate::json::{JsonValue, Kind};

/// A hook in a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WiredHook<'v> {
    /// Its JSON pointer.
    pub pointer: &'v str,
    /// The event that it runs on.
    pub event: &'v str,
    /// For which tools; empty where nothing is said.
    pub matcher: &'v str,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// The hooks of a settings file: objects at `/hooks/EVENT/N/hooks/M`, the matcher beside their list.
#[must_use]
pub fn hooks(values: &[JsonValue]) -> Vec<WiredHook<'_>> {
    let text = |pointer: String| values.iter().find(|value| value.kind == Kind::Text && value.pointer == pointer);
    let found = values.iter().filter(|value| value.kind == Kind::Object).filter_map(|value| {
        let parts: Vec<&str> = value.pointer.split('/').collect();
        let ["", "hooks", event, group, "hooks", _] = parts.as_slice() else {
            return None;
        };
        let matcher = text(format!("/hooks/{event}/{group}/matcher")).map_or("", |value| value.text.as_str());
        Some(WiredHook { pointer: &value.pointer, event, matcher, line: value.line, column: value.column })
    });
    found.collect()
}

/// Whether a hook with this matcher runs for a tool; none where the matcher cannot be read here. As Claude Code reads it
/// (hooks reference, "Matcher patterns"): nothing or `*` is every tool; letters, digits, `_`, `-`, blanks, `,` and `|` are a
/// list of names; all else is a regular expression that need not match the whole name.
#[must_use]
pub fn covers(matcher: &str, tool: &str) -> Option<bool> {
    if matches!(matcher, "" | "*") {
        return Some(true);
    }
    let is_list = |letter: char| letter.is_ascii_alphanumeric() || "_- ,|".contains(letter);
    if matcher.chars().all(is_list) {
        return Some(matcher.split(['|', ',']).any(|name| name.trim() == tool));
    }
    Regex::new(matcher).ok().map(|pattern| pattern.is_match(tool))
}

/// The text with blanks in the place of comments (`//` to the end of the line, `/* */`); lines and columns stay.
#[must_use]
pub fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut within = Within::Plain;
    while let Some((&byte, after)) = rest.split_first() {
        let next = after.first().copied();
        let (taken, blank) = match (within, byte, next) {
            (Within::Text, b'\\', Some(_)) => (2, false),
            (Within::Text, b'"', _) => {
                within = Within::Plain;
                (1, false)
            }
            (Within::Plain, b'"', _) => {
                within = Within::Text;
                (1, false)
            }
            (Within::Plain, b'/', Some(b'/')) => {
                within = Within::Line;
                (2, true)
            }
            (Within::Plain, b'/', Some(b'*')) => {
                within = Within::Block;
                (2, true)
            }
            (Within::Line, b'\n', _) => {
                within = Within::Plain;
                (1, false)
            }
            (Within::Block, b'*', Some(b'/')) => {
                within = Within::Plain;
                (2, true)
            }
            (Within::Line | Within::Block, _, _) => (1, byte != b'\n'),
            _ => (1, false),
        };
        let (head, tail) = rest.split_at(taken.min(rest.len()));
        match blank {
            // A character of several bytes is one column.
            true => out.extend(head.iter().filter(|byte| !(0x80..0xC0).contains(*byte)).map(|_| b' ')),
            false => out.extend(head),
        }
        rest = tail;
    }
    out
}

/// What a byte stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Plain,
    Text,
    Line,
    Block,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{BUDGET, read};

    /// X1: for which tools a hook runs, in each form of matcher.
    #[test]
    fn a_matcher_covers_what_the_client_runs_it_for() {
        for (matcher, tool, covered) in [
            ("", "Write", Some(true)),
            ("*", "Write", Some(true)),
            ("Write|Edit", "Edit", Some(true)),
            ("Write, Edit", "Edit", Some(true)),
            ("Write|Edit", "MultiEdit", Some(false)),
            ("mcp__acp", "mcp__acp__Write", Some(false)),
            ("mcp__acp__.*", "mcp__acp__Write", Some(true)),
            ("Edit.?", "MultiEdit", Some(true)),
            ("^(Write|Edit|mcp__.*)$", "MultiEdit", Some(false)),
            ("(?!Write).*", "Edit", None),
        ] {
            assert_eq!(covers(matcher, tool), covered, "{matcher} {tool}");
        }
    }

    /// X1: hooks by their event and matcher, comments passed over, each where it stands.
    #[test]
    fn hooks_have_their_place() {
        let text = "{ // é\n  \"a\": \"// no \\\" comment\", /* é */ \"hooks\": {\"PreToolUse\": [\n{\"hooks\": [{\"command\": \"x\"}]},\n{\"matcher\": \"Bash\", \"hooks\": [{}, 3]}]}}";
        let values = read(&without_comments(text.as_bytes()), BUDGET).unwrap();
        assert_eq!(values[1].text, "// no \" comment");
        let hooks: Vec<_> = hooks(&values)
            .iter()
            .map(|hook| (hook.pointer, hook.event, hook.matcher, hook.line, hook.column))
            .collect();
        assert_eq!(
            hooks,
            [
                ("/hooks/PreToolUse/0/hooks/0", "PreToolUse", "", 3, 12),
                ("/hooks/PreToolUse/1/hooks/0", "PreToolUse", "Bash", 4, 31),
            ]
        );
        assert!(super::hooks(&read(b"{\"hooks\": [1]}", BUDGET).unwrap()).is_empty());
    }

    /// A near miss of a comment, and one without an end.
    #[test]
    fn what_is_no_comment_stays() {
        assert_eq!(without_comments(b"1 / 2 \"/*\" x"), b"1 / 2 \"/*\" x");
        assert_eq!(without_comments(b"a /* b\nc"), b"a     \n ");
        assert_eq!(without_comments(b"\"a\\"), b"\"a\\");
    }
}
