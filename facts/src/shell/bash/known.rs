//! What one script tells of the files that it runs, of the programs that it hands over, and of the commands in its
//! variables: a file that it writes and then runs, the words and the directory of an inline program.
//!
//! Files that were there before stay out of reach.

use std::collections::BTreeSet;

use super::simple::Call;
use super::walk::Walker;
use crate::glob::fold_pattern;
use crate::shell::field::Field;
use crate::shell::place::{Places, effects_at};
use crate::shell::{Command, Effect, Inline, Target, Verb};

/// The most paths that one program is taken to name, and the longest of them.
const NAME_LIMIT: usize = 256;
/// Of a longer program only the text itself is looked at.
const TEXT_LIMIT: usize = 1 << 16;

/// Variables whose value is a command that some program runs.
const COMMANDS: &[&str] = &[
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "GIT_EDITOR",
    "GIT_SEQUENCE_EDITOR",
    "GIT_PAGER",
    "GIT_EXTERNAL_DIFF",
    "GIT_SSH_COMMAND",
    "GIT_ASKPASS",
    "PROMPT_COMMAND",
    "LESSOPEN",
];

/// What programs call the moving of a file.
const MOVES: &[&str] = &["rename", "shutil.move", "os.replace", "FileUtils.mv", "move_file", "mv "];

impl Walker {
    /// Keeps what was written where, as far as both are literal.
    pub(super) fn remember(&mut self, effects: &[Effect]) {
        for effect in effects {
            if let (Verb::Write, Target::Path(path), Some(text)) = (effect.verb, &effect.target, &effect.content) {
                let file = self.files.entry(fold_pattern(path)).or_default();
                if file.len() < TEXT_LIMIT {
                    file.push_str(text);
                }
            }
        }
    }

    /// The text of a file, where this script has written it or hands it over.
    pub(super) fn text_of(&self, file: &Field, places: &Places) -> Option<Field> {
        let name = file.text()?;
        if matches!(name, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") {
            return self.stdin.clone();
        }
        let mut found = self.files.get(name);
        if !name.starts_with("/dev/") {
            let paths = effects_at(Verb::Read, file, None, places);
            let here = paths.iter().find_map(|effect| match &effect.target {
                Target::Path(path) => self.files.get(&fold_pattern(path)),
                Target::Pattern { .. } => None,
            });
            found = here.or(found);
        }
        found.filter(|text| !text.is_empty()).map(|text| Field::literal(text))
    }

    /// Runs a file of this script as a shell does: `./go`, `bash go`.
    pub(super) fn run_file(&mut self, name: &str, file: &Field, call: &Call) {
        let Some(text) = self.text_of(file, &call.places) else {
            return;
        };
        let first = text.prefix().lines().next().unwrap_or_default().to_owned();
        let other = first.strip_prefix("#!").is_some_and(|line| !line.trim_end().ends_with("sh"));
        let scope = self.scope.clone();
        if other {
            let record = self.record(name, &[], call);
            let inline = vec![Inline { program: name.to_owned(), text: text.lossy() }];
            self.handed_over(record, inline, &[], call);
        } else {
            self.script(name, &text, call);
        }
        self.scope = scope;
    }

    /// The files among a program's words that it runs: the first word of a shell or another interpreter, and what
    /// `make` and `sed` read their rules from.
    pub(super) fn run_files(&mut self, name: &str, rest: &[Field], call: &Call) {
        let behind = |flags: &[&str]| {
            let at = rest.iter().position(|word| word.text().is_some_and(|text| flags.contains(&text)));
            at.and_then(|at| rest.get(at + 1)).cloned()
        };
        let file = match name {
            "bash" | "sh" | "zsh" | "dash" | "ksh" | "ash" => {
                if let Some(file) = rest.iter().find(|word| !word.prefix().starts_with(['-', '+'])) {
                    let file = file.clone();
                    if !rest.iter().any(|word| word.prefix().starts_with('-') && word.prefix().contains('c')) {
                        self.run_file(name, &file, call);
                    }
                }
                return;
            }
            "make" | "gmake" | "just" => behind(&["-f", "--file", "--makefile"]).or_else(|| {
                ["Makefile", "makefile", "GNUmakefile", "justfile"]
                    .iter()
                    .map(|name| Field::literal(name))
                    .find(|file| self.text_of(file, &call.places).is_some())
            }),
            "sed" | "gsed" | "awk" | "gawk" | "mawk" => behind(&["-f", "--file", "--expression-file"]),
            _ if crate::shell::interpreter::is_one(name) => rest
                .iter()
                .find(|word| !word.prefix().starts_with('-'))
                .filter(|word| word.text() != Some("-"))
                .cloned(),
            _ => return,
        };
        if let Some(text) = file.and_then(|file| self.text_of(&file, &call.places)) {
            let record = self.record(name, &[], call);
            let inline = vec![Inline { program: name.to_owned(), text: text.lossy() }];
            self.handed_over(record, inline, rest, call);
        }
    }

    /// Puts programs on a command's record: with the words and variables that they can read, and with the paths that
    /// their text names from the directory at hand.
    pub(super) fn handed_over(&mut self, record: usize, programs: Vec<Inline>, rest: &[Field], call: &Call) {
        for mut inline in programs {
            let known = |name: &String, text: &str| text.contains(name.as_str());
            let set = self.scope.variables.iter().filter(|(name, _)| known(name, &inline.text));
            let set = set.map(|(_, atoms)| super::expand::field(atoms, "="));
            let values = readable(&inline.program, rest)
                .into_iter()
                .chain(call.variables.iter().map(|(_, value)| value.clone()))
                .chain(set);
            let values: BTreeSet<String> = values
                .filter_map(|value| value.text().map(str::to_owned))
                .filter(|value| value.contains(['.', '/']) && !inline.text.contains(value))
                .collect();
            for value in values {
                inline.text.push_str(&format!("\n'{value}'"));
            }
            let Some(command) = self.commands.get_mut(record) else {
                return;
            };
            named(&inline.text, &call.places, command);
            command.inline.push(inline);
        }
    }

    /// A variable gets a command that some program runs.
    pub(super) fn command_variable(&mut self, name: &str, value: &Field, call: &Call) {
        if COMMANDS.contains(&name) && value.text().is_some_and(|text| text.contains([' ', '>'])) {
            let scope = self.scope.clone();
            self.script(name, value, call);
            self.scope = scope;
        }
    }
}

/// The words that a program can open for writing. Programs that go through lines only read the files behind them.
fn readable(program: &str, rest: &[Field]) -> Vec<Field> {
    let assigned = |word: &Field| word.prefix().find('=').map(|at| word.after(at + 1));
    let lines = rest.iter().any(|word| {
        let flag = word.prefix().strip_prefix('-').unwrap_or_default();
        !flag.starts_with('-') && flag.contains(['n', 'p'])
    });
    match program {
        "sed" | "gsed" | "ed" | "ex" | "vi" | "vim" | "nvim" | "make" | "gmake" | "cmd" => Vec::new(),
        "awk" | "gawk" | "mawk" | "nawk" | "goawk" => rest.iter().filter_map(assigned).collect(),
        "perl" | "ruby" if lines => Vec::new(),
        _ => rest.iter().filter(|word| !word.prefix().starts_with('-')).cloned().collect(),
    }
}

/// The paths that a program's text names, and those that it may move.
fn named(text: &str, places: &Places, command: &mut Command) {
    if text.len() > TEXT_LIMIT {
        return;
    }
    // A table's columns get new names the same way.
    let spoken = text.replace("rename(columns", "").replace("rename(index", "").replace("rename({", "");
    let moves = MOVES.iter().any(|word| spoken.contains(word));
    let mark = |letter: char| letter.is_whitespace() || "'\"`()<>|;&,=[]{}*?$\\\0".contains(letter);
    let words: BTreeSet<&str> = text.split(mark).filter(|word| word.contains(['.', '/']) || moves).collect();
    let path = |word: &&&str| word.len() > 1 && word.len() <= 256 && word.chars().any(char::is_alphanumeric);
    for word in words.iter().filter(path).take(NAME_LIMIT) {
        let word = Field::literal(word);
        for verb in [Some(Verb::Name), moves.then_some(Verb::Move)].into_iter().flatten() {
            for effect in effects_at(verb, &word, None, places) {
                // What lies below a folder that is not known says nothing of the program.
                if matches!(effect.target, Target::Path(_)) {
                    command.effects.push(effect);
                }
            }
        }
    }
}
