//! The workloads in datafrog, whose joins are written by hand.

use std::path::Path;

use datafrog::{Iteration, Relation};

use crate::inputs::read_pairs;

fn paths(edges: Vec<(u32, u32)>) -> usize {
    let edge: Relation<(u32, u32)> = edges.iter().copied().collect();
    let mut iteration = Iteration::new();
    // By its end, which the next edge begins with.
    let path = iteration.variable::<(u32, u32)>("path");
    path.extend(edges.iter().map(|&(x, y)| (y, x)));
    while iteration.changed() {
        path.from_join(&path, &edge, |_, &x, &z| (z, x));
    }
    path.complete().len()
}

fn generations(parents: Vec<(u32, u32)>) -> usize {
    let children: Relation<(u32, u32)> = parents.iter().map(|&(child, parent)| (parent, child)).collect();
    let mut iteration = Iteration::new();
    let same = iteration.variable::<(u32, u32)>("same");
    // By the second of a pair, with a child of the first.
    let half = iteration.variable::<(u32, u32)>("half");
    for &(parent, child) in children.iter() {
        let others = &children[children.partition_point(|row| row.0 < parent)..];
        let others = others.iter().take_while(|row| row.0 == parent);
        same.extend(others.filter(|row| row.1 != child).map(|row| (child, row.1)));
    }
    while iteration.changed() {
        half.from_join(&same, &children, |_, &b, &x| (b, x));
        same.from_join(&half, &children, |_, &x, &y| (x, y));
    }
    same.complete().len()
}

/// What the workload's outputs count.
pub fn run(workload: &str, folder: &Path) -> Option<Vec<usize>> {
    Some(vec![match workload {
        "paths-random" | "paths-chain" => paths(read_pairs(folder, "edge")),
        "generations" => generations(read_pairs(folder, "parent")),
        _ => return None,
    }])
}
