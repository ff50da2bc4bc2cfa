//! The journal: what is recorded, what a recorded answer is good for, and what becomes of it when something goes wrong while
//! it is written.

#![expect(clippy::unwrap_used, reason = "what a test cannot do fails it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use ask::fingerprint::Fingerprint;
use ask::journal::entry::{Entry, VERSION};
use ask::journal::{Journal, JournalError, Whose};
use ask::provider::script::Script;
use ask::provider::{Provider, ProviderError, Providers, Reply, Request};
use ask::question::{Failure, Prepared, prepare};
use ask::recorded::{Given, Named, Recall, RecordedError, ask};
use serde_json::{Value, json};

const TEXT: &str = r#"{"type": "string"}"#;

fn asked(
    journal: &Path,
    (schema, message): (&str, &str),
    recall: Recall,
    answers: &[Value],
) -> Result<Given, RecordedError> {
    let prepared: Prepared = prepare(schema.as_bytes()).unwrap();
    let mut providers = Providers::new();
    providers.install(Box::new(Script::new(answers.to_vec())));
    let question = Named { name: "plan.goal", prepared: &prepared, message, whose: Whose::Anybody };
    ask(question, &Journal::new(journal), recall, &mut providers, || "2026-03-14T09:26:53Z".to_owned())
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(".gatelog/answers.jsonl");
    (folder, file)
}

fn entry(nth: usize) -> Entry {
    Entry {
        version: VERSION,
        name: format!("q.{nth}"),
        question: Fingerprint::of("m", &json!({})),
        provider: "script".to_owned(),
        when: "2026-03-14T09:26:53Z".to_owned(),
        answer: json!("x".repeat(nth % 700)),
    }
}

/// J6: a run that meets its recorded answer asks nobody, however its schema is written now.
#[test]
fn a_recorded_answer_asks_nobody() {
    let (_folder, file) = folder();
    let first = asked(&file, (TEXT, "What for?"), Recall::Give, &[json!("sell")]).unwrap();
    assert!(!first.recalled && first.entry.provider == "script");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 1);
    let again = asked(&file, ("{\n \"type\":\"string\" }", "What for?"), Recall::Give, &[]).unwrap();
    assert!(again.recalled && *again.answer() == json!("sell"));
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "nothing was written");
}

/// J6: only an answer that fits is recorded; one that does not, and a provider that fails, leave no file.
#[test]
fn only_what_fits_is_recorded() {
    let (_folder, file) = folder();
    let wrong = asked(&file, (TEXT, "m"), Recall::Give, &[json!(3)]);
    assert!(matches!(wrong, Err(RecordedError::Question(Failure::Answer(_)))));
    let dry = asked(&file, (TEXT, "m"), Recall::Give, &[]);
    assert!(matches!(dry, Err(RecordedError::Question(Failure::Provider(_)))));
    assert!(!file.exists());
}

/// J6: a recorded answer to a question that has changed is refused, with what changed; only the person's word asks anew.
#[test]
fn a_changed_question_is_stale() {
    let (_folder, file) = folder();
    asked(&file, (TEXT, "What for?"), Recall::Give, &[json!("sell")]).unwrap();
    let other = r#"{"type": "string", "minLength": 1}"#;
    for (question, changed) in [
        ((TEXT, "Why?"), &["message"][..]),
        ((other, "What for?"), &["schema"]),
        ((other, "Why?"), &["message", "schema"]),
    ] {
        let Err(RecordedError::Journal(JournalError::Stale(stale))) =
            asked(&file, question, Recall::Give, &[json!("never asked")])
        else {
            panic!("{question:?} is stale")
        };
        let changes: Vec<&str> = stale.changes().iter().map(|(what, ..)| *what).collect();
        assert_eq!(changes, changed);
        let text = stale.to_string();
        for digest in stale.changes().iter().flat_map(|(_, was, is)| [was, is]) {
            assert!(text.contains(digest), "{text}");
        }
    }
    let again = asked(&file, (other, "Why?"), Recall::AskAgain, &[json!("teach")]).unwrap();
    assert!(!again.recalled);
    assert_eq!(*asked(&file, (other, "Why?"), Recall::Give, &[]).unwrap().answer(), json!("teach"));
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 2, "the first answer stays on record");
}

/// J3, J6: where only a person's word counts, what a script or a file said under the name is not recalled, nor is it stale.
#[test]
fn only_a_persons_word_counts_where_it_is_wanted() {
    let (_folder, file) = folder();
    asked(&file, (TEXT, "m"), Recall::Give, &[json!("sell")]).unwrap();
    let journal = Journal::new(&file);
    let question = prepare(TEXT.as_bytes()).unwrap().fingerprint("m");
    assert!(journal.recall("plan.goal", &question, Whose::Anybody).unwrap().is_some());
    assert!(journal.recall("plan.goal", &question, Whose::Person).unwrap().is_none());
    let other = Fingerprint::of("other", &json!({}));
    assert!(journal.recall("plan.goal", &other, Whose::Person).unwrap().is_none());
    let entry = Entry { provider: "terminal".to_owned(), name: "plan.goal".to_owned(), question, ..entry(1) };
    journal.append(&entry).unwrap();
    assert_eq!(journal.recall("plan.goal", &entry.question, Whose::Person).unwrap(), Some(entry));
}

/// J6: an answer that somebody put under a question's fingerprint by hand is judged like any other.
#[test]
fn an_altered_answer_is_refused() {
    let (_folder, file) = folder();
    asked(&file, (TEXT, "m"), Recall::Give, &[json!("sell")]).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"answer\":\"sell\"", "\"answer\":7")).unwrap();
    assert!(matches!(asked(&file, (TEXT, "m"), Recall::Give, &[]), Err(RecordedError::Altered(_))));
}

/// J6, J8: a last line that was cut off hides no entry, and the next one stands on a line of its own; wherever it was cut.
#[test]
fn a_torn_line_is_survived() {
    let (_folder, file) = folder();
    let journal = Journal::new(&file);
    let (first, second, third) = (entry(1), entry(2), entry(3));
    journal.append(&first).unwrap();
    let torn = second.line();
    for cut in 1..torn.len() {
        fs::write(&file, format!("{}{}", first.line(), &torn[..cut])).unwrap();
        let whole = cut == torn.len() - 1;
        let contents = journal.read().unwrap();
        assert_eq!((contents.entries.len(), contents.damaged.len()), (1 + usize::from(whole), usize::from(!whole)));
        journal.append(&third).unwrap();
        let names: Vec<String> = journal.read().unwrap().entries.into_iter().map(|(_, entry)| entry.name).collect();
        assert_eq!(names.len(), 2 + usize::from(whole), "cut at {cut}");
        assert_eq!((names.first(), names.last()), (Some(&first.name), Some(&third.name)));
    }
    fs::write(&file, b"\xff\xfe\n{\"version\": 9}\n\n").unwrap();
    assert_eq!(journal.read().unwrap().damaged.len(), 2);
}

/// J6: writers at the same time each have their whole lines.
#[test]
fn writers_wait_for_each_other() {
    let (_folder, file) = folder();
    thread::scope(|scope| {
        for writer in 0..8 {
            let file = &file;
            scope.spawn(move || (0..25).for_each(|n| Journal::new(file).append(&entry(writer * 100 + n)).unwrap()));
        }
    });
    let contents = Journal::new(&file).read().unwrap();
    assert_eq!((contents.entries.len(), contents.damaged.len()), (200, 0));
    let mut names: Vec<String> = contents.entries.into_iter().map(|(_, entry)| entry.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 200);
}

/// J6: a disk that is full is an error, and the journal holds what it held; here a limit on the size of files stands for it.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_journal_as_it_was() {
    const VARIABLE: &str = "JOURNAL_ON_A_FULL_DISK";
    if let Some(file) = std::env::var_os(VARIABLE) {
        let failed = Journal::new(file).append(&entry(650)).unwrap_err().to_string();
        assert!(failed.contains("cannot be written"), "{failed}");
        return;
    }
    let (_folder, file) = folder();
    let journal = Journal::new(&file);
    (0..3).for_each(|n| journal.append(&entry(n)).unwrap());
    let before = fs::read(&file).unwrap();
    assert!(before.len() > 512 && before.len() < 1024, "the limit below lies inside the next line: {}", before.len());
    let test = std::env::current_exe().unwrap();
    // The shell counts in blocks of 512 bytes, and what exceeds the limit sends a signal that a program may ignore.
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$0\" --exact a_full_disk_leaves_the_journal_as_it_was";
    let done = Command::new("sh").args(["-c", script]).arg(test).env(VARIABLE, &file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    assert!(String::from_utf8_lossy(&done.stdout).contains("1 passed"));
    assert_eq!(fs::read(&file).unwrap(), before);
    journal.append(&entry(650)).unwrap();
    assert_eq!(journal.read().unwrap().entries.len(), 4);
}

/// Ends the program while it asks.
struct Killed;

impl Provider for Killed {
    fn name(&self) -> &str {
        "killed"
    }

    fn ask(&mut self, _: &Request<'_>) -> Result<Reply, ProviderError> {
        std::process::abort()
    }
}

/// J8: a program that is killed while it asks leaves nothing: no journal, and no lock on one that is there.
#[test]
fn a_killed_provider_leaves_nothing() {
    const VARIABLE: &str = "JOURNAL_OF_A_KILLED_PROVIDER";
    if let Some(file) = std::env::var_os(VARIABLE) {
        let prepared = prepare(b"{}").unwrap();
        let mut providers = Providers::new();
        providers.install(Box::new(Killed));
        let question = Named { name: "q", prepared: &prepared, message: "m", whose: Whose::Anybody };
        let _ = ask(question, &Journal::new(file), Recall::Give, &mut providers, String::new);
        return;
    }
    let (_folder, file) = folder();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "a_killed_provider_leaves_nothing"]).env(VARIABLE, &file);
    let killed = command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    #[cfg(unix)]
    assert!(std::os::unix::process::ExitStatusExt::signal(&killed).is_some(), "it was killed: {killed}");
    assert!(!killed.success(), "it was killed");
    assert!(!file.exists() && !file.parent().unwrap().exists());
    Journal::new(&file).append(&entry(1)).unwrap();
}

/// J6: a journal that cannot be read is an error and no empty one.
#[test]
fn an_unreadable_journal_is_an_error() {
    let (_folder, file) = folder();
    fs::create_dir_all(&file).unwrap();
    let failed = asked(&file, (TEXT, "m"), Recall::Give, &[json!("sell")]);
    assert!(matches!(failed, Err(RecordedError::Journal(JournalError::Io { doing: "read", .. }))), "{failed:?}");
}
