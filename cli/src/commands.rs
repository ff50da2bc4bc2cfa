//! One module a command.

pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod facts;
pub(crate) mod hook;
pub(crate) mod replay;
pub(crate) mod rules;
