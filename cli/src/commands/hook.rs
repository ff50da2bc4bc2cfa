//! `gatelog hook`: judges one tool call. Whatever goes wrong ends as a refusal on standard output with status 0: clients
//! take every other end of a hook for consent. Only a refusal that cannot be written there ends with status 2.

use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use facts::evidence::Call;
use facts::world::Disk;
use serde_json::{Value, json};

use crate::judge;
use crate::judgement::{Finding, Judgement};
use crate::refusal;

/// The guard's own deadline, below every client's.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);

/// A transcript that changed within this time may lack its newest lines.
const FRESH: Duration = Duration::from_secs(2);

/// How long to read on for them.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often to look.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// Stack of the judging thread, in bytes: rules and commands nest.
const STACK: usize = 64 << 20;

/// Judges the call on standard input.
pub(crate) fn run(deadline: Duration) -> ExitCode {
    // A panic becomes a refusal; its message must not reach the client as noise.
    panic::set_hook(Box::new(|_| {}));
    match guarded(judge_standard_input, deadline) {
        Ok(judgement) => answer(&judgement),
        Err(failure) => refuse(&refusal::text(&[failure], &[])),
    }
}

/// Runs `judge` on a thread of its own; a panic, and no verdict within the deadline, are findings that refuse.
fn guarded(
    judge: impl FnOnce() -> Result<Judgement, Finding> + Send + 'static,
    deadline: Duration,
) -> Result<Judgement, Finding> {
    let (sender, receiver) = mpsc::channel();
    let judging = thread::Builder::new().stack_size(STACK).spawn(move || {
        let judged = panic::catch_unwind(AssertUnwindSafe(judge));
        // Nobody listens after the deadline; then the verdict is given already.
        let _ = sender.send(judged.unwrap_or_else(|cause| Err(panicked(cause.as_ref()))));
    });
    match judging {
        Ok(_) => receiver.recv_timeout(deadline).unwrap_or_else(|_| Err(late(deadline))),
        Err(cause) => Err(failure("thread", &format!("no thread could be started: {cause}"))),
    }
}

fn judge_standard_input() -> Result<Judgement, Finding> {
    let mut bytes = Vec::new();
    let payload = match io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => facts::payload::read(&bytes),
        Err(cause) => Err(format!("standard input cannot be read: {cause}")),
    };
    let call = judge::call(payload).map_err(|reason| failure("process", &reason))?;
    judge_patiently(&call)
}

/// Judges; and where only a question is wanting that a fresh transcript may not show yet, reads on for a moment.
fn judge_patiently(call: &Call) -> Result<Judgement, Finding> {
    let started = Instant::now();
    let mut seen = None;
    loop {
        let judgement = judge::judge(call, &mut Disk::new(judge::home()))?;
        let awaited: Vec<&String> = judgement.awaited.iter().filter(|file| seen.is_some() || is_fresh(file)).collect();
        if awaited.is_empty() {
            return Ok(judgement);
        }
        let state: Vec<Option<u64>> = awaited.iter().map(|file| length(file)).collect();
        seen = Some(state.clone());
        while seen.as_ref() == Some(&state) {
            if started.elapsed() >= PATIENCE {
                return Ok(judgement);
            }
            thread::sleep(LOOK_EVERY);
            seen = Some(awaited.iter().map(|file| length(file)).collect());
        }
    }
}

/// Whether the file changed a moment ago.
fn is_fresh(file: &str) -> bool {
    let changed = std::fs::metadata(file).and_then(|about| about.modified());
    changed.is_ok_and(|changed| SystemTime::now().duration_since(changed).is_ok_and(|age| age < FRESH))
}

fn length(file: &str) -> Option<u64> {
    std::fs::metadata(file).ok().map(|about| about.len())
}

fn failure(what: &str, text: &str) -> Finding {
    Finding {
        rule: "failure".to_owned(),
        subject: what.to_owned(),
        text: format!("the call is refused because the guard itself failed: {text}"),
    }
}

fn late(deadline: Duration) -> Finding {
    failure("deadline", &format!("no verdict within {} s; try again", deadline.as_secs_f32()))
}

fn panicked(cause: &(dyn std::any::Any + Send)) -> Finding {
    let text = cause
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| cause.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    failure("panic", &format!("{text} (this is a defect of gatelog; please report it)"))
}

/// Writes the verdict: a refusal, a question, a remark, or nothing.
fn answer(judgement: &Judgement) -> ExitCode {
    if !judgement.deny.is_empty() {
        return refuse(&refusal::text(&judgement.deny, &judgement.advice));
    }
    let mut output = serde_json::Map::new();
    if !judgement.ask.is_empty() {
        output.insert("hookSpecificOutput".to_owned(), decision("ask", &refusal::text(&judgement.ask, &[])));
    }
    if !judgement.warn.is_empty() {
        output.insert("systemMessage".to_owned(), Value::String(refusal::text(&judgement.warn, &[])));
    }
    if output.is_empty() {
        return ExitCode::SUCCESS;
    }
    let asks = !judgement.ask.is_empty();
    match write(&Value::Object(output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) if asks => unwritten(&refusal::text(&judgement.ask, &[])),
        Err(_) => ExitCode::SUCCESS,
    }
}

/// Refuses: on standard output, and where that cannot be written, by status 2 with the reason on standard error.
fn refuse(reason: &str) -> ExitCode {
    match write(&json!({ "hookSpecificOutput": decision("deny", reason) })) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => unwritten(reason),
    }
}

fn unwritten(reason: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{reason}");
    ExitCode::from(2)
}

fn decision(verdict: &str, reason: &str) -> Value {
    json!({
        "hookEventName": "PreToolUse",
        "permissionDecision": verdict,
        "permissionDecisionReason": reason,
    })
}

fn write(output: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{output}")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// G3: a panic inside any source refuses, and says what happened.
    #[test]
    fn a_panic_refuses() {
        let judged = guarded(|| panic!("a source broke"), DEADLINE);
        let finding = judged.unwrap_err();
        assert_eq!((finding.rule.as_str(), finding.subject.as_str()), ("failure", "panic"));
        assert!(finding.text.contains("a source broke"));
    }

    /// G3: the guard's own deadline refuses.
    #[test]
    fn no_verdict_in_time_refuses() {
        let slow = || {
            thread::sleep(Duration::from_secs(5));
            Ok(Judgement::default())
        };
        assert_eq!(guarded(slow, Duration::from_millis(20)).unwrap_err().subject, "deadline");
    }

    /// The other direction: a verdict in time is what it is.
    #[test]
    fn a_verdict_in_time_stands() {
        assert_eq!(guarded(|| Ok(Judgement::default()), DEADLINE), Ok(Judgement::default()));
    }
}
