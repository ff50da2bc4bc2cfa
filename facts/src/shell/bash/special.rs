//! The shell's own commands: those that change the directory, the variables, or what is read next.

use super::expand::field;
use super::simple::Call;
use super::variable::atoms_of;
use super::walk::{Flow, Walker};
use crate::shell::field::Field;
use crate::shell::output;
use crate::shell::place::Places;
use crate::shell::program::joined;

impl Walker {
    /// What a command of the shell itself leaves. `None` where `name` is none of those that are known here.
    pub(super) fn special(&mut self, name: &str, words: &[Field], call: &Call) -> Option<Flow> {
        let places = &call.places;
        let quiet = || Flow::still(places, Some(String::new()));
        Some(match name {
            "cd" | "chdir" => self.cd(words, places),
            "pushd" => self.pushd(words, places),
            "popd" => {
                let to = self.scope.stack.pop().unwrap_or_else(Places::unknown);
                self.go(to, places)
            }
            ":" | "true" => Flow { failure: Places::default(), ..quiet() },
            "false" => Flow { success: Places::default(), ..quiet() },
            "eval" => {
                let text = joined(words);
                let known = text.text().is_some();
                let flow = self.script(name, &text, call);
                if !known {
                    self.scope.variables.clear();
                    self.scope.lists.clear();
                }
                flow
            }
            "trap" => {
                let action = words.iter().find(|word| !matches!(word.text(), Some("-l" | "-p" | "--" | "")));
                if let Some(script) = action.filter(|script| script.text() != Some("-")) {
                    let scope = self.scope.clone();
                    self.script(name, script, call);
                    self.scope = scope;
                }
                // What runs before every command can set any variable.
                self.scope.opaque |= words.iter().any(|word| matches!(word.text(), Some("DEBUG" | "ERR" | "RETURN")));
                quiet()
            }
            "alias" | "unalias" => {
                for text in words.iter().filter_map(Field::text) {
                    match text.split_once('=') {
                        Some((alias, value)) => self.scope.aliases.insert(alias.to_owned(), value.to_owned()),
                        None if name == "unalias" => self.scope.aliases.remove(text),
                        None => None,
                    };
                }
                quiet()
            }
            "declare" | "typeset" | "local" | "export" | "readonly" => {
                self.declare(words);
                quiet()
            }
            "hash" => {
                if let [flag, path, name] = words
                    && flag.text() == Some("-p")
                    && let (Some(path), Some(name)) = (path.text(), name.text())
                {
                    self.scope.aliases.insert(name.to_owned(), path.to_owned());
                }
                quiet()
            }
            "set" => {
                self.set(words);
                quiet()
            }
            "shift" => {
                self.scope.positional = None;
                quiet()
            }
            "read" | "mapfile" | "readarray" | "getopts" | "unset" | "let" => {
                self.read_into(words);
                Flow::still(places, Some(String::new()))
            }
            "printf" if words.first().and_then(Field::text) == Some("-v") => {
                self.print_into(words);
                quiet()
            }
            "[" | "test" | "shopt" | "ulimit" | "umask" | "wait" | "jobs" | "sleep" => quiet(),
            _ => return None,
        })
    }

    /// `command export NAME=VALUE`, `"declare" NAME=VALUE`: declarations that only their name makes one.
    fn declare(&mut self, words: &[Field]) {
        for word in words {
            let prefix = word.prefix();
            self.scope.opaque |= prefix.starts_with('-') && prefix.contains('n');
            let Some((name, _)) = prefix.split_once('=') else {
                continue;
            };
            let value = atoms_of(&word.after(name.len() + 1));
            let name = name.trim_end_matches('+').to_owned();
            self.scope.forget(&name);
            if !prefix.contains("+=") {
                self.scope.variables.insert(name, value);
            }
        }
    }

    /// Variables that get what is not known.
    fn read_into(&mut self, words: &[Field]) {
        for word in words {
            let text = word.text().unwrap_or_default();
            let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
            self.scope.forget(text.get(..end.unwrap_or(text.len())).unwrap_or_default());
        }
        self.scope.forget("REPLY");
        self.scope.forget("MAPFILE");
    }

    /// `printf -v NAME FORMAT …`.
    fn print_into(&mut self, words: &[Field]) {
        let Some(name) = words.get(1).and_then(Field::text) else {
            return;
        };
        self.scope.forget(name);
        if let Some(text) = output::printed("printf", words.get(2..).unwrap_or_default()) {
            self.scope.variables.insert(name.to_owned(), atoms_of(&Field::literal(&text)));
        }
    }

    fn cd(&mut self, words: &[Field], places: &Places) -> Flow {
        let operand = words.iter().find(|word| {
            let text = word.text().unwrap_or_default();
            text == "-" || !(text.starts_with('-') && text.len() > 1)
        });
        let to = match operand {
            None => match self.scope.variables.get("HOME") {
                Some(home) => places.enter(&field(home, "~")),
                None => places.enter(&Field::home()),
            },
            Some(word) if word.text() == Some("-") => self.scope.previous.clone(),
            Some(_) if self.scope.variables.contains_key("CDPATH") => Places::unknown(),
            Some(word) => places.enter(word),
        };
        self.go(to, places)
    }

    fn pushd(&mut self, words: &[Field], places: &Places) -> Flow {
        let operand = words.iter().find(|word| !(word.prefix().starts_with('-') && word.prefix() != "-"));
        let to = match operand {
            // Without an operand the two topmost directories change places; `+1` turns the stack.
            None => self.scope.stack.pop().unwrap_or_else(Places::unknown),
            Some(word) if word.prefix().starts_with('+') => {
                self.scope.stack.clear();
                Places::unknown()
            }
            Some(word) => places.enter(word),
        };
        self.scope.stack.push(places.clone());
        self.go(to, places)
    }

    fn go(&mut self, to: Places, places: &Places) -> Flow {
        self.scope.previous = places.clone();
        Flow { success: to, failure: places.clone(), output: Some(String::new()) }
    }

    fn set(&mut self, words: &[Field]) {
        let mut named = false;
        for (at, word) in words.iter().enumerate() {
            let Some(text) = word.text() else {
                self.scope.positional = None;
                return;
            };
            match text {
                "--" | "-" => {
                    let rest = words.get(at + 1..).unwrap_or_default();
                    self.scope.positional = Some(rest.iter().map(atoms_of).collect());
                    return;
                }
                "errexit" if named => self.scope.stops = words.get(at - 1).and_then(Field::text) == Some("-o"),
                _ if named => {}
                _ if text.starts_with('-') && text.contains('e') => self.scope.stops = true,
                _ if text.starts_with('+') && text.contains('e') => self.scope.stops = false,
                _ if text.starts_with(['-', '+']) => {}
                _ => {
                    let rest = words.get(at..).unwrap_or_default();
                    self.scope.positional = Some(rest.iter().map(atoms_of).collect());
                    return;
                }
            }
            named = text.starts_with(['-', '+']) && text.ends_with('o') && !text.starts_with("--");
        }
    }
}
