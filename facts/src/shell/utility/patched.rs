//! `patch`, `git apply` and `apply_patch`: the files that a patch in sight names.

use crate::patch;
use crate::shell::Verb;
use crate::shell::deed::{Deed, Reading};
use crate::shell::field::Field;
use crate::shell::option::{self, Grammar};

pub(super) fn patched(words: &[Field], stdin: Option<&Field>, reading: &mut Reading) {
    let grammar = Grammar::new("pdioFBVrYgz", "strip directory input output fuzz reject-file prefix suffix");
    let parsed = option::parse(words, grammar);
    if parsed.has("", "dry-run") {
        return;
    }
    let start = Field::start();
    let mut inner = Reading::default();
    let named = parsed.operands.first().or_else(|| parsed.value("o", "output"));
    match (named, stdin.filter(|_| !parsed.has("i", "input") && parsed.operands.len() < 2)) {
        (Some(file), _) => inner.does(Verb::Write, file.clone()),
        (None, Some(text)) => difference(&text.lossy(), &mut inner),
        // A patch in a file can reach everything.
        (None, None) => inner.does(Verb::Write, Field::unknown("patch")),
    }
    let inner = inner.within(parsed.value("d", "directory").unwrap_or(&start));
    reading.deeds.extend(inner.deeds);
}

/// The files that a patch in sight names.
pub(super) fn apply(text: &str, reading: &mut Reading) {
    let patch = patch::read(text);
    if patch.error.is_some() {
        reading.does(Verb::Write, Field::unknown("apply_patch"));
    }
    for change in patch.changes {
        let verb = match change.verb {
            patch::Verb::Write => Verb::Write,
            patch::Verb::Move => Verb::Move,
            patch::Verb::Remove => Verb::Remove,
        };
        let path = Field::literal(&change.path);
        reading.deeds.push(Deed { verb, path, content: change.content });
    }
}

/// The files that a unified or git difference names.
pub(in crate::shell) fn difference(text: &str, reading: &mut Reading) {
    let mut found = false;
    for line in text.lines() {
        let heads = [
            ("--- ", Verb::Write),
            ("+++ ", Verb::Write),
            ("rename from ", Verb::Move),
            ("rename to ", Verb::Write),
            ("copy to ", Verb::Write),
        ];
        let head = heads.iter().find_map(|(head, verb)| Some((line.strip_prefix(head)?, *verb)));
        let Some((rest, verb)) = head else { continue };
        let path = rest.split('\t').next().unwrap_or_default().trim_matches('"').trim_end();
        found = true;
        if path.is_empty() || path == "/dev/null" {
            continue;
        }
        // `a/` and `b/` are git's own; without them the first folder can be cut off or not (`-p1`, `-p0`).
        let own = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).filter(|_| line.starts_with(['-', '+']));
        reading.does(verb, Field::literal(own.unwrap_or(path)));
        let short = path.split_once('/').filter(|_| own.is_none() && line.starts_with(['-', '+']));
        if let Some((_, short)) = short {
            reading.does(verb, Field::literal(short));
        }
    }
    if !found {
        reading.does(Verb::Write, Field::unknown("patch"));
    }
}
