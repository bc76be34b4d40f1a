//! What the answers of all tools share: the node they are about, the data behind a version, and UI
//! hints. Not here: any tool.

use capability::{Code, ToolError, UiHints};
use model::{Node, NodeId, Story, Version};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::CapabilityError;

/// A node in an answer: enough to name it in the next call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct NodeRef {
    pub(crate) id: NodeId,
    pub(crate) title: String,
}

impl NodeRef {
    /// Names a node of the story; a removed node is named by the end of its id.
    pub(crate) fn find(story: &Story, id: NodeId) -> Self {
        let title = match story.nodes.get(&id) {
            Some(node) => node.title.clone(),
            None => format!("(removed node {})", id.short()),
        };
        Self { id, title }
    }
}

impl From<&Node> for NodeRef {
    fn from(node: &Node) -> Self {
        Self {
            id: node.id,
            title: node.title.clone(),
        }
    }
}

/// The data of an adopted version as its capability's type; empty if nothing is adopted.
pub(crate) fn stored<T: DeserializeOwned + Default>(
    version: Option<&Version>,
) -> Result<T, ToolError> {
    let Some(version) = version else {
        return Ok(T::default());
    };
    serde_json::from_str(&version.body).map_err(|error| {
        let message = format!(
            "version {} of {} cannot be read: {error}",
            version.number, version.slot
        );
        ToolError::new(Code::Internal, message)
            .hint("adopt an earlier version of it")
            .said(&CapabilityError::VersionUnread {
                number: version.number,
            })
    })
}

/// Serializes a tool's own type as JSON.
pub(crate) fn to_json(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("structs of strings, numbers and lists are JSON")
}

/// UI hints for showing an answer (AT-9).
pub(crate) fn hints(template: &str, title: String, fields: Value) -> Option<UiHints> {
    let Value::Object(fields) = fields else {
        return None;
    };
    Some(UiHints {
        template: template.to_owned(),
        title,
        fields,
    })
}

/// UI hints for an answer that fits on one line.
pub(crate) fn message(title: String) -> Option<UiHints> {
    hints("message", title, json!({}))
}

/// The title of the node an answer is about.
pub(crate) fn node_title(answer: &Value) -> &str {
    answer["node"]["title"].as_str().unwrap_or_default()
}

/// Shortens a text to one line of at most `limit` characters, for lists.
pub(crate) fn truncate(text: &str, limit: usize) -> String {
    let mut line = String::new();
    // Reads word by word and stops early: the text may be a whole book.
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(limit + 1));
        if let Some((end, _)) = line.char_indices().nth(limit) {
            line.truncate(end);
            return format!("{}…", line.trim_end());
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shortened: &str) {
        assert_eq!(truncate(text, 8), shortened, "{text:?}");
    }

    #[test]
    fn shortens_a_text_to_one_line_at_a_character_boundary() {
        check("", "");
        check(" It\n\nrained ", "It raine…");
        check("It rain\n", "It rain");
        check("It raine", "It raine");
        check("雨下了一整夜。他推开门", "雨下了一整夜。他…");
        check("It was a word", "It was a…");
    }
}
