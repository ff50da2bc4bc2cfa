//! A relation's rows: each once, in the order in which they were derived, never moved or removed. So a row's number is
//! a clock, a range of rows is a delta, and a count per round says which rows a round could see. Knows no values and no
//! rules.

mod table;
mod writer;

use crate::index::{Index, Payload};
use crate::interner::Word;
pub(crate) use table::{BATCH, mix_row};
pub(crate) use writer::{Excess, Writer};

/// Rows, and what finds them.
#[derive(Debug, Default)]
pub(crate) struct Relation {
    /// Words of a row.
    arity: usize,
    /// All visible rows, one after the other.
    rows: Vec<Word>,
    /// Number of visible rows.
    count: u32,
    /// Rows before the current delta.
    old: u32,
    /// Which rows are there, and those that are not visible yet.
    pub(crate) writer: Writer,
    /// By columns, in the order in which they were asked for.
    indexes: Vec<Index>,
    /// Number of rows before the first round and after each, of the rounds of the relation's stratum.
    pub(crate) rounds: Vec<u32>,
}

impl Relation {
    /// No rows.
    pub(crate) fn new(arity: usize) -> Self {
        Self { arity, writer: Writer::new(arity), ..Self::default() }
    }

    /// Words of a row.
    pub(crate) fn arity(&self) -> usize {
        self.arity
    }

    /// Number of visible rows.
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// Number of rows before the current delta.
    pub(crate) fn old(&self) -> u32 {
        self.old
    }

    /// All visible rows, one after the other.
    pub(crate) fn rows(&self) -> &[Word] {
        &self.rows
    }

    /// The row with this number, which must be below [`Self::count`].
    pub(crate) fn row(&self, number: u32) -> &[Word] {
        let start = number as usize * self.arity;
        &self.rows[start..start + self.arity]
    }

    /// Whether a row is there. Only while the relation has its writer.
    pub(crate) fn contains(&self, row: &[Word]) -> bool {
        self.writer.contains(row, &self.rows)
    }

    /// Which of up to [`BATCH`] rows of two columns are there, by position.
    pub(crate) fn have_pairs(&self, pairs: &[(Word, Word)]) -> [bool; BATCH] {
        self.writer.have_pairs(pairs)
    }

    /// Adds one row and makes it visible. True if it was not there.
    pub(crate) fn insert(&mut self, row: &[Word]) -> Result<bool, Excess> {
        self.writer.push(row);
        self.settle()?;
        let new = self.writer.fresh_count() > 0;
        self.absorb_own();
        Ok(new)
    }

    /// Takes the own writer's batch into the set.
    pub(crate) fn settle(&mut self) -> Result<(), Excess> {
        self.writer.settle(&self.rows)
    }

    /// Makes the own writer's rows visible.
    pub(crate) fn absorb_own(&mut self) {
        let mut writer = std::mem::take(&mut self.writer);
        self.absorb(&mut writer);
        self.writer = writer;
    }

    /// Makes a writer's rows visible: they are the new delta.
    pub(crate) fn absorb(&mut self, writer: &mut Writer) {
        self.old = self.count;
        self.count += writer.take_fresh(&mut self.rows);
        for index in &mut self.indexes {
            index.extend(&self.rows, self.arity, self.old, self.count);
        }
    }

    /// Takes all rows for the coming round's delta, or none.
    pub(crate) fn begin(&mut self) {
        self.old = 0;
        self.rounds.clear();
        self.rounds.push(self.count);
    }

    /// Nothing is a delta any more.
    pub(crate) fn finish(&mut self) {
        self.old = self.count;
    }

    /// The position of an index by these columns; built if it is not there. An index of a relation that still grows
    /// grows with it.
    pub(crate) fn index(&mut self, columns: &[usize], payload: Payload, growing: bool) -> usize {
        let known = self.indexes.iter().position(|index| index.serves(columns, payload));
        known.unwrap_or_else(|| {
            let index =
                if growing { Index::growing(self, columns, payload) } else { Index::finished(self, columns, payload) };
            self.indexes.push(index);
            self.indexes.len() - 1
        })
    }

    /// The index at a position that [`Self::index`] gave.
    pub(crate) fn index_at(&self, position: usize) -> &Index {
        &self.indexes[position]
    }

    /// Bytes of rows, table and indexes.
    pub(crate) fn bytes(&self) -> u64 {
        let indexes: u64 = self.indexes.iter().map(Index::bytes).sum();
        (self.rows.len() * 4) as u64 + self.writer.bytes() + indexes
    }
}
