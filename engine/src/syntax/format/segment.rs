//! Words grouped to what stands on lines of its own: annotations, declarations, facts and rules.

use super::super::ast::{Ast, ItemForm};
use super::super::token::{Token, TokenKind};
use super::Words;
use crate::source::Span;

/// Words that are laid out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    /// The first word, and one past the last.
    pub(super) words: std::ops::Range<usize>,
    pub(super) form: Form,
    /// Whether a caret comment points to a place in it.
    pub(super) pinned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Annotation,
    Fact,
    Rule,
    Declaration,
}

/// The segments of a text without faults, in order: every word but the end is in one.
pub(super) fn segments(ast: &Ast, words: &Words<'_>) -> Vec<Segment> {
    let tokens = &words.lexed.tokens;
    let mut found = Vec::new();
    let mut next = 0;
    for item in &ast.items {
        let Span { start, end, .. } = item.place.0;
        // What stands before an item's first word are its annotations.
        while tokens[next].start < start {
            let inner = tokens[next + 1..].iter().take_while(|token| !begins_another(token, start));
            let words = next..next + 1 + inner.count();
            next = words.end;
            found.push(Segment { words, form: Form::Annotation, pinned: false });
        }
        let form = match &item.form {
            ItemForm::Clause(clause) if clause.body.is_empty() => Form::Fact,
            ItemForm::Clause(_) => Form::Rule,
            _ => Form::Declaration,
        };
        let count = tokens[next..].iter().take_while(|token| token.end <= end && token.start < token.end).count();
        found.push(Segment { words: next..next + count, form, pinned: false });
        next += count;
    }
    pin(&mut found, words);
    found
}

/// Whether a word before `item` begins an annotation, or is the item's.
fn begins_another(token: &Token, item: u32) -> bool {
    token.start >= item || token.kind == TokenKind::AnnotationOpen
}

/// Marks the segments with a part on a line that a caret comment points to.
fn pin(segments: &mut [Segment], words: &Words<'_>) {
    for (word, before) in words.comments.iter().enumerate() {
        let points = before.first().is_some_and(|comment| comment.is_caret() && comment.breaks == 1);
        let Some(last) = word.checked_sub(1).filter(|_| points) else {
            continue;
        };
        let end = words.lexed.tokens[last].end as usize;
        let line = words.text[..end].rfind('\n').map_or(0, |end| end + 1);
        for segment in segments.iter_mut() {
            let (from, to) = range(segment, words);
            segment.pinned |= to > line && from < end;
        }
    }
}

/// The bytes of a segment.
pub(super) fn range(segment: &Segment, words: &Words<'_>) -> (usize, usize) {
    let byte = |word: usize| words.lexed.tokens.get(word);
    let from = byte(segment.words.start).map_or(0, |token| token.start as usize);
    let to = byte(segment.words.end.saturating_sub(1)).map_or(from, |token| token.end as usize);
    (from, to)
}
