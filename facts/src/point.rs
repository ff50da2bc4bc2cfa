//! The points file: the places where a person must be asked, read from JSON with the position of what is wrong.
//! Refuses to know which states exist and what they mean; a file of the wrong shape has no points at all.

use serde::{Deserialize, Deserializer};

mod locate;

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
    /// `scope`; `work` where the file does not say, and then `scope_declared` is false.
    pub scope: String,
    /// The file says the scope.
    pub scope_declared: bool,
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

/// The scope of a point that does not say one.
const USUAL_SCOPE: &str = "work";

/// Reads a points file: an object with `points`, an array of objects with a text `id`, each id once. Keys that are
/// not known are left alone; a known one of the wrong type, or twice in one object, is an error. A byte order mark is
/// accepted.
///
/// # Errors
/// With the position of the first fault.
pub fn read(text: &[u8]) -> Result<Points, PointsError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let Object(file): Object<File> = serde_json::from_slice(text).map_err(|fault| syntax_error(text, &fault))?;
    let offsets = locate::elements(text, "points");
    let mut points: Vec<Point> = Vec::new();
    for (nth, Object(written)) in file.points.into_iter().enumerate() {
        let (line, column) = position(text, offsets.get(nth).copied().unwrap_or(0));
        let wrong = |message: String| PointsError { line, column, message };
        if written.id.trim().is_empty() {
            return Err(wrong("this point's `id` is empty".into()));
        }
        if let Some(first) = points.iter().find(|point| point.id == written.id) {
            return Err(wrong(format!("point `{}` is declared twice, first in line {}", first.id, first.line)));
        }
        points.push(written.lower(line, column));
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

#[derive(Deserialize)]
struct File {
    points: Vec<Object<Written>>,
}

#[derive(Deserialize)]
struct Written {
    id: String,
    #[serde(default, deserialize_with = "present")]
    scope: Option<String>,
    #[serde(default, deserialize_with = "present")]
    asks: Option<String>,
    #[serde(default, deserialize_with = "present")]
    recommended: Option<Option<String>>,
    #[serde(default)]
    required: bool,
    #[serde(default)]
    allowed_provenance: Vec<String>,
    #[serde(default)]
    gate_globs: Vec<String>,
    #[serde(default)]
    gate_renames: bool,
    #[serde(default)]
    skill: Texts,
    #[serde(default)]
    file: Texts,
}

/// An object, where a derived reader would also take an array of the members' values.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Visitor<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
                T::deserialize(serde::de::value::MapAccessDeserializer::new(members)).map(Object)
            }
        }
        deserializer.deserialize_map(Visitor(std::marker::PhantomData))
    }
}

/// A text, or a list of them.
#[derive(Default)]
struct Texts(Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Texts;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<Texts, E> {
                Ok(Texts(vec![text.to_owned()]))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Texts, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = items.next_element()? {
                    texts.push(text);
                }
                Ok(Texts(texts))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Not `null` where the type does not say so: a null is a value of the wrong type.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Written {
    fn lower(self, line: u32, column: u32) -> Point {
        Point {
            id: self.id,
            scope_declared: self.scope.is_some(),
            scope: self.scope.unwrap_or_else(|| USUAL_SCOPE.into()),
            asks: self.asks,
            recommended: match self.recommended {
                None => Recommended::Undeclared,
                Some(None) => Recommended::Nothing,
                Some(Some(text)) => Recommended::Option(text),
            },
            required: self.required,
            states: self.allowed_provenance,
            globs: self.gate_globs,
            renames: self.gate_renames,
            skills: self.skill.0,
            files: self.file.0,
            line,
            column,
        }
    }
}

fn syntax_error(text: &[u8], fault: &serde_json::Error) -> PointsError {
    let whole = fault.to_string();
    let message = whole.split(" at line ").next().unwrap_or(&whole).to_owned();
    let line = fault.line().max(1);
    let row = text.split(|b| *b == b'\n').nth(line - 1).unwrap_or_default();
    let before = row.get(..fault.column().min(row.len())).unwrap_or_default();
    let column = String::from_utf8_lossy(before).chars().count().max(1);
    PointsError { line: number(line), column: number(column), message }
}

/// Line and column, in characters, of a byte.
fn position(text: &[u8], offset: usize) -> (u32, u32) {
    let before = text.get(..offset).unwrap_or_default();
    let line = before.iter().filter(|b| **b == b'\n').count() + 1;
    let row = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
    (number(line), number(String::from_utf8_lossy(row).chars().count() + 1))
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
