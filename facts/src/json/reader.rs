//! The grammar of JSON, without recursion. The stack is a list, so no nesting overflows anything.
//! Refuses to read on behind a fault: what follows could be anything.

use std::collections::BTreeSet;

use super::{Budget, Cursor, JsonError, JsonValue, Kind};

/// The values of a text that is UTF-8.
pub(super) fn values(text: &str, budget: Budget) -> Result<Vec<JsonValue>, JsonError> {
    let mut reader = Reader {
        text,
        at: 0,
        cursor: Cursor::new(text.as_bytes()),
        budget,
        lowered: 0,
        pointer: String::new(),
        open: Vec::new(),
        values: Vec::new(),
    };
    reader.value()?;
    while let Some(open) = reader.open.pop() {
        reader.proceed(open)?;
    }
    reader.space();
    match reader.peek() {
        None => Ok(reader.values),
        Some(_) => Err(reader.fault("expected nothing behind the first value".into())),
    }
}

/// An object or array that has not ended.
struct Open {
    /// How much of the pointer is its own.
    pointer: usize,
    shape: Shape,
    /// Something stands in it already.
    begun: bool,
}

enum Shape {
    /// With the keys so far.
    Object(BTreeSet<String>),
    /// With how many elements so far.
    Array(usize),
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    cursor: Cursor<'t>,
    budget: Budget,
    lowered: usize,
    pointer: String,
    open: Vec<Open>,
    values: Vec<JsonValue>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn takes(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// A fault at the byte that is read next.
    fn fault(&mut self, message: String) -> JsonError {
        self.fault_at(self.at, message)
    }

    fn fault_at(&mut self, offset: usize, message: String) -> JsonError {
        let (line, column) = self.cursor.position(offset);
        let message = if offset >= self.text.len() { format!("the text ends here: {message}") } else { message };
        JsonError { line, column, message }
    }

    /// A value that is neither object nor array, or the beginning of one.
    fn value(&mut self) -> Result<(), JsonError> {
        self.space();
        let start = self.at;
        let (line, column) = self.cursor.position(start);
        let (kind, text) = match self.peek() {
            Some(b'{') => (Kind::Object, String::new()),
            Some(b'[') => (Kind::Array, String::new()),
            Some(b'"') => (Kind::Text, self.string()?),
            Some(b'-' | b'0'..=b'9') => (Kind::Number, self.number()?),
            _ => self.word()?,
        };
        if self.values.len() >= self.budget.values {
            let most = self.budget.values;
            return Err(self.fault_at(start, format!("this file has more than {most} values; no more are read")));
        }
        self.lowered = self.lowered.saturating_add(self.pointer.len()).saturating_add(text.len());
        if self.lowered > self.budget.lowered {
            let most = self.budget.lowered;
            let message = format!("the pointers and texts up to here have more than {most} bytes; no more are read");
            return Err(self.fault_at(start, message));
        }
        self.values.push(JsonValue { pointer: self.pointer.clone(), kind, text, line, column });
        match kind {
            Kind::Object => self.enter(Shape::Object(BTreeSet::new())),
            Kind::Array => self.enter(Shape::Array(0)),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, shape: Shape) -> Result<(), JsonError> {
        if self.open.len() >= self.budget.depth {
            let most = self.budget.depth;
            return Err(self.fault(format!("more than {most} objects and arrays lie within each other")));
        }
        self.at += 1;
        self.open.push(Open { pointer: self.pointer.len(), shape, begun: false });
        Ok(())
    }

    /// The next member or element of what is open, or its end.
    fn proceed(&mut self, mut open: Open) -> Result<(), JsonError> {
        self.pointer.truncate(open.pointer);
        self.space();
        let close = if matches!(open.shape, Shape::Object(_)) { b'}' } else { b']' };
        if self.takes(close) {
            return Ok(());
        }
        if open.begun && !self.takes(b',') {
            return Err(self.fault(format!("expected `,` or `{}`", char::from(close))));
        }
        open.begun = true;
        match &mut open.shape {
            Shape::Object(keys) => self.key(keys)?,
            Shape::Array(count) => {
                self.pointer.push('/');
                self.pointer.push_str(&count.to_string());
                *count += 1;
            }
        }
        self.open.push(open);
        self.value()
    }

    /// A member's key and colon; the pointer is then that of the member.
    fn key(&mut self, keys: &mut BTreeSet<String>) -> Result<(), JsonError> {
        self.space();
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.fault("expected a key in quotation marks".into()));
        }
        let key = self.string()?;
        self.pointer.push('/');
        self.pointer.push_str(&super::token(&key));
        if keys.contains(&key) {
            let shown: String = key.chars().take(60).collect();
            return Err(self.fault_at(start, format!("the key `{shown}` stands twice in this object")));
        }
        keys.insert(key);
        self.space();
        if self.takes(b':') { Ok(()) } else { Err(self.fault("expected `:` behind the key".into())) }
    }

    /// `true`, `false` or `null`.
    fn word(&mut self) -> Result<(Kind, String), JsonError> {
        for (word, kind) in [("true", Kind::Flag), ("false", Kind::Flag), ("null", Kind::Null)] {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok((kind, if kind == Kind::Flag { word.to_owned() } else { String::new() }));
            }
        }
        Err(self.fault("expected a value".into()))
    }

    fn number(&mut self) -> Result<String, JsonError> {
        let start = self.at;
        self.takes(b'-');
        if !self.takes(b'0') {
            self.digits()?;
        }
        if self.takes(b'.') {
            self.digits()?;
        }
        if self.takes(b'e') || self.takes(b'E') {
            let _sign = self.takes(b'+') || self.takes(b'-');
            self.digits()?;
        }
        Ok(self.text[start..self.at].to_owned())
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.fault("expected a digit".into()));
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        Ok(())
    }

    /// A string, from its quotation mark on.
    fn string(&mut self) -> Result<String, JsonError> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => return Err(self.fault("a control character in a string must be escaped".into())),
                None => return Err(self.fault("expected a quotation mark".into())),
            }
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        let start = self.at;
        self.at += 2;
        Ok(match self.text.as_bytes().get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => self
                .unit()
                .map(|unit| self.character(unit))
                .ok_or_else(|| self.fault_at(start, "expected four hexadecimal digits behind `\\u`".into()))?,
            _ => return Err(self.fault_at(start, "this escape is none of JSON".into())),
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4)?;
        let unit = digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))?;
        self.at += 4;
        Some(unit)
    }

    /// The character of a code unit, with the second half of its pair; U+FFFD for half a pair.
    fn character(&mut self, unit: u32) -> char {
        let behind = self.at;
        if (0xd800..0xdc00).contains(&unit) && self.takes(b'\\') && self.takes(b'u') {
            match self.unit() {
                Some(low @ 0xdc00..0xe000) => {
                    let scalar = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                    return char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER);
                }
                _ => self.at = behind,
            }
        } else {
            self.at = behind;
        }
        char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}
