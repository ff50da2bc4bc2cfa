//! Runs the steps of one rule: registers in an array, one function that calls itself for every step that loops. The
//! relations that a rule reads do not change while it runs; what it derives is not visible before the round ends. Knows
//! nothing of strata or rounds.

mod ask;
mod compute;
mod rows;

use super::aggregate::{Tally, result};
use super::{World, exceeded};
use crate::builtin::{Scalar, holds};
use crate::index::Index;
use crate::interner::Word;
use crate::limits::{EvalError, Limits, Stop};
use crate::plan::{Block, Mode, Part, Read, Register, RulePlan, Step};
use crate::program::types::ConstructorIndex;
use crate::program::{Program, RelationId, Rule};
use crate::relation::{Excess, Relation, Writer};

/// One run of one rule.
pub(super) struct Join<'a, 'p, 'h> {
    relations: &'a [Relation],
    indexes: Vec<&'a Index>,
    registers: Vec<Word>,
    /// Innermost last.
    tallies: Vec<Tally<'a>>,
    /// Rows of the derived relation that are visible.
    visible: &'a [Word],
    output: &'a mut Writer,
    world: &'a mut World<'p, 'h>,
    limits: Limits,
    row: Vec<Word>,
    /// Anything was derived, new or not.
    fired: bool,
}

/// Why a run ended early.
pub(super) enum Fault {
    /// The derived relation may not grow.
    Excess(Excess),
    /// No step is left.
    Steps,
    /// Anything else.
    Stop(Stop),
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Adds what a rule derives to `output`; whether it derived anything, new or not.
pub(super) fn run<'a, 'p, 'h>(
    plan: &'a RulePlan,
    relations: &'a [Relation],
    visible: &'a [Word],
    output: &'a mut Writer,
    world: &'a mut World<'p, 'h>,
    limits: Limits,
    indexes: Vec<&'a Index>,
) -> Result<bool, Fault> {
    let mut registers = vec![0; plan.registers];
    for &(register, word) in &plan.constants {
        registers[register] = word;
    }
    let mut join = Join {
        relations,
        indexes,
        registers,
        tallies: Vec::new(),
        visible,
        output,
        world,
        limits,
        row: Vec::new(),
        fired: false,
    };
    join.step(&plan.block, 0)?;
    join.flush()?;
    Ok(join.fired)
}

impl<'a> Join<'a, '_, '_> {
    /// Does the steps of a block from position `at` on, for the registers as they are.
    fn step(&mut self, block: &'a Block, at: usize) -> Result<(), Fault> {
        let mut at = at;
        loop {
            let next = at + 1;
            match &block.steps[at] {
                Step::Scan { relation, part, read } => return self.scan(block, next, *relation, *part, read),
                Step::Probe { relation, index, key, part, read } => {
                    let list = self.list(*relation, *index, key, *part);
                    return self.probe(block, next, *relation, list, read);
                }
                Step::ProbeColumn { relation, index, key, part, bind } => {
                    let list = self.list(*relation, *index, &[*key], *part);
                    return self.probe_column(block, next, list, *bind);
                }
                Step::Intersect { sides, bind } => {
                    return self.intersect(block, next, sides, *bind);
                }
                Step::Ask { relation, key, read, mode: Mode::Each, span } => {
                    return self.ask_each(block, next, (*relation, *span), key, read);
                }
                Step::Range { bind, from, to, step, span } => {
                    let bounds = [Some(from), Some(to), step.as_ref()];
                    return self.range(block, next, *bind, bounds, *span);
                }
                Step::Emit(row) => return self.emit(row),
                Step::Fold => return self.fold(),
                filter => {
                    if !self.passes(filter)? {
                        return Ok(());
                    }
                }
            }
            at = next;
        }
    }

    /// Whether a step that does not loop holds.
    fn passes(&mut self, step: &'a Step) -> Result<bool, Fault> {
        Ok(match step {
            Step::Member { relation, row, wanted } => self.is_member(*relation, row) == *wanted,
            Step::Exists { index, key, wanted } => {
                let list = self.find(*index, key);
                list.is_empty() != *wanted
            }
            Step::NonEmpty { relation, wanted } => (self.relations[relation.0 as usize].count() > 0) == *wanted,
            Step::Same { left, right, wanted } => (self.registers[*left] == self.registers[*right]) == *wanted,
            Step::Compare { operator, left, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let ordering = left.compare(right, &self.world.calculator.interner);
                holds(*operator, ordering)
            }
            Step::Assign { bind, value } => {
                self.registers[*bind] = self.word(value)?;
                true
            }
            Step::Test { test, pattern, text, wanted, span } => self.test(*test, pattern, text, *span)? == *wanted,
            Step::Ask { relation, key, read, mode, span } => {
                self.has_answer(*relation, key, read, *span)? != (*mode == Mode::None)
            }
            Step::Aggregate { fold, block, bind, compare } => {
                self.tallies.push(Tally::new(fold));
                let run = self.step(block, 0);
                let tally = self.tallies.pop();
                run?;
                match tally.map_or(Ok(None), Tally::finish)? {
                    Some(value) => {
                        let word = result(value, &mut self.world.calculator.interner)?;
                        self.settle(*bind, word, *compare)
                    }
                    None => false,
                }
            }
            Step::CountRows { index, key, bind, compare } => {
                let count = Scalar::Number(self.find(*index, key).len() as i64);
                let word = count.encode(&mut self.world.calculator.interner)?;
                self.settle(*bind, word, *compare)
            }
            Step::Make { of, constructor, fields, bind, span } => {
                self.gather(fields);
                let made = self.world.calculator.interner.compound(*of, *constructor, &self.row);
                self.registers[*bind] = made.map_err(|unfit| self.world.calculator.unfit(unfit, *span))?;
                true
            }
            Step::Take { record, constructor, read } => self.take_apart(self.registers[*record], *constructor, read),
            Step::Never => false,
            // The loops of `step`.
            Step::Scan { .. }
            | Step::Probe { .. }
            | Step::ProbeColumn { .. }
            | Step::Intersect { .. }
            | Step::Range { .. }
            | Step::Emit(_)
            | Step::Fold => false,
        })
    }

    /// Reads the fields of a record into registers; whether the constructor made it, and those that must be equal are.
    fn take_apart(&mut self, record: Word, constructor: ConstructorIndex, read: &Read) -> bool {
        let (made_by, fields) = self.world.calculator.interner.parts(record);
        if made_by != constructor {
            return false;
        }
        for &(column, register) in &read.binds {
            self.registers[register] = fields[column];
        }
        read.checks.iter().all(|&(column, register)| fields[column] == self.registers[register])
    }

    /// Gives a register its value, or compares with the one that it has.
    fn settle(&mut self, bind: Register, word: Word, compare: bool) -> bool {
        if compare {
            return self.registers[bind] == word;
        }
        self.registers[bind] = word;
        true
    }

    /// Counts steps that are about to be done: a list at once, so that none costs anything by itself.
    #[inline]
    fn spend(&mut self, steps: usize) -> Result<(), Fault> {
        self.world.steps = self.world.steps.checked_sub(steps as u64).ok_or(Fault::Steps)?;
        Ok(())
    }

    /// Takes a row's words into registers; whether those that must be equal are.
    #[inline]
    fn read(&mut self, row: &[Word], read: &Read) -> bool {
        for &(column, register) in &read.binds {
            self.registers[register] = row[column];
        }
        read.checks.iter().all(|&(column, register)| row[column] == self.registers[register])
    }

    /// The list of a key.
    #[inline]
    fn find(&mut self, index: usize, key: &[Register]) -> &'a [u32] {
        let index = self.indexes[index];
        match *key {
            [only] => index.get(&[self.registers[only]]),
            [first, second] => index.get(&[self.registers[first], self.registers[second]]),
            _ => {
                self.gather(key);
                index.get(&self.row)
            }
        }
    }

    /// The part of a key's list.
    fn list(&mut self, relation: RelationId, index: usize, key: &[Register], part: Part) -> &'a [u32] {
        if part != Part::Old {
            return self.find(index, key);
        }
        let old = self.relations[relation.0 as usize].old();
        self.gather(key);
        self.indexes[index].get_old(&self.row, old)
    }

    fn gather(&mut self, registers: &[Register]) {
        self.row.clear();
        self.row.extend(registers.iter().map(|&register| self.registers[register]));
    }
}

impl Fault {
    /// The error, of a run of this rule.
    pub(super) fn stop(self, program: &Program, rule: &Rule, limits: Limits) -> Stop {
        match self {
            Self::Excess(excess) => exceeded(program, limits, rule.head, excess),
            Self::Steps => {
                let relation = program.relation(rule.head).name.clone();
                Box::new(EvalError::Steps { relation, limit: limits.steps, span: rule.span })
            }
            Self::Stop(stop) => stop,
        }
    }
}
