//! A version: one immutable state of one capability's data on one subject (ST-7).

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{Author, ContentHash, DraftId, EdgeId, NodeId, Timestamp, TurnId, VersionId};

/// What data belongs to: the story itself, a node, or an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The story as a whole.
    Story,
    /// A node.
    Node(NodeId),
    /// An edge.
    Edge(EdgeId),
}

impl Subject {
    /// Seventeen bytes: the kind of subject, then its id (zeros for the story).
    pub fn to_bytes(self) -> [u8; 17] {
        let (sort, id) = match self {
            Self::Story => (0, Uuid::nil()),
            Self::Node(id) => (1, id.0),
            Self::Edge(id) => (2, id.0),
        };
        let mut bytes = [sort; 17];
        bytes[1..].copy_from_slice(id.as_bytes());
        bytes
    }

    /// Parses the output of [`Self::to_bytes`]; `None` for anything else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (sort, rest) = bytes.split_first()?;
        let id = Uuid::from_slice(rest).ok()?;
        match sort {
            0 => Some(Self::Story),
            1 => Some(Self::Node(NodeId(id))),
            2 => Some(Self::Edge(EdgeId(id))),
            _ => None,
        }
    }

    /// The node, if the subject is one.
    pub fn node(self) -> Option<NodeId> {
        match self {
            Self::Node(id) => Some(id),
            Self::Story | Self::Edge(_) => None,
        }
    }
}

/// One capability's data on one subject: what versions are versions *of*.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// The subject the data belongs to.
    pub subject: Subject,
    /// The capability's name (`kv`), or one of the names in [`crate::part`].
    pub capability: Arc<str>,
}

impl Slot {
    /// A slot of any subject.
    pub fn new(subject: Subject, capability: &str) -> Self {
        Self {
            subject,
            capability: capability.into(),
        }
    }

    /// A slot of a node.
    pub fn node(node: NodeId, capability: &str) -> Self {
        Self::new(Subject::Node(node), capability)
    }

    /// A slot of an edge.
    pub fn edge(edge: EdgeId, capability: &str) -> Self {
        Self::new(Subject::Edge(edge), capability)
    }

    /// A slot of the story itself.
    pub fn story(capability: &str) -> Self {
        Self::new(Subject::Story, capability)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject {
            Subject::Story => write!(f, "story/{}", self.capability),
            Subject::Node(id) => write!(f, "node {}/{}", id.short(), self.capability),
            Subject::Edge(id) => write!(f, "edge {}/{}", id.short(), self.capability),
        }
    }
}

/// One immutable state of a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Its identity, the same in every copy of the story.
    pub id: VersionId,
    /// The slot it is a version of.
    pub slot: Slot,
    /// Counts from 1 within the slot: "version 12 of kv".
    pub number: u32,
    /// The number of the change that wrote it.
    pub commit: u64,
    /// The version that was adopted (or drafted) when it was written.
    pub base: Option<VersionId>,
    /// The hash of [`Self::body`].
    pub hash: ContentHash,
    /// The data as JSON text, exactly as stored.
    pub body: Arc<str>,
}

impl Version {
    /// The data. The store accepts only valid JSON, so this never fails for a version read from it.
    pub fn data(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// A version in its slot's history: who, when, why.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryEntry {
    /// The version; its body is empty if compaction dropped it.
    pub version: Version,
    /// Who wrote it.
    pub author: Author,
    /// The turn it was written in, if any.
    pub turn: Option<TurnId>,
    /// The draft it was written in, if any.
    pub draft: Option<DraftId>,
    /// The reason: the tool's name, or the user's words.
    pub reason: String,
    /// When it was written.
    pub time: Timestamp,
    /// Whether it is the adopted one.
    pub adopted: bool,
    /// Whether compaction dropped its body: it is listed but cannot be adopted.
    pub compacted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_bytes_round_trip() {
        for subject in [
            Subject::Story,
            Subject::Node(NodeId(Uuid::from_u128(7))),
            Subject::Edge(EdgeId(Uuid::from_u128(8))),
        ] {
            assert_eq!(Subject::from_bytes(&subject.to_bytes()), Some(subject));
        }
        assert_eq!(
            Subject::from_bytes(&[9; 17]),
            None,
            "an unknown kind is rejected"
        );
        assert_eq!(Subject::from_bytes(&[1; 4]), None, "a short id is rejected");
    }
}
