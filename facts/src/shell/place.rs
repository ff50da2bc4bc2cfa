//! The directories that a command can run in, and a command's paths under each of them.

use super::field::{Field, Piece};
use super::{Command, Effect, Target, Verb};

/// Beyond so many possible directories, the directory counts as unknown.
const PLACE_LIMIT: usize = 8;

/// The directories that a command can run in, from where the script starts. None: the command is never reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Places(Vec<Field>);

impl Places {
    pub(super) fn start() -> Places {
        Places(vec![Field::start()])
    }

    pub(super) fn unknown() -> Places {
        Places(vec![Field::unknown("cd")])
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Field> {
        self.0.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The directory, where only one is possible.
    pub(super) fn single(&self) -> Option<&Field> {
        match self.0.as_slice() {
            [place] => Some(place),
            _ => None,
        }
    }

    /// Where `cd directory` leads.
    pub(super) fn enter(&self, directory: &Field) -> Places {
        let mut places = Places::default();
        for place in &self.0 {
            let stays = matches!(directory.text(), Some("." | "./"));
            places.add(if stays { place.clone() } else { directory.within(place) });
        }
        places
    }

    pub(super) fn or(mut self, others: &Places) -> Places {
        for place in &others.0 {
            self.add(place.clone());
        }
        self
    }

    fn add(&mut self, place: Field) {
        if self.0.contains(&place) {
            return;
        }
        if self.0.len() >= PLACE_LIMIT {
            *self = Places::unknown();
            return;
        }
        self.0.push(place);
    }
}

/// A path under each directory that the command can run in.
pub(super) fn effects_at(verb: Verb, path: &Field, content: Option<&str>, places: &Places) -> Vec<Effect> {
    if path.text().is_some_and(is_device) {
        return Vec::new();
    }
    let targets = places.iter().flat_map(|place| path.within(place).targets());
    let mut effects: Vec<Effect> = Vec::new();
    for target in targets {
        let effect = Effect { verb, target, content: content.map(str::to_owned) };
        if !effects.contains(&effect) {
            effects.push(effect);
        }
    }
    effects
}

/// What no file stands behind.
fn is_device(path: &str) -> bool {
    let Some(name) = path.strip_prefix("/dev/") else {
        return false;
    };
    matches!(name, "null" | "stdin" | "stdout" | "stderr" | "tty" | "zero" | "random" | "urandom")
        || name.starts_with("fd/")
}

/// The same for an operand that nothing is done to that is known.
pub(super) fn targets_at(path: &Field, places: &Places) -> Vec<Target> {
    effects_at(Verb::Read, path, None, places).into_iter().map(|effect| effect.target).collect()
}

/// A command of a script that another one runs, its paths taken from the outer one's directories.
pub(super) fn rebased(mut command: Command, at: (u32, u32), places: &Places) -> Command {
    (command.line, command.column) = at;
    let effects = std::mem::take(&mut command.effects);
    for effect in effects {
        let path = field_of(&effect.target);
        command.effects.extend(effects_at(effect.verb, &path, effect.content.as_deref(), places));
    }
    command.unknown = command.unknown.iter().flat_map(|target| targets_at(&field_of(target), places)).collect();
    command
}

fn field_of(target: &Target) -> Field {
    match target {
        Target::Path(path) if path == "~" || path.starts_with("~/") => {
            Field::new(vec![Piece::Literal(path.clone())], Some(super::field::Base::Home), false, path)
        }
        Target::Path(path) => Field::literal(path),
        Target::Pattern { pattern, text } => {
            let mut pieces = Vec::new();
            for (at, part) in pattern.split("**").enumerate() {
                if at > 0 {
                    pieces.push(Piece::Unknown);
                }
                if !part.is_empty() {
                    pieces.push(Piece::Glob(part.to_owned()));
                }
            }
            let rooted = pattern.starts_with('/').then_some(super::field::Base::Absolute);
            Field::new(pieces, rooted, false, text)
        }
    }
}
