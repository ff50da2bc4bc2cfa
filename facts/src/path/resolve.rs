//! A path followed through symbolic links, part by part, as a kernel follows it; what does not exist is appended.
//! Refuses to fail: a loop, a missing part or a part that cannot be read is taken as written.

use std::collections::VecDeque;
use std::path::Path;

use super::{native, spelled};

/// As many links as Linux follows in one path.
const MOST_LINKS: usize = 40;

/// No file system has a longer path, so none is asked about one.
const LONGEST_PATH: usize = 32_768;

/// The absolute path that `path` leads to. `working` is what `/proc/self/cwd` stands for: the directory of the
/// command, where that is not this process's own.
pub(super) fn resolve(path: &str, working: Option<&str>) -> String {
    let mut open: VecDeque<String> = path.split('/').map(str::to_owned).collect();
    let mut done = String::new();
    let mut links = 0;
    while let Some(part) = open.pop_front() {
        match part.as_str() {
            "" | "." => continue,
            ".." => {
                done.truncate(done.rfind('/').unwrap_or(0));
                continue;
            }
            name => {
                done.push('/');
                done.push_str(name);
            }
        }
        if links >= MOST_LINKS || done.len() > LONGEST_PATH {
            continue;
        }
        let Some(target) = target_of(&done, working) else {
            continue;
        };
        links += 1;
        if target.starts_with('/') {
            done.clear();
        } else {
            done.truncate(done.rfind('/').unwrap_or(0));
        }
        for part in target.rsplit('/') {
            open.push_front(part.to_owned());
        }
    }
    if done.is_empty() { "/".into() } else { done }
}

/// The text of the link at `path`, if it is one.
fn target_of(path: &str, working: Option<&str>) -> Option<String> {
    // These lead to the numbers of this process, which would lose that another one is meant.
    if matches!(path, "/proc/self" | "/proc/thread-self") {
        return None;
    }
    process_link(path, working).or_else(|| link(path))
}

fn link(path: &str) -> Option<String> {
    let target = std::fs::read_link(native(Path::new(path))).ok()?;
    Some(spelled(&target))
}

/// `/proc/…/cwd` and `/proc/…/root`, which are other places for another process.
fn process_link(path: &str, working: Option<&str>) -> Option<String> {
    let mut parts = path.strip_prefix("/proc/")?.split('/');
    let (process, name) = (parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let own = process == "self" || process == "thread-self";
    match name {
        "root" => Some("/".into()),
        "cwd" if own => working.map(str::to_owned),
        "cwd" if process.bytes().all(|b| b.is_ascii_digit()) => link(path).or_else(|| working.map(str::to_owned)),
        _ => None,
    }
}
