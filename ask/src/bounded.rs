//! Work that must end. A reader can rely on: the caller goes on after [`LONGEST`] whatever the work does, and deep work has a
//! stack that holds it. Work that is given up goes on in its thread until the program ends.

use std::fmt;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// What one schema, or one answer, may take.
pub(crate) const LONGEST: Duration = Duration::from_secs(5);

/// Enough for [`crate::schema::DEEPEST`] levels with a chain of schemas on each. It is reserved, and used as far as it is needed.
const STACK: usize = 256 << 20;

/// The work was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this schema takes longer than {} seconds; make it simpler", LONGEST.as_secs())
    }
}

/// Runs it in a thread of its own and waits.
pub(crate) fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Stopped> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let started = thread::Builder::new().stack_size(STACK).spawn(move || {
        // Nobody waits any more where this fails.
        let _ = sender.send(work());
    });
    // A thread that panics drops its sender: that ends the waiting too.
    started.map_err(|_| Stopped)?;
    receiver.recv_timeout(LONGEST).map_err(|_| Stopped)
}
