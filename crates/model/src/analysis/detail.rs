//! The details of a finding, as names and numbers, with an English sentence. User interfaces in
//! other languages build their own sentence from its kind and parts.

use std::fmt;

use serde::Serialize;

use super::kind::FindingKind;
use crate::play::ParseError;

/// A link of the story, as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LinkNames {
    /// The title of its source.
    pub from: String,
    /// The title of its target.
    pub to: String,
    /// Its label; may be empty.
    pub label: String,
}

impl fmt::Display for LinkNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, label } = self;
        match label.as_str() {
            "" => write!(f, "“{from}” → “{to}”"),
            label => write!(f, "“{from}” → “{label}” → “{to}”"),
        }
    }
}

/// A condition or an effect that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unreadable {
    /// As written.
    pub source: String,
    /// The character at which parsing stopped, counted from 1.
    pub at: usize,
    /// The reason, in English.
    pub error: String,
}

impl Unreadable {
    pub(super) fn new(source: &str, error: &ParseError) -> Self {
        Self {
            source: source.to_owned(),
            at: error.at,
            error: error.to_string(),
        }
    }
}

/// The details of a finding. As JSON it is an object whose keys are fixed for each kind; titles are
/// written as in the story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[expect(
    missing_docs,
    reason = "the kinds say what they are, and the names what they hold"
)]
pub enum FindingDetail {
    NoStart {},
    BrokenLink {
        title: String,
        target: String,
    },
    UnreadableCondition {
        #[serde(flatten)]
        link: LinkNames,
        #[serde(flatten)]
        unreadable: Unreadable,
    },
    UnreadableEffect {
        #[serde(flatten)]
        link: LinkNames,
        #[serde(flatten)]
        unreadable: Unreadable,
    },
    UnreadableEnterEffect {
        title: String,
        #[serde(flatten)]
        unreadable: Unreadable,
    },
    Unreachable {
        title: String,
        /// How many more nodes can be reached only through it.
        behind: usize,
    },
    DeadEnd {
        title: String,
    },
    EndlessLoop {
        title: String,
        count: usize,
    },
    NeverOffered {
        #[serde(flatten)]
        link: LinkNames,
        source: String,
    },
    NothingOpen {
        title: String,
        /// How many choices it has.
        count: usize,
    },
    UsedUp {
        title: String,
        /// How many choices it has.
        count: usize,
    },
    LetterCase {
        title: String,
        target: String,
        /// The node's actual title.
        called: String,
    },
    LinkWithoutEdge {
        title: String,
        target: String,
    },
    UnknownTitle {
        #[serde(flatten)]
        link: LinkNames,
        /// The title that the condition refers to.
        asked: String,
    },
    NeverSet {
        variable: String,
        /// The first node that reads it.
        title: String,
        count: usize,
    },
    DuplicateTitle {
        title: String,
    },
    Empty {
        title: String,
    },
    Undescribed {
        title: String,
        /// The node whose text mentions it.
        by: String,
    },
    Dynamic {
        title: String,
        count: usize,
    },
}

impl FindingDetail {
    /// The kind of the finding.
    pub fn kind(&self) -> FindingKind {
        match self {
            Self::NoStart {} => FindingKind::NoStart,
            Self::BrokenLink { .. } => FindingKind::BrokenLink,
            Self::UnreadableCondition { .. } => FindingKind::UnreadableCondition,
            Self::UnreadableEffect { .. } | Self::UnreadableEnterEffect { .. } => {
                FindingKind::UnreadableEffect
            }
            Self::Unreachable { .. } => FindingKind::Unreachable,
            Self::DeadEnd { .. } => FindingKind::DeadEnd,
            Self::EndlessLoop { .. } => FindingKind::EndlessLoop,
            Self::NeverOffered { .. } => FindingKind::NeverOffered,
            Self::NothingOpen { .. } => FindingKind::NothingOpen,
            Self::UsedUp { .. } => FindingKind::UsedUp,
            Self::LetterCase { .. } => FindingKind::LetterCase,
            Self::LinkWithoutEdge { .. } => FindingKind::LinkWithoutEdge,
            Self::UnknownTitle { .. } => FindingKind::UnknownTitle,
            Self::NeverSet { .. } => FindingKind::NeverSet,
            Self::DuplicateTitle { .. } => FindingKind::DuplicateTitle,
            Self::Empty { .. } => FindingKind::Empty,
            Self::Undescribed { .. } => FindingKind::Undescribed,
            Self::Dynamic { .. } => FindingKind::Dynamic,
        }
    }
}

impl fmt::Display for FindingDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart {} => write!(f, "The story has no start."),
            Self::BrokenLink { title, target } => {
                write!(f, "“{title}” links to “{target}”, which does not exist.")
            }
            Self::UnreadableCondition { link, unreadable } => {
                write!(f, "The condition of {link}: {}.", unreadable.error)
            }
            Self::UnreadableEffect { link, unreadable } => {
                write!(f, "The effect of {link}: {}.", unreadable.error)
            }
            Self::UnreadableEnterEffect { title, unreadable } => {
                write!(f, "What entering “{title}” does: {}.", unreadable.error)
            }
            Self::Unreachable { title, behind } => match behind {
                0 => write!(f, "“{title}” cannot be reached."),
                1 => write!(
                    f,
                    "“{title}” cannot be reached, nor can the node behind it."
                ),
                _ => write!(
                    f,
                    "“{title}” cannot be reached, nor can the {behind} nodes behind it."
                ),
            },
            Self::DeadEnd { title } => write!(f, "Nothing leads on from “{title}”."),
            Self::EndlessLoop { title, count: 1 } => {
                write!(f, "“{title}” leads only to itself.")
            }
            Self::EndlessLoop { title, count } => write!(
                f,
                "No way leads out of the loop of {count} nodes at “{title}”."
            ),
            Self::NeverOffered { link, source } => {
                write!(f, "{link} is never offered: {source} cannot hold.")
            }
            Self::NothingOpen { title, count: 1 } => write!(
                f,
                "The only choice at “{title}” has a condition that need not hold."
            ),
            Self::NothingOpen { title, count } => write!(
                f,
                "All {count} choices at “{title}” have conditions, and it may be that none holds."
            ),
            Self::UsedUp { title, count: 1 } => write!(
                f,
                "The only choice at “{title}” may be taken only once, and leads back here."
            ),
            Self::UsedUp { title, count } => write!(
                f,
                "All {count} choices at “{title}” may be taken only once, and each leads back here."
            ),
            Self::LetterCase {
                title,
                target,
                called,
            } => write!(
                f,
                "“{title}” links to “{target}”; the node is called “{called}”."
            ),
            Self::LinkWithoutEdge { title, target } => write!(
                f,
                "The text of “{title}” links to “{target}”; on the map no link leads there."
            ),
            Self::UnknownTitle { link, asked } => write!(
                f,
                "The condition of {link} asks for “{asked}”, which does not exist."
            ),
            Self::NeverSet {
                variable,
                title,
                count: 1,
            } => write!(f, "{variable} is read at “{title}” and never set."),
            Self::NeverSet {
                variable, count, ..
            } => write!(f, "{variable} is read at {count} nodes and never set."),
            Self::DuplicateTitle { title } => write!(f, "There is another node “{title}”."),
            Self::Empty { title } => write!(f, "“{title}” is empty."),
            Self::Undescribed { title, by } => {
                write!(f, "“{title}” is named at “{by}” and described nowhere.")
            }
            Self::Dynamic { title, count: 1 } => {
                write!(f, "“{title}” may be reached by a computed link only.")
            }
            Self::Dynamic { count, .. } => {
                write!(f, "{count} nodes may be reached by computed links only.")
            }
        }
    }
}
