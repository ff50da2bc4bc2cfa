//! Numbers the keys of an index: `0..len`. Where words are dense, as those of texts and small numbers are, an array
//! finds a key of one column; else a hash table does. Knows no rows.

use crate::interner::Word;
use crate::relation::mix_row;

/// How many times more words than keys the array of a dense index may have room for.
const SPARSE: u32 = 8;
/// Words below this are always dense.
const SMALL: u32 = 1 << 9;

#[derive(Debug)]
pub(super) enum Keys {
    /// The number is the word: all keys are known, and they are dense.
    Words {
        /// One past the greatest word.
        len: u32,
    },
    /// An array by word.
    Array(Array),
    Hashed(Table),
}

/// Keys of one dense word, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct Array {
    /// Number + 1; 0 is no key.
    numbers: Vec<u32>,
    /// By number.
    words: Vec<Word>,
}

/// Keys of `width` words each, numbered as they come.
#[derive(Debug, Default)]
pub(super) struct Table {
    width: usize,
    words: Vec<Word>,
    count: u32,
    /// Number + 1; 0 is empty.
    slots: Vec<u32>,
    /// The greatest word.
    greatest: Word,
    /// The table grew when the last key was added.
    grown: bool,
}

impl Keys {
    /// For rows that are all known.
    pub(super) fn for_rows(rows: &[Word], arity: usize, columns: &[usize]) -> Self {
        if let [column] = *columns {
            let words = rows.iter().skip(column).step_by(arity.max(1));
            let greatest = words.max().copied().unwrap_or(0);
            let count = (rows.len() / arity.max(1)) as u32;
            if greatest < count.saturating_mul(SPARSE).saturating_add(16) {
                return Self::Words { len: greatest + 1 };
            }
        }
        Self::Hashed(Table::new(columns.len()))
    }

    /// For rows that come one by one.
    pub(super) fn open(width: usize) -> Self {
        match width {
            1 => Self::Array(Array::default()),
            _ => Self::Hashed(Table::new(width)),
        }
    }

    /// The number of each row's key.
    pub(super) fn groups_of(&mut self, rows: &[Word], arity: usize, columns: &[usize]) -> Vec<u32> {
        if let (Self::Words { .. }, &[column]) = (&*self, columns) {
            let words = rows.iter().skip(column).step_by(arity.max(1));
            return words.copied().collect();
        }
        let mut key = Vec::with_capacity(columns.len());
        rows.chunks_exact(arity.max(1))
            .map(|row| {
                key.clear();
                key.extend(columns.iter().map(|&column| row[column]));
                self.add(&key) as u32
            })
            .collect()
    }

    /// One past the greatest number.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Words { len } => *len as usize,
            Self::Array(array) => array.words.len(),
            Self::Hashed(table) => table.count as usize,
        }
    }

    /// The number of a key, which becomes known.
    pub(super) fn add(&mut self, key: &[Word]) -> usize {
        match self {
            Self::Words { .. } => key.first().map_or(0, |&word| word as usize),
            Self::Array(array) => {
                let word = key.first().copied().unwrap_or(0);
                if let Some(number) = array.add(word) {
                    return number;
                }
                // Too thin for an array. A table that fills up becomes one again.
                let mut table = Table::of(&array.words);
                let number = table.add(key);
                *self = Self::Hashed(table);
                number
            }
            Self::Hashed(table) => {
                let number = table.add(key);
                if table.is_dense() {
                    *self = Self::Array(Array::of(std::mem::take(&mut table.words)));
                }
                number
            }
        }
    }

    /// The number of a key.
    #[inline]
    pub(super) fn find(&self, key: &[Word]) -> Option<usize> {
        match self {
            Self::Words { len } => {
                let word = *key.first()?;
                (word < *len).then_some(word as usize)
            }
            Self::Array(array) => {
                let number = *array.numbers.get(*key.first()? as usize)?;
                Some(number.checked_sub(1)? as usize)
            }
            Self::Hashed(table) => table.find(key),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let words = match self {
            Self::Words { .. } => 0,
            Self::Array(array) => array.numbers.len() + array.words.len(),
            Self::Hashed(table) => table.words.len() + table.slots.len(),
        };
        words as u64 * 4
    }
}

/// Whether an array up to `greatest` is worth its room for `count` keys.
fn is_dense(greatest: Word, count: usize) -> bool {
    greatest < SMALL || (greatest / SPARSE) as usize <= count
}

impl Array {
    /// Words that are numbered already.
    fn of(words: Vec<Word>) -> Self {
        let len = words.iter().max().map_or(0, |&word| word as usize + 1);
        let mut numbers = vec![0; len];
        for (number, &word) in (1u32..).zip(&words) {
            numbers[word as usize] = number;
        }
        Self { numbers, words }
    }

    /// The number of a word; none if the array would be too thin.
    fn add(&mut self, word: Word) -> Option<usize> {
        let at = word as usize;
        if at >= self.numbers.len() {
            if !is_dense(word, self.words.len()) {
                return None;
            }
            self.numbers.resize((at + 1).next_power_of_two(), 0);
        }
        if self.numbers[at] == 0 {
            self.words.push(word);
            self.numbers[at] = self.words.len() as u32;
        }
        Some(self.numbers[at] as usize - 1)
    }
}

impl Table {
    fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// One word each, numbered as they stand.
    fn of(words: &[Word]) -> Self {
        let mut table = Self::new(1);
        for &word in words {
            table.add(&[word]);
        }
        table
    }

    /// Whether an array would serve better; asked when the table has just grown.
    fn is_dense(&self) -> bool {
        self.grown && self.width == 1 && is_dense(self.greatest, self.count as usize)
    }

    fn key(&self, number: u32) -> &[Word] {
        let start = number as usize * self.width;
        &self.words[start..start + self.width]
    }

    /// Whether a number is that of a key. Keys are short: a loop beats a call that compares memory.
    #[inline]
    fn is_key(&self, number: u32, key: &[Word]) -> bool {
        self.key(number).iter().zip(key).all(|(a, b)| a == b)
    }

    fn add(&mut self, key: &[Word]) -> usize {
        self.grown = self.slots.len() * 5 <= self.count as usize * 8;
        if self.grown {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = mix_row(key) as usize & mask;
        loop {
            match self.slots[at].checked_sub(1) {
                None => break,
                Some(number) if self.is_key(number, key) => return number as usize,
                Some(_) => at = (at + 1) & mask,
            }
        }
        self.words.extend_from_slice(key);
        self.greatest = key.iter().copied().fold(self.greatest, Word::max);
        self.count += 1;
        self.slots[at] = self.count;
        self.count as usize - 1
    }

    fn find(&self, key: &[Word]) -> Option<usize> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = mix_row(key) as usize & mask;
        loop {
            let number = self.slots[at].checked_sub(1)?;
            if self.is_key(number, key) {
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
