//! A host that remembers: each question goes to the host behind it once, however often a program is evaluated. Knows no
//! programs.

use std::collections::BTreeMap;

use crate::eval::{Demand, evaluate};
use crate::host::{Datum, Host, HostError, Origin, Sink, Value};
use crate::limits::{EvalError, Limits};
use crate::model::Model;
use crate::program::Program;
use crate::remedy::Evaluator;

type Rows = Vec<(Vec<Value>, Origin)>;

/// Answers of a host, kept.
pub struct Memory<'h> {
    host: &'h mut dyn Host,
    limits: Limits,
    /// By relation and key.
    rows: BTreeMap<(String, String), Rows>,
    /// By functor and arguments.
    values: BTreeMap<(String, String), Value>,
}

impl<'h> Memory<'h> {
    /// Asks this host, and evaluates within these limits.
    pub fn new(host: &'h mut dyn Host, limits: Limits) -> Self {
        Self { host, limits, rows: BTreeMap::new(), values: BTreeMap::new() }
    }
}

impl Evaluator for Memory<'_> {
    fn evaluate<'p>(&mut self, program: &'p Program, demand: &Demand) -> Result<Model<'p>, EvalError> {
        let limits = self.limits;
        evaluate(program, demand, self, &limits)
    }
}

impl Host for Memory<'_> {
    fn load(&mut self, relation: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        let question = (relation.to_owned(), format!("{key:?}"));
        if !self.rows.contains_key(&question) {
            let mut kept = Kept::default();
            self.host.load(relation, key, &mut kept)?;
            self.rows.insert(question.clone(), kept.0);
        }
        for (row, origin) in self.rows.get(&question).into_iter().flatten() {
            let data: Vec<Datum<'_>> = row.iter().map(Value::as_datum).collect();
            sink.row(&data, *origin)?;
        }
        Ok(())
    }

    fn call(&mut self, functor: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        let question = (functor.to_owned(), format!("{arguments:?}"));
        if let Some(known) = self.values.get(&question) {
            return Ok(known.clone());
        }
        let value = self.host.call(functor, arguments)?;
        self.values.insert(question, value.clone());
        Ok(value)
    }
}

#[derive(Default)]
struct Kept(Rows);

impl Sink for Kept {
    fn row(&mut self, values: &[Datum<'_>], origin: Origin) -> Result<(), HostError> {
        self.0.push((values.iter().map(Datum::to_value).collect(), origin));
        Ok(())
    }
}
