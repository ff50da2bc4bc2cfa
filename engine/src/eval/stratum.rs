//! The rounds of one stratum. A recursive rule runs once per atom of the stratum in its body, with that atom reading
//! only what the last round added; the stratum is complete when a round adds nothing. Knows nothing of steps.

use super::join::Fault;
use super::{Size, State, join};
use crate::index::Index;
use crate::limits::{EvalError, Stop};
use crate::plan::{Aim, RulePlan, Sizes, plan_rule};
use crate::program::{Form, RelationId, Rule, RuleId, Stratum};
use crate::relation::Writer;

/// A rule, with one of its recursive atoms reading the delta.
struct Variant<'a> {
    id: RuleId,
    rule: &'a Rule,
    /// Position of that atom in the body; none for a rule that runs once.
    delta: Option<usize>,
    plan: Option<Prepared>,
    /// Whether the plan is one for care.
    careful: bool,
}

/// A plan, and where its indexes are: the relation and the position among its indexes.
struct Prepared {
    plan: RulePlan,
    indexes: Vec<(RelationId, usize)>,
}

impl State<'_, '_> {
    /// Completes the relations of a stratum.
    pub(super) fn run_stratum(&mut self, stratum: &Stratum) -> Result<(), Stop> {
        let program = self.program;
        let mut variants = Vec::new();
        for &id in &stratum.rules {
            let rule = program.rule(id);
            if self.runs[id.0 as usize] && self.arm(rule, stratum)? {
                variants.extend(variants_of(id, rule, stratum));
            }
        }
        for &id in &stratum.relations {
            self.relations[id.0 as usize].begin();
        }
        if !variants.is_empty() {
            // What is derived is kept apart from what is read until the round ends.
            let mut writers: Vec<Writer> =
                stratum.relations.iter().map(|id| std::mem::take(&mut self.relations[id.0 as usize].writer)).collect();
            let run = self.run_rounds(stratum, &mut variants, &mut writers);
            for (id, writer) in stratum.relations.iter().zip(writers) {
                self.relations[id.0 as usize].writer = writer;
            }
            run?;
        }
        for &id in &stratum.relations {
            self.relations[id.0 as usize].finish();
            self.count(id);
        }
        Ok(())
    }

    fn run_rounds(
        &mut self,
        stratum: &Stratum,
        variants: &mut [Variant<'_>],
        writers: &mut [Writer],
    ) -> Result<(), Stop> {
        let mut round = 0;
        loop {
            if round >= self.limits.rounds {
                let first = stratum.relations.first();
                let name = first.map(|&id| self.program.relation(id).name.clone());
                return Err(Box::new(EvalError::Rounds {
                    relation: name.unwrap_or_else(|| "".into()),
                    limit: self.limits.rounds,
                }));
            }
            self.allow(self.size_with(stratum), writers);
            for variant in &mut *variants {
                self.spend_run(variant.rule)?;
                if self.can_run(variant, stratum, round) {
                    self.run_variant(variant, stratum, writers)?;
                }
            }
            round += 1;
            let mut grown = None;
            for (&id, writer) in stratum.relations.iter().zip(&mut *writers) {
                let relation = &mut self.relations[id.0 as usize];
                if writer.fresh_count() > 0 {
                    grown = Some(id);
                }
                relation.absorb(writer);
                relation.rounds.push(relation.count());
            }
            self.check_size(self.size_with(stratum), grown)?;
            if grown.is_none() || !stratum.recursive {
                return Ok(());
            }
        }
    }

    /// A run is a step, though nothing may come of it: rules and rounds can be many.
    fn spend_run(&mut self, rule: &Rule) -> Result<(), Stop> {
        let left = self.world.steps.checked_sub(1);
        self.world.steps = left.ok_or_else(|| Fault::Steps.stop(self.program, rule, self.limits))?;
        Ok(())
    }

    /// Of the relations that are not of the stratum.
    fn size_beside(&self, stratum: &Stratum) -> Size {
        let own = stratum.relations.iter().map(|id| self.counted[id.0 as usize]);
        self.total.without(own.fold(Size::default(), Size::and))
    }

    fn size_within(&self, stratum: &Stratum) -> Size {
        stratum.relations.iter().map(|&id| Size::of(self.relation(id))).fold(Size::default(), Size::and)
    }

    /// Of everything, while the relations of the stratum change: rounds are many, and relations too.
    fn size_with(&self, stratum: &Stratum) -> Size {
        self.size_beside(stratum).and(self.size_within(stratum)).and(self.size_of_world())
    }

    /// What a round may add to what there is.
    fn allow(&self, Size { rows, bytes }: Size, writers: &mut [Writer]) {
        let tables: u64 = writers.iter().map(Writer::bytes).sum();
        for writer in writers {
            let own = writer.bytes();
            writer.allow(self.limits.rows.saturating_sub(rows), self.limits.bytes.saturating_sub(bytes + tables - own));
        }
    }

    /// Whether a variant can derive anything in this round.
    fn can_run(&self, variant: &Variant<'_>, stratum: &Stratum, round: u32) -> bool {
        let Some(delta) = variant.delta else {
            return round == 0;
        };
        let mut atoms = variant.rule.body.iter().enumerate();
        atoms.all(|(position, literal)| match &literal.form {
            Form::Positive(atom) if stratum.has(atom.relation) => {
                let relation = self.relation(atom.relation);
                relation.count() > 0 && (position != delta || relation.old() < relation.count())
            }
            _ => true,
        })
    }

    /// Runs a variant; where an operation has no value, once more by a plan that meets it only in rows that nothing
    /// else rejects. What the first run derived is right, and stays.
    fn run_variant(
        &mut self,
        variant: &mut Variant<'_>,
        stratum: &Stratum,
        writers: &mut [Writer],
    ) -> Result<(), Stop> {
        let mut run = self.try_variant(variant, stratum, writers)?;
        if !variant.careful && matches!(&run, Err(Fault::Stop(stop)) if stop.is_of_value()) {
            (variant.careful, variant.plan) = (true, None);
            run = self.try_variant(variant, stratum, writers)?;
        }
        let (program, limits) = (self.program, self.limits);
        let fired = run.map_err(|fault| fault.stop(program, variant.rule, limits))?;
        self.fired[variant.id.0 as usize] |= fired;
        Ok(())
    }

    /// Whether the run derived anything, or what ended it; an error outside is one of planning.
    fn try_variant(
        &mut self,
        variant: &mut Variant<'_>,
        stratum: &Stratum,
        writers: &mut [Writer],
    ) -> Result<Result<bool, Fault>, Stop> {
        let aim = if variant.careful { Aim::Care } else { Aim::Speed };
        let prepared = match &mut variant.plan {
            Some(prepared) => prepared,
            none => none.insert(self.prepare(variant.rule, variant.delta, stratum, aim)?),
        };
        let indexes: Vec<&Index> =
            prepared.indexes.iter().map(|&(id, position)| self.relations[id.0 as usize].index_at(position)).collect();
        let head = variant.rule.head;
        let position = stratum.relations.binary_search(&head);
        let Some(writer) = position.ok().and_then(|position| writers.get_mut(position)) else {
            return Ok(Ok(false));
        };
        Ok(join::run(
            &prepared.plan,
            &self.relations,
            self.relations[head.0 as usize].rows(),
            writer,
            &mut self.world,
            self.limits,
            indexes,
        ))
    }

    /// Plans a rule for the sizes that the relations have now, and builds its indexes.
    fn prepare(&mut self, rule: &Rule, delta: Option<usize>, stratum: &Stratum, aim: Aim) -> Result<Prepared, Stop> {
        let growing: &[RelationId] = if stratum.recursive { &stratum.relations } else { &[] };
        let relations = &self.relations;
        let sizes = Sizes { rows: &|id| relations[id.0 as usize].count(), growing };
        let interner = &mut self.world.calculator.interner;
        let plan = plan_rule(self.program, rule, delta, &sizes, aim, interner)?;
        let mut indexes = Vec::with_capacity(plan.indexes.len());
        for key in &plan.indexes {
            let relation = &mut self.relations[key.relation.0 as usize];
            let grows = growing.binary_search(&key.relation).is_ok();
            let position = relation.index(&key.columns, key.payload, grows);
            indexes.push((key.relation, position));
            self.count(key.relation);
            self.check_size(self.size(), Some(key.relation))?;
        }
        Ok(Prepared { plan, indexes })
    }
}

/// The ways in which a rule runs.
fn variants_of<'a>(id: RuleId, rule: &'a Rule, stratum: &Stratum) -> Vec<Variant<'a>> {
    let recursive = |position: usize| match &rule.body[position].form {
        Form::Positive(atom) => stratum.recursive && stratum.has(atom.relation),
        _ => false,
    };
    let mut deltas: Vec<Option<usize>> =
        (0..rule.body.len()).filter(|&position| recursive(position)).map(Some).collect();
    if deltas.is_empty() {
        deltas.push(None);
    }
    deltas.into_iter().map(|delta| Variant { id, rule, delta, plan: None, careful: false }).collect()
}
