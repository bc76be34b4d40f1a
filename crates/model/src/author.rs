//! Who wrote: a person, the assistant, or a program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::PrincipalId;

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
    /// Who it was, where the feed tells it; names alone are not unique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub principal: Option<PrincipalId>,
}

impl Author {
    /// An author of some kind, of whom only the name is known.
    pub fn new(kind: AuthorKind, name: impl Into<String>) -> Self {
        Self {
            kind,
            name: name.into(),
            principal: None,
        }
    }
}
