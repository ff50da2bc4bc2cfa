//! What cases of rules came to, for their authors.

use std::collections::BTreeSet;
use std::fmt::Write;

use engine::casefile::{CaseError, CaseFile, Coverage, LiteralPlace, Report};
use serde_json::{Value, json};

use crate::bundled;

/// Version of the JSON's shape.
const VERSION: u32 = 1;

/// Cases so far.
#[derive(Default)]
pub(super) struct Tally {
    /// Files of cases.
    files: usize,
    passed: usize,
    failures: Vec<Failure>,
    /// Rules that fired in no case of some file.
    unfired: BTreeSet<String>,
    /// Rules that fired in a case.
    fired: BTreeSet<String>,
    /// Of the literals, where they were tried.
    literals: Option<Coverage>,
}

/// A case that failed, or a file that holds none.
struct Failure {
    file: String,
    line: u32,
    /// Empty for a file.
    case: String,
    differences: Vec<String>,
}

impl Tally {
    /// Of so many files.
    pub(super) fn of(files: usize) -> Self {
        Self { files, ..Self::default() }
    }

    /// Cases that failed, and files that hold none.
    pub(super) fn failed(&self) -> usize {
        self.failures.len()
    }

    /// A file whose cases cannot be read.
    pub(super) fn unreadable(&mut self, name: &str, fault: &CaseError) {
        let differences = vec![fault.message.clone()];
        self.failures.push(Failure { file: name.to_owned(), line: fault.line, case: String::new(), differences });
    }

    /// The outcomes of a file.
    pub(super) fn add(&mut self, file: &CaseFile, report: &Report) {
        for outcome in &report.outcomes {
            if outcome.differences.is_empty() {
                self.passed += 1;
                continue;
            }
            self.failures.push(Failure {
                file: file.name.clone(),
                line: outcome.line,
                case: outcome.name.clone(),
                differences: outcome.differences.clone(),
            });
        }
        self.unfired.extend(report.unfired.iter().cloned());
        self.fired.extend(report.fired.iter().cloned());
    }

    /// Whether it is still to be shown that a literal matters: not of a shipped rule, nor of one that fired in no case.
    pub(super) fn is_open(&self, place: &LiteralPlace) -> bool {
        let matters = self.literals.as_ref().is_some_and(|found| found.matters.contains(place));
        !matters && !place.file.starts_with(bundled::PREFIX) && self.fired.contains(&place.rule)
    }

    /// What a file shows of literals.
    pub(super) fn cover(&mut self, found: Coverage) {
        let all = self.literals.get_or_insert_default();
        all.matters.extend(found.matters);
        all.idle.extend(found.idle);
    }

    /// Rules that no case shows.
    fn unseen(&self) -> impl Iterator<Item = &String> {
        self.unfired.difference(&self.fired).filter(|rule| !rule.starts_with(bundled::PREFIX))
    }

    /// Literals that no case needs.
    fn idle(&self) -> impl Iterator<Item = &LiteralPlace> {
        self.literals.iter().flat_map(|found| found.idle.difference(&found.matters))
    }

    /// Failures, what no case shows, then the counts.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for Failure { file, line, case, differences } in &self.failures {
            if case.is_empty() {
                let _ = writeln!(text, "{file}:{line}: {}", differences.join("; "));
                continue;
            }
            let _ = writeln!(text, "{file}:{line}: case failed: {case}");
            for difference in differences {
                let _ = writeln!(text, "    {}", difference.replace('\n', "\n    "));
            }
        }
        for rule in self.unseen() {
            let _ = writeln!(text, "{rule}: this rule fired in no case");
        }
        for LiteralPlace { file, line, column, text: literal, .. } in self.idle() {
            let _ = writeln!(text, "{file}:{line}:{column}: every case comes out the same without `{literal}`");
        }
        let (passed, failed, files) = (self.passed, self.failed(), self.files);
        let _ = writeln!(text, "{passed} passed, {failed} failed in {files} files");
        if let Some(found) = &self.literals {
            let idle = self.idle().count();
            let tried = found.matters.len() + idle;
            let _ = writeln!(text, "{} of {tried} literals matter in a case", tried - idle);
        }
        text
    }

    /// The same for machines.
    pub(super) fn json(&self) -> String {
        let failures: Vec<Value> = self
            .failures
            .iter()
            .map(|failure| {
                json!({
                    "file": failure.file,
                    "line": failure.line,
                    "case": failure.case,
                    "differences": failure.differences,
                })
            })
            .collect();
        let unfired: Vec<Value> = self
            .unseen()
            .map(|rule| {
                let (file, line) = rule.rsplit_once(':').unwrap_or((rule, ""));
                json!({ "file": file, "line": line.parse::<u32>().ok() })
            })
            .collect();
        let mut value = json!({
            "version": VERSION,
            "files": self.files,
            "passed": self.passed,
            "failed": self.failed(),
            "failures": failures,
            "unfired": unfired,
        });
        if let Some(found) = &self.literals {
            let idle: Vec<Value> = self
                .idle()
                .map(|one| json!({ "file": one.file, "line": one.line, "column": one.column, "literal": one.text }))
                .collect();
            value["literals"] = json!({ "matter": found.matters.len(), "idle": idle });
        }
        format!("{value}\n")
    }
}
