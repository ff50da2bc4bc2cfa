//! A shell script, read without running it: which simple commands it holds, and what each does to which path.
//!
//! What a reader can rely on: [`read`] never panics and always ends; a script that cannot be read as a whole has
//! an [`ScriptError`] and no commands; a path that cannot be known appears as a [`Target::Pattern`] that covers
//! everything that it can become. Every path is spelled relative to where the script starts, or absolute.
//!
//! What is refused to be known here: the file system, git's index, which paths matter, and whether any of it is
//! allowed. Scripts in files (`bash x.sh`, `source x`), programs fetched while running (`curl … | sh`) and remote
//! commands (`ssh host …`) are out of reach: nothing of theirs appears.

mod bash;
mod deed;
mod field;
mod git;
mod interpreter;
mod option;
mod output;
mod place;
mod powershell;
mod program;
mod utility;
mod wrapper;

use std::sync::mpsc;
use std::time::Duration;

/// The longest script that is read, in bytes. A longer one ends as an error.
const LENGTH_LIMIT: usize = 1 << 20;
/// The stack of the reading thread, in bytes. The parser bounds its nesting far below what this holds.
const STACK: usize = 64 << 20;
/// How long one script may take. It is there for the case of a fault in the parser: a script that reaches it ends
/// as an error, so it never chooses between two readable answers.
const DEADLINE: Duration = Duration::from_secs(5);

/// The language that a script is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Bash, and what of `sh`, `zsh` and `ksh` is the same.
    Bash,
    /// Windows PowerShell and `pwsh`.
    PowerShell,
}

/// A script's commands in the order in which they are met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Why the script cannot be read as a whole. Then `commands` is empty.
    pub error: Option<ScriptError>,
    /// The simple commands, those of nested scripts (`bash -c`, `$(…)`) included. A command that runs under
    /// several readings (a loop's words, a function's calls) stands once for each.
    pub commands: Vec<Command>,
}

/// Where a script stops making sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// From 1.
    pub line: u32,
    /// From 1.
    pub column: u32,
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
}

/// A simple command, wrappers (`env`, `sudo`, `command` …) taken off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Line of the outermost script that holds it, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The program's name without folders. Not there for a bare redirect, and where the name cannot be known.
    pub program: Option<String>,
    /// The words behind the program that can be read without running anything.
    pub arguments: Vec<Argument>,
    /// What it does to paths, redirects included.
    pub effects: Vec<Effect>,
    /// Program texts that it hands to an interpreter, or that it runs in a way that is not read here.
    pub inline: Vec<Inline>,
    /// The operands of a command whose program's name cannot be known.
    pub unknown: Vec<Target>,
}

/// A readable word behind a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its place behind the program, from 1; words that cannot be read are counted and left out.
    pub index: u32,
    /// The word with its quotes taken off.
    pub text: String,
}

/// What a command does to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    /// The path gets new content, or comes to be.
    Write,
    /// The path goes elsewhere.
    Move,
    /// The path goes away.
    Remove,
    /// The path's content is read.
    Read,
    /// The path gets a second name (`ln`), through which it can be written.
    Link,
    /// What cannot be listed comes to lie below the path: an archive's members, a folder that is copied.
    Fill,
    /// Git writes again what it tracks at or below the path (`git checkout -- docs`).
    Restore,
    /// A program text that is not read here names the path.
    Name,
}

impl Verb {
    /// The verb's name in the facts.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Write => "write",
            Verb::Move => "move",
            Verb::Remove => "remove",
            Verb::Read => "read",
            Verb::Link => "link",
            Verb::Fill => "fill",
            Verb::Restore => "restore",
            Verb::Name => "name",
        }
    }
}

/// One thing that a command does to one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it does.
    pub verb: Verb,
    /// To which path.
    pub target: Target,
    /// What is written, where that is a literal: a here-document, or the words of `echo` and `printf`.
    pub content: Option<String>,
}

/// An operand that names a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A path without anything unknown. `~/` at the start is the home directory; a folder that is really called
    /// `~` begins with `./`.
    Path(String),
    /// Something that only running the script can tell.
    Pattern {
        /// `**` for any text (with `/` in it, or none), and the shell's `*`, `?` and `[…]` within a name.
        pattern: String,
        /// The operand as the script writes it.
        text: String,
    },
}

/// A text that is run and not read here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inline {
    /// The interpreter's name without folders.
    pub program: String,
    /// The text; unknown parts stand as `$_`.
    pub text: String,
}

/// Reads a script. Pure but for a thread of its own, which keeps deep nesting and a fault of the parser from
/// taking the caller along.
pub fn read(dialect: Dialect, script: &str) -> Script {
    if script.len() > LENGTH_LIMIT {
        return Script::failed(1, 1, format!("the script is longer than {LENGTH_LIMIT} bytes"));
    }
    let (sender, receiver) = mpsc::channel();
    let text = script.to_owned();
    let reader = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let script = match dialect {
            Dialect::Bash => bash::read(&text),
            Dialect::PowerShell => powershell::read(&text),
        };
        // The receiver is gone only after the deadline, when nobody wants the answer.
        let _ = sender.send(script);
    });
    if reader.is_err() {
        return Script::failed(1, 1, "no thread could be started to read the script".to_owned());
    }
    match receiver.recv_timeout(DEADLINE) {
        Ok(script) => script,
        Err(mpsc::RecvTimeoutError::Timeout) => {
            Script::failed(1, 1, format!("reading the script took longer than {} s", DEADLINE.as_secs()))
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            Script::failed(1, 1, "reading the script failed inside the reader".to_owned())
        }
    }
}

impl Script {
    fn failed(line: u32, column: u32, message: String) -> Script {
        Script { error: Some(ScriptError { line, column, message }), commands: Vec::new() }
    }
}
