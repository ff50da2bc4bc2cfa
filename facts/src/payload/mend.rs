//! JSON text with the faults that clients really produce made good, so that one broken character does not lose a whole
//! value. Refuses to know what the text says: what is no JSON for another reason stays none.

/// A copy of the JSON text in which invalid UTF-8 and unpaired surrogate escapes are U+FFFD, and raw control
/// characters within strings are escaped. Sound text comes back unchanged.
#[must_use]
pub fn mend(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    let mut in_string = false;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            '"' => {
                in_string = !in_string;
                out.push(c);
            }
            '\\' if in_string => {
                let (escape, length) = mend_escape(rest);
                out.push_str(escape);
                taken = length;
            }
            c if in_string && c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

/// The escape at the start of `rest` as it should be, and the length of what it stands for.
fn mend_escape(rest: &str) -> (&str, usize) {
    match surrogate(rest) {
        Some(0xD800..=0xDBFF) => match rest.get(6..).and_then(surrogate) {
            Some(0xDC00..=0xDFFF) => (rest.get(..12).unwrap_or(rest), 12),
            _ => ("\u{fffd}", 6),
        },
        Some(0xDC00..=0xDFFF) => ("\u{fffd}", 6),
        _ => {
            let length = rest.chars().take(2).map(char::len_utf8).sum();
            (rest.get(..length).unwrap_or(rest), length)
        }
    }
}

/// The code unit of a `\uHHHH` at the start.
fn surrogate(rest: &str) -> Option<u32> {
    let digits = rest.strip_prefix("\\u")?.get(..4)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}
