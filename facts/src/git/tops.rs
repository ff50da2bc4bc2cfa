//! Which commits matter to a path, by the path's first name: only where the top folder differs there from every parent can
//! a commit add the path. Costs one tree a commit, whatever paths are asked for.

use std::collections::BTreeMap;

use gix::bstr::{BStr, BString, ByteSlice};

use super::difference::{self, Buffers};
use super::graph::{At, Graph};
use super::share::{self, Wanted};

/// Commits by a name in the top folder.
pub(super) struct Tops(BTreeMap<BString, Vec<At>>);

impl Tops {
    /// Those of all commits of a graph.
    ///
    /// # Errors
    /// If a tree cannot be read.
    pub(super) fn read(git: &gix::Repository, graph: &Graph) -> Result<Tops, String> {
        let wanted: Vec<Wanted> = graph.all().filter_map(|commit| Wanted::of(graph, commit)).collect();
        let mut tops: BTreeMap<BString, Vec<At>> = BTreeMap::new();
        share::each(git, &wanted, top_names, |(commit, names)| {
            for name in names {
                tops.entry(name).or_default().push(commit);
            }
        })?;
        for commits in tops.values_mut() {
            commits.sort_unstable();
            // A file and a folder of one name are one name.
            commits.dedup();
        }
        Ok(Tops(tops))
    }

    /// The commits that differ from every parent at the first name of `path`.
    pub(super) fn at(&self, path: &str) -> &[At] {
        let name = path.split('/').next().unwrap_or_default();
        self.0.get(name.as_bytes().as_bstr()).map(Vec::as_slice).unwrap_or_default()
    }
}

fn top_names(git: &gix::Repository, share: &[Wanted]) -> Result<Vec<(At, Vec<BString>)>, String> {
    let mut buffers = Buffers::default();
    let of_commit = |wanted: &Wanted| {
        let mut names = Vec::new();
        let add = |name: &BStr| names.push(name.to_owned());
        difference::top_names(git, wanted.tree, &wanted.parents, &mut buffers, add)?;
        Ok((wanted.commit, names))
    };
    share.iter().map(of_commit).collect()
}
