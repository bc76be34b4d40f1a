//! The details of a finding, as names and numbers, with an English sentence. User interfaces in
//! other languages build their own sentence from its kind and parts.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::kind::FindingKind;
use crate::play::ParseError;

/// A link of the story, as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
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
    MissingCode {
        /// The first of them, as they are called.
        names: String,
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
            Self::MissingCode { .. } => FindingKind::MissingCode,
        }
    }
}

impl fmt::Display for FindingDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart {} => write!(f, "The story has no starting scene."),
            Self::BrokenLink { title, target } => {
                write!(f, "“{title}” links to “{target}”, which doesn’t exist.")
            }
            Self::UnreadableCondition { link, unreadable } => {
                write!(f, "The condition of {link}: {}.", unreadable.error)
            }
            Self::UnreadableEffect { link, unreadable } => {
                write!(f, "The effect of {link}: {}.", unreadable.error)
            }
            Self::UnreadableEnterEffect { title, unreadable } => {
                write!(
                    f,
                    "The effect on arrival at “{title}”: {}.",
                    unreadable.error
                )
            }
            Self::Unreachable { title, behind } => match behind {
                0 => write!(f, "Readers can’t reach “{title}”."),
                1 => write!(f, "Readers can’t reach “{title}” or 1 scene after it."),
                _ => write!(
                    f,
                    "Readers can’t reach “{title}” or {behind} scenes after it."
                ),
            },
            Self::DeadEnd { title } => {
                write!(f, "“{title}” has no choices and isn’t marked as an ending.")
            }
            Self::EndlessLoop { title, count: 1 } => {
                write!(f, "There’s no way out of “{title}”.")
            }
            Self::EndlessLoop { title, count } => {
                write!(f, "There’s no way out of {count} scenes around “{title}”.")
            }
            Self::NeverOffered { link, source } => write!(f, "{link}: {source} is never true."),
            Self::NothingOpen { title, count: 1 } => write!(
                f,
                "The only choice at “{title}” has a condition that may be false."
            ),
            Self::NothingOpen { title, count } => write!(
                f,
                "All {count} choices at “{title}” have conditions, and all of them may be false."
            ),
            Self::UsedUp { title, count: 1 } => write!(
                f,
                "The only choice at “{title}” can be taken only once and leads back here."
            ),
            Self::UsedUp { title, count } => write!(
                f,
                "All {count} choices at “{title}” can be taken only once and lead back here."
            ),
            Self::LetterCase {
                title,
                target,
                called,
            } => write!(
                f,
                "“{title}” links to “{target}”, but the title is “{called}”."
            ),
            Self::LinkWithoutEdge { title, target } => {
                write!(
                    f,
                    "The text of “{title}” links to “{target}”; the map has no such link."
                )
            }
            Self::UnknownTitle { link, asked } => {
                write!(f, "{link} refers to “{asked}”, which doesn’t exist.")
            }
            Self::NeverSet {
                variable,
                title,
                count: 1,
            } => write!(f, "{variable} is used at “{title}” but never set."),
            Self::NeverSet {
                variable,
                title,
                count,
            } => write!(
                f,
                "{variable} is used in {count} scenes, starting with “{title}”, but never set."
            ),
            Self::DuplicateTitle { title } => write!(f, "Another card is also called “{title}”."),
            Self::Empty { title } => write!(f, "“{title}” is empty."),
            Self::Undescribed { title, by } => {
                write!(
                    f,
                    "“{by}” mentions “{title}”, who isn’t described anywhere."
                )
            }
            Self::Dynamic { title, count } => write_dynamic(f, title, *count),
            Self::MissingCode { names, .. } => write!(
                f,
                "The story uses macros or functions that aren’t defined in it: {names}."
            ),
        }
    }
}

fn write_dynamic(f: &mut fmt::Formatter<'_>, title: &str, count: usize) -> fmt::Result {
    if count == 1 {
        return write!(f, "“{title}” can be reached only by computed links.");
    }
    write!(
        f,
        "{count} scenes, starting with “{title}”, can be reached only by computed links."
    )
}
