//! A check, made: the rules of the work tree over its evidence, for the rows that one check derives. Everything that
//! makes checks does so here, so that a report and its explanation say the same. Only the help of options names checks.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use engine::program::Term;
use engine::{Constant, Demand, Limits, Program};
use facts::evidence::{Call, Evidence, PointQuestion, Probes};
use facts::git::Version;
use facts::path;
use facts::world::{Disk, World};

use crate::judge::{self, Case};
use crate::questions;
use crate::rule_set::{self, RuleSet};

/// What one check may derive: a large repository has a row for each of its files and commits.
const LIMITS: Limits = Limits { rows: 50_000_000, rounds: 100_000, bytes: 4 << 30, steps: 1 << 34 };

/// The relations that a report is made of.
pub(crate) const REPORT: [&str; 6] = ["violation", "warning", "stand_down", "unverified", "count", "outcome"];

/// The relation that says which checks can be made.
pub(crate) const APPLIES: &str = "applies";

/// What checks are told on the command line.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CheckOptions {
    /// The ledger (provenance); the layout's if left out
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// The points file: points (the layout's if left out), session (no points are looked at if left out)
    #[arg(long, value_name = "FILE")]
    points: Option<PathBuf>,
    /// A folder of skills (points); may be given several times
    #[arg(long, value_name = "DIR")]
    skills: Vec<PathBuf>,
    /// How many points no skill asks yet (points)
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// The session's transcript (session, dialogue)
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    /// The draft that the session worked on (dialogue)
    #[arg(long, value_name = "FILE")]
    draft: Option<PathBuf>,
    /// A commit to compare the draft with (dialogue)
    #[arg(long, value_name = "REV")]
    since: Option<String>,
    /// The folder of run records (claims)
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl CheckOptions {
    /// With nothing but the ledger told.
    pub(crate) fn of_ledger(ledger: Option<PathBuf>) -> Self {
        Self { ledger, ..Self::default() }
    }

    /// Nothing is told.
    pub(crate) fn is_empty(&self) -> bool {
        self.paths().is_empty() && self.since.is_none()
    }

    /// Option and path, in the order of the command line's help.
    fn paths(&self) -> Vec<(&'static str, &PathBuf)> {
        let mut all = Vec::new();
        all.extend(self.ledger.iter().map(|path| ("ledger", path)));
        all.extend(self.points.iter().map(|path| ("points", path)));
        all.extend(self.skills.iter().map(|path| ("skills", path)));
        all.extend(self.baseline.iter().map(|path| ("baseline", path)));
        all.extend(self.transcript.iter().map(|path| ("transcript", path)));
        all.extend(self.draft.iter().map(|path| ("draft", path)));
        all.extend(self.root.iter().map(|path| ("root", path)));
        all
    }
}

/// Where checks are made, and with what.
pub(crate) struct Checks {
    /// The rules.
    pub(crate) rules: RuleSet,
    /// The tree that the directory lies in, else the directory.
    pub(crate) tree: String,
    /// What was found out by trying the wiring.
    pub(crate) probes: Probes,
    call: Call,
    disk: Disk,
    questions: Vec<PointQuestion>,
}

impl Checks {
    /// In the current directory, with the rules of its work tree.
    ///
    /// # Errors
    /// If the rules cannot be used, or a path is no text.
    pub(crate) fn new(options: &CheckOptions) -> Result<Self, String> {
        Self::with(options, rule_set::checks)
    }

    /// The same, with the shipped rules where those of the work tree cannot be used.
    ///
    /// # Errors
    /// If a path is no text.
    pub(crate) fn even_if_broken(options: &CheckOptions) -> Result<Self, String> {
        Self::with(options, |disk, tree| rule_set::checks(disk, tree).or_else(|_| rule_set::checks(disk, None)))
    }

    fn with(
        options: &CheckOptions,
        rules: impl FnOnce(&mut Disk, Option<&str>) -> Result<RuleSet, String>,
    ) -> Result<Self, String> {
        let directory = judge::directory()?;
        let mut disk = Disk::whole(judge::home());
        // A repository that cannot be read is the rules' business: they say so.
        let owner = disk.owner(&directory).ok().flatten();
        let rules =
            rules(&mut disk, owner.as_deref()).map_err(|reason| format!("the rules cannot be used\n{reason}"))?;
        let tree = owner.unwrap_or_else(|| directory.clone());
        let mut call = judge::call(Err("no call is judged".to_owned()))?;
        for (name, path) in options.paths() {
            call.options.push((name.to_owned(), from_top(&tree, &directory, path)?));
        }
        call.options.extend(options.since.iter().map(|name| ("since".to_owned(), name.clone())));
        let probes = Probes { home: judge::home(), ..Probes::default() };
        Ok(Self { rules, tree, probes, call, disk, questions: Vec::new() })
    }

    /// Tells the checks an option of the command line that is no path.
    pub(crate) fn give(&mut self, option: &str, value: String) {
        self.call.options.push((option.to_owned(), value));
    }

    /// What the command line gives an option, as rules see it.
    pub(crate) fn given(&self, option: &str) -> Option<&str> {
        self.call.options.iter().find(|(name, _)| name == option).map(|(_, value)| value.as_str())
    }

    /// Whether the rules know each check: whether some rule names it first in its head.
    ///
    /// # Errors
    /// If one is not known, with those that are.
    pub(crate) fn all_known(&self, names: &[String]) -> Result<(), String> {
        let known = self.known();
        match names.iter().find(|name| !known.contains(*name)) {
            None => Ok(()),
            Some(name) => Err(format!("there is no check `{name}`; there are {}", known.join(", "))),
        }
    }

    /// The checks that the rules know, sorted.
    pub(crate) fn known(&self) -> Vec<String> {
        named(&self.rules.program).into_iter().collect()
    }

    /// Takes a file of the tree to hold this text, for the checks that follow.
    pub(crate) fn edit(&mut self, file: &str, text: &str) {
        self.disk.edit(&self.tree, file, text.as_bytes().to_vec());
    }

    /// A file of the working tree; none where it is not there.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(&mut self, file: &str) -> Result<Option<Vec<u8>>, String> {
        self.disk.read(&self.tree, file, Version::Working)
    }

    /// The checks that have something to look at.
    ///
    /// # Errors
    /// If the evaluation stops.
    pub(crate) fn that_apply(&mut self) -> Result<Vec<String>, String> {
        let demand = Demand::of(&self.rules.program, &[APPLIES]);
        let case = self.evaluated(&demand)?;
        let mut names = Vec::new();
        for row in case.model.rows(APPLIES) {
            if let Some(engine::Value::Symbol(name)) = row.into_iter().next() {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// The evidence and what the rules derive from it for the check `name`, and for `more` relations.
    ///
    /// # Errors
    /// If the evaluation stops: a limit, a source that fails.
    pub(crate) fn case(&mut self, name: &str, more: &[&str]) -> Result<Case<'_>, String> {
        let outputs: Vec<String> = REPORT.iter().chain(more).map(|&relation| relation.to_owned()).collect();
        let demand = Demand::First(outputs, name.to_owned());
        if demand.reaches_any(&self.rules.program, &[questions::RELATION]) {
            self.questions = questions::of(self);
        }
        self.evaluated(&demand)
    }

    /// What the rules derive for these relations alone.
    ///
    /// # Errors
    /// If the evaluation stops.
    pub(crate) fn derived(&mut self, relations: &[&str]) -> Result<Case<'_>, String> {
        let demand = Demand::of(&self.rules.program, relations);
        self.evaluated(&demand)
    }

    fn evaluated(&mut self, demand: &Demand) -> Result<Case<'_>, String> {
        let Self { rules, call, disk, probes, questions, .. } = self;
        let evidence = Evidence::new(disk, call, Version::Working);
        let mut evidence = evidence.with_probes(probes).with_questions(questions);
        let model = engine::evaluate(&rules.program, demand, &mut evidence, &LIMITS)
            .map_err(|error| rule_set::located(&error, &rules.sources))?;
        Ok(Case { rules, version: Version::Working, evidence, model })
    }
}

/// The texts that heads of the report's relations begin with.
fn named(program: &Program) -> BTreeSet<String> {
    let relations: Vec<_> = REPORT.iter().chain([&APPLIES]).filter_map(|name| program.find(name)).collect();
    let of_rules = program.rules.iter().filter(|rule| relations.contains(&rule.head)).filter_map(|rule| {
        match rule.terms.first() {
            Some(Term::Constant(Constant::Symbol(text))) => Some(text.to_string()),
            _ => None,
        }
    });
    of_rules.collect()
}

/// A path as rules see it: from the top of the tree where it lies in it, else absolute.
fn from_top(tree: &str, directory: &str, typed: &std::path::Path) -> Result<String, String> {
    let text = typed.to_str().ok_or_else(|| format!("{} is not UTF-8", typed.display()))?;
    let typed = path::absolute(directory, text);
    let resolved = path::resolved(&typed);
    // Folded by its text only where that cannot change what it means: `..` behind a link does.
    let absolute = if typed.split('/').any(|part| part == "..") { resolved.clone() } else { path::fold(&typed) };
    let inside = |path: &str| path.strip_prefix(tree)?.strip_prefix('/').map(str::to_owned);
    Ok(inside(&absolute).or_else(|| inside(&resolved)).unwrap_or(absolute))
}
