//! The loaders behind the input relations: the engine asks by relation and key, this answers with rows and their
//! origins. Each source is read when it is first asked for, and once. What cannot be read becomes a fact that says so.
//! Takes no decision and knows no derived relation.

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::{Datum, Host, HostError, Origin as OriginId, Sink, Value};

use crate::declaration::Declaration;
use crate::draft::Element;
use crate::git::Version;
use crate::ledger::Ledger;
use crate::manifest::Manifest;
use crate::markdown::Document;
use crate::origin::Origin;
use crate::patch::Patch;
use crate::payload::Payload;
use crate::shell::Script;
use crate::world::{Seen, World};

mod call;
mod draft;
mod functor;
mod history;
mod journal;
mod json;
mod ledger;
mod manifest;
mod markdown;
mod place;
mod points;
mod probe;
mod row;
mod script;
mod transcript;
mod tree;

pub use functor::call as functor;
pub use journal::PointQuestion;
pub use points::PointsRead;
pub use probe::{ClientVersion, Outcome, ProbeResult, Probes, ProgramInstead, RuleFault};

/// The call in front of the hook, and the process that judges it.
#[derive(Clone, Debug)]
pub struct Call {
    /// What standard input held, or why it cannot be read.
    pub payload: Result<Payload, String>,
    /// The directory that the hook runs in, absolute.
    pub directory: String,
    /// The program that is running.
    pub program: Option<String>,
    /// The folder of gatelog's own state.
    pub state: Option<String>,
    /// Options of the command line: name and value.
    pub options: Vec<(String, String)>,
}

/// Nothing was tried.
static UNTRIED: Probes = Probes {
    home: None,
    results: Vec::new(),
    versions: Vec::new(),
    watched: Vec::new(),
    instead: Vec::new(),
    rule_faults: Vec::new(),
};

/// The evidence of one call under one key.
pub struct Evidence<'a> {
    world: &'a mut dyn World,
    call: &'a Call,
    version: Version,
    versions_differ: bool,
    origins: Vec<Origin>,
    points: BTreeMap<(String, String), Rc<PointsRead>>,
    json: BTreeMap<(String, String, json::Notation), Rc<json::JsonRead>>,
    ledgers: BTreeMap<(String, String, String, String), Rc<Ledger>>,
    documents: BTreeMap<(String, String), Rc<Document>>,
    text_faults: BTreeMap<(String, String), Option<String>>,
    manifests: BTreeMap<(String, String), Rc<Manifest>>,
    declarations: BTreeMap<String, Rc<Vec<Declaration>>>,
    drafts: BTreeMap<(String, String), Rc<Vec<Element>>>,
    scripts: BTreeMap<(String, String), Rc<Script>>,
    patches: BTreeMap<String, Rc<Patch>>,
    transcripts: BTreeMap<String, Rc<Result<Seen, String>>>,
    probes: &'a Probes,
    questions: &'a [PointQuestion],
}

/// Takes rows of one relation, with their origins.
pub(crate) struct Rows<'a> {
    sink: &'a mut dyn Sink,
    origins: &'a mut Vec<Origin>,
}

impl Rows<'_> {
    /// Adds a row.
    pub(crate) fn row(&mut self, values: &[Datum<'_>], origin: Origin) -> Result<(), HostError> {
        let id = match self.origins.last() {
            Some(last) if *last == origin => self.origins.len() - 1,
            _ => {
                self.origins.push(origin);
                self.origins.len() - 1
            }
        };
        self.sink.row(values, OriginId(u32::try_from(id).unwrap_or(u32::MAX)))
    }
}

impl<'a> Evidence<'a> {
    /// The evidence of `call` in `world`. Files that have two keys are read in `version`; where the working tree has
    /// none, or `HEAD` has none, the other version stands in.
    pub fn new(world: &'a mut dyn World, call: &'a Call, version: Version) -> Self {
        Self {
            world,
            call,
            version,
            versions_differ: false,
            origins: Vec::new(),
            points: BTreeMap::new(),
            json: BTreeMap::new(),
            ledgers: BTreeMap::new(),
            documents: BTreeMap::new(),
            text_faults: BTreeMap::new(),
            manifests: BTreeMap::new(),
            declarations: BTreeMap::new(),
            drafts: BTreeMap::new(),
            scripts: BTreeMap::new(),
            patches: BTreeMap::new(),
            transcripts: BTreeMap::new(),
            probes: &UNTRIED,
            questions: &[],
        }
    }

    /// The same, with what was found out by trying the wiring.
    #[must_use]
    pub fn with_probes(mut self, probes: &'a Probes) -> Self {
        self.probes = probes;
        self
    }

    /// The same, with what the declared points ask now.
    #[must_use]
    pub fn with_questions(mut self, questions: &'a [PointQuestion]) -> Self {
        self.questions = questions;
        self
    }

    /// Whether a file with two keys was read whose other version says something else.
    #[must_use]
    pub fn versions_differ(&self) -> bool {
        self.versions_differ
    }

    /// What an origin's number stands for.
    #[must_use]
    pub fn origin(&self, id: OriginId) -> Option<&Origin> {
        self.origins.get(id.0 as usize)
    }
}

/// The texts of a key: every key column of the schema is a symbol.
fn texts<'k>(relation: &str, key: &[Datum<'k>]) -> Result<Vec<&'k str>, HostError> {
    key.iter()
        .map(|value| match value {
            Datum::Symbol(text) => Ok(*text),
            _ => Err(HostError(format!("the key of `{relation}` is not text"))),
        })
        .collect()
}

impl Host for Evidence<'_> {
    fn load(&mut self, relation: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        let key = texts(relation, key)?;
        // The origins leave their place while rows are added, so that a loader can borrow the rest.
        let mut origins = std::mem::take(&mut self.origins);
        let mut rows = Rows { sink, origins: &mut origins };
        let answered = self.answer(relation, &key, &mut rows);
        self.origins = origins;
        match answered? {
            true => Ok(()),
            false => Err(HostError(format!("no loader provides `{relation}` with {} key columns", key.len()))),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        functor(name, arguments)
    }
}

impl Evidence<'_> {
    /// Asks each group of loaders in turn; whether one knew the relation.
    fn answer(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        Ok(self.call_rows(relation, key, rows)?
            || self.place_rows(relation, key, rows)?
            || self.points_rows(relation, key, rows)?
            || self.ledger_rows(relation, key, rows)?
            || self.draft_rows(relation, key, rows)?
            || self.journal_rows(relation, key, rows)?
            || self.script_rows(relation, key, rows)?
            || self.transcript_rows(relation, key, rows)?
            || self.tree_rows(relation, key, rows)?
            || self.history_rows(relation, key, rows)?
            || self.markdown_rows(relation, key, rows)?
            || self.manifest_rows(relation, key, rows)?
            || self.json_rows(relation, key, rows)?
            || self.wiring_rows(relation, key, rows)?)
    }
}
