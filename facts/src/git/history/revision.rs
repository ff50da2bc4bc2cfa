//! Commits by any name that git has for them, and their files. Refuses to guess: a name that means no commit, or several,
//! means none.

use super::{History, chain, difference};

impl History {
    /// The commit that a name means: a branch, a tag, `HEAD~2`, a part of an id. None where there is no such commit.
    #[must_use]
    pub fn revision(&self, name: &str) -> Option<String> {
        let found = self.git.rev_parse_single(name).ok()?;
        let commit = found.object().ok()?.peel_to_commit().ok()?;
        Some(commit.id.to_string())
    }

    /// The bytes of the file that the commit has at `path`; none where it has none there.
    ///
    /// # Errors
    /// If the commit or an object cannot be read.
    pub fn file(&self, commit: &str, path: &str) -> Result<Option<Vec<u8>>, String> {
        let Some((tree, _)) = self.commit(commit)? else {
            return Ok(None);
        };
        let blob = difference::file(&self.git, tree, path, &mut Vec::new()).map_err(|fault| self.fault(&fault))?;
        let read = |id| self.git.find_object(id).map(|mut object| std::mem::take(&mut object.data));
        blob.map(read).transpose().map_err(|fault| self.fault(&chain(&fault)))
    }
}
