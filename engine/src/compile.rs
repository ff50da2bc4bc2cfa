//! Texts to a checked program. A reader can rely on: a program comes out exactly when no diagnostic is an error, and
//! diagnostics are in the order of their places. Refuses to know files: a loader answers for them.

use crate::check;
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::Program;
use crate::source::{SourceId, Sources};
use crate::syntax::ast::{Ast, Item, ItemForm, Name, Place};
use crate::syntax::name::Names;
use crate::syntax::parse;

/// Most files that one program may include.
const MOST_FILES: usize = 1_000;

/// Most diagnostics that come out; a reader of so many mends some of them first.
const MOST_DIAGNOSTICS: usize = 1_000;

/// Hands out the texts that `.include` names.
pub trait Loader {
    /// The text of `path`, which is relative to wherever the names of the root texts are.
    ///
    /// # Errors
    /// Why there is none, in a few lower-case words.
    fn load(&mut self, path: &str) -> Result<String, String>;

    /// The one path that stands for `path`, where several name the same text; a text is read once by it.
    fn canonical(&mut self, path: String) -> String {
        path
    }
}

/// How much is asked of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether the analysis of the relation graph and the warnings run. Without it, only what evaluation needs is
    /// checked.
    pub analyse: bool,
    /// Relations that somebody reads besides rules and `.output`.
    pub outputs: Vec<String>,
    /// The host relations that have a loader, where that is known: others are then an error.
    pub loaders: Option<Vec<String>>,
}

impl Default for Options {
    fn default() -> Self {
        Self { analyse: true, outputs: Vec::new(), loaders: None }
    }
}

/// What a compilation comes to.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program, unless a diagnostic is an error.
    pub program: Option<Program>,
    /// What is wrong, by place; at most 1,000.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads `roots` and what they include, and checks the whole as one program. Included texts are added to `sources`.
pub fn compile(sources: &mut Sources, roots: &[SourceId], loader: &mut dyn Loader, options: &Options) -> Compiled {
    let mut names = Names::new();
    let mut diagnostics = Vec::new();
    let mut files = Files::default();
    for &root in roots {
        files.add(sources, root, &mut names, &mut diagnostics);
    }
    files.load_included(sources, &mut names, loader, &mut diagnostics);
    let items = files.items();
    let program = check::check(&items, &names, sources, options, &mut diagnostics);
    diagnostics.sort_by_key(|found| {
        let place = found.span().map(|span| (span.source, span.start, span.end));
        (place, found.severity)
    });
    // Parts of one clause are checked one by one and can find the same.
    diagnostics.dedup_by(|next, kept| next.code == kept.code && next.span() == kept.span());
    let faulty = diagnostics.iter().any(|found| found.severity == Severity::Error);
    diagnostics.truncate(MOST_DIAGNOSTICS);
    Compiled { program: (!faulty).then_some(program), diagnostics }
}

/// The files of a program, and which include leads to which.
#[derive(Default)]
struct Files {
    list: Vec<File>,
    roots: Vec<usize>,
}

struct File {
    source: SourceId,
    path: String,
    ast: Ast,
    includes: Vec<(Name, Place)>,
    /// Per include of the file, in order: the file that is read there for the first time.
    included: Vec<Option<usize>>,
}

impl Files {
    fn add(&mut self, sources: &Sources, root: SourceId, names: &mut Names, diagnostics: &mut Vec<Diagnostic>) {
        if self.list.iter().any(|file| file.source == root) {
            return;
        }
        if let Some(index) = self.read(sources, root, names, diagnostics) {
            self.roots.push(index);
        }
    }

    fn read(
        &mut self,
        sources: &Sources,
        source: SourceId,
        names: &mut Names,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        let text = sources.get(source)?;
        let ast = parse(&text.text, source, names, diagnostics);
        self.list.push(File {
            source,
            path: normal("", &text.name),
            includes: includes(&ast).collect(),
            ast,
            included: Vec::new(),
        });
        Some(self.list.len() - 1)
    }

    /// Reads what the files include, what that includes, and so on: in the order of the text, each once.
    fn load_included(
        &mut self,
        sources: &mut Sources,
        names: &mut Names,
        loader: &mut dyn Loader,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let mut open: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(&at) = open.last() {
            let done = self.list[at].included.len();
            let Some((path, place)) = self.list[at].includes.get(done).copied() else {
                open.pop();
                continue;
            };
            let path = loader.canonical(normal(&self.list[at].path, names.text(path)));
            let mut included = None;
            if self.list.iter().all(|file| file.path != path) {
                match self.include(sources, &path, names, loader, diagnostics) {
                    Ok(index) => included = Some(index),
                    Err(reason) => {
                        let message = format!("`{path}` cannot be included: {reason}");
                        let found = Diagnostic::error("include", place.0, message);
                        let help = "a path is relative to the folder of the including file";
                        diagnostics.push(found.with_help(help));
                    }
                }
            }
            self.list[at].included.push(included);
            open.extend(included);
        }
    }

    fn include(
        &mut self,
        sources: &mut Sources,
        path: &str,
        names: &mut Names,
        loader: &mut dyn Loader,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<usize, String> {
        if self.list.len() >= MOST_FILES {
            return Err(format!("a program has at most {MOST_FILES} files"));
        }
        let text = loader.load(path)?;
        let source = sources.add(path, text);
        self.read(sources, source, names, diagnostics).ok_or_else(|| "its text is gone".to_owned())
    }

    /// All items, those of an included file where it is included.
    fn items(&self) -> Vec<&Item> {
        let mut items = Vec::new();
        let mut included: Vec<_> = self.list.iter().map(|file| file.included.iter()).collect();
        for &root in &self.roots {
            let mut open = vec![self.list[root].ast.items.iter()];
            let mut path = vec![root];
            while let (Some(rest), Some(&file)) = (open.last_mut(), path.last()) {
                let Some(item) = rest.next() else {
                    open.pop();
                    path.pop();
                    continue;
                };
                if !matches!(item.form, ItemForm::Include { .. }) {
                    items.push(item);
                } else if let Some(&Some(inner)) = included[file].next() {
                    open.push(self.list[inner].ast.items.iter());
                    path.push(inner);
                }
            }
        }
        items
    }
}

fn includes(ast: &Ast) -> impl Iterator<Item = (Name, Place)> {
    ast.items.iter().filter_map(|item| match item.form {
        ItemForm::Include { path, place } => Some((path, place)),
        _ => None,
    })
}

/// `path`, taken from the folder of `from`, without `.` and needless `..`.
fn normal(from: &str, path: &str) -> String {
    let folder = match from.rfind('/') {
        Some(end) if !path.starts_with('/') => &from[..=end],
        _ => "",
    };
    let whole = format!("{folder}{path}");
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|&last| last != "..") => {
                parts.pop();
            }
            ".." if whole.starts_with('/') => {}
            _ => parts.push(part),
        }
    }
    let root = if whole.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn paths_are_taken_from_the_including_file() {
        assert_eq!(normal("rules/guard.dl", "schema.dl"), "rules/schema.dl");
        assert_eq!(normal("rules/a/b.dl", "../c.dl"), "rules/c.dl");
        assert_eq!(normal("a.dl", "./b.dl"), "b.dl");
        assert_eq!(normal("a.dl", "../b.dl"), "../b.dl");
        assert_eq!(normal("/r/a.dl", "../../../b.dl"), "/b.dl");
        assert_eq!(normal("r/a.dl", "/b.dl"), "/b.dl");
    }
}
