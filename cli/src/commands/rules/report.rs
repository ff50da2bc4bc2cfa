//! What checks and cases of rules came to, for their authors.

use std::fmt::Write;

use engine::casefile::{CaseError, CaseFile, Report};
use engine::{Diagnostic, Sources};

/// A diagnostic with its text underlined; in colour on a terminal unless `NO_COLOR` is set.
pub(super) fn rendered(diagnostic: &Diagnostic, sources: &Sources) -> String {
    format!("{}\n", diagnostic.line(sources))
}

/// Cases so far.
#[derive(Default)]
pub(super) struct Tally {
    passed: usize,
    /// Cases that failed, and files that hold none.
    pub(super) failed: usize,
    details: String,
}

impl Tally {
    /// A file whose cases cannot be read.
    pub(super) fn unreadable(&mut self, name: &str, fault: &CaseError) {
        self.failed += 1;
        let _ = writeln!(self.details, "{name}:{}: {}", fault.line, fault.message);
    }

    /// The outcomes of a file.
    pub(super) fn add(&mut self, file: &CaseFile, report: &Report) {
        for outcome in &report.outcomes {
            if outcome.differences.is_empty() {
                self.passed += 1;
                continue;
            }
            self.failed += 1;
            let _ = writeln!(self.details, "{}:{}: case failed: {}", file.name, outcome.line, outcome.name);
            for difference in &outcome.differences {
                let _ = writeln!(self.details, "    {}", difference.replace('\n', "\n    "));
            }
        }
        for rule in &report.unfired {
            let _ = writeln!(self.details, "{rule}: this rule fired in no case");
        }
    }

    /// Failures, then the counts.
    pub(super) fn text(&self, files: usize) -> String {
        format!("{}{} passed, {} failed in {files} files\n", self.details, self.passed, self.failed)
    }
}
