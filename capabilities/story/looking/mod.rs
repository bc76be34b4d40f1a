//! Looking at the graph: `find`, `outline`, `paths` and `show` for everybody, `map` and `reading` for
//! the window. `excerpt`, `mentions` and `exits` are the pure wording and walks beneath.

mod excerpt;
mod exits;
pub(super) mod find;
pub(super) mod map;
mod mentions;
pub(super) mod outline;
pub(super) mod paths;
pub(super) mod reading;
pub(super) mod show;
