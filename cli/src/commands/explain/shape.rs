//! Facts and values as a reader sees them: as they are written in rules, long texts cut. The engine spells them, so that
//! what is printed is what case files expect.

pub(super) use engine::show::{bindings, fact};
