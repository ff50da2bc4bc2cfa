//! Who wrote a commit, as the commit says it.

use gix::ObjectId;
use gix::bstr::ByteSlice;

use super::discover::chain;

/// Who wrote a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// Name and address, as `Ann <ann@example.test>`.
    pub who: String,
    /// When, in the author's own time zone, as RFC 3339.
    pub when: String,
    /// The first line of the message.
    pub subject: String,
}

impl Author {
    /// What the commit `id` says.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn read(git: &gix::Repository, id: ObjectId) -> Result<Author, String> {
        let read = || -> Result<Author, gix::Error> {
            let commit = git.find_commit(id)?;
            let author = commit.author()?;
            let when = author.time()?.format_or_unix(gix::date::time::format::ISO8601_STRICT);
            let who = format!("{} <{}>", author.name.to_str_lossy(), author.email.to_str_lossy());
            let subject = commit.message_raw_sloppy().lines().next().unwrap_or_default().to_str_lossy().into_owned();
            Ok(Author { who, when, subject: subject.trim().to_owned() })
        };
        read().map_err(|fault| chain(&fault))
    }
}
