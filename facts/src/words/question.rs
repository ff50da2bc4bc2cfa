//! The questions that a text ends on.

use unicode_segmentation::UnicodeSegmentation;

use crate::markdown;

/// How many questions a Markdown text ends on: its sentences with a question mark, counted from the end until two in a row
/// have none. Code, quotations and tables ask nothing.
#[must_use]
pub fn closing_questions(text: &str) -> usize {
    let mut questions = 0;
    let mut others = 0;
    for sentence in sentences(text).iter().rev() {
        match is_question(sentence) {
            true => (questions, others) = (questions + 1, 0),
            false => others += 1,
        }
        if others > 1 {
            break;
        }
    }
    questions
}

/// The last of these questions; empty where the text ends on none.
#[must_use]
pub fn last_question(text: &str) -> String {
    let sentences = sentences(text);
    sentences.into_iter().rev().take(2).find(|sentence| is_question(sentence)).unwrap_or_default()
}

/// Sentences as Unicode Standard Annex 29 divides a text, within each paragraph, item or heading.
fn sentences(text: &str) -> Vec<String> {
    let document = markdown::read(text);
    let prose = document.blocks.iter().filter(|block| block.quotation.is_none() && !block.in_table);
    let divided =
        prose.flat_map(|block| block.text.unicode_sentences().map(|part| part.trim().to_owned()).collect::<Vec<_>>());
    divided.filter(|sentence| sentence.chars().any(char::is_alphanumeric)).collect()
}

/// The sentence ends on a question mark, whatever closes it behind that.
fn is_question(sentence: &str) -> bool {
    let closing = |c: char| {
        c.is_whitespace()
            || matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '」' | '*' | '_' | '`' | '!' | '.' | ':')
    };
    sentence.trim_end_matches(closing).ends_with(['?', '？', '؟', '⁇', '\u{37e}'])
}
