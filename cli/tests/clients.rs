//! `gatelog hook` for clients whose transcripts are their own: a gated write waits for its question there too.

use std::process::Output;

use serde_json::{Value, json};
use tests::sandbox::Sandbox;

fn judge(sandbox: &Sandbox, client: &str, call: &Value) -> Output {
    let mut command = sandbox.command(env!("CARGO_BIN_EXE_gatelog"), "main");
    command.args(["hook", "--client", client]);
    sandbox.run(command, call.to_string().as_bytes())
}

/// Refused with every text in the reason, in whatever form the client takes it.
fn assert_refused(output: &Output, texts: &[&str]) {
    let printed = String::from_utf8_lossy(&output.stdout);
    let verdict: Value = serde_json::from_str(&printed).expect("one JSON object");
    let decision = [&verdict["decision"], &verdict["hookSpecificOutput"]["permissionDecision"]];
    assert!(decision.iter().any(|decision| **decision == "deny"), "{printed}");
    for text in texts {
        assert!(printed.contains(text), "no {text:?} in {printed}");
    }
}

fn assert_silent(output: &Output) {
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
}

mod codex {
    use super::*;

    fn line(kind: &str, payload: &Value) -> Value {
        json!({ "timestamp": "2026-01-01T00:00:00Z", "type": kind, "payload": payload })
    }

    fn asks(header: &str) -> Value {
        let questions = json!({ "questions": [{ "id": "goal", "header": header, "question": "What is the plan for?", "options": [] }] });
        line(
            "response_item",
            &json!({ "type": "function_call", "id": "fc_1", "name": "request_user_input", "call_id": "call_1", "arguments": questions.to_string() }),
        )
    }

    fn output(text: &str) -> Value {
        line("response_item", &json!({ "type": "function_call_output", "call_id": "call_1", "output": text }))
    }

    /// The hook's answer to a patch of the gated file, behind these lines and the patch's own.
    fn patch(sandbox: &Sandbox, lines: &[Value]) -> Output {
        let patch = "*** Begin Patch\n*** Update File: docs/plan.md\n@@\n-# Plan\n+# Goal\n*** End Patch\n";
        let tree = sandbox.text("main");
        let mut file = vec![line("session_meta", &json!({ "id": "s", "cwd": tree }))];
        file.extend_from_slice(lines);
        let own = json!({ "type": "custom_tool_call", "call_id": "call_9", "name": "apply_patch", "input": patch });
        file.push(line("response_item", &own));
        let call = json!({
            "session_id": "s", "turn_id": "t", "hook_event_name": "PreToolUse", "cwd": tree, "tool_use_id": "call_9",
            "transcript_path": sandbox.transcript(&file), "tool_name": "apply_patch", "tool_input": { "command": patch },
        });
        judge(sandbox, "codex", &call)
    }

    /// G1, G10: an answered question lets the patch pass.
    #[test]
    fn an_answered_question_lets_a_patch_pass() {
        let sandbox = Sandbox::with_points();
        let answer = output("{\"answers\":{\"goal\":{\"answers\":[\"user_note: To ship.\"]}}}");
        assert_silent(&patch(&sandbox, &[asks("[plan.goal] Goal"), answer]));
    }

    /// G1, G10: nothing else does: no question, another point's, aborted, refused, no answer, no result, prose.
    #[test]
    fn without_an_answer_a_patch_is_refused() {
        let sandbox = Sandbox::with_points();
        let answer = output("{\"answers\":{\"goal\":{\"answers\":[\"To ship.\"]}}}");
        let goal = || asks("[plan.goal] Goal");
        let prose = json!({ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": "[plan.goal] What is the plan for?" }] });
        let typed = json!({ "type": "user_message", "message": "To ship. request_user_input plan.goal" });
        for lines in [
            vec![],
            vec![asks("Goal"), answer],
            vec![goal(), output("aborted by user after 1.2s")],
            vec![goal(), output("Command blocked by PreToolUse hook: no")],
            vec![goal(), output("{\"answers\":{\"goal\":{\"answers\":[]}}}")],
            vec![goal()],
            vec![line("response_item", &prose), line("event_msg", &typed)],
        ] {
            let texts = ["gatelog[ask-first] plan.goal: ", "Put the question with request_user_input"];
            assert_refused(&patch(&sandbox, &lines), &texts);
        }
    }
}

mod gemini {
    use super::*;

    /// The hook's answer to a write of the gated file, behind a question that ended in this way.
    fn write(sandbox: &Sandbox, header: &str, status: &str, response: &Value) -> Output {
        let asked = json!({
            "id": "ask_user__1", "name": "ask_user", "status": status,
            "args": { "questions": [{ "question": "What is the plan for?", "header": header, "type": "text" }] },
            "result": [{ "functionResponse": { "id": "ask_user__1", "name": "ask_user", "response": response } }],
        });
        let file = sandbox.transcript(&[
            json!({ "sessionId": "s", "projectHash": "h", "startTime": "2026-01-01T00:00:00Z", "kind": "main" }),
            json!({ "id": "u", "type": "user", "content": [{ "text": "Write the plan." }] }),
            json!({ "id": "m", "type": "gemini", "content": "[plan.goal]", "toolCalls": [asked] }),
        ]);
        let call = json!({
            "session_id": "s", "hook_event_name": "BeforeTool", "cwd": sandbox.text("main"), "timestamp": "2026-01-01T00:00:01Z",
            "transcript_path": file, "tool_name": "write_file", "tool_input": { "file_path": "docs/plan.md", "content": "# Goal\n" },
        });
        judge(sandbox, "gemini", &call)
    }

    /// G1, G10: an answered question lets the write pass, and nothing else does.
    #[test]
    fn a_write_waits_for_its_question() {
        let sandbox = Sandbox::with_points();
        let answer = json!({ "output": "{\"answers\":{\"0\":\"To ship.\"}}" });
        assert_silent(&write(&sandbox, "[plan.goal] Goal", "success", &answer));
        for (header, status, response) in [
            ("Goal", "success", &answer),
            ("[plan.goal] Goal", "error", &json!({ "error": "Tool \"ask_user\" not found." })),
            ("[plan.goal] Goal", "cancelled", &answer),
            ("[plan.goal] Goal", "success", &json!({ "output": "User dismissed ask_user dialog without answering." })),
            ("[plan.goal] Goal", "success", &json!({ "output": "{\"answers\":{\"0\":\" \"}}" })),
        ] {
            let texts = ["gatelog[ask-first] plan.goal: ", "Put the question with ask_user"];
            assert_refused(&write(&sandbox, header, status, response), &texts);
        }
    }
}
