//! One call, judged under both keys: the rules, points and layout of the working tree and those of `HEAD` must both
//! let it pass.

use std::cell::RefCell;
use std::env;
use std::hint;
use std::path::PathBuf;
use std::thread;

use engine::{Demand, Limits, Model, Program};
use facts::evidence::{Call, Evidence};
use facts::git::Version;
use facts::payload::Payload;
use facts::schema::WHOLE;
use facts::world::{Disk, World};

use crate::judgement::{Finding, Judgement, VERDICT};
use crate::rule_set::{self, Keys, RuleSet};

mod shared;

use shared::Shared;

/// What one evaluation of a call may derive: far more than any honest call needs.
pub(crate) const LIMITS: Limits = Limits { rows: 2_000_000, rounds: 100_000, bytes: 512 << 20, steps: 1 << 27 };

/// Stack of a judging thread, in bytes: rules and commands nest.
pub(crate) const STACK: usize = 64 << 20;

/// Makes room in the memory of a thread that has just begun. The C library's allocator gives the second thread of a process
/// an arena that otherwise grows by a page and a system call at a time; what was given back once stays with it.
pub(crate) fn make_room() {
    const ROOM: usize = 4 << 20;
    // Blocks of this size and more are given back to the system, until one was: hence the first.
    for size in [4 * ROOM, ROOM] {
        drop(hint::black_box(Vec::<u8>::with_capacity(size)));
    }
}

/// Runs on a stack that rules, commands and proofs may nest in.
///
/// # Errors
/// Those of `run`; and if it panics, or no thread can be started.
pub(crate) fn on_a_large_stack<T: Send>(run: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    thread::scope(|scope| {
        let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        let started = started.map_err(|cause| format!("no thread could be started: {cause}"))?;
        started.join().unwrap_or_else(|_| Err("this is a defect of gatelog; please report it".to_owned()))
    })
}

/// The call that this process was started for.
///
/// # Errors
/// If the process has no directory, or one that is no text.
pub(crate) fn call(payload: Result<Payload, String>) -> Result<Call, String> {
    Ok(Call {
        payload,
        directory: directory()?,
        program: env::current_exe().ok().and_then(|path| path.to_str().map(str::to_owned)),
        state: state_folder(),
        options: Vec::new(),
    })
}

/// The working directory.
///
/// # Errors
/// If there is none, or its name is no text.
pub(crate) fn directory() -> Result<String, String> {
    let directory = env::current_dir().map_err(|cause| format!("there is no working directory: {cause}"))?;
    directory.to_str().map(str::to_owned).ok_or_else(|| "the working directory's name is not UTF-8".to_owned())
}

/// What `~` stands for.
pub(crate) fn home() -> Option<String> {
    env::home_dir().and_then(|path| path.to_str().map(str::to_owned))
}

/// The folder of gatelog's own state: `$XDG_STATE_HOME/gatelog`, else `~/.local/state/gatelog`.
pub(crate) fn state_folder() -> Option<String> {
    let base = match env::var_os("XDG_STATE_HOME") {
        Some(folder) if !folder.is_empty() => PathBuf::from(folder),
        _ => env::home_dir()?.join(".local").join("state"),
    };
    base.join("gatelog").to_str().map(str::to_owned)
}

/// A call as judged under one key: what a reason for the verdict is looked for in.
pub(crate) struct Case<'c> {
    /// The rules.
    pub(crate) rules: &'c RuleSet,
    /// Which version of files with two keys was read.
    pub(crate) version: Version,
    /// What was read, and where from.
    pub(crate) evidence: Evidence<'c>,
    /// What the rules derived.
    pub(crate) model: Model<'c>,
}

/// Judges a call under both keys; `then` may ask the cases why, and is called whatever the verdict.
///
/// # Errors
/// If it cannot be judged: a rule file that does not compile, a limit, a source that fails. The finding refuses.
pub(crate) fn judge<T>(
    call: &Call,
    disk: &mut Disk,
    then: impl FnOnce(&Judgement, Vec<Case<'_>>) -> T,
) -> Result<(Judgement, T), Finding> {
    let rules = rules(call, disk)?;
    decide(&rules, &VERDICT, call, disk, then)
}

/// The rules that judge a call, under both keys; the world is told what they may read.
///
/// # Errors
/// If a rule file cannot be read or does not compile.
pub(crate) fn rules(call: &Call, disk: &mut Disk) -> Result<Keys, Finding> {
    let rules = rule_set::keys(disk, &call.directory)?;
    // The shipped rules look at questions only, and need not read the rest of a long session.
    let mut programs = std::iter::once(&rules.working).chain(&rules.head).map(|set| &set.program);
    let whole = |program: &Program| Demand::of(program, &VERDICT).reaches_any(program, &WHOLE);
    if programs.any(whole) {
        disk.read_whole();
    }
    Ok(rules)
}

/// Decides a call in a world, by the contract relations `outputs`. Everything that judges calls does so here.
///
/// # Errors
/// If an evaluation stops: a limit, a source that fails.
pub(crate) fn decide<T>(
    rules: &Keys,
    outputs: &[&str],
    call: &Call,
    world: &mut dyn World,
    then: impl FnOnce(&Judgement, Vec<Case<'_>>) -> T,
) -> Result<(Judgement, T), Finding> {
    let world = RefCell::new(world);
    let (mut for_working, mut for_head) = (Shared(&world), Shared(&world));
    let first = evaluate(&rules.working, outputs, call, &mut for_working, Version::Working)?;
    let judgement = Judgement::of(&first.model);
    if rules.head.is_none() && !first.evidence.versions_differ() {
        let reasons = then(&judgement, vec![first]);
        return Ok((judgement, reasons));
    }
    let head = rules.head.as_ref().unwrap_or(&rules.working);
    let second = evaluate(head, outputs, call, &mut for_head, Version::Head)?;
    let judgement = judgement.and(Judgement::of(&second.model));
    let reasons = then(&judgement, vec![first, second]);
    Ok((judgement, reasons))
}

fn evaluate<'c>(
    rules: &'c RuleSet,
    outputs: &[&str],
    call: &'c Call,
    world: &'c mut dyn World,
    version: Version,
) -> Result<Case<'c>, Finding> {
    let mut evidence = Evidence::new(world, call, version);
    let demand = Demand::of(&rules.program, outputs);
    let model = engine::evaluate(&rules.program, &demand, &mut evidence, &LIMITS).map_err(|error| Finding {
        rule: "evaluation".to_owned(),
        subject: "rules".to_owned(),
        text: format!(
            "the call is refused because its judgement stopped; a person can mend the rule, or the input that it met, \
             outside the session\n{}",
            rule_set::located(&error, &rules.sources)
        ),
    })?;
    Ok(Case { rules, version, evidence, model })
}
