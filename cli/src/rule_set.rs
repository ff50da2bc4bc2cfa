//! The rules in force: the shipped ones or a repository's own set, and a repository's extensions, under both keys.

use std::collections::BTreeMap;
use std::path::PathBuf;

use engine::{Compiled, Diagnostic, EvalError, Loader, Options, Program, Severity, Sources};
use facts::git::{Repositories, Version};
use facts::world::{Disk, World};

use crate::bundled;
use crate::judgement::Finding;

mod purpose;

/// A repository's whole set, which replaces the shipped one.
const POLICY: &str = ".gatelog/policy";

/// A repository's extensions.
const EXTENSIONS: &str = ".gatelog/rules";

/// Where the guard's program begins.
const GUARD: &str = "guard.dl";

/// Where the program of the checks begins.
const CHECKS: &str = "checks.dl";

/// The file whose relations any rule may derive.
const CONTRACT: &str = "contract.dl";

/// A program that can be evaluated.
pub(crate) struct RuleSet {
    /// The program.
    pub(crate) program: Program,
    /// The texts that its places are in.
    pub(crate) sources: Sources,
}

/// The rules of the working tree, and those of `HEAD` where they differ.
pub(crate) struct Keys {
    /// The working tree's.
    pub(crate) working: RuleSet,
    /// `HEAD`'s, where a file differs.
    pub(crate) head: Option<RuleSet>,
}

/// A repository's rule files, by path from the top of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleFiles {
    /// Files of the whole set; none: the shipped one is in force.
    policy: BTreeMap<String, String>,
    /// Extensions.
    extensions: BTreeMap<String, String>,
}

/// Why an evaluation stopped, with the place in the rules where one is known.
pub(crate) fn located(error: &EvalError, sources: &Sources) -> String {
    let place = error.span().map(|span| sources.place(span) + ": ").unwrap_or_default();
    format!("{place}error[{}]: {error}", error.code())
}

/// The rules in force for a session that runs in `directory`.
///
/// # Errors
/// If a rule file cannot be read or does not compile; the finding refuses, and says where.
pub(crate) fn keys(disk: &mut Disk, directory: &str) -> Result<Keys, Finding> {
    // A repository that cannot be read is the rules' business: they refuse what is written there.
    let Ok(Some(tree)) = disk.owner(directory) else {
        let working = compile_files(&RuleFiles::default(), GUARD).map_err(|reason| unusable(&reason))?;
        return Ok(Keys { working, head: None });
    };
    let repositories = disk.repositories();
    let head = RuleFiles::read(repositories, &tree, Version::Head).map_err(|reason| unusable(&reason))?;
    let mut working = RuleFiles::read(repositories, &tree, Version::Working).map_err(|reason| unusable(&reason))?;
    working.fill_from(&head);
    let compiled = |files: &RuleFiles| compile_files(files, GUARD).map_err(|reason| unusable(&reason));
    Ok(Keys { head: (head != working).then(|| compiled(&head)).transpose()?, working: compiled(&working)? })
}

impl RuleFiles {
    /// Reads the rule files of a tree; tests of rules are none.
    fn read(repositories: &mut Repositories, tree: &str, version: Version) -> Result<Self, String> {
        let mut of = |folder| -> Result<BTreeMap<String, String>, String> {
            let files = repositories.folder(tree, folder, version)?;
            let text = |(path, bytes): (String, Vec<u8>)| match String::from_utf8(bytes) {
                Ok(text) => Ok((path, text)),
                Err(_) => Err(format!("{path} is not UTF-8")),
            };
            files.into_iter().filter(|(path, _)| is_rule(path)).map(text).collect()
        };
        Ok(Self { policy: of(POLICY)?, extensions: of(EXTENSIONS)? })
    }

    /// Where a file of the working tree is gone, `HEAD`'s stands in.
    fn fill_from(&mut self, head: &Self) {
        for (path, text) in &head.policy {
            self.policy.entry(path.clone()).or_insert_with(|| text.clone());
        }
        for (path, text) in &head.extensions {
            self.extensions.entry(path.clone()).or_insert_with(|| text.clone());
        }
    }

    /// Whether the shipped rules alone are in force. They are held to every check by a test, so a call need not
    /// analyse them again.
    fn are_shipped(&self) -> bool {
        self.policy.is_empty() && self.extensions.is_empty()
    }

    /// The files that a program begins with: its own, and the extensions that are part of it.
    fn roots(&self, program: &str) -> Vec<String> {
        let own = self.canonical_name(format!("{}{program}", bundled::PREFIX));
        let parts = self.extensions.iter().filter(|(_, text)| purpose::is_part(text, program == CHECKS));
        std::iter::once(own).chain(parts.map(|(path, _)| path.clone())).collect()
    }

    /// A shipped file's name means the file of the repository's own set, where that has one.
    fn canonical_name(&self, path: String) -> String {
        let own = path.strip_prefix(bundled::PREFIX).map(|name| format!("{POLICY}/{name}"));
        own.filter(|own| self.policy.contains_key(own)).unwrap_or(path)
    }
}

impl Loader for RuleFiles {
    fn load(&mut self, path: &str) -> Result<String, String> {
        let own = self.policy.get(path).or_else(|| self.extensions.get(path));
        let text = own.map(String::as_str).or_else(|| bundled::text(path));
        text.map(str::to_owned).ok_or_else(|| "there is no such rule file".to_owned())
    }

    fn canonical(&mut self, path: String) -> String {
        let path = match self.policy.contains_key(&path) || self.extensions.contains_key(&path) {
            true => path,
            false => bundled::canonical(path),
        };
        self.canonical_name(path)
    }
}

/// The rules of a work tree as they stand, with every check: the shipped ones together, and a repository's as part of each
/// program that they belong to.
///
/// # Errors
/// If a rule file cannot be read.
pub(crate) fn in_force(
    repositories: &mut Repositories,
    tree: Option<&str>,
) -> Result<Vec<(Sources, Compiled)>, String> {
    let mut files = match tree {
        Some(tree) => RuleFiles::read(repositories, tree, Version::Working)?,
        None => RuleFiles::default(),
    };
    let programs = match files.extensions.is_empty() {
        true => vec![[files.roots(GUARD), files.roots(CHECKS)].concat()],
        false => vec![files.roots(GUARD), files.roots(CHECKS)],
    };
    let compiled = programs.iter().map(|roots| {
        let (sources, mut compiled) = compile(&mut files, roots, true);
        if programs.len() > 1 {
            // What one shipped program leaves to the other is no news for the author of an extension.
            let shipped = |found: &Diagnostic| found.span().is_some_and(|span| file_of_the_set(&sources, span));
            compiled.diagnostics.retain(|found| found.severity == Severity::Error || !shipped(found));
        }
        (sources, compiled)
    });
    Ok(compiled.collect())
}

fn file_of_the_set(sources: &Sources, span: engine::Span) -> bool {
    sources.get(span.source).is_some_and(|source| of_the_set(&source.name).is_some())
}

/// The rules of the checks as they stand in a work tree; the shipped ones without a tree.
///
/// # Errors
/// If a rule file cannot be read or does not compile.
pub(crate) fn checks(disk: &mut Disk, tree: Option<&str>) -> Result<RuleSet, String> {
    let files = match tree {
        Some(tree) => RuleFiles::read(disk.repositories(), tree, Version::Working)?,
        None => RuleFiles::default(),
    };
    compile_files(&files, CHECKS)
}

/// The shipped guard alone.
///
/// # Errors
/// If it does not compile, which a test excludes.
pub(crate) fn shipped_guard() -> Result<RuleSet, String> {
    compile_files(&RuleFiles::default(), GUARD)
}

/// The shipped guard with the rule files of some folders, as a repository's extensions.
///
/// # Errors
/// If a folder cannot be read or holds no rules, or the rules do not compile.
pub(crate) fn shipped_guard_with(folders: &[PathBuf]) -> Result<RuleSet, String> {
    let mut files = RuleFiles::default();
    for folder in folders {
        let name = folder.display().to_string().replace('\\', "/");
        let before = files.extensions.len();
        for (path, bytes) in facts::git::files_below(name.trim_end_matches('/'))? {
            let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8"))?;
            if is_rule(&path) {
                files.extensions.insert(path, text);
            }
        }
        if files.extensions.len() == before {
            return Err(format!("{name} holds no rules (*.dl)"));
        }
    }
    compile_files(&files, GUARD)
}

/// A rule file that is no test.
fn is_rule(path: &str) -> bool {
    path.ends_with(".dl") && !path.ends_with(".test.dl")
}

/// Compiles a program; the error is the first diagnostics, by line.
fn compile_files(files: &RuleFiles, program: &str) -> Result<RuleSet, String> {
    if files.are_shipped() && program == GUARD {
        // Without the image, which a test excludes, the text does.
        if let Some((sources, program)) = engine::image::read(bundled::GUARD, &mut RuleFiles::default()) {
            return Ok(RuleSet { program, sources });
        }
    }
    let (sources, compiled) = compile(&mut files.clone(), &files.roots(program), !files.are_shipped());
    let mut errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| diagnostic.line(&sources))
        .collect();
    match compiled.program {
        Some(program) if errors.is_empty() => Ok(RuleSet { program, sources }),
        _ => {
            errors.truncate(5);
            Err(errors.join("\n"))
        }
    }
}

/// Compiles root files with a loader, holding rules of a repository to what they may derive (X4).
pub(crate) fn compile(loader: &mut dyn Loader, roots: &[String], analyse: bool) -> (Sources, Compiled) {
    let mut sources = Sources::new();
    let mut compiled = compile_roots(&mut sources, loader, roots, analyse);
    if let Some(program) = &compiled.program {
        let mut foreign = foreign_heads(program, &sources);
        compiled.diagnostics.append(&mut foreign);
    }
    (sources, compiled)
}

fn compile_roots(sources: &mut Sources, loader: &mut dyn Loader, roots: &[String], analyse: bool) -> Compiled {
    let mut ids = Vec::new();
    for root in roots {
        match loader.load(root) {
            Ok(text) => ids.push(sources.add(root.as_str(), text)),
            Err(reason) => {
                let span = engine::Span { source: sources.add(root.as_str(), ""), start: 0, end: 0 };
                let missing = Diagnostic::error("include", span, format!("`{root}` cannot be read: {reason}"));
                return Compiled { program: None, diagnostics: vec![missing] };
            }
        }
    }
    // A call asks for no more than it needs; that somebody reads a relation that is not there is for authors.
    let known = || facts::schema::RELATIONS.iter().map(|relation| relation.name.to_owned()).collect();
    let options = Options { analyse, loaders: analyse.then(known), ..Options::default() };
    engine::compile(sources, &ids, loader, &options)
}

/// The path below the set in force of a file that belongs to it: the shipped set, or a repository's whole set.
fn of_the_set(name: &str) -> Option<&str> {
    name.strip_prefix(bundled::PREFIX).or_else(|| name.strip_prefix(POLICY)?.strip_prefix('/'))
}

/// Whether a file, by its display name, declares what programs act on.
pub(crate) fn is_contract(name: &str) -> bool {
    of_the_set(name) == Some(CONTRACT)
}

/// Rules and facts outside the set in force that derive a relation of it which is not of the contract.
fn foreign_heads(program: &Program, sources: &Sources) -> Vec<Diagnostic> {
    let file = |span: engine::Span| of_the_set(sources.get(span.source).map_or("", |source| &*source.name));
    let rules = program.rules.iter().map(|rule| (rule.head, rule.span));
    let facts = program.facts.iter().map(|fact| (fact.relation, fact.span));
    let mut found = Vec::new();
    for (head, span) in rules.chain(facts) {
        let relation = program.relation(head);
        let closed = file(relation.span).is_some_and(|declared_in| declared_in != CONTRACT);
        if closed && file(span).is_none() {
            let message =
                format!("`{}` is a relation of the rule set, which other rules may read but not derive", relation.name);
            found.push(
                Diagnostic::error("shipped-relation", span, message)
                    .at("derived here")
                    .with_label(relation.span, "declared here")
                    .with_help(
                        "derive a relation of your own, or one of contract.dl; to change the set itself, \
                         put a whole one into .gatelog/policy/",
                    ),
            );
        }
    }
    found
}

fn unusable(reason: &str) -> Finding {
    Finding {
        rule: "rules".to_owned(),
        subject: "rule files".to_owned(),
        text: format!("the call is refused because the rules cannot be used; mend them outside the session\n{reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{GUARD, RuleFiles, bundled, compile};

    /// G1: the image of the guard that a call is judged by says what the texts say.
    #[test]
    fn the_image_is_the_text() {
        let mut files = RuleFiles::default();
        let roots = files.roots(GUARD);
        let (sources, compiled) = compile(&mut files, &roots, false);
        let (read, program) = engine::image::read(bundled::GUARD, &mut files).unwrap();
        assert_eq!(format!("{program:?}"), format!("{:?}", compiled.program.unwrap()));
        assert_eq!(format!("{read:?}"), format!("{sources:?}"));
        assert!(engine::image::read(&bundled::GUARD[..bundled::GUARD.len() / 2], &mut files).is_none());
    }
}
