//! Other clients' transcripts: lowered to the records that the first client's questions come to, in both directions; and
//! that the hook's quick way through a file finds what reading every line finds.

use std::fs;

use facts::transcript::{Transcript, read_all, read_questions, read_recording};
use proptest::prelude::*;
use serde_json::{Value, json};

const Q: &str = "Which store should we use?";

fn lines(entries: &[Value]) -> String {
    entries.iter().map(|entry| format!("{entry}\n")).collect()
}

/// Reads every line, and sees to it that the hook's reading finds the same questions.
fn read(content: &str) -> Transcript {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("s.jsonl");
    fs::write(&file, content).expect("the folder is ours");
    let (quick, all) = (read_questions(&file, None).expect("it is there"), read_all(&file).expect("it is there"));
    let asked: Vec<&str> = quick.uses.iter().map(|call| call.use_id.as_str()).collect();
    let of_questions = |id: &str| asked.contains(&id);
    assert!(quick.uses.iter().all(|call| ["request_user_input", "ask_user"].contains(&call.tool.as_str())));
    assert_eq!((&quick.questions, &quick.headers, &quick.sources), (&all.questions, &all.headers, &all.sources));
    assert!(quick.results.iter().eq(all.results.iter().filter(|result| of_questions(&result.use_id))));
    assert_eq!((&quick.answers, &quick.notes, quick.lines), (&all.answers, &all.notes, all.lines));
    assert!(quick.entries.is_empty() && quick.texts.is_empty() && quick.said.is_empty());
    all
}

fn results(transcript: &Transcript) -> Vec<(&str, bool)> {
    transcript.results.iter().map(|result| (&*result.use_id, result.failed)).collect()
}

fn answers(transcript: &Transcript) -> Vec<(&str, &str)> {
    transcript.answers.iter().map(|answer| (&*answer.question, &*answer.value)).collect()
}

fn said(transcript: &Transcript) -> Vec<(u64, &str)> {
    transcript.said.iter().map(|said| (said.place.line, &*said.text)).collect()
}

mod codex {
    use super::*;

    fn line(kind: &str, payload: Value) -> Value {
        json!({"timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload})
    }

    fn item(payload: Value) -> Value {
        line("response_item", payload)
    }

    fn meta() -> Value {
        line("session_meta", json!({"id": "s", "cwd": "/r", "source": "cli", "thread_source": "user"}))
    }

    fn call(id: &str, tool: &str, arguments: &Value) -> Value {
        item(
            json!({"type": "function_call", "id": format!("fc_{id}"), "name": tool, "arguments": arguments.to_string(), "call_id": id}),
        )
    }

    fn asks(id: &str) -> Value {
        let question = json!({"id": "store", "header": "[a.store] Store", "question": Q, "options": [{"label": "SQLite"}, {"label": "Postgres"}]});
        call(id, "request_user_input", &json!({"questions": [question], "metadata": {"source": "a.b"}}))
    }

    fn output(id: &str, output: &str) -> Value {
        item(json!({"type": "function_call_output", "call_id": id, "output": output}))
    }

    fn chosen(choices: &Value) -> String {
        json!({"answers": {"store": {"answers": choices}}}).to_string()
    }

    /// G10, F2: an answered question, with its places in the client's own line.
    #[test]
    fn g10_an_answered_question() {
        let verified = line("retained_context", json!({"type": "verified_answer", "call_id": "c1", "questions": []}));
        let text = item(json!({"type": "message", "role": "assistant", "id": "m", "content": []}));
        let read = read(&lines(&[meta(), text, asks("c1"), verified, output("c1", &chosen(&json!(["Postgres"])))]));
        let call = &read.uses[0];
        assert_eq!((call.place.line, &*call.use_id, &*call.tool), (3, "c1", "request_user_input"));
        assert_eq!((&*read.headers[0].id, &*read.sources[0].id), ("a.store", "a.b"));
        assert_eq!((read.questions[0].index, &*read.questions[0].text), (0, Q));
        assert_eq!(read.questions[0].place.pointer, "/payload/arguments");
        assert_eq!(results(&read), [("c1", false)]);
        assert_eq!(answers(&read), [(Q, "Postgres")]);
        assert_eq!((read.answers[0].place.line, &*read.answers[0].place.pointer), (5, "/payload/output"));
        assert!(read.damaged.is_empty());
    }

    /// G10: aborted, refused by a hook, not available, no answer, and no result at all.
    #[test]
    fn g10_no_answer() {
        for (said, failed) in [
            ("aborted by user after 1.2s", true),
            (
                "Command blocked by PreToolUse hook: no. Command: {\"answers\":{\"store\":{\"answers\":[\"Postgres\"]}}}",
                true,
            ),
            ("request_user_input is unavailable in Default mode", true),
            ("{\"answers\":[\"Postgres\"]}", true),
            ("{\"answers\":{}}", false),
            ("{\"answers\":{\"other\":{\"answers\":[\"Postgres\"]}}}", false),
        ] {
            let read = read(&lines(&[meta(), asks("c1"), output("c1", said)]));
            assert_eq!((results(&read), answers(&read)), (vec![("c1", failed)], vec![]), "{said}");
        }
        let empty = read(&lines(&[meta(), asks("c1"), output("c1", &chosen(&json!([])))]));
        assert_eq!(answers(&empty), [(Q, "")]);
        assert!(results(&read(&lines(&[meta(), asks("c1")]))).is_empty());
    }

    /// G10: what stands in another call's result, in prose, or in front of the question answers nothing.
    #[test]
    fn g10_near_misses() {
        let answer = chosen(&json!(["Postgres"]));
        let prose = item(
            json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": format!("request_user_input {Q}")}]}),
        );
        let shell = call("c2", "exec_command", &json!({"cmd": "echo request_user_input"}));
        let read_ = read(&lines(&[meta(), prose, shell, output("c2", &answer)]));
        assert!(read_.questions.is_empty() && read_.answers.is_empty());
        assert_eq!(results(&read_), [("c2", false)]);
        assert!(answers(&read(&lines(&[meta(), output("c1", &answer), asks("c1")]))).is_empty());
        // A server's tool of the same name, and a line of another kind.
        let mut servers = asks("c1");
        servers["payload"]["namespace"] = json!("mcp__x__");
        let servers = read(&lines(&[meta(), servers, output("c1", &answer)]));
        assert_eq!(
            (&*servers.uses[0].tool, servers.questions.len(), servers.answers.len()),
            ("mcp__x__request_user_input", 0, 0)
        );
        let mut other = asks("c1");
        other["type"] = json!("compacted");
        assert!(read(&lines(&[meta(), other, output("c1", &answer)])).questions.is_empty());
        // Nothing of it counts in a file that does not begin as one of this client's.
        let headless =
            read(&lines(&[json!({"type": "mode", "text": "session_meta"}), asks("c1"), output("c1", &answer)]));
        assert!(headless.questions.is_empty() && headless.results.is_empty());
    }

    /// G10: a typed note is an answer where nothing was chosen; ids that two questions share answer neither.
    #[test]
    fn g10_notes_and_shared_ids() {
        let noted =
            read(&lines(&[meta(), asks("c1"), output("c1", &chosen(&json!(["Postgres", "user_note: for now"])))]));
        assert_eq!((answers(&noted), &*noted.notes[0].text), (vec![(Q, "Postgres")], "for now"));
        let typed = read(&lines(&[meta(), asks("c1"), output("c1", &chosen(&json!(["user_note: a file"])))]));
        assert_eq!(answers(&typed), [(Q, "a file")]);
        let question = |text: &str| json!({"id": "store", "header": "h", "question": text});
        let twice = call("c1", "request_user_input", &json!({"questions": [question("A?"), question("B?")]}));
        let twice = read(&lines(&[meta(), twice, output("c1", &chosen(&json!(["Postgres"])))]));
        assert!(twice.questions.len() == 2 && twice.answers.is_empty());
    }

    /// S2, S5, R1: turns, and calls as hooks see them, each with the directory that it was made in.
    #[test]
    fn s2_turns_and_calls() {
        let typed = json!({"type": "item_completed", "item": {"type": "UserMessage", "content": [{"type": "text", "text": "Write the note."}]}});
        let context = json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "<environment_context>x"}]});
        let patch =
            json!({"type": "custom_tool_call", "call_id": "c1", "name": "apply_patch", "input": "*** Begin Patch"});
        let refused = json!({"type": "custom_tool_call_output", "call_id": "c1", "output": "Command blocked by PreToolUse hook: no"});
        let entries = [
            meta(),
            item(context),
            line("event_msg", typed),
            item(patch),
            item(refused),
            line("turn_context", json!({"cwd": "/s"})),
            call("c2", "exec_command", &json!({"cmd": "echo x", "workdir": "sub"})),
            output("c2", "Wall time: 0.0 seconds\nProcess exited with code 0\nOutput:\nExit code: 1\n"),
            call("c3", "shell", &json!({"command": ["bash", "-lc", "false"]})),
            output("c3", "Exit code: 1\nWall time: 0 seconds\nOutput:\n"),
            line("event_msg", json!({"type": "user_message", "message": "Go on."})),
        ];
        let read = read(&lines(&entries));
        assert_eq!(said(&read), [(3, "Write the note."), (11, "Go on.")]);
        assert_eq!(read.said[0].place.pointer, "/payload/item/content/0/text");
        let texts: Vec<_> = read.texts.iter().map(|text| (&*text.use_id, &*text.pointer, &*text.text)).collect();
        let expected = [
            ("c1", "/command", "*** Begin Patch"),
            ("c2", "/command", "echo x"),
            ("c2", "/workdir", "sub"),
            ("c3", "/command", "false"),
        ];
        assert_eq!(texts, expected);
        assert_eq!(read.uses.iter().map(|call| &*call.tool).collect::<Vec<_>>(), ["apply_patch", "Bash", "Bash"]);
        assert_eq!(results(&read), [("c1", true), ("c2", false), ("c3", true)]);
        let places: Vec<_> =
            read.entries.iter().map(|entry| (entry.place.line, entry.role, entry.directory.as_deref())).collect();
        assert_eq!(places[0], (3, "user", Some("/r")));
        assert_eq!(places[3], (7, "assistant", Some("/s/sub")));
        assert_eq!(places[5], (9, "assistant", Some("/s")));
    }

    /// S2: what an agent typed to a sub-agent was not said by a person.
    #[test]
    fn s2_a_subagents_turns() {
        let mut meta = meta();
        meta["payload"]["source"] = json!({"subagent": {}});
        assert!(
            read(&lines(&[meta, line("event_msg", json!({"type": "user_message", "message": "one"}))])).said.is_empty()
        );
    }
}

mod gemini {
    use super::*;

    fn header() -> Value {
        json!({"sessionId": "s", "projectHash": "h", "startTime": "2026-01-01T00:00:00Z", "kind": "main"})
    }

    fn call(id: &str, tool: &str, args: &Value, status: &str, response: &Value) -> Value {
        json!({"id": id, "name": tool, "args": args, "status": status,
            "result": [{"functionResponse": {"id": id, "name": tool, "response": response}}]})
    }

    fn message(calls: &[Value]) -> Value {
        json!({"id": "m", "type": "gemini", "content": "", "toolCalls": calls})
    }

    fn asks(status: &str, response: &Value) -> Value {
        let question = |header: &str, text: &str| json!({"question": text, "header": header, "type": "choice"});
        let questions = json!({"questions": [question("[a.store] Store", Q), question("Size", "How large?")]});
        call("q1", "ask_user", &questions, status, response)
    }

    fn chosen(answers: &Value) -> Value {
        json!({"output": json!({"answers": answers}).to_string()})
    }

    /// G10, F2: an answered question, with its places in the client's own line; the line is written twice.
    #[test]
    fn g10_an_answered_question() {
        let write = call(
            "w1",
            "write_file",
            &json!({"file_path": "a.md", "content": "x"}),
            "success",
            &json!({"output": "ok"}),
        );
        let whole = message(&[write, asks("success", &chosen(&json!({"0": "Postgres"})))]);
        let read = read(&lines(&[
            header(),
            message(&[]),
            whole.clone(),
            json!({"$set": {"messages": [whole.clone()]}}),
            whole,
        ]));
        assert_eq!(
            read.uses.iter().map(|call| (call.place.line, &*call.tool)).collect::<Vec<_>>(),
            [(3, "write_file"), (3, "ask_user")]
        );
        assert_eq!(read.questions[1].place.pointer, "/toolCalls/1/args/questions/1");
        assert_eq!((&*read.headers[0].id, read.headers[0].index), ("a.store", 0));
        assert_eq!(results(&read), [("w1", false), ("q1", false)]);
        assert_eq!(answers(&read), [("How large?", ""), (Q, "Postgres")]);
        assert_eq!((read.answers[0].place.line, &*read.answers[0].place.pointer), (3, "/toolCalls/1/result"));
        assert_eq!((&*read.texts[0].pointer, &*read.texts[0].text), ("/content", "x"));
    }

    /// G10: not found, refused by a hook, cancelled, sent away, and not over.
    #[test]
    fn g10_no_answer() {
        let answer = chosen(&json!({"0": "Postgres"}));
        for (status, response, failed) in [
            ("error", json!({"error": "Tool \"ask_user\" not found."}), true),
            ("error", json!({"error": "Tool execution blocked: no"}), true),
            ("cancelled", answer.clone(), true),
            ("success", json!({"output": "User dismissed ask_user dialog without answering."}), false),
            ("success", chosen(&json!({})), false),
        ] {
            let read = read(&lines(&[header(), message(&[asks(status, &response)])]));
            assert_eq!(results(&read), [("q1", failed)], "{status}");
            assert!(read.answers.iter().all(|answer| answer.value.is_empty()), "{status}");
        }
        assert!(read(&lines(&[header(), message(&[asks("executing", &answer)])])).results.is_empty());
        // A server's tool, and a turn that holds the same text.
        let mut servers = asks("success", &answer);
        servers["name"] = json!("mcp_x_ask_user");
        assert!(read(&lines(&[header(), message(&[servers])])).questions.is_empty());
        let typed = json!({"id": "u", "type": "user", "content": [{"text": "ask_user"}], "toolCalls": [asks("success", &answer)]});
        assert!(read(&lines(&[header(), typed])).questions.is_empty());
    }

    /// S2: what was typed, without the client's context, the files that a turn names, and results.
    #[test]
    fn s2_turns() {
        let turn = |content: Value| json!({"id": "u", "type": "user", "content": content});
        let response =
            json!([{"functionResponse": {"id": "w", "response": {"output": "not said"}}}, {"text": "not said"}]);
        let files =
            json!([{"text": "See @a.md."}, {"text": "\n--- Content from referenced files ---"}, {"text": "not said"}]);
        let mut shown = turn(json!([{"text": "not said"}]));
        shown["displayContent"] = json!("as typed");
        let context = json!([{"text": "<session_context>\nnot said"}, {"text": "Go on."}]);
        let read = read(&lines(&[header(), turn(json!("Write.")), turn(response), turn(files), shown, turn(context)]));
        assert_eq!(said(&read), [(2, "Write."), (4, "See @a.md."), (5, "as typed"), (6, "Go on.")]);
        assert_eq!(
            (&*read.said[1].place.pointer, &*read.said[3].place.pointer),
            ("/content/0/text", "/content/1/text")
        );
    }

    /// R1: calls with their inputs.
    #[test]
    fn r1_calls() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let file = folder.path().join("s.jsonl");
        let write = call("w1", "write_file", &json!({"file_path": "a.md"}), "error", &json!({"error": "no"}));
        fs::write(&file, lines(&[header(), message(&[write])])).expect("the folder is ours");
        let calls = read_recording(&file).expect("it is there").calls;
        assert_eq!(
            (&*calls[0].tool, &calls[0].input, &*calls[0].place.pointer),
            ("write_file", &json!({"file_path": "a.md"}), "/toolCalls/0")
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// F1: whatever bytes stand behind a first line, nothing panics, and both readings agree.
    #[test]
    fn any_lines_behind_a_first_line(codex: bool, shapes in prop::collection::vec(0_usize..8, 0..12), cut in 0_usize..400) {
        let payload = |payload: Value| json!({"type": "response_item", "payload": payload});
        let first = if codex { json!({"type": "session_meta", "payload": {}}) } else { json!({"sessionId": "s", "projectHash": "h"}) };
        let shape = |shape: usize| match shape {
            0 => payload(json!({"type": "function_call", "name": "request_user_input", "call_id": "c", "arguments": "{\"questions\":[{\"id\":\"a\",\"question\":\"Q\"},7]}"})),
            1 => payload(json!({"type": "function_call_output", "call_id": "c", "output": "{\"answers\":{\"a\":{\"answers\":[\"x\",3]}}}"})),
            2 => payload(json!({"type": "custom_tool_call", "name": "request_user_input", "call_id": "c", "input": ["x"]})),
            3 => payload(json!({"type": "function_call", "name": "request_user_input", "arguments": "{"})),
            4 => json!({"type": "gemini", "toolCalls": [{"name": "ask_user", "status": "success", "args": {"questions": ["x", {}]}, "result": {}}]}),
            5 => json!({"type": "gemini", "toolCalls": {"name": "ask_user"}}),
            6 => json!({"type": "user", "content": [null, {"text": 1}]}),
            _ => json!({"type": "event_msg", "payload": {"type": "user_message", "message": ["ask_user", {"type": "text"}]}}),
        };
        let mut content = lines(&[first]);
        let head = content.len();
        content.push_str(&lines(&shapes.into_iter().map(shape).collect::<Vec<_>>()));
        content.truncate(content.len().saturating_sub(cut).max(head));
        read(&content);
    }
}
