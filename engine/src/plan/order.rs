//! Puts a conjunction in order, literal by literal: of those that may be placed now, the one that ranks first. Knows no
//! steps and no ranks.

use super::bound::{Variables, surface_of_rule};
use super::{Block, IndexKey, Part, Register, RulePlan, Step};
use crate::interner::{Full, Interner, Word};
use crate::limits::{EvalError, Stop};
use crate::program::{Access, Constant, Literal, Program, RelationId, Rule, Term, VariableId};

/// What planning knows of the relations.
pub(crate) struct Sizes<'a> {
    /// Rows of each relation.
    pub(crate) rows: &'a dyn Fn(RelationId) -> u32,
    /// Relations of the stratum, if it is recursive; ascending.
    pub(crate) growing: &'a [RelationId],
}

/// What an order is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Little work. What has no value may be met in rows that another literal rejects.
    Speed,
    /// What computes comes after all that can do without its value, and else as in the text: a fault that is met here
    /// is the rule's, whatever the sizes.
    Care,
}

/// The state of planning one rule.
pub(crate) struct Planner<'a> {
    pub(super) program: &'a Program,
    pub(super) rule: &'a Rule,
    pub(super) sizes: &'a Sizes<'a>,
    pub(super) careful: bool,
    interner: &'a mut Interner,
    /// The atom of the body that reads the delta.
    delta: Option<usize>,
    constants: Vec<(Register, Word)>,
    pub(super) indexes: Vec<IndexKey>,
    registers: usize,
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
    /// An atom of it asks the host by key.
    pub(super) questions: bool,
}

/// The plan of a rule, with the atom at `delta` of its body reading the delta.
pub(crate) fn plan_rule(
    program: &Program,
    rule: &Rule,
    delta: Option<usize>,
    sizes: &Sizes<'_>,
    aim: Aim,
    interner: &mut Interner,
) -> Result<RulePlan, Stop> {
    let limit = interner.limit();
    let mut planner = Planner {
        program,
        rule,
        sizes,
        careful: aim == Aim::Care,
        interner,
        delta,
        constants: Vec::new(),
        indexes: Vec::new(),
        registers: rule.variables.len(),
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
    /// There is no room for another constant.
    Full,
    /// No literal that is left can be placed, which no checked rule comes to.
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
            questions: self.asks(&rule.body),
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
        }
        Ok(())
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
        self.sizes.growing.binary_search(&relation).is_ok()
    }

    /// The key columns, if the host is asked by key.
    pub(super) fn key_columns(&self, relation: RelationId) -> Option<&'_ [usize]> {
        match &self.program.relation(relation).access {
            Access::Keyed { key } => Some(key),
            Access::Derived | Access::Input { .. } => None,
        }
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

/// The variable that a term is.
pub(super) fn variable(term: &Term) -> Option<VariableId> {
    match term {
        Term::Variable(variable) => Some(*variable),
        _ => None,
    }
}
