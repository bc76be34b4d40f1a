//! The id of whoever acts on a story. Not here: how one is authenticated, and what each may do.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Names one person or program in everything it does: its calls, what it writes, its conversations
/// and the questions put to it. The way in that authenticated it makes the id; clients never do.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct PrincipalId(String);

impl PrincipalId {
    /// An id that a way in has made.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The person who runs the program; also the owner of conversations of earlier versions, which
    /// name none.
    pub fn local() -> Self {
        Self::new("local")
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PrincipalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
