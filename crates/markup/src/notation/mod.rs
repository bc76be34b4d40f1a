//! What the notations of other programs mean apart from their links: which passages are not pages,
//! and where reading may end or continue. Enter through the module of the notation. A node's format
//! is recognised by the data that the format keeps on it ([`crate::kept_data`]).

pub mod ink;
pub mod twine;
pub mod yarn;
