//! A finished model, asked why. A reader can rely on: nothing here changes what was derived, every search is bounded,
//! and what evaluation saw is enough to find each derivation again. Refuses to know how answers are shown; proofs,
//! absences and remedies are questions of modules of their own.
//!
//! Rows stand in the order in which they were derived and each round's count is kept, so a derivation of a row of round
//! k is a match of a rule's body among the rows of earlier rounds. A literal whose value evaluation never computed (a
//! functor that was not called, a key that was not asked for) fails: a body that holds was evaluated whole.

mod decide;
mod fold;
mod matching;
mod term;
mod variable;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::builtin::RegexCache;
use crate::host::{Datum, Host, HostError, Value};
use crate::index::{Index, Payload};
use crate::interner::Word;
use crate::model::{Model, RowId};
use crate::program::{Access, Kind, Program, RelationId, Rule, RuleId, Variable};
use crate::proof::canonical::Canonical;
pub(crate) use decide::Standing;
pub(crate) use matching::{State, Task};
pub(crate) use variable::surface_variables;

/// Rows that one search may look at before it takes the best of what it has found.
const MOST_WORK: u64 = 4_000_000;

/// Rows that are looked through rather than indexed by another column.
const LONG_LIST: usize = 4_096;

/// The value of a functor, by its name and arguments.
type Functors<'h> = dyn FnMut(&str, &[Datum<'_>]) -> Result<Value, HostError> + 'h;

/// A model and what was worked out about it so far.
pub struct Explainer<'p, 'h> {
    model: Model<'p>,
    /// Answers for functors that evaluation did not call.
    functors: Option<Box<Functors<'h>>>,
    regexes: RegexCache,
    /// By relation and column.
    indexes: FxHashMap<(RelationId, usize), Rc<Index>>,
    /// By relation.
    stratum_of: Vec<usize>,
    /// By relation, in the order of their canonical text.
    rules_of: Vec<OnceCell<Rc<[RuleId]>>>,
    canonical: Canonical,
    work: u64,
}

impl<'p, 'h> Explainer<'p, 'h> {
    /// Takes a model to be asked about.
    #[must_use]
    pub fn new(model: Model<'p>) -> Self {
        let program = model.program();
        let mut stratum_of = vec![usize::MAX; program.relations.len()];
        for (index, stratum) in program.strata.iter().enumerate() {
            for relation in &stratum.relations {
                stratum_of[relation.0 as usize] = index;
            }
        }
        Self {
            functors: None,
            regexes: RegexCache::default(),
            indexes: FxHashMap::default(),
            stratum_of,
            rules_of: vec![OnceCell::new(); program.relations.len()],
            canonical: Canonical::new(program),
            work: MOST_WORK,
            model,
        }
    }

    /// Lets absences ask for the values of functors that evaluation did not need.
    #[must_use]
    pub fn with_host(mut self, host: &'h mut dyn Host) -> Self {
        self.functors = Some(Box::new(|name, arguments| host.call(name, arguments)));
        self
    }

    /// The same where the functors are a function of their own.
    #[must_use]
    pub fn with_functors(mut self, functors: fn(&str, &[Datum<'_>]) -> Result<Value, HostError>) -> Self {
        self.functors = Some(Box::new(functors));
        self
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Model<'p> {
        &self.model
    }

    pub(crate) fn program(&self) -> &'p Program {
        self.model.program()
    }

    pub(crate) fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// Begins a search: it may look at so many rows.
    pub(crate) fn allow_work(&mut self) {
        self.work = MOST_WORK;
    }

    /// Whether the last search gave up.
    pub(crate) fn is_spent(&self) -> bool {
        self.work == 0
    }

    /// Counts a row that is looked at; false when there were too many.
    pub(crate) fn spend(&mut self) -> bool {
        self.work = self.work.saturating_sub(1);
        self.work > 0
    }

    /// The rules of a relation, in the order of their canonical text.
    pub(crate) fn rules_of(&self, relation: RelationId) -> Rc<[RuleId]> {
        let cell = &self.rules_of[relation.0 as usize];
        let found = cell.get_or_init(|| {
            let all = (0..).map(RuleId).zip(&self.program().rules);
            let mut own: Vec<RuleId> = all.filter(|(_, rule)| rule.head == relation).map(|(id, _)| id).collect();
            own.sort_by(|&left, &right| self.canonical.rule(left).cmp(self.canonical.rule(right)));
            own.into()
        });
        found.clone()
    }

    /// The round in which a row was derived; 0 for a row that was given.
    pub(crate) fn round(&self, relation: RelationId, row: RowId) -> usize {
        let rounds = &self.model.relation(relation).rounds;
        let derived = matches!(self.program().relation(relation).access, Access::Derived);
        if derived { rounds.partition_point(|&count| count <= row.0) } else { 0 }
    }

    /// Rows of a relation that a search may use.
    pub(crate) fn visible(&self, task: &Task<'_>, relation: RelationId) -> u32 {
        let rows = self.model.relation(relation);
        match task.before {
            Some((stratum, round)) if self.stratum_of[relation.0 as usize] == stratum => {
                round.checked_sub(1).and_then(|before| rows.rounds.get(before)).copied().unwrap_or(0)
            }
            _ => rows.count(),
        }
    }

    pub(crate) fn stratum(&self, relation: RelationId) -> usize {
        self.stratum_of[relation.0 as usize]
    }

    /// The rows with a word in a column, in order.
    pub(crate) fn index(&mut self, relation: RelationId, column: usize) -> Rc<Index> {
        let rows = self.model.relation(relation);
        let built = self.indexes.entry((relation, column));
        built.or_insert_with(|| Rc::new(Index::finished(rows, &[column], Payload::Rows))).clone()
    }

    /// The row with these words.
    pub(crate) fn row_of(&mut self, relation: RelationId, words: &[Word]) -> Option<RowId> {
        let rows = self.model.relation(relation);
        if words.len() != rows.arity() || !rows.contains(words) {
            return None;
        }
        if words.is_empty() {
            return Some(RowId(0));
        }
        // Another index is worth building only where the lists of those that are there are long.
        let mut best: Option<(Rc<Index>, Word)> = None;
        for built in [true, false] {
            for (column, &word) in words.iter().enumerate() {
                let least = best.as_ref().map_or(usize::MAX, |(index, word)| index.get(&[*word]).len());
                if self.indexes.contains_key(&(relation, column)) != built || (!built && least < LONG_LIST) {
                    continue;
                }
                let index = self.index(relation, column);
                if index.get(&[word]).len() < least {
                    best = Some((index, word));
                }
            }
        }
        let (index, word) = best?;
        let rows = self.model.relation(relation);
        // Rows are short: word by word is faster than a comparison of memory.
        let same = |number: &u32| rows.row(*number).iter().zip(words).all(|(left, right)| left == right);
        index.get(&[word]).iter().copied().find(same).map(RowId)
    }

    /// Numbers of the rows that have these words where one is given.
    pub(crate) fn rows_like(&mut self, relation: RelationId, words: &[Option<Word>]) -> Vec<u32> {
        let column = words.iter().enumerate().find_map(|(column, word)| Some((column, (*word)?)));
        let index = column.map(|(column, word)| (self.index(relation, column), word));
        let rows = self.model.relation(relation);
        let fits = |number: &u32| {
            rows.row(*number).iter().zip(words).all(|(&word, wanted)| wanted.is_none_or(|wanted| wanted == word))
        };
        match &index {
            Some((index, word)) => index.get(&[*word]).iter().copied().filter(fits).collect(),
            None => (0..rows.count()).filter(fits).collect(),
        }
    }

    /// The row with these values, if the relation has it.
    pub fn find(&mut self, relation: &str, values: &[Value]) -> Option<(RelationId, RowId)> {
        let id = self.program().find(relation)?;
        let kinds = self.program().relation(id).attributes.iter().map(|attribute| attribute.kind);
        let pairs = values.iter().zip(kinds);
        let words: Option<Vec<Word>> = pairs.map(|(value, kind)| self.model.interner().find(value, kind)).collect();
        Some((id, self.row_of(id, &words?)?))
    }

    /// The word of a value where this kind stands, whether it was seen before or not.
    pub(crate) fn word_of(&mut self, value: &Value, kind: Kind) -> Option<Word> {
        let (interner, _) = self.model.parts_mut();
        interner.datum(&value.as_datum(), kind).ok()
    }

    /// The value of a variable's word.
    pub(crate) fn value(&self, word: Word, variable: &Variable) -> Value {
        self.model.interner().value_of(word, variable.kind)
    }

    /// What a rule is called: its `@[rule("...")]`, else its head.
    pub(crate) fn rule_name(&self, rule: &Rule) -> Arc<str> {
        let named = rule.annotations.iter().find(|annotation| &*annotation.name == "rule");
        let name = named.and_then(|annotation| annotation.text.clone());
        name.unwrap_or_else(|| self.canonical.name(rule.head))
    }

    /// A body to be matched, with the variables that are seen from outside its aggregates.
    pub(crate) fn task<'a>(&self, rule: &'a Rule, before: Option<(usize, usize)>) -> Task<'a> {
        let mut outer = BTreeSet::new();
        surface_variables(&rule.terms, &rule.body, &mut outer);
        Task { rule, body: &rule.body, outer, before }
    }
}
