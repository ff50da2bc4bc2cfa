//! The guard over generated input, within one process: whatever comes in ends in a verdict, and a gated write that
//! nothing meets is refused whatever stands around it.

use std::rc::Rc;

use engine::{Compiled, Demand, Limits, Program};
use facts::evidence::{Call, Evidence};
use facts::git::Version;
use facts::payload::{self, Payload};
use facts::transcript::{self, Transcript};
use facts::world::Recorded;
use proptest::prelude::*;
use serde_json::{Value, json};
use tests::sandbox::{POINTS, POINTS_FILE};
use tests::shipped_rules;

const LIMITS: Limits = Limits { rows: 1_000_000, rounds: 10_000, bytes: 256 << 20, steps: 1 << 30 };

fn guard() -> Program {
    let (_, Compiled { program, .. }) = shipped_rules(&["guard.dl"], false);
    program.expect("the shipped rules compile")
}

/// Denials of a call, in a made-up tree that holds the sandbox's points.
fn denials(program: &Program, payload: Result<Payload, String>, transcript: &Rc<Transcript>) -> Vec<String> {
    let call = Call {
        payload,
        directory: "/r".to_owned(),
        program: Some("/bin/gatelog".to_owned()),
        state: Some("/home/state/gatelog".to_owned()),
        options: Vec::new(),
    };
    let recorded = transcript::Call {
        place: transcript::Place { line: u64::MAX, ..transcript::Place::default() },
        message: String::new(),
        use_id: String::new(),
        tool: String::new(),
        input: Value::Null,
        cwd: None,
        sidechain: false,
    };
    let mut world = Recorded::new(POINTS_FILE, &POINTS.as_bytes().into(), transcript, &recorded);
    let mut evidence = Evidence::new(&mut world, &call, Version::Working);
    let model =
        engine::evaluate(program, &Demand::of(program, &["deny", "ask", "warn", "advice"]), &mut evidence, &LIMITS);
    model.expect("no call stops the evaluation").rows("deny").map(|row| format!("{row:?}")).collect()
}

/// Pieces of commands that a shell reads in many ways.
const PIECES: [&str; 34] = [
    "mv",
    "git",
    "cp",
    "tee",
    "echo",
    "cat",
    "-t",
    "--",
    "-C",
    "docs/plan.md",
    "README.md",
    "docs",
    "$X",
    "$(ls)",
    "`pwd`",
    "*.md",
    ">",
    ">>",
    "<<'EOF'\nx\nEOF\n",
    "&&",
    ";",
    "|",
    "(",
    ")",
    "{",
    "}",
    "'",
    "\"",
    "\\",
    "\n",
    "if",
    "fi",
    "bash -c",
    "sudo",
];

fn script() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..14).prop_map(|pieces| pieces.join(" "))
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(|b| json!(b)),
        any::<i64>().prop_map(|n| json!(n)),
        ".{0,12}".prop_map(|s| json!(s)),
        script().prop_map(|s| json!(s)),
    ];
    let names = prop::sample::select(
        &["file_path", "content", "command", "new_string", "edits", "notebook_path", "input", "x"][..],
    );
    leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(names.clone().prop_map(str::to_owned), inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// G3: any bytes on standard input end in a verdict; what is no call is refused.
    #[test]
    fn any_bytes_end_in_a_verdict(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let program = guard();
        let payload = payload::read(&bytes);
        let unreadable = payload.is_err();
        let denials = denials(&program, payload, &Rc::default());
        prop_assert_eq!(unreadable, !denials.is_empty());
    }

    /// G3: any input of any tool ends in a verdict.
    #[test]
    fn any_input_ends_in_a_verdict(
        tool in prop::sample::select(&["Write", "Edit", "MultiEdit", "NotebookEdit", "Bash", "PowerShell", "Monitor", "apply_patch", "Read", "mcp__x__Write"][..]),
        input in value(),
    ) {
        let program = guard();
        denials(&program, Ok(Payload::of(tool, Vec::new(), input)), &Rc::default());
    }

    /// G3, G7, G9: any command ends in a verdict.
    #[test]
    fn any_command_ends_in_a_verdict(command in script()) {
        let program = guard();
        denials(&program, Ok(Payload::of("Bash", Vec::new(), json!({ "command": command }))), &Rc::default());
    }

    /// G10, G15: prose around a gated write, in the call or in the transcript, opens nothing.
    #[test]
    fn prose_opens_nothing(text in ".{0,60}", said in ".{0,60}") {
        let program = guard();
        let content = format!("x {text} note.topic: absent");
        let line = json!({ "type": "user", "message": { "role": "user", "content": format!("{said} [note.topic] AskUserQuestion") } });
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("s.jsonl");
        std::fs::write(&file, format!("{line}\n")).unwrap();
        let transcript = Rc::new(transcript::read_all(&file).unwrap());
        let fields = vec![("transcript_path".to_owned(), file.display().to_string())];
        let payload = Payload::of("Write", fields, json!({ "file_path": "/r/notes/a.md", "content": content }));
        prop_assert_eq!(denials(&program, Ok(payload), &transcript).len(), 1);
    }
}
