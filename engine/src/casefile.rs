//! Tests of rules, and of the language, as programs with comments: `//- case NAME` begins a case, `//- expect RELATION`
//! lists the rows that must be there (`includes`: among others), `//- explain ATOM` and `//- absent ATOM` have the proof or
//! the absence as comments, a caret comment under a text expects a diagnostic. A reader can rely on: a place in a case is
//! a place in the file, and explanations name no places. Knows no folders and no command.

mod bless;
mod coverage;
mod diagnose;
mod explain;
mod read;
mod run;

use std::fmt;

pub use bless::bless;
pub use coverage::{Coverage, LiteralPlace, coverage};
pub use read::read_cases;
pub use run::{Outcome, Report, run_cases, visit_cases};

use crate::diagnostic::Severity;

/// A file of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFile {
    /// What diagnostics show, and what includes are relative to.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// One past the last line of the program under test, from 1: the first case's line.
    pub program_end: u32,
    /// The cases, in order; there is at least one.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What it shows.
    pub name: String,
    /// Its first line, from 1.
    pub line: u32,
    /// Lines of its own facts and rules, end excluded.
    pub body: (u32, u32),
    /// What must come out.
    pub expectations: Vec<Expectation>,
    /// What must be explained, and how.
    pub explanations: Vec<Explanation>,
    /// Which diagnostics there must be.
    pub carets: Vec<Caret>,
}

/// Rows that must come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The relation.
    pub relation: String,
    /// Other rows may be there too.
    pub includes: bool,
    /// Its line.
    pub line: u32,
    /// Lines of its rows, end excluded.
    pub rows: (u32, u32),
}

/// An explanation that must come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Why a row is not there, instead of why one is.
    pub absent: bool,
    /// The atom, as it is written.
    pub atom: String,
    /// Its line.
    pub line: u32,
    /// The lines of the explanation, without their slashes.
    pub text: Vec<String>,
    /// Where these lines stand, end excluded.
    pub lines: (u32, u32),
}

/// A diagnostic that must come out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caret {
    /// The line of the caret itself.
    pub line: u32,
    /// The line that it points to.
    pub target: u32,
    /// The column that it points to, from 1, in characters.
    pub column: u32,
    /// `error` or `warning`.
    pub severity: Severity,
    /// The code.
    pub code: String,
    /// What the message, a label or the help must contain.
    pub text: String,
}

/// A file that is no file of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// The line, from 1.
    pub line: u32,
    /// Lower case, no full stop.
    pub message: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for CaseError {}
