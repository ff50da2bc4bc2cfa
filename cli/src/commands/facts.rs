//! `gatelog facts`: what a piece of evidence was lowered to. Prints rows and origins; takes no decision.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use engine::{Datum, Host, HostError, Origin, Sink, Value};
use facts::evidence::{Call, Evidence};
use facts::git::Version;
use facts::schema::{RELATIONS, Relation};
use facts::world::{Disk, World};

use crate::exit::Exit;
use crate::{judge, layout, print, rule_set};

mod table;

/// What the evidence was lowered to.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  gatelog facts --payload payload.json\n  gatelog facts shell --command 'git mv a b'\n  gatelog facts transcript --transcript session.jsonl --format souffle --out facts/"
)]
pub(crate) struct FactsArgs {
    /// Sources to print: payload, process, points, ledger, text, draft, shell, patch, transcript, path, git (all if left out)
    #[arg(value_name = "SOURCE")]
    sources: Vec<String>,
    /// A payload of a hook call; `-` for standard input
    #[arg(long, value_name = "FILE")]
    payload: Option<PathBuf>,
    /// A transcript, read line by line
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// A shell command
    #[arg(long, value_name = "TEXT")]
    command: Option<String>,
    /// The command's language
    #[arg(long, value_name = "DIALECT", default_value = "bash", value_parser = ["bash", "powershell"])]
    dialect: String,
    /// A path to look at
    #[arg(long, value_name = "PATH")]
    path: Option<String>,
    /// A text that may declare states, a patch, or a draft
    #[arg(long, value_name = "FILE")]
    text: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Folder for `--format souffle`
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For machines, versioned
    Json,
    /// One `.facts` file a relation
    Souffle,
}

/// The rows of one relation.
pub(crate) struct Facts {
    relation: &'static Relation,
    rows: Vec<(Vec<Value>, String)>,
}

/// Lowers and prints.
pub(crate) fn run(args: &FactsArgs) -> ExitCode {
    let printed = lower(args).and_then(|facts| match args.format {
        Format::Table => {
            print::text(&table::human(&facts));
            Ok(())
        }
        Format::Json => {
            print::line(&table::json(&facts).to_string());
            Ok(())
        }
        Format::Souffle => table::souffle(&facts, &args.out),
    });
    match printed {
        Ok(()) => Exit::Pass.into(),
        Err(reason) => {
            print::complaint(&format!("gatelog: {reason}"));
            Exit::Unmade.into()
        }
    }
}

fn lower(args: &FactsArgs) -> Result<Vec<Facts>, String> {
    if let Some(unknown) = args.sources.iter().find(|source| !RELATIONS.iter().any(|known| known.source == **source)) {
        let mut names: Vec<&str> = RELATIONS.iter().map(|relation| relation.source).collect();
        names.dedup();
        return Err(format!("there is no source `{unknown}`; the sources are {}", names.join(", ")));
    }
    let payload = match &args.payload {
        Some(file) => facts::payload::read(&bytes(file)?),
        None => Err("no payload was given".to_owned()),
    };
    let without_payload = args.payload.is_none();
    let call = judge::call(payload)?;
    let keys = Given::of(args, &call)?;
    let mut world = Disk::whole(judge::home());
    let mut evidence = Evidence::new(&mut world, &call, Version::Working);
    let mut all = Vec::new();
    for relation in RELATIONS {
        let wanted = args.sources.is_empty() || args.sources.iter().any(|source| source == relation.source);
        if !wanted || (without_payload && relation.source == "payload") {
            continue;
        }
        let mut collected = Collected::default();
        for key in keys.of_relation(relation) {
            let key: Vec<Datum<'_>> = key.iter().map(|text| Datum::Symbol(text)).collect();
            evidence.load(relation.name, &key, &mut collected).map_err(|error| error.to_string())?;
        }
        let origin = |id: Origin| evidence.origin(id).map(ToString::to_string).unwrap_or_default();
        let rows = collected.rows.into_iter().map(|(row, id)| (row, origin(id))).collect();
        all.push(Facts { relation, rows });
    }
    Ok(all)
}

/// The keys that the arguments give, by the names of key columns.
struct Given {
    texts: Vec<(&'static str, Vec<String>)>,
}

impl Given {
    fn of(args: &FactsArgs, call: &Call) -> Result<Self, String> {
        let rules = rule_set::shipped_guard()?;
        let mut disk = Disk::new(judge::home());
        let tree = disk.owner(&call.directory)?.unwrap_or_else(|| call.directory.clone());
        let text = args.text.as_ref().map(bytes).transpose()?;
        let text: Vec<String> = text.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
        let label = layout::texts(&rule_set::checks(&mut disk, None)?.program, "provenance_label");
        let layout = |name| layout::texts(&rules.program, name);
        let file = |name: &'static str| layout(name);
        Ok(Self {
            texts: vec![
                ("directory", vec![call.directory.clone()]),
                ("path", args.path.iter().cloned().collect()),
                ("tree", vec![tree]),
                ("points", [file("layer_points"), file("shipped_points")].concat()),
                ("ledger", file("ledger_file")),
                ("journal", file("journal_file")),
                ("end", layout::column(&rules.program, "ledger_file", 1)),
                ("version", vec!["working".to_owned(), "head".to_owned()]),
                ("text", text.clone()),
                ("label", label),
                ("patch", text),
                ("dialect", vec![args.dialect.clone()]),
                // Every line holds the empty text.
                ("part", vec![String::new()]),
                ("script", args.command.iter().cloned().collect()),
                ("pattern", args.path.iter().cloned().collect()),
                ("transcript", args.transcript.iter().map(|file| file.display().to_string()).collect()),
            ],
        })
    }

    /// Every key of a relation that can be put together.
    fn of_relation(&self, relation: &Relation) -> Vec<Vec<String>> {
        let mut keys = vec![Vec::new()];
        for column in relation.columns.iter().take(relation.key) {
            let name = match (*column, relation.source) {
                ("file", source) => source,
                (column, _) => column,
            };
            let values = self.texts.iter().find(|(key, _)| *key == name).map_or(&[][..], |(_, values)| values);
            keys = keys
                .iter()
                .flat_map(|key: &Vec<String>| {
                    values.iter().map(|value| [key.as_slice(), std::slice::from_ref(value)].concat())
                })
                .collect();
        }
        keys
    }
}

#[derive(Default)]
struct Collected {
    rows: Vec<(Vec<Value>, Origin)>,
}

impl Sink for Collected {
    fn row(&mut self, values: &[Datum<'_>], origin: Origin) -> Result<(), HostError> {
        let row: Vec<Value> = values.iter().map(|value| Value::from(*value)).collect();
        if !self.rows.iter().rev().take(64).any(|(known, _)| *known == row) {
            self.rows.push((row, origin));
        }
        Ok(())
    }
}

fn bytes(file: &PathBuf) -> Result<Vec<u8>, String> {
    let read = if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    read.map_err(|cause| format!("{} cannot be read: {cause}", file.display()))
}
