//! A relation that the host is asked for by key: what it answered, key by key, together with the text's facts. Each key
//! is asked once. Knows nothing of who asks or why.

use rustc_hash::{FxHashMap, FxHashSet};

use super::World;
use super::load::{Loading, fill};
use crate::interner::Word;
use crate::limits::{EvalError, Limits, Stop};
use crate::program::RelationId;
use crate::relation::{Excess, Relation};
use crate::source::Span;

/// Rows by key.
pub(super) struct Keyed {
    columns: Vec<usize>,
    relation: Relation,
    /// Looked up, never iterated.
    groups: FxHashMap<Vec<Word>, Group>,
}

/// The rows of a key.
#[derive(Debug, Default)]
struct Group {
    asked: bool,
    rows: Vec<u32>,
}

impl Keyed {
    /// No rows, nothing asked.
    pub(super) fn new(columns: Vec<usize>, arity: usize) -> Self {
        Self { columns, relation: Relation::new(arity), groups: FxHashMap::default() }
    }

    /// The rows so far.
    pub(super) fn relation(&self) -> &Relation {
        &self.relation
    }

    /// The rows, and the keys that the host was asked for.
    pub(super) fn into_parts(self) -> (Relation, FxHashSet<Vec<Word>>) {
        let asked = self.groups.into_iter().filter(|(_, group)| group.asked);
        (self.relation, asked.map(|(key, _)| key).collect())
    }

    /// Adds a fact of the text.
    pub(super) fn insert(&mut self, row: &[Word]) -> Result<(), Excess> {
        self.relation.insert(row)?;
        self.take_new();
        Ok(())
    }

    /// Whether the host was asked for this key.
    fn is_asked(&self, key: &[Word]) -> bool {
        self.groups.get(key).is_some_and(|group| group.asked)
    }

    /// How many rows a key has.
    pub(super) fn count(&self, key: &[Word]) -> usize {
        self.groups.get(key).map_or(0, |group| group.rows.len())
    }

    /// A key's row by its position among the key's rows.
    pub(super) fn row(&self, key: &[Word], position: usize) -> Option<&[Word]> {
        let number = self.groups.get(key)?.rows.get(position)?;
        Some(self.relation.row(*number))
    }

    /// Files the rows that came last under their keys.
    fn take_new(&mut self) {
        for number in self.relation.old()..self.relation.count() {
            let row = self.relation.row(number);
            let key: Vec<Word> = self.columns.iter().map(|&column| row[column]).collect();
            self.groups.entry(key).or_default().rows.push(number);
        }
        self.relation.finish();
    }
}

impl World<'_, '_> {
    /// The rows of a keyed relation, after the host was asked for this key.
    pub(super) fn ask(&mut self, id: RelationId, key: &[Word], limits: Limits, span: Span) -> Result<&Keyed, Stop> {
        let index = id.0 as usize;
        let Some(keyed) = self.keyed.get_mut(index).and_then(Option::as_mut) else {
            return Err(Box::new(EvalError::Unplannable { span }));
        };
        if !keyed.is_asked(key) {
            let request = Loading {
                declaration: self.program.relation(id),
                key_columns: &keyed.columns,
                key,
                limits,
                span: Some(span),
            };
            let left = limits.rows.saturating_sub(u64::from(keyed.relation.count()));
            keyed.relation.writer.allow(left, limits.bytes);
            let interner = &mut self.calculator.interner;
            fill(&request, interner, self.host, &mut keyed.relation)?;
            keyed.take_new();
            keyed.groups.entry(key.to_vec()).or_default().asked = true;
        }
        Ok(keyed)
    }
}
