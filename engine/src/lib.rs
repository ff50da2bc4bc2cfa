//! A Datalog engine for programs that are read at run time: `text -> Ast -> Program -> Plan -> Model`.

pub mod absence;
mod builtin;
pub mod casefile;
pub mod catalog;
mod check;
pub mod compile;
pub mod diagnostic;
pub mod eval;
pub mod explain;
pub mod host;
pub mod image;
mod index;
mod interner;
pub mod limits;
pub mod model;
mod plan;
pub mod program;
pub mod proof;
mod relation;
pub mod remedy;
pub mod show;
pub mod souffle_facts;
pub mod source;
mod stratum;
pub mod syntax;

pub use diagnostic::{Diagnostic, Severity};
pub use program::{Access, Constant, Program};
pub use source::{SourceId, Sources, Span};

pub use check::analysis::{Analysis, analyse};
pub use compile::{Compiled, Loader, Options, compile};
pub use eval::{Demand, evaluate};
pub use explain::Explainer;
pub use host::{Datum, Host, HostError, Origin, Sink, Value};
pub use limits::{EvalError, Limits};
pub use model::{Model, RowId};
