//! Atoms as a person writes them: `violation(_, "adopt.personas", _)`. Refuses to know rows.

use std::fmt;

use crate::host::Value;
use crate::program::types::{CompoundForm, NIL, TUPLE, of_kind};
use crate::program::{Kind, Program, RelationId};
use crate::source::{SourceId, Sources};
use crate::syntax::ast::{Constructor, Expression, ExpressionForm, ItemForm};
use crate::syntax::name::Names;
use crate::syntax::parse;

/// An atom; columns without a value match any.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The relation.
    pub relation: RelationId,
    /// By column.
    pub pattern: Vec<Option<Value>>,
}

/// What is wrong with an atom, in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError(pub String);

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for QueryError {}

impl Query {
    /// Reads an atom. Wildcards and variables match any value, a variable that occurs twice too.
    ///
    /// # Errors
    /// If the text is no atom of a relation of the program.
    pub fn parse(program: &Program, text: &str) -> Result<Self, QueryError> {
        let mut names = Names::new();
        let mut diagnostics = Vec::new();
        let trimmed = text.trim().trim_end_matches('.');
        let mut sources = Sources::new();
        let source: SourceId = sources.add("atom", format!("{trimmed}."));
        let whole = sources.get(source).map(|source| source.text.clone());
        let ast = parse(whole.as_deref().unwrap_or(""), source, &mut names, &mut diagnostics);
        if let Some(first) = diagnostics.first() {
            return Err(QueryError(first.line(&sources)));
        }
        let (clause, more) = match ast.items.as_slice() {
            [item] => match &item.form {
                ItemForm::Clause(clause) => (clause, !clause.body.is_empty() || clause.heads.len() != 1),
                _ => return Err(QueryError(format!("`{text}` is no atom"))),
            },
            _ => return Err(QueryError(format!("`{text}` is no atom"))),
        };
        let Some(atom) = clause.heads.first().filter(|_| !more) else {
            return Err(QueryError(format!("`{text}` is more than an atom")));
        };
        let name = names.text(atom.relation.name);
        let relation = program.find(name).ok_or_else(|| QueryError(format!("there is no relation `{name}`")))?;
        let attributes = &program.relation(relation).attributes;
        if attributes.len() != atom.arguments.len() {
            let (has, given) = (attributes.len(), atom.arguments.len());
            return Err(QueryError(format!("`{name}` has {has} columns, not {given}")));
        }
        let columns = atom.arguments.iter().zip(attributes);
        let reading = Reading { names: &names, program };
        let pattern = columns.map(|(argument, attribute)| reading.pattern(argument, attribute.kind)).collect();
        Ok(Self { relation, pattern: pattern_or(pattern, name)? })
    }
}

fn pattern_or(pattern: Result<Vec<Option<Value>>, &'static str>, name: &str) -> Result<Vec<Option<Value>>, QueryError> {
    pattern.map_err(|fault| QueryError(format!("an argument of `{name}` {fault}")))
}

/// What arguments are read with.
struct Reading<'a> {
    names: &'a Names,
    program: &'a Program,
}

impl Reading<'_> {
    fn pattern(&self, argument: &Expression, kind: Kind) -> Result<Option<Value>, &'static str> {
        match &argument.form {
            ExpressionForm::Variable(_) | ExpressionForm::Wildcard => Ok(None),
            ExpressionForm::Record { constructor, fields } => self.record(*constructor, fields, kind).map(Some),
            form => scalar(form, kind, self.names).map(Some),
        }
    }

    /// A record, all of whose fields are given: part of one matches nothing.
    fn record(&self, constructor: Constructor, fields: &[Expression], kind: Kind) -> Result<Value, &'static str> {
        let of = of_kind(&self.program.types, kind).ok_or(OTHER_TYPE)?;
        let index = match (constructor, of.form) {
            (Constructor::Nil, CompoundForm::Record) => NIL,
            (Constructor::Tuple, CompoundForm::Record) => TUPLE,
            (Constructor::Branch(name), CompoundForm::Algebraic) => {
                of.branch(self.names.text(name.name)).ok_or("is of a branch that its type does not have")?
            }
            _ => return Err(OTHER_TYPE),
        };
        let attributes = of.constructor(index).map_or(&[][..], |found| &found.fields);
        if attributes.len() != fields.len() {
            return Err("has another number of fields than its type");
        }
        let values = fields.iter().zip(attributes).map(|(field, attribute)| {
            self.pattern(field, attribute.kind)?.ok_or("is a record with an open field; write `_` for the whole of it")
        });
        let values = values.collect::<Result<Vec<Value>, _>>()?;
        Ok(match constructor {
            Constructor::Nil => Value::Nil,
            Constructor::Tuple => Value::Record(values),
            Constructor::Branch(name) => Value::Branch(self.names.text(name.name).into(), values),
        })
    }
}

const OTHER_TYPE: &str = "is of another type than its column";

fn scalar(form: &ExpressionForm, kind: Kind, names: &Names) -> Result<Value, &'static str> {
    let other = Err(OTHER_TYPE);
    Ok(match (form, kind) {
        (ExpressionForm::Text(text), Kind::Symbol) => Value::Symbol(names.text(*text).to_owned()),
        (&ExpressionForm::Integer { magnitude, negative }, Kind::Number) => {
            let number = if negative { 0_i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
            Value::Number(number.ok_or("is out of range")?)
        }
        (&ExpressionForm::Integer { magnitude, negative: false }, Kind::Unsigned) => Value::Unsigned(magnitude),
        (&ExpressionForm::Integer { magnitude, negative }, Kind::Float) => {
            #[expect(clippy::cast_precision_loss, reason = "a float is written as a whole number")]
            let number = magnitude as f64;
            Value::Float(if negative { -number } else { number })
        }
        (ExpressionForm::Unsigned(number), Kind::Unsigned) => Value::Unsigned(*number),
        (ExpressionForm::Float(number), Kind::Float) => Value::Float(*number),
        (ExpressionForm::Text(_) | ExpressionForm::Integer { .. }, _) => return other,
        (ExpressionForm::Unsigned(_) | ExpressionForm::Float(_), _) => return other,
        _ => return Err("is neither a value nor `_`"),
    })
}
