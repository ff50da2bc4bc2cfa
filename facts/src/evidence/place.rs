//! Rows about paths and work trees.

use engine::HostError;

use super::row::symbols;
use super::{Evidence, Rows};
use crate::origin::Origin;
use crate::path;

impl Evidence<'_> {
    pub(super) fn place_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        match (relation, key) {
            ("path_form", [directory, path]) => {
                for form in self.world.forms(directory, path) {
                    rows.row(&symbols(&[directory, path, &form]), looked_at(path))?;
                }
            }
            ("above", [path]) => {
                for folder in path::above(path) {
                    rows.row(&symbols(&[path, &folder]), looked_at(path))?;
                }
            }
            ("owner", [path]) => {
                if let Ok(Some(tree)) = self.world.owner(path) {
                    rows.row(&symbols(&[path, &tree]), repository(&tree))?;
                }
            }
            ("owner_error", [path]) => {
                if let Err(reason) = self.world.owner(path) {
                    rows.row(&symbols(&[path, &reason]), looked_at(path))?;
                }
            }
            ("ignores_case", [tree]) => {
                if self.world.ignores_case(tree).map_err(HostError)? {
                    rows.row(&symbols(&[tree]), repository(tree))?;
                }
            }
            ("tracked", [path]) => {
                if self.world.tracked(path).map_err(HostError)? {
                    rows.row(&symbols(&[path]), looked_at(path))?;
                }
            }
            ("tracked_match", [directory, pattern]) => {
                for path in self.world.tracked_match(directory, pattern).map_err(HostError)? {
                    rows.row(&symbols(&[directory, pattern, &path]), looked_at(&path))?;
                }
            }
            ("committed", [tree, path]) => {
                if self.world.committed(tree, path).map_err(HostError)? {
                    rows.row(&symbols(&[tree, path]), repository(tree))?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn looked_at(path: &str) -> Origin {
    Origin::Path { path: path.to_owned() }
}

fn repository(tree: &str) -> Origin {
    Origin::Repository { tree: tree.to_owned() }
}
