//! What a call of the question tool puts to the person: its questions, their options and the ids that it carries. What
//! became of them is not known here.

use serde_json::Value;

use super::{Asked, Lowering};
use crate::transcript::entry::{Entry, is_true, text};
use crate::transcript::input;
use crate::transcript::record::{Question, QuestionForm, QuestionHeader, QuestionOption, QuestionSource, Transcript};

impl Lowering<'_> {
    /// `input.answers` is not read: the model can fill it in.
    pub(super) fn question_call(&mut self, entry: &Entry<'_>, block: usize, input: &Value, use_id: &str) {
        let transcript = &mut self.recording.transcript;
        let at = format!("/message/content/{block}/input");
        let mut texts = Vec::new();
        let questions = input["questions"].as_array().map_or(&[][..], Vec::as_slice);
        for (index, question) in (0..).zip(questions) {
            let (header, text) = (text(&question["header"]), text(&question["question"]));
            texts.push(text.to_string());
            transcript.questions.push(Question {
                place: entry.place(format!("{at}/questions/{index}")),
                use_id: use_id.to_string(),
                index,
                header: header.to_string(),
                text: text.to_string(),
            });
            ask(transcript, entry, question, (use_id, index), &format!("{at}/questions/{index}"));
            transcript.headers.extend(input::bracketed(header).map(|id| QuestionHeader {
                place: entry.place(format!("{at}/questions/{index}/header")),
                use_id: use_id.to_string(),
                index,
                id: id.to_string(),
            }));
        }
        let source = text(&input["metadata"]["source"]);
        transcript.sources.extend(input::listed(source).map(|id| QuestionSource {
            place: entry.place(format!("{at}/metadata/source")),
            use_id: use_id.to_string(),
            id: id.to_string(),
        }));
        let at = (entry.line, entry.number);
        self.asked.insert(use_id.to_string(), Asked { at, questions: texts });
    }
}

/// How a question is put, and what it offers.
fn ask(transcript: &mut Transcript, entry: &Entry<'_>, question: &Value, asked: (&str, u32), at: &str) {
    let (use_id, index) = asked;
    let options = question["options"].as_array().map_or(&[][..], Vec::as_slice);
    transcript.forms.push(QuestionForm {
        place: entry.place(at.to_owned()),
        use_id: use_id.to_owned(),
        index,
        options: u32::try_from(options.len()).unwrap_or(u32::MAX),
        many: is_true(&question["multiSelect"]),
    });
    transcript.options.extend((0..).zip(options).map(|(nth, option)| QuestionOption {
        place: entry.place(format!("{at}/options/{nth}")),
        use_id: use_id.to_owned(),
        index,
        option: nth,
        label: option.as_str().unwrap_or_else(|| text(&option["label"])).to_owned(),
        description: text(&option["description"]).to_owned(),
    }));
}
