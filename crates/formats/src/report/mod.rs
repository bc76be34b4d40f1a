//! What is reported of a file: why it cannot be read, what was unexpected in it, and what an export
//! loses. Not here: the formats, which make these reports.

pub(crate) mod error_kind;
pub(crate) mod loss;
pub(crate) mod warning;
