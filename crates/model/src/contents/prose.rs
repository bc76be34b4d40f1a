//! The prose of a node.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Content;

/// The name of the capability that stores [`Prose`].
pub const TEXT: &str = "text";

/// The prose of a node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Prose {
    /// Markdown.
    pub text: String,
}

impl Content for Prose {
    const CAPABILITY: &'static str = TEXT;
}

impl Prose {
    /// The text in stored data, without copying it.
    pub fn text_in(data: &Value) -> Option<&str> {
        data.get("text")?.as_str()
    }

    /// The text of data that is prose and nothing else; no data at all counts as an empty text.
    /// For comparing and merging data by its shape.
    pub fn only_text_in(data: &Value) -> Option<&str> {
        match data {
            Value::Null => Some(""),
            Value::Object(fields) if fields.len() == 1 => Self::text_in(data),
            _ => None,
        }
    }
}

impl From<String> for Prose {
    fn from(text: String) -> Self {
        Self { text }
    }
}
