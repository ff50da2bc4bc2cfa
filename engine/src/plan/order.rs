//! The order of a conjunction: what is certain to be cheap first, the delta before any other atom, then atoms joined to
//! what is bound by estimated rows, then what may fail or cost, and questions to the host last. Greedy, and decided by
//! sizes and text order only. Knows no steps.

use super::bound::{Variables, each_inner, surface_of_rule};
use super::expression::is_late;
use super::{Block, IndexKey, Part, Register, RulePlan, Step};
use crate::interner::{Full, Interner, Word};
use crate::limits::{EvalError, Stop};
use crate::program::{
    Access, Aggregate, Atom, Comparison, Constant, Form, Literal, Program, RelationId, Rule, Term, VariableId,
};

/// Most atoms and ranges of a body: each is a level of recursion at run time.
const MOST_GENERATORS: usize = 400;

/// What planning knows of the relations.
pub(crate) struct Sizes<'a> {
    /// Rows of each relation.
    pub(crate) rows: &'a dyn Fn(RelationId) -> u32,
    /// Relations of the stratum, if it is recursive.
    pub(crate) growing: &'a [RelationId],
}

/// The state of planning one rule.
pub(crate) struct Planner<'a> {
    pub(super) program: &'a Program,
    pub(super) rule: &'a Rule,
    pub(super) sizes: &'a Sizes<'a>,
    interner: &'a mut Interner,
    /// The atom of the body that reads the delta.
    delta: Option<usize>,
    constants: Vec<(Register, Word)>,
    pub(super) indexes: Vec<IndexKey>,
    registers: usize,
    generators: usize,
}

/// A conjunction that is being put in order.
pub(super) struct Scope<'a> {
    pub(super) literals: &'a [Literal],
    /// Variables that are visible from within aggregates of this conjunction.
    pub(super) outer: Variables,
    pub(super) bound: Variables,
    /// Each way of matching counts, that of wildcards too.
    pub(super) exact: bool,
    /// Whether this is the rule's body, whose atoms may be recursive.
    pub(super) body: bool,
    pub(super) left: Vec<usize>,
    pub(super) steps: Vec<Step>,
    /// An atom was placed.
    pub(super) begun: bool,
}

/// When a literal is placed, earlier first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Does not depend on anything bound here: once, before all loops.
    Constant,
    Delta,
    Comparison,
    Lookup,
    Test,
    Join,
    Late,
    Aggregate,
    Product,
    AskIf,
    AskEach,
    /// Joined to nothing yet, but to what a question will bind.
    Dependent,
}

/// The plan of a rule, with the atom at `delta` of its body reading the delta.
pub(crate) fn plan_rule(
    program: &Program,
    rule: &Rule,
    delta: Option<usize>,
    sizes: &Sizes<'_>,
    interner: &mut Interner,
) -> Result<RulePlan, Stop> {
    let limit = interner.limit();
    let mut planner = Planner {
        program,
        rule,
        sizes,
        interner,
        delta,
        constants: Vec::new(),
        indexes: Vec::new(),
        registers: rule.variables.len(),
        generators: 0,
    };
    let block = planner.rule_block().map_err(|fault| {
        Box::new(match fault {
            Fault::Full => EvalError::Bytes { relation: None, limit },
            Fault::Stuck => EvalError::Unplannable { span: rule.span },
        })
    })?;
    Ok(RulePlan { block, registers: planner.registers, constants: planner.constants, indexes: planner.indexes })
}

/// Why there is no plan.
pub(super) enum Fault {
    Full,
    Stuck,
}

impl From<Full> for Fault {
    fn from(_: Full) -> Self {
        Self::Full
    }
}

impl Planner<'_> {
    fn rule_block(&mut self) -> Result<Block, Fault> {
        let rule = self.rule;
        let mut scope = Scope {
            literals: &rule.body,
            outer: surface_of_rule(rule),
            bound: Variables::none(rule.variables.len()),
            exact: false,
            body: true,
            left: (0..rule.body.len()).collect(),
            steps: Vec::new(),
            begun: false,
        };
        self.order(&mut scope)?;
        let mut row = Vec::with_capacity(rule.terms.len());
        for term in &rule.terms {
            row.push(self.operand(term, &mut scope.steps)?);
        }
        scope.steps.push(Step::Emit(row));
        Ok(Block { steps: scope.steps })
    }

    /// Places every literal of a conjunction.
    pub(super) fn order(&mut self, scope: &mut Scope<'_>) -> Result<(), Fault> {
        while !scope.left.is_empty() {
            let ranked = scope.left.iter().enumerate().filter_map(|(position, &index)| {
                let rank = self.rank(scope, index)?;
                Some((rank, index, position))
            });
            let (_, index, position) = ranked.min().ok_or(Fault::Stuck)?;
            scope.left.remove(position);
            self.place(scope, index)?;
            if self.generators > MOST_GENERATORS {
                return Err(Fault::Stuck);
            }
        }
        Ok(())
    }

    /// Counts a step that loops.
    pub(super) fn generates(&mut self) {
        self.generators += 1;
    }

    /// Which rows the atom at `index` of a conjunction sees: left of the delta all, right of it only old ones, so that
    /// no pair of new rows is joined twice.
    pub(super) fn part(&self, scope: &Scope<'_>, index: usize, relation: RelationId) -> Part {
        match self.delta {
            Some(delta) if scope.body && self.grows(relation) => match index.cmp(&delta) {
                std::cmp::Ordering::Less => Part::All,
                std::cmp::Ordering::Equal => Part::Delta,
                std::cmp::Ordering::Greater => Part::Old,
            },
            _ => Part::All,
        }
    }

    /// Whether the relation still grows while the rule runs.
    pub(super) fn grows(&self, relation: RelationId) -> bool {
        self.sizes.growing.contains(&relation)
    }

    /// The key columns, if the host is asked by key.
    pub(super) fn key_columns(&self, relation: RelationId) -> Option<&'_ [usize]> {
        match &self.program.relation(relation).access {
            Access::Keyed { key } => Some(key),
            Access::Derived | Access::Input { .. } => None,
        }
    }

    /// When a literal may be placed now, and how soon; the second part breaks ties.
    fn rank(&self, scope: &Scope<'_>, index: usize) -> Option<(Rank, u64)> {
        let bound = &scope.bound;
        match &scope.literals[index].form {
            Form::Never => Some((Rank::Constant, 0)),
            Form::Positive(atom) => self.rank_atom(scope, index, atom),
            Form::Negative(atom) => {
                let ready = atom.arguments.iter().all(|term| bound.cover(term));
                let rank = match self.key_columns(atom.relation) {
                    Some(_) => Rank::AskIf,
                    None => Rank::Lookup,
                };
                ready.then_some((rank, 1))
            }
            Form::Compare { operator, left, right, .. } => {
                let ready = match (bound.cover(left), bound.cover(right)) {
                    (true, true) => true,
                    (true, false) => binds(*operator, right),
                    (false, true) => binds(*operator, left),
                    (false, false) => false,
                };
                let late = is_late(left) || is_late(right);
                let rank = if late { Rank::Late } else { Rank::Comparison };
                ready.then_some((rank, 0))
            }
            Form::Test { pattern, text, .. } => {
                let certain = matches!(pattern, Term::Constant(_)) && !is_late(text);
                let rank = if certain { Rank::Test } else { Rank::Late };
                (bound.cover(pattern) && bound.cover(text)).then_some((rank, 1))
            }
            Form::Range { result, from, to, step, .. } => {
                let ready = [from, to].into_iter().chain(step).all(|term| bound.cover(term));
                let rank = if bound.has(*result) { Rank::Late } else { Rank::Product };
                ready.then_some((rank, 0))
            }
            Form::Aggregate(aggregate) => self.rank_aggregate(scope, aggregate),
        }
    }

    fn rank_aggregate(&self, scope: &Scope<'_>, aggregate: &Aggregate) -> Option<(Rank, u64)> {
        let mut ready = true;
        let mut depends = false;
        each_inner(aggregate, &mut |variable| {
            if scope.outer.has(variable) {
                depends = true;
                ready &= scope.bound.has(variable);
            }
        });
        let rank = if self.asks(&aggregate.body) {
            Rank::AskIf
        } else if depends {
            Rank::Aggregate
        } else {
            Rank::Constant
        };
        ready.then_some((rank, 2))
    }

    /// Whether a body asks the host by key.
    fn asks(&self, body: &[Literal]) -> bool {
        body.iter().any(|literal| match &literal.form {
            Form::Positive(atom) | Form::Negative(atom) => self.key_columns(atom.relation).is_some(),
            Form::Aggregate(nested) => self.asks(&nested.body),
            _ => false,
        })
    }

    fn rank_atom(&self, scope: &Scope<'_>, index: usize, atom: &Atom) -> Option<(Rank, u64)> {
        if self.part(scope, index, atom.relation) == Part::Delta {
            return Some((Rank::Delta, 0));
        }
        let bound = &scope.bound;
        let known = |term: &Term| !matches!(term, Term::Wildcard) && bound.cover(term);
        if let Some(key) = self.key_columns(atom.relation) {
            let ready = key.iter().all(|&column| atom.arguments.get(column).is_some_and(known));
            let filters = atom.arguments.iter().all(|term| bound.cover(term));
            let free = atom.arguments.iter().filter(|term| !known(term)).count();
            let rank = if filters { Rank::AskIf } else { Rank::AskEach };
            return ready.then_some((rank, free as u64));
        }
        let free = atom.arguments.iter().filter(|term| !known(term)).count();
        if atom.arguments.iter().all(|term| bound.cover(term)) && (free == 0 || !scope.exact) {
            return Some((Rank::Lookup, 0));
        }
        let joined = atom.arguments.iter().any(|term| matches!(term, Term::Variable(_)) && bound.cover(term));
        let rank = if joined {
            Rank::Join
        } else if self.waits_for_question(scope, atom) {
            Rank::Dependent
        } else if scope.begun {
            Rank::Product
        } else {
            Rank::Join
        };
        Some((rank, self.estimate(atom, free)))
    }

    /// Rows that an atom is expected to give with `free` columns open, as a logarithm, then by size.
    fn estimate(&self, atom: &Atom, free: usize) -> u64 {
        let rows = if self.grows(atom.relation) { u32::MAX } else { (self.sizes.rows)(atom.relation) };
        let arity = atom.arguments.len().max(1) as u64;
        let logarithm = u64::from(u32::BITS - rows.leading_zeros()) * 64 * free as u64 / arity;
        logarithm << 32 | u64::from(rows)
    }

    /// Whether an atom shares a variable with what a question to the host, not yet asked, will bind.
    fn waits_for_question(&self, scope: &Scope<'_>, atom: &Atom) -> bool {
        scope.left.iter().any(|&index| {
            let Form::Positive(asked) = &scope.literals[index].form else {
                return false;
            };
            let Some(key) = self.key_columns(asked.relation) else {
                return false;
            };
            let answers = asked.arguments.iter().enumerate();
            answers
                .filter(|(column, _)| !key.contains(column))
                .filter_map(|(_, term)| variable(term))
                .any(|open| !scope.bound.has(open) && atom.arguments.iter().any(|term| variable(term) == Some(open)))
        })
    }

    /// The register of a constant.
    pub(super) fn constant(&mut self, constant: &Constant) -> Result<Register, Full> {
        let word = self.interner.constant(constant)?;
        let known = self.constants.iter().find(|(_, known)| *known == word);
        if let Some(&(register, _)) = known {
            return Ok(register);
        }
        let register = self.fresh();
        self.constants.push((register, word));
        Ok(register)
    }

    /// A register of no variable.
    pub(super) fn fresh(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    /// The position of an index among those of the plan.
    pub(super) fn need(&mut self, key: IndexKey) -> usize {
        let known = self.indexes.iter().position(|index| *index == key);
        known.unwrap_or_else(|| {
            self.indexes.push(key);
            self.indexes.len() - 1
        })
    }
}

/// Whether a comparison gives its unbound side a value.
fn binds(operator: Comparison, side: &Term) -> bool {
    operator == Comparison::Equal && matches!(side, Term::Variable(_))
}

/// The variable that a term is.
pub(super) fn variable(term: &Term) -> Option<VariableId> {
    match term {
        Term::Variable(variable) => Some(*variable),
        _ => None,
    }
}
