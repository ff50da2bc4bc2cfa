//! Rows, each once, found by any column. Knows no values.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::interner::Word;

/// The rows of a relation.
pub(super) struct Table {
    rows: Vec<Vec<Word>>,
    set: FxHashSet<Vec<Word>>,
    columns: Vec<FxHashMap<Word, Vec<usize>>>,
}

impl Table {
    pub(super) fn new(arity: usize) -> Self {
        Self { rows: Vec::new(), set: FxHashSet::default(), columns: vec![FxHashMap::default(); arity] }
    }

    /// Adds a row; true if it was not there.
    pub(super) fn insert(&mut self, row: Vec<Word>) -> bool {
        if !self.set.insert(row.clone()) {
            return false;
        }
        for (column, &word) in self.columns.iter_mut().zip(&row) {
            column.entry(word).or_default().push(self.rows.len());
        }
        self.rows.push(row);
        true
    }

    pub(super) fn contains(&self, row: &[Word]) -> bool {
        self.set.contains(row)
    }

    pub(super) fn row(&self, number: usize) -> &[Word] {
        &self.rows[number]
    }

    /// Numbers of the rows that may have these words: all that have the rarest of them.
    pub(super) fn candidates(&self, known: &[Option<Word>]) -> impl Iterator<Item = usize> + use<> {
        let known = self.columns.iter().zip(known).filter_map(|(column, word)| Some((column, (*word)?)));
        let lists = known.map(|(column, word)| column.get(&word).map_or(&[][..], Vec::as_slice));
        let list: Vec<usize> = match lists.min_by_key(|list| list.len()) {
            Some(list) => list.to_vec(),
            None => (0..self.rows.len()).collect(),
        };
        list.into_iter()
    }
}
