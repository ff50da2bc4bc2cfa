//! Values of expressions over registers, and the words that new values get. Knows nothing of rows.

use rustc_hash::FxHashMap;

use crate::builtin::{self, RegexCache, Scalar, full_stop};
use crate::host::{Datum, Host, HostError, Value};
use crate::interner::{Full, Interner, Unfit, Word};
use crate::limits::{EvalError, Stop};
use crate::plan::Expression;
use crate::program::{Constant, Functor, FunctorId, Kind, Program};
use crate::source::Span;

/// Words, and what was computed once.
pub(super) struct Calculator {
    pub(super) interner: Interner,
    pub(super) regexes: RegexCache,
    /// Longest range.
    pub(super) longest_range: u64,
    /// By functor: values by arguments.
    pub(super) answers: Vec<FxHashMap<Vec<Word>, Word>>,
}

/// A functor's question, and who answers.
pub(super) struct Caller<'a> {
    pub(super) program: &'a Program,
    pub(super) host: &'a mut dyn Host,
    pub(super) registers: &'a [Word],
}

impl Calculator {
    pub(super) fn new(interner: Interner, longest_range: u64) -> Self {
        Self { interner, regexes: RegexCache::default(), longest_range, answers: Vec::new() }
    }

    /// The word of a constant.
    pub(super) fn constant(&mut self, constant: &Constant) -> Result<Word, Stop> {
        let word = self.interner.constant(constant);
        word.map_err(|full| full_stop(full, &self.interner))
    }

    /// Why a record could not be made.
    pub(super) fn unfit(&self, unfit: Unfit, span: Span) -> Stop {
        match unfit {
            Unfit::Deep => Box::new(EvalError::DeepRecord { span }),
            Unfit::Full | Unfit::Kind => full_stop(Full, &self.interner),
        }
    }

    /// The word of an expression's value.
    pub(super) fn word(&mut self, expression: &Expression, caller: &mut Caller<'_>) -> Result<Word, Stop> {
        match expression {
            Expression::Register(register, _) => Ok(caller.registers[*register]),
            _ => self.value(expression, caller)?.encode(&mut self.interner),
        }
    }

    /// An expression's value.
    pub(super) fn value(&mut self, expression: &Expression, caller: &mut Caller<'_>) -> Result<Scalar, Stop> {
        match expression {
            Expression::Register(register, kind) => {
                Ok(Scalar::decode(caller.registers[*register], *kind, &self.interner))
            }
            Expression::Call { operation, arguments, kind, span } => match arguments.as_slice() {
                [only] => {
                    let values = [self.value(only, caller)?];
                    builtin::apply(*operation, &values, *kind, *span, &mut self.interner)
                }
                [left, right] => {
                    let values = [self.value(left, caller)?, self.value(right, caller)?];
                    builtin::apply(*operation, &values, *kind, *span, &mut self.interner)
                }
                _ => {
                    let mut values = Vec::with_capacity(arguments.len());
                    for argument in arguments {
                        values.push(self.value(argument, caller)?);
                    }
                    builtin::apply(*operation, &values, *kind, *span, &mut self.interner)
                }
            },
            Expression::Functor { functor, arguments, span } => {
                let mut words = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    words.push(self.word(argument, caller)?);
                }
                self.call(*functor, words, *span, caller)
            }
        }
    }

    /// A functor's value, asked of the host once per arguments.
    fn call(&mut self, id: FunctorId, words: Vec<Word>, span: Span, caller: &mut Caller<'_>) -> Result<Scalar, Stop> {
        let index = id.0 as usize;
        let Some(functor) = caller.program.functors.get(index) else {
            return Err(fault(&id.0.to_string(), "is not declared".into(), span));
        };
        if self.answers.len() <= index {
            self.answers.resize_with(index + 1, FxHashMap::default);
        }
        if let Some(&word) = self.answers[index].get(&words) {
            return Ok(Scalar::decode(word, functor.result, &self.interner));
        }
        let data: Vec<Datum<'_>> =
            words.iter().zip(&functor.parameters).map(|(&word, &kind)| self.interner.datum_of(word, kind)).collect();
        let answer =
            caller.host.call(&functor.name, &data).map_err(|HostError(message)| fault(&functor.name, message, span))?;
        let word = self.answer(functor, &answer, span)?;
        self.answers[index].insert(words, word);
        Ok(Scalar::decode(word, functor.result, &self.interner))
    }

    fn answer(&mut self, functor: &Functor, answer: &Value, span: Span) -> Result<Word, Stop> {
        let word = match (answer, functor.result) {
            (Value::Symbol(text), Kind::Symbol) => self.interner.text(text),
            (Value::Number(number), Kind::Number) => self.interner.number(*number),
            (Value::Unsigned(number), Kind::Unsigned) => self.interner.unsigned(*number),
            (Value::Float(number), Kind::Float) => self.interner.float(*number),
            _ => {
                let message = "answers with a value of another type than it declares";
                return Err(fault(&functor.name, message.into(), span));
            }
        };
        word.map_err(|full| full_stop(full, &self.interner))
    }
}

fn fault(functor: &str, message: String, span: Span) -> Stop {
    Box::new(EvalError::Host { name: format!("@{functor}"), error: HostError(message), span: Some(span) })
}
