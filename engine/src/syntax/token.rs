//! Words of the language. A reader can rely on: a token's range is not empty (but for the last, `End`) and lies on
//! character boundaries. Refuses to know which word may follow which.

/// A word of a text: what it is, and its byte range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: TokenKind,
    /// First byte.
    pub(crate) start: u32,
    /// One past the last byte.
    pub(crate) end: u32,
}

/// Documentation that stands before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Documentation {
    /// Index of the token that follows.
    pub(crate) before: u32,
    /// Whether it speaks of the file (`//!`) and not of the next item (`///`).
    pub(crate) of_file: bool,
    /// First byte of the text behind the marker.
    pub(crate) start: u32,
    /// One past the last byte of the line.
    pub(crate) end: u32,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A letter or `_`, then letters, digits and `_`; but not `_` alone.
    Identifier,
    /// `_`
    Underscore,
    /// `12`, `0x1f`, `0b101`
    Integer,
    /// `12u`
    Unsigned,
    /// `1.5`, `1.5e-3`, `2e9`
    Float,
    /// `"text"`
    Text,
    /// `.decl` and the other known words behind a dot.
    Directive,
    /// `@[`
    AnnotationOpen,
    /// `@`
    At,
    /// `$`
    Dollar,
    /// `(`
    LeftParen,
    /// `)`
    RightParen,
    /// `{`
    LeftBrace,
    /// `}`
    RightBrace,
    /// `[`
    LeftBracket,
    /// `]`
    RightBracket,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `:`
    Colon,
    /// `:-`
    If,
    /// `.`
    Dot,
    /// `!`
    Not,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<:`
    Subtype,
    /// `|`
    Bar,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `^`
    Caret,
    /// Bytes that are no word; the lexer has reported them.
    Bad,
    /// The end of the text.
    End,
}

/// Words behind a dot that begin a declaration or directive, in Souffle's language or ours.
pub(crate) const DIRECTIVES: &[&str] = &[
    "comp",
    "decl",
    "functor",
    "include",
    "init",
    "input",
    "lattice",
    "limitsize",
    "number_type",
    "once",
    "output",
    "override",
    "plan",
    "pragma",
    "printsize",
    "symbol_type",
    "type",
];
