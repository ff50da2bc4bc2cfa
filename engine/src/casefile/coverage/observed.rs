//! What a case looks at, and what it sees. Knows no mutants.

use super::super::run::{expected, fact};
use super::super::{Case, CaseFile, explain};
use crate::compile::{Loader, Options};
use crate::eval::{Demand, evaluate};
use crate::explain::Explainer;
use crate::host::Host;
use crate::limits::Limits;
use crate::program::Program;

/// A case that passes, and what it saw.
pub(super) struct Watched<'c> {
    case: &'c Case,
    /// The relations that it looks at.
    pub(super) demand: Demand,
    /// By expectation: the rows that must be there, and whether no other may be.
    wants: Vec<(Vec<String>, bool)>,
    seen: Seen,
}

/// What a case sees: the lines of its explanations, or the code of what stopped its evaluation.
type Seen = Result<Vec<Option<Vec<String>>>, &'static str>;

impl<'c> Watched<'c> {
    /// Evaluates a case; none where its expectations are not met, so that there is no outcome to keep.
    pub(super) fn new(
        file: &CaseFile,
        case: &'c Case,
        loader: &mut dyn Loader,
        options: &Options,
        program: &Program,
        host: &mut dyn Host,
        limits: &Limits,
    ) -> Option<Self> {
        let names = case.expectations.iter().map(|expectation| expectation.relation.as_str());
        let atoms = case.explanations.iter().filter_map(|explanation| explanation.atom.split('(').next());
        let names: Vec<&str> = names.chain(atoms.map(str::trim)).collect();
        let wants = case.expectations.iter().map(|expectation| {
            let rows = expected(file, case, expectation, loader, options).ok()?;
            Some((rows.into_keys().collect(), !expectation.includes))
        });
        let wants: Option<Vec<(Vec<String>, bool)>> = wants.collect();
        let demand = Demand::of(program, &names);
        let mut watched = Self { case, demand, wants: wants?, seen: Err("") };
        watched.seen = watched.look(program, host, limits)?;
        Some(watched)
    }

    /// What the case sees; none where its expectations are not met.
    fn look(&self, program: &Program, host: &mut dyn Host, limits: &Limits) -> Option<Seen> {
        let model = match evaluate(program, &self.demand, host, limits) {
            Ok(model) => model,
            Err(error) => return Some(Err(error.code())),
        };
        for (expectation, (rows, exact)) in self.case.expectations.iter().zip(&self.wants) {
            let name = &expectation.relation;
            let mut derived: Vec<String> = model.sorted(name).iter().map(|row| fact(name, row)).collect();
            derived.sort_unstable();
            let all = rows.iter().all(|row| derived.binary_search(row).is_ok());
            if !all || (*exact && derived.len() != rows.len()) {
                return None;
            }
        }
        if self.case.explanations.is_empty() {
            return Some(Ok(Vec::new()));
        }
        let mut explainer = Explainer::new(model).with_host(host);
        let explained = self.case.explanations.iter();
        Some(Ok(explained.map(|explanation| explain::lines(&mut explainer, explanation).ok()).collect()))
    }

    /// Whether the case comes out as it did.
    pub(super) fn is_same(&self, program: &Program, host: &mut dyn Host, limits: &Limits) -> bool {
        self.look(program, host, limits).as_ref() == Some(&self.seen)
    }
}
