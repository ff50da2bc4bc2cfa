//! Records to steps: one that is known is taken apart, another is made. Knows nothing of why the record comes now.

use super::registers;
use crate::plan::order::{Fault, Planner, Scope};
use crate::plan::{Read, Step};
use crate::program::Compound;
use crate::source::Span;

impl Planner<'_> {
    pub(in crate::plan) fn place_compound(
        &mut self,
        scope: &mut Scope<'_>,
        compound: &Compound,
        span: Span,
    ) -> Result<(), Fault> {
        let (of, constructor) = (compound.of, compound.constructor);
        let columns = self.columns_of(&compound.fields, &scope.bound)?;
        let result = compound.result.0 as usize;
        let step = if scope.bound.has(compound.result) {
            let mut read: Read = columns.read;
            read.checks.extend(columns.known);
            Step::Take { record: result, constructor, read }
        } else {
            Step::Make { of, constructor, fields: registers(&columns.known), bind: result, span }
        };
        scope.steps.push(step);
        scope.bound.add(compound.result);
        for field in &compound.fields {
            scope.bound.add_term(field);
        }
        Ok(())
    }
}
