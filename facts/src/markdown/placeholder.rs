//! Places that a text leaves to be filled in: `{{NAMES}}` anywhere, `<words>` outside of code.

use super::lines::Lines;
use super::{Document, source};

/// A place to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// With its brackets.
    pub text: String,
}

/// The places to fill in, in the order of the text. `{{NAMES}}` is a name in capitals, and `${{ … }}` is somebody
/// else's. `<words>` begins with a letter; an address, a tag that is closed, one that never is (`<br>`) and one with
/// attributes are HTML.
#[must_use]
pub fn placeholders(text: &str, document: &Document) -> Vec<Placeholder> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = Lines::new(text);
    let mut found: Vec<Placeholder> = braces(text)
        .map(|range| {
            let (line, column) = lines.position(range.start);
            Placeholder { line, column, text: source(text, &range).to_owned() }
        })
        .collect();
    let closed = closed_elements(document);
    for block in &document.blocks {
        for (at, words) in angles(&block.text) {
            if !block.is_code(at) && !is_html(words, &closed) {
                let (line, column) = block.position(at);
                found.push(Placeholder { line, column, text: format!("<{words}>") });
            }
        }
    }
    found.sort_by_key(|place| (place.line, place.column));
    found
}

/// Each `{{NAMES}}`.
fn braces(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    text.match_indices("{{").filter_map(move |(at, _)| {
        let inside = text.get(at + 2..)?;
        let end = inside.find(['}', '{', '\n', '\r'])?;
        let name = inside.get(..end)?;
        let is_name = name.trim().starts_with(char::is_alphabetic)
            && name.chars().all(|c| !c.is_lowercase() && (c.is_alphanumeric() || " _-.".contains(c)));
        let closed = inside.get(end..).is_some_and(|rest| rest.starts_with("}}"));
        (is_name && closed && !text[..at].ends_with('$')).then_some(at..at + 2 + end + 2)
    })
}

/// Each `<…>` of a text that begins with a letter: where, and what is between.
fn angles(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices('<').filter_map(move |(at, _)| {
        let inside = text.get(at + 1..)?;
        let words = inside.get(..inside.find(['<', '>'])?)?;
        let closed = inside.get(words.len()..)?.starts_with('>');
        (closed && words.starts_with(char::is_alphabetic)).then_some((at, words))
    })
}

/// Elements that need no end.
const OPEN: [&str; 24] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option", "p",
    "param", "source", "tbody", "td", "th", "thead", "tr", "track", "wbr",
];

fn is_html(words: &str, closed: &[String]) -> bool {
    let element = words.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default().to_lowercase();
    let is_address = !words.contains(char::is_whitespace) && (words.contains(':') || words.contains('@'));
    let is_open = OPEN.contains(&element.as_str()) && element.len() == words.trim_end_matches(['/', ' ']).len();
    is_address || is_open || words.contains('=') || words.ends_with('/') || closed.binary_search(&element).is_ok()
}

/// The elements that the text closes, in lower case, sorted.
fn closed_elements(document: &Document) -> Vec<String> {
    let mut closed: Vec<String> = Vec::new();
    for block in &document.blocks {
        for (at, _) in block.text.match_indices("</") {
            let name: String = block.text[at + 2..].chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            closed.push(name.to_lowercase());
        }
    }
    closed.sort();
    closed.dedup();
    closed
}
