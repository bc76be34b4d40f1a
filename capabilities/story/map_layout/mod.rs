//! The map put in order: cards moved in `moves`, tidied in `tidy`, put into `groups`, which `fold` and
//! open and whose frames `fit`, colored in `color`. `place` is the pure geometry beneath.

pub(super) mod color;
pub(super) mod fit;
pub(super) mod fold;
pub(super) mod groups;
pub(super) mod moves;
pub(super) mod place;
pub(super) mod tidy;
