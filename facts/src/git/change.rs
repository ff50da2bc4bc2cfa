//! What a comparison finds: a path, and how the file there differs.

/// How a file differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// It was not there.
    Added,
    /// It was there, with other content, as another kind of file or with other permissions.
    Modified,
    /// It is not there any more.
    Deleted,
    /// It was elsewhere.
    Renamed,
    /// Git does not track it.
    Untracked,
}

impl How {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Modified => "modified",
            Self::Deleted => "deleted",
            Self::Renamed => "renamed",
            Self::Untracked => "untracked",
        }
    }
}

/// A file that differs, by its path from the top of the tree; for a renamed one that is the new one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// The path.
    pub path: String,
    /// How it differs.
    pub how: How,
}
