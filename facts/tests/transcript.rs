//! Transcripts, lowered: each way a question can end, and that the hook's quick way through a file
//! finds what reading every line finds.

use std::path::{Path, PathBuf};

use facts::transcript::{OwnCall, Transcript, read_all, read_damaged, read_questions, read_recording};
use proptest::prelude::*;
use serde_json::{Value, json};

#[path = "shared/entries.rs"]
mod entries;

use entries::{Q, Scratch, answered, asks, assistant, failed, hook, ids, lines, of_questions, push, result, values};

/// G10, F2: the records of an answered question, and where they stand.
#[test]
fn an_answered_question_has_a_row_for_each_thing_that_the_client_says() {
    let mut answer = answered("t1", "Other shops");
    answer["permissionDecision"] = json!({"decision":"accept","source":"user_temporary"});
    let transcript = hook(lines(&[json!({"type":"mode"}), asks("m1", "t1"), answer]));
    let call = &transcript.uses[0];
    assert_eq!((call.place.line, &*call.message, &*call.use_id), (2, "m1", "t1"));
    let question = &transcript.questions[0];
    assert_eq!((question.index, &*question.header), (0, "[adopt.personas] People"));
    assert_eq!(question.text, Q);
    assert_eq!(question.place.pointer, "/message/content/0/input/questions/0");
    assert_eq!(ids(&transcript), ["adopt.personas"]);
    let result = &transcript.results[0];
    assert_eq!((result.place.line, &*result.use_id, result.failed), (3, "t1", false));
    let answer = &transcript.answers[0];
    assert_eq!((&*answer.question, &*answer.value), (Q, "Other shops"));
    assert!(answer.place.pointer.starts_with("/toolUseResult/answers/Which"));
    assert_eq!(transcript.decided_by[0].source, "user_temporary");
    assert_eq!(transcript.lines, 3);
}

/// G10: ids in metadata and in headers, several of each; a question's text holds none.
#[test]
fn ids_come_from_metadata_and_from_brackets_in_headers() {
    let mut entry = asks("m1", "t1");
    let input = &mut entry["message"]["content"][0]["input"];
    input["metadata"] = json!({"source":"team.roles, team.tracker\nteam.size"});
    input["questions"][0]["header"] = json!("[a.b c.d] People [e.f]");
    input["questions"][0]["question"] = json!("[not.this] Which?");
    let transcript = hook(lines(&[entry]));
    let expected = ["team.roles", "team.tracker", "team.size", "a.b", "c.d", "e.f"];
    assert_eq!(ids(&transcript), expected);
}

/// G10: a text, a list, typed words; white space and the client's words for "nothing" are no value.
#[test]
fn values_are_read_as_the_client_writes_them() {
    for (written, read) in [
        (json!("Walk-in buyers"), "Walk-in buyers"),
        (json!("Search, Sync"), "Search, Sync"),
        (json!(["Search", "Sync"]), "Search, Sync"),
        (json!("Neither: plain \"files\", please"), "Neither: plain \"files\", please"),
        (json!(""), ""),
        (json!("  \n"), ""),
        (json!("(no option selected)"), ""),
        (json!(["", " "]), ""),
        (json!([]), ""),
        (json!(null), ""),
        (json!({"label":"x"}), ""),
    ] {
        let transcript = hook(lines(&[asks("m", "t"), answered("t", written.clone())]));
        assert_eq!(values(&transcript), [read], "{written}");
    }
}

/// G10: results that no person's answer stands behind have no value, or say so.
#[test]
fn each_way_not_to_answer_shows() {
    let rejected = "The user doesn't want to proceed with this tool use.";
    let clarify = format!("{rejected} Questions asked:\n- \"{Q}\"\n  Answer: Walk-in buyers \"{Q}\"=\"x\"");
    let invalid = "<tool_use_error>InputValidationError: too many</tool_use_error>";
    let missing = "<tool_use_error>Error: No such tool available: AskUserQuestion</tool_use_error>";
    for text in [rejected, &clarify, invalid, missing, "gatelog: refused"] {
        let transcript = hook(lines(&[asks("m", "t"), failed("t", text)]));
        assert!(transcript.results[0].failed && transcript.answers.is_empty(), "{text}");
        // The same where the client writes no structured result at all.
        let mut entry = failed("t", text);
        entry.as_object_mut().unwrap().remove("toolUseResult");
        let transcript = hook(lines(&[asks("m", "t"), entry]));
        assert!(transcript.results[0].failed && transcript.answers.is_empty(), "{text}");
    }
    let away = json!({"answers":{Q:"Walk-in buyers"},"annotations":{},"afkTimeoutMs":60000});
    let transcript = hook(lines(&[asks("m", "t"), result("t", "No response after 60s", away)]));
    assert_eq!((transcript.timeouts.len(), values(&transcript).len()), (1, 1));
    let skipped = json!({"answers":{},"annotations":{Q:{"unanswered":"skipped"},"R":{"notes":"n"}}});
    let transcript = hook(lines(&[asks("m", "t"), result("t", "", skipped)]));
    let unanswered = &transcript.unanswered;
    assert_eq!((unanswered.len(), &*unanswered[0].how, &*unanswered[0].question), (1, "skipped", Q));
    let mut by_hook = answered("t", "Walk-in buyers");
    by_hook["permissionDecision"] = json!({"decision":"accept","source":"hook"});
    assert_eq!(hook(lines(&[asks("m", "t"), by_hook])).decided_by[0].source, "hook");
    // Cut off: no result, and no row that could stand for one.
    let transcript = hook(lines(&[asks("m", "t")]));
    assert!(transcript.results.is_empty() && transcript.answers.is_empty());
}

/// G10, reports C17, C19: the text of an empty answer holds no value.
#[test]
fn empty_answers_are_empty() {
    let nothing = json!({"questions":[],"answers":{}});
    let transcript = hook(lines(&[asks("m", "t"), result("t", "User has answered your questions: .", nothing)]));
    assert!(transcript.answers.is_empty() && !transcript.results[0].failed);
    let said = format!("User has answered your questions: \"{Q}\"=\"\".");
    let transcript = hook(lines(&[asks("m", "t"), result("t", &said, Value::Null)]));
    assert_eq!(values(&transcript), [""]);
}

/// G10, report C27: the structured result first, the text only where there is none, and only for the call's questions.
#[test]
fn the_text_speaks_only_where_nothing_structured_does() {
    let said = format!(
        "Your questions have been answered: \"{Q}\"=\"Ann, \"the baker\"\" user notes: n, \"Other?\"=\"B\". You can now go on."
    );
    let transcript = hook(lines(&[asks("m", "t"), result("t", &said, Value::Null)]));
    assert_eq!(values(&transcript), ["Ann, \"the baker\""]);
    let structured = json!({"answers":{"Another question?":"x"}});
    let transcript = hook(lines(&[asks("m", "t"), result("t", &said, structured)]));
    assert_eq!(transcript.answers[0].question, "Another question?");
    let transcript = hook(lines(&[asks("m", "t"), result("t", &said, json!("User rejected tool use"))]));
    assert!(transcript.answers.is_empty());
    let mut two = asks("m", "t");
    push(&mut two["message"]["content"][0]["input"]["questions"], json!({"question":"Other?","header":"O"}));
    let transcript = hook(lines(&[two, result("t", &said, Value::Null)]));
    assert_eq!(values(&transcript), ["Ann, \"the baker\"", "B"]);
}

/// G10: what the model writes into its own call is no answer.
#[test]
fn answers_on_the_call_are_not_read() {
    let mut entry = asks("m", "t");
    entry["message"]["content"][0]["input"]["answers"] = json!({Q:"Walk-in buyers"});
    entry["message"]["content"][0]["answers"] = json!({Q:"Walk-in buyers"});
    entry["toolUseResult"] = json!({"answers":{Q:"Walk-in buyers"}});
    let transcript = hook(lines(&[entry]));
    assert_eq!((transcript.uses.len(), transcript.answers.len()), (1, 0));
}

/// G10: look-alike tools, prose, summaries, progress lines, attachments, side chains.
#[test]
fn nothing_but_a_top_level_call_of_the_question_tool_is_a_question() {
    let mut look_alike = asks("m", "t");
    look_alike["message"]["content"][0]["name"] = json!("mcp__conductor__AskUserQuestion");
    let mut sidechain = asks("m", "t");
    sidechain["isSidechain"] = json!(true);
    let mut summary = result("t", "x", json!({"answers":{Q:"x"}}));
    summary["isCompactSummary"] = json!(true);
    push(&mut summary["message"]["content"], asks("m", "t")["message"]["content"][0].clone());
    let quoted = asks("m", "t").to_string();
    let prose = assistant("m", json!({"type":"text","text":quoted}));
    let typed = json!({"type":"user","message":{"role":"user","content":quoted}});
    let progress = json!({"type":"progress","sessionId":"s","data":{"message":asks("m", "t")}});
    let attachment = json!({"type":"attachment","message":asks("m", "t")["message"]});
    let as_user = json!({"type":"user","message":{"role":"user","content":asks("m", "t")["message"]["content"]}});
    let system = json!({"type":"system","message":{"role":"system","content":asks("m", "t")["message"]["content"]}});
    let entries = [look_alike, sidechain, summary, prose, typed, progress, attachment, as_user, system];
    let transcript = hook(lines(&entries));
    assert!(transcript.uses.is_empty() && transcript.questions.is_empty());
    assert!(transcript.results.is_empty() && transcript.answers.is_empty());
    // The same file with one real question has exactly that one.
    let with_one = [&entries[..], &[asks("m2", "t2")]].concat();
    let transcript = hook(lines(&with_one));
    assert_eq!((transcript.uses.len(), transcript.uses[0].place.line), (1, 10));
}

/// G10, report C29: a result before its question, and two results that differ, are all there, with their lines.
#[test]
fn results_that_precede_or_contradict_are_rows() {
    let transcript = hook(lines(&[answered("t", "A"), asks("m", "t")]));
    assert_eq!((transcript.results[0].place.line, transcript.uses[0].place.line), (1, 2));
    let transcript = hook(lines(&[asks("m", "t"), answered("t", "A"), answered("t", "B")]));
    assert_eq!(values(&transcript), ["A", "B"]);
    // An orphan is nobody's.
    assert!(hook(lines(&[asks("m", "t"), answered("t9", "A")])).results.is_empty());
}

/// Report C07: a fork copies entries; they count once.
#[test]
fn copies_of_an_entry_count_once() {
    let mut copy = asks("m", "t");
    copy["parentUuid"] = Value::Null;
    let transcript = hook(lines(&[asks("m", "t"), answered("t", "A"), copy, answered("t", "A")]));
    assert_eq!((transcript.uses.len(), transcript.questions.len()), (1, 1));
    assert_eq!((transcript.results.len(), transcript.answers.len()), (1, 1));
}

/// Several results on one line: the structured one is the question call's where only one can be meant.
#[test]
fn a_structured_result_is_given_to_nobody_where_two_could_be_meant() {
    let mut line = answered("t", "A");
    push(&mut line["message"]["content"], json!({"type":"tool_result","tool_use_id":"w","content":"ok"}));
    let transcript = hook(lines(&[asks("m", "t"), line.clone()]));
    assert_eq!((transcript.results.len(), values(&transcript)), (1, vec!["A"]));
    line["message"]["content"][1]["tool_use_id"] = json!("t2");
    let transcript = hook(lines(&[asks("m", "t"), asks("m", "t2"), line]));
    assert_eq!((transcript.results.len(), transcript.answers.len()), (2, 0));
}

/// G3, report C23: no file is an error, an empty file is an empty transcript.
#[test]
fn a_missing_file_is_an_error_and_an_empty_one_is_not() {
    let missing = read_questions(Path::new("/nonexistent/s.jsonl"), None);
    let error = missing.unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    assert!(error.to_string().contains("/nonexistent/s.jsonl"));
    assert!(read_questions(&std::env::temp_dir(), None).is_err());
    assert_eq!(hook(""), Transcript::default());
}

/// G10: the call's own entry is found in the message of a question that has no result, before it and behind it.
#[test]
fn the_own_entry_is_found_beside_an_open_question() {
    let payload = json!({"file_path":"/r/docs/a.md","content":"# People\n","replace_all":false});
    let own = OwnCall { tool: "Write", input: &payload };
    let write = |message: &str, id: &str, path: &str, content: &str| {
        let input = json!({"file_path":path,"content":content});
        assistant(message, json!({"type":"tool_use","id":id,"name":"Write","input":input}))
    };
    let here = write("m", "w", "docs/a.md", "# People\n");
    let found = |entries: &[Value]| -> Vec<(u64, String)> {
        let file = Scratch::new(lines(entries));
        let transcript = read_questions(&file.0, Some(&own)).unwrap();
        transcript.own.into_iter().map(|own| (own.place.line, own.message)).collect()
    };
    let noise = json!({"type":"progress","id":"m"});
    assert_eq!(found(&[asks("m", "t"), noise.clone(), here.clone()]), [(3, "m".to_string())]);
    assert_eq!(found(&[here.clone(), asks("m", "t")]), [(1, "m".to_string())]);
    // Another message, other content, another tool; a question that has its result.
    assert!(found(&[asks("m0", "t"), here.clone()]).is_empty());
    assert!(found(&[asks("m", "t"), write("m", "w", "docs/a.md", "else")]).is_empty());
    assert!(found(&[asks("m", "t"), write("m", "w", "docs/b.md", "# People\n")]).is_empty());
    assert!(found(&[asks("m", "t"), answered("t", "A"), here]).is_empty());
}

/// R1: every call with its input, and the transcript as it stood before a line.
#[test]
fn a_recording_has_the_calls_and_the_state_before_each() {
    let call =
        |id: &str| assistant("m2", json!({"type":"tool_use","id":id,"name":"Edit","input":{"file_path":"a.md"}}));
    let mut side = call("e3");
    side["isSidechain"] = json!(true);
    let entries = [call("e1"), asks("m1", "t"), answered("t", "A"), call("e2"), side, call("e2")];
    let file = Scratch::new(lines(&entries));
    let recording = read_recording(&file.0).unwrap();
    let calls: Vec<_> = recording.calls.iter().map(|call| (&*call.use_id, call.place.line, call.sidechain)).collect();
    assert_eq!(calls, [("e1", 1, false), ("t", 2, false), ("e2", 4, false), ("e3", 5, true)]);
    assert_eq!(recording.calls[0].input["file_path"], "a.md");
    assert_eq!(recording.calls[0].cwd.as_deref(), Some("/r"));
    for (line, uses, answers) in [(1, 0, 0), (2, 1, 0), (3, 2, 0), (4, 2, 1), (5, 3, 1)] {
        let view = recording.transcript.before(line);
        assert_eq!((view.uses.len(), view.answers.len()), (uses, answers), "before line {line}");
        // The same as a file that ends there.
        let head = Scratch::new(lines(&entries[..line as usize - 1]));
        let all = read_all(&head.0).unwrap();
        assert_eq!(all.view(), view);
    }
}

/// Entries without ids still have names to join on.
#[test]
fn entries_without_ids_are_told_apart() {
    let block = |_| json!({"type":"tool_use","name":"AskUserQuestion","input":{"metadata":{"source":"a.b"}}});
    let content: Vec<Value> = (0..2).map(block).collect();
    let transcript = hook(lines(&[json!({"message":{"role":"assistant","content":content}})]));
    let uses: Vec<_> = transcript.uses.iter().map(|call| (&*call.message, &*call.use_id)).collect();
    assert_eq!(uses, [("#1/0", "#1/0/0"), ("#1/0", "#1/0/1")]);
}

/// F1: lines of other clients, and JSON that is no entry, are counted.
#[test]
fn other_clients_lines_are_skipped_and_counted() {
    let codex = json!({"type":"response_item","payload":{"type":"function_call","name":"request_user_input"}});
    let gemini = json!({"$set":{"messages":[{"type":"gemini","toolCalls":[]}]}});
    let odd = json!({"type":"user","message":{"0":"a","1":"b"}});
    let file = Scratch::new(lines(&[codex, gemini, odd, json!([1]), json!("x"), json!({"message":"x"})]));
    let transcript = read_all(&file.0).unwrap();
    assert_eq!((transcript.skipped, transcript.lines, transcript.damaged.len()), (6, 6, 0));
    assert!(transcript.uses.is_empty());
}

/// Lowers every file of a folder of samples, where one is named.
#[test]
fn samples_are_read_without_loss() {
    let Ok(folder) = std::env::var("GATELOG_SAMPLES") else {
        return;
    };
    let mut folders = vec![PathBuf::from(folder)];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let all = read_recording(&path).unwrap();
            let quick = read_questions(&path, None).unwrap();
            assert_eq!(quick, of_questions(all.transcript.clone(), &quick), "{}", path.display());
            let damaged = read_damaged(&path, "").unwrap();
            assert_eq!(damaged, all.transcript.damaged, "{}", path.display());
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                assert!(damaged.is_empty(), "{}: {damaged:?}", path.display());
            }
        }
    }
    assert!(files > 0, "no samples");
}

/// 100 MB with a question every 5 MB: the hook's reading costs little more than counting lines, which it must do too.
/// (The bound is for the work alone, without a process to start.)
#[test]
#[ignore = "times a release build on a quiet machine"]
fn the_hook_reads_about_as_fast_as_lines_are_counted() {
    let word = "shop bread people ";
    let mut content = String::new();
    for turn in 0.. {
        let id = format!("toolu_{turn}");
        let input = json!({"file_path":format!("/r/{turn}.md")});
        let read = json!({"type":"tool_use","id":id,"name":"Read","input":input});
        content += &lines(&[
            assistant("m", read),
            result(&id, &word.repeat(300), json!({"file":{"content":word.repeat(300)}})),
        ]);
        if turn % 450 == 0 {
            content += &lines(&[asks("q", &format!("q{turn}")), answered(&format!("q{turn}"), "A")]);
        }
        if content.len() > 100_000_000 {
            break;
        }
    }
    let file = Scratch::new(content);
    let best = |read: &dyn Fn() -> u64| {
        let times = (0..15).map(|_| {
            let start = std::time::Instant::now();
            assert!(read() > 15_000);
            start.elapsed()
        });
        times.min().unwrap()
    };
    let count = best(&|| {
        let mut file = std::fs::File::open(&file.0).unwrap();
        let (mut buffer, mut lines) = (vec![0; 256 * 1024], 0);
        loop {
            match std::io::Read::read(&mut file, &mut buffer).unwrap() {
                0 => return lines,
                count => lines += memchr::memchr_iter(b'\n', &buffer[..count]).count() as u64,
            }
        }
    });
    let quick = best(&|| read_questions(&file.0, None).unwrap().lines);
    assert!(quick < count * 2, "counting {count:?}, reading {quick:?}");
}

fn piece() -> impl Strategy<Value = Vec<u8>> {
    let entries: Vec<Vec<u8>> = vec![
        lines(&[asks("m", "t")]).into(),
        lines(&[answered("t", "A")]).into(),
        lines(&[answered("t2", "B"), asks("m", "t2"), failed("t2", "no")]).into(),
        asks("m3", "t3").to_string().into(),
        br#"{"type":"note","x"#.to_vec(),
        b"\\ud800\"\\\\u00".to_vec(),
        b"\xef\xbb\xbf\0\xff\n".to_vec(),
    ];
    prop_oneof![
        4 => proptest::sample::select(entries),
        1 => proptest::collection::vec(any::<u8>(), 0..40),
        1 => "[{}\\[\\]\":,a\\\\u0-9\\n]{0,40}".prop_map(String::into_bytes),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// F1, G18: whatever the bytes, there is no panic, and the quick reading finds what the whole one finds.
    #[test]
    fn any_bytes_are_lowered(pieces in proptest::collection::vec(piece(), 0..12), flips in proptest::collection::vec((any::<usize>(), any::<u8>()), 0..4)) {
        let mut bytes = pieces.concat();
        for (at, byte) in flips {
            if let Some(len) = std::num::NonZeroUsize::new(bytes.len()) {
                bytes[at % len] = byte;
            }
        }
        let file = Scratch::new(&bytes);
        let all = read_all(&file.0).unwrap();
        let quick = read_questions(&file.0, None).unwrap();
        prop_assert_eq!(&quick, &of_questions(all.clone(), &quick));
        prop_assert_eq!(all.damaged, read_damaged(&file.0, "").unwrap());
    }
}
