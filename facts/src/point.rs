//! The points file: the places where a person must be asked, read from JSON with the position of what is wrong.
//! Refuses to know which states exist and what they mean; a file of the wrong shape has no points at all.

use std::collections::BTreeMap;

use crate::json::Cursor;

mod locate;
mod written;

use written::{File, Object};

/// What a points file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// In the order of the file; each id once.
    pub points: Vec<Point>,
}

/// A place where a person must be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its name, never empty.
    pub id: String,
    /// `scope`; `work` where the file does not say.
    pub scope: String,
    /// The keys that its object has, known ones and others, as written.
    pub keys: Vec<String>,
    /// The question, `asks`.
    pub asks: Option<String>,
    /// `recommended`: absent, null, or a text.
    pub recommended: Recommended,
    /// `required`.
    pub required: bool,
    /// The states of `allowed_provenance`.
    pub states: Vec<String>,
    /// The globs of `gate_globs`.
    pub globs: Vec<String>,
    /// `gate_renames`.
    pub renames: bool,
    /// `skill`: one text or several.
    pub skills: Vec<String>,
    /// `file`: one text or several.
    pub files: Vec<String>,
    /// Where its object begins, from 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

/// What a point recommends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recommended {
    /// The file does not say.
    Undeclared,
    /// `null`: said to be nothing.
    Nothing,
    /// An option, by its text.
    Option(String),
}

/// Why a text is no points file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsError {
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
    /// For a reader, without the position.
    pub message: String,
}

/// Reads a points file: an object with `points`, an array of objects with a text `id`, each id once. Keys that are
/// not known are left alone; a known one of the wrong type, or twice in one object, is an error. A byte order mark is
/// accepted.
///
/// # Errors
/// With the position of the first fault.
pub fn read(text: &[u8]) -> Result<Points, PointsError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let Object { value: file, .. }: Object<File> =
        serde_json::from_slice(text).map_err(|fault| syntax_error(text, &fault))?;
    let offsets = locate::elements(text, "points");
    let mut points: Vec<Point> = Vec::new();
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    let mut cursor = Cursor::new(text);
    for (nth, Object { value: written, keys }) in file.points.into_iter().enumerate() {
        let (line, column) = cursor.position(offsets.get(nth).copied().unwrap_or(0));
        let wrong = |message: String| PointsError { line, column, message };
        if written.id.trim().is_empty() {
            return Err(wrong("this point's `id` is empty".into()));
        }
        if let Some(first) = lines.insert(written.id.clone(), line) {
            return Err(wrong(format!("point `{}` is declared twice, first in line {first}", written.id)));
        }
        points.push(written.lower(keys, line, column));
    }
    Ok(Points { points })
}

/// The empty text where `text` is a points file of the right shape, else position and fault for a reader.
#[must_use]
pub fn fault(text: &str) -> String {
    match read(text.as_bytes()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

impl std::fmt::Display for PointsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for PointsError {}

fn syntax_error(text: &[u8], fault: &serde_json::Error) -> PointsError {
    let whole = fault.to_string();
    let message = whole.split(" at line ").next().unwrap_or(&whole).to_owned();
    let line = fault.line().max(1);
    let row = text.split(|b| *b == b'\n').nth(line - 1).unwrap_or_default();
    let before = row.get(..fault.column().min(row.len())).unwrap_or_default();
    let column = String::from_utf8_lossy(before).chars().count().max(1);
    PointsError { line: number(line), column: number(column), message }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
