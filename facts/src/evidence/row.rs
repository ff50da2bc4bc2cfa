//! What rows are made of, and rows of one version of a file. A reader can rely on: a row of a file begins with the key that it was
//! asked by, and has its place there.

use engine::{Datum, HostError};

use super::Rows;
use crate::git::Version;
use crate::origin::Origin;

/// Texts as a row.
pub(super) fn symbols<'t>(texts: &[&'t str]) -> Vec<Datum<'t>> {
    texts.iter().map(|text| Datum::Symbol(text)).collect()
}

/// A line, a column, an index.
pub(super) fn number(n: u32) -> Datum<'static> {
    Datum::Number(i64::from(n))
}

/// How many.
pub(super) fn count(n: usize) -> Datum<'static> {
    Datum::Number(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The version of a file that rows are asked of, and the key as it was given.
pub(super) struct Asked<'k> {
    pub(super) tree: &'k str,
    pub(super) file: &'k str,
    version: Version,
    key: Vec<Datum<'k>>,
}

impl<'k> Asked<'k> {
    pub(super) fn new(tree: &'k str, file: &'k str, version: Version, key: &[&'k str]) -> Self {
        Self { tree, file, version, key: symbols(key) }
    }

    /// The file as the working tree has it, asked for by these two.
    pub(super) fn working(tree: &'k str, file: &'k str) -> Self {
        Self::new(tree, file, Version::Working, &[tree, file])
    }

    /// A row that begins with the key and goes on with `more`.
    pub(super) fn row(&self, rows: &mut Rows<'_>, more: &[Datum<'_>], line: u32, column: u32) -> Result<(), HostError> {
        let origin = Origin::in_file(self.tree, self.file, self.version, line, column);
        rows.row(&[&self.key, more].concat(), origin)
    }
}
