//! What `echo` and `printf` print, where every word is literal.

use super::field::Field;

/// The text that the command prints. `None` where a word or a format cannot be read.
pub(super) fn printed(program: &str, words: &[Field]) -> Option<String> {
    let texts: Vec<&str> = words.iter().map(Field::text).collect::<Option<_>>()?;
    if program == "echo" { Some(echo(&texts)) } else { printf(&texts) }
}

fn echo(words: &[&str]) -> String {
    let mut words = words;
    let (mut newline, mut escapes) = (true, false);
    while let Some((first, rest)) = words.split_first() {
        let letters = first.strip_prefix('-').unwrap_or_default();
        if letters.is_empty() || !letters.chars().all(|letter| matches!(letter, 'n' | 'e' | 'E')) {
            break;
        }
        newline &= !letters.contains('n');
        escapes = letters.rfind('e') > letters.rfind('E') || (escapes && !letters.contains('E'));
        words = rest;
    }
    let text = words.join(" ");
    let mut text = if escapes { unescaped(&text) } else { text };
    if newline {
        text.push('\n');
    }
    text
}

fn printf(words: &[&str]) -> Option<String> {
    let words = if words.first() == Some(&"--") { words.get(1..)? } else { words };
    let (format, mut values) = words.split_first()?;
    let mut text = String::new();
    loop {
        let mut used = false;
        let mut letters = format.chars().peekable();
        let mut literal = String::new();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                literal.push(letter);
                if let ('\\', Some(next)) = (letter, letters.peek().copied()) {
                    letters.next();
                    literal.push(next);
                }
                continue;
            }
            text.push_str(&unescaped(&std::mem::take(&mut literal)));
            match letters.next()? {
                '%' => text.push('%'),
                kind @ ('s' | 'b') => {
                    let (value, rest) = values.split_first().map_or(("", values), |(value, rest)| (*value, rest));
                    text.push_str(&if kind == 'b' { unescaped(value) } else { value.to_owned() });
                    values = rest;
                    used = true;
                }
                _ => return None,
            }
        }
        text.push_str(&unescaped(&literal));
        if values.is_empty() || !used {
            return Some(text);
        }
    }
}

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('r') => plain.push('\r'),
            Some('\\') | None => plain.push('\\'),
            Some(quote @ ('"' | '\'')) => plain.push(quote),
            Some(other) => {
                plain.push('\\');
                plain.push(other);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(program: &str, words: &[&str]) -> Option<String> {
        let words: Vec<Field> = words.iter().map(|word| Field::literal(word)).collect();
        printed(program, &words)
    }

    #[test]
    fn echo_prints_its_words() {
        assert_eq!(text("echo", &["a", "b"]).as_deref(), Some("a b\n"));
        assert_eq!(text("echo", &["-n", "a\\n"]).as_deref(), Some("a\\n"));
        assert_eq!(text("echo", &["-ne", "a\\nb"]).as_deref(), Some("a\nb"));
        assert_eq!(text("echo", &["-x"]).as_deref(), Some("-x\n"));
    }

    #[test]
    fn printf_repeats_its_format_and_gives_up_on_numbers() {
        assert_eq!(text("printf", &["- %s\\n", "a", "b"]).as_deref(), Some("- a\n- b\n"));
        assert_eq!(text("printf", &["50%%\\n"]).as_deref(), Some("50%\n"));
        assert_eq!(text("printf", &["%d", "1"]), None);
        assert_eq!(printed("echo", &[Field::unknown("$X")]), None);
    }
}
