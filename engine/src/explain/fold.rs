//! Aggregates over a finished model: what their bodies match, folded. Refuses to know rounds: what an aggregate reads
//! was complete before its rule ran.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::decide::Standing;
use super::term::Gap;
use super::variable::{inner_variables, surface_variables};
use super::{Explainer, State, Task};
use crate::builtin::{self, Scalar};
use crate::interner::Word;
use crate::program::{Aggregate, AggregateOperator, Kind, Operation, RelationId, Rule};
use crate::source::Span;

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
        let mut gap = None;
        let flow = self.each_match(&inner, &mut start, 0, &mut |explainer, state| {
            folded.total += 1;
            if collect {
                folded.rows.extend(Self::used(&inner, state));
            }
            let Some(target) = &aggregate.target else {
                return ControlFlow::Continue(());
            };
            let value = explainer.scalar(task.rule, target, &state.bindings);
            let folds = value.and_then(|value| explainer.add(aggregate, folded.value, value));
            match folds {
                Ok(value) => {
                    folded.value = Some(value);
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
        folded.value = finish(aggregate, folded.value, folded.total);
        Ok(folded)
    }

    fn add(&mut self, aggregate: &Aggregate, before: Option<Scalar>, value: Scalar) -> Result<Scalar, Gap> {
        let value = match aggregate.operator {
            AggregateOperator::Mean => Scalar::Float(float(value)),
            _ => value,
        };
        let Some(before) = before else {
            return Ok(value);
        };
        let interner = self.model.interner();
        match aggregate.operator {
            AggregateOperator::Min if value.compare(before, interner) == Ordering::Less => Ok(value),
            AggregateOperator::Max if value.compare(before, interner) == Ordering::Greater => Ok(value),
            AggregateOperator::Min | AggregateOperator::Max => Ok(before),
            AggregateOperator::Sum | AggregateOperator::Mean | AggregateOperator::Count => {
                self.sum(before, value, aggregate.kind)
            }
        }
    }

    fn sum(&mut self, before: Scalar, value: Scalar, kind: Kind) -> Result<Scalar, Gap> {
        if let (Scalar::Float(before), Scalar::Float(value)) = (before, value) {
            return Ok(Scalar::Float(before + value));
        }
        let nowhere = Span { source: crate::source::SourceId(0), start: 0, end: 0 };
        let (interner, _) = self.model.parts_mut();
        builtin::apply(Operation::Add, &[before, value], kind, nowhere, interner).map_err(|_| Gap::Undefined)
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

fn finish(aggregate: &Aggregate, value: Option<Scalar>, total: u64) -> Option<Scalar> {
    match aggregate.operator {
        AggregateOperator::Count => Some(Scalar::Number(i64::try_from(total).unwrap_or(i64::MAX))),
        AggregateOperator::Sum => Some(value.unwrap_or(match aggregate.kind {
            Kind::Unsigned => Scalar::Unsigned(0),
            Kind::Float => Scalar::Float(0.0),
            Kind::Number | Kind::Symbol | Kind::Compound(_) => Scalar::Number(0),
        })),
        AggregateOperator::Min | AggregateOperator::Max => value,
        AggregateOperator::Mean => value.map(|sum| Scalar::Float(float(sum) / total as f64)),
    }
}

fn float(value: Scalar) -> f64 {
    match value {
        Scalar::Number(number) => number as f64,
        Scalar::Unsigned(number) => number as f64,
        Scalar::Float(number) => number,
        Scalar::Symbol(_) | Scalar::Compound(_) => 0.0,
    }
}
