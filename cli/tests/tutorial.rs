//! `docs/tutorial.md`, word by word: its files are written and its commands run in the order of the page, in an empty folder,
//! and print what the page shows. `BLESS=1` rewrites the outputs.

use std::fs;
use std::path::Path;

use tests::markdown::{blocks, commands, is_as_shown, rewritten};
use tests::root;
use tests::sandbox::Sandbox;

/// X1, X4: from an empty repository to a rule of one's own, as a reader goes.
#[test]
fn the_tutorial_is_what_happens() {
    let page = root().join("docs/tutorial.md");
    let text = fs::read_to_string(&page).expect("the page is there");
    let sandbox = Sandbox::new();
    let folder = sandbox.path("shop");
    fs::create_dir_all(&folder).expect("the folder is ours");
    let (mut differing, mut changes, mut ran, mut files) = (Vec::new(), Vec::new(), 0, 0);
    for block in blocks(&text) {
        if block.language() != "console" {
            if block.word().contains('.') {
                sandbox.write("shop", &[(block.word(), &block.text)]);
                files += 1;
            }
            continue;
        }
        for shown in commands(&block) {
            ran += 1;
            let output = sandbox.shell(Path::new(env!("CARGO_BIN_EXE_gatelog")), &folder, &shown.command);
            let lines: Vec<&str> = output.lines().collect();
            if !is_as_shown(&shown.output, &lines) {
                differing.push(format!("`{}` prints\n{output}and not\n{}\n", shown.command, shown.output.join("\n")));
                changes.push((shown.lines, output));
            }
        }
    }
    assert!(files >= 6 && ran >= 14, "the page shows {files} files and {ran} commands");
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") && !changes.is_empty() {
        fs::write(page, rewritten(&text, &changes)).expect("the page can be written");
        return;
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
