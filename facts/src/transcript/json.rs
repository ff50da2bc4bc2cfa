//! One physical line of a JSONL file, read as the JSON values that it holds. A reader can rely on this: what a sound
//! writer wrote is read as it is, what a broken one wrote is repaired where only one reading is possible, and the
//! rest comes back as text. Which client wrote the line, and what its values mean, is not known here.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Values below this depth are read as `null`. `serde_json` gives up at 128, which would lose the whole line.
const DEPTH: u8 = 64;

/// Most bytes that are kept of what cannot be read on one line.
const DAMAGE: usize = 64 * 1024;

/// A value, and whether text in front of it on the same line could not be read.
#[derive(Debug, PartialEq)]
pub(super) struct Piece {
    pub(super) value: Value,
    pub(super) recovered: bool,
}

/// What a line holds: values in order, and the text that is none (lossy, cut at 64 KiB).
#[derive(Debug, Default, PartialEq)]
pub(super) struct Line {
    pub(super) pieces: Vec<Piece>,
    pub(super) damage: Option<String>,
}

/// Reads a line. NULs, white space and byte order marks between values are nothing.
pub(super) fn read(line: &[u8]) -> Line {
    let line = strip(line);
    if line.is_empty() {
        return Line::default();
    }
    let whole = |line: &[u8]| match serde_json::from_slice(line) {
        Ok(Pruned(value)) => Some(Line { pieces: vec![Piece { value, recovered: false }], damage: None }),
        Err(_) => None,
    };
    whole(line).unwrap_or_else(|| {
        let repaired = repair(line);
        whole(repaired.as_bytes()).unwrap_or_else(|| recover(&repaired))
    })
}

/// Whether the line is sound, without building its values. Lone surrogates, invalid UTF-8 and deep nesting are sound
/// here, because [`read`] copes with them; so is a number that no float holds, which no client writes.
pub(super) fn is_sound(line: &[u8]) -> bool {
    let line = strip(line);
    line.is_empty() || serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// The beginning of a text that cannot be read.
pub(super) fn excerpt(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(DAMAGE)]).into_owned()
}

/// Takes values out of a line that is not one value. A value behind unreadable text counts only where it runs up to
/// the end of the line or to another object: what is followed by anything else is a part of a broken record, and a
/// record's parts say things that the record does not.
fn recover(text: &str) -> Line {
    let bytes = text.as_bytes();
    let mut line = Line::default();
    let mut damage = String::new();
    // A broken line can make each of its braces look like a beginning; this keeps the work linear.
    let mut budget = bytes.len().saturating_mul(16).saturating_add(1 << 16);
    let mut at = filler(bytes, 0);
    while at < bytes.len() {
        let broken = !damage.is_empty();
        if bytes[at] == b'{' && budget > 0 {
            let (read, used) = value_at(&bytes[at..], broken);
            budget = budget.saturating_sub(used);
            if let Some(value) = read {
                line.pieces.push(Piece { value, recovered: broken });
                at = filler(bytes, at + used);
                continue;
            }
        }
        let next = match budget {
            0 => None,
            _ => memchr::memchr(b'{', &bytes[at + 1..]),
        };
        let next = next.map_or(bytes.len(), |offset| at + 1 + offset);
        if damage.len() < DAMAGE {
            damage.push_str(&text[at..next]);
        }
        at = next;
    }
    if !damage.is_empty() {
        line.damage = Some(excerpt(damage.as_bytes()));
    }
    line
}

/// The value at the beginning, and how many bytes were looked at (those of the value, if there is one).
fn value_at(bytes: &[u8], broken: bool) -> (Option<Value>, usize) {
    if broken {
        let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => {}
            Some(Err(error)) => return (None, error.column().max(1)),
            None => return (None, 1),
        }
        let end = values.byte_offset();
        let rest = &bytes[filler(bytes, end)..];
        if !(rest.is_empty() || rest[0] == b'{') {
            return (None, end.max(1));
        }
    }
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<Pruned>();
    match values.next() {
        Some(Ok(Pruned(value))) => (Some(value), values.byte_offset()),
        Some(Err(error)) => (None, error.column().max(1)),
        None => (None, 1),
    }
}

/// The first place from `at` on that holds something.
fn filler(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match &bytes[at..] {
            [0 | b' ' | b'\t' | b'\r' | b'\n', ..] => at += 1,
            [0xef, 0xbb, 0xbf, ..] => at += 3,
            _ => return at,
        }
    }
}

fn strip(line: &[u8]) -> &[u8] {
    let mut line = &line[filler(line, 0)..];
    while let [rest @ .., 0 | b' ' | b'\t' | b'\r' | b'\n'] = line {
        line = rest;
    }
    line
}

/// Replaces what JSON does not allow and writers write all the same: invalid UTF-8 and the escapes of lone surrogates
/// by U+FFFD, control characters by their escapes in texts and by spaces elsewhere.
fn repair(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut out = String::with_capacity(text.len() + 16);
    let mut in_text = false;
    let mut rest = text.as_ref();
    while let Some(at) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'"' => {
                in_text = !in_text;
                out.push('"');
                1
            }
            b'\\' => escape(rest, &mut out),
            control if in_text => {
                out.push_str(&format!("\\u{control:04x}"));
                1
            }
            _ => {
                out.push(' ');
                1
            }
        };
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// Copies the escape at the beginning of `rest`; a surrogate without its other half becomes `\ufffd`. Returns how
/// many bytes of `rest` it was.
fn escape(rest: &str, out: &mut String) -> usize {
    let taken = match (unit(rest), rest.get(6..).and_then(unit)) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
        (Some(0xd800..=0xdfff), _) => {
            out.push_str("\\ufffd");
            return 6;
        }
        (Some(_), _) => 6,
        (None, _) => 1 + rest[1..].chars().next().map_or(0, |c| if c < ' ' { 0 } else { c.len_utf8() }),
    };
    out.push_str(&rest[..taken]);
    taken
}

/// The code unit of a `\uHHHH` at the beginning.
fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

/// A value with everything below [`DEPTH`] taken out. The last of equal keys wins, as it does for the client.
struct Pruned(Value);

impl<'de> Deserialize<'de> for Pruned {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Level(DEPTH).deserialize(deserializer).map(Pruned)
    }
}

/// How many levels may still follow.
#[derive(Clone, Copy)]
struct Level(u8);

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        match self.0 {
            0 => IgnoredAny::deserialize(deserializer).map(|_| Value::Null),
            _ => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Level {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(Level(self.0 - 1))? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            object.insert(key, members.next_value_seed(Level(self.0 - 1))?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn values(line: &[u8]) -> Vec<Value> {
        read(line).pieces.into_iter().map(|piece| piece.value).collect()
    }

    #[test]
    fn lone_surrogates_become_replacement_characters_and_pairs_stay() {
        // G18, report C05
        let line = br#"{"a":"\ud83c\n","b":"\udc00","c":"\ud800\ud801","d":"\ud83d\ude00","e":"\\ud800"}"#;
        let expected = json!({"a":"\u{fffd}\n","b":"\u{fffd}","c":"\u{fffd}\u{fffd}","d":"\u{1f600}","e":"\\ud800"});
        assert_eq!(values(line), [expected]);
        assert!(is_sound(line));
    }

    #[test]
    fn bytes_that_json_forbids_are_repaired() {
        assert_eq!(values(b"{\"a\":\"x\xffy\0z\tq\"}"), [json!({"a":"x\u{fffd}y\0z\tq"})]);
        assert_eq!(values(b"\xef\xbb\xbf{\"a\":1}\r"), [json!({"a":1})]);
        assert_eq!(values(br#"{"a":1,"a":2}"#), [json!({"a":2})]);
    }

    #[test]
    fn several_objects_on_a_line_are_several_values() {
        let line = read(b"\0\0 {\"a\":1}{\"b\":2} noise {\"c\":3}\0");
        let recovered: Vec<bool> = line.pieces.iter().map(|piece| piece.recovered).collect();
        assert_eq!(recovered, [false, false, true]);
        assert_eq!(line.damage.as_deref(), Some("noise "));
    }

    #[test]
    fn parts_of_a_broken_record_are_no_values() {
        let line = read(br#"{"data":{"message":{"role":"assistant"},"x":1},"cut":"#);
        assert!(line.pieces.is_empty());
        assert!(line.damage.is_some_and(|text| text.contains("assistant")));
    }

    #[test]
    fn deep_nesting_does_not_lose_the_line() {
        let deep = format!("{{\"a\":{}1{},\"b\":2}}", "[".repeat(5000), "]".repeat(5000));
        assert_eq!(values(deep.as_bytes())[0]["b"], json!(2));
        // A broken line full of beginnings stays cheap.
        assert!(read("{\"a\":".repeat(20_000).as_bytes()).pieces.is_empty());
    }
}
