//! What one check came to. Knows no format and no check by name.

use std::collections::BTreeMap;

use crate::exit::Exit;

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing is violated.
    Pass,
    /// Something is violated.
    Fail,
    /// The check could not be made.
    Unverified,
}

impl Verdict {
    /// The word for it in every format.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unverified => "unverified",
        }
    }
}

/// Where a finding is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// From the top of the tree where it lies in it, else absolute.
    pub(crate) file: String,
    /// From 1; 0 for the file as a whole.
    pub(crate) line: u64,
    /// In characters, from 1; 0 for the line as a whole.
    pub(crate) column: u64,
}

/// A row of `violation`, `warning`, `stand_down` or `unverified`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// Where, as far as its premises are of a place.
    pub(crate) place: Option<Place>,
    /// The `@[rule]` of the clause that derived it.
    pub(crate) rule: String,
    /// What it is about; empty for what is about the whole check.
    pub(crate) subject: String,
    /// What is wrong, and what to do.
    pub(crate) message: String,
    /// The id of its proof, 12 digits; empty where none was found.
    pub(crate) proof: String,
}

/// What a rule of the check came to: a row of `outcome`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Outcome {
    /// Its place among the rows.
    pub(crate) order: i64,
    /// The rule.
    pub(crate) rule: String,
    /// What the rule is about.
    pub(crate) about: String,
    /// What it came to.
    pub(crate) state: String,
    /// Why; empty where the findings say it.
    pub(crate) why: String,
}

/// A check, made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// Its name.
    pub(crate) check: String,
    pub(crate) violations: Vec<Finding>,
    pub(crate) warnings: Vec<Finding>,
    pub(crate) stand_downs: Vec<Finding>,
    pub(crate) unverified: Vec<Finding>,
    /// Figures by name.
    pub(crate) counts: BTreeMap<String, i64>,
    /// What its rules came to, in their order.
    pub(crate) outcomes: Vec<Outcome>,
}

impl Report {
    /// A violation beats what could not be verified.
    pub(crate) fn verdict(&self) -> Verdict {
        match (self.violations.is_empty(), self.unverified.is_empty()) {
            (false, _) => Verdict::Fail,
            (true, false) => Verdict::Unverified,
            (true, true) => Verdict::Pass,
        }
    }

    /// The findings by kind, in the order of a report.
    pub(crate) fn lists(&self) -> [(Kind, &[Finding]); 4] {
        [
            (Kind::Violation, &self.violations),
            (Kind::Unverified, &self.unverified),
            (Kind::Warning, &self.warnings),
            (Kind::StandDown, &self.stand_downs),
        ]
    }

    /// Every finding with its kind, in the order of a report.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (Kind, &Finding)> {
        self.lists().into_iter().flat_map(|(kind, list)| list.iter().map(move |finding| (kind, finding)))
    }
}

/// Which relation a finding is a row of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The check fails.
    Violation,
    /// The check could not be made.
    Unverified,
    /// Changes no exit status.
    Warning,
    /// A rule was not applied.
    StandDown,
}

impl Kind {
    /// For people.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Violation => "violation",
            Self::Unverified => "unverified",
            Self::Warning => "warning",
            Self::StandDown => "not applied",
        }
    }
}

/// Of all reports: a violation beats what could not be verified.
pub(crate) fn exit(reports: &[Report]) -> Exit {
    let any = |verdict| reports.iter().any(|report| report.verdict() == verdict);
    match (any(Verdict::Fail), any(Verdict::Unverified)) {
        (true, _) => Exit::Fail,
        (false, true) => Exit::Unmade,
        (false, false) => Exit::Pass,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S1, L5: a check that could not be made never passes, and a violation beats it.
    #[test]
    fn a_violation_beats_unverified_beats_pass() {
        let finding = Finding {
            place: None,
            rule: "r".to_owned(),
            subject: String::new(),
            message: "m".to_owned(),
            proof: String::new(),
        };
        let pass = Report::default();
        let unverified = Report { unverified: vec![finding.clone()], ..Report::default() };
        let fail = Report { violations: vec![finding.clone()], unverified: vec![finding], ..Report::default() };
        assert_eq!(exit(std::slice::from_ref(&pass)), Exit::Pass);
        assert_eq!(exit(&[pass.clone(), unverified.clone()]), Exit::Unmade);
        assert_eq!(exit(&[unverified, fail, pass]), Exit::Fail);
    }
}
