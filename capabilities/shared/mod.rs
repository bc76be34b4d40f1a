//! What tools of several capabilities have in common: finding quoted passages, the play records of a
//! reading, alternatives by name, what a model has not read yet, links in texts and in the graph kept together. No tool is here.

pub(crate) mod alternative_names;
mod nearest_passage;
pub(crate) mod play_records;
pub(crate) mod prose_links;
pub(crate) mod quotation;
pub(crate) mod unread;
