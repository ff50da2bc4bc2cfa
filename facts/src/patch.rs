//! The patch format of `apply_patch`: which paths a patch writes, moves and removes.
//!
//! ```text
//! *** Begin Patch
//! *** Add File: a.md
//! +text
//! *** Update File: b.md
//! *** Move to: c.md
//! @@
//! -old
//! +new
//! *** Delete File: d.md
//! *** End Patch
//! ```
//!
//! Headers are read generously (no blank behind the stars, any case, `*** Move File: a -> b`), since a reader that
//! is stricter than the tool would miss what the tool does. Hunks are not applied and nothing is looked up.

/// A patch's changes in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// What it does to which path. A move is two changes: its source moves, its target is written.
    pub changes: Vec<Change>,
    /// Why the text cannot be read as a patch: it holds no header of a file. `changes` is empty then.
    pub error: Option<String>,
}

/// What a patch does to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// The path gets new content, or comes to be.
    Write,
    /// The path goes elsewhere.
    Move,
    /// The path goes away.
    Remove,
}

impl Verb {
    /// The verb's name in the facts.
    pub fn name(self) -> &'static str {
        match self {
            Verb::Write => "write",
            Verb::Move => "move",
            Verb::Remove => "remove",
        }
    }
}

/// One path of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is done to it.
    pub verb: Verb,
    /// The path as the patch spells it.
    pub path: String,
    /// The lines that the patch adds to it, for a written path.
    pub content: Option<String>,
    /// The header's line, from 1.
    pub line: u32,
}

/// Reads a patch. Never fails: what is no header is content.
pub fn read(patch: &str) -> Patch {
    let mut changes: Vec<Change> = Vec::new();
    // The changes of the file at hand that the `+` lines below belong to.
    let mut open = 0;
    for (index, line) in patch.lines().enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mut add = |verb, path: &str, content: Option<&str>| {
            let path = path.trim().trim_matches(['"', '\'', '`']).to_owned();
            if !path.is_empty() {
                changes.push(Change { verb, path, content: content.map(str::to_owned), line: number });
            }
        };
        match header(line) {
            Some(Header::Write(path)) => {
                add(Verb::Write, path, Some(""));
                open = changes.len().saturating_sub(1);
            }
            Some(Header::Remove(path)) => {
                add(Verb::Remove, path, None);
                open = changes.len();
            }
            Some(Header::Move(from, to)) => {
                add(Verb::Move, from, None);
                add(Verb::Write, to, Some(""));
                open = changes.len().saturating_sub(1);
            }
            Some(Header::To(path)) => {
                // The update above it is the move's source; what it adds lands at the target.
                if let Some(source) = changes.get_mut(open) {
                    source.verb = Verb::Move;
                    source.content = None;
                }
                let target = path.trim().trim_matches(['"', '\'', '`']).to_owned();
                if !target.is_empty() {
                    changes.push(Change {
                        verb: Verb::Write,
                        path: target,
                        content: Some(String::new()),
                        line: number,
                    });
                    open = changes.len() - 1;
                }
            }
            None => {
                if let (Some(added), Some(content)) =
                    (line.strip_prefix('+'), changes.get_mut(open).and_then(|change| change.content.as_mut()))
                {
                    content.push_str(added);
                    content.push('\n');
                }
            }
        }
    }
    let error = changes.is_empty().then(|| "the patch names no file".to_owned());
    Patch { changes, error }
}

enum Header<'a> {
    Write(&'a str),
    Remove(&'a str),
    /// The header that names both ends.
    Move(&'a str, &'a str),
    /// The header below an update.
    To(&'a str),
}

fn header(line: &str) -> Option<Header<'_>> {
    let rest = line.trim_start().strip_prefix("***")?.trim_start();
    let (name, path) = rest.split_once(':')?;
    let words: Vec<String> = name.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["add" | "update" | "create" | "edit" | "write" | "replace", "file"] => Some(Header::Write(path)),
        ["delete" | "remove", "file"] => Some(Header::Remove(path)),
        ["move" | "rename", "to"] => Some(Header::To(path)),
        ["move" | "rename" | "copy", "file"] => match path.split_once("->") {
            Some((from, to)) => Some(Header::Move(from, to)),
            None => Some(Header::Write(path)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(patch: &str) -> Vec<String> {
        let spell = |change: &Change| {
            let content = change.content.as_deref().map(|text| format!(" {text:?}")).unwrap_or_default();
            format!("{} {}{content}", change.verb.name(), change.path)
        };
        read(patch).changes.iter().map(spell).collect()
    }

    /// A45.
    #[test]
    fn every_header_names_its_path() {
        assert_eq!(
            spelled(concat!(
                "*** Begin Patch\n*** Add File: a.md\n+one\n+two\n*** Update File: b.md\n@@\n-old\n+new\n",
                "*** Delete File: c.md\n*** End Patch\n"
            )),
            ["write a.md \"one\\ntwo\\n\"", "write b.md \"new\\n\"", "remove c.md"]
        );
        assert_eq!(spelled("***Update File: gate/plan.md"), ["write gate/plan.md \"\""]);
    }

    /// A45: both ends of a move are targets.
    #[test]
    fn both_ends_of_a_move() {
        assert_eq!(
            spelled("*** Update File: src/s\n*** Move to: gate/new.md\n@@\n+x\n"),
            ["move src/s", "write gate/new.md \"x\\n\""]
        );
        assert_eq!(
            spelled("*** Move File: gate/plan.md -> done/plan.md"),
            ["move gate/plan.md", "write done/plan.md \"\""]
        );
    }

    #[test]
    fn prose_is_no_patch() {
        assert!(read("see *** Update File: a.md").error.is_some());
        assert!(read("").error.is_some());
        // A header inside added text belongs to the text.
        assert_eq!(spelled("*** Add File: a\n+*** Delete File: b\n"), ["write a \"*** Delete File: b\\n\""]);
    }
}
