//! A word after expansion: literal text, shell wildcards, and parts that only running the script can tell.
//!
//! A [`Field`] keeps what is known of a word and covers the rest; [`Field::targets`] spells it as paths.
//! Nothing here knows commands, options or grammar.

mod spell;

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that stands for itself.
    Literal(String),
    /// `*`, `?` or `[…]`.
    Glob(String),
    /// Any text.
    Unknown,
}

/// What a path starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// The directory that the command runs in.
    Relative,
    /// The root, a drive, or an unknown part in front.
    Absolute,
    /// The home directory: the pieces begin with `~`.
    Home,
    /// The directory that the script starts in (`$PWD` before any `cd`).
    Start,
}

/// One word after expansion.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pieces: Vec<Piece>,
    base: Base,
    /// It can become no word or several: an unquoted expansion.
    pub(super) splits: bool,
    /// The word as the script writes it.
    pub(super) written: String,
}

impl PartialEq for Field {
    fn eq(&self, other: &Field) -> bool {
        self.base == other.base && self.pieces == other.pieces
    }
}

impl Field {
    pub(super) fn new(pieces: Vec<Piece>, base: Option<Base>, splits: bool, written: &str) -> Field {
        let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match (joined.last_mut(), piece) {
                (Some(Piece::Literal(text)), Piece::Literal(more)) => text.push_str(&more),
                (Some(Piece::Unknown), Piece::Unknown) => {}
                (_, Piece::Literal(text)) if text.is_empty() => {}
                (_, piece) => joined.push(piece),
            }
        }
        let base = base.unwrap_or(match joined.first() {
            Some(Piece::Literal(text)) if is_absolute(text) => Base::Absolute,
            Some(Piece::Unknown) => Base::Absolute,
            _ => Base::Relative,
        });
        Field { pieces: joined, base, splits, written: written.to_owned() }
    }

    /// A word that stands for itself.
    pub(super) fn literal(text: &str) -> Field {
        Field::new(vec![Piece::Literal(text.to_owned())], None, false, text)
    }

    /// A word of which nothing is known.
    pub(super) fn unknown(written: &str) -> Field {
        Field::new(vec![Piece::Unknown], None, false, written)
    }

    /// The home directory.
    pub(super) fn home() -> Field {
        Field::new(vec![Piece::Literal("~".to_owned())], Some(Base::Home), false, "~")
    }

    /// The directory that the script starts in.
    pub(super) fn start() -> Field {
        Field::new(Vec::new(), None, false, "")
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub(super) fn base(&self) -> Base {
        self.base
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The word, where it holds neither wildcard nor anything unknown.
    pub(super) fn text(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The literal text that the word begins with.
    pub(super) fn prefix(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Literal(text)) => text,
            _ => "",
        }
    }

    /// The word for a reader or an interpreter: unknown parts as `$_`.
    pub(super) fn lossy(&self) -> String {
        let part = |piece: &Piece| match piece {
            Piece::Literal(text) | Piece::Glob(text) => text.clone(),
            Piece::Unknown => "$_".to_owned(),
        };
        self.pieces.iter().map(part).collect()
    }

    /// The text as a script to read: unknown parts stand as an expansion of a variable that nobody sets.
    pub(super) fn as_script(&self) -> String {
        self.lossy().replace("$_", "${_}")
    }

    /// What is left behind the first `bytes` bytes, which lie in [`Field::prefix`].
    pub(super) fn after(&self, bytes: usize) -> Field {
        let mut pieces = self.pieces.clone();
        if let Some(Piece::Literal(text)) = pieces.first_mut() {
            *text = text.get(bytes..).unwrap_or_default().to_owned();
        }
        Field::new(pieces, None, self.splits, &self.written)
    }

    /// The same word with `tail` behind it.
    pub(super) fn with_suffix(&self, tail: &str) -> Field {
        let mut pieces = self.pieces.clone();
        pieces.push(Piece::Literal(tail.to_owned()));
        Field::new(pieces, Some(self.base), self.splits, &self.written)
    }

    /// Everything below the path.
    pub(super) fn below(&self) -> Field {
        let mut pieces = self.trimmed();
        if !pieces.is_empty() {
            pieces.push(Piece::Literal("/".to_owned()));
        }
        pieces.push(Piece::Unknown);
        Field::new(pieces, Some(self.base), self.splits, &self.written)
    }

    /// The path, taken from the directory `directory`.
    pub(super) fn within(&self, directory: &Field) -> Field {
        if self.base != Base::Relative || directory.is_empty() || matches!(directory.text(), Some("." | "./")) {
            return self.clone();
        }
        let mut pieces = directory.trimmed();
        pieces.push(Piece::Literal("/".to_owned()));
        pieces.extend(self.pieces.iter().cloned());
        Field::new(pieces, Some(directory.base), self.splits, &self.written)
    }

    /// The last name of the path. `None` where it has none (`/`, `..`).
    pub(super) fn name(&self) -> Option<Field> {
        let mut name = Vec::new();
        for piece in self.trimmed().into_iter().rev() {
            match piece {
                Piece::Literal(text) => {
                    if let Some(at) = text.rfind(['/', '\\']) {
                        name.push(Piece::Literal(text.get(at + 1..).unwrap_or_default().to_owned()));
                        break;
                    }
                    name.push(Piece::Literal(text));
                }
                Piece::Glob(text) => name.push(Piece::Glob(text)),
                Piece::Unknown => {
                    name.push(Piece::Glob("*".to_owned()));
                    break;
                }
            }
        }
        name.reverse();
        let name = Field::new(name, Some(Base::Relative), false, &self.written);
        (!matches!(name.text(), Some("" | "." | ".." | "~"))).then_some(name)
    }

    /// The word ends as the name of a folder does: `/`, `.`, `..`.
    pub(super) fn is_folder(&self) -> bool {
        let Some(Piece::Literal(text)) = self.pieces.last() else {
            return false;
        };
        let name = text.rsplit(['/', '\\']).next().unwrap_or_default();
        text.ends_with(['/', '\\'])
            || (matches!(name, "." | "..") && (name.len() < text.len() || self.pieces.len() == 1))
    }

    fn trimmed(&self) -> Vec<Piece> {
        let mut pieces = self.pieces.clone();
        if let Some(Piece::Literal(text)) = pieces.last_mut() {
            let kept = text.trim_end_matches('/').len();
            text.truncate(kept);
            if kept == 0 {
                pieces.pop();
            }
        }
        pieces
    }
}

/// A path from the root, or from a drive of Windows.
fn is_absolute(text: &str) -> bool {
    let mut letters = text.chars();
    match letters.next() {
        Some('/') => true,
        Some(drive) if drive.is_ascii_alphabetic() => {
            letters.next() == Some(':') && matches!(letters.next(), Some('/' | '\\'))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::Target;

    fn spelled(field: &Field) -> Vec<String> {
        let spell = |target: Target| match target {
            Target::Path(path) => path,
            Target::Pattern { pattern, .. } => format!("<{pattern}>"),
        };
        field.targets().into_iter().map(spell).collect()
    }

    fn mixed(pieces: &[Piece]) -> Field {
        Field::new(pieces.to_vec(), None, false, "$X")
    }

    #[test]
    fn an_unknown_part_keeps_what_is_known_around_it() {
        let literal = |text: &str| Piece::Literal(text.to_owned());
        assert_eq!(spelled(&mixed(&[literal("docs/"), Piece::Unknown, literal(".md")])), ["<docs/**.md>"]);
        assert_eq!(spelled(&mixed(&[Piece::Unknown, literal("/a.md")])), ["<**/a.md>", "<a.md>"]);
        assert_eq!(spelled(&mixed(&[literal("a*"), Piece::Glob("*".to_owned())])), ["<a[*]*>"]);
        assert_eq!(spelled(&mixed(&[literal("docs/../"), Piece::Glob("*".to_owned())])), ["<*>"]);
    }

    #[test]
    fn a_relative_path_is_taken_from_the_directory_and_an_absolute_one_is_not() {
        let docs = Field::literal("docs/");
        assert_eq!(spelled(&Field::literal("a.md").within(&docs)), ["docs/a.md"]);
        assert_eq!(spelled(&Field::literal("/a.md").within(&docs)), ["/a.md"]);
        assert_eq!(spelled(&Field::literal("a.md").within(&Field::literal("/"))), ["/a.md"]);
        assert_eq!(spelled(&Field::literal("a.md").within(&Field::unknown("$X"))), ["<**/a.md>", "<a.md>"]);
        assert_eq!(spelled(&Field::literal("~/a.md")), ["./~/a.md"]);
    }

    #[test]
    fn the_last_name_of_a_path() {
        assert_eq!(Field::literal("a/b.md").name().map(|name| spelled(&name)), Some(vec!["b.md".to_owned()]));
        assert_eq!(Field::unknown("$X").name().map(|name| spelled(&name)), Some(vec!["<*>".to_owned()]));
        assert!(Field::literal("..").name().is_none());
        assert!(Field::literal("archive/").is_folder() && Field::literal("..").is_folder());
        assert!(!Field::literal("a.").is_folder());
    }
}
