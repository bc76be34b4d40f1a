//! What the notations of other programs mean beside their links: which passages are no pages, where
//! reading may end or go on. Enter through the module of the notation. A node is known by what its
//! format keeps on it ([`crate::kept`]).

pub mod ink;
pub mod twine;
pub mod yarn;
