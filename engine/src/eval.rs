//! `Program -> Model`: stratum after stratum, each in rounds that join only what the last round added. A reader can
//! rely on: the same program, host and limits give the same model, row for row. Knows nothing of texts or proofs.

mod aggregate;
pub(crate) mod demand;
mod expression;
mod join;
mod keyed;
mod load;
pub(crate) mod range;
mod stratum;

use crate::host::Host;
use crate::interner::Interner;
use crate::limits::{EvalError, Limits, Stop};
use crate::model::{Answers, Model};
use crate::program::{Access, Program, Relation as Declaration, RelationId};
use crate::relation::{Excess, Relation};
pub use demand::Demand;
use expression::Calculator;
use keyed::Keyed;

/// All relations, and what computes with their words.
struct State<'p, 'h> {
    program: &'p Program,
    limits: Limits,
    /// Relations that the demand reaches.
    wanted: Vec<bool>,
    /// Rules that run.
    runs: Vec<bool>,
    relations: Vec<Relation>,
    /// What each relation counted for when it last changed, and all of them together.
    counted: Vec<Size>,
    total: Size,
    /// Input relations that the host has filled.
    loaded: Vec<bool>,
    /// Rules that derived anything.
    fired: Vec<bool>,
    world: World<'p, 'h>,
}

/// Rows and bytes in use.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    rows: u64,
    bytes: u64,
}

impl Size {
    fn of(relation: &Relation) -> Self {
        Self { rows: u64::from(relation.count()), bytes: relation.bytes() }
    }

    fn and(self, other: Self) -> Self {
        Self { rows: self.rows + other.rows, bytes: self.bytes + other.bytes }
    }

    fn without(self, part: Self) -> Self {
        Self { rows: self.rows - part.rows, bytes: self.bytes - part.bytes }
    }
}

/// What a running rule may change besides the relation that it derives.
struct World<'p, 'h> {
    program: &'p Program,
    host: &'h mut dyn Host,
    calculator: Calculator,
    /// Steps that may still be done.
    steps: u64,
    /// By relation: those that the host is asked for by key.
    keyed: Vec<Option<Keyed>>,
    /// Which those are.
    asked: Vec<RelationId>,
}

/// Evaluates the rules that the demanded relations reach.
///
/// Facts of the text are rows of every relation that is reached, those of the host included. A `count` counts the
/// distinct bindings of all variables of its body, wildcards included, as Souffle does.
///
/// # Errors
/// If a limit is reached, an operation has no value, or the host cannot answer. There is no partial model.
pub fn evaluate<'p>(
    program: &'p Program,
    demand: &Demand,
    host: &mut dyn Host,
    limits: &Limits,
) -> Result<Model<'p>, EvalError> {
    run(program, demand, host, limits).map_err(|stop| *stop)
}

fn run<'p>(program: &'p Program, demand: &Demand, host: &mut dyn Host, limits: &Limits) -> Result<Model<'p>, Stop> {
    let mut state = State::new(program, demand, host, *limits);
    state.insert_facts()?;
    for name in demand.names() {
        if let Some(relation) = program.find(name) {
            state.load(relation)?;
        }
    }
    for stratum in &program.strata {
        state.run_stratum(stratum)?;
    }
    Ok(state.into_model())
}

impl<'p, 'h> State<'p, 'h> {
    fn new(program: &'p Program, demand: &Demand, host: &'h mut dyn Host, limits: Limits) -> Self {
        let arities = program.relations.iter().map(|relation| relation.attributes.len());
        let wanted = demand::reach(program, demand);
        let is_keyed = |(_, relation): &(RelationId, &Declaration)| matches!(relation.access, Access::Keyed { .. });
        let keyed = program.relations.iter().map(|relation| match &relation.access {
            Access::Keyed { key } => Some(Keyed::new(key.clone(), relation.attributes.len())),
            Access::Derived | Access::Input { .. } => None,
        });
        Self {
            program,
            limits,
            runs: demand::runs(program, demand, &wanted),
            wanted,
            relations: arities.map(Relation::new).collect(),
            counted: vec![Size::default(); program.relations.len()],
            total: Size::default(),
            loaded: vec![false; program.relations.len()],
            fired: vec![false; program.rules.len()],
            world: World {
                program,
                host,
                calculator: Calculator::new(Interner::new(limits.bytes), limits.rows),
                steps: limits.steps,
                keyed: keyed.collect(),
                asked: (0..).map(RelationId).zip(&program.relations).filter(is_keyed).map(|(id, _)| id).collect(),
            },
        }
    }

    fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.0 as usize]
    }

    /// Rows of the text's facts, for every relation that is wanted.
    fn insert_facts(&mut self) -> Result<(), Stop> {
        let mut row = Vec::new();
        for fact in &self.program.facts {
            let index = fact.relation.0 as usize;
            if !self.wanted[index] {
                continue;
            }
            row.clear();
            for constant in &fact.row {
                row.push(self.world.calculator.constant(constant)?);
            }
            let inserted = match &mut self.world.keyed[index] {
                Some(keyed) => keyed.insert(&row),
                None => self.relations[index].insert(&row).map(|_| ()),
            };
            inserted.map_err(|excess| self.excess(fact.relation, excess))?;
        }
        for id in (0..).map(RelationId).take(self.relations.len()) {
            self.count(id);
        }
        self.check_size(self.size(), None)
    }

    /// The error of a relation that may not grow.
    fn excess(&self, relation: RelationId, excess: Excess) -> Stop {
        exceeded(self.program, self.limits, relation, excess)
    }

    /// Rows and bytes of everything, held against the limits; `relation` grew last.
    fn check_size(&self, Size { rows, bytes }: Size, relation: Option<RelationId>) -> Result<(), Stop> {
        let name = |id: RelationId| self.program.relation(id).name.clone();
        if rows > self.limits.rows {
            let relation = relation.map_or_else(|| "".into(), name);
            let limit = self.limits.rows;
            return Err(Box::new(EvalError::Rows { relation, limit }));
        }
        if bytes > self.limits.bytes {
            let relation = relation.map(name);
            let limit = self.limits.bytes;
            return Err(Box::new(EvalError::Bytes { relation, limit }));
        }
        Ok(())
    }

    /// Counts a relation that has changed.
    fn count(&mut self, id: RelationId) {
        let counted = &mut self.counted[id.0 as usize];
        let now = Size::of(&self.relations[id.0 as usize]);
        self.total = self.total.without(*counted).and(now);
        *counted = now;
    }

    /// Of all relations, as they were counted, and values.
    fn size(&self) -> Size {
        self.total.and(self.size_of_world())
    }

    /// Of values, and of relations that the host is asked for by key: what can grow while a rule runs.
    fn size_of_world(&self) -> Size {
        let values = Size { rows: 0, bytes: self.world.calculator.interner.bytes() };
        let keyed = self.world.asked.iter().filter_map(|id| self.world.keyed[id.0 as usize].as_ref());
        keyed.map(|keyed| Size::of(keyed.relation())).fold(values, Size::and)
    }

    fn into_model(self) -> Model<'p> {
        let mut relations = self.relations;
        let mut answers = Answers { functors: self.world.calculator.answers, keys: Vec::new() };
        answers.keys.resize_with(relations.len(), Default::default);
        for (index, keyed) in self.world.keyed.into_iter().enumerate() {
            if let Some(keyed) = keyed {
                (relations[index], answers.keys[index]) = keyed.into_parts();
            }
        }
        Model::new(self.program, self.world.calculator.interner, relations, self.fired, answers)
    }
}

/// The error of a relation that may not grow.
fn exceeded(program: &Program, limits: Limits, relation: RelationId, excess: Excess) -> Stop {
    let relation = program.relation(relation).name.clone();
    Box::new(match excess {
        Excess::Rows => EvalError::Rows { relation, limit: limits.rows },
        Excess::Bytes => EvalError::Bytes { relation: Some(relation), limit: limits.bytes },
    })
}
