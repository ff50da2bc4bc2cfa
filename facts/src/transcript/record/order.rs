//! Records in the order of the file, and what stands before a line. What the records say is not known here.

use super::{Place, Placed, Recording, Transcript, TranscriptView};

impl Transcript {
    /// All of it.
    #[must_use]
    pub fn view(&self) -> TranscriptView<'_> {
        self.before(u64::MAX)
    }

    /// What the lines before `line` say.
    #[must_use]
    pub fn before(&self, line: u64) -> TranscriptView<'_> {
        TranscriptView {
            uses: head(&self.uses, line),
            own: head(&self.own, line),
            questions: head(&self.questions, line),
            forms: head(&self.forms, line),
            options: head(&self.options, line),
            sources: head(&self.sources, line),
            headers: head(&self.headers, line),
            results: head(&self.results, line),
            answers: head(&self.answers, line),
            timeouts: head(&self.timeouts, line),
            unanswered: head(&self.unanswered, line),
            notes: head(&self.notes, line),
            decided_by: head(&self.decided_by, line),
            entries: head(&self.entries, line),
            texts: head(&self.texts, line),
            said: head(&self.said, line),
            replies: head(&self.replies, line),
            damaged: &self.damaged[..self.damaged.partition_point(|damaged| damaged.line < line)],
        }
    }

    /// Puts every list in the order of the file.
    pub(in crate::transcript) fn sort(&mut self) {
        // INVARIANT: `before` searches by halving.
        by_place(&mut self.uses);
        by_place(&mut self.own);
        by_place(&mut self.questions);
        by_place(&mut self.forms);
        by_place(&mut self.options);
        by_place(&mut self.sources);
        by_place(&mut self.headers);
        by_place(&mut self.results);
        by_place(&mut self.answers);
        by_place(&mut self.timeouts);
        by_place(&mut self.unanswered);
        by_place(&mut self.notes);
        by_place(&mut self.decided_by);
        by_place(&mut self.entries);
        by_place(&mut self.texts);
        by_place(&mut self.said);
        by_place(&mut self.replies);
        self.damaged.sort_by_key(|damaged| damaged.line);
        // A line can have been read twice.
        self.damaged.dedup();
    }
}

fn by_place<T: Placed>(records: &mut [T]) {
    // Stable: records of one block of one entry stay in the order in which they were lowered.
    records.sort_by_key(|record| (record.place().line, record.place().entry));
}

fn head<T: Placed>(records: &[T], line: u64) -> &[T] {
    &records[..records.partition_point(|record| record.place().line < line)]
}

impl Recording {
    /// Hands every place to `change`, which leaves the order as it is.
    pub(in crate::transcript) fn each_place(&mut self, change: &mut dyn FnMut(&mut Place)) {
        fn of<T: Placed>(records: &mut [T], change: &mut dyn FnMut(&mut Place)) {
            records.iter_mut().for_each(|record| change(record.place_mut()));
        }
        let transcript = &mut self.transcript;
        of(&mut transcript.uses, change);
        of(&mut transcript.own, change);
        of(&mut transcript.questions, change);
        of(&mut transcript.forms, change);
        of(&mut transcript.options, change);
        of(&mut transcript.sources, change);
        of(&mut transcript.headers, change);
        of(&mut transcript.results, change);
        of(&mut transcript.answers, change);
        of(&mut transcript.timeouts, change);
        of(&mut transcript.unanswered, change);
        of(&mut transcript.notes, change);
        of(&mut transcript.decided_by, change);
        of(&mut transcript.entries, change);
        of(&mut transcript.texts, change);
        of(&mut transcript.said, change);
        of(&mut transcript.replies, change);
        self.calls.iter_mut().for_each(|call| change(&mut call.place));
    }
}
