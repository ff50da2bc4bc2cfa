//! The precedence graph of a program's relations, and its components in evaluation order (Tarjan 1972, with a stack of
//! its own: rules can be nested as deep as a text is long). Refuses to know places and diagnostics.

use crate::program::{Form, Literal, Program, RelationId, Rule, RuleId, Stratum};

/// How a rule reads a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Polarity {
    /// Its rows.
    Positive,
    /// Their absence.
    Negative,
    /// All of them at once.
    Aggregated,
}

/// Visits the relations that a body reads.
pub(crate) fn reads<'r>(body: &'r [Literal], visit: &mut impl FnMut(&'r Literal, RelationId, Polarity)) {
    read(body, false, visit);
}

fn read<'r>(body: &'r [Literal], aggregated: bool, visit: &mut impl FnMut(&'r Literal, RelationId, Polarity)) {
    for literal in body {
        match &literal.form {
            Form::Positive(atom) if aggregated => {
                visit(literal, atom.relation, Polarity::Aggregated);
            }
            Form::Positive(atom) => visit(literal, atom.relation, Polarity::Positive),
            Form::Negative(atom) => visit(literal, atom.relation, Polarity::Negative),
            Form::Aggregate(aggregate) => read(&aggregate.body, true, visit),
            Form::Compare { .. } | Form::Test { .. } | Form::Range { .. } | Form::Compound(_) | Form::Never => {}
        }
    }
}

/// The strata of a program: dependencies first, each relation in exactly one.
pub(crate) fn strata(program: &Program) -> Vec<Stratum> {
    let graph = Graph::new(program.relations.len(), &program.rules);
    let mut strata = graph.components();
    let mut of = vec![0; program.relations.len()];
    for (index, stratum) in strata.iter().enumerate() {
        for relation in &stratum.relations {
            of[relation.0 as usize] = index;
        }
    }
    for (id, rule) in (0..).map(RuleId).zip(&program.rules) {
        let own = of[rule.head.0 as usize];
        let stratum = &mut strata[own];
        stratum.rules.push(id);
        reads(&rule.body, &mut |_, relation, _| {
            stratum.recursive |= of[relation.0 as usize] == own;
        });
    }
    strata
}

/// Which relations each relation's rules read: the targets of a node lie together.
struct Graph {
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Graph {
    fn new(relations: usize, rules: &[Rule]) -> Self {
        let mut starts = vec![0; relations + 1];
        for rule in rules {
            reads(&rule.body, &mut |_, _, _| starts[rule.head.0 as usize + 1] += 1);
        }
        for node in 0..relations {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts.last().copied().unwrap_or(0)];
        for rule in rules {
            reads(&rule.body, &mut |_, relation, _| {
                let slot = &mut next[rule.head.0 as usize];
                targets[*slot] = relation.0;
                *slot += 1;
            });
        }
        Self { starts, targets }
    }

    /// The components; each after all that it reads.
    fn components(&self) -> Vec<Stratum> {
        let mut search = Search {
            graph: self,
            order: vec![0; self.starts.len() - 1],
            low: vec![0; self.starts.len() - 1],
            done: vec![false; self.starts.len() - 1],
            count: 0,
            stack: Vec::new(),
            found: Vec::new(),
        };
        for node in 0..search.order.len() {
            if search.order[node] == 0 {
                search.visit(node);
            }
        }
        search.found
    }
}

struct Search<'g> {
    graph: &'g Graph,
    /// When a node was met, from 1; 0 for not yet.
    order: Vec<u32>,
    /// The earliest open node that it reaches.
    low: Vec<u32>,
    done: Vec<bool>,
    count: u32,
    stack: Vec<usize>,
    found: Vec<Stratum>,
}

impl Search<'_> {
    fn open(&mut self, node: usize, path: &mut Vec<(usize, usize)>) {
        self.count += 1;
        self.order[node] = self.count;
        self.low[node] = self.count;
        self.stack.push(node);
        path.push((node, self.graph.starts[node]));
    }

    fn visit(&mut self, root: usize) {
        let mut path = Vec::new();
        self.open(root, &mut path);
        while let Some((node, edge)) = path.last_mut() {
            let node = *node;
            if *edge < self.graph.starts[node + 1] {
                let target = self.graph.targets[*edge] as usize;
                *edge += 1;
                if self.order[target] == 0 {
                    self.open(target, &mut path);
                } else if !self.done[target] {
                    self.low[node] = self.low[node].min(self.order[target]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                self.low[parent] = self.low[parent].min(self.low[node]);
            }
            if self.low[node] == self.order[node] {
                self.close(node);
            }
        }
    }

    /// Takes the component of a node off the stack.
    fn close(&mut self, node: usize) {
        let mut relations = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.done[member] = true;
            relations.push(RelationId(u32::try_from(member).unwrap_or(u32::MAX)));
            if member == node {
                break;
            }
        }
        relations.sort_unstable();
        self.found.push(Stratum { relations, rules: Vec::new(), recursive: false });
    }
}
