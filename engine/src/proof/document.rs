//! A proof with everything that somebody needs who has neither the program nor the model: rules as text, facts, what
//! functors answered, and for each negation and aggregate what it takes to derive again what they looked at. Refuses
//! to know a wire format.

mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{PremiseForm, Proof, ProofId, Why};
use crate::explain::Explainer;
use crate::host::{Origin, Value};
use crate::model::RowId;
use crate::program::{Form, Functor, Kind, Literal, Program, RelationId, RuleId, Term};
use crate::stratum::reads;
use types::types_of;
pub use types::{DocumentField, DocumentType, DocumentTypeForm};

/// A proof that stands alone.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofDocument {
    /// The records and algebraic data types of the relations, in the order of the program.
    pub types: Vec<DocumentType>,
    /// The relations of rules and facts, by name.
    pub relations: Vec<DocumentRelation>,
    /// The functors of the rules, by name.
    pub functors: Vec<DocumentFunctor>,
    /// Canonical texts.
    pub rules: Vec<String>,
    /// Given facts: those that the proof rests on, and those from which negations and aggregates are derived again.
    pub facts: Vec<DocumentFact>,
    /// What functors answered.
    pub answers: Vec<DocumentAnswer>,
    /// Premises before what they prove.
    pub steps: Vec<DocumentStep>,
    /// Index of the proved fact among the steps.
    pub root: usize,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DocumentRelation {
    /// Its name.
    pub name: String,
    /// Types of its columns, by name.
    pub columns: Vec<String>,
}

/// A functor's declaration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DocumentFunctor {
    /// Its name, without `@`.
    pub name: String,
    /// Types of its arguments, by name.
    pub parameters: Vec<String>,
    /// Type of its value.
    pub result: String,
}

/// A given fact.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentFact {
    /// Its relation.
    pub relation: String,
    /// Its values.
    pub values: Vec<Value>,
    /// The host's number for where it comes from.
    pub origin: Option<Origin>,
}

/// `@functor(arguments) = value`.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentAnswer {
    /// The functor.
    pub functor: String,
    /// What it was given.
    pub arguments: Vec<Value>,
    /// What it answered.
    pub value: Value,
}

/// A fact that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentStep {
    /// See [`super::Node::id`].
    pub id: ProofId,
    /// Its relation.
    pub relation: String,
    /// Its values.
    pub values: Vec<Value>,
    /// What it rests on.
    pub why: StepWhy,
}

/// What a step rests on.
#[derive(Clone, Debug, PartialEq)]
pub enum StepWhy {
    /// It is one of the facts.
    Given,
    /// A rule.
    Derived {
        /// Index of the rule.
        rule: usize,
        /// What its variables stand for.
        bindings: Vec<(String, Value)>,
        /// One per literal; nodes are indexes of steps.
        premises: Vec<PremiseForm>,
    },
}

/// More facts than the document may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// How many it would have.
    pub facts: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the proof rests on {} facts, more than may be kept", self.facts)
    }
}

impl std::error::Error for TooLarge {}

impl Explainer<'_, '_> {
    /// A proof as a document of at most `most_facts` facts and functors' answers.
    ///
    /// # Errors
    /// If it needs more.
    pub fn document(&self, proof: &Proof, most_facts: usize) -> Result<ProofDocument, TooLarge> {
        let steps = proof.nodes.iter().filter_map(|node| match &node.why {
            Why::Derived(derivation) => Some(derivation.rule),
            Why::Given { .. } => None,
        });
        let mut rules: BTreeSet<RuleId> = steps.collect();
        let again = self.derived_again(&rules);
        let program = self.program();
        let all = (0..).map(RuleId).zip(&program.rules);
        rules.extend(all.filter(|(_, rule)| again.contains(&rule.head)).map(|(id, _)| id));
        // Several rules may have one text.
        let texts: BTreeSet<&str> = rules.iter().map(|&id| &**self.canonical().rule(id)).collect();
        let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();

        let facts = self.facts(proof, &again);
        let functors = functors_of(program, &rules);
        let count: usize =
            functors.iter().filter_map(|&at| self.model().answers().functors.get(at)).map(|one| one.len()).sum();
        if facts.len() + count > most_facts {
            return Err(TooLarge { facts: facts.len() + count });
        }
        let fact = |(relation, row): &(RelationId, RowId)| DocumentFact {
            relation: self.canonical().name(*relation).to_string(),
            values: self.model().row(*relation, *row),
            origin: self.model().origin(*relation, *row),
        };
        let used = self.declared(&rules, &facts);
        Ok(ProofDocument {
            types: types_of(program, &used, &rules),
            relations: self.relations(&used),
            functors: functors
                .iter()
                .filter_map(|&at| program.functors.get(at))
                .map(|one| declared(program, one))
                .collect(),
            facts: facts.iter().map(fact).collect(),
            answers: functors.iter().flat_map(|&at| self.functor_answers(at)).collect(),
            steps: proof.nodes.iter().map(|node| self.step(node, &texts)).collect(),
            root: proof.root,
            rules: texts,
        })
    }

    /// The relations that the rules negate or aggregate, and all that these rest on.
    fn derived_again(&self, rules: &BTreeSet<RuleId>) -> BTreeSet<RelationId> {
        let program = self.program();
        let mut stack = Vec::new();
        for &id in rules {
            for literal in &program.rule(id).body {
                match &literal.form {
                    // What no rule derives is absent where it is no fact.
                    Form::Negative(atom) if self.rules_of(atom.relation).is_empty() => {}
                    Form::Negative(_) | Form::Aggregate(_) => {
                        reads(std::slice::from_ref(literal), &mut |_, relation, _| stack.push(relation));
                    }
                    _ => {}
                }
            }
        }
        let mut found = BTreeSet::new();
        while let Some(relation) = stack.pop() {
            if found.insert(relation) {
                for &id in self.rules_of(relation).iter() {
                    reads(&program.rule(id).body, &mut |_, read, _| stack.push(read));
                }
            }
        }
        found
    }

    /// Given facts of the proof, and all of the relations that are derived again.
    fn facts(&self, proof: &Proof, again: &BTreeSet<RelationId>) -> Vec<(RelationId, RowId)> {
        let given = proof.nodes.iter().filter(|node| matches!(node.why, Why::Given { .. }));
        let mut facts: BTreeSet<(RelationId, RowId)> = given.map(|node| node.row).collect();
        for &relation in again {
            let rows = (0..self.model().relation(relation).count()).map(RowId);
            facts.extend(rows.filter(|&row| self.round(relation, row) == 0).map(|row| (relation, row)));
        }
        let mut facts: Vec<_> = facts.into_iter().collect();
        facts.sort_by(|&(left, left_row), &(right, right_row)| {
            let names = self.canonical().name(left).cmp(&self.canonical().name(right));
            names.then_with(|| self.model().order(left, left_row, right_row))
        });
        facts
    }

    /// The relations of rules and facts.
    fn declared(&self, rules: &BTreeSet<RuleId>, facts: &[(RelationId, RowId)]) -> BTreeSet<RelationId> {
        let program = self.program();
        let mut used: BTreeSet<RelationId> = facts.iter().map(|(relation, _)| *relation).collect();
        for &id in rules {
            used.insert(program.rule(id).head);
            reads(&program.rule(id).body, &mut |_, relation, _| {
                used.insert(relation);
            });
        }
        used
    }

    fn relations(&self, used: &BTreeSet<RelationId>) -> Vec<DocumentRelation> {
        let program = self.program();
        let declared = used.iter().map(|&id| DocumentRelation {
            name: self.canonical().name(id).to_string(),
            columns: names_of(program, program.relation(id).attributes.iter().map(|attribute| attribute.kind)),
        });
        // Made-up relations of equal rules have one name.
        declared.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn functor_answers(&self, at: usize) -> Vec<DocumentAnswer> {
        let (Some(functor), Some(known)) = (self.program().functors.get(at), self.model().answers().functors.get(at))
        else {
            return Vec::new();
        };
        let arguments = |words: &Vec<u32>| {
            words.iter().zip(&functor.parameters).map(|(&word, &kind)| self.value_of(word, kind)).collect()
        };
        let answers = known.iter().map(|(words, &value)| DocumentAnswer {
            functor: functor.name.to_string(),
            arguments: arguments(words),
            value: self.value_of(value, functor.result),
        });
        let sorted: BTreeMap<String, DocumentAnswer> =
            answers.map(|answer| (format!("{:?}", answer.arguments), answer)).collect();
        sorted.into_values().collect()
    }

    fn step(&self, node: &super::Node, texts: &[String]) -> DocumentStep {
        let why = match &node.why {
            Why::Given { .. } => StepWhy::Given,
            Why::Derived(derivation) => StepWhy::Derived {
                rule: texts.binary_search_by(|text| text.as_str().cmp(&derivation.text)).unwrap_or(usize::MAX),
                bindings: derivation.bindings.iter().map(|(name, value)| (name.to_string(), value.clone())).collect(),
                premises: derivation.premises.iter().map(|premise| premise.form.clone()).collect(),
            },
        };
        DocumentStep { id: node.id, relation: node.relation.to_string(), values: node.values.clone(), why }
    }
}

fn declared(program: &Program, functor: &Functor) -> DocumentFunctor {
    DocumentFunctor {
        name: functor.name.to_string(),
        parameters: names_of(program, functor.parameters.iter().copied()),
        result: program.kind_name(functor.result).to_owned(),
    }
}

fn names_of(program: &Program, kinds: impl Iterator<Item = Kind>) -> Vec<String> {
    kinds.map(|kind| program.kind_name(kind).to_owned()).collect()
}

/// Indexes of the functors that rules call.
fn functors_of(program: &Program, rules: &BTreeSet<RuleId>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for &id in rules {
        let rule = program.rule(id);
        let mut terms: Vec<&Term> = rule.terms.iter().collect();
        let mut literals: Vec<&Literal> = rule.body.iter().collect();
        while let Some(literal) = literals.pop() {
            match &literal.form {
                Form::Compare { left, right, .. } => terms.extend([left, right]),
                Form::Test { pattern, text, .. } => terms.extend([pattern, text]),
                Form::Range { from, to, step, .. } => terms.extend([from, to].into_iter().chain(step)),
                Form::Aggregate(aggregate) => {
                    terms.extend(&aggregate.target);
                    literals.extend(&aggregate.body);
                }
                Form::Positive(_) | Form::Negative(_) | Form::Compound(_) | Form::Never => {}
            }
        }
        while let Some(term) = terms.pop() {
            if let Term::Functor { functor, .. } = term {
                found.insert(functor.0 as usize);
            }
            if let Term::Call { arguments, .. } | Term::Functor { arguments, .. } = term {
                terms.extend(arguments);
            }
        }
    }
    found
}
