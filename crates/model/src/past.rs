//! What a slot held before, as it travels from one story file to another: who wrote it there, when
//! and why.

use serde_json::Value;

use crate::{Author, ContentHash, DraftId, Slot, StoryId, Timestamp, TurnId, VersionId};

/// All that a story file holds of its past.
#[derive(Debug, Clone, PartialEq)]
pub struct Past {
    /// The story in which it was written.
    pub story: StoryId,
    /// The slots, in the order of their subjects and capabilities.
    pub slots: Vec<SlotPast>,
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
