//! From rows to a graph of proofs, with a stack of its own: proofs get thousands of steps deep. Refuses to know how a
//! single row's derivation is found.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::derive::Match;
use super::id;
use super::premise::Sketch;
use super::{Derivation, Forest, Node, Premise, PremiseForm, Proof, ProofError, Why};
use crate::explain::Explainer;
use crate::host::Value;
use crate::model::RowId;
use crate::program::{RelationId, VariableId};

type Row = (RelationId, RowId);

/// So many rows of one relation are looked for together.
const MANY: usize = 32;

/// A graph that grows.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    /// Looked up, never iterated.
    of: FxHashMap<Row, usize>,
    /// Derivations that are known already. Looked up, never iterated.
    found: FxHashMap<Row, Match>,
}

/// What is still to be done.
enum Job {
    Prove(Row),
    /// All premises are proved.
    Close(Row, Box<(Match, Vec<Sketch>)>),
}

impl Explainer<'_, '_> {
    /// The proof of a row with the fewest rounds.
    ///
    /// # Errors
    /// If there is no such row, or the search for a derivation ends without one.
    pub fn prove(&mut self, relation: RelationId, row: RowId) -> Result<Proof, ProofError> {
        self.check_row(relation, row)?;
        let mut graph = Graph::default();
        self.grow(&mut graph, vec![Job::Prove((relation, row))])?;
        let root = graph.of.get(&(relation, row)).copied().ok_or(ProofError::NotFound)?;
        Ok(Proof { nodes: graph.nodes, root })
    }

    /// The proofs of many rows in one graph, so that what they share is looked for once. Each is the proof that
    /// [`Self::prove`] gives.
    pub fn prove_all(&mut self, rows: &[(RelationId, RowId)]) -> Forest {
        let mut graph = Graph { found: self.found_together(rows), ..Graph::default() };
        let mut roots = Vec::with_capacity(rows.len());
        for &row in rows {
            let grown = self.check_row(row.0, row.1).and_then(|()| self.grow(&mut graph, vec![Job::Prove(row)]));
            roots.push(grown.and_then(|()| graph.of.get(&row).copied().ok_or(ProofError::NotFound)));
        }
        Forest { nodes: graph.nodes, roots }
    }

    /// Proofs of a row by each of its immediate derivations, in the order of rules and values; at most `most` of each
    /// rule. A premise is proved as [`Self::prove`] proves it, so it may rest on the row itself, by another derivation.
    ///
    /// # Errors
    /// If there is no such row, or the proof of a premise is not found.
    pub fn derivations(&mut self, relation: RelationId, row: RowId, most: usize) -> Result<Vec<Proof>, ProofError> {
        self.check_row(relation, row)?;
        if self.round(relation, row) == 0 {
            let given = self.prove(relation, row)?;
            return Ok(vec![given]);
        }
        let mut proofs = Vec::new();
        for found in self.all_derivations(relation, row, most) {
            let mut graph = Graph::default();
            let sketches = self.sketches(&found);
            let premises = facts(&sketches).map(Job::Prove).collect();
            self.grow(&mut graph, premises)?;
            let node = self.derived(&graph, (relation, row), &found, sketches);
            graph.nodes.push(node);
            proofs.push(Proof { root: graph.nodes.len() - 1, nodes: graph.nodes });
        }
        Ok(proofs)
    }

    /// The derivations of rows that are many of one relation and round.
    fn found_together(&mut self, rows: &[Row]) -> FxHashMap<Row, Match> {
        let mut alike: BTreeMap<(RelationId, usize), Vec<RowId>> = BTreeMap::new();
        for &(relation, row) in rows {
            if self.check_row(relation, row).is_ok() && self.round(relation, row) > 0 {
                alike.entry((relation, self.round(relation, row))).or_default().push(row);
            }
        }
        let mut found = FxHashMap::default();
        for ((relation, _), rows) in alike.into_iter().filter(|(_, rows)| rows.len() >= MANY) {
            let matches = self.least_derivations(relation, &rows);
            found.extend(matches.into_iter().map(|(row, found)| ((relation, row), found)));
        }
        found
    }

    fn check_row(&self, relation: RelationId, row: RowId) -> Result<(), ProofError> {
        let known = (relation.0 as usize) < self.program().relations.len();
        if known && (row.0 as usize) < self.model().len(relation) { Ok(()) } else { Err(ProofError::NoRow) }
    }

    fn grow(&mut self, graph: &mut Graph, mut jobs: Vec<Job>) -> Result<(), ProofError> {
        jobs.reverse();
        while let Some(job) = jobs.pop() {
            match job {
                Job::Prove(row) if graph.of.contains_key(&row) => {}
                Job::Prove(row) if self.round(row.0, row.1) == 0 => {
                    let node = self.given(row);
                    graph.add(row, node);
                }
                Job::Prove(row) => {
                    let known = graph.found.remove(&row);
                    let found = known.map_or_else(|| self.least_derivation(row.0, row.1), Ok)?;
                    let sketches = self.sketches(&found);
                    let premises: Vec<Job> = facts(&sketches).map(Job::Prove).collect();
                    jobs.push(Job::Close(row, Box::new((found, sketches))));
                    jobs.extend(premises.into_iter().rev());
                }
                Job::Close(row, parts) => {
                    if !graph.of.contains_key(&row) {
                        let (found, sketches) = *parts;
                        let node = self.derived(graph, row, &found, sketches);
                        graph.add(row, node);
                    }
                }
            }
        }
        Ok(())
    }

    fn given(&mut self, row: Row) -> Node {
        let relation = self.canonical().name(row.0);
        let values = self.model().row(row.0, row.1);
        let origin = self.model().origin(row.0, row.1);
        let span = if origin.is_none() { self.span_of(row.0, &values) } else { None };
        Node { id: id::of_fact(&relation, &values), relation, values, row, why: Why::Given { origin, span } }
    }

    /// The fact of the text with these values.
    fn span_of(&self, relation: RelationId, values: &[Value]) -> Option<crate::source::Span> {
        let same = |fact: &&crate::program::GroundFact| {
            fact.relation == relation && fact.row.iter().map(Value::from).eq(values.iter().cloned())
        };
        self.program().facts.iter().find(same).map(|fact| fact.span)
    }

    fn derived(&mut self, graph: &Graph, row: Row, found: &Match, sketches: Vec<Sketch>) -> Node {
        let rule = self.program().rule(found.rule);
        let relation = self.canonical().name(row.0);
        let values = self.model().row(row.0, row.1);
        let text = self.canonical().rule(found.rule).clone();
        let mut bindings = Vec::new();
        for (index, word) in (0..).zip(&found.state.bindings) {
            if let Some(word) = word {
                let name = self.canonical().variable(found.rule, VariableId(index));
                bindings.push((name, self.value(*word, &rule.variables[index as usize])));
            }
        }
        let mut premises = Vec::with_capacity(sketches.len());
        for (sketch, literal) in sketches.into_iter().zip(&rule.body) {
            premises.push(Premise { span: literal.span, form: self.premise(graph, sketch) });
        }
        let forms = premises.iter().map(|premise| &premise.form);
        let id = id::of_step(&text, &values, forms, &|node| graph.nodes.get(node).map(|node| node.id));
        let why = Why::Derived(Derivation {
            rule: found.rule,
            text,
            name: self.rule_name(rule),
            span: rule.span,
            bindings,
            premises,
        });
        Node { id, relation, values, row, why }
    }

    fn premise(&self, graph: &Graph, sketch: Sketch) -> PremiseForm {
        // Premises are proved before what they prove.
        let node = |row: Row| graph.of.get(&row).copied().unwrap_or(0);
        match sketch {
            Sketch::Fact(relation, row) => PremiseForm::Fact { node: node((relation, row)) },
            Sketch::Absent { relation, pattern } => {
                PremiseForm::Absent { relation: self.canonical().name(relation), pattern }
            }
            Sketch::Holds { text, values } => PremiseForm::Holds { text, values },
            Sketch::Aggregate { text, result, matches, total, rows, digest } => PremiseForm::Aggregate {
                text,
                result,
                matches,
                total,
                rows: rows.into_iter().map(node).collect(),
                digest,
            },
        }
    }
}

impl Graph {
    fn add(&mut self, row: Row, node: Node) {
        self.of.insert(row, self.nodes.len());
        self.nodes.push(node);
    }
}

/// The facts that premises use.
fn facts(sketches: &[Sketch]) -> impl Iterator<Item = Row> {
    sketches.iter().flat_map(|sketch| match sketch {
        Sketch::Fact(relation, row) => vec![(*relation, *row)],
        Sketch::Aggregate { rows, .. } => rows.clone(),
        Sketch::Absent { .. } | Sketch::Holds { .. } => Vec::new(),
    })
}
