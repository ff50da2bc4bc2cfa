//! Trees of many commits, read on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use gix::ObjectId;

use super::graph::{At, Graph};

/// Commits that one thread takes at a time: neighbours share most of their trees.
const SHARE: usize = 256;

/// Most threads.
const THREADS: usize = 4;

/// Bytes of objects that a thread keeps: most of a tree is in the one before it.
pub(super) const OBJECTS: usize = 16 << 20;

/// A commit to read: its tree and those of its parents.
pub(super) struct Wanted {
    pub(super) commit: At,
    pub(super) tree: ObjectId,
    pub(super) parents: Vec<ObjectId>,
}

impl Wanted {
    pub(super) fn of(graph: &Graph, commit: At) -> Option<Wanted> {
        let tree = graph.tree(commit)?;
        Some(Wanted { commit, tree, parents: graph.parent_trees(commit) })
    }
}

/// Does `work` for each commit and hands what it found to `take`, in no order where there are many.
///
/// # Errors
/// The first that `work` has.
pub(super) fn each<T: Send>(
    git: &gix::Repository,
    wanted: &[Wanted],
    work: impl Fn(&gix::Repository, &[Wanted]) -> Result<Vec<T>, String> + Sync,
    mut take: impl FnMut(T),
) -> Result<(), String> {
    let shares: Vec<&[Wanted]> = wanted.chunks(SHARE).collect();
    if shares.len() < 2 {
        for share in shares {
            work(git, share)?.into_iter().for_each(&mut take);
        }
        return Ok(());
    }
    let threads = thread::available_parallelism().map_or(1, usize::from).min(THREADS);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = sync_channel(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, git) = (sender.clone(), git.clone().into_sync());
            let (shares, next, work) = (&shares, &next, &work);
            scope.spawn(move || {
                let mut git = git.to_thread_local();
                git.object_cache_size_if_unset(OBJECTS);
                while let Some(share) = shares.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // The other end is gone after a fault: nobody wants the rest.
                    if sender.send(work(&git, share)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for found in receiver {
            found?.into_iter().for_each(&mut take);
        }
        Ok(())
    })
}
