//! Aggregates over a finished model: what their bodies match, folded. Refuses to know rounds: what an aggregate reads
//! was complete before its rule ran.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::decide::Standing;
use super::term::Gap;
use super::variable::{inner_variables, surface_variables};
use super::{Explainer, State, Task};
use crate::builtin::{Misfit, Scalar, Tally};
use crate::interner::Word;
use crate::program::{Aggregate, RelationId, Rule};

/// What an aggregate comes to.
#[derive(Clone, Debug)]
pub(crate) struct Folded {
    /// The result; none where there is no value over nothing.
    pub(crate) value: Option<Scalar>,
    /// Matches of the body.
    pub(crate) total: u64,
    /// The rows that they use.
    pub(crate) rows: BTreeSet<(RelationId, u32)>,
}

/// Sums of floats depend on the order of their terms; results this near to each other are of the same terms.
const SAME: f64 = 1e-9;

impl Explainer<'_, '_> {
    /// How an aggregate literal stands.
    pub(super) fn aggregated(&mut self, task: &Task<'_>, aggregate: &Aggregate, state: &State) -> Standing {
        let mut inner = BTreeSet::new();
        inner_variables(aggregate, &mut inner);
        let unbound = |id| task.outer.contains(id) && state.bindings[id.0 as usize].is_none();
        if inner.iter().any(unbound) {
            return Standing::NotReady;
        }
        let Ok(folded) = self.fold(task, aggregate, state, false) else {
            return Standing::Unknown;
        };
        let Some(value) = folded.value else {
            return Standing::Fails;
        };
        let kind = task.rule.variables[aggregate.result.0 as usize].kind;
        match state.bindings[aggregate.result.0 as usize] {
            Some(word) => {
                let known = Scalar::decode(word, kind, self.model.interner());
                let same = is_same(known, value) || known.compare(value, self.model.interner()).is_eq();
                if same { Standing::HOLDS } else { Standing::Fails }
            }
            None => match self.encode(value) {
                Ok(word) => Standing::Holds(vec![(aggregate.result, word)]),
                Err(_) => Standing::Unknown,
            },
        }
    }

    /// Folds what an aggregate's body matches.
    pub(crate) fn fold(
        &mut self,
        task: &Task<'_>,
        aggregate: &Aggregate,
        state: &State,
        collect: bool,
    ) -> Result<Folded, Gap> {
        let mut outer = task.outer.clone();
        if let Some(target) = &aggregate.target {
            surface_variables(std::slice::from_ref(target), &[], &mut outer);
        }
        surface_variables(&[], &aggregate.body, &mut outer);
        let seen = |(index, word): (u32, &Option<Word>)| {
            word.filter(|_| task.outer.contains(&crate::program::VariableId(index)))
        };
        let bindings = (0..).zip(&state.bindings).map(seen).collect();
        let inner = Task { rule: task.rule, body: &aggregate.body, outer, before: None };
        let mut start = State::new(&inner, bindings);
        let mut folded = Folded { value: None, total: 0, rows: BTreeSet::new() };
        let mut tally = Tally::new(aggregate.operator, aggregate.kind);
        let mut gap = None;
        let flow = self.each_match(&inner, &mut start, 0, &mut |explainer, state| {
            folded.total += 1;
            if collect {
                folded.rows.extend(Self::used(&inner, state));
            }
            let Some(target) = &aggregate.target else {
                tally.take(None, explainer.model.interner());
                return ControlFlow::Continue(());
            };
            match explainer.scalar(task.rule, target, &state.bindings) {
                Ok(value) => {
                    tally.take(Some(value), explainer.model.interner());
                    ControlFlow::Continue(())
                }
                Err(found) => {
                    gap = Some(found);
                    ControlFlow::Break(())
                }
            }
        });
        if flow.is_break() {
            return Err(gap.unwrap_or(Gap::Undefined));
        }
        folded.value = tally.finish().map_err(|Misfit| Gap::Undefined)?;
        Ok(folded)
    }

    /// The value of a folded result.
    pub(crate) fn result_value(&mut self, rule: &Rule, aggregate: &Aggregate, word: Word) -> crate::host::Value {
        self.value_of(word, rule.variables[aggregate.result.0 as usize].kind)
    }
}

/// Whether two floats are results of the same terms in another order.
pub(crate) fn is_same(left: Scalar, right: Scalar) -> bool {
    match (left, right) {
        (Scalar::Float(left), Scalar::Float(right)) => {
            (left - right).abs() <= SAME * left.abs().max(right.abs()).max(1.0)
        }
        _ => false,
    }
}
