//! The functors of the rules: pure and total.

use engine::{Datum, HostError, Value};

use crate::{glob, point};

/// The value of `@name(arguments)`.
///
/// # Errors
/// If there is no functor with this name and these arguments.
pub fn call(name: &str, arguments: &[Datum<'_>]) -> Result<Value, HostError> {
    let flag = |holds: bool| Ok(Value::Number(i64::from(holds)));
    match (name, arguments) {
        ("glob_match", [Datum::Symbol(glob), Datum::Symbol(path)]) => flag(glob::glob_match(glob, path)),
        ("globs_meet", [Datum::Symbol(glob), Datum::Symbol(pattern)]) => flag(glob::globs_meet(glob, pattern)),
        ("glob_within", [Datum::Symbol(glob), Datum::Symbol(folder)]) => flag(glob::glob_within(glob, folder)),
        ("mentions", [Datum::Symbol(glob), Datum::Symbol(text)]) => flag(glob::mentions(glob, text)),
        ("fold", [Datum::Symbol(text)]) => Ok(Value::Symbol(glob::fold(text))),
        ("literal_directory", [Datum::Symbol(pattern)]) => {
            Ok(Value::Symbol(glob::literal_directory(pattern).to_owned()))
        }
        ("points_fault", [Datum::Symbol(text)]) => Ok(Value::Symbol(point::fault(text))),
        _ => Err(HostError(format!("there is no functor `@{name}` with {} arguments", arguments.len()))),
    }
}
