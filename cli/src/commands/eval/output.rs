//! Rows of output relations to files and to standard output, sorted, as Souffle prints them. Knows no rules.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use engine::Model;
use engine::program::{Directive, Purpose};
use engine::souffle_facts::write_row;

use super::input::{has_headers, parameter, unescape};

/// Bytes held back before they are written.
const CHUNK: usize = 1 << 16;

/// Does what the directives ask, in their order.
pub(super) fn write(model: &Model<'_>, wanted: &[&Directive], folder: &Path) -> Result<(), String> {
    let printed = folder == Path::new("-");
    let mut stdout = io::stdout().lock();
    for directive in wanted {
        let name = &model.program().relation(directive.relation).name;
        let io = parameter(directive, "IO").unwrap_or("file");
        match (directive.purpose, io) {
            (Purpose::Input, _) => Ok(()),
            (Purpose::PrintSize, _) => {
                writeln!(stdout, "{name}\t{}", model.len(directive.relation))
            }
            (Purpose::Output, "file") if !printed => write_file(model, directive, folder)?,
            (Purpose::Output, "file" | "stdout") => write_table(model, directive, &mut stdout),
            (Purpose::Output, other) => {
                return Err(format!("`{name}`: IO={other} cannot be written; IO=file and IO=stdout can"));
            }
        }
        .or_else(closed)?;
    }
    stdout.flush().or_else(closed)
}

/// A closed standard output is no error: what reads it has seen enough.
fn closed(cause: io::Error) -> Result<(), String> {
    match cause.kind() {
        io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(format!("standard output cannot be written: {cause}")),
    }
}

fn write_file(model: &Model<'_>, directive: &Directive, folder: &Path) -> Result<io::Result<()>, String> {
    let name = &model.program().relation(directive.relation).name;
    let path = match parameter(directive, "filename") {
        Some(file) => folder.join(file),
        None => folder.join(format!("{name}.csv")),
    };
    let written = fs::create_dir_all(folder).and_then(|()| fs::File::create(&path)).and_then(|mut file| {
        if has_headers(directive) {
            let delimiter = unescape(parameter(directive, "delimiter").unwrap_or("\t"));
            writeln!(file, "{}", names(model, directive).join(&delimiter))?;
        }
        write_rows(model, directive, &mut file)
    });
    written.map_err(|cause| format!("{} cannot be written: {cause}", path.display()))?;
    Ok(Ok(()))
}

/// Souffle's frame around the rows.
fn write_table(model: &Model<'_>, directive: &Directive, out: &mut impl Write) -> io::Result<()> {
    let relation = model.program().relation(directive.relation);
    writeln!(out, "---------------\n{}", relation.name)?;
    if has_headers(directive) {
        writeln!(out, "{}", names(model, directive).join("\t"))?;
    }
    writeln!(out, "===============")?;
    write_rows(model, directive, out)?;
    writeln!(out, "===============")
}

/// The names of the columns.
fn names<'m>(model: &'m Model<'_>, directive: &Directive) -> Vec<&'m str> {
    model.program().relation(directive.relation).attributes.iter().map(|attribute| &*attribute.name).collect()
}

fn write_rows(model: &Model<'_>, directive: &Directive, out: &mut impl Write) -> io::Result<()> {
    let delimiter = unescape(parameter(directive, "delimiter").unwrap_or("\t"));
    let mut text = String::new();
    for number in model.sorted_ids(directive.relation) {
        write_row(model.data(directive.relation, number), &delimiter, &mut text);
        if text.len() >= CHUNK {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())
}
