//! Which literals of the rules under test matter in a case: each is left out in turn, and the cases are evaluated again. A
//! reader can rely on: a literal matters if some case would fail without it, or if its rule could not be evaluated. Knows
//! no order in which files are tried.

mod mutant;
mod observed;

use std::collections::BTreeSet;

use super::CaseFile;
use super::run::masked;
use crate::compile::{Loader, Options, compile};
use crate::eval::demand::reach;
use crate::host::Host;
use crate::limits::Limits;
use crate::source::Sources;
use mutant::mutants;
use observed::Watched;

/// Where a literal stands, and in which rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LiteralPlace {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The literal, as it is written.
    pub text: String,
    /// The place (`file:line`) of its rule.
    pub rule: String,
}

/// What became of the literals that were tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Those that matter.
    pub matters: BTreeSet<LiteralPlace>,
    /// Those without which each case that reaches their rule comes out the same.
    pub idle: BTreeSet<LiteralPlace>,
}

/// What an evaluation without a literal may use at most: it can derive far more than its rule means to.
const MOST: Limits = Limits { rows: 50_000, rounds: 2_000, bytes: 64 << 20, steps: 20_000_000 };

/// Tries each literal of the rules under test that `wanted` picks, in every case that reaches its rule, until one of them
/// fails. Literals within aggregates stand and fall with those.
pub fn coverage(
    file: &CaseFile,
    loader: &mut dyn Loader,
    host: &mut dyn Host,
    options: &Options,
    limits: &Limits,
    wanted: &mut dyn FnMut(&LiteralPlace) -> bool,
) -> Coverage {
    let most = Limits {
        rows: limits.rows.min(MOST.rows),
        rounds: limits.rounds.min(MOST.rounds),
        bytes: limits.bytes.min(MOST.bytes),
        steps: limits.steps.min(MOST.steps),
    };
    let mut found = Coverage::default();
    let quiet = Options { analyse: false, ..options.clone() };
    for case in &file.cases {
        let mut sources = Sources::new();
        let root = sources.add(file.name.as_str(), masked(file, &[case.body]));
        let Some(mut program) = compile(&mut sources, &[root], loader, &quiet).program else {
            continue;
        };
        let Some(watched) = Watched::new(file, case, loader, &quiet, &program, host, limits) else {
            continue;
        };
        let reached = reach(&program, &watched.demand);
        for mutant in mutants(&program, &sources, root, file.program_end) {
            let place = &mutant.place;
            if found.matters.contains(place) || !mutant.is_reached(&program, &reached) || !wanted(place) {
                continue;
            }
            if !mutant.is_grounded(&program) {
                found.matters.insert(mutant.place);
                continue;
            }
            let kept = mutant.apply(&mut program);
            let same = watched.is_same(&program, host, &most);
            mutant.undo(&mut program, kept);
            if same {
                found.idle.insert(mutant.place);
            } else {
                found.matters.insert(mutant.place);
            }
        }
    }
    found.idle.retain(|place| !found.matters.contains(place));
    found
}
