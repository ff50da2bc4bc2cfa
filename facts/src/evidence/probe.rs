//! Rows about clients and their hooks: what came of trying the hooks. A reader can rely on: a row about a hook has the
//! place where its settings file names it. Refuses to try anything itself, and to know which hook matters.

use engine::{Datum, HostError};

use super::json::Notation;
use super::row::symbols;
use super::{Evidence, Rows};
use crate::git::Version;
use crate::json::JsonValue;
use crate::origin::Origin;

/// What was found out by trying, for the check of the wiring; all empty elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Probes {
    /// The person's home folder.
    pub home: Option<String>,
    /// What hooks did.
    pub results: Vec<ProbeResult>,
    /// What clients say of themselves.
    pub versions: Vec<ClientVersion>,
    /// The tools that rules in force watch.
    pub watched: Vec<String>,
    /// Programs that run in place of those that hooks name.
    pub instead: Vec<ProgramInstead>,
    /// What is wrong with the rules in force.
    pub rule_faults: Vec<RuleFault>,
}

/// What a hook's command did with a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeResult {
    /// The folder that the settings file lies in: a tree, or the home folder.
    pub tree: String,
    /// The settings file, from there.
    pub file: String,
    /// The hook's JSON pointer.
    pub pointer: String,
    /// Which call.
    pub name: String,
    /// What came of it.
    pub outcome: Outcome,
    /// The reason, or what went wrong.
    pub detail: String,
}

/// What came of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The client would have stopped the call.
    Denied,
    /// The client would have gone on, and was meant to.
    Silent,
    /// The client would have gone on, because the command did not work.
    Failed,
    /// The command did not end in time.
    Late,
}

impl Outcome {
    /// Its name in facts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Silent => "silent",
            Self::Failed => "failed",
            Self::Late => "late",
        }
    }
}

/// A program that a hook runs in place of the one that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramInstead {
    /// The folder that the settings file lies in.
    pub tree: String,
    /// The settings file, from there.
    pub file: String,
    /// The hook's JSON pointer.
    pub pointer: String,
    /// The program that is named and is not there.
    pub program: String,
    /// The one that runs.
    pub instead: String,
}

/// A client's version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientVersion {
    /// The client's name in the layout.
    pub client: String,
    /// As it says it.
    pub version: String,
    /// Its three numbers.
    pub numbers: [i64; 3],
}

/// A diagnostic of a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// The file's name.
    pub file: String,
    /// From 1.
    pub line: i64,
    /// `error` or `warning`.
    pub severity: String,
    /// Its code.
    pub code: String,
    /// What is wrong, and how to mend it.
    pub message: String,
}

impl Evidence<'_> {
    pub(super) fn wiring_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        match (relation, key) {
            ("home_directory", []) => {
                if let Some(home) = &self.probes.home {
                    rows.row(&symbols(&[home]), Origin::Process)?;
                }
            }
            ("probe", []) => self.probe_rows(rows)?,
            ("client_version", []) => {
                for ClientVersion { client, version, numbers } in &self.probes.versions {
                    let numbers = numbers.map(Datum::Number);
                    rows.row(&[symbols(&[client, version]).as_slice(), &numbers].concat(), Origin::Process)?;
                }
            }
            ("watched_tool", []) => {
                for tool in &self.probes.watched {
                    rows.row(&symbols(&[tool]), Origin::Process)?;
                }
            }
            ("program_instead", []) => {
                for ProgramInstead { tree, file, pointer, program, instead } in &self.probes.instead {
                    rows.row(&symbols(&[tree, file, pointer, program, instead]), Origin::Process)?;
                }
            }
            ("rule_fault", []) => {
                for RuleFault { file, line, severity, code, message } in &self.probes.rule_faults {
                    let row = [file, severity, code, message].map(|text| Datum::Symbol(text));
                    let [file, severity, code, message] = row;
                    rows.row(&[file, Datum::Number(*line), severity, code, message], Origin::Process)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn probe_rows(&mut self, rows: &mut Rows<'_>) -> Result<(), HostError> {
        let probes = self.probes;
        for result in &probes.results {
            let ProbeResult { tree, file, pointer, name, outcome, detail } = result;
            let read = self.json(tree, file, Notation::Settings);
            let values: &[JsonValue] = match read.as_ref() {
                Some(Ok(values)) => values,
                _ => &[],
            };
            let place = values.iter().find(|value| value.pointer == *pointer);
            let (line, column) = place.map_or((0, 0), |value| (value.line, value.column));
            let row = symbols(&[tree, file, pointer, name, outcome.name(), detail]);
            rows.row(&row, Origin::in_file(tree, file, Version::Working, line, column))?;
        }
        Ok(())
    }
}
