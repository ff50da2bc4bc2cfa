//! Programs, models and hosts for tests of explanations.

use engine::{Datum, Demand, Host, HostError, Limits, Loader, Model, Options, Origin, Program, Sink, Sources, Value};

pub(crate) const LIMITS: Limits = Limits { rows: 1 << 22, rounds: 100_000, bytes: 1 << 30, steps: 1 << 32 };

/// Rows and functors that a test states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stated {
    /// Relation, row; the origin is the position.
    pub(crate) rows: Vec<(&'static str, Vec<&'static str>)>,
}

impl Host for Stated {
    fn load(&mut self, relation: &str, key: &[Datum<'_>], sink: &mut dyn Sink) -> Result<(), HostError> {
        for (origin, (name, row)) in (0..).map(Origin).zip(&self.rows) {
            let fits = key.iter().zip(row).all(|(key, value)| *key == Datum::Symbol(value));
            if *name == relation && fits {
                let values: Vec<Datum<'_>> = row.iter().map(|value| Datum::Symbol(value)).collect();
                sink.row(&values, origin)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, functor: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
        match (functor, arguments) {
            ("starts", [Datum::Symbol(part), Datum::Symbol(text)]) => {
                Ok(Value::Number(i64::from(text.starts_with(part))))
            }
            _ => Err(HostError(format!("there is no functor {functor}"))),
        }
    }
}

pub(crate) struct OneFile;

impl Loader for OneFile {
    fn load(&mut self, path: &str) -> Result<String, String> {
        Err(format!("there is no file {path}"))
    }
}

pub(crate) fn compiled(text: &str) -> Program {
    let mut sources = Sources::new();
    let root = sources.add("test.dl", text);
    let options = Options { analyse: false, ..Options::default() };
    let compiled = engine::compile(&mut sources, &[root], &mut OneFile, &options);
    let messages: Vec<String> = compiled.diagnostics.iter().map(|found| found.line(&sources)).collect();
    assert!(compiled.program.is_some(), "{messages:?}\n{text}");
    compiled.program.expect("it was seen to be there")
}

pub(crate) fn evaluated<'p>(program: &'p Program, host: &mut Stated) -> Model<'p> {
    engine::evaluate(program, &Demand::All, host, &LIMITS).expect("within the limits")
}
