//! What is known at one point of a script: its literal variables, functions, aliases, and the stack of directories.

use std::collections::BTreeMap;
use std::rc::Rc;

use shuck_ast::Stmt;

use super::Source;
use super::expand::Atom;
use crate::shell::field::Field;
use crate::shell::place::Places;

/// A function's body, the script that holds it, and where it was defined.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) source: Source,
    pub(super) body: Stmt,
    pub(super) places: Places,
}

/// What a script knows of itself at one point.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// A variable that is not here can be anything.
    pub(super) variables: BTreeMap<String, Vec<Atom>>,
    pub(super) lists: BTreeMap<String, Vec<Vec<Atom>>>,
    /// `$1`, `$2` …; `None` where they are not known.
    pub(super) positional: Option<Vec<Vec<Atom>>>,
    pub(super) functions: BTreeMap<String, Rc<Function>>,
    pub(super) aliases: BTreeMap<String, String>,
    /// The directories under the current one on the stack of `pushd`.
    pub(super) stack: Vec<Places>,
    /// Where `cd -` leads.
    pub(super) previous: Places,
    /// `set -e` holds.
    pub(super) stops: bool,
    /// A name can stand for another variable (`declare -n`), or a trap sets them: no value is known any more.
    pub(super) opaque: bool,
    /// Aliases of git that the script has set, and their values.
    pub(super) git_aliases: Vec<(Field, Field)>,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope {
            variables: BTreeMap::new(),
            lists: BTreeMap::new(),
            positional: None,
            functions: BTreeMap::new(),
            aliases: BTreeMap::new(),
            stack: Vec::new(),
            previous: Places::unknown(),
            stops: false,
            opaque: false,
            git_aliases: Vec::new(),
        }
    }
}

impl Scope {
    /// What holds whether this scope was taken or `other`.
    pub(super) fn meet(&mut self, other: Scope) {
        self.variables.retain(|name, value| other.variables.get(name) == Some(value));
        self.lists.retain(|name, value| other.lists.get(name) == Some(value));
        if self.positional != other.positional {
            self.positional = None;
        }
        for (name, function) in other.functions {
            self.functions.entry(name).or_insert(function);
        }
        for (name, value) in other.aliases {
            self.aliases.entry(name).or_insert(value);
        }
        if self.stack != other.stack {
            self.stack.clear();
        }
        self.previous = std::mem::take(&mut self.previous).or(&other.previous);
        self.stops &= other.stops;
        self.opaque |= other.opaque;
        for alias in other.git_aliases {
            if !self.git_aliases.contains(&alias) {
                self.git_aliases.push(alias);
            }
        }
    }

    /// The variable can be anything from here on.
    pub(super) fn forget(&mut self, name: &str) {
        self.variables.remove(name);
        self.lists.remove(name);
    }

    /// What a loop's next round starts from is what this one did.
    pub(super) fn same(&self, other: &Scope) -> bool {
        self.variables == other.variables && self.lists == other.lists && self.stack == other.stack
    }
}
