//! Names for proofs that depend on what is proved and how, and on nothing else: SHA-256 over a text in which every part
//! is preceded by its length. Refuses to know origins and places.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use sha2::{Digest, Sha256};

use super::PremiseForm;
use crate::host::Value;

/// A digest of a proof.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProofId([u8; 32]);

impl ProofId {
    /// The first 12 hexadecimal digits.
    #[must_use]
    pub fn short(&self) -> String {
        let mut whole = self.to_string();
        whole.truncate(12);
        whole
    }

    /// One id for several proofs, in whatever order they come.
    #[must_use]
    pub fn of_all(ids: &[Self]) -> Self {
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        let mut hasher = Hasher::new("all");
        for id in sorted {
            hasher.id(id);
        }
        hasher.finish()
    }

    /// The id that [`fmt::Display`] spells.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        let mut bytes = [0; 32];
        if digits.len() != 64 {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let nibble = |at: usize| char::from(pair[at]).to_digit(16);
            *byte = u8::try_from(nibble(0)? * 16 + nibble(1)?).ok()?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for ProofId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ProofId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

/// Collects the parts of what an id stands for.
pub(crate) struct Hasher(Sha256);

impl Hasher {
    /// Of this kind of thing.
    pub(crate) fn new(kind: &str) -> Self {
        let mut hasher = Self(Sha256::new());
        hasher.text(kind);
        hasher
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    pub(crate) fn id(&mut self, id: ProofId) {
        self.0.update(id.0);
    }

    pub(crate) fn value(&mut self, value: &Value) {
        match value {
            Value::Symbol(text) => {
                self.number(0);
                self.text(&stand_in(text));
            }
            Value::Number(number) => {
                self.number(1);
                self.number(number.cast_unsigned());
            }
            Value::Unsigned(number) => {
                self.number(2);
                self.number(*number);
            }
            Value::Float(number) => {
                self.number(3);
                self.number(if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() });
            }
            Value::Nil => self.number(4),
            Value::Record(fields) => {
                self.number(5);
                self.values(fields);
            }
            Value::Branch(name, fields) => {
                self.number(6);
                self.text(name);
                self.values(fields);
            }
        }
    }

    pub(crate) fn values(&mut self, values: &[Value]) {
        self.number(values.len() as u64);
        values.iter().for_each(|value| self.value(value));
    }

    pub(crate) fn pattern(&mut self, pattern: &[Option<Value>]) {
        self.number(pattern.len() as u64);
        for column in pattern {
            self.number(u64::from(column.is_some()));
            if let Some(value) = column {
                self.value(value);
            }
        }
    }

    pub(crate) fn finish(self) -> ProofId {
        ProofId(self.0.finalize().into())
    }
}

/// What marks a digest that stands in for a text.
const MARK: &str = "sha256:";

/// `sha256:` and the digest of the bytes, in hexadecimal digits.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    format!("{MARK}{}", ProofId(Sha256::digest(bytes).into()))
}

/// The digest of a text; of a digest, itself. Ids are made of stand-ins, so a proof keeps its ids when texts that may not
/// be kept are replaced by their digests.
fn stand_in(text: &str) -> Cow<'_, str> {
    match text.strip_prefix(MARK).and_then(ProofId::parse) {
        Some(id) if id.to_string() == text[MARK.len()..] => Cow::Borrowed(text),
        _ => Cow::Owned(digest(text.as_bytes())),
    }
}

/// The id of a given fact.
pub(crate) fn of_fact(relation: &str, values: &[Value]) -> ProofId {
    let mut hasher = Hasher::new("fact");
    hasher.text(relation);
    hasher.values(values);
    hasher.finish()
}

/// The id of a derived fact: rule, values and premises, in the order of the body.
pub(crate) fn of_step<'a>(
    rule: &str,
    values: &[Value],
    premises: impl Iterator<Item = &'a PremiseForm>,
    id_of: &dyn Fn(usize) -> Option<ProofId>,
) -> ProofId {
    let mut hasher = Hasher::new("step");
    hasher.text(rule);
    hasher.values(values);
    for premise in premises {
        match premise {
            PremiseForm::Fact { node } => {
                hasher.text("fact");
                if let Some(id) = id_of(*node) {
                    hasher.id(id);
                }
            }
            PremiseForm::Absent { relation, pattern } => {
                hasher.text("absent");
                hasher.text(relation);
                hasher.pattern(pattern);
            }
            PremiseForm::Holds { text, values } => {
                hasher.text("holds");
                hasher.text(text);
                let sorted: BTreeMap<&str, &Value> = values.iter().map(|(text, value)| (&**text, value)).collect();
                for (text, value) in sorted {
                    hasher.text(text);
                    hasher.value(value);
                }
            }
            PremiseForm::Aggregate { text, result, matches, total, digest, .. } => {
                hasher.text("aggregate");
                hasher.text(text);
                hasher.value(result);
                hasher.number(*matches);
                hasher.number(*total);
                hasher.id(*digest);
            }
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_written_and_depends_on_every_part() {
        let id = of_fact("p", &[Value::Symbol("a".into())]);
        assert_eq!(ProofId::parse(&id.to_string()), Some(id));
        assert_eq!(ProofId::parse("12"), None);
        assert_eq!(id.short().len(), 12);
        assert_ne!(id, of_fact("p", &[Value::Symbol("b".into())]));
        assert_ne!(of_fact("p", &[Value::Number(1)]), of_fact("p", &[Value::Unsigned(1)]));
        let hidden = of_fact("p", &[Value::Symbol(digest(b"a"))]);
        assert_eq!(id, hidden, "a digest stands for its text");
        assert_eq!(ProofId::of_all(&[id, of_fact("q", &[])]), ProofId::of_all(&[of_fact("q", &[]), id]));
    }
}
