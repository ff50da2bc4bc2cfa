//! An entry as it is written, and what it means.

use super::Entry;
use crate::json::{JsonValue, Kind};

/// An entry's object and the members that matter.
pub(super) struct Written<'v> {
    object: &'v JsonValue,
    path: Option<&'v JsonValue>,
    sha256: Option<&'v JsonValue>,
}

type Refused<'v> = (&'v JsonValue, String);

impl<'v> Written<'v> {
    /// Every element of `files`.
    pub(super) fn all(values: &'v [JsonValue]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for value in values {
            let Some(inside) = value.pointer.strip_prefix("/files/") else { continue };
            match inside.split_once('/') {
                None => all.push(Self { object: value, path: None, sha256: None }),
                Some((_, member)) => {
                    if let Some(entry) = all.last_mut() {
                        match member {
                            "path" => entry.path = Some(value),
                            "sha256" => entry.sha256 = Some(value).filter(|value| value.kind != Kind::Null),
                            _ => {}
                        }
                    }
                }
            }
        }
        all
    }

    /// The entry.
    ///
    /// # Errors
    /// With what is wrong, and where.
    pub(super) fn lower(&self) -> Result<Entry, Refused<'v>> {
        let object = self.object;
        if object.kind != Kind::Object {
            return Err((object, "this entry is no object with a `path`".into()));
        }
        let written = self.path.ok_or((object, "this entry has no `path`".to_owned()))?;
        if written.kind != Kind::Text {
            return Err((written, "the `path` of this entry is no text".into()));
        }
        let path = inside(&written.text).map_err(|fault| (written, fault))?;
        let sha256 = self.sha256.map(hash).transpose()?;
        let (line, column) = (object.line, object.column);
        Ok(Entry { line, column, written: written.text.clone(), path, sha256 })
    }
}

/// The path from the manifest's folder.
fn inside(written: &str) -> Result<String, String> {
    if let Some(letter) = written.chars().find(|letter| letter.is_control()) {
        return Err(format!("`{}` holds the control character U+{:04X}", written.escape_debug(), u32::from(letter)));
    }
    if written.contains('\\') {
        return Err(format!("`{written}` has a backslash; folders are parted by `/`"));
    }
    if written.starts_with('/') || written.split('/').next().is_some_and(|drive| drive.ends_with(':')) {
        return Err(format!("`{written}` is absolute; write it from the folder of the manifest"));
    }
    let mut names: Vec<&str> = Vec::new();
    for name in written.split('/') {
        match name {
            "" | "." => {}
            ".." if names.pop().is_none() => {
                return Err(format!("`{written}` leads out of the folder of the manifest"));
            }
            ".." => {}
            name => names.push(name),
        }
    }
    if names.is_empty() {
        return Err(format!("`{written}` names no file and no folder below the manifest's"));
    }
    Ok(names.join("/"))
}

fn hash(value: &JsonValue) -> Result<String, Refused<'_>> {
    let digits = value.text.as_str();
    if value.kind == Kind::Text && digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Ok(digits.to_ascii_lowercase());
    }
    Err((value, "`sha256` is no text of 64 hexadecimal digits".into()))
}
