//! Remedies as relations of their own: a program is extended by one relation per remedy and head, whose rows are the
//! open actions, so that evaluation finds them. Refuses to know which of them help.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::reach::Reach;
use super::{Action, Added, Goal};
use crate::explain::surface_variables;
use crate::host::Value;
use crate::model::{Model, RowId};
use crate::program::{
    Access, Attribute, Constant, GroundFact, Kind, Program, Relation, RelationId, Rule, RuleId, Stratum, Term,
    VariableId, text,
};
use crate::proof::id::Hasher;
use crate::show;
use crate::source::Span;

/// A program whose open actions are rows.
pub(super) struct Actions {
    program: Program,
    remedies: Vec<Remedy>,
}

/// One alternative of a remedy's clause.
struct Remedy {
    text: Arc<str>,
    wording: Arc<str>,
    span: Span,
    variables: Vec<Arc<str>>,
    heads: Vec<Head>,
    reach: Reach,
}

/// A head: the relation of its rows, and how a fact is made of one.
struct Head {
    rows: RelationId,
    adds: Arc<str>,
    terms: Vec<HeadTerm>,
}

enum HeadTerm {
    /// A column of the row.
    Column(usize),
    Constant(Value),
    /// A new value: the same for the same variable of the same action.
    New {
        name: String,
        order: u64,
        kind: Kind,
    },
}

impl Actions {
    /// Extends a program.
    pub(super) fn new(program: &Program) -> Self {
        let mut actions = Self { program: program.clone(), remedies: Vec::new() };
        let mut rest = &program.remedies[..];
        while let Some(first) = rest.first() {
            let length = rest.iter().take_while(|rule| rule.clause == first.clause).count();
            let (clause, others) = rest.split_at(length);
            for alternative in clause.chunks(heads_of(program, clause)) {
                actions.add(program, alternative);
            }
            rest = others;
        }
        actions
    }

    fn add(&mut self, program: &Program, heads: &[Rule]) {
        let Some(first) = heads.first() else {
            return;
        };
        let annotation = first.annotations.iter().find(|annotation| &*annotation.name == "remedy");
        let wording = annotation.and_then(|annotation| annotation.text.clone()).unwrap_or_else(|| "".into());
        let texts: Vec<String> = heads.iter().map(|rule| text::rule(program, rule)).collect();
        let named = shown_variables(heads, &wording);
        let mut remedy = Remedy {
            // Remedies with other words are other actions, though they do the same.
            text: format!("{wording}: {}", texts.join(" ")).into(),
            wording,
            span: first.span,
            variables: named.iter().map(|id| first.variables[id.0 as usize].name.clone()).collect(),
            heads: Vec::new(),
            reach: Reach::of_body(program, &first.body),
        };
        let mut news = Vec::new();
        for rule in heads {
            let head = self.head(program, rule, &named, &mut news);
            remedy.heads.push(head);
        }
        self.remedies.push(remedy);
    }

    /// Adds the relation of a head's rows: the body's variables, then what the head computes.
    fn head(&mut self, program: &Program, rule: &Rule, named: &[VariableId], news: &mut Vec<String>) -> Head {
        let mut bound = BTreeSet::new();
        surface_variables(&[], &rule.body, &mut bound);
        let mut columns: Vec<Term> = named.iter().map(|&id| Term::Variable(id)).collect();
        let mut kinds: Vec<Kind> = named.iter().map(|id| rule.variables[id.0 as usize].kind).collect();
        let mut terms = Vec::new();
        for (term, attribute) in rule.terms.iter().zip(&program.relation(rule.head).attributes) {
            let mut used = BTreeSet::new();
            surface_variables(std::slice::from_ref(term), &[], &mut used);
            let known = columns.iter().position(|column| match (column, term) {
                (Term::Variable(column), Term::Variable(id)) => column == id,
                _ => false,
            });
            terms.push(match (term, known) {
                (Term::Constant(constant), _) => HeadTerm::Constant(Value::from(constant)),
                (_, Some(column)) => HeadTerm::Column(column),
                _ if used.is_subset(&bound) => {
                    columns.push(term.clone());
                    kinds.push(attribute.kind);
                    HeadTerm::Column(columns.len() - 1)
                }
                _ => {
                    let name = text::term(program, rule, term);
                    let order = news.iter().position(|known| *known == name).unwrap_or(news.len());
                    if order == news.len() {
                        news.push(name.clone());
                    }
                    HeadTerm::New { name, order: order as u64, kind: attribute.kind }
                }
            });
        }
        let number = self.program.relations.len();
        let rows = RelationId(u32::try_from(number).unwrap_or(u32::MAX));
        let attribute = |kind| Attribute { name: "value".into(), kind };
        self.program.relations.push(Relation {
            name: format!("?remedy.{number}").into(),
            attributes: kinds.into_iter().map(attribute).collect(),
            access: Access::Derived,
            annotations: Vec::new(),
            documentation: "".into(),
            span: rule.span,
        });
        let id = RuleId(u32::try_from(self.program.rules.len()).unwrap_or(u32::MAX));
        self.program.rules.push(Rule { head: rows, terms: columns, annotations: Vec::new(), ..rule.clone() });
        self.program.strata.push(Stratum { relations: vec![rows], rules: vec![id], recursive: false });
        Head { rows, adds: program.relation(rule.head).name.clone(), terms }
    }

    /// The program, its open actions included.
    pub(super) fn program(&self) -> &Program {
        &self.program
    }

    /// The program with these facts.
    pub(super) fn with(&self, added: &[Added]) -> Program {
        with(&self.program, added)
    }

    /// Names of the relations that a trial evaluates.
    pub(super) fn demanded(&self, goal: &Goal) -> Vec<String> {
        let heads = self.remedies.iter().flat_map(|remedy| &remedy.heads);
        let rows = heads.map(|head| self.program.relation(head.rows).name.to_string());
        rows.chain(self.program.find(&goal.relation).map(|_| goal.relation.clone())).collect()
    }

    /// The open actions of a model, in the order of remedies and bindings.
    pub(super) fn open(&self, model: &Model<'_>) -> Vec<Action> {
        self.open_rows(model).into_iter().map(|(action, _)| action).collect()
    }

    /// The open actions of a model, with their rows.
    pub(super) fn open_rows(&self, model: &Model<'_>) -> Vec<(Action, Vec<(RelationId, RowId)>)> {
        self.remedies.iter().flat_map(|remedy| remedy.open(model)).collect()
    }

    /// Names of the relations that a remedy adds to.
    pub(super) fn heads(&self, remedy: &str) -> impl Iterator<Item = Arc<str>> {
        let own = self.remedies.iter().filter(move |known| *known.text == *remedy);
        own.flat_map(|remedy| &remedy.heads).map(|head| head.adds.clone())
    }

    /// What takes rows of the goal away, and what opens a remedy.
    pub(super) fn reach(&self, goal: &Goal) -> (Reach, BTreeMap<Arc<str>, Reach>) {
        let goal = self.program.find(&goal.relation);
        let reach = goal.map_or_else(Reach::default, |goal| Reach::of_relation(&self.program, goal));
        let remedies = self.remedies.iter().map(|remedy| (remedy.text.clone(), remedy.reach.clone()));
        (reach, remedies.collect())
    }
}

impl Remedy {
    fn open(&self, model: &Model<'_>) -> Vec<(Action, Vec<(RelationId, RowId)>)> {
        // One row a head has the same bindings; made-up variables may give several.
        let mut found: BTreeMap<String, (Action, Vec<(RelationId, RowId)>)> = BTreeMap::new();
        for head in &self.heads {
            for number in model.sorted_ids(head.rows) {
                let row = model.row(head.rows, number);
                let bound = row.iter().take(self.variables.len()).cloned();
                let bindings: Vec<(Arc<str>, Value)> = self.variables.iter().cloned().zip(bound).collect();
                let values = head.terms.iter().map(|term| match term {
                    HeadTerm::Column(column) => row.get(*column).cloned().unwrap_or(Value::Number(0)),
                    HeadTerm::Constant(value) => value.clone(),
                    HeadTerm::New { name, order, kind } => self.new_value(name, *order, *kind, &bindings),
                });
                let fact = Added { relation: head.adds.clone(), values: values.collect() };
                let (action, rows) = found.entry(format!("{bindings:?}")).or_insert_with(|| {
                    let text = worded(&self.wording, &bindings);
                    let (span, remedy) = (self.span, self.text.clone());
                    (Action { text, bindings, adds: Vec::new(), span, remedy }, Vec::new())
                });
                rows.push((head.rows, number));
                if !action.adds.contains(&fact) {
                    action.adds.push(fact);
                }
            }
        }
        found.into_values().collect()
    }

    /// A value that nothing else has; of one action's new numbers, the one that is named first is the least.
    fn new_value(&self, name: &str, order: u64, kind: Kind, bindings: &[(Arc<str>, Value)]) -> Value {
        let mut hasher = Hasher::new("new value");
        hasher.text(&self.text);
        for (variable, value) in bindings {
            hasher.text(variable);
            hasher.value(value);
        }
        let digest = hasher.finish().short();
        let number = u64::from_str_radix(&digest[..8], 16).unwrap_or(0);
        let number = (1 << 50) + (number << 8) + order;
        match kind {
            Kind::Symbol => Value::Symbol(format!("new {name} {digest}")),
            Kind::Number => Value::Number(number.cast_signed()),
            Kind::Unsigned => Value::Unsigned(number),
            Kind::Float => Value::Float(number as f64),
            // Checked programs have no remedies with records in their heads.
            Kind::Compound(_) => Value::Nil,
        }
    }
}

/// Heads of a clause: the rules of each alternative come together, one a head.
fn heads_of(program: &Program, clause: &[Rule]) -> usize {
    let head = |rule: &Rule| {
        let terms: Vec<String> = rule.terms.iter().map(|term| text::term(program, rule, term)).collect();
        (rule.head, terms)
    };
    let heads: Vec<_> = clause.iter().map(head).collect();
    let repeats = |period: &usize| {
        heads.len().is_multiple_of(*period) && heads.iter().enumerate().all(|(at, one)| *one == heads[at % period])
    };
    (1..=heads.len()).find(repeats).unwrap_or(1)
}

/// Variables of the body that heads or wording use: what else a body binds makes no other action.
fn shown_variables(heads: &[Rule], wording: &str) -> Vec<VariableId> {
    let mut bound = BTreeSet::new();
    let mut used = BTreeSet::new();
    for rule in heads {
        surface_variables(&[], &rule.body, &mut bound);
        surface_variables(&rule.terms, &[], &mut used);
    }
    let name = |id: &VariableId| heads.first().map_or("", |rule| &rule.variables[id.0 as usize].name);
    let shown = |id: &VariableId| used.contains(id) || wording.contains(&format!("{{{}}}", name(id)));
    bound.into_iter().filter(|id| shown(id) && !name(id).starts_with('?')).collect()
}

/// A program with these facts, as far as it declares their relations.
pub(super) fn with(program: &Program, added: &[Added]) -> Program {
    let mut program = program.clone();
    for fact in added {
        let Some(relation) = program.find(&fact.relation) else {
            continue;
        };
        let kinds = program.relation(relation).attributes.iter().map(|attribute| attribute.kind);
        if fact.values.iter().map(|value| value.as_datum().kind()).eq(kinds.map(Some)) {
            let span = program.relation(relation).span;
            let row = fact.values.iter().filter_map(constant).collect();
            program.facts.push(GroundFact { relation, row, span });
        }
    }
    program
}

/// A value of a base type as a constant; remedies add no others.
fn constant(value: &Value) -> Option<Constant> {
    Some(match value {
        Value::Symbol(text) => Constant::Symbol(text.as_str().into()),
        Value::Number(number) => Constant::Number(*number),
        Value::Unsigned(number) => Constant::Unsigned(*number),
        Value::Float(number) => Constant::Float(*number),
        Value::Nil | Value::Record(_) | Value::Branch(..) => return None,
    })
}

/// The wording, with `{P}` replaced by what `P` stands for; read once, so that no value is read as a wording.
fn worded(wording: &str, bindings: &[(Arc<str>, Value)]) -> String {
    let mut text = String::new();
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        text.push_str(before);
        let name = after[1..].find('}').map(|close| &after[1..=close]);
        let value = name.and_then(|name| bindings.iter().find(|(known, _)| **known == *name));
        let (Some(name), Some((_, value))) = (name, value) else {
            text.push('{');
            rest = &after[1..];
            continue;
        };
        text.push_str(&show::plain(value));
        rest = &after[name.len() + 2..];
    }
    text.push_str(rest);
    text
}
