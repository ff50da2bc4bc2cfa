//! Program text to the same program in the one layout that all files share. A reader can rely on: words and comments are
//! those of the text, in order; what is formatted stays as it is when it is formatted again; a text with a fault has no
//! layout. Works from the words, not the tree, so that nothing that was written is lost. Refuses to know what names mean.
//!
//! The layout: lines of at most 120 characters where they can be broken; a rule that is longer has its body below its head,
//! as many literals a line as fit; the columns of a declaration, a group and an aggregate's body are broken in the same
//! way. Terms are never taken apart. Facts that share a line stay together, empty lines come one at a time. What a caret
//! comment points to stays where it is.

mod comment;
mod layout;
mod segment;
mod spacing;

use super::lexer::{Lexed, lex};
use super::name::Names;
use super::parser::Parser;
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use comment::{Comment, comments};
use layout::Layout;
use segment::segments;

/// Longest line that could be broken.
const WIDTH: usize = 120;

/// The text in the layout; nothing where `diagnostics` got what is wrong with it.
pub fn format(text: &str, source: SourceId, diagnostics: &mut Vec<Diagnostic>) -> Option<String> {
    let windows = text.contains("\r\n");
    let unix = if windows { text.replace("\r\n", "\n") } else { text.to_owned() };
    let before = diagnostics.len();
    let lexed = lex(&unix, source, diagnostics);
    let ast = Parser::new(&unix, source, &lexed, &mut Names::new(), diagnostics).file();
    if diagnostics.len() > before {
        // Places are told in the text as it was given.
        diagnostics.truncate(before);
        super::parse(text, source, &mut Names::new(), diagnostics);
        return None;
    }
    let words = Words::new(&unix, lexed);
    let formatted = Layout::new(&words).file(&segments(&ast, &words));
    if let Some(diagnostic) = words.lost_in(&formatted, source) {
        diagnostics.push(diagnostic);
        return None;
    }
    Some(if windows { formatted.replace('\n', "\r\n") } else { formatted })
}

/// The words of a text, and the comments before each.
struct Words<'t> {
    text: &'t str,
    lexed: Lexed,
    /// By word, the end included.
    comments: Vec<Vec<Comment<'t>>>,
}

impl<'t> Words<'t> {
    fn new(text: &'t str, lexed: Lexed) -> Self {
        let mut end = 0;
        let mut before = Vec::with_capacity(lexed.tokens.len());
        for token in &lexed.tokens {
            before.push(comments(text, end, token.start as usize));
            end = token.end as usize;
        }
        Self { text, lexed, comments: before }
    }

    fn spelling(&self, word: usize) -> &'t str {
        self.lexed.tokens.get(word).map_or("", |token| &self.text[token.start as usize..token.end as usize])
    }

    /// Line breaks between a word and what stands before it, a comment or a word.
    fn breaks_before(&self, word: usize) -> usize {
        let start = self.lexed.tokens[word].start as usize;
        let end = match (self.comments[word].last(), word.checked_sub(1)) {
            (Some(comment), _) => comment.end,
            (None, Some(before)) => self.lexed.tokens[before].end as usize,
            (None, None) => 0,
        };
        self.text[end..start].matches('\n').count()
    }

    /// What would be lost: the layout is a matter of spaces alone, and whatever else changes is refused.
    fn lost_in(&self, formatted: &str, source: SourceId) -> Option<Diagnostic> {
        let mut faults = Vec::new();
        let again = Words::new(formatted, lex(formatted, source, &mut faults));
        let count = self.lexed.tokens.len();
        let all = |words: &Words<'_>| {
            words.comments.iter().flatten().map(|comment| comment.text.to_owned()).collect::<Vec<_>>()
        };
        let same = |word: usize| {
            let kind = |words: &Words<'_>| words.lexed.tokens[word].kind;
            kind(self) == kind(&again) && self.spelling(word) == again.spelling(word)
        };
        if faults.is_empty() && again.lexed.tokens.len() == count && (0..count).all(same) && all(self) == all(&again) {
            return None;
        }
        let start = Span { source, start: 0, end: 0 };
        let found = Diagnostic::error("syntax", start, "this text would not read the same in the common layout");
        Some(found.with_help("it stays as it is; take out what is unusual in its comments and line breaks"))
    }
}
