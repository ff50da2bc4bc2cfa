//! Derives relations again from rules and facts: every rule on everything, until nothing is new. What a functor did not
//! answer is unknown, and a conjunction that comes out unknown rejects the document. Refuses to know steps.

mod aggregate;
mod compound;
mod solve;
mod table;
mod variable;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::Checked;
use crate::builtin::{self, RegexCache, Scalar};
use crate::host::Value;
use crate::interner::{Interner, Unfit, Word};
use crate::plan::kind_of;
use crate::program::{Atom, Kind, Program, RelationId, Rule, Term};
use crate::proof::document::ProofDocument;
pub(super) use solve::{Scope, Truth};
use table::Table;

/// Bytes of all texts.
const MOST_BYTES: u64 = 512 << 20;
/// Rows that may be looked at.
const MOST_WORK: u64 = 50_000_000;

/// Why a term has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// A variable.
    Variable,
    /// What a functor answers, or the result of an operation.
    Value,
}

/// Rows of relations, and what rules make of them.
pub(super) struct Naive<'p> {
    program: &'p Program,
    interner: Interner,
    regexes: RegexCache,
    given: Vec<Table>,
    tables: Vec<Table>,
    answers: BTreeMap<(u32, Vec<Word>), Word>,
    work: u64,
}

impl<'p> Naive<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let tables = || program.relations.iter().map(|relation| Table::new(relation.attributes.len())).collect();
        Self {
            program,
            interner: Interner::new(MOST_BYTES, program.types.clone()),
            regexes: RegexCache::default(),
            given: tables(),
            tables: tables(),
            answers: BTreeMap::new(),
            work: MOST_WORK,
        }
    }

    /// Takes the document's facts and answers.
    pub(super) fn take(&mut self, document: &ProofDocument) -> Checked<()> {
        for fact in &document.facts {
            let relation = self.program.find(&fact.relation);
            let relation = relation.ok_or_else(|| format!("`{}` is not declared", fact.relation))?;
            let words = self.words(relation, &fact.values)?;
            self.given[relation.0 as usize].insert(words.clone());
            self.tables[relation.0 as usize].insert(words);
        }
        for answer in &document.answers {
            let functors = &self.program.functors;
            let at = functors.iter().position(|functor| *functor.name == *answer.functor);
            let at = at.ok_or_else(|| format!("`@{}` is not declared", answer.functor))?;
            let functor = &functors[at];
            if answer.arguments.len() != functor.parameters.len() {
                return Err(format!("an answer of `@{}` has another number of arguments", answer.functor));
            }
            let pairs = answer.arguments.iter().zip(&functor.parameters);
            let words: Checked<Vec<Word>> = pairs.map(|(value, &kind)| self.word_of(value, kind)).collect();
            let value = self.word_of(&answer.value, functor.result)?;
            let at = u32::try_from(at).map_err(|_| "too many functors")?;
            if self.answers.insert((at, words?), value).is_some_and(|other| other != value) {
                return Err(format!("`@{}` answers one question in two ways", answer.functor));
            }
        }
        Ok(())
    }

    /// Derives these relations.
    pub(super) fn derive(&mut self, wanted: &BTreeSet<RelationId>) -> Checked<()> {
        let program = self.program;
        for stratum in &program.strata {
            let rules = stratum.rules.iter().map(|&id| program.rule(id));
            let rules: Vec<&'p Rule> = rules.filter(|rule| wanted.contains(&rule.head)).collect();
            let mut grows = !rules.is_empty();
            while std::mem::take(&mut grows) {
                for rule in &rules {
                    for row in self.derive_rule(rule)? {
                        grows |= self.tables[rule.head.0 as usize].insert(row);
                    }
                }
            }
        }
        Ok(())
    }

    fn derive_rule(&mut self, rule: &'p Rule) -> Checked<Vec<Vec<Word>>> {
        let scope = Scope::of(rule);
        let mut rows = Vec::new();
        let mut bindings = vec![None; rule.variables.len()];
        self.solve(&scope, &rule.body, &mut bindings, &mut |naive, bindings| {
            let row: Result<Vec<Word>, Missing> =
                rule.terms.iter().map(|term| naive.word(rule, term, bindings)).collect();
            rows.push(row.map_err(|_| "the value of a head is not in the document".to_owned())?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// The words of a row of a relation.
    pub(super) fn words(&mut self, relation: RelationId, values: &[Value]) -> Checked<Vec<Word>> {
        let attributes = &self.program.relation(relation).attributes;
        let misfit = || format!("a row of `{}` does not fit its declaration", self.program.relation(relation).name);
        if values.len() != attributes.len() {
            return Err(misfit());
        }
        let pairs = values.iter().zip(attributes);
        pairs.map(|(value, attribute)| self.word_of(value, attribute.kind)).collect()
    }

    /// The word of a value where this kind stands.
    pub(super) fn word_of(&mut self, value: &Value, kind: Kind) -> Checked<Word> {
        self.interner.datum(&value.as_datum(), kind).map_err(|unfit| match unfit {
            Unfit::Kind => "a value is of another type than its place".to_owned(),
            Unfit::Full | Unfit::Deep => "the document has too many values".to_owned(),
        })
    }

    pub(super) fn value(&self, word: Word, kind: Kind) -> Value {
        self.interner.value_of(word, kind)
    }

    pub(super) fn is_given(&self, relation: RelationId, row: &[Word]) -> bool {
        self.given[relation.0 as usize].contains(row)
    }

    /// The word of a term.
    pub(super) fn word(&mut self, rule: &Rule, term: &Term, bindings: &[Option<Word>]) -> Result<Word, Missing> {
        let scalar = self.scalar(rule, term, bindings)?;
        scalar.encode(&mut self.interner).map_err(|_| Missing::Value)
    }

    fn scalar(&mut self, rule: &Rule, term: &Term, bindings: &[Option<Word>]) -> Result<Scalar, Missing> {
        let kind = kind_of(term, rule, self.program);
        let word = match term {
            Term::Variable(id) => bindings.get(id.0 as usize).copied().flatten().ok_or(Missing::Variable)?,
            Term::Constant(constant) => self.interner.constant(constant).map_err(|_| Missing::Value)?,
            Term::Wildcard => return Err(Missing::Variable),
            Term::Call { operation, arguments, kind, span } => {
                let values: Result<Vec<Scalar>, Missing> =
                    arguments.iter().map(|argument| self.scalar(rule, argument, bindings)).collect();
                let value = builtin::apply(*operation, &values?, *kind, *span, &mut self.interner);
                return value.map_err(|_| Missing::Value);
            }
            Term::Functor { functor, arguments, .. } => {
                let words: Result<Vec<Word>, Missing> =
                    arguments.iter().map(|argument| self.word(rule, argument, bindings)).collect();
                self.answers.get(&(functor.0, words?)).copied().ok_or(Missing::Value)?
            }
        };
        Ok(Scalar::decode(word, kind, &self.interner))
    }

    /// Whether a row has the values that an atom's arguments have.
    pub(super) fn agrees(&mut self, rule: &Rule, atom: &Atom, row: &[Word], bindings: &[Option<Word>]) -> bool {
        row.len() == atom.arguments.len()
            && atom.arguments.iter().zip(row).all(|(argument, &word)| {
                matches!(argument, Term::Wildcard) || self.word(rule, argument, bindings) == Ok(word)
            })
    }

    /// Whether a relation has a row that agrees with an atom.
    pub(super) fn has(&mut self, rule: &Rule, atom: &Atom, bindings: &[Option<Word>]) -> bool {
        let known: Vec<Option<Word>> =
            atom.arguments.iter().map(|argument| self.word(rule, argument, bindings).ok()).collect();
        let table = &self.tables[atom.relation.0 as usize];
        let rows: Vec<Vec<Word>> = table.candidates(&known).map(|row| table.row(row).to_vec()).collect();
        rows.iter().any(|row| self.agrees(rule, atom, row, bindings))
    }

    /// A row with its relation's name.
    pub(super) fn shown(&self, (relation, row): (RelationId, usize)) -> (String, Vec<Value>) {
        let declared = self.program.relation(relation);
        let words = self.tables[relation.0 as usize].row(row);
        let columns = words.iter().zip(&declared.attributes);
        let values = columns.map(|(&word, attribute)| self.value(word, attribute.kind)).collect();
        (declared.name.to_string(), values)
    }

    /// Rows by their relations' names, then by values.
    pub(super) fn order(&self, left: (RelationId, usize), right: (RelationId, usize)) -> Ordering {
        let (left_relation, right_relation) = (self.program.relation(left.0), self.program.relation(right.0));
        let names = left_relation.name.cmp(&right_relation.name);
        let words = self.tables[left.0.0 as usize].row(left.1).iter().zip(self.tables[right.0.0 as usize].row(right.1));
        words.zip(&left_relation.attributes).fold(names, |before, ((&left, &right), attribute)| {
            before.then_with(|| self.interner.compare(left, right, attribute.kind))
        })
    }
}
