//! Inputs of the workloads: the same bytes for the same size, on every machine. Knows no engine.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// Numbers that look random and are the same each time (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (word ^ word >> 31) % bound
    }

    /// Small numbers are far more frequent.
    fn skewed(&mut self, bound: u64) -> u64 {
        let most = self.below(bound) + 1;
        self.below(most)
    }
}

/// Writes the facts of a workload into a folder. `scale` is 1 for a quick look.
pub fn write(workload: &str, scale: u64, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut numbers = Numbers(1);
    let out = |name: &str| File::create(folder.join(format!("{name}.facts"))).map(BufWriter::new);
    match workload {
        "paths-random" => {
            pairs(&mut out("edge")?, 800 * scale, |_| (numbers.below(400 * scale), numbers.below(400 * scale)))
        }
        "paths-chain" => pairs(&mut out("edge")?, 400 * scale - 1, |at| (at, at + 1)),
        "generations" => {
            let width = 80 * scale;
            pairs(&mut out("parent")?, 9 * width * 2, |at| {
                let child = at / 2;
                (child + width, child / width * width + numbers.below(width))
            })
        }
        "pointers" => {
            let variables = 2_000 * scale;
            for (name, count) in
                [("new", variables / 2), ("copy", variables), ("load", variables / 4), ("store", variables / 4)]
            {
                pairs(&mut out(name)?, count, |_| (numbers.below(variables), numbers.below(variables)))?;
            }
            Ok(())
        }
        "groups" => {
            let nodes = 20_000 * scale;
            pairs(&mut out("edge")?, 4 * nodes, |_| (numbers.below(nodes), numbers.below(nodes / 2)))?;
            pairs(&mut out("member")?, nodes, |at| (at, at % 100))?;
            lines(&mut out("start")?, 10, |at| at.to_string())
        }
        "triangles" => {
            pairs(&mut out("edge")?, 40_000 * scale, |_| (numbers.skewed(8_000 * scale), numbers.skewed(8_000 * scale)))
        }
        "sessions" => {
            let sessions = 400 * scale;
            for name in ["reads", "writes"] {
                lines(&mut out(name)?, 100 * sessions, |at| {
                    let (session, time) = (at / 100, at % 100);
                    format!("session-{session}\t{time}\tsrc/module_{}.rs", numbers.below(500))
                })?;
            }
            lines(&mut out("secret")?, 5, |at| format!("src/module_{at}.rs"))
        }
        other => Err(std::io::Error::other(format!("there is no workload `{other}`"))),
    }
}

fn pairs(out: &mut impl Write, count: u64, mut pair: impl FnMut(u64) -> (u64, u64)) -> std::io::Result<()> {
    lines(out, count, |at| {
        let (a, b) = pair(at);
        format!("{a}\t{b}")
    })
}

fn lines(out: &mut impl Write, count: u64, mut line: impl FnMut(u64) -> String) -> std::io::Result<()> {
    for at in 0..count {
        writeln!(out, "{}", line(at))?;
    }
    out.flush()
}

/// The rows of a file of two numbers.
pub fn read_pairs(folder: &Path, name: &str) -> Vec<(u32, u32)> {
    read(folder, name, |line| {
        let (a, b) = line.split_once('\t').expect("two values");
        (a.parse().expect("a number"), b.parse().expect("a number"))
    })
}

/// What `row` makes of each line of a file.
pub fn read<T>(folder: &Path, name: &str, row: impl Fn(&str) -> T) -> Vec<T> {
    let text = fs::read_to_string(folder.join(format!("{name}.facts"))).expect("the input was written");
    text.lines().map(row).collect()
}
