//! The shapes that a points file is written in, for serde. Keys that no shape has are left alone, and noted.
//! Refuses to judge across points: that an id stands once is not seen here.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Point, Recommended};

/// The scope of a point that does not say one.
const USUAL_SCOPE: &str = "work";

#[derive(Deserialize)]
pub(super) struct File {
    pub(super) points: Vec<Object<Written>>,
}

#[derive(Deserialize)]
pub(super) struct Written {
    pub(super) id: String,
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

/// An object and its keys. A derived reader would also take an array of the members' values.
pub(super) struct Object<T> {
    pub(super) value: T,
    pub(super) keys: Vec<String>,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Object<T>, A::Error> {
                let mut keys = Vec::new();
                let members = Noting { members, keys: &mut keys };
                let value = T::deserialize(MapAccessDeserializer::new(members))?;
                Ok(Object { value, keys })
            }
        }
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

/// Members whose keys are noted while they are read.
struct Noting<'k, A> {
    members: A,
    keys: &'k mut Vec<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Noting<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(key) = self.members.next_key::<String>()? else { return Ok(None) };
        let read = seed.deserialize(key.as_str().into_deserializer())?;
        self.keys.push(key);
        Ok(Some(read))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.members.next_value_seed(seed)
    }
}

/// A text, or a list of them.
#[derive(Default)]
struct Texts(Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<Texts, E> {
                Ok(Texts(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Texts, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = items.next_element()? {
                    texts.push(text);
                }
                Ok(Texts(texts))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Not `null` where the type does not say so: a null is a value of the wrong type.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl Written {
    /// The point, with what the file need not say.
    pub(super) fn lower(self, keys: Vec<String>, line: u32, column: u32) -> Point {
        Point {
            id: self.id,
            keys,
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
