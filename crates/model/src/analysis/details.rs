//! How findings name a link, and what cannot be read.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

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
