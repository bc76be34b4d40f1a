//! What tools of several capabilities have in common: finding quoted passages, the play records of a
//! reading, alternatives by name. No tool is here.

pub(crate) mod alternative_names;
mod nearest_passage;
pub(crate) mod play_records;
pub(crate) mod quotation;
