//! The history of a story file as it is copied to another file: earlier versions with their author,
//! time and reason; drafts, snapshots and conversations.

use serde_json::Value;

use crate::conversation::ChatMessage;
use crate::{
    Author, ContentHash, DraftId, NodeId, Slot, StoryId, ThreadId, Timestamp, TurnId, VersionId,
};

/// The whole history of a story file.
#[derive(Debug, Clone, PartialEq)]
pub struct StoryHistory {
    /// The story it was written in.
    pub story: StoryId,
    /// The slots, in the order of their subjects and capabilities.
    pub slots: Vec<SlotHistory>,
    /// The drafts, oldest first.
    pub drafts: Vec<DraftHistory>,
    /// The snapshots, oldest first.
    pub states: Vec<StateHistory>,
    /// The conversations, oldest first.
    pub threads: Vec<ThreadHistory>,
}

impl StoryHistory {
    /// An empty history.
    pub fn of(story: StoryId) -> Self {
        Self {
            story,
            slots: Vec::new(),
            drafts: Vec::new(),
            states: Vec::new(),
            threads: Vec::new(),
        }
    }
}

/// A draft with its remaining pieces.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftHistory {
    /// Its identity.
    pub id: DraftId,
    /// The turn that wrote it.
    pub turn: Option<TurnId>,
    /// What it is about.
    pub title: String,
    /// Whether it is still open.
    pub is_open: bool,
    /// When it was opened.
    pub time: Timestamp,
    /// Its remaining pieces.
    pub pieces: Vec<DraftPieceHistory>,
}

/// One slot of a draft.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftPieceHistory {
    /// The slot.
    pub slot: Slot,
    /// The version it builds on.
    pub base: Option<VersionId>,
    /// The version it would adopt; `None` to remove.
    pub after: Option<VersionId>,
}

/// A snapshot of the whole story.
#[derive(Debug, Clone, PartialEq)]
pub struct StateHistory {
    /// Its name.
    pub name: String,
    /// Who named it.
    pub author: Author,
    /// When it was named.
    pub time: Timestamp,
    /// The slots whose version differs from the one adopted now, in order, with that version;
    /// `None` if the slot was empty.
    pub slots: Vec<(Slot, Option<VersionId>)>,
}

/// A conversation with all its messages.
#[derive(Debug, Clone, PartialEq)]
pub struct ThreadHistory {
    /// Its identity.
    pub id: ThreadId,
    /// What it is about.
    pub title: String,
    /// The node it was started on.
    pub node: Option<NodeId>,
    /// When it was started.
    pub time: Timestamp,
    /// Its messages, oldest first.
    pub messages: Vec<ChatMessage>,
}

/// All versions of one slot.
#[derive(Debug, Clone, PartialEq)]
pub struct SlotHistory {
    /// The slot.
    pub slot: Slot,
    /// The versions, oldest first.
    pub versions: Vec<VersionRecord>,
    /// The index of the adopted version.
    pub adopted: Option<usize>,
}

/// A version with all its metadata.
#[derive(Debug, Clone, PartialEq)]
pub struct VersionRecord {
    /// Its identity, the same in every copy of the story.
    pub id: VersionId,
    /// Who wrote it.
    pub author: Author,
    /// When it was written.
    pub time: Timestamp,
    /// Why, as text.
    pub reason: String,
    /// The turn it was written in, if any.
    pub turn: Option<TurnId>,
    /// The draft it was written in, if any.
    pub draft: Option<DraftId>,
    /// The version it replaced.
    pub base: Option<VersionId>,
    /// The hash of its data as it was stored.
    pub hash: ContentHash,
    /// Its data; `None` if compaction dropped it.
    pub data: Option<Value>,
}
