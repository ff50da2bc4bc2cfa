//! The two syntaxes: globs of points, patterns of shells. Refuses nothing: every text is a pattern, and what could be
//! a wildcard but is not complete is its own characters.

use super::automaton::{Set, Step};

/// A glob as it is matched: `\` is `/`, a drive is a folder, nothing empty or `.` between the slashes, no slash at
/// the start, and `/` at the end as `/**`.
pub(super) fn normal(glob: &str) -> String {
    let slashed = glob.replace('\\', "/");
    let text = match slashed.as_bytes() {
        [letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => {
            format!("{}{}", letter.to_ascii_lowercase() as char, slashed.get(2..).unwrap_or_default())
        }
        _ => slashed,
    };
    let mut parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if text.ends_with('/') && !parts.is_empty() {
        parts.push("**");
    }
    parts.join("/")
}

/// The steps of a normal glob, below any folder.
pub(super) fn glob(text: &str) -> Vec<Step> {
    let mut steps = any_folder().to_vec();
    let mut rest = text;
    let mut at_name = true;
    while let Some(c) = rest.chars().next() {
        if at_name && let Some(behind) = rest.strip_prefix("**/") {
            steps.extend(any_folder());
            rest = behind;
            continue;
        }
        if at_name && (rest == "*" || rest.starts_with("*/")) {
            // A whole name is not empty.
            steps.push(Step::One(Set::Name));
        }
        if rest == "/**" {
            steps.extend([Step::One(Set::Char('/')), Step::One(Set::Any), Step::Many(Set::Any)]);
            return steps;
        }
        rest = match rest.strip_prefix("**") {
            Some(behind) => {
                steps.push(Step::Many(Set::Any));
                behind.trim_start_matches('*')
            }
            None => {
                steps.push(if c == '*' { Step::Many(Set::Name) } else { Step::One(Set::Char(c)) });
                rest.get(c.len_utf8()..).unwrap_or_default()
            }
        };
        at_name = c == '/';
    }
    steps
}

/// Nothing, or any text that ends with `/`.
fn any_folder() -> [Step; 3] {
    [Step::Optional(2), Step::Many(Set::Any), Step::One(Set::Char('/'))]
}

/// The steps of a shell pattern. As in a shell, `*` and `?` at the start of a name stand for no dot there.
pub(super) fn pattern(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = text;
    let mut at_name = true;
    while let Some(c) = rest.chars().next() {
        let behind = rest.get(c.len_utf8()..).unwrap_or_default();
        let starts_name = std::mem::replace(&mut at_name, c == '/');
        rest = match c {
            '*' if behind.starts_with('*') => {
                steps.push(Step::Many(Set::Any));
                behind.trim_start_matches('*')
            }
            '*' if starts_name => {
                steps.extend([Step::Optional(2), Step::One(no_dot()), Step::Many(Set::Name)]);
                behind
            }
            '*' => {
                steps.push(Step::Many(Set::Name));
                behind
            }
            '?' => {
                steps.push(Step::One(if starts_name { no_dot() } else { Set::Name }));
                behind
            }
            '[' => match class(behind) {
                Some((set, behind)) => {
                    steps.push(Step::One(set));
                    behind
                }
                None => {
                    steps.push(Step::One(Set::Char('[')));
                    behind
                }
            },
            '\\' if behind.starts_with(['*', '?', '[', ']', '\\']) => {
                steps.extend(behind.chars().next().map(|c| Step::One(Set::Char(c))));
                behind.get(1..).unwrap_or_default()
            }
            c => {
                steps.push(Step::One(Set::Char(c)));
                behind
            }
        };
    }
    steps
}

/// What a name that is not hidden begins with.
fn no_dot() -> Set {
    Set::Class { negated: true, ranges: vec![('.', '.')] }
}

/// The set behind `[`, and the rest behind its `]`. One with a named class (`[:alpha:]`) is taken as any character of
/// a name, as what it holds depends on the locale.
fn class(text: &str) -> Option<(Set, &str)> {
    let body = text.strip_prefix(['!', '^']).unwrap_or(text);
    let negated = body.len() < text.len();
    let mut ranges = Vec::new();
    let mut named = false;
    let mut rest = body;
    loop {
        let c = rest.chars().next()?;
        let behind = rest.get(c.len_utf8()..)?;
        let first = rest.len() == body.len();
        match c {
            ']' if !first => {
                let set = if named { Set::Name } else { Set::Class { negated, ranges } };
                return Some((set, behind));
            }
            '/' => return None,
            '[' if behind.starts_with([':', '.', '=']) => {
                let mark = behind.get(..1)?;
                let end = behind.get(1..)?.find(&format!("{mark}]"))?;
                named = true;
                rest = behind.get(end + 3..)?;
            }
            '\\' => {
                let literal = behind.chars().next()?;
                ranges.push((literal, literal));
                rest = behind.get(literal.len_utf8()..)?;
            }
            c => match range_end(behind) {
                Some((last, behind)) => {
                    ranges.push((c, last));
                    rest = behind;
                }
                None => {
                    ranges.push((c, c));
                    rest = behind;
                }
            },
        }
    }
}

/// The last character of a range whose first was just read.
fn range_end(behind: &str) -> Option<(char, &str)> {
    let rest = behind.strip_prefix('-')?;
    let last = rest.chars().next().filter(|c| !matches!(c, ']' | '/' | '[' | '\\'))?;
    Some((last, rest.get(last.len_utf8()..)?))
}
