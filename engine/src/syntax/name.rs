//! Spellings, each stored once. A reader can rely on: two names of one collection are equal exactly when their texts
//! are. Refuses to know what a name stands for.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Index of a text in [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(pub u32);

/// The texts of identifiers, strings and documentation of a set of files.
#[derive(Clone, Debug, Default)]
pub struct Names {
    list: Vec<Arc<str>>,
    // Looked up, never iterated.
    ids: FxHashMap<Arc<str>, Name>,
}

impl Names {
    /// No name yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The name of a text, new or known.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.ids.get(text) {
            return name;
        }
        let name = Name(u32::try_from(self.list.len()).expect("texts are below 4 GiB in all"));
        let text: Arc<str> = text.into();
        self.list.push(Arc::clone(&text));
        self.ids.insert(text, name);
        name
    }

    /// The name of a text, if it is known.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }

    /// The text of a name; the empty text if the name is of another collection.
    #[must_use]
    pub fn text(&self, name: Name) -> &str {
        self.list.get(name.0 as usize).map_or("", |text| text)
    }

    /// The text of a name, shared.
    #[must_use]
    pub fn shared(&self, name: Name) -> Arc<str> {
        self.list.get(name.0 as usize).map_or_else(|| Arc::from(""), Arc::clone)
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
