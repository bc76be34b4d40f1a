//! The parts of a request besides its text: pictures, token counts, and a record of what was sent.
//! Building a request is in `driver`.

pub(crate) mod pictures;
mod snapshot;
pub(crate) mod token_count;

pub(crate) use snapshot::{INDEX_KEY, MAX_RECORDS, SnapshotMeta, StoredSnapshot, record_key};
pub use snapshot::{RequestSnapshot, SnapshotMessage, SnapshotTool};
