//! The part of a reply that has arrived while it is streamed. Not here: the messages made from the
//! whole reply (`message`).

use serde::{Deserialize, Serialize};

/// What has arrived of a reply.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct PartialReply {
    #[serde(rename = "heard")]
    pub(super) words: String,
    /// Whether reasoning has arrived.
    pub(super) thought: bool,
    /// The tools that it started to call.
    pub(super) begun: Vec<String>,
}

impl PartialReply {
    pub(super) fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}
