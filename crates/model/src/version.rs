//! A version: one immutable state of one capability's data on one subject (ST-7).

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::{Author, ContentHash, DraftId, EdgeId, NodeId, Timestamp, TurnId, VersionId};

/// What carries data: the story itself, a node, or an edge.
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
    /// Seventeen bytes: the sort of subject, then its id (zeros for the story).
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

    /// Reads what [`Self::to_bytes`] wrote; `None` for anything else.
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

    /// The node, where the subject is one.
    pub fn node(self) -> Option<NodeId> {
        match self {
            Self::Node(id) => Some(id),
            Self::Story | Self::Edge(_) => None,
        }
    }
}

/// One capability's place on one subject: what versions are versions *of*.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// Whose data.
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
    /// What it is a version of.
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
    /// The data. The store admits only JSON, so this never fails on what the store gave out.
    pub fn data(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }
}

/// A version as a line of its slot's history: who, when, why.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryEntry {
    /// The version; its body is empty where compaction dropped it.
    pub version: Version,
    /// Who wrote it.
    pub author: Author,
    /// In which turn of the assistant, if in one.
    pub turn: Option<TurnId>,
    /// In which draft, if in one.
    pub draft: Option<DraftId>,
    /// Why, in words: the tool's name, or what the person said.
    pub reason: String,
    /// When.
    pub time: Timestamp,
    /// Whether it is the one that counts now.
    pub adopted: bool,
    /// Whether compaction dropped its body: it can be seen but not adopted.
    pub compacted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_survive_their_bytes() {
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
            "an unknown sort is refused"
        );
        assert_eq!(Subject::from_bytes(&[1; 4]), None, "a short id is refused");
    }
}
