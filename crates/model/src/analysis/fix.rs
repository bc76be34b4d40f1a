//! The tool call that fixes a finding, and a description of what it does.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use crate::NodeId;

/// What a fix does. As JSON it has an id, `kind`, and an object, `parts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "parts", rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the variants say what they do, and the names what they hold"
)]
pub enum FixAction {
    SetStart { title: String },
    LinkFrom { title: String },
    MarkEnding { title: String },
    WriteCondition { source: String },
    OfferAlways {},
    OpenChoice { choice: String },
    OfferAgain { choice: String },
    WriteEffect { source: String },
    RemoveEffect {},
    MakeNode { title: String },
    WriteTarget { title: String },
    DrawLink { title: String },
    SetVariable { variable: String, title: String },
    Rename { title: String },
    WriteTitle { title: String },
    WriteName { title: String },
}

impl fmt::Display for FixAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetStart { title } => write!(f, "Let it begin at “{title}”"),
            Self::LinkFrom { title } => write!(f, "Link “{title}” to it"),
            Self::MarkEnding { title } => write!(f, "Mark “{title}” as an ending"),
            Self::WriteCondition { source } | Self::WriteEffect { source } => {
                write!(f, "Make it {source}")
            }
            Self::OfferAlways {} => write!(f, "Offer it always"),
            Self::OpenChoice { choice } => write!(f, "Offer “{choice}” always"),
            Self::OfferAgain { choice } => write!(f, "Offer “{choice}” again and again"),
            Self::RemoveEffect {} => write!(f, "Remove it"),
            Self::MakeNode { title } => write!(f, "Make a node “{title}”"),
            Self::WriteTarget { title } => write!(f, "Write “{title}”"),
            Self::DrawLink { .. } => write!(f, "Draw the link"),
            Self::SetVariable { title, .. } => write!(f, "Set it at “{title}”"),
            Self::Rename { title } => write!(f, "Call it “{title}”"),
            Self::WriteTitle { .. } => write!(f, "Write its title as a placeholder"),
            Self::WriteName { .. } => write!(f, "Write the name as a placeholder"),
        }
    }
}

/// A tool call that fixes a finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// What it does.
    pub mends: FixAction,
    /// The tool.
    pub name: &'static str,
    /// Its arguments.
    pub arguments: Value,
}

impl Fix {
    pub(super) fn new(mends: FixAction, name: &'static str, arguments: Value) -> Self {
        Self {
            mends,
            name,
            arguments,
        }
    }

    pub(super) fn on_node(mends: FixAction, name: &'static str, node: NodeId, more: Value) -> Self {
        let mut arguments = json!({ "node": node });
        if let (Value::Object(all), Value::Object(more)) = (&mut arguments, more) {
            all.extend(more);
        }
        Self::new(mends, name, arguments)
    }
}
