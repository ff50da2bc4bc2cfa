//! Five programs compiled by crepe: a second implementation that shares nothing with the engine. Pairs in, pairs out.

#![expect(clippy::iter_over_hash_type, reason = "crepe's generated code joins over hash sets; results are sorted")]

use std::collections::BTreeSet;

/// Pairs of numbers.
pub type Pairs = BTreeSet<(i64, i64)>;

mod closure {
    crepe::crepe! {
        @input
        pub(super) struct Edge(pub(super) i64, pub(super) i64);
        @output
        pub(super) struct Path(pub(super) i64, pub(super) i64);
        Path(x, y) <- Edge(x, y);
        Path(x, z) <- Path(x, y), Edge(y, z);
    }
    pub(super) fn program() -> Crepe {
        Crepe::new()
    }
}

mod generation {
    crepe::crepe! {
        @input
        pub(super) struct Parent(pub(super) i64, pub(super) i64);
        @output
        pub(super) struct Same(pub(super) i64, pub(super) i64);
        Same(x, y) <- Parent(x, p), Parent(y, p), (x != y);
        Same(x, y) <- Parent(x, a), Same(a, b), Parent(y, b);
    }
    pub(super) fn program() -> Crepe {
        Crepe::new()
    }
}

mod negation {
    crepe::crepe! {
        @input
        pub(super) struct Edge(pub(super) i64, pub(super) i64);
        struct Node(i64);
        struct Path(i64, i64);
        @output
        pub(super) struct Apart(pub(super) i64, pub(super) i64);
        Node(x) <- Edge(x, _);
        Node(y) <- Edge(_, y);
        Path(x, y) <- Edge(x, y);
        Path(x, z) <- Edge(x, y), Path(y, z);
        Apart(x, y) <- Node(x), Node(y), !Path(x, y);
    }
    pub(super) fn program() -> Crepe {
        Crepe::new()
    }
}

mod triangle {
    crepe::crepe! {
        @input
        pub(super) struct Edge(pub(super) i64, pub(super) i64);
        @output
        pub(super) struct Triangle(pub(super) i64, pub(super) i64, pub(super) i64);
        Triangle(x, y, z) <- Edge(x, y), Edge(y, z), Edge(x, z);
    }
    pub(super) fn program() -> Crepe {
        Crepe::new()
    }
}

mod andersen {
    crepe::crepe! {
        @input
        pub(super) struct AddressOf(pub(super) i64, pub(super) i64);
        @input
        pub(super) struct Assign(pub(super) i64, pub(super) i64);
        @input
        pub(super) struct Load(pub(super) i64, pub(super) i64);
        @input
        pub(super) struct Store(pub(super) i64, pub(super) i64);
        @output
        pub(super) struct PointsTo(pub(super) i64, pub(super) i64);
        PointsTo(y, x) <- AddressOf(y, x);
        PointsTo(y, x) <- Assign(y, z), PointsTo(z, x);
        PointsTo(y, w) <- Load(y, x), PointsTo(x, z), PointsTo(z, w);
        PointsTo(z, w) <- Store(y, x), PointsTo(y, z), PointsTo(x, w);
    }
    pub(super) fn program() -> Crepe {
        Crepe::new()
    }
}

/// Pairs that a path connects.
pub fn closure(edges: &Pairs) -> Pairs {
    let mut program = closure::program();
    program.extend(edges.iter().map(|&(x, y)| closure::Edge(x, y)));
    let (paths,) = program.run();
    paths.into_iter().map(|path| (path.0, path.1)).collect()
}

/// Pairs of one generation.
pub fn same_generation(parents: &Pairs) -> Pairs {
    let mut program = generation::program();
    program.extend(parents.iter().map(|&(x, y)| generation::Parent(x, y)));
    let (same,) = program.run();
    same.into_iter().map(|pair| (pair.0, pair.1)).collect()
}

/// Pairs of nodes that no path connects.
pub fn apart(edges: &Pairs) -> Pairs {
    let mut program = negation::program();
    program.extend(edges.iter().map(|&(x, y)| negation::Edge(x, y)));
    let (apart,) = program.run();
    apart.into_iter().map(|pair| (pair.0, pair.1)).collect()
}

/// Triples of nodes with an edge between each two.
pub fn triangles(edges: &Pairs) -> BTreeSet<(i64, i64, i64)> {
    let mut program = triangle::program();
    program.extend(edges.iter().map(|&(x, y)| triangle::Edge(x, y)));
    let (triangles,) = program.run();
    triangles.into_iter().map(|found| (found.0, found.1, found.2)).collect()
}

/// What may point to what: `address_of`, `assign`, `load` and `store` in, in this order.
pub fn points_to([address_of, assign, load, store]: [&Pairs; 4]) -> Pairs {
    let mut program = andersen::program();
    program.extend(address_of.iter().map(|&(x, y)| andersen::AddressOf(x, y)));
    program.extend(assign.iter().map(|&(x, y)| andersen::Assign(x, y)));
    program.extend(load.iter().map(|&(x, y)| andersen::Load(x, y)));
    program.extend(store.iter().map(|&(x, y)| andersen::Store(x, y)));
    let (points_to,) = program.run();
    points_to.into_iter().map(|pair| (pair.0, pair.1)).collect()
}
