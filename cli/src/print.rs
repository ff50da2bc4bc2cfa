//! The two streams. A closed standard output is no error of the program: what reads it has seen enough.

use std::io::{self, Write};

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
