//! The two streams. A closed standard output is no error of the program: what reads it has seen enough.

use std::io::{self, IsTerminal, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

/// Writes a text and a line break to standard output.
pub(crate) fn line(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}");
}

/// Writes a text to standard output as it is.
pub(crate) fn text(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// Writes a line about the input to standard error.
pub(crate) fn complaint(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}");
}

/// A diagnostic as text for standard output, in colour on a terminal unless `NO_COLOR` is set.
pub(crate) fn diagnostic(diagnostic: &dyn Diagnostic) -> String {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || !io::stdout().is_terminal();
    let theme = if plain { GraphicalTheme::unicode_nocolor() } else { GraphicalTheme::unicode() };
    let mut text = String::new();
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100);
    match handler.render_report(&mut text, diagnostic) {
        Ok(()) => text,
        Err(_) => format!("{diagnostic}\n"),
    }
}
