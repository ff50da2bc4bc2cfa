//! The decision log: one line a decision in gatelog's own state folder. A reader can rely on: a line is whole, lines of
//! calls that are judged at the same time do not mix, and the size is bounded. What goes wrong here is nobody's concern
//! but a reader's of the log: no verdict waits for it or changes with it.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde_json::Value;

pub(crate) mod entry;
pub(crate) mod time;

/// The log in force.
const CURRENT: &str = "decisions.jsonl";

/// The log before it.
const PREVIOUS: &str = "decisions.1.jsonl";

/// Held while a line is added, so that nobody renames the log meanwhile.
const LOCK: &str = "decisions.lock";

/// Bytes after which the log becomes the previous one.
const MOST: u64 = 16 << 20;

/// How often the lock is tried, and how long between.
const TRIES: u32 = 200;
const BETWEEN: Duration = Duration::from_millis(5);

/// Adds a line.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn append(folder: &Path, entry: &Value) -> io::Result<()> {
    create_private(folder)?;
    let lock = open(&folder.join(LOCK))?;
    // Who waits too long writes nevertheless: a single write at the end of a file is whole.
    let locked = (0..TRIES).any(|_| lock.try_lock().is_ok() || pause());
    let current = folder.join(CURRENT);
    let mut file = open(&current)?;
    if locked && file.metadata()?.len() >= MOST {
        fs::rename(&current, folder.join(PREVIOUS))?;
        file = open(&current)?;
    }
    let mut line = entry.to_string();
    line.push('\n');
    if !ends_whole(&mut file)? {
        line.insert(0, '\n');
    }
    file.write_all(line.as_bytes())
}

fn pause() -> bool {
    thread::sleep(BETWEEN);
    false
}

/// Whether the last line is whole; a full disk may have cut it.
fn ends_whole(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens a file of the log to add to it. What is no plain file, such as a link or a pipe, is none.
fn open(path: &Path) -> io::Result<File> {
    match fs::symlink_metadata(path) {
        Ok(about) if !about.is_file() => return Err(io::Error::other("not a plain file")),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.append(true).read(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// What the log says of an id.
#[derive(Debug)]
pub(crate) enum Found {
    /// The newest entry with this id, and how many there are.
    Entry(Box<Value>, usize),
    /// More than one id begins like this.
    Several(Vec<String>),
    /// Nothing.
    Nothing,
}

/// Looks for the decision whose id begins with `prefix`, the newest first.
///
/// # Errors
/// If a file of the log is there and cannot be read.
pub(crate) fn find(folder: &Path, prefix: &str) -> Result<Found, String> {
    let mut found: Vec<(String, Value, usize)> = Vec::new();
    for path in files(folder) {
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
            Err(cause) => return Err(format!("{} cannot be read: {cause}", path.display())),
        };
        for line in bytes.split(|&byte| byte == b'\n').rev() {
            // A line that a full disk cut is no entry.
            let Ok(entry) = serde_json::from_slice::<Value>(line) else {
                continue;
            };
            let id = entry.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
            if !id.starts_with(prefix) {
                continue;
            }
            match found.iter_mut().find(|(known, ..)| *known == id) {
                Some((_, _, count)) => *count += 1,
                None => found.push((id, entry, 1)),
            }
        }
    }
    Ok(match found.len() {
        0 => Found::Nothing,
        1 => found.pop().map_or(Found::Nothing, |(_, entry, count)| Found::Entry(Box::new(entry), count)),
        _ => Found::Several(found.into_iter().map(|(id, ..)| id).collect()),
    })
}

/// The files of the log, the newest first.
fn files(folder: &Path) -> [PathBuf; 2] {
    [CURRENT, PREVIOUS].map(|name| folder.join(name))
}
