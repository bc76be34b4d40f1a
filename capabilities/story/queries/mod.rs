//! Reads the graph: `find`, `outline`, `paths` and `show` for everybody, `map` and `node_details`
//! for the window. `excerpt`, `mentions` and `outgoing_links` are pure helpers.

mod excerpt;
pub(super) mod find;
pub(super) mod map;
mod mentions;
pub(super) mod node_details;
mod outgoing_links;
pub(super) mod outline;
pub(super) mod paths;
pub(super) mod show;
