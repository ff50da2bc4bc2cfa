//! Rows of manifests, as the working tree has them. One that is not there has no rows; one that cannot be read has a
//! fault.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::{Evidence, Rows};
use crate::git::Version;
use crate::manifest::{self, Fault, Manifest};
use crate::origin::Origin;

impl Evidence<'_> {
    pub(super) fn manifest_rows(
        &mut self,
        relation: &str,
        key: &[&str],
        rows: &mut Rows<'_>,
    ) -> Result<bool, HostError> {
        let [tree, file] = key else { return Ok(false) };
        if !matches!(relation, "manifest_entry" | "manifest_hash" | "manifest_error") {
            return Ok(false);
        }
        let manifest = self.manifest(tree, file);
        let (tree_name, file_name) = (*tree, *file);
        let at = |line, column| Origin::in_file(tree_name, file_name, Version::Working, line, column);
        let (tree, whole) = (Datum::Symbol(tree), Datum::Symbol(file));
        if relation == "manifest_error" {
            for fault in &manifest.faults {
                let (line, column) = (i64::from(fault.line), i64::from(fault.column));
                let row = [tree, whole, Datum::Number(line), Datum::Number(column), Datum::Symbol(&fault.message)];
                rows.row(&row, at(fault.line, fault.column))?;
            }
            return Ok(true);
        }
        let folder = file.rfind('/').map_or("", |slash| &file[..=slash]);
        for entry in &manifest.entries {
            let path = format!("{folder}{}", entry.path);
            let origin = at(entry.line, entry.column);
            match (relation, &entry.sha256) {
                ("manifest_entry", _) => {
                    let line = Datum::Number(i64::from(entry.line));
                    let row = [tree, whole, line, Datum::Symbol(&entry.written), Datum::Symbol(&path)];
                    rows.row(&row, origin)?;
                }
                (_, Some(sha256)) => {
                    rows.row(&[tree, whole, Datum::Symbol(&path), Datum::Symbol(sha256)], origin)?;
                }
                _ => {}
            }
        }
        Ok(true)
    }

    /// A manifest, read once.
    fn manifest(&mut self, tree: &str, file: &str) -> Rc<Manifest> {
        let key = (tree.to_owned(), file.to_owned());
        if let Some(read) = self.manifests.get(&key) {
            return Rc::clone(read);
        }
        let read = match self.world.read(tree, file, Version::Working) {
            Ok(None) => Manifest::default(),
            Ok(Some(bytes)) => manifest::read(&bytes),
            Err(message) => Manifest { entries: Vec::new(), faults: vec![Fault { line: 1, column: 1, message }] },
        };
        let read = Rc::new(read);
        self.manifests.insert(key, Rc::clone(&read));
        read
    }
}
