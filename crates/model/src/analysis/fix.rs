//! The tool call that fixes a finding, and a description of what it does.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::NodeId;

/// What a fix does. As JSON it has an id, `kind`, and an object, `parts`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
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
            Self::SetStart { title } => write!(f, "Start at “{title}”"),
            Self::LinkFrom { title } => write!(f, "Link from “{title}”"),
            Self::MarkEnding { title } => write!(f, "Mark “{title}” as an ending"),
            Self::WriteCondition { source } | Self::WriteEffect { source } => {
                write!(f, "Change to {source}")
            }
            Self::OfferAlways {} => write!(f, "Always offer it"),
            Self::OpenChoice { choice } => write!(f, "Always offer “{choice}”"),
            Self::OfferAgain { choice } => write!(f, "Offer “{choice}” every time"),
            Self::RemoveEffect {} => write!(f, "Remove the effect"),
            Self::MakeNode { title } => write!(f, "Create “{title}”"),
            Self::WriteTarget { title } => write!(f, "Change to “{title}”"),
            Self::DrawLink { title } => write!(f, "Add the link to “{title}”"),
            Self::SetVariable { variable, title } => write!(f, "Set {variable} at “{title}”"),
            Self::Rename { title } => write!(f, "Rename to “{title}”"),
            Self::WriteTitle { .. } | Self::WriteName { .. } => {
                write!(f, "Fill with a placeholder")
            }
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
