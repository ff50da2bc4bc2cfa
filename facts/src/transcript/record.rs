//! What a transcript says, as records with their places. Every list is in the order of the file. The client's spelling
//! of things is not known here.

mod order;

use serde_json::Value;

/// Where a record comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// Which value of the line, from 0: a line can hold several after a writer's accident.
    pub entry: u32,
    /// JSON pointer into that value.
    pub pointer: String,
}

macro_rules! records {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            /// Where it stands.
            pub place: Place,
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl Placed for $name {
            fn place(&self) -> &Place {
                &self.place
            }

            fn place_mut(&mut self) -> &mut Place {
                &mut self.place
            }
        }
    )* };
}

/// Has a place.
trait Placed {
    fn place(&self) -> &Place;
    fn place_mut(&mut self) -> &mut Place;
}

records! {
    /// An assistant entry calls a tool, outside side chains. A call that the file repeats (a fork copies lines) is
    /// here once, where it stands first.
    ToolUse {
        /// The message that carries the call; where the entry has none, its `uuid`, else `#LINE/ENTRY`.
        message: String,
        /// The call; where the client gave none, `#LINE/ENTRY/BLOCK`.
        use_id: String,
        /// The tool's name as written.
        tool: String,
    }

    /// The call that the hook is asked about: same tool, same input.
    OwnUse {
        /// As in [`ToolUse`].
        message: String,
        /// As in [`ToolUse`].
        use_id: String,
    }

    /// A question of a call of the question tool.
    Question {
        /// The call.
        use_id: String,
        /// From 0.
        index: u32,
        /// Empty where there is none.
        header: String,
        /// Empty where there is none.
        text: String,
    }

    /// How a question is put.
    QuestionForm {
        /// The call.
        use_id: String,
        /// The question's, from 0.
        index: u32,
        /// How many options it offers.
        options: u32,
        /// Several of them can be chosen.
        many: bool,
    }

    /// An option of a question.
    QuestionOption {
        /// The call.
        use_id: String,
        /// The question's, from 0.
        index: u32,
        /// Its own, from 0.
        option: u32,
        /// Empty where there is none.
        label: String,
        /// Empty where there is none.
        description: String,
    }

    /// An id in the call's `metadata.source`, which holds them separated by spaces, commas or line breaks.
    QuestionSource {
        /// The call.
        use_id: String,
        /// Not empty.
        id: String,
    }

    /// An id in brackets in a question's header; `[a b]`, `[a, b]` and `[a][b]` hold two.
    QuestionHeader {
        /// The call.
        use_id: String,
        /// The question's, from 0.
        index: u32,
        /// Not empty.
        id: String,
    }

    /// A user entry holds the result of a call. A result that the file repeats word for word is here once.
    ToolResult {
        /// The call.
        use_id: String,
        /// The client marks it as an error: rejected, denied, invalid, not available.
        failed: bool,
    }

    /// The result gives a question a value. Values are trimmed, the choices of a list are joined by `, `, and what
    /// the client writes for "nothing chosen" is the empty text.
    Answer {
        /// The call.
        use_id: String,
        /// The question's text.
        question: String,
        /// May be empty.
        value: String,
    }

    /// Nobody answered in time.
    AnswerTimeout {
        /// The call.
        use_id: String,
    }

    /// The result marks a question as not answered.
    Unanswered {
        /// The call.
        use_id: String,
        /// The question's text.
        question: String,
        /// `skipped`, `replied_in_chat`, `dismissed`, or what newer clients write.
        how: String,
    }

    /// What the person typed beside the answer to a question, or in place of the answers (then `question` is empty).
    AnswerNote {
        /// The call.
        use_id: String,
        /// The question's text.
        question: String,
        /// Not empty.
        text: String,
    }

    /// An entry of an assistant or the user, outside side chains.
    EntryLine {
        /// `assistant` or `user`.
        role: &'static str,
        /// The directory that the session was in.
        directory: Option<String>,
    }

    /// A text in a tool call's input.
    UseText {
        /// The call.
        use_id: String,
        /// JSON pointer into the input.
        pointer: String,
        /// As written.
        text: String,
    }

    /// What the person typed in a turn: one text of the entry, less what the client put in.
    Said {
        /// Not empty.
        text: String,
    }

    /// A text that the model wrote to the person, outside side chains. One that the file repeats within a message is here
    /// once, where it stands first.
    Reply {
        /// The message that it is a part of; as in [`ToolUse`].
        message: String,
        /// Not empty.
        text: String,
    }

    /// Who decided on the call, where the client says so.
    DecidedBy {
        /// The call.
        use_id: String,
        /// `user_temporary`, `user_reject`, `hook` …
        source: String,
    }
}

/// Text of a line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedLine {
    /// From 1.
    pub line: u64,
    /// What is left of it, lossy, at most 64 KiB.
    pub text: String,
    /// The line has its line break. An unfinished last line may be one that the client is still writing.
    pub finished: bool,
}

impl DamagedLine {
    /// A line that is too long to be read.
    pub(super) fn cut(line: u64, text: String) -> Self {
        let finished = true;
        DamagedLine { line, text, finished }
    }
}

/// A tool call with everything that the model gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Where it stands.
    pub place: Place,
    /// As in [`ToolUse`].
    pub message: String,
    /// As in [`ToolUse`].
    pub use_id: String,
    /// The tool's name.
    pub tool: String,
    /// The input as the model wrote it: paths can be relative, or begin with `~`.
    pub input: Value,
    /// The working directory that the entry names.
    pub cwd: Option<String>,
    /// The call is a sub-agent's.
    pub sidechain: bool,
}

/// A transcript with the calls that made it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// What every line says.
    pub transcript: Transcript,
    /// Every call, in order.
    pub calls: Vec<Call>,
}

/// What a transcript says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Calls of tools.
    pub uses: Vec<ToolUse>,
    /// Entries of the call that the hook is asked about.
    pub own: Vec<OwnUse>,
    /// Questions of the question tool's calls.
    pub questions: Vec<Question>,
    /// How these are put.
    pub forms: Vec<QuestionForm>,
    /// What these offer.
    pub options: Vec<QuestionOption>,
    /// Ids in the calls' metadata.
    pub sources: Vec<QuestionSource>,
    /// Ids in the questions' headers.
    pub headers: Vec<QuestionHeader>,
    /// Results of calls.
    pub results: Vec<ToolResult>,
    /// Values that results give to questions.
    pub answers: Vec<Answer>,
    /// Results that came by timeout.
    pub timeouts: Vec<AnswerTimeout>,
    /// Questions that a result marks as not answered.
    pub unanswered: Vec<Unanswered>,
    /// What was typed beside answers.
    pub notes: Vec<AnswerNote>,
    /// Who decided.
    pub decided_by: Vec<DecidedBy>,
    /// Entries. These and the next three are empty where only the lines that matter to a hook were read.
    pub entries: Vec<EntryLine>,
    /// Texts in the calls' inputs.
    pub texts: Vec<UseText>,
    /// What the person typed.
    pub said: Vec<Said>,
    /// What the model wrote.
    pub replies: Vec<Reply>,
    /// What could not be read.
    pub damaged: Vec<DamagedLine>,
    /// Lines in the file.
    pub lines: u64,
    /// Values that are no entry of an assistant or a user, such as progress lines and what other clients write beside. Where only
    /// the lines that matter to a hook were read, of those.
    pub skipped: u64,
}

/// A transcript as it stood before one of its lines was written. Fields as in [`Transcript`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranscriptView<'a> {
    pub uses: &'a [ToolUse],
    pub own: &'a [OwnUse],
    pub questions: &'a [Question],
    pub forms: &'a [QuestionForm],
    pub options: &'a [QuestionOption],
    pub sources: &'a [QuestionSource],
    pub headers: &'a [QuestionHeader],
    pub results: &'a [ToolResult],
    pub answers: &'a [Answer],
    pub timeouts: &'a [AnswerTimeout],
    pub unanswered: &'a [Unanswered],
    pub notes: &'a [AnswerNote],
    pub decided_by: &'a [DecidedBy],
    pub entries: &'a [EntryLine],
    pub texts: &'a [UseText],
    pub said: &'a [Said],
    pub replies: &'a [Reply],
    pub damaged: &'a [DamagedLine],
}
