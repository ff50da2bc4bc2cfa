//! The workloads in crepe, which compiles rules to Rust; it has no aggregates.

use std::path::Path;

use crate::inputs::read_pairs;

mod paths {
    crepe::crepe! {
        @input
        pub struct Edge(pub u32, pub u32);
        @output
        pub struct Path(pub u32, pub u32);
        Path(x, y) <- Edge(x, y);
        Path(x, z) <- Path(x, y), Edge(y, z);
    }

    pub fn run(edges: Vec<(u32, u32)>) -> usize {
        let mut runtime = Crepe::new();
        runtime.extend(edges.into_iter().map(|(x, y)| Edge(x, y)));
        runtime.run().0.len()
    }
}

mod generations {
    crepe::crepe! {
        @input
        pub struct Parent(pub u32, pub u32);
        @output
        pub struct Same(pub u32, pub u32);
        Same(x, y) <- Parent(x, p), Parent(y, p), (x != y);
        Same(x, y) <- Parent(x, a), Same(a, b), Parent(y, b);
    }

    pub fn run(parents: Vec<(u32, u32)>) -> usize {
        let mut runtime = Crepe::new();
        runtime.extend(parents.into_iter().map(|(x, y)| Parent(x, y)));
        runtime.run().0.len()
    }
}

mod triangles {
    crepe::crepe! {
        @input
        pub struct Edge(pub u32, pub u32);
        @output
        pub struct Triangle(pub u32, pub u32, pub u32);
        Triangle(x, y, z) <- Edge(x, y), Edge(y, z), Edge(x, z);
    }

    pub fn run(edges: Vec<(u32, u32)>) -> usize {
        let mut runtime = Crepe::new();
        runtime.extend(edges.into_iter().map(|(x, y)| Edge(x, y)));
        runtime.run().0.len()
    }
}

/// What the workload's outputs count.
pub fn run(workload: &str, folder: &Path) -> Option<Vec<usize>> {
    Some(vec![match workload {
        "paths-random" | "paths-chain" => paths::run(read_pairs(folder, "edge")),
        "generations" => generations::run(read_pairs(folder, "parent")),
        "triangles" => triangles::run(read_pairs(folder, "edge")),
        _ => return None,
    }])
}
