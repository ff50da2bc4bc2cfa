//! Exit statuses outside the hook: 0 pass, 1 the check fails, 2 it could not be made.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// What was asked holds, or was done.
    Pass,
    /// The check was made and fails.
    Fail,
    /// The check could not be made: bad arguments, unreadable evidence.
    Unmade,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Pass => 0,
            Exit::Fail => 1,
            Exit::Unmade => 2,
        })
    }
}
