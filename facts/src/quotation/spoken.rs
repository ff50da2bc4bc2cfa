//! A form of a text in which a quotation of it can be found: its words, without what differs between how a thing is
//! typed and how it is quoted.

use crate::glob::fold;

/// The words and punctuation marks of a text in lower case, with one blank around each. Left out are quotation marks and
/// apostrophes, emphasis and code marks, invisible characters, and punctuation at both ends; dashes are one, and three
/// dots are an ellipsis. So one text says another word for word where its form contains the other's form.
/// Example: `“We share **one** well!”` is ` we share one well `.
#[must_use]
pub fn spoken(text: &str) -> String {
    let text = fold(&text.replace("...", "…"));
    let mut tokens: Vec<String> = Vec::new();
    let mut word = String::new();
    for letter in text.chars() {
        if letter.is_alphanumeric() || is_mark_on_letter(letter) {
            word.push(letter);
            continue;
        }
        if is_invisible(letter) {
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        match letter {
            letter if letter.is_whitespace() || is_left_out(letter) => {}
            '-' | '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => {
                if tokens.last().is_none_or(|last| last != "-") {
                    tokens.push("-".into());
                }
            }
            letter => tokens.push(letter.to_string()),
        }
    }
    if !word.is_empty() {
        tokens.push(word);
    }
    let is_word = |token: &String| token.chars().any(char::is_alphanumeric);
    let first = tokens.iter().position(is_word).unwrap_or(tokens.len());
    let last = tokens.iter().rposition(is_word).map_or(first, |last| last + 1);
    let mut spoken = String::from(" ");
    for token in &tokens[first..last] {
        spoken.push_str(token);
        spoken.push(' ');
    }
    spoken
}

fn is_left_out(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '`' | '´' | '*' | '_' | '~' | '\\' | '«' | '»' | '‹' | '›' | '‘'..='‟' | '′' | '″')
}

/// A mark that stands on the letter before it.
fn is_mark_on_letter(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}
