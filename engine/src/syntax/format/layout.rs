//! Words onto lines. A reader can rely on: only spaces and line breaks are decided here.

mod broken;

use super::comment::Comment;
use super::segment::{Form, Segment, range};
use super::spacing::{hugs_left, spaces};
use super::{WIDTH, Words};

/// What a broken line goes on behind.
const INDENT: usize = 4;

/// Lines that are being written.
pub(super) struct Layout<'w, 't> {
    words: &'w Words<'t>,
    out: String,
    /// First byte of the line that is being written.
    line: usize,
    /// Spaces that this line begins with.
    indent: usize,
    /// Spaces before words: of the segment that is being written, from its first word.
    spaces: Vec<bool>,
    first: usize,
    /// The last thing written was a comment to the end of its line.
    ended: bool,
}

impl<'w, 't> Layout<'w, 't> {
    pub(super) fn new(words: &'w Words<'t>) -> Self {
        Self {
            words,
            out: String::with_capacity(words.text.len() + 16),
            line: 0,
            indent: 0,
            spaces: Vec::new(),
            first: 0,
            ended: false,
        }
    }

    /// The whole text.
    pub(super) fn file(mut self, segments: &[Segment]) -> String {
        let mut last: Option<&Segment> = None;
        for segment in segments {
            self.spaces = spaces(segment, self.words);
            self.first = segment.words.start;
            self.between(last, segment);
            match segment.pinned {
                true => self.as_written(segment),
                false => self.segment(segment),
            }
            last = Some(segment);
        }
        self.comments_outside(self.words.comments.len() - 1);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    /// Characters on the line so far.
    fn column(&self) -> usize {
        self.out[self.line..].chars().count()
    }

    fn break_line(&mut self, indent: usize) {
        self.out.push('\n');
        self.line = self.out.len();
        self.indent = indent;
        self.ended = false;
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    fn at_start(&self) -> bool {
        self.out.len() == self.line + self.indent
    }

    /// Comments before a segment, and what parts it from the one before.
    fn between(&mut self, last: Option<&Segment>, segment: &Segment) {
        let word = segment.words.start;
        let commented = !self.words.comments[word].is_empty();
        self.comments_outside(word);
        let breaks = self.words.breaks_before(word);
        if self.out.is_empty() {
            self.pinned_indent(segment);
            return;
        }
        let after_block = commented && breaks == 0 && !self.ended;
        let pinned = segment.pinned && last.is_some_and(|last| last.pinned) && breaks == 0 && !commented;
        let facts = !commented && segment.form == Form::Fact && last.is_some_and(|last| last.form == Form::Fact);
        if pinned {
            let (from, _) = range(segment, self.words);
            let before = &self.words.text[..from];
            self.out.push_str(&before[before.trim_end().len()..]);
        } else if after_block || (breaks == 0 && facts && self.fits(segment)) {
            self.out.push(' ');
        } else {
            let annotated = last.is_some_and(|last| last.form == Form::Annotation) && !commented;
            if breaks > 1 && !annotated {
                self.break_line(0);
            }
            self.break_line(0);
            self.pinned_indent(segment);
        }
    }

    /// The spaces that a pinned segment's line begins with.
    fn pinned_indent(&mut self, segment: &Segment) {
        let (from, _) = range(segment, self.words);
        let before = &self.words.text[..from];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        if segment.pinned && before[line..].trim().is_empty() {
            self.out.push_str(&before[line..]);
        }
    }

    /// Whether a segment fits behind what is on the line.
    fn fits(&self, segment: &Segment) -> bool {
        let flat = self.flat(segment.words.clone());
        flat.is_some_and(|flat| self.column() + 1 + flat.chars().count() <= WIDTH)
    }

    /// Comments before a word, outside of any segment.
    fn comments_outside(&mut self, word: usize) {
        let words = self.words;
        for comment in &words.comments[word] {
            let start = self.out.is_empty();
            match comment.breaks {
                _ if start => {}
                0 => self.out.push(' '),
                1 => self.break_line(0),
                _ => {
                    self.break_line(0);
                    self.break_line(0);
                }
            }
            if comment.is_caret() && (start || comment.breaks > 0) {
                self.out.push_str(comment.indent);
            }
            self.comment(comment);
        }
    }

    fn comment(&mut self, comment: &Comment<'_>) {
        self.out.push_str(comment.text);
        if let Some(end) = comment.text.rfind('\n') {
            self.line = self.out.len() - comment.text.len() + end + 1;
            self.indent = 0;
        }
        self.ended = comment.ends_line();
    }

    fn as_written(&mut self, segment: &Segment) {
        let (from, to) = range(segment, self.words);
        let text = &self.words.text[from..to];
        self.out.push_str(text);
        if let Some(end) = text.rfind('\n') {
            self.line = self.out.len() - text.len() + end + 1;
            self.indent = 0;
        }
        self.ended = false;
    }

    /// Words on one line, without a space before the first; none where a comment keeps them apart.
    fn flat(&self, range: std::ops::Range<usize>) -> Option<String> {
        let mut flat = String::new();
        for word in range.clone() {
            let comments: &[Comment<'_>] = if word == range.start { &[] } else { &self.words.comments[word] };
            if comments.iter().any(|comment| !comment.is_inline()) {
                return None;
            }
            for comment in comments {
                flat.push_str(if flat.ends_with(['(', '[', '!', '@']) { "" } else { " " });
                flat.push_str(comment.text);
            }
            if word > range.start && (self.space(word) || self.behind_comment(word)) {
                flat.push(' ');
            }
            flat.push_str(self.words.spelling(word));
        }
        Some(flat)
    }

    /// Whether a comment before a word has a space behind it.
    fn behind_comment(&self, word: usize) -> bool {
        !self.words.comments[word].is_empty() && !hugs_left(self.words.lexed.tokens[word].kind)
    }

    fn space(&self, word: usize) -> bool {
        word.checked_sub(self.first).and_then(|at| self.spaces.get(at)).copied().unwrap_or(false)
    }
}
