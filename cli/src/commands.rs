//! One module a command.

pub(crate) mod ask;
pub(crate) mod check;
pub(crate) mod docs;
pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod explain;
pub(crate) mod facts;
pub(crate) mod hook;
pub(crate) mod init;
pub(crate) mod mcp;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod rules;
