//! Fenced blocks of a markdown page, and the commands that a console block shows. A reader can rely on: line numbers are
//! those of the page. Knows nothing of what blocks mean.

use std::ops::Range;

/// A block between two fences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The words behind the opening fence.
    pub info: String,
    /// What stands between the fences, each line with its end.
    pub text: String,
    /// Index of the first line of the text, from 0.
    pub start: usize,
}

impl Block {
    /// The first word behind the fence: the language.
    pub fn language(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or_default()
    }

    /// The second word behind the fence.
    pub fn word(&self) -> &str {
        self.info.split_whitespace().nth(1).unwrap_or_default()
    }
}

/// The blocks of a page, in order. A fence is a line that begins with three backticks.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block { info: info.trim().to_owned(), text: String::new(), start: number + 1 })
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

/// A command of a console block, and what it prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Behind the `$ `.
    pub command: String,
    /// Lines behind the command; `...` alone stands for any lines.
    pub output: Vec<String>,
    /// Lines of the page that the output takes, from 0.
    pub lines: Range<usize>,
}

/// The commands of a console block: lines that begin with `$ `, each with the lines up to the next.
pub fn commands(block: &Block) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    for (number, line) in (block.start..).zip(block.text.lines()) {
        if let Some(command) = line.strip_prefix("$ ") {
            shown.push(Shown { command: command.to_owned(), output: Vec::new(), lines: number + 1..number + 1 });
        } else if let Some(last) = shown.last_mut() {
            last.output.push(line.to_owned());
            last.lines.end = number + 1;
        }
    }
    shown
}

/// Whether the lines are what is expected, where `...` alone stands for any lines.
pub fn is_as_shown(expected: &[String], lines: &[&str]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => (0..=lines.len()).any(|skipped| is_as_shown(rest, &lines[skipped..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, below)| line == first && is_as_shown(rest, below))
        }
    }
}

/// The page with other lines in place of the given ones, which are in ascending order.
pub fn rewritten(page: &str, changes: &[(Range<usize>, String)]) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let mut text = String::new();
    let mut next = 0;
    let mut copy = |text: &mut String, until: usize, from: usize| {
        for line in &lines[next..until] {
            text.push_str(line);
            text.push('\n');
        }
        next = from;
    };
    for (range, output) in changes {
        copy(&mut text, range.start, range.end);
        text.push_str(output);
    }
    copy(&mut text, lines.len(), lines.len());
    text
}
