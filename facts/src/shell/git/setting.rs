//! Settings of git whose value is a command that git runs: editors, pagers, drivers, helpers.

use crate::shell::deed::Reading;
use crate::shell::field::Field;
use crate::shell::option::Parsed;

/// The last names of such settings.
const RUN: &[&str] = &[
    "editor",
    "pager",
    "external",
    "fsmonitor",
    "sshcommand",
    "askpass",
    "textconv",
    "clean",
    "smudge",
    "process",
    "driver",
    "cmd",
    "helper",
    "command",
    "program",
];

/// Whether git runs the setting's value.
pub(super) fn runs_value(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key.starts_with("pager.") || RUN.contains(&key.rsplit('.').next().unwrap_or_default())
}

/// The value as the script that git makes of it. `!` marks a script where a name could stand.
pub(super) fn run(value: &Field, reading: &mut Reading) {
    reading.script(if value.prefix().starts_with('!') { value.after(1) } else { value.clone() });
}

/// `git config KEY VALUE`: what is set now is run later, so it counts as run.
pub(super) fn written(parsed: &Parsed, reading: &mut Reading) {
    let operands = match parsed.operands.split_first() {
        Some((first, rest)) if first.text() == Some("set") => rest,
        _ => &parsed.operands,
    };
    let [key, value, ..] = operands else {
        return;
    };
    let key = key.lossy();
    if runs_value(&key) || (is_alias(&key) && value.prefix().starts_with('!')) {
        run(value, reading);
    }
}

fn is_alias(key: &str) -> bool {
    key.get(..6).is_some_and(|section| section.eq_ignore_ascii_case("alias."))
}

/// The alias that `git config` with these words sets, and its value.
pub(in crate::shell) fn alias_set(words: &[Field]) -> Option<(Field, Field)> {
    let at = words.iter().position(|word| word.text() == Some("config"))?;
    let rest = words.get(at + 1..)?;
    let key = rest.iter().position(|word| word.text().is_some_and(is_alias))?;
    Some((rest.get(key)?.clone(), rest.get(key + 1)?.clone()))
}
