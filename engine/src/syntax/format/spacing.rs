//! Which words have a space between them. Knows no lines.

use super::super::parser::WORD_OPERATORS;
use super::super::token::TokenKind;
use super::Words;
use super::segment::{Form, Segment};

/// Directives whose settings have no spaces around `=`.
const WITH_SETTINGS: &[&str] = &[".input", ".limitsize", ".output", ".printsize"];

/// Whether a space stands before each word of a segment; none before its first.
pub(super) fn spaces(segment: &Segment, words: &Words<'_>) -> Vec<bool> {
    let settings = WITH_SETTINGS.contains(&words.spelling(segment.words.start));
    let mut spaces = Vec::with_capacity(segment.words.len());
    // Nothing stands before the first word.
    let mut before = Side { kind: TokenKind::LeftParen, operand: false, tight: true };
    for word in segment.words.clone() {
        let kind = words.lexed.tokens[word].kind;
        let infix = before.operand && kind == TokenKind::Identifier && is_operator(words.spelling(word));
        let tight = match kind {
            TokenKind::Equal => settings,
            TokenKind::Colon => segment.form == Form::Declaration,
            // Fields of a branch touch their braces, literals of an aggregate do not.
            TokenKind::RightBrace => before.kind == TokenKind::LeftBrace || segment.form == Form::Declaration,
            // A call; behind an operator it is a group.
            TokenKind::LeftParen => before.kind == TokenKind::Identifier && before.operand,
            _ => hugs_left(kind),
        };
        spaces.push(!(before.tight || tight));
        before = Side {
            kind,
            operand: ends_operand(kind) && !infix,
            tight: match kind {
                TokenKind::Equal => settings,
                TokenKind::Minus => !before.operand,
                TokenKind::LeftBrace => segment.form == Form::Declaration,
                _ => hugs_right(kind),
            },
        };
    }
    spaces
}

fn is_operator(word: &str) -> bool {
    WORD_OPERATORS.iter().any(|(operator, ..)| *operator == word)
}

/// What stands before a word.
struct Side {
    kind: TokenKind,
    /// Whether an operand ends there.
    operand: bool,
    /// Whether what follows touches it.
    tight: bool,
}

/// Whether a word touches the one before it.
pub(super) fn hugs_left(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Comma | TokenKind::Dot | TokenKind::RightParen | TokenKind::RightBracket)
}

/// Whether a word touches the one behind it.
fn hugs_right(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::LeftParen
            | TokenKind::LeftBracket
            | TokenKind::AnnotationOpen
            | TokenKind::At
            | TokenKind::Dollar
            | TokenKind::Not
    )
}

fn ends_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Identifier
            | TokenKind::Underscore
            | TokenKind::Integer
            | TokenKind::Unsigned
            | TokenKind::Float
            | TokenKind::Text
            | TokenKind::RightParen
            | TokenKind::RightBrace
            | TokenKind::RightBracket
    )
}
