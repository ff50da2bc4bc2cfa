//! The command line that a client runs before a tool call. A reader can rely on: it works from any directory and in any
//! shell, and whatever keeps the guard from judging ends with a reason on standard error and status 2, which every client
//! takes for a refusal; every other end would be taken for consent.

use crate::client::Client;
use crate::wiring;

/// `$0` is the program where it was wired; on another machine it is not there, and the one in `PATH` is taken. No variable
/// is set, since Gemini puts the values of variables into its settings.
const SCRIPT: &str = concat!(
    r#"if [ -x "$0" ]; then "$0" "$@"; else gatelog "$@"; fi || { "#,
    r#"echo "gatelog: the guard did not judge this call (status $?), so it is refused; a person can find out why with: "#,
    r#"gatelog doctor" >&2; exit 2; }"#
);

/// The command line for a client, with the program at an absolute path.
pub(crate) fn line(executable: &str, client: Client) -> String {
    let client = match client {
        Client::Claude => String::new(),
        other => format!(" --client {}", wiring::name(other)),
    };
    format!("sh -c {} {} hook --log{client}", quoted(SCRIPT), quoted(executable))
}

/// The program that a command line of ours names; none: the line is another one.
pub(crate) fn program(line: &str) -> Option<String> {
    let rest = line.strip_prefix(&format!("sh -c {} '", quoted(SCRIPT)))?;
    let (program, _) = rest.rsplit_once("' hook")?;
    Some(program.replace(r"'\''", "'"))
}

/// A text as one word of a shell's command line.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn run(executable: &str, path: &str, client: Client) -> (Option<i32>, String, String) {
        let output = Command::new("/bin/sh")
            .args(["-c", &line(executable, client)])
            .env("PATH", path)
            .output()
            .expect("sh runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    fn script(folder: &std::path::Path, name: &str, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("the folder is ours");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("the file is ours");
        path.display().to_string()
    }

    /// X1: the wired program runs, whatever its path; else the one in `PATH`; else the call is refused.
    #[test]
    fn what_cannot_judge_refuses() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let usual = std::env::var("PATH").unwrap_or_default();
        let own = script(folder.path(), "it's $HOME \"own\"", "echo own \"$@\"");
        assert_eq!(run(&own, &usual, Client::Claude), (Some(0), "own hook --log\n".to_owned(), String::new()));
        assert_eq!(run(&own, &usual, Client::Codex).1, "own hook --log --client codex\n");

        assert_eq!(program(&line(&own, Client::Codex)), Some(own.clone()));
        assert_eq!(program("/nowhere/gatelog hook --log"), None);

        let (status, out, err) = run("/nowhere/gatelog", &usual, Client::Claude);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains("it is refused") && err.contains("status 127"), "{err}");

        let found = folder.path().join("bin");
        std::fs::create_dir(&found).expect("the folder is ours");
        script(&found, "gatelog", "echo found");
        let path = format!("{}:{usual}", found.display());
        assert_eq!(run("/nowhere/gatelog", &path, Client::Claude).1, "found\n");

        let broken = script(folder.path(), "broken", "exit 101");
        let (status, _, err) = run(&broken, &usual, Client::Claude);
        assert!(status == Some(2) && err.contains("status 101"), "{err}");
        let killed = script(folder.path(), "killed", "kill -9 $$");
        assert_eq!(run(&killed, &usual, Client::Claude).0, Some(2));
    }
}
