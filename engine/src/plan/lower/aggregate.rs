//! Aggregates to steps: a count that is the length of a list, or a block of its own that is folded. Knows nothing of
//! why the aggregate comes now.

use super::registers;
use crate::plan::bound::surface_within;
use crate::plan::expression::kind_of;
use crate::plan::order::{Fault, Planner, Scope};
use crate::plan::{Block, Fold, Register, Step};
use crate::program::{Aggregate, AggregateOperator, Form, Kind};
use crate::source::Span;

impl Planner<'_> {
    pub(in crate::plan) fn place_aggregate(
        &mut self,
        scope: &mut Scope<'_>,
        aggregate: &Aggregate,
        span: Span,
    ) -> Result<(), Fault> {
        let bind = aggregate.result.0 as usize;
        let compare = scope.bound.has(aggregate.result);
        let step = match self.count_rows(scope, aggregate)? {
            Some((index, key)) => Step::CountRows { index, key, bind, compare },
            None => self.fold(scope, aggregate, compare, span)?,
        };
        scope.steps.push(step);
        scope.bound.add(aggregate.result);
        Ok(())
    }

    /// A count of one atom's rows by known columns: the length of a list.
    fn count_rows(
        &mut self,
        scope: &Scope<'_>,
        aggregate: &Aggregate,
    ) -> Result<Option<(usize, Vec<Register>)>, Fault> {
        let [literal] = aggregate.body.as_slice() else {
            return Ok(None);
        };
        let (AggregateOperator::Count, Form::Positive(atom)) = (aggregate.operator, &literal.form) else {
            return Ok(None);
        };
        let columns = self.columns(atom, &scope.bound)?;
        let arity = atom.arguments.len();
        let open = columns.known.len() < arity && !columns.known.is_empty();
        let keyed = self.key_columns(atom.relation).is_some();
        if !open || keyed || !columns.read.checks.is_empty() {
            return Ok(None);
        }
        let index = self.index(atom.relation, arity, &columns.known);
        Ok(Some((index, registers(&columns.known))))
    }

    fn fold(&mut self, scope: &Scope<'_>, aggregate: &Aggregate, compare: bool, span: Span) -> Result<Step, Fault> {
        let mut inner = Scope {
            literals: &aggregate.body,
            outer: surface_within(aggregate, &scope.outer),
            bound: scope.bound.clone(),
            exact: !matches!(aggregate.operator, AggregateOperator::Min | AggregateOperator::Max),
            body: false,
            left: (0..aggregate.body.len()).collect(),
            steps: Vec::new(),
            begun: false,
            questions: self.asks(&aggregate.body),
        };
        self.order(&mut inner)?;
        inner.steps.push(Step::Fold);
        let target = match &aggregate.target {
            Some(term) => Some(self.expression(term)?),
            None => None,
        };
        let kind = match &aggregate.target {
            Some(term) => kind_of(term, self.rule, self.program),
            None => Kind::Number,
        };
        Ok(Step::Aggregate {
            fold: Fold { operator: aggregate.operator, target, kind, span },
            block: Block { steps: inner.steps },
            bind: aggregate.result.0 as usize,
            compare,
        })
    }
}
