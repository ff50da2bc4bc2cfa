//! Whether a text that nobody reads as a language names a path that a glob means.
//! Refuses to compute: a path that the text only puts together from parts of names is not seen.

use super::{Glob, parse};

/// Whether `text` mentions a path that `glob` means: as a word, in a quoted string, within one (`--out=docs/a.md`,
/// `-odocs/a.md`), or with its names in several quoted strings (`join("docs", "a.md")`). `\` may be a separator or the
/// beginning of an escape. Names that are cut within themselves (`"pers" + "onas.md"`) are not seen.
#[must_use]
pub fn mentions(glob: &str, text: &str) -> bool {
    let normal = parse::normal(glob);
    if normal.is_empty() {
        return false;
    }
    let glob = Glob::new(glob);
    let readings = [separated(text), unescaped(text)];
    readings.iter().any(|text| {
        let quoted = quoted(text);
        text.split(is_break).any(|word| word_mentions(&glob, word))
            || quoted.iter().any(|whole| glob.matches(&folded(whole)))
            || in_pieces(&normal, &quoted)
    })
}

/// The text with each run of `\` as one separator.
fn separated(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' if out.ends_with('/') => {}
            '\\' => out.push('/'),
            c => out.push(c),
        }
    }
    out
}

/// The text with its escapes read: those of white space as blanks, others as the character behind.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n' | 't' | 'r' | '0' | 'f' | 'v') => out.push(' '),
                Some(c) => out.push(c),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}

/// What no unquoted path holds.
fn is_break(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '"' | '`' | '(' | ')' | '<' | '>' | '|' | ';' | '&' | '\0')
}

/// The word, and what stands between two marks in it that may separate a path from what is around it. Where there are
/// many marks only neighbours count, so that the cost stays in proportion to the text.
fn word_mentions(glob: &Glob, word: &str) -> bool {
    const MOST_PAIRED: usize = 16;
    let names = |path: &str| {
        let bare = path.trim_end_matches(['.', ',', ':', '!', '?', ']', '}']);
        glob.matches(&folded(path)) || (bare.len() < path.len() && glob.matches(&folded(bare)))
    };
    let flag = word.strip_prefix('-').and_then(|rest| rest.chars().next()).map(|c| 1 + c.len_utf8());
    if flag.and_then(|at| word.get(at..)).is_some_and(names) || names(word) {
        return true;
    }
    let marks: Vec<(usize, char)> = word.char_indices().filter(|(_, c)| is_mark(*c)).collect();
    let starts: Vec<usize> = std::iter::once(0).chain(marks.iter().map(|(at, c)| at + c.len_utf8())).collect();
    let ends: Vec<usize> = marks.iter().map(|(at, _)| *at).chain([word.len()]).collect();
    let reach = if marks.len() > MOST_PAIRED { 1 } else { ends.len() };
    starts.iter().enumerate().any(|(nth, start)| {
        let ends = ends.iter().skip(nth).take(reach);
        ends.filter_map(|end| word.get(*start..*end)).any(names)
    })
}

fn is_mark(c: char) -> bool {
    matches!(c, '=' | ':' | ',' | '@' | '[' | ']' | '{' | '}' | '%' | '+' | '$')
}

/// What stands between two quotation marks of one kind, for every pair of neighbours.
fn quoted(text: &str) -> Vec<&str> {
    ['"', '\'', '`']
        .into_iter()
        .flat_map(|mark| {
            let mut parts: Vec<&str> = text.split(mark).skip(1).collect();
            parts.pop();
            parts
        })
        .collect()
}

/// Whether every name of the glob is a name in one of the quoted strings: a path that is joined at run time, or opened
/// from within its folder. One string that is all of the glob before `/**` is enough.
fn in_pieces(glob: &str, quoted: &[&str]) -> bool {
    let names: Vec<&str> = glob.split('/').filter(|name| *name != "**").collect();
    if let Some(head) = glob.strip_suffix("/**")
        && !head.contains('*')
        && quoted.iter().any(|whole| Glob::new(head).matches(&folded(whole)))
    {
        return true;
    }
    let spoken = |name: &&str| {
        let name = Glob::new(name);
        quoted.iter().any(|whole| whole.split('/').any(|part| !part.is_empty() && name.matches(part)))
    };
    let all_wild = |name: &&str| name.chars().all(|c| c == '*');
    let telling: Vec<&str> = names.into_iter().filter(|name| !all_wild(name)).collect();
    telling.len() > 1 && telling.iter().all(spoken)
}

/// As a path: without `.`, `..` and `//`.
fn folded(text: &str) -> String {
    super::fold_pattern(text)
}
