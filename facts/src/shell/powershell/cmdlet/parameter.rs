//! Parameters of cmdlets: which word is a name, which its value, and which stands by its position.

use crate::shell::field::{Field, Piece};

/// An argument: a word, and the words that commas add to it.
#[derive(Clone, Debug)]
pub(in crate::shell::powershell) struct Argument {
    pub(in crate::shell::powershell) bare: bool,
    pub(in crate::shell::powershell) whole: Field,
    pub(in crate::shell::powershell) more: Vec<Field>,
}

impl Argument {
    fn all(&self) -> Vec<Field> {
        std::iter::once(self.whole.clone()).chain(self.more.iter().cloned()).collect()
    }
}

/// Parameters with a value, of all these cmdlets; their own come first.
const VALUED: &[&str] = &[
    "path",
    "literalpath",
    "pspath",
    "lp",
    "destination",
    "newname",
    "filepath",
    "value",
    "name",
    "outfile",
    "destinationpath",
    "itemtype",
    "type",
    "target",
    "uri",
    "command",
    "argumentlist",
    "source",
    "workingdirectory",
    "encoding",
    "filter",
    "include",
    "exclude",
    "credential",
    "erroraction",
    "ea",
    "warningaction",
    "width",
    "inputobject",
    "variable",
    "delimiter",
    "stream",
    "method",
    "body",
    "headers",
    "contenttype",
    "useragent",
    "infile",
    "verb",
    "windowstyle",
    "pattern",
    "totalcount",
    "tail",
    "totaltimeout",
    "compressionlevel",
    "depth",
    "stackname",
    "errorvariable",
    "outvariable",
    "websession",
    "sessionvariable",
    "proxy",
    "timeoutsec",
    "informationaction",
    "redirectstandardoutput",
    "redirectstandarderror",
    "redirectstandardinput",
];

/// Parameters with their values.
pub(super) struct Bound {
    named: Vec<(&'static str, Vec<Field>)>,
    pub(super) switches: Vec<String>,
}

impl Bound {
    pub(super) fn get(&self, name: &str) -> Vec<Field> {
        let found = self.named.iter().filter(|(other, _)| *other == name);
        found.flat_map(|(_, values)| values.iter().cloned()).collect()
    }

    pub(super) fn first(&self, name: &str) -> Option<Field> {
        self.get(name).into_iter().next()
    }

    /// The paths of a parameter that takes wildcards, and of its literal twin.
    pub(super) fn paths(&self, name: &str) -> Vec<Field> {
        let mut paths: Vec<Field> = self.get(name).iter().map(wild).collect();
        for literal in ["literalpath", "pspath", "lp"] {
            paths.extend(self.get(literal));
        }
        paths
    }

    pub(super) fn switch(&self, full: &str, least: usize) -> bool {
        self.switches.iter().any(|name| name.len() >= least && full.starts_with(name.as_str()))
    }
}

/// Binds arguments to parameters: by name, by a name's beginning, by position. `plain`: no word is a parameter's name.
pub(super) fn parameters(arguments: &[Argument], positions: &[&'static str], plain: bool) -> Bound {
    let mut bound = Bound { named: Vec::new(), switches: Vec::new() };
    let mut loose = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let name = argument
            .whole
            .prefix()
            .strip_prefix(['-', '\u{2013}'])
            .filter(|name| argument.bare && name.starts_with(|letter: char| letter.is_ascii_alphabetic()));
        let Some(written) = name else {
            loose.push(argument.all());
            continue;
        };
        let key = written.split(':').next().unwrap_or_default().to_ascii_lowercase();
        let own = positions.iter().chain(VALUED);
        let switch = plain
            || matches!(
                key.as_str(),
                "r" | "rf" | "recurse" | "force" | "f" | "append" | "passthru" | "whatif" | "confirm" | "wait"
            );
        match own.copied().find(|full| full.starts_with(&key)).filter(|_| !switch) {
            Some(full) if written.contains(':') => {
                let mut values = vec![argument.whole.after(key.len() + 2)];
                values.extend(argument.more.iter().cloned());
                bound.named.push((full, values));
            }
            Some(full) => bound.named.extend(rest.next().map(|value| (full, value.all()))),
            None => bound.switches.push(key),
        }
    }
    // Positions that no name has taken, in their order; a literal path takes the place of `path`.
    let taken = |name: &str| {
        let literal =
            name == "path" && bound.named.iter().any(|(other, _)| matches!(*other, "literalpath" | "pspath" | "lp"));
        literal || bound.named.iter().any(|(other, _)| *other == name)
    };
    let free: Vec<&'static str> = positions.iter().copied().filter(|name| !taken(name)).collect();
    let last = free.last().copied();
    for (at, values) in loose.into_iter().enumerate() {
        if let Some(name) = free.get(at).copied().or(last) {
            bound.named.push((name, values));
        }
    }
    bound
}

/// `*`, `?` and `[…]` are wildcards in a path, in quotes too.
fn wild(path: &Field) -> Field {
    let mut pieces = Vec::new();
    for piece in path.pieces() {
        let Piece::Literal(text) = piece else {
            pieces.push(piece.clone());
            continue;
        };
        let mut rest = text.as_str();
        while let Some(at) = rest.find(['*', '?', '[']) {
            let (before, from) = rest.split_at(at);
            let length = if from.starts_with('[') { from.find(']').map_or(1, |end| end + 1) } else { 1 };
            let (sign, behind) = from.split_at(length);
            pieces.push(Piece::Literal(before.to_owned()));
            pieces.push(if sign == "[" { Piece::Literal(sign.to_owned()) } else { Piece::Glob(sign.to_owned()) });
            rest = behind;
        }
        pieces.push(Piece::Literal(rest.to_owned()));
    }
    Field::new(pieces, Some(path.base()), path.splits, &path.written)
}
