//! The page of relations and functors, from the shipped files in their order.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::program::{Access, Program, Relation};
use engine::source::{Source, SourceId, Sources, Span};
use engine::syntax::ast::ItemForm;
use engine::syntax::{name::Names, parse};
use tests::{PROGRAMS, shipped_rules};

const HEAD: &str = "# What rules can know and say\n\nGenerated from the declarations in `rules/`; `BLESS=1 cargo test -p tests --test docs` writes it anew.\n";

/// An entry: where it stands, and its text.
type Entries = BTreeMap<u32, String>;

/// The whole page.
pub(super) fn page() -> String {
    let (sources, compiled) = shipped_rules(&PROGRAMS, false);
    let program = compiled.program.expect("the shipped rules compile");
    let mut text = HEAD.to_owned();
    let _ = write!(text, "\n## Evidence\n\n{}\n", about(&file(&sources, "schema.dl").1));
    for (id, source) in sources.iter().filter(|(_, source)| source.name.starts_with("schema/")) {
        let about = about(source);
        let _ = write!(text, "\n**{}**\n", about.trim_start_matches("Input relations. ").trim_end_matches('.'));
        text.extend(entries(&program, &sources, id).into_values());
    }
    for (name, title) in [("functors.dl", "Functors"), ("contract.dl", "Verdicts and reports")] {
        let (id, source) = file(&sources, name);
        let _ = write!(text, "\n## {title}\n\n{}\n", about(&source));
        text.extend(entries(&program, &sources, id).into_values());
    }
    text
}

fn file(sources: &Sources, name: &str) -> (SourceId, Source) {
    let found = sources.iter().find(|(_, source)| &*source.name == name);
    let (id, source) = found.expect("the programs include the file");
    (id, source.clone())
}

/// What a file says of itself.
fn about(source: &Source) -> String {
    let lines = source.text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.collect::<Vec<_>>().join("\n")
}

/// The relations and functors of a file.
fn entries(program: &Program, sources: &Sources, id: SourceId) -> Entries {
    let own = program.relations.iter().filter(|relation| relation.span.source == id);
    let mut entries: Entries = own.map(|relation| (relation.span.start, of_relation(relation))).collect();
    entries.extend(functors(sources, id));
    entries
}

fn of_relation(relation: &Relation) -> String {
    let columns: Vec<String> = relation
        .attributes
        .iter()
        .map(|attribute| format!("{}: {}", attribute.name, format!("{:?}", attribute.kind).to_lowercase()))
        .collect();
    let mut text = format!("\n### {}\n\n`{}({})`", relation.name, relation.name, columns.join(", "));
    if let Access::Keyed { key } = &relation.access {
        let names = key.iter().filter_map(|&column| relation.attributes.get(column));
        let names: Vec<String> = names.map(|attribute| format!("`{}`", attribute.name)).collect();
        let _ = write!(text, ", asked by {}", names.join(", "));
    }
    let costly =
        relation.annotations.iter().flat_map(|annotation| &annotation.arguments).any(|(name, _)| &**name == "costly");
    let _ = write!(text, "{}\n\n{}\n", if costly { ", read late" } else { "" }, relation.documentation);
    text
}

/// The functors of a file; a checked program keeps no names of their parameters, so they come from the syntax.
fn functors(sources: &Sources, id: SourceId) -> Entries {
    let source = sources.get(id).expect("the file was read");
    let (mut names, mut faults) = (Names::new(), Vec::new());
    let ast = parse(&source.text, id, &mut names, &mut faults);
    let mut entries = Entries::new();
    for item in &ast.items {
        if let ItemForm::Functor(functor) = &item.form {
            let Span { start, .. } = item.place.0;
            let declaration = sources.text(item.place.0).trim_start_matches(".functor").trim();
            let documentation = item.documentation.map_or("", |text| names.text(text));
            entries.insert(
                start,
                format!("\n### @{}\n\n`@{declaration}`\n\n{documentation}\n", names.text(functor.name.name)),
            );
        }
    }
    entries
}
