//! What an evaluation derived: the rows of every relation that the demand reached. A reader can rely on: rows stand in
//! the order in which they were derived, and each is there once. Knows nothing of how they were derived; rows and
//! rounds are what proofs are searched in.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::host::{Datum, Origin, Value};
use crate::interner::{Interner, Word};
use crate::program::{Attribute, Program, RelationId, RuleId};
use crate::relation::Relation;

/// All rows, and the program that they are of.
#[derive(Debug)]
pub struct Model<'p> {
    program: &'p Program,
    interner: Interner,
    relations: Vec<Relation>,
    fired: Vec<bool>,
    answers: Answers,
}

/// What the host said besides rows: without it nobody could tell later what a rule has seen. Looked up, never iterated
/// into an output.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// By functor: values by arguments.
    pub(crate) functors: Vec<FxHashMap<Vec<Word>, Word>>,
    /// By relation: the keys that were asked for.
    pub(crate) keys: Vec<FxHashSet<Vec<Word>>>,
}

/// Number of a row among the rows of its relation, in the order in which they were derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub u32);

impl<'p> Model<'p> {
    pub(crate) fn new(
        program: &'p Program,
        interner: Interner,
        relations: Vec<Relation>,
        fired: Vec<bool>,
        answers: Answers,
    ) -> Self {
        Self { program, interner, relations, fired, answers }
    }

    /// The values, and what the host said: for explanations, which compute values that evaluation did not keep.
    pub(crate) fn parts_mut(&mut self) -> (&mut Interner, &mut Answers) {
        (&mut self.interner, &mut self.answers)
    }

    /// The words' values.
    pub(crate) fn interner(&self) -> &Interner {
        &self.interner
    }

    /// What the host said besides rows.
    pub(crate) fn answers(&self) -> &Answers {
        &self.answers
    }

    /// The program that was evaluated.
    #[must_use]
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Number of rows of a relation; 0 for a name that the program does not declare.
    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        self.find(name).map_or(0, |id| self.relation(id).count() as usize)
    }

    /// Rows of a relation in the order in which they were derived.
    pub fn rows(&self, name: &str) -> impl Iterator<Item = Vec<Value>> + use<'_, 'p> {
        let id = self.find(name);
        let numbers = id.map_or(0, |id| self.relation(id).count());
        (0..numbers).filter_map(move |number| Some(self.row(id?, RowId(number))))
    }

    /// Rows of a relation in the order of their values: column by column, texts by bytes.
    #[must_use]
    pub fn sorted(&self, name: &str) -> Vec<Vec<Value>> {
        let Some(id) = self.find(name) else {
            return Vec::new();
        };
        let rows = self.sorted_ids(id);
        rows.into_iter().map(|number| self.row(id, number)).collect()
    }

    /// The numbers of a relation's rows, in the order of their values.
    #[must_use]
    pub fn sorted_ids(&self, id: RelationId) -> Vec<RowId> {
        let relation = self.relation(id);
        let attributes = self.attributes(id);
        let mut numbers: Vec<u32> = (0..relation.count()).collect();
        numbers.sort_unstable_by(|&left, &right| {
            let (left, right) = (relation.row(left), relation.row(right));
            let columns = left.iter().zip(right).zip(attributes);
            columns.fold(Ordering::Equal, |before, ((&left, &right), attribute)| {
                before.then_with(|| self.interner.compare(left, right, attribute.kind))
            })
        });
        numbers.into_iter().map(RowId).collect()
    }

    /// How two rows of a relation compare: column by column, texts by bytes.
    pub(crate) fn order(&self, id: RelationId, left: RowId, right: RowId) -> Ordering {
        let columns = self.words(id, left).iter().zip(self.words(id, right)).zip(self.attributes(id));
        columns.fold(Ordering::Equal, |before, ((&left, &right), attribute)| {
            before.then_with(|| self.interner.compare(left, right, attribute.kind))
        })
    }

    /// The values of a row; none for a number that the relation does not have.
    #[must_use]
    pub fn row(&self, id: RelationId, number: RowId) -> Vec<Value> {
        let words = self.words(id, number);
        let columns = words.iter().zip(self.attributes(id));
        columns.map(|(&word, attribute)| self.interner.value_of(word, attribute.kind)).collect()
    }

    /// The values of a row, borrowed.
    pub fn data(&self, id: RelationId, number: RowId) -> impl Iterator<Item = Datum<'_>> {
        let words = self.words(id, number);
        let columns = words.iter().zip(self.attributes(id));
        columns.map(|(&word, attribute)| self.interner.datum_of(word, attribute.kind))
    }

    /// The row with these values, if the relation has it.
    #[must_use]
    pub fn find_row(&self, id: RelationId, values: &[Value]) -> Option<RowId> {
        let pairs = values.iter().zip(self.attributes(id));
        let words: Option<Vec<_>> = pairs.map(|(value, column)| self.interner.find(value, column.kind)).collect();
        let words = words?;
        let relation = self.relation(id);
        if words.len() != relation.arity() || !relation.contains(&words) {
            return None;
        }
        (0..relation.count()).find(|&number| relation.row(number) == words).map(RowId)
    }

    /// Where a row of an input relation comes from; none for rows of rules and of the text.
    #[must_use]
    pub fn origin(&self, id: RelationId, number: RowId) -> Option<Origin> {
        self.relation(id).writer.origin(number.0)
    }

    /// Number of rows of a relation.
    #[must_use]
    pub fn len(&self, id: RelationId) -> usize {
        self.relation(id).count() as usize
    }

    /// Whether a relation has no rows.
    #[must_use]
    pub fn is_empty(&self, id: RelationId) -> bool {
        self.len(id) == 0
    }

    /// Whether a rule derived anything, be it there already or not.
    #[must_use]
    pub fn fired(&self, rule: RuleId) -> bool {
        self.fired.get(rule.0 as usize).copied().unwrap_or(false)
    }

    fn find(&self, name: &str) -> Option<RelationId> {
        self.program.find(name)
    }

    /// The rows of a relation.
    pub(crate) fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.0 as usize]
    }

    fn attributes(&self, id: RelationId) -> &'p [Attribute] {
        &self.program.relation(id).attributes
    }

    fn words(&self, id: RelationId, number: RowId) -> &[u32] {
        let relation = self.relation(id);
        if number.0 < relation.count() { relation.row(number.0) } else { &[] }
    }
}
