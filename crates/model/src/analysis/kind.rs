//! The kinds of findings, how much each matters, and why.

use serde::Serialize;

/// How much a finding matters to a reader of the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The story breaks here.
    Error,
    /// A reader misses something.
    Warning,
    /// Something to look at when there is time.
    Note,
}

/// The sorts of findings, worst first within a severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
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
}

impl FindingKind {
    /// How much it matters.
    pub fn severity(self) -> Severity {
        match self {
            Self::NoStart
            | Self::BrokenLink
            | Self::UnreadableCondition
            | Self::UnreadableEffect => Severity::Error,
            Self::Empty | Self::Undescribed | Self::Dynamic => Severity::Note,
            _ => Severity::Warning,
        }
    }

    /// Why it matters, for a person.
    pub fn why(self) -> &'static str {
        match self {
            Self::NoStart => {
                "Nobody knows where reading begins, so nothing can be played or checked for reachability."
            }
            Self::BrokenLink => "A reader who follows it gets nowhere.",
            Self::UnreadableCondition => "The choice is offered always, whatever was meant.",
            Self::UnreadableEffect => "It does nothing, so what depends on it never happens.",
            Self::Unreachable => "No reader will ever see it.",
            Self::DeadEnd => {
                "The story stops here, and a reader cannot tell whether that was meant."
            }
            Self::EndlessLoop => "Whoever comes in can never finish the story.",
            Self::NeverOffered => "Its condition cannot hold, whatever the reader does.",
            Self::NothingOpen => {
                "A reader for whom none of the conditions holds has nothing to choose, and is stuck."
            }
            Self::UsedUp => {
                "A reader who has taken them all and comes back has nothing to choose, and is stuck."
            }
            Self::LetterCase => {
                "Most story formats tell letter cases apart, and would find nothing there."
            }
            Self::LinkWithoutEdge => {
                "The map does not show this way, and playing does not offer it."
            }
            Self::UnknownTitle => {
                "A node that does not exist is never visited, so the question has one answer only."
            }
            Self::NeverSet => {
                "It is 0, false and empty for ever, so whatever asks for it has one answer only."
            }
            Self::DuplicateTitle => "A link or a question by this title may mean either.",
            Self::Empty => "A reader would see a blank page.",
            Self::Undescribed => "Texts speak of somebody of whom nothing is written down.",
            Self::Dynamic => {
                "No fixed link leads there; a link that the running story computes may."
            }
        }
    }
}
