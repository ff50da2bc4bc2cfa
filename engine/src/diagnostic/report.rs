//! A diagnostic with the texts that it speaks of, as miette wants it for printing. Refuses to know terminals, colours
//! and widths.

use std::fmt;
use std::sync::Arc;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::{Diagnostic, Severity};
use crate::source::{Source, SourceId, Sources, Span};

/// Bytes of a line that is shown whole. A longer one is shown around its place only: it would be all that there is to see,
/// and miette cannot print beyond 65,535 columns.
const LONG_LINE: usize = 1_000;

/// Bytes that are shown before the place in a long line.
const BEFORE: usize = 200;

/// A diagnostic that can be printed. Its labels are all of the text of its main place; what it says of other texts is
/// in further reports, which miette prints below it.
#[derive(Clone, Debug)]
pub struct Report {
    severity: miette::Severity,
    code: String,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    text: Option<Text>,
    related: Vec<Report>,
}

impl Report {
    /// The report of a diagnostic about these texts.
    #[must_use]
    pub fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let main = diagnostic.span().map(|span| span.source);
        let mut others: Vec<SourceId> = Vec::new();
        for label in &diagnostic.labels {
            let source = label.span.source;
            if Some(source) != main && !others.contains(&source) {
                others.push(source);
            }
        }
        let related = others.into_iter().map(|source| Self {
            severity: miette::Severity::Advice,
            code: String::new(),
            message: "in another file".to_owned(),
            help: None,
            labels: labels(diagnostic, source, sources),
            text: sources.get(source).map(Text::new),
            related: Vec::new(),
        });
        Self {
            severity: match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            code: format!("gatelog::{}", diagnostic.code),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            labels: main.map_or_else(Vec::new, |main| labels(diagnostic, main, sources)),
            text: main.and_then(|main| sources.get(main)).map(Text::new),
            related: related.collect(),
        }
    }
}

/// The labels that lie in one text; the diagnostic's main place is the primary one.
fn labels(diagnostic: &Diagnostic, source: SourceId, sources: &Sources) -> Vec<LabeledSpan> {
    let length = sources.get(source).map_or(0, |source| source.text.len());
    let inside = |span: Span| {
        let start = (span.start as usize).min(length);
        let end = (span.end as usize).clamp(start, length);
        let text = sources.get(source).map_or("", |source| &source.text);
        SourceSpan::new(start.into(), shown(&text[start..end]))
    };
    let mut list = Vec::new();
    for (index, label) in diagnostic.labels.iter().enumerate() {
        if label.span.source != source {
            continue;
        }
        let text = (!label.text.is_empty()).then(|| label.text.clone());
        let span = inside(label.span);
        list.push(if index == 0 {
            LabeledSpan::new_primary_with_span(text, span)
        } else {
            LabeledSpan::new_with_span(text, span)
        });
    }
    list
}

/// How much of a place is marked: of one with a long line, what its first line has within the bounds.
fn shown(place: &str) -> usize {
    if place.split('\n').all(|line| line.len() <= LONG_LINE) {
        return place.len();
    }
    let first = place.find('\n').unwrap_or(place.len());
    place.floor_char_boundary(first.min(LONG_LINE))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.code.is_empty()).then(|| Box::new(&self.code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.text.as_ref().map(|text| text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.related.is_empty() {
            return None;
        }
        let related = self.related.iter();
        Some(Box::new(related.map(|report| report as &dyn miette::Diagnostic)))
    }
}

/// A text with its name; shared, not copied.
#[derive(Clone, Debug)]
struct Text {
    name: Arc<str>,
    text: Arc<str>,
}

impl Text {
    fn new(source: &Source) -> Self {
        Self { name: Arc::clone(&source.name), text: Arc::clone(&source.text) }
    }
}

impl SourceCode for Text {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let from = span.offset().min(self.text.len());
        let line = line_start(&self.text[..from], 1);
        let line_end = self.text[from..].find('\n').map_or(self.text.len(), |at| from + at);
        if line_end - line > LONG_LINE {
            let before = if context_lines_before == 0 { 0 } else { BEFORE };
            let cut = self.text.floor_char_boundary(from.saturating_sub(before)).max(line);
            let end = self.text.floor_char_boundary(from.saturating_add(LONG_LINE)).min(line_end).max(cut);
            return Ok(self.contents(cut, end - cut, newlines(&self.text[..cut]), cut - line, 1));
        }
        // What is far before the place is counted, not read.
        let base = line_start(&self.text[..from], context_lines_before + 1);
        let near = SourceSpan::new((from - base).into(), span.len());
        let near = self.text.as_bytes()[base..].read_span(&near, context_lines_before, context_lines_after)?;
        let lines = newlines(&self.text[..base]) + near.line();
        let start = base + near.span().offset();
        let whole = &self.text.as_bytes()[start..start + near.data().len()];
        if whole.split(|&byte| byte == b'\n').all(|line| line.len() <= LONG_LINE) {
            return Ok(self.contents(start, near.data().len(), lines, near.column(), near.line_count()));
        }
        let cut = self.text.floor_char_boundary(from.saturating_sub(BEFORE)).max(start);
        let end = self.text.floor_char_boundary(from + LONG_LINE).min(start + whole.len()).max(cut);
        let skipped = &self.text[start..cut];
        let column = skipped.rfind('\n').map_or(near.column() + skipped.len(), |at| skipped.len() - at - 1);
        let shown = newlines(&self.text[cut..end]) + 1;
        Ok(self.contents(cut, end - cut, lines + newlines(skipped), column, shown))
    }
}

impl Text {
    fn contents(
        &self,
        start: usize,
        length: usize,
        line: usize,
        column: usize,
        lines: usize,
    ) -> Box<dyn SpanContents<'_> + '_> {
        let data = &self.text.as_bytes()[start..start + length];
        let span = SourceSpan::new(start.into(), length);
        Box::new(MietteSpanContents::new_named(self.name.to_string(), data, span, line, column, lines))
    }
}

/// Where the line begins that is so many lines before the end of a text, its last line being the first.
fn line_start(text: &str, lines: usize) -> usize {
    text.rmatch_indices('\n').nth(lines.saturating_sub(1)).map_or(0, |(at, _)| at + 1)
}

fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}
