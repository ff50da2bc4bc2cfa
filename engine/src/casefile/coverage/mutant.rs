//! A program with a literal left out. Alternatives of a body are rules of their own, of one text: the literal is left out of
//! each. Knows no cases.

use std::collections::BTreeMap;

use super::LiteralPlace;
use crate::check::is_grounded;
use crate::program::{Form, Literal, Program, Rule};
use crate::source::{SourceId, Sources, Span};

/// A literal to be left out.
pub(super) struct Mutant {
    pub(super) place: LiteralPlace,
    /// Rules, and the literals of each that go: it, and what was made of its arguments.
    without: Vec<(usize, Vec<usize>)>,
}

/// The literals of the rules under test, in the order of the text.
pub(super) fn mutants(program: &Program, sources: &Sources, root: SourceId, program_end: u32) -> Vec<Mutant> {
    let mut found: BTreeMap<(SourceId, u32, u32), Mutant> = BTreeMap::new();
    for (number, rule) in program.rules.iter().enumerate() {
        let line = sources.position(rule.span).line;
        if rule.span.source == root && line >= program_end {
            continue;
        }
        for literal in &rule.body {
            // What cannot hold is told of by a warning of its own.
            if matches!(literal.form, Form::Never) || within_another(rule, literal.span) {
                continue;
            }
            let Span { source, start, end } = literal.span;
            let mutant = found
                .entry((source, start, end))
                .or_insert_with(|| Mutant { place: place(literal.span, rule.span, sources), without: Vec::new() });
            if mutant.without.last().is_none_or(|(last, _)| *last != number) {
                mutant.without.push((number, inside(rule, literal.span)));
            }
        }
    }
    found.into_values().collect()
}

fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}

/// Whether a literal was made of an argument of another one.
fn within_another(rule: &Rule, span: Span) -> bool {
    rule.body.iter().any(|other| other.span != span && holds(other.span, span))
}

fn inside(rule: &Rule, span: Span) -> Vec<usize> {
    let positions = rule.body.iter().enumerate();
    positions.filter(|(_, literal)| holds(span, literal.span)).map(|(position, _)| position).collect()
}

fn place(span: Span, rule: Span, sources: &Sources) -> LiteralPlace {
    let file = |span: Span| sources.get(span.source).map_or_else(String::new, |source| source.name.to_string());
    let position = sources.position(span);
    LiteralPlace {
        file: file(span),
        line: position.line,
        column: position.column,
        text: sources.text(span).split_whitespace().collect::<Vec<_>>().join(" "),
        rule: format!("{}:{}", file(rule), sources.position(rule).line),
    }
}

impl Mutant {
    /// Whether one of its rules derives what is asked for.
    pub(super) fn is_reached(&self, program: &Program, reached: &[bool]) -> bool {
        self.without.iter().any(|&(rule, _)| reached[program.rules[rule].head.0 as usize])
    }

    /// Whether its rules can be evaluated without it.
    pub(super) fn is_grounded(&self, program: &Program) -> bool {
        self.without.iter().all(|(rule, literals)| {
            let mut rule = program.rules[*rule].clone();
            rule.body = left(&rule.body, literals);
            is_grounded(&rule, program)
        })
    }

    /// Leaves the literal out; the bodies as they were.
    pub(super) fn apply(&self, program: &mut Program) -> Vec<Vec<Literal>> {
        let change = |(rule, literals): &(usize, Vec<usize>)| {
            let body = &mut program.rules[*rule].body;
            let fewer = left(body, literals);
            std::mem::replace(body, fewer)
        };
        self.without.iter().map(change).collect()
    }

    /// Puts the bodies back.
    pub(super) fn undo(&self, program: &mut Program, kept: Vec<Vec<Literal>>) {
        for ((rule, _), body) in self.without.iter().zip(kept) {
            program.rules[*rule].body = body;
        }
    }
}

/// A body without some of its literals.
fn left(body: &[Literal], without: &[usize]) -> Vec<Literal> {
    let positions = body.iter().enumerate();
    positions.filter(|(position, _)| !without.contains(position)).map(|(_, literal)| literal.clone()).collect()
}
