//! Ids of elements: capital letters, a hyphen and digits, taken whole.

/// The prefix of an id: what stands before its hyphen.
#[must_use]
pub fn prefix(id: &str) -> &str {
    id.split('-').next().unwrap_or_default()
}

/// The id that a text begins with, and its byte. Blanks, a task box, brackets and marks of emphasis and code before it do
/// not count.
pub(super) fn leading(text: &str) -> Option<(&str, usize)> {
    let begins =
        |text: &str| text.len() - text.trim_start_matches([' ', '\t', '\u{a0}', '[', '`', '*', '_', '~']).len();
    let mut at = begins(text);
    for task in ["[ ] ", "[x] ", "[X] "] {
        if let Some(rest) = text.trim_start().strip_prefix(task) {
            at = text.len() - rest.len();
            at += begins(rest);
        }
    }
    let id = whole(text, at)?;
    Some((id, at))
}

/// Every id in a text, in its order.
pub fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().filter(|(_, letter)| letter.is_ascii_uppercase()).filter_map(|(at, _)| whole(text, at))
}

/// What follows an id, without the marks between.
pub(super) fn behind(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '.' | ',' | ')' | ']' | '-' | '–' | '—'))
        .trim_end()
}

/// The id at a byte, if nothing beside it makes it another word.
fn whole(text: &str, at: usize) -> Option<&str> {
    let (before, rest) = (text.get(..at)?, text.get(at..)?);
    let letters = rest.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = rest.get(letters..)?.strip_prefix('-')?.bytes().take_while(u8::is_ascii_digit).count();
    let end = letters + 1 + digits;
    let (id, after) = (rest.get(..end)?, rest.get(end..)?);
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut next = after.chars();
    let goes_on = match next.next() {
        Some('.') => next.next().is_some_and(char::is_alphanumeric),
        Some(c) => joins(c),
        None => false,
    };
    (letters > 0 && digits > 0 && !goes_on && !before.ends_with(joins)).then_some(id)
}
