//! The kinds of findings, how much each matters, and why.

use schemars::JsonSchema;
use serde::Serialize;

/// How much a finding matters to a reader of the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The story breaks here.
    Error,
    /// A reader misses something.
    Warning,
    /// Something to look at when there is time.
    Note,
    /// Work that is not finished yet, as every draft has it.
    Hint,
}

/// The sorts of findings, worst first within a severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// The story has pages and no beginning.
    NoStart,
    /// A link in the text names no node.
    BrokenLink,
    /// A condition cannot be read, and so always holds.
    UnreadableCondition,
    /// An effect cannot be read, and so does nothing.
    UnreadableEffect,
    /// No way leads there from the start.
    Unreachable,
    /// Nothing leads on, and it is not marked as an ending.
    DeadEnd,
    /// Once in, a reader never gets out, and no ending is inside.
    EndlessLoop,
    /// A choice that is never offered.
    NeverOffered,
    /// Every choice has a condition, and nothing shows that one of them always holds.
    NothingOpen,
    /// Every choice may be taken only once, and a reader can come back after the last.
    UsedUp,
    /// A link in the text names a node but for the case of letters.
    LetterCase,
    /// A link in the text names a node, but no link of the story leads there.
    LinkWithoutEdge,
    /// A condition asks for a node that does not exist.
    UnknownTitle,
    /// A variable is read and never set.
    NeverSet,
    /// Two nodes have one title.
    DuplicateTitle,
    /// A page without anything on it.
    Empty,
    /// A character that texts name, and of whom nothing is said.
    Undescribed,
    /// Nodes that only a computed link may reach.
    Dynamic,
    /// The story uses code that is not part of it.
    MissingCode,
}

impl FindingKind {
    /// How much it matters.
    pub fn severity(self) -> Severity {
        match self {
            Self::NoStart
            | Self::BrokenLink
            | Self::UnreadableCondition
            | Self::UnreadableEffect => Severity::Error,
            Self::Dynamic | Self::MissingCode => Severity::Note,
            Self::DeadEnd | Self::Empty | Self::Undescribed => Severity::Hint,
            _ => Severity::Warning,
        }
    }

    /// Why it matters, for a person.
    pub fn why(self) -> &'static str {
        match self {
            Self::NoStart => "Choose the scene readers start from.",
            Self::BrokenLink => "Readers who follow it get nowhere.",
            Self::UnreadableCondition => "The choice is always available until this is fixed.",
            Self::UnreadableEffect => "It has no effect until this is fixed.",
            Self::Unreachable => "No reader will ever see it.",
            Self::DeadEnd => "Readers can’t tell whether the story is meant to stop here.",
            Self::EndlessLoop => "Readers who get in can never finish the story.",
            Self::NeverOffered => "Its condition can’t be true, whatever the reader does.",
            Self::NothingOpen => "If no condition is true, the reader is stuck.",
            Self::UsedUp => "A reader who has taken them all and comes back is stuck.",
            Self::LetterCase => "Most story formats won’t find the target.",
            Self::LinkWithoutEdge => {
                "It doesn’t show on the map, and readers don’t get it when playing."
            }
            Self::UnknownTitle => "A scene that doesn’t exist is never visited.",
            Self::NeverSet => "It always stays 0, false and empty.",
            Self::DuplicateTitle => "A link to this title could mean either.",
            Self::Empty => "Readers would see a blank page.",
            Self::Undescribed => {
                "The text mentions this character, but nothing is written about them."
            }
            Self::Dynamic => "No fixed link leads there, but a computed one might.",
            Self::MissingCode => {
                "They come from scripts that weren’t imported, so problems that depend on them aren’t reported."
            }
        }
    }
}
