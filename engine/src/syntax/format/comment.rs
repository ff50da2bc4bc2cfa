//! Comments between two words, as they are written.

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment<'t> {
    /// From its first slash; spaces at its end left out.
    pub(super) text: &'t str,
    /// One past its last byte.
    pub(super) end: usize,
    /// Line breaks between it and what stands before it.
    pub(super) breaks: usize,
    /// Spaces before it on its line, where it is the first there.
    pub(super) indent: &'t str,
}

impl Comment<'_> {
    /// Whether nothing can follow on its line.
    pub(super) fn ends_line(&self) -> bool {
        self.text.starts_with("//")
    }

    /// Whether it can stand on a line with what it stands between.
    pub(super) fn is_inline(&self) -> bool {
        !self.ends_line() && !self.text.contains('\n')
    }

    /// Whether it points to the line above: `//    ^ error[code]`.
    pub(super) fn is_caret(&self) -> bool {
        self.text.strip_prefix("//").is_some_and(|text| text.trim_start().starts_with('^'))
    }
}

/// The comments between two bytes of a text, with nothing but spaces around them.
pub(super) fn comments(text: &str, from: usize, to: usize) -> Vec<Comment<'_>> {
    let mut found = Vec::new();
    let mut at = from;
    while let Some(slash) = text.get(at..to).and_then(|gap| gap.find('/')) {
        let start = at + slash;
        let rest = &text[start..to];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            rest.get(2..).and_then(|inner| inner.find("*/")).map_or(rest.len(), |end| end + 4)
        };
        let spaces = &text[at..start];
        let line = spaces.rfind('\n').map_or("", |end| &spaces[end + 1..]);
        let end = start + length;
        found.push(Comment {
            text: text[start..end].trim_end(),
            end,
            breaks: spaces.matches('\n').count(),
            indent: line,
        });
        at = end;
    }
    found
}
