//! Quotes, variables and brackets: the parts of a word that end where their own rules say.

use super::{Cutter, Fault, Part, Word, text};

impl Cutter<'_> {
    /// `.Name`, `[…]` or `::Name` behind a value.
    pub(super) fn member(&mut self) -> bool {
        let name = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        let skip = match (self.peek(0), self.peek(1), self.peek(2)) {
            (Some('.'), next, _) if name(next) => 1,
            (Some(':'), Some(':'), next) if name(next) => 2,
            (Some('['), _, _) => {
                let from = self.at;
                return self.bracket('[', ']').is_ok() || {
                    self.at = from;
                    false
                };
            }
            _ => return false,
        };
        self.at += skip;
        while name(self.peek(0)) {
            self.at += 1;
        }
        true
    }

    pub(super) fn single(&mut self, word: &mut Word) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        loop {
            match (self.peek(0), self.peek(1)) {
                (None, _) => return Err(self.fault(start, "a quote does not end")),
                (Some('\''), Some('\'')) => {
                    value.push('\'');
                    self.at += 2;
                }
                (Some('\'' | '\u{2018}' | '\u{2019}'), _) => break,
                (Some(letter), _) => {
                    value.push(letter);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        word.parts.push(Part::Text { text: value, quoted: true });
        Ok(())
    }

    pub(super) fn double(&mut self, word: &mut Word) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        word.parts.push(Part::Text { text: String::new(), quoted: true });
        loop {
            match (self.peek(0), self.peek(1)) {
                (None, _) => return Err(self.fault(start, "a quote does not end")),
                (Some('"'), Some('"')) => {
                    text(word, '"', true);
                    self.at += 2;
                }
                (Some('"' | '\u{201c}' | '\u{201d}'), _) => break,
                (Some('`'), Some(escaped)) => {
                    let plain = match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        '0' => '\0',
                        other => other,
                    };
                    text(word, plain, true);
                    self.at += 2;
                }
                (Some('$'), _) => self.dollar(word, true)?,
                (Some(letter), _) => {
                    text(word, letter, true);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        Ok(())
    }

    /// `@'` … `'@` and `@"` … `"@`, whose ends stand at a line's start.
    pub(super) fn here(&mut self, word: &mut Word) -> Result<(), Fault> {
        let start = self.at;
        let quote = self.peek(1).unwrap_or('\'');
        self.at += 2;
        while !matches!(self.peek(0), None | Some('\n')) {
            self.at += 1;
        }
        self.at += 1;
        let body = self.at;
        loop {
            let at_line = self.at == body || self.letters.get(self.at - 1) == Some(&'\n');
            if self.peek(0).is_none() {
                return Err(self.fault(start, "a here-string does not end"));
            }
            if at_line && self.peek(0) == Some(quote) && self.peek(1) == Some('@') {
                break;
            }
            self.at += 1;
        }
        let value: String = self.letters.get(body..self.at).unwrap_or_default().iter().collect();
        self.at += 2;
        let value = value
            .strip_suffix('\n')
            .map_or(value.as_str(), |value| value.strip_suffix('\r').unwrap_or(value))
            .to_owned();
        if quote == '"' && value.contains('$') {
            word.parts.push(Part::Member);
        } else {
            word.parts.push(Part::Text { text: value, quoted: true });
        }
        word.bare = false;
        Ok(())
    }

    pub(super) fn dollar(&mut self, word: &mut Word, quoted: bool) -> Result<(), Fault> {
        self.at += 1;
        match self.peek(0) {
            Some('(') => {
                let inner = self.bracket('(', ')')?;
                word.parts.push(Part::Script(inner));
            }
            Some('{') => {
                let name = self.bracket('{', '}')?;
                word.parts.push(Part::Variable(name));
            }
            Some(letter) if letter.is_alphanumeric() || matches!(letter, '_' | '?' | '^' | '$') => {
                let from = self.at;
                self.at += 1;
                while let Some(letter) = self.peek(0) {
                    let scoped =
                        letter == ':' && self.peek(1).is_some_and(|next| next.is_alphanumeric() || next == '_');
                    if !(letter.is_alphanumeric() || letter == '_' || scoped) {
                        break;
                    }
                    self.at += 1;
                }
                let name: String = self.letters.get(from..self.at).unwrap_or_default().iter().collect();
                word.parts.push(Part::Variable(name));
            }
            _ => text(word, '$', quoted),
        }
        Ok(())
    }

    /// The text inside a bracket, quotes and comments in it passed over.
    pub(super) fn bracket(&mut self, open: char, close: char) -> Result<String, Fault> {
        let start = self.at;
        let mut depth = 0_usize;
        let mut unused = Word { parts: Vec::new(), bare: true, calls: false };
        while let Some(letter) = self.peek(0) {
            match letter {
                '\'' => self.single(&mut unused)?,
                '"' => self.quoted()?,
                '@' if matches!(self.peek(1), Some('\'' | '"')) => self.here(&mut unused)?,
                '`' => self.at += 2,
                '#' if self.letters.get(self.at.wrapping_sub(1)).is_none_or(|before| before.is_whitespace()) => {
                    self.blank()?
                }
                '<' if self.peek(1) == Some('#') => self.blank()?,
                _ => {
                    self.at += 1;
                    if letter == open {
                        depth += 1;
                    } else if letter == close {
                        depth -= 1;
                        if depth == 0 {
                            return Ok(self.letters.get(start + 1..self.at - 1).unwrap_or_default().iter().collect());
                        }
                    }
                }
            }
        }
        Err(self.fault(start, "a bracket does not end"))
    }

    /// A double-quoted text inside a bracket: its `$( )` can hold quotes of their own.
    fn quoted(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        loop {
            match (self.peek(0), self.peek(1)) {
                (None, _) => return Err(self.fault(start, "a quote does not end")),
                (Some('"'), Some('"')) | (Some('`'), Some(_)) => self.at += 2,
                (Some('"'), _) => break,
                (Some('$'), Some('(')) => {
                    self.at += 1;
                    self.bracket('(', ')')?;
                }
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }
}
