//! The relations that the loaders provide: name, key columns, all columns. A test holds it against `rules/schema.dl` in
//! both directions.

/// An input relation that a loader provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Which source it is lowered from.
    pub source: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How many leading columns are its key; 0: it is loaded whole.
    pub key: usize,
    /// All columns.
    pub columns: &'static [&'static str],
}

const fn relation(source: &'static str, name: &'static str, key: usize, columns: &'static [&'static str]) -> Relation {
    Relation { source, name, key, columns }
}

/// Every input relation, by source.
pub const RELATIONS: &[Relation] = &[
    relation("payload", "payload_error", 0, &["reason"]),
    relation("payload", "call", 0, &["tool"]),
    relation("payload", "call_field", 0, &["name", "value"]),
    relation("payload", "input_text", 0, &["pointer", "value"]),
    relation("process", "session_directory", 0, &["directory"]),
    relation("process", "hook_program", 0, &["path"]),
    relation("process", "state_directory", 0, &["path"]),
    relation("path", "path_form", 2, &["directory", "path", "form"]),
    relation("path", "above", 1, &["path", "folder"]),
    relation("git", "owner", 1, &["path", "tree"]),
    relation("git", "owner_error", 1, &["path", "reason"]),
    relation("git", "ignores_case", 1, &["tree"]),
    relation("git", "tracked", 1, &["path"]),
    relation("git", "tracked_match", 2, &["directory", "pattern", "path"]),
    relation("git", "committed", 2, &["tree", "path"]),
    relation("points", "points_known", 2, &["tree", "file"]),
    relation("points", "points_file", 2, &["tree", "file"]),
    relation("points", "points_error", 2, &["tree", "file", "line", "column", "message"]),
    relation("points", "point", 2, &["tree", "file", "id", "scope"]),
    relation("points", "point_asks", 2, &["tree", "file", "id", "question"]),
    relation("points", "point_state", 2, &["tree", "file", "id", "state"]),
    relation("points", "point_glob", 2, &["tree", "file", "id", "glob"]),
    relation("points", "point_renames", 2, &["tree", "file", "id"]),
    relation("ledger", "ledger_row", 4, &["tree", "version", "file", "end", "line", "point", "state", "cells"]),
    relation("text", "declares", 1, &["text", "id", "state"]),
    relation("shell", "shell_error", 2, &["dialect", "script", "line", "message"]),
    relation("shell", "shell_command", 2, &["dialect", "script", "command", "program"]),
    relation("shell", "shell_argument", 2, &["dialect", "script", "command", "index", "text"]),
    relation("shell", "shell_effect", 2, &["dialect", "script", "command", "effect", "path"]),
    relation("shell", "shell_reach", 2, &["dialect", "script", "command", "effect", "pattern", "text"]),
    relation("shell", "shell_content", 2, &["dialect", "script", "command", "path", "text"]),
    relation("shell", "shell_inline", 2, &["dialect", "script", "command", "program", "text"]),
    relation("shell", "shell_unknown", 2, &["dialect", "script", "command", "path"]),
    relation("patch", "patch_effect", 1, &["patch", "effect", "path"]),
    relation("patch", "patch_content", 1, &["patch", "path", "text"]),
    relation("transcript", "transcript", 1, &["file"]),
    relation("transcript", "transcript_error", 1, &["file", "reason"]),
    relation("transcript", "damaged_line", 2, &["file", "part", "line"]),
    relation("transcript", "tool_use", 1, &["file", "line", "message", "use", "tool"]),
    relation("transcript", "own_use", 1, &["file", "line", "message", "use"]),
    relation("transcript", "question", 1, &["file", "use", "index", "header", "text"]),
    relation("transcript", "question_source", 1, &["file", "use", "id"]),
    relation("transcript", "question_header", 1, &["file", "use", "index", "id"]),
    relation("transcript", "tool_result", 1, &["file", "line", "use", "failed"]),
    relation("transcript", "answer", 1, &["file", "line", "use", "question", "value"]),
    relation("transcript", "answer_timeout", 1, &["file", "line", "use"]),
    relation("transcript", "unanswered", 1, &["file", "line", "use", "question", "how"]),
    relation("transcript", "decided_by", 1, &["file", "line", "use", "source"]),
];
