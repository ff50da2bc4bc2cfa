//! A literal, at its place in the order, to steps: which index serves it, what it binds, what it checks. Knows nothing
//! of why the literal comes now.

mod aggregate;
mod compound;

use super::bound::Variables;
use super::order::{Fault, Planner, Scope, variable};
use super::{Expression, IndexKey, Mode, Part, Read, Register, Side, Step};
use crate::index::Payload;
use crate::program::{Atom, Comparison, Form, RelationId, Term, VariableId};
use crate::source::Span;

/// The columns of an atom, by what is known when it is reached.
struct Columns {
    /// Known columns, ascending, and the registers that they must equal.
    known: Vec<(usize, Register)>,
    /// What the others bind, and which of them must be equal.
    read: Read,
    /// Number of wildcards.
    wild: usize,
}

impl Planner<'_> {
    /// Adds the steps of a literal.
    pub(super) fn place(&mut self, scope: &mut Scope<'_>, index: usize) -> Result<(), Fault> {
        let literal = &scope.literals[index];
        match &literal.form {
            Form::Positive(atom) => self.place_atom(scope, index, atom, literal.span),
            Form::Negative(atom) => self.place_absence(scope, atom, literal.span),
            Form::Compare { operator, left, right, .. } => self.place_comparison(scope, *operator, [left, right]),
            Form::Test { test, pattern, text, negated } => {
                let step = Step::Test {
                    test: *test,
                    pattern: self.expression(pattern)?,
                    text: self.expression(text)?,
                    wanted: !negated,
                    span: literal.span,
                };
                scope.steps.push(step);
                Ok(())
            }
            Form::Aggregate(aggregate) => self.place_aggregate(scope, aggregate, literal.span),
            Form::Range { result, from, to, step, .. } => {
                self.place_range(scope, *result, [Some(from), Some(to), step.as_ref()], literal.span)
            }
            Form::Compound(compound) => self.place_compound(scope, compound, literal.span),
            Form::Never => {
                scope.steps.push(Step::Never);
                Ok(())
            }
        }
    }

    /// The register that holds a term's value, after a step that computes it where one is needed.
    pub(super) fn operand(&mut self, term: &Term, steps: &mut Vec<Step>) -> Result<Register, Fault> {
        match self.expression(term)? {
            Expression::Register(register, _) => Ok(register),
            value => {
                let bind = self.fresh();
                steps.push(Step::Assign { bind, value });
                Ok(bind)
            }
        }
    }

    fn columns(&mut self, atom: &Atom, bound: &Variables) -> Result<Columns, Fault> {
        self.columns_of(&atom.arguments, bound)
    }

    fn columns_of(&mut self, terms: &[Term], bound: &Variables) -> Result<Columns, Fault> {
        let mut columns = Columns { known: Vec::new(), read: Read::default(), wild: 0 };
        for (column, term) in terms.iter().enumerate() {
            match term {
                Term::Wildcard => columns.wild += 1,
                Term::Variable(variable) if !bound.has(*variable) => {
                    let register = variable.0 as usize;
                    let repeated = columns.read.binds.iter().any(|&(_, bind)| bind == register);
                    if repeated {
                        columns.read.checks.push((column, register));
                    } else {
                        columns.read.binds.push((column, register));
                    }
                }
                Term::Variable(variable) => columns.known.push((column, variable.0 as usize)),
                Term::Constant(constant) => {
                    columns.known.push((column, self.constant(constant)?));
                }
                // Checked programs have no expressions in atoms.
                Term::Call { .. } | Term::Functor { .. } => return Err(Fault::Stuck),
            }
        }
        Ok(columns)
    }

    fn place_atom(&mut self, scope: &mut Scope<'_>, index: usize, atom: &Atom, span: Span) -> Result<(), Fault> {
        let part = self.part(scope, index, atom.relation);
        let columns = self.columns(atom, &scope.bound)?;
        let arity = atom.arguments.len();
        scope.begun = true;
        for term in &atom.arguments {
            scope.bound.add_term(term);
        }
        let filters = columns.read.binds.is_empty() && (columns.wild == 0 || !scope.exact);
        let step = if self.key_columns(atom.relation).is_some() {
            let mode = if filters { Mode::Any } else { Mode::Each };
            self.ask(atom.relation, columns, mode, span)
        } else if part == Part::Delta || columns.known.is_empty() && !filters {
            let mut read = columns.read;
            read.checks.extend(columns.known);
            Step::Scan { relation: atom.relation, part, read }
        } else if filters {
            self.lookup(atom.relation, arity, columns, true)
        } else if let Some(step) = self.intersection(scope, part, atom, &columns)? {
            step
        } else {
            self.probe(atom.relation, arity, part, columns)
        };
        scope.steps.push(step);
        Ok(())
    }

    fn place_absence(&mut self, scope: &mut Scope<'_>, atom: &Atom, span: Span) -> Result<(), Fault> {
        let columns = self.columns(atom, &scope.bound)?;
        let step = if self.key_columns(atom.relation).is_some() {
            self.ask(atom.relation, columns, Mode::None, span)
        } else {
            self.lookup(atom.relation, atom.arguments.len(), columns, false)
        };
        scope.steps.push(step);
        Ok(())
    }

    /// The step that asks the host by key.
    fn ask(&mut self, relation: RelationId, columns: Columns, mode: Mode, span: Span) -> Step {
        let key_columns = self.key_columns(relation).unwrap_or(&[]).to_vec();
        let (key, others): (Vec<_>, Vec<_>) =
            columns.known.into_iter().partition(|(column, _)| key_columns.contains(column));
        let mut read = columns.read;
        read.checks.extend(others);
        Step::Ask { relation, key: registers(&key), read, mode, span }
    }

    /// The step that holds if a row is there, or is not.
    fn lookup(&mut self, relation: RelationId, arity: usize, columns: Columns, wanted: bool) -> Step {
        if columns.known.is_empty() {
            Step::NonEmpty { relation, wanted }
        } else if columns.known.len() == arity && !self.grows(relation) {
            Step::Member { relation, row: registers(&columns.known), wanted }
        } else {
            Step::Exists { index: self.index(relation, arity, &columns.known), key: registers(&columns.known), wanted }
        }
    }

    /// The step that goes through the rows with the known columns.
    fn probe(&mut self, relation: RelationId, arity: usize, part: Part, columns: Columns) -> Step {
        let index = self.index(relation, arity, &columns.known);
        match columns.known[..] {
            [(_, key)] if arity == 2 => {
                let bind = columns.read.binds.first().map(|&(_, register)| register);
                Step::ProbeColumn { relation, index, key, part, bind: bind.unwrap_or_else(|| self.fresh()) }
            }
            _ => Step::Probe { relation, index, key: registers(&columns.known), part, read: columns.read },
        }
    }

    /// The position of the index by the known columns.
    fn index(&mut self, relation: RelationId, arity: usize, known: &[(usize, Register)]) -> usize {
        let columns: Vec<usize> = known.iter().map(|&(column, _)| column).collect();
        let payload = match columns[..] {
            [column] if arity == 2 => Payload::Column(1 - column),
            _ => Payload::Rows,
        };
        self.need(IndexKey { relation, columns, payload })
    }

    /// Two finished atoms of two columns that both have just the same variable open: the shorter list is walked and
    /// the other atom tested. Takes the second atom off those that are left.
    fn intersection(
        &mut self,
        scope: &mut Scope<'_>,
        part: Part,
        atom: &Atom,
        columns: &Columns,
    ) -> Result<Option<Step>, Fault> {
        let Some(open) = open_variable(columns) else {
            return Ok(None);
        };
        let finished = part == Part::All && !self.grows(atom.relation);
        if !finished || atom.arguments.len() != 2 {
            return Ok(None);
        }
        let mut others =
            scope.left.iter().enumerate().filter_map(|(position, &index)| match &scope.literals[index].form {
                Form::Positive(other) if self.same_open(scope, other, open) => Some((position, other)),
                _ => None,
            });
        let Some((position, other)) = others.next() else {
            return Ok(None);
        };
        let sides = [self.side(atom, open)?, self.side(other, open)?];
        scope.left.remove(position);
        Ok(Some(Step::Intersect { sides, bind: open.0 as usize }))
    }

    /// Whether an atom is finished, has two columns, and only `open`, in one of them, has no value.
    fn same_open(&self, scope: &Scope<'_>, atom: &Atom, open: VariableId) -> bool {
        let others = atom.arguments.iter().filter(|term| variable(term) != Some(open));
        let mut known = 0;
        for term in others {
            if matches!(term, Term::Wildcard) || !scope.bound.cover(term) {
                return false;
            }
            known += 1;
        }
        known == 1
            && atom.arguments.len() == 2
            && !self.grows(atom.relation)
            && self.key_columns(atom.relation).is_none()
    }

    fn side(&mut self, atom: &Atom, open: VariableId) -> Result<Side, Fault> {
        let open_first = atom.arguments.first().and_then(variable) == Some(open);
        let column = usize::from(open_first);
        let key = match &atom.arguments[column] {
            Term::Variable(variable) => variable.0 as usize,
            Term::Constant(constant) => self.constant(constant)?,
            _ => return Err(Fault::Stuck),
        };
        let index = self.index(atom.relation, 2, &[(column, key)]);
        Ok(Side { relation: atom.relation, index, key, open_first })
    }

    fn place_comparison(
        &mut self,
        scope: &mut Scope<'_>,
        operator: Comparison,
        [left, right]: [&Term; 2],
    ) -> Result<(), Fault> {
        let (bound_left, bound_right) = (scope.bound.cover(left), scope.bound.cover(right));
        let assigned = match (variable(left), variable(right)) {
            (Some(side), _) if !bound_left => Some((side, right)),
            (_, Some(side)) if !bound_right => Some((side, left)),
            _ => None,
        };
        if let Some((side, value)) = assigned {
            let value = self.expression(value)?;
            scope.bound.add(side);
            scope.steps.push(Step::Assign { bind: side.0 as usize, value });
            return Ok(());
        }
        let (left, right) = (self.expression(left)?, self.expression(right)?);
        let wanted = match operator {
            Comparison::Equal => Some(true),
            Comparison::NotEqual => Some(false),
            _ => None,
        };
        scope.steps.push(match (left, right, wanted) {
            (Expression::Register(left, _), Expression::Register(right, _), Some(wanted)) => {
                Step::Same { left, right, wanted }
            }
            (left, right, _) => Step::Compare { operator, left, right },
        });
        Ok(())
    }

    fn place_range(
        &mut self,
        scope: &mut Scope<'_>,
        result: VariableId,
        [from, to, step]: [Option<&Term>; 3],
        span: Span,
    ) -> Result<(), Fault> {
        let (Some(from), Some(to)) = (from, to) else {
            return Err(Fault::Stuck);
        };
        let known = scope.bound.has(result);
        let bind = if known { self.fresh() } else { result.0 as usize };
        let range = Step::Range {
            bind,
            from: self.expression(from)?,
            to: self.expression(to)?,
            step: step.map(|step| self.expression(step)).transpose()?,
            span,
        };
        scope.steps.push(range);
        scope.begun = true;
        scope.bound.add(result);
        if known {
            scope.steps.push(Step::Same { left: bind, right: result.0 as usize, wanted: true });
        }
        Ok(())
    }
}

fn registers(columns: &[(usize, Register)]) -> Vec<Register> {
    columns.iter().map(|&(_, register)| register).collect()
}

/// The one variable that an atom leaves open, in one column, with all others known.
fn open_variable(columns: &Columns) -> Option<VariableId> {
    match columns.read.binds[..] {
        [(_, register)] if columns.wild == 0 && columns.read.checks.is_empty() => {
            u32::try_from(register).ok().map(VariableId)
        }
        _ => None,
    }
}
