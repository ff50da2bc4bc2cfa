//! Changes of files in a work tree, planned before any is made. A reader can rely on: a file has its old content or its new
//! one, whatever happens in between; no link leads a change out of the tree; permissions stay. Refuses to know what the
//! files are for.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use facts::path;
use similar::TextDiff;

/// A file before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// From the tree's top.
    pub(crate) file: String,
    /// Where it is, links followed.
    target: PathBuf,
    /// What is there; none: no file.
    pub(crate) before: Option<String>,
    /// What shall be there; none: no file.
    pub(crate) after: Option<String>,
}

impl Change {
    /// Looks at a file of the tree; nothing is changed yet.
    ///
    /// # Errors
    /// If a link leads out of the tree, or what is there is no text file.
    pub(crate) fn of(tree: &str, file: &str) -> Result<Self, String> {
        let spelled = Path::new(tree).join(file);
        let top = path::resolved(tree);
        let resolved = path::resolved(&path::spelled(&spelled));
        if !Path::new(&resolved).starts_with(&top) {
            return Err(format!(
                "{file} leads out of the work tree, to {resolved}; put a file of the repository's own in its place, or change \
                 that one by hand"
            ));
        }
        let target = PathBuf::from(resolved);
        let before = match fs::read(&target) {
            Ok(bytes) => Some(String::from_utf8(bytes).map_err(|_| format!("{file} is no UTF-8 text"))?),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                if spelled.symlink_metadata().is_ok_and(|about| about.is_symlink()) {
                    return Err(format!("{file} is a link that leads nowhere; remove it, or make its target"));
                }
                None
            }
            Err(cause) => return Err(format!("{file} cannot be read: {cause}")),
        };
        Ok(Self { file: file.to_owned(), target, after: before.clone(), before })
    }

    /// Whether anything changes.
    pub(crate) fn is_needed(&self) -> bool {
        self.before != self.after
    }

    /// As a unified diff.
    pub(crate) fn diff(&self) -> String {
        let side = |mark: &str, text: &Option<String>| match text {
            Some(_) => format!("{mark}/{}", self.file),
            None => "/dev/null".to_owned(),
        };
        let (before, after) = (self.before.as_deref().unwrap_or_default(), self.after.as_deref().unwrap_or_default());
        let diff = TextDiff::from_lines(before, after);
        diff.unified_diff().header(&side("a", &self.before), &side("b", &self.after)).to_string()
    }

    /// Makes the change.
    ///
    /// # Errors
    /// If it cannot be made; the file then is as it was.
    pub(crate) fn make(&self) -> Result<(), String> {
        let made = match &self.after {
            Some(text) => write(&self.target, text.as_bytes()),
            None => fs::remove_file(&self.target),
        };
        made.map_err(|cause| format!("{} cannot be changed: {cause}", self.file))
    }

    /// Removes the folders of the file that are empty now, up to the tree's top.
    pub(crate) fn prune(&self, tree: &str) {
        let top = PathBuf::from(path::resolved(tree));
        for folder in self.target.ancestors().skip(1).take_while(|folder| *folder != top && folder.starts_with(&top)) {
            // One that is not empty stays, and so do those above it.
            if fs::remove_dir(folder).is_err() {
                return;
            }
        }
    }
}

/// Writes a new file beside the old one and puts it in its place.
fn write(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let new = folder.join(format!(".{name}.{}.new", std::process::id()));
    let written = OpenOptions::new().write(true).create_new(true).open(&new).and_then(|file| fill(file, bytes, target));
    let placed = written.and_then(|()| fs::rename(&new, target));
    if placed.is_err() {
        let _ = fs::remove_file(&new);
    }
    placed
}

fn fill(mut file: File, bytes: &[u8], like: &Path) -> io::Result<()> {
    file.write_all(bytes)?;
    if let Ok(about) = fs::metadata(like) {
        file.set_permissions(about.permissions())?;
    }
    file.sync_all()
}
