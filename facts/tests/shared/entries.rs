//! Entries of transcripts, and readings of them that must say the same.

#![allow(dead_code, reason = "each test program uses a part")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use facts::transcript::{Transcript, read_all, read_questions};
use serde_json::{Value, json};

pub(crate) const Q: &str = "Which people is this shop made for?";

/// A file that is gone when the test is over.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(content: impl AsRef<[u8]>) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("gatelog-transcript-{}-{number}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).expect("the temporary folder can be written");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A file that stays behind in the temporary folder harms nobody.
        let _ = std::fs::remove_file(&self.0);
    }
}

pub(crate) fn lines(entries: &[Value]) -> String {
    entries.iter().map(|entry| format!("{entry}\n")).collect()
}

/// The hook's reading, which must say the same as the reading of every line.
pub(crate) fn hook(content: impl AsRef<[u8]>) -> Transcript {
    let file = Scratch::new(content);
    let quick = read_questions(&file.0, None).expect("the file is there");
    let all = read_all(&file.0).expect("the file is there");
    assert_eq!(quick, of_questions(all, &quick));
    quick
}

/// Of a whole reading, what the hook's reading promises.
pub(crate) fn of_questions(mut all: Transcript, quick: &Transcript) -> Transcript {
    all.uses.retain(|call| ["AskUserQuestion", "request_user_input", "ask_user"].contains(&&*call.tool));
    let asked: Vec<String> = all.uses.iter().map(|call| call.use_id.clone()).collect();
    all.results.retain(|record| asked.contains(&record.use_id));
    all.answers.retain(|record| asked.contains(&record.use_id));
    all.timeouts.retain(|record| asked.contains(&record.use_id));
    all.unanswered.retain(|record| asked.contains(&record.use_id));
    all.decided_by.retain(|record| asked.contains(&record.use_id));
    all.notes.retain(|record| asked.contains(&record.use_id));
    all.entries.clear();
    all.replies.clear();
    all.texts.clear();
    all.said.clear();
    all.damaged.retain(|record| quick.damaged.contains(record));
    all.skipped = quick.skipped;
    all
}

pub(crate) fn assistant(message: &str, block: Value) -> Value {
    json!({"type":"assistant","parentUuid":"p","isSidechain":false,"sessionId":"s","cwd":"/r",
        "message":{"id":message,"role":"assistant","content":[block]}})
}

pub(crate) fn asks(message: &str, id: &str) -> Value {
    let option = |label: &str| json!({"label":label,"description":"why"});
    let question = json!({"question":Q,"header":"[adopt.personas] People","multiSelect":false,
        "options":[option("Walk-in buyers"), option("Other shops")]});
    assistant(
        message,
        json!({"type":"tool_use","id":id,"name":"AskUserQuestion",
        "input":{"questions":[question]}}),
    )
}

pub(crate) fn result(id: &str, text: &str, structured: Value) -> Value {
    json!({"type":"user","sessionId":"s","toolUseResult":structured,
        "message":{"role":"user","content":[{"type":"tool_result","tool_use_id":id,"content":text}]}})
}

pub(crate) fn failed(id: &str, text: &str) -> Value {
    let mut entry = result(id, text, json!(format!("Error: {text}")));
    entry["message"]["content"][0]["is_error"] = json!(true);
    entry
}

pub(crate) fn answered(id: &str, value: impl Into<Value>) -> Value {
    let value: Value = value.into();
    result(id, "Your questions have been answered.", json!({"questions":[],"answers":{Q:value}}))
}

pub(crate) fn push(array: &mut Value, item: Value) {
    array.as_array_mut().expect("it is an array").push(item);
}

pub(crate) fn values(transcript: &Transcript) -> Vec<&str> {
    transcript.answers.iter().map(|answer| answer.value.as_str()).collect()
}

pub(crate) fn ids(transcript: &Transcript) -> Vec<&str> {
    let sources = transcript.sources.iter().map(|source| source.id.as_str());
    sources.chain(transcript.headers.iter().map(|header| header.id.as_str())).collect()
}
