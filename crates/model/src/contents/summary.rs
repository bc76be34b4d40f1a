//! The summary of a node's text that somebody has written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Content;
use crate::ContentHash;

/// The name of the capability that stores a [`Summary`].
pub const SUMMARY: &str = "summary";

/// What happens in a node, in a few sentences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// The summary.
    pub text: String,
    /// The hash of the text that it summarizes.
    pub of: ContentHash,
}

impl Content for Summary {
    const CAPABILITY: &'static str = SUMMARY;
}

impl Summary {
    /// A summary of this text.
    pub fn new(text: String, of: &str) -> Self {
        Self {
            text,
            of: ContentHash::of(of.as_bytes()),
        }
    }

    /// The summary in stored data, if that is one.
    pub fn in_data(data: &Value) -> Option<Self> {
        Self::deserialize(data).ok()
    }

    /// Whether the text has changed since.
    pub fn is_stale(&self, text: &str) -> bool {
        self.of != ContentHash::of(text.as_bytes())
    }
}
