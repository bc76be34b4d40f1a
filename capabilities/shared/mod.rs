//! What tools of several capabilities share: finding quoted passages, the play records of a
//! playthrough, alternatives by name, what a model has not read yet, and keeping links in texts and
//! in the graph in sync. Not here: any tool.

pub(crate) mod alternative_names;
mod nearest_passage;
pub(crate) mod play_records;
pub(crate) mod prose_links;
pub(crate) mod quotation;
pub(crate) mod unread;
