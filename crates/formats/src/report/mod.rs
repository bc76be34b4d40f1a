//! Reports about a file: why it cannot be read, warnings about its content, and what an export
//! loses. Not here: the formats, which create these reports.

pub(crate) mod error_kind;
pub(crate) mod loss;
pub(crate) mod unread;
pub(crate) mod warning;
