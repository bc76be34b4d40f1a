//! Conversations in a file: messages with their authors and all their structured metadata.

use model::conversation::{ChatMessage, MessageMetadata, Role};
use model::{MessageId, NodeId, ThreadHistory, ThreadId, Timestamp, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A conversation with the assistant.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(super) struct ThreadEntry {
    /// Its identity.
    id: ThreadId,
    /// What it is about.
    title: String,
    /// The node it was begun on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    node: Option<NodeId>,
    /// When it was begun, in UTC.
    #[schemars(with = "String")]
    time: Timestamp,
    /// What was said, oldest first.
    messages: Vec<MessageEntry>,
}

/// A message.
#[derive(Serialize, Deserialize, JsonSchema)]
struct MessageEntry {
    /// Its identity.
    id: MessageId,
    /// In which turn it was said.
    turn: TurnId,
    /// Who speaks: `system`, `user`, `assistant` or `tool`.
    #[schemars(with = "String")]
    role: Role,
    /// The text; of a tool, the JSON text of its result.
    content: String,
    /// Everything structured: a reply's segments, which call is answered, tokens and model.
    #[serde(default)]
    #[schemars(with = "Map<String, Value>")]
    metadata: MessageMetadata,
    /// When, in UTC.
    #[schemars(with = "String")]
    time: Timestamp,
}

impl From<&ThreadHistory> for ThreadEntry {
    fn from(it: &ThreadHistory) -> Self {
        Self {
            id: it.id,
            title: it.title.clone(),
            node: it.node,
            time: it.time,
            messages: it.messages.iter().map(MessageEntry::from).collect(),
        }
    }
}

impl From<ThreadEntry> for ThreadHistory {
    fn from(it: ThreadEntry) -> Self {
        Self {
            id: it.id,
            title: it.title,
            node: it.node,
            time: it.time,
            messages: it.messages.into_iter().map(ChatMessage::from).collect(),
        }
    }
}

impl From<&ChatMessage> for MessageEntry {
    fn from(it: &ChatMessage) -> Self {
        let it = it.clone();
        Self {
            id: it.id,
            turn: it.turn,
            role: it.role,
            content: it.content,
            metadata: it.metadata,
            time: it.time,
        }
    }
}

impl From<MessageEntry> for ChatMessage {
    fn from(it: MessageEntry) -> Self {
        Self {
            id: it.id,
            turn: it.turn,
            role: it.role,
            content: it.content,
            metadata: it.metadata,
            time: it.time,
        }
    }
}
