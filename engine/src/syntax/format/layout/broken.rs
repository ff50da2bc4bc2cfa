//! Segments that do not fit on a line, or that have comments inside. Knows the brackets, and no grammar besides.

use std::ops::Range;

use super::super::super::token::TokenKind;
use super::super::WIDTH;
use super::super::segment::{Form, Segment};
use super::{INDENT, Layout};

impl Layout<'_, '_> {
    /// On one line where it fits, else broken at its literals, heads or columns.
    pub(super) fn segment(&mut self, segment: &Segment) {
        let words = segment.words.clone();
        if let Some(flat) = self.flat(words.clone())
            && (segment.form == Form::Annotation || self.column() + flat.chars().count() <= WIDTH)
        {
            self.out.push_str(&flat);
            self.ended = false;
            return;
        }
        let declares = segment.form == Form::Declaration;
        let Some(neck) = words.clone().find(|&word| self.kind(word) == TokenKind::If) else {
            return self.sequence(words, if declares { INDENT } else { 0 }, declares);
        };
        self.sequence(words.start..neck + 1, 0, declares);
        self.comments_inside(neck + 1, INDENT);
        self.begin_line(INDENT);
        self.sequence(neck + 1..words.end, INDENT, declares);
    }

    fn kind(&self, word: usize) -> TokenKind {
        self.words.lexed.tokens.get(word).map_or(TokenKind::End, |token| token.kind)
    }

    fn begin_line(&mut self, indent: usize) {
        if !self.at_start() {
            self.break_line(indent);
        }
    }

    /// Parts with `,`, `;` or `|` between: as many a line as fit, alternatives of a body, and what stands behind a
    /// part that was broken, on lines of their own. The comments before the first word have been written.
    fn sequence(&mut self, words: Range<usize>, indent: usize, declares: bool) {
        let mut start = words.start;
        let mut apart = false;
        while start < words.end {
            let end = self.part(start..words.end);
            if start > words.start {
                self.comments_inside(start, indent);
            }
            let flat = self.flat(start..end);
            let width = flat.as_ref().map_or(0, |flat| flat.chars().count());
            if !self.at_start() {
                let space = usize::from(start > words.start);
                if self.ended || apart || self.column() + space + width > WIDTH {
                    self.break_line(indent);
                } else if space > 0 {
                    self.out.push(' ');
                }
            }
            let line = self.line;
            match flat.filter(|_| self.column() + width <= WIDTH) {
                Some(flat) => self.out.push_str(&flat),
                None => self.part_by_words(start..end, declares),
            }
            self.ended = false;
            apart = self.line != line || self.kind(end - 1) == TokenKind::Semicolon;
            start = end;
        }
    }

    /// One past the first part: up to a separator outside of brackets, or to the end.
    fn part(&self, words: Range<usize>) -> usize {
        let mut depth = 0_usize;
        for word in words.clone() {
            match self.kind(word) {
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Bar if depth == 0 => return word + 1,
                kind => depth = deeper(depth, kind),
            }
        }
        words.end
    }

    /// A part, word by word; what stands in its brackets goes below them where it does not fit behind.
    fn part_by_words(&mut self, words: Range<usize>, declares: bool) {
        let mut word = words.start;
        while word < words.end {
            self.word(word, words.start);
            let close = self.close(word, words.end).filter(|&close| close > word + 1);
            if let Some(close) = close.filter(|&close| self.breaks(word..close, words.end, declares)) {
                let indent = self.indent;
                self.comments_inside(word + 1, indent + INDENT);
                self.begin_line(indent + INDENT);
                self.sequence(word + 1..close, indent + INDENT, declares);
                self.comments_inside(close, indent);
                self.begin_line(indent);
                self.out.push_str(self.words.spelling(close));
                word = close;
            }
            word += 1;
        }
    }

    /// One word, with the comments before it where it is not the first of its part.
    fn word(&mut self, word: usize, first: usize) {
        if word > first {
            let indent = self.indent;
            self.comments_inside(word, indent);
            if self.ended {
                self.break_line(indent);
            }
            if !self.at_start() && (self.space(word) || self.behind_comment(word)) {
                self.out.push(' ');
            }
        }
        self.out.push_str(self.words.spelling(word));
    }

    /// Whether the brackets that begin with the range are to be broken: of literals or columns, and too long, or with
    /// comments inside.
    fn breaks(&self, brackets: Range<usize>, end: usize, declares: bool) -> bool {
        let holds_parts = match self.kind(brackets.start) {
            TokenKind::LeftBrace => true,
            TokenKind::LeftParen | TokenKind::LeftBracket => declares || self.is_group(&brackets),
            _ => false,
        };
        holds_parts
            && self.flat(brackets.start..end).is_none_or(|flat| self.column() - 1 + flat.chars().count() > WIDTH)
    }

    /// Whether literals stand between these parentheses: no term has a separator or a negation outside of brackets, and what
    /// is called has them for its arguments.
    fn is_group(&self, brackets: &Range<usize>) -> bool {
        let called = brackets.start.checked_sub(1).is_some_and(|before| self.kind(before) == TokenKind::Identifier);
        if (called && !self.space(brackets.start)) || self.kind(brackets.start) != TokenKind::LeftParen {
            return false;
        }
        let mut depth = 0_usize;
        brackets.clone().any(|word| {
            depth = deeper(depth, self.kind(word));
            depth == 1 && matches!(self.kind(word), TokenKind::Comma | TokenKind::Semicolon | TokenKind::Not)
        })
    }

    /// The bracket that closes the one that `word` is.
    fn close(&self, word: usize, end: usize) -> Option<usize> {
        let mut depth = deeper(0, self.kind(word));
        if depth == 0 {
            return None;
        }
        (word + 1..end).find(|&at| {
            depth = deeper(depth, self.kind(at));
            depth == 0
        })
    }

    /// Comments before a word inside of a segment: behind what they stand behind, or on lines of their own.
    fn comments_inside(&mut self, word: usize, indent: usize) {
        let words = self.words;
        for comment in &words.comments[word] {
            if comment.breaks > 0 || self.ended {
                self.begin_line(indent);
            } else if !self.at_start() {
                self.out.push(' ');
            }
            self.comment(comment);
            self.ended |= !comment.is_inline();
        }
    }
}

/// How many brackets are open behind a word.
fn deeper(depth: usize, kind: TokenKind) -> usize {
    match kind {
        TokenKind::LeftParen | TokenKind::LeftBrace | TokenKind::LeftBracket => depth + 1,
        TokenKind::RightParen | TokenKind::RightBrace | TokenKind::RightBracket => depth.saturating_sub(1),
        _ => depth,
    }
}
