//! The past in a file: every version of every slot, with who wrote it, when and why.

use model::{
    Author, ContentHash, DraftId, EdgeId, NodeId, Past, PastVersion, Slot, SlotPast, StoryId,
    Subject, Timestamp, TurnId, VersionId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// All versions of one capability's data on one subject. Without node and edge, the subject is the
/// story itself.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct SlotEntry {
    /// The node, which may be gone since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    node: Option<NodeId>,
    /// The edge, which may be gone since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeId>,
    /// The capability, or `node`, `layout`, `edge`, `story`, `kinds` or `kept` for the parts that
    /// every story has.
    capability: String,
    /// Which version is adopted, counted from 1; left out where none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adopted: Option<usize>,
    /// The versions, oldest first.
    versions: Vec<VersionEntry>,
}

/// A version.
#[derive(Serialize, Deserialize, JsonSchema)]
struct VersionEntry {
    /// Its identity.
    id: VersionId,
    /// When it was written, in UTC.
    #[schemars(with = "String")]
    time: Timestamp,
    /// Who wrote it.
    author: Author,
    /// Why: the tool's name, or what the person said.
    reason: String,
    /// In which turn of the assistant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<TurnId>,
    /// In which draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<DraftId>,
    /// The version it was written over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<VersionId>,
    /// Its data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
    /// In place of data that compaction dropped: the hash of what it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dropped: Option<ContentHash>,
}

/// The entries of a past.
pub(super) fn entries(past: &Past) -> Vec<SlotEntry> {
    let entry = |it: &SlotPast| {
        let (node, edge) = match it.slot.subject {
            Subject::Story => (None, None),
            Subject::Node(id) => (Some(id), None),
            Subject::Edge(id) => (None, Some(id)),
        };
        SlotEntry {
            node,
            edge,
            capability: it.slot.capability.to_string(),
            adopted: it.adopted.map(|it| it + 1),
            versions: it.versions.iter().map(version_entry).collect(),
        }
    };
    past.slots.iter().map(entry).collect()
}

fn version_entry(it: &PastVersion) -> VersionEntry {
    VersionEntry {
        id: it.id,
        time: it.time,
        author: it.author.clone(),
        reason: it.reason.clone(),
        turn: it.turn,
        draft: it.draft,
        base: it.base,
        data: it.data.clone(),
        dropped: it.data.is_none().then_some(it.hash),
    }
}

/// The past that entries tell of.
pub(super) fn past(story: StoryId, entries: Vec<SlotEntry>) -> Past {
    let slot = |it: SlotEntry| {
        let subject = match (it.node, it.edge) {
            (Some(id), _) => Subject::Node(id),
            (None, Some(id)) => Subject::Edge(id),
            (None, None) => Subject::Story,
        };
        let count = it.versions.len();
        SlotPast {
            slot: Slot::new(subject, &it.capability),
            versions: it.versions.into_iter().map(past_version).collect(),
            adopted: it
                .adopted
                .and_then(|it| it.checked_sub(1))
                .filter(|it| *it < count),
        }
    };
    Past {
        story,
        slots: entries.into_iter().map(slot).collect(),
    }
}

fn past_version(it: VersionEntry) -> PastVersion {
    let body = it.data.as_ref().map(Value::to_string).unwrap_or_default();
    PastVersion {
        id: it.id,
        author: it.author,
        time: it.time,
        reason: it.reason,
        turn: it.turn,
        draft: it.draft,
        base: it.base,
        hash: it
            .dropped
            .unwrap_or_else(|| ContentHash::of(body.as_bytes())),
        data: it.data,
    }
}
