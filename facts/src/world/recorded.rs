//! The world of a replay: one tree that holds the points and nothing else, where every moved path counts as tracked,
//! and a session's transcript as it stood before a line. Nothing is read from the disk.

use std::rc::Rc;

use super::{Presence, Seen, World};
use crate::git::Version;
use crate::path;
use crate::transcript::{Call, OwnCall, OwnUse, Transcript};

/// The one tree's name. Every path lies in it.
const TREE: &str = "/";

/// A recorded session, seen from one of its calls.
pub struct Recorded {
    points_file: String,
    points: Rc<[u8]>,
    transcript: Rc<Transcript>,
    /// The entry of the call that is judged.
    own: OwnUse,
}

impl Recorded {
    /// The tree holds `points` at `points_file`; the transcript is seen as it stood before the entry of the call that
    /// is judged: line `line`, message `message`, call `use_id`.
    #[must_use]
    pub fn new(points_file: &str, points: &Rc<[u8]>, transcript: &Rc<Transcript>, call: &Call) -> Self {
        Self {
            points_file: points_file.to_owned(),
            points: Rc::clone(points),
            transcript: Rc::clone(transcript),
            own: OwnUse { place: call.place.clone(), message: call.message.clone(), use_id: call.use_id.clone() },
        }
    }
}

impl World for Recorded {
    fn forms(&mut self, directory: &str, path: &str) -> Vec<String> {
        path::lexical_forms(directory, path, None)
    }

    fn owner(&mut self, _: &str) -> Result<Option<String>, String> {
        Ok(Some(TREE.to_owned()))
    }

    fn ignores_case(&mut self, _: &str) -> Result<bool, String> {
        Ok(false)
    }

    fn tracked(&mut self, _: &str) -> Result<bool, String> {
        Ok(true)
    }

    fn tracked_match(&mut self, directory: &str, pattern: &str) -> Result<Vec<String>, String> {
        Ok(vec![path::absolute(directory, pattern)])
    }

    fn committed(&mut self, _: &str, path: &str) -> Result<bool, String> {
        Ok(path == self.points_file)
    }

    fn read(&mut self, _: &str, file: &str, _: Version) -> Result<Option<Vec<u8>>, String> {
        Ok((file == self.points_file).then(|| self.points.to_vec()))
    }

    fn present(&mut self, _: &str, path: &str) -> Presence {
        if path == self.points_file { Presence::File } else { Presence::Nothing }
    }

    fn transcript(&mut self, _: &str, _: Option<&OwnCall<'_>>) -> Result<Seen, String> {
        Ok(Seen { transcript: Rc::clone(&self.transcript), before: self.own.place.line, own: vec![self.own.clone()] })
    }

    fn damaged(&mut self, _: &str, part: &str) -> Result<Vec<u64>, String> {
        let damaged = self.transcript.damaged.iter();
        let seen = damaged.filter(|line| line.line < self.own.place.line && line.text.contains(part));
        Ok(seen.map(|line| line.line).collect())
    }
}
