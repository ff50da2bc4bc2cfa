//! The limits of an evaluation as options, the same of every command that has them. Knows no command: each brings its own
//! defaults.

use std::marker::PhantomData;

use clap::Args;
use engine::Limits;

/// What a command's limits are where none is given.
pub(crate) trait Defaults {
    /// The limits.
    const LIMITS: Limits;
}

/// What an evaluation may use.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs<D: Defaults> {
    /// Most rows of all relations together
    #[arg(long, value_name = "N", default_value_t = D::LIMITS.rows)]
    rows: u64,
    /// Most rounds of a recursion
    #[arg(long, value_name = "N", default_value_t = D::LIMITS.rounds)]
    rounds: u32,
    /// Most bytes of rows, indexes and texts
    #[arg(long, value_name = "N", default_value_t = D::LIMITS.bytes)]
    bytes: u64,
    /// Most steps: rows that rules look at or derive, each time, new or not
    #[arg(long, value_name = "N", default_value_t = D::LIMITS.steps)]
    steps: u64,
    #[arg(skip)]
    of: PhantomData<D>,
}

impl<D: Defaults> LimitArgs<D> {
    /// As they were given.
    pub(crate) fn limits(&self) -> Limits {
        Limits { rows: self.rows, rounds: self.rounds, bytes: self.bytes, steps: self.steps }
    }
}
