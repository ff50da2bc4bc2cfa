//! Runs a program once, with a text on standard input and a limit of time. A reader can rely on: it returns soon after the
//! limit, whatever the program and what it started do. Refuses to know what the program is.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// How often to look whether it has ended.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// How long its outputs are waited for once it has ended; what it started may hold them open.
const OUTPUT_TIME: Duration = Duration::from_secs(1);

/// Bytes of each output that are kept.
const MOST: u64 = 1 << 20;

/// What a program did.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    /// How it ended; none: not in time.
    pub(super) status: Option<ExitStatus>,
    pub(super) output: String,
    pub(super) errors: String,
}

/// Runs the program to its end, or kills it at the limit.
///
/// # Errors
/// If it cannot be started.
pub(super) fn run(mut command: Command, input: &[u8], limit: Duration) -> io::Result<Ended> {
    let started = Instant::now();
    // A group of its own, so that what it starts ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A program that reads nothing may have closed its end; that is its business.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let (output, errors) = (read(child.stdout.take()), read(child.stderr.take()));
    let status = wait(&mut child, started, limit)?;
    let text = |bytes: Receiver<Vec<u8>>| {
        let bytes = bytes.recv_timeout(OUTPUT_TIME).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Ended { status, output: text(output), errors: text(errors) })
}

/// Ends the program's whole group where there are groups; that it is gone already is no fault.
fn end_group(child: &Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

fn wait(child: &mut Child, started: Instant, limit: Duration) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() >= limit {
            end_group(child);
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(LOOK_EVERY);
    }
}

fn read(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(pipe) = pipe {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.take(MOST).read_to_end(&mut bytes);
            let _ = sender.send(bytes);
        });
    }
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, limit: u64) -> Ended {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, b"in", Duration::from_millis(limit)).expect("sh runs")
    }

    /// X1: a program has its input, and ends by itself or at the limit.
    #[test]
    fn a_program_ends_in_time() {
        let ended = sh("cat; echo err >&2; exit 3", 5000);
        assert_eq!((ended.output.as_str(), ended.errors.as_str()), ("in", "err\n"));
        assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
        let started = Instant::now();
        assert!(sh("sleep 30 & sleep 30", 100).status.is_none());
        assert!(started.elapsed() < Duration::from_secs(10));
        assert!(run(Command::new("/nowhere"), b"", VERY_LONG).is_err());
    }

    const VERY_LONG: Duration = Duration::from_secs(60);
}
