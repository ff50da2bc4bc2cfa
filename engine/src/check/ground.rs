//! Range restriction: every variable is bound by a positive literal, an aggregate's result or an `=` to something bound;
//! and every key of a keyed relation by something else than itself. Refuses to know types.

mod closure;
mod fault;

use closure::Closure;
pub(super) use closure::occurring;

use super::resolve::Occurrence;
use crate::diagnostic::Diagnostic;
use crate::program::{Program, Rule};

/// Whether a rule has every variable bound, and every key.
pub(super) fn holds(rule: &Rule, program: &Program) -> bool {
    let mut closure = Closure::new(rule, program, true);
    closure.run(false);
    closure.unbound().next().is_none() && closure.stuck.is_empty() && fault::wildcard_keys(rule, program).is_empty()
}

/// What is wrong with a rule's bindings. In a remedy, variables of the head may be new values.
pub(super) fn faults(rule: &Rule, occurrences: &[Occurrence], program: &Program, remedy: bool) -> Vec<Diagnostic> {
    let mut with_keys = Closure::new(rule, program, true);
    with_keys.run(remedy);
    let wildcards = fault::wildcard_keys(rule, program);
    if with_keys.unbound().next().is_none() || !wildcards.is_empty() {
        return wildcards;
    }
    let mut without_keys = Closure::new(rule, program, false);
    without_keys.run(remedy);
    if without_keys.unbound().next().is_some() {
        return fault::ungrounded(&without_keys, occurrences);
    }
    fault::unbound_keys(&with_keys, occurrences)
}
