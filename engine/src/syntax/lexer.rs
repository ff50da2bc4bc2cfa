//! Text to tokens. A reader can rely on: every text gives tokens, the last is `End`, and what is no word is a `Bad`
//! token and a diagnostic. Refuses to know the grammar.

mod fault;

use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::digit1;
use nom::combinator::{opt, recognize};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser};

use self::fault::{bad, behind_fault, fault};
use super::token::{DIRECTIVES, Documentation, Token, TokenKind};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};

/// The rest of the text, and the kind of the word before it. There is one way to fail: no word begins here.
type Word<'a> = IResult<&'a str, TokenKind, ()>;

/// The words of a text, and its documentation lines.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    /// In order; the last is `End`.
    pub(crate) tokens: Vec<Token>,
    /// In order.
    pub(crate) documentation: Vec<Documentation>,
}

/// Cuts a text into words, and reports what is none.
pub(crate) fn lex(text: &str, source: SourceId, diagnostics: &mut Vec<Diagnostic>) -> Lexed {
    let Ok(length) = u32::try_from(text.len()) else {
        let start = Span { source, start: 0, end: 0 };
        diagnostics.push(Diagnostic::error("too-large", start, "a program text must be below 4 GiB"));
        return Lexed::ended_at(0);
    };
    let mut lexed = Lexed { tokens: Vec::with_capacity(text.len() / 4 + 1), documentation: Vec::new() };
    let offset = |rest: &str| length - u32::try_from(rest.len()).unwrap_or(length);
    // Editors that mark a file as UTF-8 put this before the first word.
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    loop {
        rest = blank(text, rest, &mut lexed, source, diagnostics);
        if rest.is_empty() {
            break;
        }
        let start = offset(rest);
        let (after, kind) = word(rest).unwrap_or_else(|_| (bad(rest), TokenKind::Bad));
        let end = offset(after);
        let span = Span { source, start, end };
        if let Some(diagnostic) = fault(kind, &rest[..(end - start) as usize], after, span) {
            diagnostics.push(diagnostic);
            rest = behind_fault(kind, after);
            lexed.push(TokenKind::Bad, start, offset(rest));
            continue;
        }
        lexed.push(kind, start, end);
        rest = after;
    }
    lexed.push(TokenKind::End, length, length);
    lexed
}

impl Lexed {
    fn ended_at(end: u32) -> Self {
        let mut lexed = Self::default();
        lexed.push(TokenKind::End, end, end);
        lexed
    }

    fn push(&mut self, kind: TokenKind, start: u32, end: u32) {
        self.tokens.push(Token { kind, start, end });
    }
}

/// Skips spaces and comments, and notes documentation.
fn blank<'a>(
    text: &'a str,
    mut rest: &'a str,
    lexed: &mut Lexed,
    source: SourceId,
    diagnostics: &mut Vec<Diagnostic>,
) -> &'a str {
    let offset = |rest: &str| u32::try_from(text.len() - rest.len()).unwrap_or(u32::MAX);
    loop {
        rest = behind_spaces(rest);
        if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            let (line, after) = rest.split_at(end);
            let of_file = line.starts_with("//!");
            if of_file || (line.starts_with("///") && !line.starts_with("////")) {
                lexed.documentation.push(Documentation {
                    before: u32::try_from(lexed.tokens.len()).unwrap_or(u32::MAX),
                    of_file,
                    start: offset(rest) + 3,
                    end: offset(after),
                });
            }
            rest = after;
        } else if rest.starts_with("/*") {
            if let Some(end) = rest[2..].find("*/") {
                rest = &rest[2 + end + 2..];
            } else {
                let start = offset(rest);
                let span = Span { source, start, end: start + 2 };
                let found = Diagnostic::error("unclosed-comment", span, "this comment does not end");
                diagnostics.push(found.with_help("write `*/` where it ends"));
                return &rest[rest.len()..];
            }
        } else {
            return rest;
        }
    }
}

/// What follows the spaces and line ends; almost all of them are ASCII.
fn behind_spaces(input: &str) -> &str {
    let mut bytes = input.bytes();
    let end = bytes.position(|byte| !matches!(byte, b' ' | b'\n' | b'\t' | b'\r'));
    let rest = end.map_or("", |end| &input[end..]);
    if rest.starts_with(|c: char| c.is_whitespace()) {
        return rest.trim_start();
    }
    rest
}

fn word(input: &str) -> Word<'_> {
    match input.as_bytes().first() {
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => identifier(input),
        Some(b'0'..=b'9') => number(input),
        Some(b'"') => text(input),
        Some(b'.') => dot(input),
        _ => sign(input),
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// What follows the letters, digits and `_` here.
fn identifier_rest(input: &str) -> &str {
    let end = input.bytes().position(|byte| !is_word(byte));
    &input[end.unwrap_or(input.len())..]
}

/// On bytes, which is faster than on characters, and a name has none but ASCII.
fn identifier(input: &str) -> Word<'_> {
    let found: IResult<&[u8], &[u8], ()> = take_while1(is_word).parse(input.as_bytes());
    let (_, found) = found.map_err(|_| nom::Err::Error(()))?;
    let kind = match found {
        b"_" => TokenKind::Underscore,
        _ => TokenKind::Identifier,
    };
    Ok((&input[found.len()..], kind))
}

fn number(input: &str) -> Word<'_> {
    let kind = |suffix: Option<&str>| {
        if suffix.is_some() { TokenKind::Unsigned } else { TokenKind::Integer }
    };
    for prefix in ["0x", "0b"] {
        if input.starts_with(prefix) {
            let digits = |c: char| c.is_digit(if prefix == "0x" { 16 } else { 2 });
            let (rest, _) = preceded(tag(prefix), take_while(digits)).parse(input)?;
            let (rest, suffix) = opt(tag("u")).parse(rest)?;
            return Ok((rest, kind(suffix)));
        }
    }
    let (rest, _) = digit1.parse(input)?;
    let (rest, fraction) = opt(recognize(pair(tag("."), digit1))).parse(rest)?;
    let (rest, exponent) = opt(exponent).parse(rest)?;
    if fraction.is_some() || exponent.is_some() {
        return Ok((rest, TokenKind::Float));
    }
    let (rest, suffix) = opt(tag("u")).parse(rest)?;
    Ok((rest, kind(suffix)))
}

fn exponent(input: &str) -> IResult<&str, &str, ()> {
    let sign = take_while(|c| c == '+' || c == '-');
    let (rest, found) = recognize((take_while1(|c| c == 'e' || c == 'E'), sign, digit1)).parse(input)?;
    // One letter and one sign at most: `1ee5` is no number.
    if found.bytes().filter(|byte| !byte.is_ascii_digit()).count() > 2
        || found.as_bytes().get(1).is_some_and(|&byte| byte == b'e' || byte == b'E')
    {
        return Err(nom::Err::Error(()));
    }
    Ok((rest, found))
}

/// A text up to its closing quote, or up to the end of the line where it has none.
fn text(input: &str) -> Word<'_> {
    let mut escaped = false;
    for (at, byte) in input.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return Ok((&input[at..], TokenKind::Text)),
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Ok((&input[at + 1..], TokenKind::Text)),
            _ => {}
        }
    }
    Ok((&input[input.len()..], TokenKind::Text))
}

fn dot(input: &str) -> Word<'_> {
    let (rest, _) = tag(".").parse(input)?;
    let after = identifier_rest(rest);
    let name = &rest[..rest.len() - after.len()];
    if DIRECTIVES.contains(&name) {
        return Ok((after, TokenKind::Directive));
    }
    Ok((rest, TokenKind::Dot))
}

fn sign(input: &str) -> Word<'_> {
    let bytes = input.as_bytes();
    let (kind, length) = match (bytes.first(), bytes.get(1)) {
        (Some(b'@'), Some(b'[')) => (TokenKind::AnnotationOpen, 2),
        (Some(b':'), Some(b'-')) => (TokenKind::If, 2),
        (Some(b'!'), Some(b'=')) => (TokenKind::NotEqual, 2),
        (Some(b'<'), Some(b'=')) => (TokenKind::LessEqual, 2),
        (Some(b'<'), Some(b':')) => (TokenKind::Subtype, 2),
        (Some(b'>'), Some(b'=')) => (TokenKind::GreaterEqual, 2),
        (Some(b'@'), _) => (TokenKind::At, 1),
        (Some(b'$'), _) => (TokenKind::Dollar, 1),
        (Some(b'('), _) => (TokenKind::LeftParen, 1),
        (Some(b')'), _) => (TokenKind::RightParen, 1),
        (Some(b'{'), _) => (TokenKind::LeftBrace, 1),
        (Some(b'}'), _) => (TokenKind::RightBrace, 1),
        (Some(b'['), _) => (TokenKind::LeftBracket, 1),
        (Some(b']'), _) => (TokenKind::RightBracket, 1),
        (Some(b','), _) => (TokenKind::Comma, 1),
        (Some(b';'), _) => (TokenKind::Semicolon, 1),
        (Some(b':'), _) => (TokenKind::Colon, 1),
        (Some(b'!'), _) => (TokenKind::Not, 1),
        (Some(b'='), _) => (TokenKind::Equal, 1),
        (Some(b'<'), _) => (TokenKind::Less, 1),
        (Some(b'>'), _) => (TokenKind::Greater, 1),
        (Some(b'|'), _) => (TokenKind::Bar, 1),
        (Some(b'+'), _) => (TokenKind::Plus, 1),
        (Some(b'-'), _) => (TokenKind::Minus, 1),
        (Some(b'*'), _) => (TokenKind::Star, 1),
        (Some(b'/'), _) => (TokenKind::Slash, 1),
        (Some(b'%'), _) => (TokenKind::Percent, 1),
        (Some(b'^'), _) => (TokenKind::Caret, 1),
        _ => return Err(nom::Err::Error(())),
    };
    Ok((&input[length..], kind))
}
