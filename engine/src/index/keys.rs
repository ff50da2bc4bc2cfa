//! Numbers the keys of an index: `0..len`. Where words are dense, as those of texts and small numbers are, a key of one
//! column is its own number; else a hash table numbers keys in the order in which they come.

use crate::interner::Word;
use crate::relation::mix_row;

/// Words below this are always dense.
const SMALL: u32 = 1 << 10;
/// How many times more numbers than keys a dense index may have.
const SPARSE: u32 = 4;

#[derive(Debug)]
pub(super) enum Keys {
    /// The number is the word.
    Dense {
        /// One past the greatest word.
        len: u32,
        /// Keys added, with repetitions.
        added: u32,
    },
    Hashed(Table),
}

/// Keys of `width` words each, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct Table {
    width: usize,
    words: Vec<Word>,
    count: u32,
    /// Number + 1; 0 is empty.
    slots: Vec<u32>,
}

impl Keys {
    /// For rows that are all known.
    pub(super) fn for_rows(rows: &[Word], arity: usize, columns: &[usize]) -> Self {
        if let [column] = *columns {
            let words = rows.iter().skip(column).step_by(arity.max(1));
            let greatest = words.max().copied().unwrap_or(0);
            let count = (rows.len() / arity.max(1)) as u32;
            if greatest < count.saturating_mul(SPARSE).saturating_add(16) {
                return Self::Dense { len: greatest + 1, added: count };
            }
        }
        Self::Hashed(Table::new(columns.len()))
    }

    /// For rows that come one by one.
    pub(super) fn open(width: usize) -> Self {
        match width {
            1 => Self::Dense { len: 0, added: 0 },
            _ => Self::Hashed(Table::new(width)),
        }
    }

    /// The number of each row's key.
    pub(super) fn groups_of(&mut self, rows: &[Word], arity: usize, columns: &[usize]) -> Vec<u32> {
        match (self, columns) {
            (Self::Dense { .. }, &[column]) => rows.iter().skip(column).step_by(arity.max(1)).copied().collect(),
            (Self::Hashed(table), _) => {
                let mut key = Vec::with_capacity(columns.len());
                rows.chunks_exact(arity.max(1))
                    .map(|row| {
                        key.clear();
                        key.extend(columns.iter().map(|&column| row[column]));
                        table.add(&key) as u32
                    })
                    .collect()
            }
            (Self::Dense { .. }, _) => Vec::new(),
        }
    }

    /// One past the greatest number.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Dense { len, .. } => *len as usize,
            Self::Hashed(table) => table.count as usize,
        }
    }

    /// The number of a key, which becomes known.
    pub(super) fn add(&mut self, key: &[Word]) -> usize {
        if let Self::Dense { len, added } = self {
            let word = key.first().copied().unwrap_or(0);
            *added = added.saturating_add(1);
            if word < SMALL || word / SPARSE < *added {
                *len = (*len).max(word + 1);
                return word as usize;
            }
            *self = Self::Hashed(Table::of_dense(*len));
        }
        match self {
            Self::Hashed(table) => table.add(key),
            Self::Dense { .. } => 0,
        }
    }

    /// The number of a key.
    #[inline]
    pub(super) fn find(&self, key: &[Word]) -> Option<usize> {
        match self {
            Self::Dense { len, .. } => {
                let word = *key.first()?;
                (word < *len).then_some(word as usize)
            }
            Self::Hashed(table) => table.find(key),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Dense { .. } => 0,
            Self::Hashed(table) => ((table.words.len() + table.slots.len()) * 4) as u64,
        }
    }
}

impl Table {
    fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// The words below `len`, each with itself as number.
    fn of_dense(len: u32) -> Self {
        let mut table = Self::new(1);
        for word in 0..len {
            table.add(&[word]);
        }
        table
    }

    fn key(&self, number: u32) -> &[Word] {
        let start = number as usize * self.width;
        &self.words[start..start + self.width]
    }

    fn add(&mut self, key: &[Word]) -> usize {
        if self.slots.len() * 5 <= self.count as usize * 8 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = mix_row(key) as usize & mask;
        loop {
            match self.slots[at].checked_sub(1) {
                None => break,
                Some(number) if self.key(number) == key => return number as usize,
                Some(_) => at = (at + 1) & mask,
            }
        }
        self.words.extend_from_slice(key);
        self.count += 1;
        self.slots[at] = self.count;
        self.count as usize - 1
    }

    fn find(&self, key: &[Word]) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = mix_row(key) as usize & mask;
        loop {
            let number = self.slots[at].checked_sub(1)?;
            if self.key(number) == key {
                return Some(number as usize);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let mut slots = vec![0u32; size];
        for number in 0..self.count {
            let mut at = mix_row(self.key(number)) as usize & (size - 1);
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = number + 1;
        }
        self.slots = slots;
    }
}
