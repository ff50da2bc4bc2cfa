//! What is wrong with words, and where reading goes on behind one. A reader can rely on: one mistake is one fault, so a
//! text in other quotation marks or a number that goes on wrongly is read as a whole. Refuses to know the grammar.

use super::identifier_rest;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::token::TokenKind;

/// What is wrong with a word that has been cut out, if anything.
pub(super) fn fault(kind: TokenKind, word: &str, after: &str, span: Span) -> Option<Diagnostic> {
    match kind {
        TokenKind::Text if word.len() < 2 || !word.ends_with('"') || ends_escaped(word) => Some(
            Diagnostic::error("unclosed-text", span, "this text does not end on its line")
                .with_help("close it, or the text before it on this line, with `\"`; write a line break as `\\n`"),
        ),
        TokenKind::Integer | TokenKind::Float if cut_short(kind, after) => {
            let message = match kind {
                TokenKind::Float => "a number has one `.`",
                _ => "digits are missing behind the `.`",
            };
            Some(Diagnostic::error("bad-number", span, message).with_help("a float is written `1.5`, `1.0`, `1.5e-3`"))
        }
        TokenKind::Integer | TokenKind::Unsigned | TokenKind::Float
            if after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') =>
        {
            Some(
                Diagnostic::error("bad-number", span, "letters touch this number")
                    .with_help("numbers are written `12`, `12u`, `0x1f`, `0b101`, `1.5`, `1.5e-3`"),
            )
        }
        TokenKind::Bad => {
            let message = format!("`{}` is no part of the language", shown(word));
            Some(Diagnostic::error("bad-character", span, message).with_help(instead_of(word)))
        }
        _ => None,
    }
}

/// Whether a number goes on with a `.` that ends no item: what follows cannot begin one.
fn cut_short(kind: TokenKind, after: &str) -> bool {
    let Some(behind) = after.strip_prefix('.') else {
        return false;
    };
    match kind {
        TokenKind::Float => behind.starts_with(|c: char| c.is_ascii_digit()),
        _ => behind.starts_with([')', ',', ']', ';']),
    }
}

/// Where reading goes on behind a faulty word: what touches a number is part of the fault.
pub(super) fn behind_fault(kind: TokenKind, after: &str) -> &str {
    match kind {
        TokenKind::Bad | TokenKind::Text => after,
        _ => identifier_rest(after.strip_prefix('.').filter(|_| cut_short(kind, after)).unwrap_or(after)),
    }
}

/// A word in a message: what does not print is escaped, and quotation marks stay apart from those of the message.
fn shown(word: &str) -> String {
    let mut shown = String::new();
    for character in word.chars().take(40) {
        match character {
            '`' => shown.push('\''),
            control if control.is_control() => shown.extend(control.escape_debug()),
            other => shown.push(other),
        }
    }
    shown
}

/// What to write instead of characters that are no word.
fn instead_of(word: &str) -> &'static str {
    match word.chars().next() {
        Some('#') => "there is no preprocessor: write `.include \"file.dl\"`, or `//` for a comment",
        Some('?') => "names are letters, digits and `_`",
        Some('&') => "write `,` between literals, `band` between numbers",
        Some('~' | '\\' | '\u{ac}') => "`!` negates a literal, `!=` compares",
        Some(quote) if QUOTES.iter().any(|&(open, close)| quote == open || quote == close) => {
            "texts are written in `\"`"
        }
        Some(letter) if letter.is_alphabetic() => "names are ASCII letters, digits and `_`; texts are written in `\"`",
        _ => "remove it, or put it into a text or a comment",
    }
}

/// Quotation marks of other languages: one is read up to its neighbour, so that a text is one fault.
const QUOTES: [(char, char); 5] =
    [('\'', '\''), ('`', '`'), ('\u{201c}', '\u{201d}'), ('\u{2018}', '\u{2019}'), ('\u{201e}', '\u{201c}')];

/// Whether the quote at the end of a text is escaped, and so does not close it.
fn ends_escaped(word: &str) -> bool {
    let inner = &word[..word.len() - 1];
    let slashes = inner.bytes().rev().take_while(|&byte| byte == b'\\').count();
    slashes % 2 == 1
}

/// What follows characters that begin no word: a text in other quotation marks, one character however often it
/// stands there, or a run of what is not ASCII.
pub(super) fn bad(input: &str) -> &str {
    let Some(first) = input.chars().next() else {
        return input;
    };
    let rest = &input[first.len_utf8()..];
    let line = rest.lines().next().unwrap_or("");
    let closing = QUOTES.iter().find(|quote| quote.0 == first).and_then(|&(_, close)| Some((line.find(close)?, close)));
    if let Some((at, close)) = closing {
        return &rest[at + close.len_utf8()..];
    }
    if first.is_ascii() {
        return rest.trim_start_matches(first);
    }
    let word = |c: char| !c.is_ascii() && !c.is_whitespace() && !QUOTES.iter().any(|quote| quote.0 == c);
    rest.trim_start_matches(word)
}
