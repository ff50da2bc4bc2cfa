//! Programs that run another: each with its own options, so that none is taken for one of the program behind it.

mod template;

use super::Verb;
use super::deed::{Inner, Reading};
use super::field::Field;
use super::option::{self, Grammar, Parsed};
use super::program::joined;
pub(super) use template::{blank, filled};
use template::{parallel, xargs};

/// A wrapper: its options, and how many operands stand before the program.
struct Wrapper {
    names: &'static str,
    grammar: Grammar,
    operands: usize,
}

const fn wrapper(names: &'static str, letters: &'static str, longs: &'static str) -> Wrapper {
    Wrapper { names, grammar: Grammar::ordered(letters, longs), operands: 0 }
}

const fn behind(mut wrapper: Wrapper, operands: usize) -> Wrapper {
    wrapper.operands = operands;
    wrapper
}

const WRAPPERS: &[Wrapper] = &[
    wrapper(
        "sudo sudoedit",
        "ughpCrtTUDR",
        "user group host prompt close-from role type command-timeout other-user chdir \
     chroot",
    ),
    wrapper("doas", "uC", ""),
    wrapper("exec", "a", ""),
    wrapper("command builtin nohup setsid busybox toybox noglob nocorrect unbuffer", "", ""),
    wrapper("nice", "n", "adjustment"),
    wrapper("ionice", "cnpPu", "class classdata pid"),
    behind(wrapper("timeout gtimeout", "ks", "kill-after signal"), 1),
    wrapper("stdbuf", "ioe", "input output error"),
    behind(wrapper("chroot", "", "groups userspec"), 1),
    behind(wrapper("chrt taskset", "", ""), 1),
    wrapper("strace ltrace", "aeEIoOpPsSuUX", "trace output attach env user expr"),
    wrapper("unshare", "RSGw", "root wd setuid setgid"),
    wrapper("caffeinate", "tw", ""),
    wrapper("xvfb-run", "efnsp", "error-file auth-file server-num server-args xauth-protocol"),
    wrapper("proxychains proxychains4 torsocks rlwrap dbus-run-session", "f", ""),
];

/// What a wrapper runs. `None` where `name` is no wrapper, or only asks (`command -v mv`).
pub(super) fn read(name: &str, words: &[Field]) -> Option<Reading> {
    let mut reading = Reading::default();
    match name {
        "env" => env(words, &mut reading),
        "time" => time(words, &mut reading),
        "xargs" | "gxargs" => xargs(words, &mut reading),
        "parallel" => parallel(words, &mut reading),
        "find" | "gfind" => super::utility::find(words, &mut reading),
        "watch" => {
            let parsed = option::parse(words, Grammar::ordered("n", "interval"));
            if parsed.has("x", "exec") {
                runs(&mut reading, parsed.operands)
            } else {
                reading.script(joined(&parsed.operands))
            }
        }
        "su" | "runuser" | "script" | "flock" => command_text(name, words, &mut reading),
        "npx" | "bunx" | "pnpx" | "mise" | "rtx" | "npm" | "pnpm" | "yarn" | "bun" | "poetry" | "uv" | "pipenv"
        | "bundle" | "direnv" | "nix" | "nix-shell" | "devbox" | "rye" | "hatch" => task(name, words, &mut reading)?,
        _ => {
            let wrapper =
                WRAPPERS.iter().find(|wrapper| wrapper.names.split_whitespace().any(|other| other == name))?;
            let parsed = option::parse(words, wrapper.grammar);
            if matches!(name, "command") && (parsed.has("v", "") || parsed.has("V", "")) {
                return Some(reading);
            }
            if matches!(name, "strace" | "ltrace") {
                reading.deeds.extend(parsed.value("o", "output").map(super::deed::Deed::written));
            }
            let directory = if name == "sudo" { parsed.value("D", "chdir") } else { None }.cloned();
            let behind = parsed.operands.get(wrapper.operands..).unwrap_or_default();
            command(&mut reading, behind, directory);
        }
    }
    Some(reading)
}

/// Programs that take a script as the value of `-c`.
fn command_text(name: &str, words: &[Field], reading: &mut Reading) {
    match name {
        "su" | "runuser" => {
            let parsed = option::parse(words, Grammar::new("cgGswu", "command group shell session-command user"));
            reading.inner.extend(parsed.values("c", "command").chain(parsed.values("", "session-command")).map(script));
            if parsed.has("u", "user") {
                runs(reading, parsed.operands);
            }
        }
        "script" => {
            let parsed = option::parse(words, Grammar::new("cEIOBmoT", "command log-in log-out log-io"));
            reading.inner.extend(parsed.values("c", "command").map(script));
            let file = parsed.operands.first().cloned().unwrap_or_else(|| Field::literal("typescript"));
            reading.does(Verb::Write, file);
        }
        _ => {
            let parsed = option::parse(words, Grammar::ordered("wE", "timeout conflict-exit-code"));
            let rest = option::parse(parsed.operands.get(1..).unwrap_or_default(), Grammar::ordered("c", "command"));
            reading.inner.extend(rest.values("c", "command").map(script));
            runs(reading, rest.operands);
        }
    }
}

fn script(text: &Field) -> Inner {
    Inner::Script { dialect: super::Dialect::Bash, text: text.clone(), arguments: None }
}

fn runs(reading: &mut Reading, words: Vec<Field>) {
    if !words.is_empty() {
        reading.inner.push(Inner::Command { words, variables: Vec::new(), directory: None, replaces: true });
    }
}

/// Assignments, then the program.
fn command(reading: &mut Reading, words: &[Field], directory: Option<Field>) {
    let assigned = words.iter().take_while(|word| assignment(word).is_some()).count();
    let (variables, words) = words.split_at(assigned);
    let variables = variables.iter().filter_map(assignment).collect();
    if !words.is_empty() {
        reading.inner.push(Inner::Command { words: words.to_vec(), variables, directory, replaces: true });
    }
}

fn assignment(word: &Field) -> Option<(String, Field)> {
    let (name, _) = word.prefix().split_once('=')?;
    let sound = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    (!name.is_empty() && name.chars().all(sound)).then(|| (name.to_owned(), word.after(name.len() + 1)))
}

fn env(words: &[Field], reading: &mut Reading) {
    let grammar = Grammar::ordered("uCSa", "unset chdir split-string argv0");
    let parsed = option::parse(words, grammar);
    let directory = parsed.value("C", "chdir").cloned();
    if let Some(text) = parsed.value("S", "split-string") {
        // One string of words, with the words behind it.
        let mut all = vec![Field::literal("env"), text.clone()];
        all.extend(parsed.operands.iter().cloned());
        let line = joined(&all);
        reading.inner.push(match directory {
            Some(to) => Inner::Script {
                dialect: super::Dialect::Bash,
                text: joined(&[Field::literal("cd"), to, Field::literal("&&"), line]),
                arguments: None,
            },
            None => script(&line),
        });
        return;
    }
    let operands = if parsed.operands.first().and_then(Field::text) == Some("-") {
        parsed.operands.get(1..).unwrap_or_default()
    } else {
        &parsed.operands
    };
    command(reading, operands, directory);
}

fn time(words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, Grammar::ordered("fo", "format output"));
    if let Some(file) = parsed.value("o", "output") {
        reading.does(Verb::Write, file.clone());
    }
    runs(reading, parsed.operands);
}

/// Runners of a project: `npx cmd`, `mise exec -- cmd`, `npm exec -c "…"`, `poetry run cmd`.
fn task(name: &str, words: &[Field], reading: &mut Reading) -> Option<()> {
    let direct = matches!(name, "npx" | "bunx" | "pnpx" | "nix-shell");
    let words = if direct {
        words
    } else {
        let verb = words.iter().position(|word| !word.prefix().starts_with('-'))?;
        let text = words.get(verb)?.text()?;
        if !matches!(text, "exec" | "x" | "run" | "dlx" | "develop" | "shell")
            || (text == "run" && matches!(name, "npm" | "yarn" | "pnpm" | "bun"))
        {
            return None;
        }
        words.get(verb + 1..)?
    };
    let grammar = Grammar::ordered("cpPwECj", "command call package run cd jobs with directory");
    let parsed = option::parse(words, grammar);
    let texts = if name == "nix-shell" { parsed.values("", "run").collect() } else { scripts(&parsed) };
    for text in texts {
        reading.script(text.clone());
    }
    // Tool versions in front (`mise exec node@20 -- cmd`), and the folder of `direnv exec DIR cmd`.
    let mut operands = parsed.operands;
    if let Some(at) = operands.iter().position(|word| word.text() == Some("--")) {
        operands.drain(..=at);
    } else if name == "direnv" && !operands.is_empty() {
        operands.remove(0);
    }
    if name != "nix-shell" {
        runs(reading, operands);
    }
    Some(())
}

fn scripts(parsed: &Parsed) -> Vec<&Field> {
    parsed.values("c", "command").chain(parsed.values("", "call")).collect()
}
