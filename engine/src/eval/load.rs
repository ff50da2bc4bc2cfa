//! When an input relation is asked of the host, and how its rows get in. An input is loaded before the first stratum
//! with a rule that reads it and can still fire: one whose finished premises, as far as they are known, all have rows.

use super::demand::each_relation;
use super::{Size, State, exceeded};
use crate::builtin::full_stop;
use crate::host::{Datum, Host, HostError, Origin, Sink};
use crate::interner::{Full, Interner, Unfit, Word};
use crate::limits::{EvalError, Limits, Stop};
use crate::program::{Access, Form, Kind, Relation as Declaration, RelationId, Rule, Stratum};
use crate::relation::{Excess, Relation};
use crate::source::Span;

/// One question to the host.
pub(super) struct Loading<'a> {
    pub(super) declaration: &'a Declaration,
    pub(super) key_columns: &'a [usize],
    pub(super) key: &'a [Word],
    pub(super) limits: Limits,
    pub(super) span: Option<Span>,
}

impl State<'_, '_> {
    /// Whether a rule can fire, after loading what it reads as far as that decides. Inputs that are not costly come
    /// first, each kind in the body's order, and an empty premise ends the question; what stands under negation and
    /// aggregation is loaded for every rule that can fire.
    pub(super) fn arm(&mut self, rule: &Rule, stratum: &Stratum) -> Result<bool, Stop> {
        if rule.body.iter().any(|literal| matches!(literal.form, Form::Never)) {
            return Ok(false);
        }
        for costly in [false, true] {
            for literal in &rule.body {
                let Form::Positive(atom) = &literal.form else {
                    continue;
                };
                let grows = stratum.recursive && stratum.has(atom.relation);
                if grows || self.is_keyed(atom.relation) || self.is_costly(atom.relation) != costly {
                    continue;
                }
                self.load(atom.relation)?;
                if self.relation(atom.relation).count() == 0 {
                    return Ok(false);
                }
            }
        }
        for costly in [false, true] {
            for literal in &rule.body {
                if matches!(literal.form, Form::Positive(_)) {
                    continue;
                }
                let mut read = Vec::new();
                each_relation(std::slice::from_ref(literal), &mut |id| read.push(id));
                for id in read {
                    if self.is_costly(id) == costly {
                        self.load(id)?;
                    }
                }
            }
        }
        Ok(true)
    }

    fn is_keyed(&self, id: RelationId) -> bool {
        matches!(self.program.relation(id).access, Access::Keyed { .. })
    }

    fn is_costly(&self, id: RelationId) -> bool {
        matches!(self.program.relation(id).access, Access::Input { costly: true })
    }

    /// Asks the host for the whole of an input relation, once.
    pub(super) fn load(&mut self, id: RelationId) -> Result<(), Stop> {
        let index = id.0 as usize;
        let declaration = self.program.relation(id);
        if !matches!(declaration.access, Access::Input { .. }) || std::mem::replace(&mut self.loaded[index], true) {
            return Ok(());
        }
        let Size { rows, bytes } = self.size();
        let request = Loading { declaration, key_columns: &[], key: &[], limits: self.limits, span: None };
        let relation = &mut self.relations[index];
        relation.writer.allow(self.limits.rows.saturating_sub(rows), self.limits.bytes.saturating_sub(bytes));
        let interner = &mut self.world.calculator.interner;
        let filled = fill(&request, interner, self.world.host, relation).map_err(|error| {
            match *error {
                // Who asked knows which relation it was.
                EvalError::Rows { .. } => exceeded(self.program, self.limits, id, Excess::Rows),
                EvalError::Bytes { .. } => exceeded(self.program, self.limits, id, Excess::Bytes),
                _ => error,
            }
        });
        filled?;
        self.relations[index].begin();
        self.relations[index].finish();
        self.count(id);
        self.check_size(self.size(), Some(id))
    }
}

/// Puts the host's answer to one question into a relation.
pub(super) fn fill(
    request: &Loading<'_>,
    interner: &mut Interner,
    host: &mut dyn Host,
    relation: &mut Relation,
) -> Result<(), Stop> {
    let kinds: Vec<Kind> = request.declaration.attributes.iter().map(|attribute| attribute.kind).collect();
    // The host may not read a key's texts while the interner takes in rows, so it gets its own.
    let key: Vec<_> = request
        .key_columns
        .iter()
        .zip(request.key)
        .map(|(&column, &word)| interner.value_of(word, kinds[column]))
        .collect();
    let key: Vec<Datum<'_>> = key.iter().map(crate::host::Value::as_datum).collect();
    let mut sink =
        Filler { request, kinds: &kinds, interner, relation, row: Vec::with_capacity(kinds.len()), stop: None };
    let loaded = host.load(&request.declaration.name, &key, &mut sink);
    if loaded.is_ok() {
        sink.settle().ok();
    }
    if let Some(stop) = sink.stop {
        return Err(stop);
    }
    loaded.map_err(|error| {
        Box::new(EvalError::Host { name: request.declaration.name.to_string(), error, span: request.span })
    })?;
    relation.absorb_own();
    Ok(())
}

/// Takes rows into a relation, and remembers why it took no more.
struct Filler<'a> {
    request: &'a Loading<'a>,
    kinds: &'a [Kind],
    interner: &'a mut Interner,
    relation: &'a mut Relation,
    row: Vec<Word>,
    stop: Option<Stop>,
}

impl Filler<'_> {
    fn settle(&mut self) -> Result<(), HostError> {
        self.relation.settle().map_err(|excess| {
            let declaration = self.request.declaration;
            self.stop(Box::new(match excess {
                Excess::Rows => EvalError::Rows { relation: declaration.name.clone(), limit: self.request.limits.rows },
                Excess::Bytes => {
                    EvalError::Bytes { relation: Some(declaration.name.clone()), limit: self.request.limits.bytes }
                }
            }))
        })
    }

    fn stop(&mut self, stop: Stop) -> HostError {
        let message = stop.to_string();
        self.stop.get_or_insert(stop);
        HostError(message)
    }

    fn misfit(&mut self, what: &str) -> HostError {
        let error = HostError(format!("a row has {what}"));
        self.stop.get_or_insert_with(|| {
            Box::new(EvalError::Host {
                name: self.request.declaration.name.to_string(),
                error: error.clone(),
                span: self.request.span,
            })
        });
        error
    }
}

impl Sink for Filler<'_> {
    fn row(&mut self, values: &[Datum<'_>], origin: Origin) -> Result<(), HostError> {
        if values.len() != self.kinds.len() {
            return Err(self.misfit("another number of values than the relation has columns"));
        }
        self.row.clear();
        for (value, &kind) in values.iter().zip(self.kinds) {
            let word = match self.interner.datum(value, kind) {
                Ok(word) => word,
                Err(Unfit::Kind) => return Err(self.misfit("a value of another type than its column")),
                Err(Unfit::Deep) => return Err(self.misfit("a record of too many levels")),
                Err(Unfit::Full) => {
                    let stop = full_stop(Full, self.interner);
                    self.stop.get_or_insert(stop);
                    return Err(HostError("no room for another value".into()));
                }
            };
            self.row.push(word);
        }
        let Loading { key, key_columns, .. } = self.request;
        let fits = key_columns.iter().zip(*key).all(|(&column, &word)| self.row[column] == word);
        if !fits {
            return Err(self.misfit("another key than the one asked for"));
        }
        if self.relation.writer.push_from(&self.row, origin) {
            self.settle()?;
        }
        Ok(())
    }
}
