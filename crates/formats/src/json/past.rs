//! The history in a file: every version of every slot with author, time and reason; drafts and
//! snapshots, which refer to versions by id.

use model::{
    Author, ContentHash, DraftHistory, DraftId, DraftPieceHistory, EdgeId, NodeId, Slot,
    SlotHistory, StateHistory, Subject, Timestamp, TurnId, VersionId, VersionRecord,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One capability's place on one subject. Without node and edge, the subject is the story itself.
#[derive(Serialize, Deserialize, JsonSchema)]
struct SlotAddress {
    /// The node, which may be gone since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    node: Option<NodeId>,
    /// The edge, which may be gone since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edge: Option<EdgeId>,
    /// The capability, or `node`, `layout`, `edge`, `story`, `kinds` or `kept` for the parts that
    /// every story has.
    capability: String,
}

impl SlotAddress {
    fn of(slot: &Slot) -> Self {
        let (node, edge) = match slot.subject {
            Subject::Story => (None, None),
            Subject::Node(id) => (Some(id), None),
            Subject::Edge(id) => (None, Some(id)),
        };
        Self {
            node,
            edge,
            capability: slot.capability.to_string(),
        }
    }

    fn slot(&self) -> Slot {
        let subject = match (self.node, self.edge) {
            (Some(id), _) => Subject::Node(id),
            (None, Some(id)) => Subject::Edge(id),
            (None, None) => Subject::Story,
        };
        Slot::new(subject, &self.capability)
    }
}

/// All versions of one capability's data on one subject.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct SlotEntry {
    #[serde(flatten)]
    place: SlotAddress,
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

/// A draft: versions that wait to be adopted.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct DraftEntry {
    /// Its identity.
    id: DraftId,
    /// The turn of the assistant that wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<TurnId>,
    /// What it is about, in words.
    title: String,
    /// Whether it still waits for a decision.
    open: bool,
    /// When it was opened, in UTC.
    #[schemars(with = "String")]
    time: Timestamp,
    /// What is left in it.
    pieces: Vec<DraftSlotEntry>,
}

/// What a draft would have in one place.
#[derive(Serialize, Deserialize, JsonSchema)]
struct DraftSlotEntry {
    #[serde(flatten)]
    place: SlotAddress,
    /// The version it builds on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    base: Option<VersionId>,
    /// The version it would adopt; left out where it would adopt none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<VersionId>,
}

/// A snapshot of the whole story.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct StateEntry {
    /// Its name.
    name: String,
    /// Who named it.
    author: Author,
    /// When, in UTC.
    #[schemars(with = "String")]
    time: Timestamp,
    /// Where it differs from what is adopted.
    slots: Vec<StateSlotEntry>,
}

/// What stood in one place.
#[derive(Serialize, Deserialize, JsonSchema)]
struct StateSlotEntry {
    #[serde(flatten)]
    place: SlotAddress,
    /// The version that stood there; left out where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    version: Option<VersionId>,
}

impl From<&DraftHistory> for DraftEntry {
    fn from(it: &DraftHistory) -> Self {
        let piece = |it: &DraftPieceHistory| DraftSlotEntry {
            place: SlotAddress::of(&it.slot),
            base: it.base,
            after: it.after,
        };
        Self {
            id: it.id,
            turn: it.turn,
            title: it.title.clone(),
            open: it.is_open,
            time: it.time,
            pieces: it.pieces.iter().map(piece).collect(),
        }
    }
}

impl From<DraftEntry> for DraftHistory {
    fn from(it: DraftEntry) -> Self {
        let piece = |it: DraftSlotEntry| DraftPieceHistory {
            slot: it.place.slot(),
            base: it.base,
            after: it.after,
        };
        Self {
            id: it.id,
            turn: it.turn,
            title: it.title,
            is_open: it.open,
            time: it.time,
            pieces: it.pieces.into_iter().map(piece).collect(),
        }
    }
}

impl From<&StateHistory> for StateEntry {
    fn from(it: &StateHistory) -> Self {
        let stood = |(slot, version): &(Slot, Option<VersionId>)| StateSlotEntry {
            place: SlotAddress::of(slot),
            version: *version,
        };
        Self {
            name: it.name.clone(),
            author: it.author.clone(),
            time: it.time,
            slots: it.slots.iter().map(stood).collect(),
        }
    }
}

impl From<StateEntry> for StateHistory {
    fn from(it: StateEntry) -> Self {
        let slots = it.slots.into_iter();
        Self {
            name: it.name,
            author: it.author,
            time: it.time,
            slots: slots.map(|it| (it.place.slot(), it.version)).collect(),
        }
    }
}

/// The entries of a past.
pub(super) fn entries(slots: &[SlotHistory]) -> Vec<SlotEntry> {
    let entry = |it: &SlotHistory| SlotEntry {
        place: SlotAddress::of(&it.slot),
        adopted: it.adopted.map(|it| it + 1),
        versions: it.versions.iter().map(version_entry).collect(),
    };
    slots.iter().map(entry).collect()
}

fn version_entry(it: &VersionRecord) -> VersionEntry {
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

/// The slots that entries describe.
pub(super) fn slots(entries: Vec<SlotEntry>) -> Vec<SlotHistory> {
    let slot = |it: SlotEntry| {
        let count = it.versions.len();
        SlotHistory {
            slot: it.place.slot(),
            versions: it.versions.into_iter().map(past_version).collect(),
            adopted: it
                .adopted
                .and_then(|it| it.checked_sub(1))
                .filter(|it| *it < count),
        }
    };
    entries.into_iter().map(slot).collect()
}

fn past_version(it: VersionEntry) -> VersionRecord {
    let body = it.data.as_ref().map(Value::to_string).unwrap_or_default();
    VersionRecord {
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
