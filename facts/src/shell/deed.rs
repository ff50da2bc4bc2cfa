//! What a program does with its words, before the directory that it runs in is known.

use super::field::Field;
use super::{Dialect, Inline, Verb};

/// One thing that a program does to a path that one of its words names.
#[derive(Clone, Debug)]
pub(super) struct Deed {
    pub(super) verb: Verb,
    pub(super) path: Field,
    pub(super) content: Option<String>,
}

impl Deed {
    pub(super) fn written(path: &Field) -> Deed {
        Deed { verb: Verb::Write, path: path.clone(), content: None }
    }
}

/// A command or script that a program runs.
#[derive(Clone, Debug)]
pub(super) enum Inner {
    Command {
        words: Vec<Field>,
        variables: Vec<(String, Field)>,
        /// The directory that it runs in, from that of the program.
        directory: Option<Field>,
        /// It runs in place of the program (`env`), not beside it (`find -exec`).
        replaces: bool,
    },
    Script {
        dialect: Dialect,
        text: Field,
        /// What `$0`, `$1` … are, where the program gives them.
        arguments: Option<Vec<Field>>,
    },
}

/// What one program does.
#[derive(Clone, Debug, Default)]
pub(super) struct Reading {
    pub(super) deeds: Vec<Deed>,
    pub(super) inline: Vec<Inline>,
    pub(super) inner: Vec<Inner>,
    /// What it prints, where that is a literal.
    pub(super) output: Option<String>,
}

impl Reading {
    pub(super) fn does(&mut self, verb: Verb, path: Field) {
        self.deeds.push(Deed { verb, path, content: None });
    }

    pub(super) fn writes(&mut self, path: Field, content: Option<String>) {
        self.deeds.push(Deed { verb: Verb::Write, path, content });
    }

    pub(super) fn runs(&mut self, program: &str, text: String) {
        self.inline.push(Inline { program: program.to_owned(), text });
    }

    pub(super) fn script(&mut self, text: Field) {
        self.inner.push(Inner::Script { dialect: Dialect::Bash, text, arguments: None });
    }

    /// The same, from the directory `directory` of the program.
    pub(super) fn within(mut self, directory: &Field) -> Reading {
        for deed in &mut self.deeds {
            deed.path = deed.path.within(directory);
        }
        self
    }
}
