//! What the model wrote to the person, and how its questions are put, in the files of three clients.

use std::fs;

use facts::transcript::{Transcript, read_all, read_questions};
use serde_json::{Value, json};

/// Reads every line, and sees to it that the hook's reading has the options and no text of the model.
fn read(entries: &[Value]) -> Transcript {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("s.jsonl");
    let content: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
    fs::write(&file, content).expect("the folder is ours");
    let (quick, all) = (read_questions(&file, None).expect("it is there"), read_all(&file).expect("it is there"));
    assert!(quick.replies.is_empty());
    assert_eq!((&quick.forms, &quick.options), (&all.forms, &all.options));
    all
}

fn replies(transcript: &Transcript) -> Vec<(u64, &str, &str)> {
    transcript.replies.iter().map(|reply| (reply.place.line, &*reply.place.pointer, &*reply.text)).collect()
}

fn options(transcript: &Transcript) -> Vec<(u32, u32, &str, &str)> {
    let of = transcript.options.iter();
    of.map(|option| (option.index, option.option, &*option.label, &*option.description)).collect()
}

fn asked() -> Value {
    json!({"questions": [
        {"question": "Which day?", "header": "Day", "multiSelect": true,
         "options": [{"label": "One", "description": "easy"}, {"label": "Two"}]},
        {"question": "Who?", "header": "Who"},
    ]})
}

fn assistant(id: &str, content: Value) -> Value {
    json!({"type": "assistant", "sessionId": "s", "message": {"role": "assistant", "id": id, "content": content}})
}

/// D1, D10: the first client's texts, each once; nothing of a side chain, of what the model thought, or of what the client
/// says in its name.
#[test]
fn d1_what_the_model_wrote() {
    let text = |text: &str| json!([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": text}]);
    let mut side = assistant("m2", text("aside"));
    side["isSidechain"] = json!(true);
    let mut fault = assistant("m3", text("API Error"));
    fault["isApiErrorMessage"] = json!(true);
    let mut nothing = assistant("m4", text("No response requested."));
    nothing["message"]["model"] = json!("<synthetic>");
    let read = read(&[
        assistant("m1", text(" Which day? \n")),
        assistant("m1", text("Which day?")),
        side,
        fault,
        nothing,
        assistant("m5", text("Which day?")),
        assistant("m6", text("  ")),
    ]);
    let at = "/message/content/1/text";
    assert_eq!(replies(&read), [(1, at, "Which day?"), (6, at, "Which day?")]);
}

/// D2, D11: options with their texts, how many there are, and whether several can be chosen.
#[test]
fn d11_how_a_question_is_put() {
    let call = json!([{"type": "tool_use", "id": "c", "name": "AskUserQuestion", "input": asked()}]);
    let read = read(&[assistant("m1", call)]);
    assert_eq!(options(&read), [(0, 0, "One", "easy"), (0, 1, "Two", "")]);
    let forms: Vec<_> = read.forms.iter().map(|form| (form.index, form.options, form.many)).collect();
    assert_eq!(forms, [(0, 2, true), (1, 0, false)]);
    assert_eq!(read.options[1].place.pointer, "/message/content/0/input/questions/0/options/1");
}

/// D1, D11: the same in Codex's file.
#[test]
fn d1_codex() {
    let item = |payload: Value| json!({"type": "response_item", "payload": payload});
    let message = |role: &str| {
        let part = json!({"type": "output_text", "text": "Which day?"});
        item(json!({"type": "message", "role": role, "id": "m1", "content": [part]}))
    };
    let call = item(
        json!({"type": "function_call", "name": "request_user_input", "call_id": "c", "arguments": asked().to_string()}),
    );
    let meta = json!({"type": "session_meta", "payload": {"id": "s", "cwd": "/r"}});
    let read = read(&[meta, message("assistant"), message("user"), call]);
    assert_eq!(replies(&read), [(2, "/payload/content/0/text", "Which day?")]);
    assert_eq!(options(&read), [(0, 0, "One", "easy"), (0, 1, "Two", "")]);
}

/// D1, D11: the same in Gemini's file, which writes a message again when its calls are done.
#[test]
fn d1_gemini() {
    let header = json!({"sessionId": "s", "projectHash": "h", "startTime": "2026-01-01T00:00:00Z", "kind": "main"});
    let message = |calls: Value| json!({"id": "m", "type": "gemini", "content": "Which day?", "toolCalls": calls});
    let parts = json!([{"text": "hm", "thought": true}, {"text": "Who"}, {"text": "?"}]);
    let call = json!([{"id": "q", "name": "ask_user", "args": asked(), "status": "executing"}]);
    let read = read(&[
        header,
        message(json!([])),
        message(call),
        json!({"id": "n", "type": "gemini", "content": parts}),
        json!({"id": "o", "type": "gemini", "content": ""}),
    ]);
    assert_eq!(replies(&read), [(2, "/content", "Which day?"), (4, "/content", "Who?")]);
    assert_eq!(options(&read), [(0, 0, "One", "easy"), (0, 1, "Two", "")]);
}
