//! Aggregates, from every match of their bodies. Refuses to know how a match is found.

use std::collections::BTreeSet;

use super::Naive;
use super::solve::{LONGEST, Scope, Search, Truth};
use super::variable::{collect, inside, surface};
use crate::builtin::{self, Scalar, Total};
use crate::interner::Word;
use crate::program::{Aggregate, AggregateOperator, Kind, RelationId, VariableId};
use crate::proof::check::Checked;

/// What an aggregate comes to.
pub(in crate::proof::check) struct Folded {
    pub(in crate::proof::check) total: u64,
    pub(in crate::proof::check) rows: BTreeSet<(RelationId, usize)>,
    value: Option<Scalar>,
}

impl<'p> Naive<'p> {
    pub(super) fn aggregated(
        &mut self,
        scope: &Scope<'p>,
        aggregate: &'p Aggregate,
        bindings: &[Option<Word>],
    ) -> Checked<Truth> {
        let mut inner = BTreeSet::new();
        inside(aggregate, &mut inner);
        let open = |id: &VariableId| scope.outer.contains(id) && bindings[id.0 as usize].is_none();
        if inner.iter().any(open) {
            return Ok(Truth::Open);
        }
        let Some(value) = self.fold(scope, aggregate, bindings)?.value else {
            return Ok(Truth::Fails);
        };
        let kind = scope.rule.variables[aggregate.result.0 as usize].kind;
        let Some(word) = bindings[aggregate.result.0 as usize] else {
            let word = value.encode(&mut self.interner).map_err(|_| "the document has too many values")?;
            return Ok(Truth::Holds(vec![(aggregate.result, word)]));
        };
        let known = Scalar::decode(word, kind, &self.interner);
        let same = match (known, value) {
            // The order of a sum's terms is not part of a proof.
            (Scalar::Float(left), Scalar::Float(right)) => {
                (left - right).abs() <= 1e-9 * left.abs().max(right.abs()).max(1.0)
                    || builtin::order(left, right).is_eq()
            }
            _ => known.compare(value, &self.interner).is_eq(),
        };
        Ok(if same { Truth::HOLDS } else { Truth::Fails })
    }

    /// Folds what an aggregate's body matches.
    pub(in crate::proof::check) fn fold(
        &mut self,
        scope: &Scope<'p>,
        aggregate: &'p Aggregate,
        bindings: &[Option<Word>],
    ) -> Checked<Folded> {
        let mut outer = scope.outer.clone();
        aggregate.target.iter().for_each(|target| collect(target, &mut outer));
        aggregate.body.iter().for_each(|literal| surface(literal, &mut outer));
        let inner = Scope { rule: scope.rule, outer };
        let seen = (0..).map(VariableId).zip(bindings);
        let mut seen: Vec<Option<Word>> = seen.map(|(id, word)| word.filter(|_| scope.outer.contains(&id))).collect();
        let mut folded = Folded { total: 0, rows: BTreeSet::new(), value: None };
        let mut values = Vec::new();
        if aggregate.body.len() > LONGEST {
            return Err("an aggregate is too long".to_owned());
        }
        let search = Search { scope: &inner, left: aggregate.body.iter().collect(), used: Vec::new(), unknown: false };
        self.search(search, &mut seen, &mut |naive, bindings, used| {
            folded.total += 1;
            folded.rows.extend(used);
            if let Some(target) = &aggregate.target {
                let value = naive.scalar(scope.rule, target, bindings);
                values.push(value.map_err(|_| "an aggregate's term has no value")?);
            }
            Ok(())
        })?;
        folded.value = self.result(aggregate, &values, folded.total)?;
        Ok(folded)
    }

    fn result(&self, aggregate: &Aggregate, values: &[Scalar], total: u64) -> Checked<Option<Scalar>> {
        let least = |left: &Scalar, right: &Scalar| left.compare(*right, &self.interner);
        Ok(match aggregate.operator {
            AggregateOperator::Count => Some(Scalar::Number(i64::try_from(total).unwrap_or(i64::MAX))),
            AggregateOperator::Min => values.iter().copied().min_by(least),
            AggregateOperator::Max => values.iter().copied().max_by(least),
            AggregateOperator::Mean => added(aggregate.kind, values).mean(total),
            AggregateOperator::Sum => {
                Some(added(aggregate.kind, values).sum(total).ok_or("a sum does not fit its type")?)
            }
        })
    }
}

fn added(kind: Kind, values: &[Scalar]) -> Total {
    values.iter().fold(Total::zero(kind), |total, &value| total.and(value))
}
