//! Made-up transcripts of a given size in the client's format: mostly reading and talking, now and then a question with
//! its answer. The same size gives the same bytes.

use std::io::{self, Write};

use serde_json::{Value, json};

/// A small generator of numbers (Marsaglia, "Xorshift RNGs", 2003), so that no crate's version changes the bytes.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

const WORDS: [&str; 16] = [
    "shelf", "loan", "reader", "index", "branch", "desk", "notice", "return", "copy", "title", "queue", "date", "card",
    "fine", "room", "list",
];

/// Writes at least `bytes` bytes of lines; the last question carries `point`, if one is given, and is answered.
pub(crate) fn write(out: &mut impl Write, bytes: u64, point: Option<&str>) -> io::Result<()> {
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut written = 0;
    let mut turn = 0;
    while written < bytes {
        turn += 1;
        for line in turn_lines(turn, &mut numbers) {
            let line = line.to_string();
            written += line.len() as u64 + 1;
            writeln!(out, "{line}")?;
        }
    }
    if let Some(point) = point {
        for line in question(turn + 1, Some(point)) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn turn_lines(turn: u64, numbers: &mut Numbers) -> Vec<Value> {
    if turn.is_multiple_of(100) {
        return question(turn, None);
    }
    let name = ["Read", "Bash", "Edit", "Grep"][numbers.below(4) as usize];
    let longest = if numbers.below(50) == 0 { 40_000 } else { 2_000 };
    let size = 100 + numbers.below(longest);
    let id = format!("toolu_{turn:020}");
    let input =
        json!({ "file_path": format!("/home/ada/library/src/{}.py", text(numbers, 8)), "command": text(numbers, 40) });
    let result = text(numbers, size);
    vec![
        entry(turn, "assistant", json!([{ "type": "text", "text": text(numbers, 120) }]), None),
        entry(turn, "assistant", json!([{ "type": "tool_use", "id": id, "name": name, "input": input }]), None),
        entry(
            turn,
            "user",
            json!([{ "type": "tool_result", "tool_use_id": id, "content": result }]),
            Some(json!({ "stdout": result, "stderr": "", "interrupted": false })),
        ),
    ]
}

fn question(turn: u64, point: Option<&str>) -> Vec<Value> {
    let id = format!("toolu_{turn:020}");
    let asked = format!("Shall the {} list stay?", WORDS[(turn % 16) as usize]);
    let options = json!([{ "label": "Yes", "description": "It stays." }, { "label": "No", "description": "It goes." }]);
    let questions = json!([{ "question": asked, "header": "List", "options": options, "multiSelect": false }]);
    let mut input = json!({ "questions": questions });
    if let (Some(point), Some(members)) = (point, input.as_object_mut()) {
        members.insert("metadata".to_owned(), json!({ "source": point }));
    }
    let answers = json!({ asked.clone(): "Yes" });
    let told = format!("Your questions have been answered: \"{asked}\"=\"Yes\".");
    vec![
        entry(
            turn,
            "assistant",
            json!([{ "type": "tool_use", "id": id, "name": "AskUserQuestion", "input": input }]),
            None,
        ),
        entry(
            turn,
            "user",
            json!([{ "type": "tool_result", "tool_use_id": id, "content": told }]),
            Some(json!({ "questions": questions, "answers": answers, "annotations": {} })),
        ),
    ]
}

fn entry(turn: u64, role: &str, content: Value, result: Option<Value>) -> Value {
    let mut line = json!({
        "parentUuid": format!("{turn:032x}"),
        "isSidechain": false,
        "userType": "external",
        "cwd": "/home/ada/library",
        "sessionId": "5f0e6ad8-5c0b-4f6e-9d4d-2f3c8a1b7e90",
        "version": "2.1.332",
        "gitBranch": "main",
        "type": role,
        "message": { "id": format!("msg_{turn:020}"), "type": "message", "role": role, "content": content },
        "uuid": format!("{:032x}", turn + 1),
        "timestamp": "2026-10-05T09:00:00.000Z",
    });
    if let (Some(result), Some(members)) = (result, line.as_object_mut()) {
        members.insert("toolUseResult".to_owned(), result);
    }
    line
}

/// Words up to about `size` bytes.
fn text(numbers: &mut Numbers, size: u64) -> String {
    let mut text = String::new();
    while (text.len() as u64) < size {
        text.push_str(WORDS[numbers.below(16) as usize]);
        text.push(if numbers.below(12) == 0 { '\n' } else { ' ' });
    }
    text
}
