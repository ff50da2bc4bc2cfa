//! Shell commands: what each script does to which path. One line of expectation for each effect.
//!
//! `write a "text"` is a write with known content, `<docs/**.md>` a pattern, `inline python3` a program handed over,
//! `unknown a` an operand of a program that cannot be known. Reads, and the paths that a program only names,
//! stand only where a table is about them.

#[path = "shell/fuzz.rs"]
mod fuzz;
#[path = "shell/known.rs"]
mod known;
#[path = "shell/moves.rs"]
mod moves;
#[path = "shell/powershell.rs"]
mod powershell;
#[path = "shell/writes.rs"]
mod writes;

use facts::shell::{Dialect, Script, Target, Verb, read};

fn spelled(target: &Target) -> String {
    match target {
        Target::Path(path) => path.clone(),
        Target::Pattern { pattern, .. } => format!("<{pattern}>"),
    }
}

fn lines(script: &Script, reads: bool) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(script.error.iter().map(|error| format!("error {}:{}", error.line, error.column)));
    for command in &script.commands {
        for effect in command.effects.iter().filter(|effect| reads || !matches!(effect.verb, Verb::Read | Verb::Name)) {
            let content = effect.content.as_deref().map(|text| format!(" {text:?}")).unwrap_or_default();
            lines.push(format!("{} {}{content}", effect.verb.name(), spelled(&effect.target)));
        }
        lines.extend(command.inline.iter().map(|inline| format!("inline {} {}", inline.program, inline.text)));
        lines.extend(command.unknown.iter().map(|target| format!("unknown {}", spelled(target))));
    }
    lines
}

#[track_caller]
fn check(cases: &[(&str, &[&str])]) {
    for (script, expected) in cases {
        assert_eq!(lines(&read(Dialect::Bash, script), false), *expected, "{script}");
    }
}

#[track_caller]
fn check_powershell(cases: &[(&str, &[&str])]) {
    for (script, expected) in cases {
        assert_eq!(lines(&read(Dialect::PowerShell, script), false), *expected, "{script}");
    }
}

/// Scripts that move `gate/plan.md` to `x`, however they say it.
#[track_caller]
fn all_move(scripts: &[&str]) {
    for script in scripts {
        let lines = lines(&read(Dialect::Bash, script), false);
        assert!(lines.iter().any(|line| line == "move gate/plan.md"), "{script}: {lines:?}");
        assert!(!lines.iter().any(|line| line.starts_with("error")), "{script}: {lines:?}");
    }
}

/// Scripts that do nothing to any path but read.
#[track_caller]
fn harmless(scripts: &[&str]) {
    for script in scripts {
        assert_eq!(lines(&read(Dialect::Bash, script), false), Vec::<String>::new(), "{script}");
    }
}
