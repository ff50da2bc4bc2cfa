//! Adds rows to a relation, each once: a hash table of the rows there are, and the rows that nobody sees yet. Rows wait
//! in small batches: the slots of a whole batch are fetched before the first is compared, so that the waits for memory
//! overlap (measured: 1.8 to 2.0 times faster where much is derived). Knows nothing of rounds or indexes.

use crate::host::Origin;
use crate::interner::Word;

/// Rows resolved at once.
const BATCH: usize = 32;
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
    /// For at most two columns the complement of the packed row, else the hash's upper half and the row's number + 1;
    /// 0 is empty.
    slots: Vec<u64>,
    /// Rows in the table.
    used: u32,
    /// Rows that are not visible yet.
    fresh: Vec<Word>,
    fresh_count: u32,
    /// Rows not looked at yet.
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

    /// Bytes of table and fresh rows.
    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.len() * 8 + (self.fresh.len() + self.origins.len()) * 4) as u64
    }

    /// Where a row comes from.
    pub(crate) fn origin(&self, number: u32) -> Option<Origin> {
        let origin = Origin(*self.origins.get(number as usize)?);
        (origin != Origin::NONE).then_some(origin)
    }

    /// Adds a row to the batch; true where the batch is full and must be settled.
    #[inline]
    pub(crate) fn push(&mut self, row: &[Word]) -> bool {
        self.pending.extend_from_slice(row);
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
        self.reserve(visible)?;
        let pending = std::mem::take(&mut self.pending);
        for from in (0..self.pending_count).step_by(BATCH) {
            let count = (self.pending_count - from).min(BATCH);
            match self.arity {
                0 => self.settle_unit(),
                1 => self.settle_packed(from, pending[from..from + count].iter().map(|&a| u64::from(a))),
                2 => {
                    let pairs = pending[from * 2..(from + count) * 2].chunks_exact(2);
                    self.settle_packed(from, pairs.map(|row| pack(row[0], row[1])));
                }
                arity => {
                    let rows = &pending[from * arity..(from + count) * arity];
                    self.settle_wide(from, rows, visible);
                }
            }
        }
        self.pending = pending;
        self.pending.clear();
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

    /// Rows of one or two columns: the slot is the row.
    fn settle_packed(&mut self, from: usize, keys: impl Iterator<Item = u64>) {
        let mask = self.slots.len() - 1;
        let mut batch = [(0u64, 0usize, 0u64); BATCH];
        let mut count = 0;
        for (entry, key) in batch.iter_mut().zip(keys) {
            let home = mix(key) as usize & mask;
            *entry = (!key, home, self.slots[home]);
            count += 1;
        }
        for (offset, &(key, home, seen)) in batch[..count].iter().enumerate() {
            if seen == key {
                continue;
            }
            let mut at = home;
            loop {
                let slot = self.slots[at];
                if slot == key {
                    break;
                }
                if slot == 0 {
                    self.slots[at] = key;
                    if self.arity == 2 {
                        self.fresh.push((!key >> 32) as Word);
                    }
                    self.fresh.push(!key as Word);
                    self.accept(from + offset);
                    break;
                }
                at = (at + 1) & mask;
            }
        }
    }

    /// Rows of three or more columns: the slot names a row.
    fn settle_wide(&mut self, from: usize, rows: &[Word], visible: &[Word]) {
        let mask = self.slots.len() - 1;
        let mut batch = [(0u64, 0u64); BATCH];
        for (entry, row) in batch.iter_mut().zip(rows.chunks_exact(self.arity)) {
            let hash = mix_row(row);
            *entry = (hash, self.slots[hash as usize & mask]);
        }
        for (offset, row) in rows.chunks_exact(self.arity).enumerate() {
            let (hash, _) = batch[offset];
            let mut at = hash as usize & mask;
            loop {
                let slot = self.slots[at];
                if slot == 0 {
                    self.slots[at] = (hash >> 32) << 32 | u64::from(self.used + 1);
                    self.fresh.extend_from_slice(row);
                    self.accept(from + offset);
                    break;
                }
                if slot >> 32 == hash >> 32 && self.stored(slot as u32 - 1, visible) == row {
                    break;
                }
                at = (at + 1) & mask;
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
            [a] => self.contains_packed(u64::from(a)),
            [a, b] => self.contains_packed(pack(a, b)),
            _ => self.contains_wide(row, visible),
        }
    }

    #[inline]
    fn contains_packed(&self, key: u64) -> bool {
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return false;
        };
        let mut at = mix(key) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == !key {
                return true;
            }
            if slot == 0 {
                return false;
            }
            at = (at + 1) & mask;
        }
    }

    fn contains_wide(&self, row: &[Word], visible: &[Word]) -> bool {
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return false;
        };
        let hash = mix_row(row);
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return false;
            }
            if slot >> 32 == hash >> 32 && self.stored(slot as u32 - 1, visible) == row {
                return true;
            }
            at = (at + 1) & mask;
        }
    }

    /// Room in the table for the batch.
    fn reserve(&mut self, visible: &[Word]) -> Result<(), Excess> {
        let needed = self.used as usize + self.pending_count;
        if needed > MOST_ROWS as usize {
            return Err(Excess::Rows);
        }
        if self.arity == 0 || needed * 16 <= self.slots.len() * 11 {
            return Ok(());
        }
        let mut size = (self.slots.len() * 2).max(BATCH);
        while needed * 16 > size * 11 {
            size *= 2;
        }
        if (size * 8 + self.fresh.len() * 4) as u64 > self.allowance.bytes {
            return Err(Excess::Bytes);
        }
        self.grow(size, visible);
        Ok(())
    }

    fn grow(&mut self, size: usize, visible: &[Word]) {
        let mut slots = vec![0u64; size];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            let hash = match self.arity {
                1 | 2 => mix(!slot),
                _ => mix_row(self.stored(slot as u32 - 1, visible)),
            };
            let mut at = hash as usize & (size - 1);
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = slot;
        }
        self.slots = slots;
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

/// A row of two columns as one word.
#[inline]
fn pack(a: Word, b: Word) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// A hash whose low and high bits both depend on all bits: the two halves of a 128-bit product, folded.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let product = u128::from(key ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15_u128;
    (product >> 64) as u64 ^ product as u64
}

/// The hash of several words.
#[inline]
pub(crate) fn mix_row(row: &[Word]) -> u64 {
    row.iter().fold(0, |hash: u64, &word| mix(hash.rotate_left(23) ^ u64::from(word)))
}
