//! The layout of the map: `moves` moves cards, `tidy` lays them out, `groups`, `fold` and `fit`
//! handle groups and their frames, `color` colors cards. `place` and `rearrange` are the
//! pure geometry.

pub(super) mod color;
pub(super) mod fit;
pub(super) mod fold;
pub(super) mod groups;
mod lanes;
pub(super) mod moves;
pub(super) mod place;
pub(super) mod rearrange;
pub(super) mod tidy;
