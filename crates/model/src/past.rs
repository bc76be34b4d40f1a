//! What a story file holds beside the adopted story, as it travels from one file to another: what
//! slots held before, who wrote it, when and why; drafts, named states and conversations.

use serde_json::Value;

use crate::talk::ChatMessage;
use crate::{
    Author, ContentHash, DraftId, NodeId, Slot, StoryId, ThreadId, Timestamp, TurnId, VersionId,
};

/// All that a story file holds of its past.
#[derive(Debug, Clone, PartialEq)]
pub struct Past {
    /// The story in which it was written.
    pub story: StoryId,
    /// The slots, in the order of their subjects and capabilities.
    pub slots: Vec<SlotPast>,
    /// The drafts, oldest first.
    pub drafts: Vec<DraftPast>,
    /// The named states, oldest first.
    pub states: Vec<StatePast>,
    /// The conversations, oldest first.
    pub threads: Vec<ThreadPast>,
}

impl Past {
    /// A past of which nothing is known yet.
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

/// A draft with what is left in it.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftPast {
    /// Its identity.
    pub id: DraftId,
    /// The turn that wrote it.
    pub turn: Option<TurnId>,
    /// What it is about, in words.
    pub title: String,
    /// Whether it still waits for a decision.
    pub is_open: bool,
    /// When it was opened.
    pub time: Timestamp,
    /// What it would adopt.
    pub pieces: Vec<PiecePast>,
}

/// One slot as a draft would have it.
#[derive(Debug, Clone, PartialEq)]
pub struct PiecePast {
    /// Which slot.
    pub slot: Slot,
    /// The version it builds on.
    pub base: Option<VersionId>,
    /// The version it would adopt; none where it would adopt nothing.
    pub after: Option<VersionId>,
}

/// A named state of the whole story.
#[derive(Debug, Clone, PartialEq)]
pub struct StatePast {
    /// Its name.
    pub name: String,
    /// Who named it.
    pub author: Author,
    /// When.
    pub time: Timestamp,
    /// What stood where something else is adopted now, in the order of the slots; none where
    /// nothing stood.
    pub slots: Vec<(Slot, Option<VersionId>)>,
}

/// A conversation with all its messages.
#[derive(Debug, Clone, PartialEq)]
pub struct ThreadPast {
    /// Its identity.
    pub id: ThreadId,
    /// What it is about.
    pub title: String,
    /// The node it was begun on.
    pub node: Option<NodeId>,
    /// When it was begun.
    pub time: Timestamp,
    /// What was said, oldest first.
    pub messages: Vec<ChatMessage>,
}

/// All versions of one slot.
#[derive(Debug, Clone, PartialEq)]
pub struct SlotPast {
    /// Which slot.
    pub slot: Slot,
    /// The versions, oldest first.
    pub versions: Vec<PastVersion>,
    /// Which of them is adopted: its place in the list, counted from 0.
    pub adopted: Option<usize>,
}

/// A version with everything that was known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct PastVersion {
    /// Its identity, the same in every copy of the story.
    pub id: VersionId,
    /// Who wrote it.
    pub author: Author,
    /// When.
    pub time: Timestamp,
    /// Why, in words.
    pub reason: String,
    /// In which turn of the assistant, if in one.
    pub turn: Option<TurnId>,
    /// In which draft, if in one.
    pub draft: Option<DraftId>,
    /// The version it was written over.
    pub base: Option<VersionId>,
    /// The hash of its data as it was stored.
    pub hash: ContentHash,
    /// Its data; none where compaction dropped it.
    pub data: Option<Value>,
}
