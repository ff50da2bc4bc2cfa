//! `mv`, `cp`, `ln` and their kin: sources and a target, which may be a directory.

use crate::shell::Verb;
use crate::shell::deed::Reading;
use crate::shell::field::Field;
use crate::shell::option::{self, Grammar, Parsed};

const COPY: Grammar = Grammar::new("tS", "target-directory suffix");
const INSTALL: Grammar = Grammar::new("tSgmo", "target-directory suffix group mode owner strip-program");
const RSYNC: Grammar = Grammar::new(
    "efTB",
    "rsh filter temp-dir exclude include exclude-from include-from files-from out- \
     format log-file backup-dir suffix compare-dest link-dest copy-dest chmod chown \
     rsync-path bwlimit max-size min-size timeout port info debug",
);

pub(super) fn read(name: &str, words: &[Field], reading: &mut Reading) -> bool {
    match name {
        "mv" | "gmv" => moved(&option::parse(words, COPY), reading),
        "cp" | "gcp" => copied(&option::parse(words, COPY), reading),
        "install" | "ginstall" => installed(&option::parse(words, INSTALL), reading),
        "ln" | "gln" | "link" => linked(&option::parse(words, COPY), reading),
        "rsync" => rsync(&option::parse(words, RSYNC), reading),
        "scp" => {
            let parsed = option::parse(words, Grammar::new("cDFiJloPSX", ""));
            let tree = parsed.has("r", "");
            let (sources, target) = ends(&parsed);
            if let Some(target) = target.filter(local) {
                arrive(&sources, &target, Place::Either, tree, reading);
            }
            sources.into_iter().filter(local).for_each(|source| reading.does(Verb::Read, source));
        }
        "rename" | "prename" | "perl-rename" | "file-rename" => {
            let parsed = option::parse(words, Grammar::new("e", "expr"));
            let script = usize::from(!parsed.has("e", "expr"));
            // `rename FROM TO FILE…` of util-linux has one word more, which then counts as a file.
            for file in parsed.operands.into_iter().skip(script) {
                reading.does(Verb::Move, file);
            }
        }
        _ => return false,
    }
    true
}

/// Sources and target. A word that can become several is both.
fn ends(parsed: &Parsed) -> (Vec<Field>, Option<Field>) {
    match parsed.operands.split_last() {
        Some((only, [])) if only.splits => (vec![only.clone()], Some(only.clone())),
        Some((only, [])) => (vec![only.clone()], None),
        Some((last, rest)) => (rest.to_vec(), Some(last.clone())),
        None => (Vec::new(), None),
    }
}

/// What a move does, with the options of `mv`.
pub(in crate::shell) fn moved(parsed: &Parsed, reading: &mut Reading) {
    let (sources, target, place) = sides(parsed);
    for source in &sources {
        reading.does(Verb::Move, source.clone());
    }
    if let Some(target) = target {
        arrive(&sources, &target, place, false, reading);
        // The name that a whole folder brings along brings what is in it.
        let whole =
            |source: &&Field| source.is_folder() || (!is_file(source) && !is_file(&target) && source.text().is_some());
        let folders = sources.iter().filter(whole);
        for name in folders.clone().filter(|_| place != Place::File).filter_map(Field::name) {
            reading.does(Verb::Fill, name.within(&target).below());
        }
        // A folder takes the place of a target that is not there.
        if place != Place::Folder && !target.is_folder() && sources.len() == 1 && folders.count() == 1 {
            reading.does(Verb::Fill, target.below());
        }
    }
}

/// What a cmdlet that moves or copies does: `verb` to its sources, and an arrival at its target.
pub(in crate::shell) fn transferred(
    verb: Verb,
    sources: &[Field],
    target: Option<&Field>,
    tree: bool,
    reading: &mut Reading,
) {
    sources.iter().for_each(|source| reading.does(verb, source.clone()));
    if let Some(target) = target {
        arrive(sources, target, Place::Either, tree, reading);
    }
}

/// What is known of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Folder,
    File,
    Either,
}

/// Sources, target, and what the options say of it.
fn sides(parsed: &Parsed) -> (Vec<Field>, Option<Field>, Place) {
    if let Some(target) = parsed.value("t", "target-directory") {
        return (parsed.operands.clone(), Some(target.clone()), Place::Folder);
    }
    let (sources, target) = ends(parsed);
    let place = if parsed.has("T", "no-target-directory") { Place::File } else { Place::Either };
    (sources, target, place)
}

fn copied(parsed: &Parsed, reading: &mut Reading) {
    let (sources, target, place) = sides(parsed);
    let tree = parsed.has("r", "recursive") || parsed.has("R", "") || parsed.has("a", "archive");
    let links = parsed.has("l", "link") || parsed.has("s", "symbolic-link");
    for source in &sources {
        reading.does(if links { Verb::Link } else { Verb::Read }, source.clone());
    }
    let Some(target) = target else { return };
    if parsed.has("", "parents") {
        sources.iter().for_each(|source| reading.does(Verb::Write, source.within(&target)));
    }
    arrive(&sources, &target, place, tree, reading);
}

fn installed(parsed: &Parsed, reading: &mut Reading) {
    if parsed.has("d", "directory") {
        return;
    }
    let (sources, target, place) = sides(parsed);
    sources.iter().for_each(|source| reading.does(Verb::Read, source.clone()));
    if let Some(target) = target {
        arrive(&sources, &target, place, false, reading);
    }
}

/// A link's own name is written; what it names can be written through it.
fn linked(parsed: &Parsed, reading: &mut Reading) {
    let (sources, target, place) = sides(parsed);
    let symbolic = parsed.has("s", "symbolic");
    for source in &sources {
        // A symbolic link's text is taken from the link's own folder.
        let from_link = target.as_ref().filter(|target| symbolic && !target.is_folder() && sources.len() == 1);
        let holder = from_link.and_then(parent);
        reading.does(Verb::Link, source.clone());
        if let Some(holder) = holder {
            reading.does(Verb::Link, source.within(&holder));
        }
    }
    match target {
        Some(target) => arrive(&sources, &target, place, false, reading),
        None => sources.iter().filter_map(Field::name).for_each(|name| reading.does(Verb::Write, name)),
    }
}

fn parent(path: &Field) -> Option<Field> {
    let text = path.text()?;
    text.rfind('/').and_then(|at| text.get(..at)).filter(|text| !text.is_empty()).map(Field::literal)
}

/// What arrives at a target: the target itself, the sources' names in it, and with a `tree` everything below.
fn arrive(sources: &[Field], target: &Field, place: Place, tree: bool, reading: &mut Reading) {
    let several = sources.len() > 1 || sources.iter().any(|source| source.splits);
    let inside = place != Place::File && (place == Place::Folder || target.is_folder() || sources.len() > 1);
    if !inside {
        reading.does(Verb::Write, target.clone());
    }
    if inside || (place == Place::Either && (several || !is_file(target))) {
        for name in sources.iter().filter_map(Field::name) {
            reading.does(Verb::Write, name.within(target));
        }
    }
    if tree {
        reading.does(Verb::Fill, target.below());
    }
}

/// The name can only be meant for a file: it ends as files do (`a.md`) and not as folders do (`conf.d`, `v1.0`).
fn is_file(path: &Field) -> bool {
    let Some(text) = path.text() else {
        return false;
    };
    let name = text.rsplit(['/', '\\']).next().unwrap_or_default();
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let folder = matches!(ending, "d" | "git" | "app");
    let letters = ending.len() <= 5 && ending.chars().all(|letter| letter.is_ascii_alphanumeric());
    !stem.is_empty() && letters && !folder && ending.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

fn rsync(parsed: &Parsed, reading: &mut Reading) {
    if parsed.has("n", "dry-run") {
        return;
    }
    let (sources, target) = ends(parsed);
    let tree = parsed.has("a", "archive") || parsed.has("r", "recursive");
    let verb = if parsed.has("", "remove-source-files") { Verb::Move } else { Verb::Read };
    sources.iter().filter(|source| local(source)).for_each(|source| reading.does(verb, source.clone()));
    if let Some(target) = target.filter(local) {
        arrive(&sources, &target, Place::Either, tree, reading);
        if parsed.has("", "delete") {
            reading.does(Verb::Remove, target.below());
        }
    }
}

/// Not `host:path` and not `rsync://…`.
fn local(path: &Field) -> bool {
    let prefix = path.prefix();
    prefix.find(':').is_none_or(|at| prefix.get(..at).is_some_and(|host| host.contains('/') || host.len() == 1))
}
