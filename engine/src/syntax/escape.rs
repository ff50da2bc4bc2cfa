//! Texts as they are written between quotes: the escapes of JSON, both ways.

use std::fmt::Write as _;
use std::ops::Range;

/// The text that `written` (without its quotes) stands for.
///
/// # Errors
/// The byte range of the first escape that is none.
pub(crate) fn unescape(written: &str) -> Result<String, Range<usize>> {
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let start = written.len() - rest.len() + at;
        let escape = &rest[at..];
        let (value, length) = one(escape).ok_or_else(|| start..start + fault_length(escape))?;
        text.push(value);
        rest = &escape[length..];
    }
    text.push_str(rest);
    Ok(text)
}

/// The character that an escape stands for, and the escape's length.
fn one(escape: &str) -> Option<(char, usize)> {
    let value = match escape.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(escape),
        _ => return None,
    };
    Some((value, 2))
}

/// `\u00e9`, or two of them for a character beyond the basic plane.
fn unicode(escape: &str) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits = escape.get(at..at + 6)?.strip_prefix("\\u")?;
        let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        all.then(|| u32::from_str_radix(digits, 16).ok())?
    };
    let first = unit(0)?;
    if let Some(value) = char::from_u32(first) {
        return Some((value, 6));
    }
    let second = unit(6)?;
    if !(0xd800..0xdc00).contains(&first) || !(0xdc00..0xe000).contains(&second) {
        return None;
    }
    let value = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    Some((char::from_u32(value)?, 12))
}

/// How much of a faulty escape to underline: the backslash and what follows it, up to the four digits of `\u`.
fn fault_length(escape: &str) -> usize {
    let characters = if escape.starts_with("\\u") { 6 } else { 2 };
    escape.chars().take(characters).map(char::len_utf8).sum()
}

/// The text in quotes, as the language writes it.
pub(crate) fn quote(text: &str, into: &mut String) {
    into.push('"');
    for character in text.chars() {
        match character {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            '\n' => into.push_str("\\n"),
            '\r' => into.push_str("\\r"),
            '\t' => into.push_str("\\t"),
            '\u{8}' => into.push_str("\\b"),
            '\u{c}' => into.push_str("\\f"),
            control if control < ' ' => {
                let _ = write!(into, "\\u{:04x}", u32::from(control));
            }
            other => into.push(other),
        }
    }
    into.push('"');
}
