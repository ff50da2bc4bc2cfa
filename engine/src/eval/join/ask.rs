//! Rows that the host is asked for by key while a rule runs. Knows nothing of what becomes of them.

use super::{Fault, Join};
use crate::plan::{Block, Read, Register};
use crate::program::RelationId;
use crate::source::Span;

impl<'a> Join<'a, '_, '_> {
    pub(super) fn ask_each(
        &mut self,
        block: &'a Block,
        next: usize,
        (relation, span): (RelationId, Span),
        key: &'a [Register],
        read: &'a Read,
    ) -> Result<(), Fault> {
        self.gather(key);
        let key = self.row.clone();
        let count = self.world.ask(relation, &key, self.limits, span)?.count(&key);
        self.spend(count)?;
        for position in 0..count {
            // Steps further in may ask for other keys, so nothing of this one is held meanwhile.
            let keyed = self.world.ask(relation, &key, self.limits, span)?;
            let Some(row) = keyed.row(&key, position) else {
                break;
            };
            for &(column, register) in &read.binds {
                self.registers[register] = row[column];
            }
            let equal = |&(column, register): &(usize, Register)| row[column] == self.registers[register];
            if read.checks.iter().all(equal) {
                self.step(block, next)?;
            }
        }
        Ok(())
    }

    pub(super) fn has_answer(
        &mut self,
        relation: RelationId,
        key: &[Register],
        read: &Read,
        span: Span,
    ) -> Result<bool, Fault> {
        self.gather(key);
        let key = std::mem::take(&mut self.row);
        let keyed = self.world.ask(relation, &key, self.limits, span)?;
        let count = keyed.count(&key);
        let found = (0..count)
            .filter_map(|position| keyed.row(&key, position))
            .position(|row| read.checks.iter().all(|&(column, register)| row[column] == self.registers[register]));
        self.row = key;
        self.spend(found.map_or(count, |before| before + 1))?;
        Ok(found.is_some())
    }
}
