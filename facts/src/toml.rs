//! A TOML text as a list of its values, in the form of `json`: tables are objects, and each value has its pointer and its place.
//! A reader can rely on this: it is the whole text or none of it, with the place of the first fault. Refuses to know what any
//! value means.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::json::{Budget, Cursor, JsonError, JsonValue, Kind, token};

/// The values of a TOML text in the order in which they begin; a table may be named below its members (`[a.b]`, then `[a]`).
///
/// # Errors
/// With the place of the first fault, or if the text is beyond the budget.
pub fn read(text: &[u8], budget: Budget) -> Result<Vec<JsonValue>, JsonError> {
    let text = crate::json::text(text, budget)?;
    let root = DeTable::parse(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let (line, column) = Cursor::new(text.as_bytes()).position(offset);
        JsonError { line, column, message: error.message().to_owned() }
    })?;
    let mut lowered = Lowered { found: Vec::new(), bytes: 0, budget };
    lowered.push(root.span().start, String::new(), Kind::Object, String::new())?;
    lowered.table(root.get_ref(), "")?;
    lowered.found.sort_by_key(|(offset, _)| *offset);
    let mut cursor = Cursor::new(text.as_bytes());
    let placed = lowered.found.into_iter().map(|(offset, mut value)| {
        (value.line, value.column) = cursor.position(offset);
        value
    });
    Ok(placed.collect())
}

/// Values with the byte that each begins at.
struct Lowered {
    found: Vec<(usize, JsonValue)>,
    bytes: usize,
    budget: Budget,
}

impl Lowered {
    fn table(&mut self, table: &DeTable<'_>, pointer: &str) -> Result<(), JsonError> {
        for (key, value) in table.iter() {
            self.value(value, format!("{pointer}/{}", token(key.get_ref())))?;
        }
        Ok(())
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, pointer: String) -> Result<(), JsonError> {
        let (kind, text) = match value.get_ref() {
            DeValue::String(text) => (Kind::Text, text.to_string()),
            DeValue::Integer(number) => {
                let decimal = i64::from_str_radix(number.as_str(), number.radix());
                (Kind::Number, decimal.map_or_else(|_| number.to_string(), |decimal| decimal.to_string()))
            }
            DeValue::Float(number) => (Kind::Number, number.to_string()),
            DeValue::Boolean(flag) => (Kind::Flag, flag.to_string()),
            DeValue::Datetime(moment) => (Kind::Text, moment.to_string()),
            DeValue::Array(_) => (Kind::Array, String::new()),
            DeValue::Table(_) => (Kind::Object, String::new()),
        };
        self.push(value.span().start, pointer.clone(), kind, text)?;
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, &pointer),
            DeValue::Array(items) => {
                items.iter().enumerate().try_for_each(|(n, item)| self.value(item, format!("{pointer}/{n}")))
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, offset: usize, pointer: String, kind: Kind, text: String) -> Result<(), JsonError> {
        self.bytes = self.bytes.saturating_add(pointer.len()).saturating_add(text.len());
        if self.found.len() >= self.budget.values || self.bytes > self.budget.lowered {
            return Err(JsonError {
                line: 1,
                column: 1,
                message: "this file has more values than are read".to_owned(),
            });
        }
        self.found.push((offset, JsonValue { pointer, kind, text, line: 1, column: 1 }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::BUDGET;

    /// X1: tables, dotted keys, lists of tables and inline tables are objects and arrays by pointer, each where it stands.
    #[test]
    fn values_have_pointers_and_places() {
        let text = "a.b = 0x1f # é\n[features]\nhooks = false\n[[hooks.PreToolUse]]\nmatcher = '^(Bash)$'\nhooks = [{ command = \"x\" }]\n[\"a/b~\"]\nd = 1979-05-27\n";
        let rows: Vec<String> = read(text.as_bytes(), BUDGET)
            .unwrap()
            .iter()
            .map(|v| format!("{}:{} {} {} {}", v.line, v.column, v.pointer, v.kind.name(), v.text))
            .collect();
        for row in [
            "1:7 /a/b number 31",
            "3:9 /features/hooks flag false",
            "5:11 /hooks/PreToolUse/0/matcher text ^(Bash)$",
            "6:10 /hooks/PreToolUse/0/hooks/0 object ",
            "6:22 /hooks/PreToolUse/0/hooks/0/command text x",
            "8:5 /a~1b~0/d text 1979-05-27",
        ] {
            assert!(rows.iter().any(|found| found == row), "{row} is not in {rows:#?}");
        }
    }

    /// X1: a text that is no TOML is none of it, with its first fault; so is one beyond the budget.
    #[test]
    fn a_fault_has_its_place() {
        let fault = read("a = 1\nb = é\n".as_bytes(), BUDGET).unwrap_err();
        assert_eq!((fault.line, fault.column), (2, 5), "{fault}");
        let twice = read(b"a = 1\na = 2\n", BUDGET).unwrap_err();
        assert_eq!(twice.line, 2, "{twice}");
        assert!(read(b"\xff", BUDGET).is_err());
        assert!(read(&b"[".repeat(100_000), BUDGET).is_err());
        assert!(read(b"a = [1, 2, 3]", Budget { values: 3, ..BUDGET }).is_err());
    }
}
