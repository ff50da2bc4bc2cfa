//! Rows about files of a tree.

use engine::{Datum, HostError};
use sha2::{Digest, Sha256};

use super::row::symbols;
use super::{Evidence, Rows};
use crate::git::Version;
use crate::glob::{Glob, fold};
use crate::origin::Origin;
use crate::world::Presence;

impl Evidence<'_> {
    pub(super) fn tree_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        match (relation, key) {
            ("tree_file", [tree, glob]) => {
                // What cannot be listed is `tree_error`.
                let files = self.world.files(tree).unwrap_or_default();
                let meant = self.meant(tree, glob)?;
                for path in files.iter().filter(|path| meant.holds(path)) {
                    rows.row(&symbols(&[tree, glob, path]), whole(tree, path))?;
                }
            }
            ("tree_error", [tree]) => {
                if let Err(reason) = self.world.files(tree) {
                    rows.row(&symbols(&[tree, &reason]), Origin::Path { path: (*tree).to_owned() })?;
                }
            }
            ("file_present", [tree, path]) => {
                if self.world.present(tree, path) == Presence::File {
                    rows.row(&symbols(&[tree, path]), whole(tree, path))?;
                }
            }
            ("folder_present", [tree, path]) => {
                if self.world.present(tree, path) == Presence::Folder {
                    rows.row(&symbols(&[tree, path]), whole(tree, path))?;
                }
            }
            ("file_hash", [tree, path]) => {
                // What cannot be read is `text_error`.
                if let Ok(Some(bytes)) = self.world.read(tree, path, Version::Working) {
                    rows.row(&symbols(&[tree, path, &sha256(&bytes)]), whole(tree, path))?;
                }
            }
            ("file_line", [tree, path]) => {
                // What cannot be read is `text_error`.
                let text = self.text(tree, path).ok().flatten();
                for (line, part) in lines(text.as_deref().unwrap_or_default()) {
                    let origin = Origin::in_file(tree, path, Version::Working, line, 1);
                    let row =
                        [Datum::Symbol(tree), Datum::Symbol(path), Datum::Number(line.into()), Datum::Symbol(part)];
                    rows.row(&row, origin)?;
                }
            }
            ("file_text", [tree, path]) => {
                // What cannot be read is `text_error`.
                if let Ok(Some(text)) = self.text(tree, path) {
                    rows.row(&symbols(&[tree, path, &text]), whole(tree, path))?;
                }
            }
            ("text_line", [text]) => {
                for (line, part) in lines(text) {
                    let row = [Datum::Symbol(text), Datum::Number(line.into()), Datum::Symbol(part)];
                    rows.row(&row, Origin::Text { line, column: 1 })?;
                }
            }
            ("text_error", [tree, path]) => {
                if let Some(reason) = self.text_fault(tree, path) {
                    rows.row(&symbols(&[tree, path, &reason]), whole(tree, path))?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The paths that a glob means in a tree.
    pub(super) fn meant(&mut self, tree: &str, glob: &str) -> Result<Meant, HostError> {
        let ignores_case = self.world.ignores_case(tree).map_err(HostError)?;
        let glob = if ignores_case { Glob::new(&fold(glob)) } else { Glob::new(glob) };
        Ok(Meant { glob, ignores_case })
    }
}

/// The paths that a glob means.
pub(super) struct Meant {
    glob: Glob,
    ignores_case: bool,
}

impl Meant {
    pub(super) fn holds(&self, path: &str) -> bool {
        if self.ignores_case { self.glob.matches(&fold(path)) } else { self.glob.matches(path) }
    }
}

/// A file of the work tree as a whole.
pub(super) fn whole(tree: &str, path: &str) -> Origin {
    Origin::in_file(tree, path, Version::Working, 0, 0)
}

/// The lines of a text with their numbers, from 1; without their ends.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines())
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
