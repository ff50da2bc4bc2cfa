//! Rows of points files. A points file has two keys: the working tree's version and that of `HEAD`.

use std::rc::Rc;

use engine::{Datum, HostError};

use super::row::symbols;
use super::{Evidence, Rows};
use crate::git::Version;
use crate::origin::Origin;
use crate::point::{self, Point, Points, PointsError, Recommended};

/// A points file as it was read.
#[derive(Clone, Debug)]
pub struct PointsRead {
    /// What it says; none where neither version is there.
    pub content: Option<Result<Points, PointsError>>,
    /// The version that was read.
    pub version: Version,
}

impl Evidence<'_> {
    pub(super) fn points_rows(&mut self, relation: &str, key: &[&str], rows: &mut Rows<'_>) -> Result<bool, HostError> {
        let [tree, file] = key else { return Ok(false) };
        if !RELATIONS.contains(&relation) {
            return Ok(false);
        }
        let read = self.points(tree, file);
        let at = |line, column| Origin::in_file(tree, file, read.version, line, column);
        match (&read.content, relation) {
            (Some(_), "points_file" | "points_known") => rows.row(&symbols(&[tree, file]), at(0, 0))?,
            (Some(Err(fault)), "points_error") => {
                let (line, column) = (Datum::Number(i64::from(fault.line)), Datum::Number(i64::from(fault.column)));
                let row = [Datum::Symbol(tree), Datum::Symbol(file), line, column, Datum::Symbol(&fault.message)];
                rows.row(&row, at(fault.line, fault.column))?;
            }
            (Some(Ok(points)), _) => {
                for point in &points.points {
                    for texts in point_rows(relation, point) {
                        let row = [&[*tree, *file, &point.id], texts.as_slice()].concat();
                        rows.row(&symbols(&row), at(point.line, point.column))?;
                    }
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// The points file under the key in force, read once. Where one version is gone, the other stands in; where
    /// `HEAD`'s cannot be read, the versions differ, and the other key says why.
    fn points(&mut self, tree: &str, file: &str) -> Rc<PointsRead> {
        let key = (tree.to_owned(), file.to_owned());
        if let Some(read) = self.points.get(&key) {
            return Rc::clone(read);
        }
        let mut read = |version| self.world.read(tree, file, version);
        let (working, head) = (read(Version::Working), read(Version::Head));
        self.versions_differ |= match (&working, &head) {
            (Ok(Some(working)), Ok(Some(head))) => working != head,
            (_, Err(_)) => true,
            _ => false,
        };
        let (first, second) = match self.version {
            Version::Working => ((Version::Working, working), (Version::Head, head)),
            Version::Head => ((Version::Head, head), (Version::Working, working)),
        };
        let (version, bytes) = if matches!(first.1, Ok(None)) { second } else { first };
        let content = match bytes {
            Ok(None) => None,
            Ok(Some(bytes)) => Some(point::read(&bytes)),
            Err(message) => Some(Err(PointsError { line: 1, column: 1, message })),
        };
        let read = Rc::new(PointsRead { content, version });
        self.points.insert(key, Rc::clone(&read));
        read
    }
}

/// The relations that this module fills.
const RELATIONS: [&str; 13] = [
    "points_known",
    "points_file",
    "points_error",
    "point",
    "point_asks",
    "point_state",
    "point_glob",
    "point_renames",
    "point_required",
    "point_recommends",
    "point_declares",
    "point_skill",
    "point_file",
];

/// The columns behind tree, file and id.
fn point_rows<'p>(relation: &str, point: &'p Point) -> Vec<Vec<&'p str>> {
    let each = |texts: &'p [String]| texts.iter().map(|text| vec![text.as_str()]).collect();
    match (relation, &point.recommended) {
        ("point", _) => vec![vec![&point.scope]],
        ("point_asks", _) => each(point.asks.as_slice()),
        ("point_state", _) => each(&point.states),
        ("point_glob", _) => each(&point.globs),
        ("point_declares", _) => each(&point.keys),
        ("point_skill", _) => each(&point.skills),
        ("point_file", _) => each(&point.files),
        ("point_recommends", Recommended::Option(option)) => vec![vec![option]],
        ("point_renames", _) if point.renames => vec![Vec::new()],
        ("point_required", _) if point.required => vec![Vec::new()],
        _ => Vec::new(),
    }
}
