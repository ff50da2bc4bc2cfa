//! A relation of one or more programs as authors want to know it. The same declaration in two programs is one relation,
//! with the rules and readers of both.

use std::collections::BTreeSet;

use clap::ValueEnum;
use engine::catalog::{Entry, catalog};
use engine::program::{Access, Purpose, Relation};
use engine::{Program, Sources, Span};

use crate::rule_set;

/// What a relation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::commands::rules) enum Kind {
    /// Its rows come from outside, all of them
    Input,
    /// Its rows come from outside, for one value of the key at a time
    Keyed,
    /// gatelog acts on it
    Contract,
    /// Rules and facts make it
    Derived,
}

impl Kind {
    /// The word for it in every format.
    pub(in crate::commands::rules) fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Keyed => "keyed",
            Self::Contract => "contract",
            Self::Derived => "derived",
        }
    }
}

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::commands::rules) struct Place {
    pub(in crate::commands::rules) file: String,
    pub(in crate::commands::rules) line: u32,
}

impl Place {
    pub(in crate::commands::rules) fn of(span: Span, sources: &Sources) -> Self {
        let file = sources.get(span.source).map_or_else(String::new, |source| source.name.to_string());
        Self { file, line: sources.position(span).line }
    }

    /// For people.
    pub(in crate::commands::rules) fn text(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

/// A clause that derives a relation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::commands::rules) struct Clause {
    pub(in crate::commands::rules) place: Place,
    /// Its `@[rule]`; empty where it has none.
    pub(in crate::commands::rules) name: String,
    /// As it is written.
    pub(in crate::commands::rules) text: String,
}

/// A relation.
#[derive(Clone, Debug)]
pub(in crate::commands::rules) struct Described {
    pub(in crate::commands::rules) name: String,
    pub(in crate::commands::rules) kind: Kind,
    /// Names and types.
    pub(in crate::commands::rules) columns: Vec<(String, String)>,
    /// Names of the columns that each use binds.
    pub(in crate::commands::rules) key: Vec<String>,
    pub(in crate::commands::rules) documentation: String,
    pub(in crate::commands::rules) place: Place,
    pub(in crate::commands::rules) rules: Vec<Clause>,
    pub(in crate::commands::rules) facts: usize,
    pub(in crate::commands::rules) read_by: Vec<String>,
    /// Whether `.output` or `.printsize` names it.
    pub(in crate::commands::rules) output: bool,
    /// `@[remedy]` clauses that read it or add to it.
    pub(in crate::commands::rules) actions: Vec<Place>,
}

impl Described {
    /// Who reads it, for people.
    pub(in crate::commands::rules) fn readers(&self) -> Vec<String> {
        let outside = self.output.then(|| "(output)".to_owned());
        let actions = self.actions.iter().map(|place| format!("(action at {})", place.text()));
        self.read_by.iter().cloned().chain(outside).chain(actions).collect()
    }
}

/// The relations of some programs, in the order of their declarations.
pub(in crate::commands::rules) fn described(programs: &[(Sources, Program)]) -> Vec<Described> {
    let mut all: Vec<Described> = Vec::new();
    for (sources, program) in programs {
        for entry in catalog(program) {
            let one = describe(&entry, program, sources);
            match all.iter_mut().find(|known| known.name == one.name && known.place == one.place) {
                Some(known) => merge(known, one),
                None => all.push(one),
            }
        }
    }
    all
}

fn describe(entry: &Entry, program: &Program, sources: &Sources) -> Described {
    let relation = program.relation(entry.relation);
    let place = Place::of(relation.span, sources);
    let name_of = |span: Span| {
        let rule = program.rules.iter().find(|rule| rule.span == span);
        let named = rule.into_iter().flat_map(|rule| &rule.annotations).find(|annotation| &*annotation.name == "rule");
        named.and_then(|annotation| annotation.text.as_deref()).unwrap_or_default().to_owned()
    };
    let clause = |&span: &Span| Clause {
        place: Place::of(span, sources),
        name: name_of(span),
        text: sources.text(span).to_owned(),
    };
    let asked = program.directives.iter().filter(|directive| directive.purpose != Purpose::Input);
    Described {
        name: relation.name.to_string(),
        kind: kind(relation, &place),
        columns: columns(program, relation),
        key: key(relation),
        documentation: relation.documentation.to_string(),
        place,
        rules: entry.rules.iter().map(clause).collect(),
        facts: entry.facts,
        read_by: entry.read_by.iter().map(|&id| program.relation(id).name.to_string()).collect(),
        output: asked.into_iter().any(|directive| directive.relation == entry.relation),
        actions: entry.actions.iter().map(|&span| Place::of(span, sources)).collect(),
    }
}

fn kind(relation: &Relation, place: &Place) -> Kind {
    match relation.access {
        Access::Input { .. } => Kind::Input,
        Access::Keyed { .. } => Kind::Keyed,
        Access::Derived if rule_set::is_contract(&place.file) => Kind::Contract,
        Access::Derived => Kind::Derived,
    }
}

fn columns(program: &Program, relation: &Relation) -> Vec<(String, String)> {
    let one = |attribute: &engine::program::Attribute| {
        (attribute.name.to_string(), program.kind_name(attribute.kind).to_owned())
    };
    relation.attributes.iter().map(one).collect()
}

fn key(relation: &Relation) -> Vec<String> {
    let Access::Keyed { key } = &relation.access else {
        return Vec::new();
    };
    key.iter().filter_map(|&column| Some(relation.attributes.get(column)?.name.to_string())).collect()
}

fn merge(known: &mut Described, other: Described) {
    known.rules = sorted(known.rules.drain(..).chain(other.rules));
    known.read_by = sorted(known.read_by.drain(..).chain(other.read_by));
    known.actions = sorted(known.actions.drain(..).chain(other.actions));
    known.facts = known.facts.max(other.facts);
    known.output |= other.output;
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    all.collect::<BTreeSet<T>>().into_iter().collect()
}
