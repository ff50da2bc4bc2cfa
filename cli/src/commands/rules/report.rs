//! What checks and cases of rules came to, for their authors.

use std::collections::BTreeSet;
use std::fmt::Write;

use engine::casefile::{CaseError, CaseFile, Report};

use crate::bundled;

/// Cases so far.
#[derive(Default)]
pub(super) struct Tally {
    passed: usize,
    /// Cases that failed, and files that hold none.
    pub(super) failed: usize,
    details: String,
    /// Rules that fired in no case of some file.
    unfired: BTreeSet<String>,
    /// Rules that fired in a case.
    fired: BTreeSet<String>,
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
        self.unfired.extend(report.unfired.iter().cloned());
        self.fired.extend(report.fired.iter().cloned());
    }

    /// Failures, rules that no case shows, then the counts.
    pub(super) fn text(&self, files: usize) -> String {
        let unseen: String = self
            .unfired
            .difference(&self.fired)
            .filter(|rule| !rule.starts_with(bundled::PREFIX))
            .map(|rule| format!("{rule}: this rule fired in no case\n"))
            .collect();
        format!("{}{unseen}{} passed, {} failed in {files} files\n", self.details, self.passed, self.failed)
    }
}
