//! Texts as HTML, and links to files. A reader can rely on: whatever a text holds, what comes out is text or the value of a
//! quoted attribute, never markup. Refuses to know what the texts mean, and looks at no file.

use std::fmt::Write as _;

/// A text as HTML, for the inside of an element and for a quoted attribute. Control characters but line ends and tabs,
/// and those that turn the direction of writing, become U+FFFD: a page shows what is there, in the order in which it is.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(letter),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push(char::REPLACEMENT_CHARACTER),
            letter if letter.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            letter => out.push(letter),
        }
    }
    out
}

/// A place (an origin, or where a rule stands) as HTML: a link where it is a file with an absolute path on this machine.
pub(super) fn place(text: &str) -> String {
    match file(text) {
        Some(path) => format!("<a href=\"{}\">{}</a>", address(path), escaped(text)),
        None => escaped(text),
    }
}

/// The absolute path that a place names. What is in a commit (` at HEAD`) is no file that a browser could open.
fn file(text: &str) -> Option<&str> {
    let path = without_position(text.strip_prefix("path ").unwrap_or(text));
    (path.starts_with('/') && !path.ends_with(" at HEAD")).then_some(path)
}

/// The place without `:line` and `:column`.
fn without_position(text: &str) -> &str {
    let without_number = |text: &'_ str| match text.rsplit_once(':') {
        Some((rest, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => rest.len(),
        _ => text.len(),
    };
    let text = text.get(..without_number(text)).unwrap_or(text);
    text.get(..without_number(text)).unwrap_or(text)
}

/// `file://` and the path, with each byte that is not plain as `%` and two digits (RFC 8089, RFC 3986).
fn address(path: &str) -> String {
    let mut address = "file://".to_owned();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                address.push(char::from(byte))
            }
            byte => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_no_markup() {
        assert_eq!(escaped("</script><b a=\"'\">&"), "&lt;/script&gt;&lt;b a=&quot;&#39;&quot;&gt;&amp;");
        assert_eq!(escaped("a\u{202e}b\u{7}\n"), "a\u{fffd}b\u{fffd}\n");
    }

    #[test]
    fn files_are_linked_and_nothing_else() {
        let linked = [
            ("/r/a b.md:3:1", "file:///r/a%20b.md"),
            ("/r/s.jsonl:12", "file:///r/s.jsonl"),
            ("path /r/ä\"#?.md", "file:///r/%C3%A4%22%23%3F.md"),
            ("/r/a:b", "file:///r/a%3Ab"),
        ];
        for (text, address) in linked {
            assert_eq!(place(text), format!("<a href=\"{address}\">{}</a>", escaped(text)));
        }
        for text in
            ["payload /tool_input", "process", "git /r", "/r/a.md at HEAD:3:1", "command:1:1", "guard/a.dl:1:1", ""]
        {
            assert_eq!(place(text), text);
        }
    }
}
