//! `gatelog hook`: judges one tool call. Whatever goes wrong ends as a refusal on standard output with status 0: clients
//! take every other end of a hook for consent. Only a refusal that cannot be written there ends with status 2.

use std::io::{self, Read, Write};
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use facts::evidence::Call;
use facts::payload::Payload;
use facts::world::Disk;
use serde_json::Value;

use crate::client::Client;
use crate::judgement::{Finding, Judgement, VERDICT};
use crate::log::entry::{self, Decision};
use crate::reasons::{Reasons, Wanted};
use crate::{judge, layout, log, refusal};

/// The guard's own deadline, below every client's.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);

/// A transcript that changed within this time may lack its newest lines.
const FRESH: Duration = Duration::from_secs(2);

/// How long to read on for them.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often to look.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// Whether decisions are logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Log {
    /// Each decision, in gatelog's own state folder.
    On,
    /// None.
    Off,
}

/// How long the end of the process may wait for the log.
const LOGGING: Duration = Duration::from_secs(2);

/// A decision, and what it was made of.
#[derive(Clone, Debug, Default)]
struct Decided {
    judgement: Judgement,
    /// Of a refusal; none while they are being worked out.
    reasons: Option<Reasons>,
    input: Arc<[u8]>,
    payload: Option<Payload>,
    /// Where content stands in inputs.
    pointers: Vec<String>,
}

/// Judges the call on standard input.
pub(crate) fn run(deadline: Duration, log: Log, client: Client) -> ExitCode {
    // A panic becomes a refusal; its message must not reach the client as noise.
    panic::set_hook(Box::new(|_| {}));
    let decided = match guarded(move |early| judge_standard_input(early, log), deadline) {
        Ok(decided) => decided,
        Err(failure) => Decided {
            reasons: Some(Reasons::of_failure(&failure)),
            judgement: Judgement::refused(failure),
            ..Decided::default()
        },
    };
    let status = answer(client, &decided.judgement, decided.reasons.as_ref(), log);
    if log == Log::On {
        keep(decided);
    }
    status
}

/// Logs a decision that is given already; nothing that happens to the log matters to the call.
fn keep(decided: Decided) {
    let (sender, receiver) = mpsc::channel();
    let writing = thread::Builder::new().stack_size(judge::STACK).spawn(move || {
        let decision = Decision {
            input: (!decided.input.is_empty()).then_some(&*decided.input),
            payload: decided.payload.as_ref(),
            pointers: &decided.pointers,
            judgement: &decided.judgement,
            reasons: decided.reasons.as_ref(),
        };
        if let Some(folder) = judge::state_folder() {
            let _ = log::append(Path::new(&folder), &entry::of(&decision));
        }
        let _ = sender.send(());
    });
    if writing.is_ok() {
        let _ = receiver.recv_timeout(LOGGING);
    }
}

/// What a judging thread says.
enum Said<T> {
    /// What counts if nothing more is said in time.
    Early(T),
    /// The last word.
    Last(Result<T, Finding>),
}

/// Runs `judge` on a thread of its own; a panic, and no verdict within the deadline, are findings that refuse, unless
/// `judge` gave its verdict early.
fn guarded<T: Send + 'static>(
    judge: impl FnOnce(&dyn Fn(T)) -> Result<T, Finding> + Send + 'static,
    deadline: Duration,
) -> Result<T, Finding> {
    let started = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let judging = thread::Builder::new().stack_size(judge::STACK).spawn(move || {
        // Nobody listens after the deadline; then the verdict is given already.
        let early = |verdict| drop(sender.send(Said::Early(verdict)));
        judge::make_room();
        let judged = panic::catch_unwind(AssertUnwindSafe(|| judge(&early)));
        let _ = sender.send(Said::Last(judged.unwrap_or_else(|cause| Err(panicked(cause.as_ref())))));
    });
    if let Err(cause) = judging {
        return Err(failure("thread", &format!("no thread could be started: {cause}")));
    }
    let mut given = None;
    loop {
        match (receiver.recv_timeout(deadline.saturating_sub(started.elapsed())), given) {
            (Ok(Said::Early(verdict)), _) => given = Some(verdict),
            (Ok(Said::Last(Ok(verdict))), _) => return Ok(verdict),
            (Ok(Said::Last(Err(_))) | Err(_), Some(verdict)) => return Ok(verdict),
            (Ok(Said::Last(Err(finding))), None) => return Err(finding),
            (Err(_), None) => return Err(late(deadline)),
        }
    }
}

fn judge_standard_input(early: &dyn Fn(Decided), log: Log) -> Result<Decided, Finding> {
    let mut bytes = Vec::new();
    let payload = match io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => facts::payload::read(&bytes),
        Err(cause) => Err(format!("standard input cannot be read: {cause}")),
    };
    let call = judge::call(payload).map_err(|reason| failure("process", &reason))?;
    let mut decided = Decided { input: bytes.into(), ..Decided::default() };
    if log == Log::On {
        decided.payload = call.payload.clone().ok();
    }
    Ok(match judge_patiently(&call, &decided, early, log) {
        Ok(decided) => decided,
        Err(finding) => {
            Decided { reasons: Some(Reasons::of_failure(&finding)), judgement: Judgement::refused(finding), ..decided }
        }
    })
}

/// Judges; and where only a question is wanting that a fresh transcript may not show yet, reads on for a moment.
fn judge_patiently(call: &Call, about: &Decided, early: &dyn Fn(Decided), log: Log) -> Result<Decided, Finding> {
    let wanted = Wanted { proofs: (log == Log::On).then_some(entry::MOST_FACTS) };
    let mut patience = Patience { started: Instant::now(), seen: None };
    loop {
        let mut disk = Disk::new(judge::home());
        let rules = judge::rules(call, &mut disk)?;
        let (_, decided) = judge::decide(&rules, &VERDICT, call, &mut disk, |judgement, cases| {
            if !patience.ends_with(judgement) {
                return None;
            }
            let mut decided = Decided { judgement: judgement.clone(), ..about.clone() };
            if let Some(case) = cases.first().filter(|_| log == Log::On) {
                decided.pointers = layout::texts(&case.rules.program, "content_pointer");
            }
            if !judgement.deny.is_empty() {
                early(decided.clone());
                let reasons = Reasons::of(judgement, cases, wanted, &mut |reasons| {
                    early(Decided { reasons: Some(reasons.clone()), ..decided.clone() });
                });
                decided.reasons = Some(reasons);
            }
            Some(decided)
        })?;
        // The process ends soon. To take the rules apart again would cost more than reading them from their image.
        mem::forget(rules);
        if let Some(decided) = decided {
            return Ok(decided);
        }
    }
}

/// How long a verdict waits for files that may change it.
struct Patience {
    started: Instant,
    /// The lengths of the files when they were last looked at.
    seen: Option<Vec<Option<u64>>>,
}

impl Patience {
    /// Whether a verdict stands; otherwise a file that it waits for has changed.
    fn ends_with(&mut self, judgement: &Judgement) -> bool {
        let waited = self.seen.is_some();
        let awaited: Vec<&String> = judgement.awaited.iter().filter(|file| waited || is_fresh(file)).collect();
        if awaited.is_empty() {
            return true;
        }
        let state: Vec<Option<u64>> = awaited.iter().map(|file| length(file)).collect();
        self.seen = Some(state.clone());
        while self.seen.as_ref() == Some(&state) {
            if self.started.elapsed() >= PATIENCE {
                return true;
            }
            thread::sleep(LOOK_EVERY);
            self.seen = Some(awaited.iter().map(|file| length(file)).collect());
        }
        false
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

/// Writes the verdict: a refusal, a question, a remark, or nothing. A question that the client does not put is a refusal.
fn answer(client: Client, judgement: &Judgement, reasons: Option<&Reasons>, log: Log) -> ExitCode {
    let Judgement { deny, advice, ask, .. } = judgement;
    if !deny.is_empty() {
        return refuse(
            client,
            &match reasons {
                Some(reasons) => refusal::whole(deny, advice, reasons, log),
                None => refusal::text(deny, advice),
            },
        );
    }
    let question = refusal::text(ask, &[]);
    if !ask.is_empty() && !client.asks() {
        return refuse(client, &question);
    }
    let asked = (!ask.is_empty()).then(|| client.question(&question));
    let remark = (!judgement.warn.is_empty()).then(|| refusal::text(&judgement.warn, &[]));
    let mut output = asked.unwrap_or_default();
    if let Some(remark) = remark {
        output.insert("systemMessage".to_owned(), Value::String(remark));
    }
    if output.is_empty() {
        return ExitCode::SUCCESS;
    }
    match write(&Value::Object(output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) if !ask.is_empty() => unwritten(&question),
        Err(_) => ExitCode::SUCCESS,
    }
}

/// Refuses: on standard output, and where that cannot be written, by status 2 with the reason on standard error.
fn refuse(client: Client, reason: &str) -> ExitCode {
    match write(&Value::Object(client.refusal(reason))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => unwritten(reason),
    }
}

fn unwritten(reason: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "{reason}");
    ExitCode::from(2)
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
        let judged = guarded::<u8>(|_| panic!("a source broke"), DEADLINE);
        let finding = judged.unwrap_err();
        assert_eq!((finding.rule.as_str(), finding.subject.as_str()), ("failure", "panic"));
        assert!(finding.text.contains("a source broke"));
    }

    /// G3: the guard's own deadline refuses.
    #[test]
    fn no_verdict_in_time_refuses() {
        let slow = |_: &dyn Fn(u8)| {
            thread::sleep(Duration::from_secs(5));
            Ok(1)
        };
        assert_eq!(guarded(slow, Duration::from_millis(20)).unwrap_err().subject, "deadline");
    }

    /// G16: what explains a verdict can neither delay nor undo it.
    #[test]
    fn an_early_verdict_outlives_what_comes_after_it() {
        let slow = |early: &dyn Fn(u8)| {
            early(1);
            thread::sleep(Duration::from_secs(5));
            Ok(2)
        };
        assert_eq!(guarded(slow, Duration::from_millis(200)), Ok(1));
        let broken = |early: &dyn Fn(u8)| {
            early(1);
            panic!("no reason was found")
        };
        assert_eq!(guarded(broken, DEADLINE), Ok(1));
    }

    /// The other direction: a verdict in time is what it is.
    #[test]
    fn a_verdict_in_time_stands() {
        assert_eq!(guarded(|_| Ok(3), DEADLINE), Ok(3));
    }
}
