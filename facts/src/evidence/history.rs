//! Rows about a tree's history, and how its files differ from it.

use std::rc::Rc;

use engine::HostError;

use super::row::symbols;
use super::tree::whole;
use super::{Evidence, Rows};
use crate::git::History;
use crate::origin::Origin;

impl Evidence<'_> {
    pub(super) fn history_rows(
        &mut self,
        relation: &str,
        key: &[&str],
        rows: &mut Rows<'_>,
    ) -> Result<bool, HostError> {
        let Some(tree) = key.first().filter(|_| RELATIONS.contains(&relation)) else {
            return Ok(false);
        };
        let history = match self.world.history(tree) {
            Ok(Some(history)) => history,
            Ok(None) => return Ok(true),
            Err(reason) => return unread(relation, tree, &reason, rows),
        };
        if relation == "history_error" {
            return history.check().map_or_else(|reason| unread(relation, tree, &reason, rows), |()| Ok(true));
        }
        match (relation, key) {
            ("uncommitted", [_, glob]) => {
                let meant = self.meant(tree, glob)?;
                // What cannot be read is `history_error`.
                let changes = history.uncommitted().unwrap_or_default();
                for change in changes.iter().filter(|change| meant.holds(&change.path)) {
                    let row = symbols(&[tree, glob, &change.path, change.how.name()]);
                    rows.row(&row, whole(tree, &change.path))?;
                }
                Ok(true)
            }
            ("head" | "shallow", _) => commit_rows(&history, relation, key, rows),
            _ if history.check_commits().is_err() => Ok(true),
            ("changes", [_, commit, glob]) => {
                let meant = self.meant(tree, glob)?;
                for change in history.changes(commit, &mut |path| meant.holds(path)).map_err(HostError)? {
                    let row = symbols(&[tree, commit, glob, &change.path, change.how.name()]);
                    rows.row(&row, committed(tree, commit, &change.path))?;
                }
                Ok(true)
            }
            ("changed_since", [_, since, glob]) => {
                let meant = self.meant(tree, glob)?;
                let found = history.changed_since(since, &mut |path| meant.holds(path));
                for (commit, change) in found.map_err(HostError)? {
                    let row = symbols(&[tree, since, glob, &commit, &change.path, change.how.name()]);
                    rows.row(&row, committed(tree, &commit, &change.path))?;
                }
                Ok(true)
            }
            _ => commit_rows(&history, relation, key, rows),
        }
    }
}

/// The relations that this module fills.
const RELATIONS: [&str; 14] = [
    "head",
    "shallow",
    "history_error",
    "uncommitted",
    "adds",
    "ancestor",
    "parent",
    "commit_file",
    "commit_by",
    "changes",
    "changed_since",
    "same_content",
    "revision",
    "file_at",
];

/// Rows about commits and single files. What of a history cannot be read at all is `history_error`; what turns up later
/// ends the evaluation.
fn commit_rows(history: &Rc<History>, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
    match (relation, key) {
        ("head", [tree]) => {
            if let Ok(Some(commit)) = history.head() {
                rows.row(&symbols(&[tree, &commit]), committed(tree, &commit, ""))?;
            }
        }
        ("shallow", [tree]) => {
            if history.is_shallow().map_err(HostError)? {
                rows.row(&symbols(&[tree]), Origin::Repository { tree: (*tree).to_owned() })?;
            }
        }
        ("adds", [tree, path]) => {
            for commit in history.adds(path).map_err(HostError)? {
                rows.row(&symbols(&[tree, path, &commit]), committed(tree, &commit, path))?;
            }
        }
        ("ancestor", [tree, commit, of]) => {
            if history.is_ancestor(commit, of).map_err(HostError)? {
                rows.row(&symbols(&[tree, commit, of]), committed(tree, commit, ""))?;
            }
        }
        ("parent", [tree, commit]) => {
            for parent in history.parents(commit).map_err(HostError)? {
                rows.row(&symbols(&[tree, commit, &parent]), committed(tree, commit, ""))?;
            }
        }
        ("commit_file", [tree, commit, path]) => {
            if history.has_file(commit, path).map_err(HostError)? {
                rows.row(&symbols(&[tree, commit, path]), committed(tree, commit, path))?;
            }
        }
        ("commit_by", [tree, commit]) => {
            if let Some(author) = history.author(commit).map_err(HostError)? {
                let row = symbols(&[tree, commit, &author.who, &author.when, &author.subject]);
                rows.row(&row, committed(tree, commit, ""))?;
            }
        }
        ("revision", [tree, name]) => {
            if let Some(commit) = history.revision(name) {
                rows.row(&symbols(&[tree, name, &commit]), committed(tree, &commit, ""))?;
            }
        }
        ("file_at", [tree, commit, path]) => {
            if let Some(bytes) = history.file(commit, path).map_err(HostError)? {
                let text = String::from_utf8_lossy(&bytes);
                let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
                rows.row(&symbols(&[tree, commit, path, text]), committed(tree, commit, path))?;
            }
        }
        ("same_content", [tree, commit, path]) => {
            for at in history.same_content(commit, path).map_err(HostError)? {
                rows.row(&symbols(&[tree, commit, path, &at]), committed(tree, commit, &at))?;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// A repository that cannot be read has one fact.
fn unread(relation: &str, tree: &str, reason: &str, rows: &mut Rows<'_>) -> Result<bool, HostError> {
    if relation == "history_error" {
        rows.row(&symbols(&[tree, reason]), Origin::Repository { tree: tree.to_owned() })?;
    }
    Ok(true)
}

fn committed(tree: &str, commit: &str, path: &str) -> Origin {
    Origin::Commit { tree: tree.to_owned(), commit: commit.to_owned(), path: path.to_owned() }
}
