//! A change: what one commit did, as delivered to every subscriber.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Author, CommitId, DraftId, Slot, Timestamp, TurnId, VersionId};

/// What a commit was, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CommitKind {
    /// New versions were written, or an older one adopted.
    Edit,
    /// A step was taken back.
    Undo,
    /// A step taken back was done again.
    Redo,
    /// The whole story was set to a snapshot.
    Restore,
    /// Pieces of a draft were adopted.
    Adopt,
}

impl CommitKind {
    /// The identifier stored in the story file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Restore => "restore",
            Self::Adopt => "adopt",
        }
    }
}

/// A version named briefly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct VersionRef {
    /// Its identity.
    pub id: VersionId,
    /// Its number within the slot.
    pub number: u32,
}

/// The adopted version of one slot moved. `None` means that no version is adopted: a node whose
/// `node` part moves to `None` is removed, and is restored when it moves back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Which slot.
    pub slot: Slot,
    /// The version adopted before.
    pub before: Option<VersionRef>,
    /// The version adopted since.
    pub after: Option<VersionRef>,
}

/// The feed's record of one commit. Numbers have no gaps: a subscriber that sees one knows it
/// missed changes and reads those after the last it has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Counts from 1, without gaps.
    pub number: u64,
    /// The commit's identity.
    pub commit: CommitId,
    /// Its kind.
    pub kind: CommitKind,
    /// Who wrote.
    pub author: Author,
    /// The window or program instance it came from, so that it can ignore its own changes.
    pub origin: Option<String>,
    /// The turn it belongs to.
    pub turn: Option<TurnId>,
    /// The draft it was written to. A change in a draft moves nothing outside it.
    pub draft: Option<DraftId>,
    /// Why, as text.
    pub reason: String,
    /// When it was made.
    pub time: Timestamp,
    /// What moved, in the order written.
    pub moves: Vec<Move>,
}
