//! A Datalog engine for programs that are read at run time: `text -> Ast -> Program -> Plan -> Model`.

pub mod diagnostic;
pub mod host;
pub mod program;
pub mod source;
pub mod syntax;
