//! Adds rows to a relation, each once: a hash table of the rows there are, and the rows that nobody sees yet. Rows wait
//! in small batches: the slots of a whole batch are fetched before the first is compared, so that the waits for memory
//! overlap (measured: 1.8 to 2.0 times faster where much is derived). Knows nothing of rounds or indexes.

use super::table::{BATCH, Table, mix_row, named_home, pack, packed_home};
use crate::host::Origin;
use crate::interner::Word;

/// Rows beyond this have no number.
const MOST_ROWS: u32 = u32::MAX - 64;

/// The table or the rows are beyond what the writer may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// Too many rows.
    Rows,
    /// Too many bytes.
    Bytes,
}

/// What a writer may still use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Rows that may be added.
    pub(crate) rows: u64,
    /// Bytes that table and added rows may have.
    pub(crate) bytes: u64,
}

/// The set of a relation's rows, and those that are not visible yet.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    arity: usize,
    table: Table,
    /// Rows in the table.
    used: u32,
    /// Rows that are not visible yet.
    fresh: Vec<Word>,
    fresh_count: u32,
    /// Rows of at most two columns not looked at yet, packed.
    keys: Vec<u64>,
    /// Longer rows not looked at yet.
    pending: Vec<Word>,
    pending_count: usize,
    /// Origins of the pending rows, where they have one.
    pending_origins: Vec<u32>,
    /// By row number; rows beyond have none.
    origins: Vec<u32>,
    allowance: Allowance,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { rows: u64::MAX, bytes: u64::MAX }
    }
}

impl Writer {
    /// No rows.
    pub(crate) fn new(arity: usize) -> Self {
        Self { arity, ..Self::default() }
    }

    /// From now on, at most this.
    pub(crate) fn allow(&mut self, rows: u64, bytes: u64) {
        self.allowance = Allowance { rows, bytes };
    }

    /// Rows that are not visible yet.
    pub(crate) fn fresh_count(&self) -> u32 {
        self.fresh_count
    }

    /// Rows of the batch.
    pub(crate) fn pending(&self) -> usize {
        self.pending_count
    }

    /// Bytes of table and fresh rows.
    pub(crate) fn bytes(&self) -> u64 {
        (self.table.bytes() + (self.fresh.len() + self.origins.len()) * 4) as u64
    }

    /// Where a row comes from.
    pub(crate) fn origin(&self, number: u32) -> Option<Origin> {
        let origin = Origin(*self.origins.get(number as usize)?);
        (origin != Origin::NONE).then_some(origin)
    }

    /// Adds a row to the batch; true where the batch is full and must be settled.
    #[inline]
    pub(crate) fn push(&mut self, row: &[Word]) -> bool {
        match *row {
            [a] => self.keys.push(u64::from(a)),
            [a, b] => return self.push_pair(a, b),
            _ => self.pending.extend_from_slice(row),
        }
        self.pending_count += 1;
        self.pending_count >= BATCH
    }

    /// Adds a row of two columns to the batch; true where the batch is full and must be settled.
    #[inline]
    pub(crate) fn push_pair(&mut self, a: Word, b: Word) -> bool {
        self.keys.push(pack(a, b));
        self.pending_count += 1;
        self.pending_count >= BATCH
    }

    /// Adds a row with an origin to the batch; true where the batch is full and must be settled.
    pub(crate) fn push_from(&mut self, row: &[Word], origin: Origin) -> bool {
        if origin != Origin::NONE {
            let none = Origin::NONE.0;
            self.pending_origins.resize(self.pending_count, none);
            self.pending_origins.push(origin.0);
        }
        self.push(row)
    }

    /// Takes the batch into the set. `visible` are the relation's rows.
    pub(crate) fn settle(&mut self, visible: &[Word]) -> Result<(), Excess> {
        if self.pending_count == 0 {
            return Ok(());
        }
        self.reserve()?;
        match self.arity {
            0 => self.settle_unit(),
            1 | 2 => {
                let mut keys = std::mem::take(&mut self.keys);
                for (batch, keys) in keys.chunks(BATCH).enumerate() {
                    self.settle_packed(batch * BATCH, keys);
                }
                keys.clear();
                self.keys = keys;
            }
            arity => {
                let mut pending = std::mem::take(&mut self.pending);
                for (batch, rows) in pending.chunks(BATCH * arity).enumerate() {
                    self.settle_wide(batch * BATCH, rows, visible);
                }
                pending.clear();
                self.pending = pending;
            }
        }
        self.pending_count = 0;
        self.pending_origins.clear();
        if u64::from(self.fresh_count) > self.allowance.rows {
            return Err(Excess::Rows);
        }
        Ok(())
    }

    fn settle_unit(&mut self) {
        if self.used == 0 {
            self.accept(0);
        }
    }

    /// Rows of one or two columns.
    fn settle_packed(&mut self, from: usize, keys: &[u64]) {
        let mut table = std::mem::take(&mut self.table);
        let pairs = self.arity == 2;
        table.add_packed(keys, |position, key| {
            if pairs {
                self.fresh.push((key >> 32) as Word);
            }
            self.fresh.push(key as Word);
            self.accept(from + position);
        });
        self.table = table;
    }

    /// Rows of three or more columns.
    fn settle_wide(&mut self, from: usize, rows: &[Word], visible: &[Word]) {
        let mut hashes = [0u64; BATCH];
        let mut fetched = 0;
        for (hash, row) in hashes.iter_mut().zip(rows.chunks_exact(self.arity)) {
            *hash = mix_row(row);
            fetched |= self.table.fetch(*hash);
        }
        // Nothing to know from the slots yet, but they are near now.
        std::hint::black_box(fetched);
        for (position, (row, &hash)) in rows.chunks_exact(self.arity).zip(&hashes).enumerate() {
            if let Err(at) = self.table.find(hash, |number| self.stored(number, visible) == row) {
                self.table.fill(at, hash, self.used);
                self.fresh.extend_from_slice(row);
                self.accept(from + position);
            }
        }
    }

    /// Counts a new row, the one at `position` in the batch.
    fn accept(&mut self, position: usize) {
        if let Some(&origin) = self.pending_origins.get(position) {
            self.origins.resize(self.used as usize, Origin::NONE.0);
            self.origins.push(origin);
        }
        self.used += 1;
        self.fresh_count += 1;
    }

    /// A row of three or more columns, visible or fresh.
    fn stored<'a>(&'a self, number: u32, visible: &'a [Word]) -> &'a [Word] {
        let start = number as usize * self.arity;
        let (rows, start) = match start.checked_sub(visible.len()) {
            None => (visible, start),
            Some(start) => (self.fresh.as_slice(), start),
        };
        &rows[start..start + self.arity]
    }

    /// Whether a row is there, visible or not.
    #[inline]
    pub(crate) fn contains(&self, row: &[Word], visible: &[Word]) -> bool {
        match *row {
            [] => self.used > 0,
            [a] => self.table.has_packed(u64::from(a)),
            [a, b] => self.table.has_packed(pack(a, b)),
            _ => self.table.find(mix_row(row), |number| self.stored(number, visible) == row).is_ok(),
        }
    }

    /// Which of up to [`BATCH`] rows of two columns are there, by position.
    pub(crate) fn have_pairs(&self, pairs: &[(Word, Word)]) -> [bool; BATCH] {
        let mut keys = [0u64; BATCH];
        for (key, &(a, b)) in keys.iter_mut().zip(pairs) {
            *key = pack(a, b);
        }
        self.table.have_packed(&keys[..pairs.len().min(BATCH)])
    }

    /// Room in the table for the batch.
    fn reserve(&mut self) -> Result<(), Excess> {
        let needed = self.used as usize + self.pending_count;
        if needed > MOST_ROWS as usize {
            return Err(Excess::Rows);
        }
        if self.arity == 0 {
            return Ok(());
        }
        let size = self.table.size_for(needed);
        if self.table.has_size(size) {
            return Ok(());
        }
        if (size * 8 + self.fresh.len() * 4) as u64 > self.allowance.bytes {
            return Err(Excess::Bytes);
        }
        let home = if self.arity <= 2 { packed_home } else { named_home };
        self.table.grow(size, home);
        Ok(())
    }

    /// Moves the fresh rows behind `rows`; their number.
    pub(crate) fn take_fresh(&mut self, rows: &mut Vec<Word>) -> u32 {
        if rows.is_empty() {
            std::mem::swap(rows, &mut self.fresh);
        } else {
            rows.extend_from_slice(&self.fresh);
        }
        self.fresh.clear();
        std::mem::take(&mut self.fresh_count)
    }
}
