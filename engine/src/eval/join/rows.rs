//! The loops over rows and lists, and what derives rows. Knows nothing of the host or of expressions.

use super::{Fault, Join};
use crate::interner::Word;
use crate::plan::{Block, Part, Read, Register, Side, Step};
use crate::program::RelationId;
use crate::relation::BATCH;

impl<'a> Join<'a, '_, '_> {
    pub(super) fn emit(&mut self, row: &[Register]) -> Result<(), Fault> {
        self.fired = true;
        let full = match *row {
            [a] => self.output.push(&[self.registers[a]]),
            [a, b] => self.output.push(&[self.registers[a], self.registers[b]]),
            _ => {
                self.row.clear();
                let registers = &self.registers;
                self.row.extend(row.iter().map(|&register| registers[register]));
                self.output.push(&self.row)
            }
        };
        if full {
            self.flush()?;
        }
        Ok(())
    }

    /// Takes the derived rows of a batch in: each is a step, new or not.
    pub(super) fn flush(&mut self) -> Result<(), Fault> {
        self.spend(self.output.pending())?;
        self.output.settle(self.visible).map_err(Fault::Excess)
    }

    pub(super) fn scan(
        &mut self,
        block: &'a Block,
        next: usize,
        relation: RelationId,
        part: Part,
        read: &'a Read,
    ) -> Result<(), Fault> {
        let relation = &self.relations[relation.0 as usize];
        let rows = match part {
            Part::All => 0..relation.count(),
            Part::Old => 0..relation.old(),
            Part::Delta => relation.old()..relation.count(),
        };
        self.spend(rows.len())?;
        for number in rows {
            if self.read(relation.row(number), read) {
                self.step(block, next)?;
            }
        }
        Ok(())
    }

    pub(super) fn probe(
        &mut self,
        block: &'a Block,
        next: usize,
        relation: RelationId,
        list: &'a [u32],
        read: &'a Read,
    ) -> Result<(), Fault> {
        self.spend(list.len())?;
        let relation = &self.relations[relation.0 as usize];
        for &number in list {
            if self.read(relation.row(number), read) {
                self.step(block, next)?;
            }
        }
        Ok(())
    }

    pub(super) fn probe_column(
        &mut self,
        block: &'a Block,
        next: usize,
        list: &'a [u32],
        bind: Register,
    ) -> Result<(), Fault> {
        // What is derived as it is looked at counts once, when it is taken in.
        if let Step::Emit(row) = &block.steps[next] {
            return self.emit_list(row, list, bind);
        }
        self.spend(list.len())?;
        match &block.steps[next] {
            // Most lists that are looked for are empty in a sparse join: found out here, before the next step begins.
            Step::ProbeColumn { index, key, part: Part::All, bind: inner, .. } if *key == bind => {
                let index = self.indexes[*index];
                for &word in list {
                    let found = index.get(&[word]);
                    if !found.is_empty() {
                        self.registers[bind] = word;
                        self.probe_column(block, next + 1, found, *inner)?;
                    }
                }
                return Ok(());
            }
            _ => {}
        }
        for &word in list {
            self.registers[bind] = word;
            self.step(block, next)?;
        }
        Ok(())
    }

    /// Derives a row for each word of a list, which goes to `bind`.
    fn emit_list(&mut self, row: &[Register], list: &[u32], bind: Register) -> Result<(), Fault> {
        match *row {
            [first, second] if second == bind && first != bind => {
                let first = self.registers[first];
                self.emit_pairs(list.iter().map(|&word| (first, word)))
            }
            [first, second] if first == bind && second != bind => {
                let second = self.registers[second];
                self.emit_pairs(list.iter().map(|&word| (word, second)))
            }
            _ => {
                for &word in list {
                    self.registers[bind] = word;
                    self.emit(row)?;
                }
                Ok(())
            }
        }
    }

    fn emit_pairs(&mut self, pairs: impl Iterator<Item = (Word, Word)>) -> Result<(), Fault> {
        for (first, second) in pairs {
            self.fired = true;
            if self.output.push_pair(first, second) {
                self.flush()?;
            }
        }
        Ok(())
    }

    pub(super) fn is_member(&mut self, relation: RelationId, row: &[Register]) -> bool {
        let relation = &self.relations[relation.0 as usize];
        match *row {
            [a] => relation.contains(&[self.registers[a]]),
            [a, b] => relation.contains(&[self.registers[a], self.registers[b]]),
            _ => {
                self.gather(row);
                relation.contains(&self.row)
            }
        }
    }

    pub(super) fn intersect(
        &mut self,
        block: &'a Block,
        next: usize,
        sides: &'a [Side; 2],
        bind: Register,
    ) -> Result<(), Fault> {
        let [left, right] = sides;
        let (left_list, right_list) = (self.find(left.index, &[left.key]), self.find(right.index, &[right.key]));
        let (list, other) = if left_list.len() <= right_list.len() { (left_list, right) } else { (right_list, left) };
        if right_list.is_empty() {
            return Ok(());
        }
        self.spend(list.len())?;
        let relation = &self.relations[other.relation.0 as usize];
        let key = self.registers[other.key];
        let mut pairs = [(0, 0); BATCH];
        for words in list.chunks(BATCH) {
            for (pair, &word) in pairs.iter_mut().zip(words) {
                *pair = if other.open_first { (word, key) } else { (key, word) };
            }
            let there = relation.have_pairs(&pairs[..words.len()]);
            for (&word, _) in words.iter().zip(there).filter(|(_, there)| *there) {
                self.registers[bind] = word;
                self.step(block, next)?;
            }
        }
        Ok(())
    }
}
