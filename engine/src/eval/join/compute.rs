//! Values: expressions, tests, ranges, and what an aggregate takes in. Knows nothing of rows.

use super::{Fault, Join};
use crate::builtin::Scalar;
use crate::eval::World;
use crate::eval::expression::Caller;
use crate::eval::range::Range;
use crate::interner::Word;
use crate::limits::Stop;
use crate::plan::{Block, Expression, Register};
use crate::program::Test;
use crate::source::Span;

impl<'a> Join<'a, '_, '_> {
    pub(super) fn range(
        &mut self,
        block: &'a Block,
        next: usize,
        bind: Register,
        [from, to, step]: [Option<&Expression>; 3],
        span: Span,
    ) -> Result<(), Fault> {
        let (Some(from), Some(to)) = (from, to) else {
            return Ok(());
        };
        let (from, to) = (self.value(from)?, self.value(to)?);
        let step = step.map(|step| self.value(step)).transpose()?;
        let longest = self.world.calculator.longest_range;
        let range = Range::new(from, to, step, longest, span)?;
        self.spend(range.len())?;
        for value in range {
            self.registers[bind] = value.encode(&mut self.world.calculator.interner)?;
            self.step(block, next)?;
        }
        Ok(())
    }

    pub(super) fn fold(&mut self) -> Result<(), Fault> {
        let Some(mut tally) = self.tallies.pop() else {
            return Ok(());
        };
        let value = match tally.target() {
            Some(target) => Some(self.value(target)?),
            None => None,
        };
        tally.take(value, &self.world.calculator.interner);
        self.tallies.push(tally);
        Ok(())
    }

    pub(super) fn test(
        &mut self,
        test: Test,
        pattern: &Expression,
        text: &Expression,
        span: Span,
    ) -> Result<bool, Fault> {
        let (pattern, text) = (self.word(pattern)?, self.word(text)?);
        let calculator = &mut self.world.calculator;
        let interner = &calculator.interner;
        Ok(match test {
            Test::Match => calculator.regexes.matches(pattern, text, span, interner)?,
            Test::Contains => interner.text_of(text).contains(interner.text_of(pattern)),
        })
    }

    pub(super) fn word(&mut self, expression: &Expression) -> Result<Word, Stop> {
        let World { program, host, calculator, .. } = &mut *self.world;
        let mut caller = Caller { program, host: &mut **host, registers: &self.registers };
        calculator.word(expression, &mut caller)
    }

    pub(super) fn value(&mut self, expression: &Expression) -> Result<Scalar, Stop> {
        let World { program, host, calculator, .. } = &mut *self.world;
        let mut caller = Caller { program, host: &mut **host, registers: &self.registers };
        calculator.value(expression, &mut caller)
    }
}
