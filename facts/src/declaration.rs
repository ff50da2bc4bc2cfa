//! Declarations in a written text: `id: state` at a line's start, a member of JSON, or a row of a table.
//! Refuses to know which ids and states exist, and whether a declaration is allowed; prose that only mentions an id
//! declares nothing.

use crate::ledger::is_point_id;

/// A text says that a point is in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Names joined by dots.
    pub id: String,
    /// One word.
    pub state: String,
    /// From 1.
    pub line: u32,
    /// Of the id, in characters, from 1.
    pub column: u32,
}

/// Every declaration of the text, in its order, each form once: lines `id: state` behind blanks and any of `-`, `*`,
/// `>`, `#`, `//`, `<!--`, with quotation marks or backticks around either part; rows `| id | state |`; and members
/// `"id": "state"` behind `{` or `,`. Other text may follow the state's word.
#[must_use]
pub fn read(text: &str) -> Vec<Declaration> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut declarations = Vec::new();
    let mut line_number = 0;
    let mut rest = text;
    let mut open = false;
    while !rest.is_empty() {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(end);
        rest = behind.strip_prefix("\r\n").or_else(|| behind.get(1..)).unwrap_or_default();
        line_number += 1;
        let mut at = |offset: usize, id: &str, state: &str| {
            let column = line.get(..offset).unwrap_or_default().chars().count() + 1;
            declarations.push(Declaration {
                id: id.to_owned(),
                state: state.to_owned(),
                line: line_number,
                column: u32::try_from(column).unwrap_or(u32::MAX),
            });
        };
        let head = line_declaration(line).or_else(|| row_declaration(line));
        if let Some((offset, id, state)) = head {
            at(offset, id, state);
        }
        for (offset, id, state) in members(line, open) {
            if head.is_none_or(|(first, ..)| first != offset) {
                at(offset, id, state);
            }
        }
        open = line.trim_end().ends_with(['{', ',']) || (open && line.trim().is_empty());
    }
    declarations
}

/// Offset of the id, the id, the state.
type Found<'a> = (usize, &'a str, &'a str);

fn line_declaration(line: &str) -> Option<Found<'_>> {
    pair(line, line.len() - without_marks(line).len())
}

/// `id: state` at an offset, either part quoted or not.
fn pair(line: &str, offset: usize) -> Option<Found<'_>> {
    let (id, behind) = part(line.get(offset..)?)?;
    let behind = behind.trim_start().strip_prefix(':')?;
    let (state, _) = part(behind.trim_start())?;
    let id_offset = offset + usize::from(line.get(offset..)?.starts_with(['"', '\'', '`']));
    is_point_id(id).then_some((id_offset, id, word(state)?))
}

/// A quoted text, or what stands before a blank, a colon or a mark; and the rest.
fn part(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    match quote {
        Some(quote) => text.get(1..)?.split_once(quote),
        None => {
            let end = text.find(|c: char| !is_word(c) && c != '.').unwrap_or(text.len());
            Some(text.split_at(end))
        }
    }
}

fn row_declaration(line: &str) -> Option<Found<'_>> {
    const AROUND: [char; 3] = [' ', '\t', '`'];
    let row = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let (first, behind) = row.strip_prefix('|')?.split_once('|')?;
    let (second, _) = behind.split_once('|')?;
    let id = first.trim_matches(AROUND);
    let state = word(second.trim_matches(AROUND))?;
    let blanks = first.len() - first.trim_start_matches(AROUND).len();
    is_point_id(id).then_some((line.len() - row.len() + 1 + blanks, id, state))
}

/// Members of JSON: a quoted key behind `{` or `,`, or at the line's start where the line before ended in one, with a
/// quoted value.
fn members(line: &str, open: bool) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let mut expecting = open;
    for (at, c) in line.char_indices() {
        match c {
            '{' | ',' => expecting = true,
            '"' if expecting => {
                expecting = false;
                found.extend(pair(line, at).filter(|(offset, id, _)| {
                    let value = line.get(offset + id.len() + 1..).unwrap_or_default();
                    value.trim_start_matches(|c: char| c.is_whitespace() || c == ':').starts_with('"')
                }));
            }
            c if c.is_whitespace() => {}
            _ => expecting = false,
        }
    }
    found
}

/// The line without blanks and comment and list marks at its start.
fn without_marks(line: &str) -> &str {
    let mut rest = line;
    loop {
        let next = rest.trim_start();
        let next =
            ["<!--", "//", "-", "*", ">", "#"].into_iter().find_map(|mark| next.strip_prefix(mark)).unwrap_or(next);
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}

/// The word at the start of a state.
fn word(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    text.get(..end).filter(|word| !word.is_empty())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}
