//! Cmdlets by their names and aliases: which parameters name paths, and what is done to them.

use crate::shell::Verb;
use crate::shell::deed::Inner;
use crate::shell::deed::Reading;
use crate::shell::field::Field;
use crate::shell::{Dialect, utility};

mod parameter;

pub(super) use parameter::Argument;
use parameter::{Bound, parameters};

/// What a cmdlet does.
#[derive(Debug, Default)]
pub(super) struct Call {
    pub(super) reading: Reading,
    /// The location that it changes to.
    pub(super) directory: Option<Field>,
    pub(super) output: Option<Field>,
}

/// What a cmdlet is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move,
    Rename,
    Copy,
    Content,
    OutFile,
    Clear,
    New,
    Remove,
    Fetch,
    Expand,
    Export,
    Read,
    Location,
    Evaluate,
    Start,
    Print,
}

/// Names, then the positional parameters in their order.
const CMDLETS: &[(Kind, &[&str], &[&str])] = &[
    (Kind::Move, &["move-item", "mi", "move", "mv", "move-itemproperty"], &["path", "destination"]),
    (Kind::Rename, &["rename-item", "rni", "ren", "rename"], &["path", "newname"]),
    (Kind::Copy, &["copy-item", "cpi", "cp", "copy"], &["path", "destination"]),
    (Kind::Content, &["set-content", "sc", "add-content", "ac"], &["path", "value"]),
    (Kind::OutFile, &["out-file", "tee-object", "tee"], &["filepath"]),
    (Kind::Clear, &["clear-content", "clc", "clear-item", "cli", "set-item", "si"], &["path", "value"]),
    (Kind::New, &["new-item", "ni"], &["path"]),
    (Kind::Remove, &["remove-item", "ri", "rm", "del", "rd", "erase", "rmdir"], &["path"]),
    (
        Kind::Fetch,
        &["invoke-webrequest", "iwr", "invoke-restmethod", "irm", "curl", "wget", "start-bitstransfer"],
        &["uri", "destination"],
    ),
    (Kind::Expand, &["expand-archive"], &["path", "destinationpath"]),
    (
        Kind::Export,
        &["export-csv", "epcsv", "export-clixml", "compress-archive", "start-transcript"],
        &["path", "destinationpath"],
    ),
    (Kind::Read, &["get-content", "gc", "cat", "type", "import-csv"], &["path"]),
    (Kind::Read, &["select-string", "sls"], &["pattern", "path"]),
    (
        Kind::Location,
        &["set-location", "sl", "cd", "chdir", "push-location", "pushd", "pop-location", "popd"],
        &["path"],
    ),
    (Kind::Evaluate, &["invoke-expression", "iex"], &["command"]),
    (Kind::Start, &["start-process", "saps", "start"], &["filepath", "argumentlist"]),
    (Kind::Print, &["write-output", "echo", "write"], &["inputobject"]),
];

/// What the command does. `None` where its name is no cmdlet of the table.
pub(super) fn bind(name: &str, arguments: &[Argument], input: Option<&Field>) -> Option<Call> {
    let lower = name.to_ascii_lowercase();
    let (kind, _, positions) = CMDLETS.iter().find(|(_, names, _)| names.contains(&lower.as_str()))?;
    let bound = parameters(arguments, positions, *kind == Kind::Print);
    let mut call = Call::default();
    perform(*kind, &lower, &bound, input, &mut call);
    Some(call)
}

fn perform(kind: Kind, name: &str, bound: &Bound, input: Option<&Field>, call: &mut Call) {
    if bound.switch("whatif", 2) {
        return;
    }
    match kind {
        Kind::Location => {
            call.directory = Some(bound.paths("path").into_iter().next().unwrap_or_else(|| Field::unknown(name)))
        }
        Kind::Evaluate => {
            let text = bound.first("command").or_else(|| input.cloned());
            call.reading.inner.extend(text.map(|text| Inner::Script {
                dialect: Dialect::PowerShell,
                text,
                arguments: None,
            }));
        }
        Kind::Start => {
            let mut words = bound.get("filepath");
            words.extend(bound.get("argumentlist").iter().flat_map(split));
            for name in ["redirectstandardoutput", "redirectstandarderror"] {
                bound.get(name).into_iter().for_each(|path| call.reading.does(Verb::Write, path));
            }
            let directory = bound.first("workingdirectory");
            call.reading.inner.push(Inner::Command { words, variables: Vec::new(), directory, replaces: false });
        }
        Kind::Print => call.output = lines(&bound.get("inputobject")).map(|text| Field::literal(&text)),
        _ => files(kind, name, bound, input, &mut call.reading),
    }
}

/// Cmdlets that do something to files.
fn files(kind: Kind, name: &str, bound: &Bound, input: Option<&Field>, reading: &mut Reading) {
    let sources = || {
        let paths = bound.paths("path");
        // The pipeline gives the paths: what they are is not known.
        if paths.is_empty() { vec![input.map_or_else(|| Field::unknown("|"), piped)] } else { paths }
    };
    match kind {
        Kind::Move => {
            utility::transferred(Verb::Move, &sources(), bound.first("destination").as_ref(), false, reading);
        }
        Kind::Copy => {
            let tree = bound.switch("recurse", 1) || bound.switches.iter().any(|name| name == "rf");
            utility::transferred(Verb::Read, &sources(), bound.first("destination").as_ref(), tree, reading);
        }
        Kind::Rename => {
            for source in sources() {
                for name in bound.get("newname") {
                    reading.does(Verb::Write, sibling(&source, &name));
                }
                reading.does(Verb::Move, source);
            }
        }
        Kind::Content | Kind::OutFile => {
            let (paths, content) = written(kind, bound, input, sources());
            paths.into_iter().for_each(|path| reading.writes(path, content.clone()));
        }
        Kind::Clear => sources().into_iter().for_each(|path| reading.does(Verb::Write, path)),
        Kind::New => created(bound, reading),
        Kind::Remove => sources().into_iter().for_each(|path| reading.does(Verb::Remove, path)),
        Kind::Fetch => {
            bound
                .get("outfile")
                .into_iter()
                .chain(bound.get("destination"))
                .for_each(|path| reading.does(Verb::Write, path));
        }
        Kind::Expand => {
            let folder = bound.first("destinationpath").unwrap_or_else(Field::start);
            reading.does(Verb::Fill, folder.below());
        }
        Kind::Export => {
            let archive = name == "compress-archive";
            let path = bound.first(if archive { "destinationpath" } else { "path" });
            path.into_iter().for_each(|path| reading.does(Verb::Write, path));
        }
        Kind::Read => bound.paths("path").into_iter().for_each(|path| reading.does(Verb::Read, path)),
        Kind::Location | Kind::Evaluate | Kind::Start | Kind::Print => {}
    }
}

/// The paths that get content, and the content where it is literal: a value, or what the pipeline gives.
fn written(kind: Kind, bound: &Bound, input: Option<&Field>, sources: Vec<Field>) -> (Vec<Field>, Option<String>) {
    let piped = input.and_then(Field::text).map(str::to_owned);
    if kind == Kind::OutFile {
        return (bound.paths("filepath"), piped);
    }
    let values = bound.get("value");
    (sources, if values.is_empty() { piped } else { lines(&values) })
}

/// `-ArgumentList 'mv a b'` is one string of words.
fn split(word: &Field) -> Vec<Field> {
    match word.text() {
        Some(text) => text.split_whitespace().map(Field::literal).collect(),
        None => vec![word.clone()],
    }
}

fn created(bound: &Bound, reading: &mut Reading) {
    let kind = bound.get("itemtype").into_iter().chain(bound.get("type")).next();
    let kind = kind.as_ref().and_then(Field::text).unwrap_or_default().to_ascii_lowercase();
    if kind == "directory" {
        return;
    }
    let names = bound.get("name");
    let mut paths = bound.paths("path");
    if paths.is_empty() {
        paths.push(Field::start());
    }
    let content = lines(&bound.get("value")).filter(|_| !kind.contains("link"));
    for path in paths {
        for name in &names {
            reading.writes(name.within(&path), content.clone());
        }
        if names.is_empty() {
            reading.writes(path, content.clone());
        }
    }
    if kind.contains("link") || kind == "junction" {
        bound.get("value").into_iter().chain(bound.get("target")).for_each(|path| reading.does(Verb::Link, path));
    }
}

/// A path that came through the pipeline, without the line's end.
fn piped(input: &Field) -> Field {
    match input.text() {
        Some(text) => Field::literal(text.trim_end()),
        None => input.clone(),
    }
}

fn lines(values: &[Field]) -> Option<String> {
    let texts: Vec<&str> = values.iter().map(Field::text).collect::<Option<_>>()?;
    (!texts.is_empty()).then(|| format!("{}\n", texts.join("\n")))
}

/// The new name in the folder of the old path.
fn sibling(source: &Field, name: &Field) -> Field {
    match source.text().and_then(|text| text.get(..text.rfind(['/', '\\'])?)) {
        Some(folder) => name.within(&Field::literal(folder)),
        None if source.text().is_some() => name.clone(),
        None => name.within(&Field::unknown(&source.written)),
    }
}
