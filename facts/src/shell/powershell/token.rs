//! PowerShell's text, cut into statements and words.
//!
//! Every text is cut somehow; only a quote, comment or bracket that never ends is a fault.

mod quote;

use crate::shell::field::{Field, Piece};

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text {
        text: String,
        quoted: bool,
    },
    Variable(String),
    /// What `( )`, `$( )`, `{ }` or `@( )` holds.
    Script(String),
    /// A braces' place in its word, behind the script that it holds.
    Block,
    /// `.Name`, `[0]` or `::Name` behind a value.
    Member,
}

impl Part {
    pub(super) fn plain(text: &str) -> Part {
        Part::Text { text: text.to_owned(), quoted: false }
    }
}

/// A word: its parts, whether it begins without a quote, and whether it calls a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) parts: Vec<Part>,
    pub(super) bare: bool,
    pub(super) calls: bool,
}

impl Word {
    /// A value, not a command's name: `$x`, `[type]`, `(…)`, `@(…)`, a number.
    pub(super) fn starts_expression(&self) -> bool {
        match self.parts.first() {
            Some(Part::Text { text, quoted }) => {
                *quoted
                    || text.starts_with('[')
                    || text.starts_with('@')
                    || text.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
            }
            Some(Part::Variable(_) | Part::Member | Part::Script(_)) => true,
            Some(Part::Block) | None => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(Word),
    Comma,
    Pipe,
    /// `&` or `.` in front of a command.
    Call,
    /// `>`, `>>`, `2>`, `*>`; `output`: the command's own output goes there.
    Redirect {
        output: bool,
    },
}

impl Token {
    pub(super) fn from_field(field: &Field) -> Token {
        let part = |piece: &Piece| match piece {
            Piece::Literal(text) | Piece::Glob(text) => Part::Text { text: text.clone(), quoted: false },
            Piece::Unknown => Part::Member,
        };
        Token::Word(Word { parts: field.pieces().iter().map(part).collect(), bare: true, calls: false })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    /// The next statement runs only where this one succeeded.
    pub(super) and_then: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) message: &'static str,
}

pub(super) fn statements(text: &str) -> Result<Vec<Statement>, Fault> {
    let letters: Vec<char> = text.chars().collect();
    let starts = line_starts(&letters);
    let mut cutter = Cutter { letters: &letters, starts: &starts, at: 0 };
    let mut statements = Vec::new();
    let mut tokens = Vec::new();
    let mut start = 0;
    loop {
        cutter.blank()?;
        if tokens.is_empty() {
            start = cutter.at;
        }
        let ending = match (cutter.peek(0), cutter.peek(1)) {
            (None, _) => Some(0),
            (Some('\n' | '\r' | ';'), _) => Some(1),
            (Some('&'), Some('&')) | (Some('|'), Some('|')) => Some(2),
            _ => None,
        };
        if let Some(length) = ending {
            // A line that ends in a pipe goes on in the next.
            let goes_on = matches!(tokens.last(), Some(Token::Pipe | Token::Comma)) && length == 1;
            if !tokens.is_empty() && !goes_on {
                let (line, column) = cutter.position(start);
                let text: String = letters.get(start..cutter.at).unwrap_or_default().iter().collect();
                let and_then = length == 2 && cutter.peek(0) == Some('&');
                statements.push(Statement { line, column, text, tokens: std::mem::take(&mut tokens), and_then });
            }
            if length == 0 {
                return Ok(statements);
            }
            cutter.at += length;
            continue;
        }
        let token = cutter.token(tokens.is_empty() || matches!(tokens.last(), Some(Token::Pipe)))?;
        tokens.extend(token);
    }
}

fn line_starts(letters: &[char]) -> Vec<usize> {
    let behind = letters.iter().enumerate().filter(|(_, letter)| **letter == '\n');
    std::iter::once(0).chain(behind.map(|(at, _)| at + 1)).collect()
}

struct Cutter<'a> {
    letters: &'a [char],
    /// Where each line begins.
    starts: &'a [usize],
    at: usize,
}

impl Cutter<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    fn position(&self, at: usize) -> (u32, u32) {
        let lines = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let column = at - self.starts.get(lines).copied().unwrap_or_default().min(at);
        let count = |number: usize| u32::try_from(number + 1).unwrap_or(u32::MAX);
        (count(lines), count(column))
    }

    fn fault(&self, at: usize, message: &'static str) -> Fault {
        let (line, column) = self.position(at);
        Fault { line, column, message }
    }

    /// Blanks, comments, and lines that a backtick joins.
    fn blank(&mut self) -> Result<(), Fault> {
        loop {
            match (self.peek(0), self.peek(1)) {
                (Some(' ' | '\t' | '\u{a0}' | '\u{feff}'), _) => self.at += 1,
                (Some('`'), Some('\n')) => self.at += 2,
                (Some('`'), Some('\r')) => self.at += 3,
                (Some('#'), _) => {
                    while !matches!(self.peek(0), None | Some('\n')) {
                        self.at += 1;
                    }
                }
                (Some('<'), Some('#')) => {
                    let start = self.at;
                    while !(self.peek(0) == Some('#') && self.peek(1) == Some('>')) {
                        if self.peek(0).is_none() {
                            return Err(self.fault(start, "a comment does not end"));
                        }
                        self.at += 1;
                    }
                    self.at += 2;
                }
                _ => return Ok(()),
            }
        }
    }

    fn token(&mut self, first: bool) -> Result<Option<Token>, Fault> {
        let (letter, next) = (self.peek(0), self.peek(1));
        match (letter, next) {
            (Some('|'), _) => {
                self.at += 1;
                return Ok(Some(Token::Pipe));
            }
            (Some(','), _) => {
                self.at += 1;
                return Ok(Some(Token::Comma));
            }
            (Some('&'), _) => {
                self.at += 1;
                return Ok(first.then_some(Token::Call));
            }
            (Some('.'), Some(' ')) if first => {
                self.at += 1;
                return Ok(Some(Token::Call));
            }
            // A bracket that nothing opened.
            (Some(')' | '}'), _) => {
                self.at += 1;
                return Ok(None);
            }
            _ => {}
        }
        if let Some(output) = self.redirect() {
            return Ok(output.map(|output| Token::Redirect { output }));
        }
        self.word().map(|word| Some(Token::Word(word)))
    }

    /// `>`, `>>`, `n>`, `*>`; `Some(None)` for one that joins streams (`2>&1`).
    fn redirect(&mut self) -> Option<Option<bool>> {
        let stream = self.peek(0).filter(|letter| letter.is_ascii_digit() || *letter == '*');
        let sign = usize::from(stream.is_some());
        match self.peek(sign) {
            Some('>') => {
                self.at += sign + 1;
                self.at += usize::from(self.peek(0) == Some('>'));
                if self.peek(0) == Some('&') {
                    self.at += 2;
                    return Some(None);
                }
                Some(Some(matches!(stream, None | Some('1' | '*'))))
            }
            Some('<') if stream.is_none() => {
                self.at += 1;
                Some(None)
            }
            _ => None,
        }
    }

    fn word(&mut self) -> Result<Word, Fault> {
        let start = self.at;
        let mut word = Word { parts: Vec::new(), bare: !matches!(self.peek(0), Some('\'' | '"')), calls: false };
        while let Some(letter) = self.peek(0) {
            match letter {
                ' ' | '\t' | '\n' | '\r' | ';' | '|' | ',' | ')' | '}' | '>' | '&' | '\u{a0}' => {
                    break;
                }
                '\'' | '\u{2018}' | '\u{2019}' => self.single(&mut word)?,
                '"' | '\u{201c}' | '\u{201d}' => self.double(&mut word)?,
                '@' if matches!(self.peek(1), Some('\'' | '"')) => self.here(&mut word)?,
                '@' if matches!(self.peek(1), Some('(' | '{')) => self.at += 1,
                '(' => {
                    let inner = self.bracket('(', ')')?;
                    // `Name(` calls a method; a bracket that begins the word only groups.
                    word.calls |= self.calls(start, &word);
                    word.parts.push(Part::Script(inner));
                }
                '{' => {
                    let inner = self.bracket('{', '}')?;
                    word.parts.push(Part::Script(inner));
                    word.parts.push(Part::Block);
                }
                '$' => self.dollar(&mut word, false)?,
                '`' => {
                    self.at += 1;
                    let escaped = self.peek(0);
                    text(&mut word, escaped.unwrap_or('`'), false);
                    self.at += usize::from(escaped.is_some());
                }
                '.' | '[' | ':'
                    if matches!(word.parts.last(), Some(Part::Variable(_) | Part::Script(_) | Part::Member))
                        && self.member() =>
                {
                    word.parts.push(Part::Member);
                }
                _ => {
                    text(&mut word, letter, false);
                    self.at += 1;
                }
            }
        }
        if self.at == start {
            self.at += 1;
        }
        Ok(word)
    }

    fn calls(&self, start: usize, word: &Word) -> bool {
        let written: String = self.letters.get(start..self.at).unwrap_or_default().iter().collect();
        let head = written.split('(').next().unwrap_or_default();
        !word.parts.is_empty() && (head.contains("::") || matches!(word.parts.last(), Some(Part::Member)))
    }
}

fn text(word: &mut Word, letter: char, quoted: bool) {
    match word.parts.last_mut() {
        Some(Part::Text { text, quoted: same }) if *same == quoted => text.push(letter),
        _ => word.parts.push(Part::Text { text: letter.to_string(), quoted }),
    }
}
