//! The workloads in ascent, which compiles rules to Rust.

use std::path::Path;

use ascent::aggregators::{count, max};
use ascent::ascent;

use crate::inputs::{read, read_pairs};

ascent! {
    struct Paths;
    relation edge(u32, u32);
    relation path(u32, u32);
    path(x, y) <-- edge(x, y);
    path(x, z) <-- path(x, y), edge(y, z);
}

ascent! {
    struct Generations;
    relation parent(u32, u32);
    relation same(u32, u32);
    same(x, y) <-- parent(x, p), parent(y, p), if x != y;
    same(x, y) <-- parent(x, a), same(a, b), parent(y, b);
}

ascent! {
    struct Pointers;
    relation new(u32, u32);
    relation copy(u32, u32);
    relation load(u32, u32);
    relation store(u32, u32);
    relation points(u32, u32);
    points(x, o) <-- new(x, o);
    points(x, o) <-- copy(x, y), points(y, o);
    points(x, o) <-- load(x, y), points(y, p), points(p, o);
    points(p, o) <-- store(x, y), points(x, p), points(y, o);
}

ascent! {
    struct Groups;
    relation edge(u32, u32);
    relation member(u32, u32);
    relation start(u32);
    relation reached(u32);
    relation left(u32, u32);
    relation source(u32);
    relation group(u32);
    relation degree(u32, usize);
    relation lost(u32, usize);
    relation member_degree(u32, usize);
    relation busiest(u32, usize);
    reached(x) <-- start(x);
    reached(y) <-- reached(x), edge(x, y);
    left(x, g) <-- member(x, g), !reached(x);
    source(x) <-- edge(x, _);
    group(g) <-- member(_, g);
    degree(x, n) <-- source(x), agg n = count() in edge(x, _);
    lost(g, n) <-- group(g), agg n = count() in left(_, g);
    member_degree(g, n) <-- member(x, g), degree(x, n);
    busiest(g, m) <-- group(g), agg m = max(n) in member_degree(g, n);
}

ascent! {
    struct Triangles;
    relation edge(u32, u32);
    relation triangle(u32, u32, u32);
    triangle(x, y, z) <-- edge(x, y), edge(y, z), edge(x, z);
}

ascent! {
    struct Sessions;
    relation reads(String, u32, String);
    relation writes(String, u32, String);
    relation secret(String);
    relation tainted(String, u32);
    relation leaks(String, u32, String);
    relation blind(String, u32, String);
    relation seen(String, String);
    tainted(s, t) <-- reads(s, t, f), secret(f);
    leaks(s, t, f) <-- writes(s, t, f), tainted(s, u), if u < t, !secret(f);
    seen(s, f) <-- reads(s, _, f);
    blind(s, t, f) <-- writes(s, t, f), !seen(s, f);
}

/// What the workload's outputs count.
pub fn run(workload: &str, folder: &Path) -> Option<Vec<usize>> {
    let pairs = |name: &str| read_pairs(folder, name);
    Some(match workload {
        "paths-random" | "paths-chain" => {
            let mut program = Paths { edge: pairs("edge"), ..Default::default() };
            program.run();
            vec![program.path.len()]
        }
        "generations" => {
            let mut program = Generations { parent: pairs("parent"), ..Default::default() };
            program.run();
            vec![program.same.len()]
        }
        "pointers" => {
            let mut program = Pointers {
                new: pairs("new"),
                copy: pairs("copy"),
                load: pairs("load"),
                store: pairs("store"),
                ..Default::default()
            };
            program.run();
            vec![program.points.len()]
        }
        "groups" => {
            let start = read(folder, "start", |line| (line.parse().expect("a number"),));
            let mut program = Groups { edge: pairs("edge"), member: pairs("member"), start, ..Default::default() };
            program.run();
            vec![program.lost.len(), program.busiest.len()]
        }
        "triangles" => {
            // A relation that was filled from outside may hold a row twice.
            let mut edge = pairs("edge");
            edge.sort_unstable();
            edge.dedup();
            let mut program = Triangles { edge, ..Default::default() };
            program.run();
            vec![program.triangle.len()]
        }
        "sessions" => {
            let event = |line: &str| {
                let mut parts = line.split('\t').map(str::to_owned);
                let mut next = || parts.next().expect("three values");
                (next(), next().parse().expect("a number"), next())
            };
            let mut program = Sessions {
                reads: read(folder, "reads", event),
                writes: read(folder, "writes", event),
                secret: read(folder, "secret", |line| (line.to_owned(),)),
                ..Default::default()
            };
            program.run();
            vec![program.leaks.len(), program.blind.len()]
        }
        _ => return None,
    })
}
