//! One call, judged under both keys: the rules, points and layout of the working tree and those of `HEAD` must both
//! let it pass.

use std::env;
use std::path::PathBuf;

use engine::{Demand, Limits, Program};
use facts::evidence::{Call, Evidence};
use facts::git::Version;
use facts::payload::Payload;
use facts::world::{Disk, World};

use crate::judgement::{Finding, Judgement, VERDICT};
use crate::rule_set::{self, Keys};

/// What one evaluation of a call may derive: far more than any honest call needs.
pub(crate) const LIMITS: Limits = Limits { rows: 2_000_000, rounds: 100_000, bytes: 512 << 20 };

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
fn state_folder() -> Option<String> {
    let base = match env::var_os("XDG_STATE_HOME") {
        Some(folder) if !folder.is_empty() => PathBuf::from(folder),
        _ => env::home_dir()?.join(".local").join("state"),
    };
    base.join("gatelog").to_str().map(str::to_owned)
}

/// Judges a call under both keys.
///
/// # Errors
/// If it cannot be judged: a rule file that does not compile, a limit, a source that fails. The finding refuses.
pub(crate) fn judge(call: &Call, disk: &mut Disk) -> Result<Judgement, Finding> {
    let Keys { working, head } = rule_set::keys(disk, &call.directory)?;
    let (first, differ) = evaluate(&working.program, &VERDICT, call, disk, Version::Working)?;
    if head.is_none() && !differ {
        return Ok(first);
    }
    let second = &head.as_ref().unwrap_or(&working).program;
    let (second, _) = evaluate(second, &VERDICT, call, disk, Version::Head)?;
    Ok(first.and(second))
}

/// Evaluates the contract relations `outputs` for a call under one key; and whether a file with two keys was read whose
/// versions differ.
///
/// # Errors
/// If the evaluation stops: a limit, a source that fails.
pub(crate) fn evaluate(
    program: &Program,
    outputs: &[&str],
    call: &Call,
    world: &mut dyn World,
    version: Version,
) -> Result<(Judgement, bool), Finding> {
    let mut evidence = Evidence::new(world, call, version);
    let demand = Demand::of(program, outputs);
    let model = engine::evaluate(program, &demand, &mut evidence, &LIMITS).map_err(|error| Finding {
        rule: "evaluation".to_owned(),
        subject: "rules".to_owned(),
        text: format!("the call is refused because its judgement stopped: {error}"),
    })?;
    let judgement = Judgement::of(&model);
    drop(model);
    Ok((judgement, evidence.versions_differ()))
}
