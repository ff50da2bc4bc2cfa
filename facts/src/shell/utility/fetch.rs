//! Programs that put what they fetch into a file.

use crate::shell::Verb;
use crate::shell::deed::Reading;
use crate::shell::field::{Field, Piece};
use crate::shell::option::{self, Grammar};

const CURL: Grammar = Grammar::new(
    "oAbBcCdDeEFhHKmPQrtTuUwxXyYzZ",
    "output output-dir data data-raw data-binary header request user user-agent \
     cookie cookie-jar dump-header form proxy max-time connect-timeout retry write- \
     out referer upload-file url range trace trace-ascii stderr config cacert cert \
     key etag-save",
);
const WGET: Grammar = Grammar::new(
    "OPoaeiBtTwQUlADIXR",
    "output-document directory-prefix output-file append-output input-file header \
     user-agent post-data post-file tries timeout user password level accept reject \
     save-cookies",
);

pub(super) fn read(name: &str, words: &[Field], reading: &mut Reading) -> bool {
    match name {
        "curl" => curl(words, reading),
        "wget" | "wget2" => wget(words, reading),
        "aria2c" => {
            let parsed = option::parse(words, Grammar::new("dojsx", "dir out split max-connection-per-server"));
            let start = Field::start();
            let folder = parsed.value("d", "dir").unwrap_or(&start);
            match parsed.value("o", "out") {
                Some(file) => reading.does(Verb::Write, file.within(folder)),
                None => parsed.operands.iter().for_each(|url| reading.does(Verb::Write, last_name(url).within(folder))),
            }
        }
        _ => return false,
    }
    true
}

fn curl(words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, CURL);
    let start = Field::start();
    let folder = parsed.value("", "output-dir").unwrap_or(&start);
    let files = parsed.values("o", "output").filter(|file| file.text() != Some("-"));
    files.for_each(|file| reading.does(Verb::Write, file.within(folder)));
    if parsed.has("O", "remote-name") || parsed.has("", "remote-name-all") {
        let named = parsed.has("J", "remote-header-name");
        for url in &parsed.operands {
            let name = if named { any_name(url) } else { last_name(url) };
            reading.does(Verb::Write, name.within(folder));
        }
    }
    for (letter, name) in [
        ("D", "dump-header"),
        ("c", "cookie-jar"),
        ("", "trace"),
        ("", "trace-ascii"),
        ("", "stderr"),
        ("", "etag-save"),
    ] {
        let files: Vec<Field> = parsed.values(letter, name).cloned().collect();
        super::each(Verb::Write, &files, reading);
    }
}

fn wget(words: &[Field], reading: &mut Reading) {
    let parsed = option::parse(words, WGET);
    for (letter, name) in [("o", "output-file"), ("a", "append-output"), ("", "save-cookies")] {
        let files: Vec<Field> = parsed.values(letter, name).cloned().collect();
        super::each(Verb::Write, &files, reading);
    }
    if parsed.has("", "spider") {
        return;
    }
    if let Some(file) = parsed.value("O", "output-document") {
        super::each(Verb::Write, std::slice::from_ref(file), reading);
        return;
    }
    let start = Field::start();
    let folder = parsed.value("P", "directory-prefix").unwrap_or(&start);
    let tree = parsed.has("r", "recursive") || parsed.has("m", "mirror") || parsed.has("i", "input-file");
    if tree {
        reading.does(Verb::Fill, folder.below());
    }
    for url in &parsed.operands {
        reading.does(Verb::Write, last_name(url).within(folder));
    }
}

/// The file name that the address ends with.
fn last_name(url: &Field) -> Field {
    if url.pieces().contains(&Piece::Unknown) {
        return any_name(url);
    }
    // A bare `?` is a wildcard to the shell, which no file matches.
    let text = url.lossy();
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    match path.rsplit_once('/') {
        Some((_, name)) if !name.is_empty() => Field::literal(name),
        _ => Field::literal("index.html"),
    }
}

fn any_name(url: &Field) -> Field {
    Field::new(vec![Piece::Glob("*".to_owned())], None, false, &url.written)
}
