//! A change: what one commit did, as every listener hears of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CommitId, DraftId, Slot, Timestamp, TurnId, VersionId};

/// The sort of hand that wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthorKind {
    /// A person at a window or a terminal.
    Person,
    /// The assistant, on somebody's instruction.
    Assistant,
    /// Another program.
    Program,
}

impl AuthorKind {
    /// The word kept in the story file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Assistant => "assistant",
            Self::Program => "program",
        }
    }
}

/// Who wrote.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Author {
    /// The sort of hand.
    pub kind: AuthorKind,
    /// A name to show: a person's, a model's, a program's.
    pub name: String,
}

impl Author {
    /// An author of some kind.
    pub fn new(kind: AuthorKind, name: impl Into<String>) -> Self {
        Self {
            kind,
            name: name.into(),
        }
    }
}

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
    /// The whole story was set to a named state.
    Restore,
    /// Pieces of a draft were adopted.
    Adopt,
}

impl CommitKind {
    /// The word kept in the story file.
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

/// One slot's adopted version moved. `None` means that nothing is adopted there: a node whose
/// `node` part moves to `None` is gone, and comes back when it moves back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Which slot.
    pub slot: Slot,
    /// What was adopted before.
    pub before: Option<VersionRef>,
    /// What is adopted since.
    pub after: Option<VersionRef>,
}

/// The feed's row for one commit. Numbers have no gaps: a listener that sees one knows it missed
/// something and reads since the last it holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// Counts from 1, without gaps.
    pub number: u64,
    /// The commit's identity.
    pub commit: CommitId,
    /// What it was.
    pub kind: CommitKind,
    /// Who wrote.
    pub author: Author,
    /// Which window or program instance it came through, so that it can ignore its own echo.
    pub origin: Option<String>,
    /// In which turn.
    pub turn: Option<TurnId>,
    /// In which draft. A change in a draft moves nothing that others see.
    pub draft: Option<DraftId>,
    /// Why, in words.
    pub reason: String,
    /// When.
    pub time: Timestamp,
    /// What moved, in the order written.
    pub moves: Vec<Move>,
}
