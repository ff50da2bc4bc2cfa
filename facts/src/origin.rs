//! Where a fact comes from. Every row that a loader hands to the engine has one of these; explanations print it.
//! Knows nothing of relations or rules.

use std::fmt;

use crate::git::Version;

/// The place that a fact was read from. Lines and columns count from 1; a line of 0 means the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The payload on standard input, at a JSON pointer.
    Payload {
        /// JSON pointer; empty for the whole.
        pointer: String,
    },
    /// The process: its directory, its program, its state folder.
    Process,
    /// The file system's answer for a path.
    Path {
        /// The path that was looked at.
        path: String,
    },
    /// Git's index, or its configuration.
    Repository {
        /// The work tree.
        tree: String,
    },
    /// A commit, or what it has at a path.
    Commit {
        /// The work tree.
        tree: String,
        /// The commit's whole id.
        commit: String,
        /// The path in it; empty for the commit itself.
        path: String,
    },
    /// A file of a work tree, as it is there or at `HEAD`.
    File {
        /// The work tree.
        tree: String,
        /// The path in it.
        file: String,
        /// Which version.
        version: Version,
        /// Line.
        line: u32,
        /// Column, in characters.
        column: u32,
    },
    /// A shell command or patch of the call.
    Script {
        /// Line in the command.
        line: u32,
        /// Column, in characters.
        column: u32,
    },
    /// A text of the call, such as the content that it writes.
    Text {
        /// Line in the text.
        line: u32,
        /// Column, in characters.
        column: u32,
    },
    /// A line of the session's transcript.
    Transcript {
        /// The file.
        file: String,
        /// The line; 0 for the file as a whole.
        line: u64,
    },
}

impl Origin {
    /// A place in a file of a work tree; line 0 for the file as a whole.
    #[must_use]
    pub fn in_file(tree: &str, file: &str, version: Version, line: u32, column: u32) -> Self {
        Self::File { tree: tree.to_owned(), file: file.to_owned(), version, line, column }
    }

    /// File, line and column, where the fact was read from a file that a reader can open: from the top of `tree` where it
    /// lies in it, else absolute.
    #[must_use]
    pub fn place(&self, tree: &str) -> Option<(String, u64, u64)> {
        let inside = |path: &str| path.strip_prefix(tree).and_then(|rest| rest.strip_prefix('/')).map(str::to_owned);
        match self {
            Self::File { tree: of, file, line, column, .. } => {
                let file = if of == tree { file.clone() } else { format!("{of}/{file}") };
                Some((file, u64::from(*line), u64::from(*column)))
            }
            Self::Transcript { file, line } => Some((inside(file).unwrap_or_else(|| file.clone()), *line, 0)),
            _ => None,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Payload { pointer } if pointer.is_empty() => f.write_str("payload"),
            Self::Payload { pointer } => write!(f, "payload {pointer}"),
            Self::Process => f.write_str("process"),
            Self::Path { path } => write!(f, "path {path}"),
            Self::Repository { tree } => write!(f, "git {tree}"),
            Self::Commit { tree, commit, path } => {
                let short = commit.get(..12).unwrap_or(commit);
                write!(f, "git {tree} commit {short}")?;
                if path.is_empty() { Ok(()) } else { write!(f, " {path}") }
            }
            Self::File { tree, file, version, line, column } => {
                let at = match version {
                    Version::Working => "",
                    Version::Head => " at HEAD",
                };
                write!(f, "{tree}/{file}{at}")?;
                place(f, *line, *column)
            }
            Self::Script { line, column } => {
                f.write_str("command")?;
                place(f, *line, *column)
            }
            Self::Text { line, column } => {
                f.write_str("written text")?;
                place(f, *line, *column)
            }
            Self::Transcript { file, line: 0 } => f.write_str(file),
            Self::Transcript { file, line } => write!(f, "{file}:{line}"),
        }
    }
}

/// `:line:column`, as far as they are known.
fn place(f: &mut fmt::Formatter<'_>, line: u32, column: u32) -> fmt::Result {
    match (line, column) {
        (0, _) => Ok(()),
        (line, 0) => write!(f, ":{line}"),
        (line, column) => write!(f, ":{line}:{column}"),
    }
}
