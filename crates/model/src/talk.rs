//! The nouns of a conversation: tool call, segment, reply, message, payload (OS-2, OS-3). Names and
//! JSON shapes are those of the OpenStarry standard protocol, so that its programs read ours.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{MessageId, Timestamp, TurnId};

/// The wish to run a tool (OS-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Ties the answer to the call; made by us where the model's API gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The tool's name.
    pub name: String,
    /// Its arguments, an object. Where a model's arguments were no JSON they are kept as a string,
    /// which no tool's schema accepts, so the door answers with what was wrong.
    pub args: Value,
}

/// A tool as it is shown to a model (ST-1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolDefinition {
    /// Its name: letters, digits, `_` and `-`, at most 64.
    pub name: String,
    /// What it does and when to use it, written to the one who calls it.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
}

/// State that a provider wants back verbatim (a signature, a reasoning item). It returns to the
/// same provider and model, and to no other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProviderState {
    /// The provider that made it.
    pub provider: String,
    /// The model that made it.
    pub model: String,
    /// Opaque to us.
    pub value: Value,
}

/// What one segment of a reply holds (OS-3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum Content {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// A picture: base64 or an address.
    Image {
        /// Base64 data or a URL.
        data: String,
        /// For instance `image/png`.
        mime_type: String,
    },
    /// A sound: base64 or an address.
    Audio {
        /// Base64 data or a URL.
        data: String,
        /// For instance `audio/mp3`.
        mime_type: String,
    },
    /// A film: base64 or an address.
    Video {
        /// Base64 data or a URL.
        data: String,
        /// For instance `video/mp4`.
        mime_type: String,
    },
    /// Something for the window to draw.
    Ui {
        /// What to draw.
        ui: Value,
    },
    /// The wish to run a tool.
    ToolCall {
        /// The call.
        tool_call: ToolCall,
    },
}

/// One piece of a reply, in the order the model gave it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContentSegment {
    /// What it holds.
    #[serde(flatten)]
    pub content: Content,
    /// What the provider wants back with it.
    #[serde(
        default,
        rename = "providerState",
        skip_serializing_if = "Option::is_none"
    )]
    pub provider_state: Option<ProviderState>,
}

impl ContentSegment {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Content::Text { text: text.into() }.into()
    }

    /// The wish to run a tool.
    pub fn tool_call(tool_call: ToolCall) -> Self {
        Content::ToolCall { tool_call }.into()
    }
}

impl From<Content> for ContentSegment {
    fn from(content: Content) -> Self {
        Self {
            content,
            provider_state: None,
        }
    }
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It had said everything.
    End,
    /// It waits for the answers to its tool calls.
    ToolCalls,
    /// It ran into its output limit: the last call may be cut short and must not run.
    Length,
    /// It declined.
    Refusal,
}

/// Tokens used, as the provider counted them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Tokens of the payload, those read from a cache included.
    pub input_tokens: u64,
    /// Tokens of the reply, thinking included.
    pub output_tokens: u64,
    /// How many of the input tokens came from a cache.
    pub cached_tokens: u64,
}

/// What is known of a reply beside its segments.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReplyMetadata {
    /// The model that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Why it stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopReason>,
    /// Tokens used, where the provider says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// From request to last byte, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<u64>,
}

/// A whole reply: ordered segments (OS-3).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ProviderResponse {
    /// In the order the model gave them.
    pub segments: Vec<ContentSegment>,
    /// Tokens, model, latency.
    #[serde(default)]
    pub metadata: ReplyMetadata,
}

impl ProviderResponse {
    /// All words, joined.
    pub fn text(&self) -> String {
        let texts = self.segments.iter().filter_map(|it| match &it.content {
            Content::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// The calls, in order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.segments.iter().filter_map(|it| match &it.content {
            Content::ToolCall { tool_call } => Some(tool_call),
            _ => None,
        })
    }
}

/// A piece of a reply as it streams in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delta {
    /// More words.
    Text(String),
    /// More of the model's visible thinking; shown, never sent back as text.
    Thinking(String),
    /// A call has begun; its arguments are still to come.
    ToolCallBegan {
        /// The call's id.
        id: String,
        /// The tool's name.
        name: String,
    },
}

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Observations of the program, for the model to read.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
    /// The answer to a tool call.
    Tool,
}

impl Role {
    /// The word kept in the story file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// What a message holds beside its text (AT-10).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MessageMetadata {
    /// A reply's segments as the model gave them, calls and provider state included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<ContentSegment>,
    /// Which call a tool message answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// The full record of a tool's answer (AT-7), as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_agent_output: Option<Value>,
    /// Tokens, model, latency of a reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<ReplyMetadata>,
    /// Whatever else a face or strategy wants to keep.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
}

/// One line of a conversation. `content` is always text (AT-10); structure lives in `metadata`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Its identity.
    pub id: MessageId,
    /// In which turn it was said.
    pub turn: TurnId,
    /// Who speaks.
    pub role: Role,
    /// The text; for a tool message the complete JSON text of the result (AT-6).
    pub content: String,
    /// Everything structured.
    #[serde(default)]
    pub metadata: MessageMetadata,
    /// When.
    pub time: Timestamp,
}

impl ChatMessage {
    /// The tool calls of an assistant's message, in order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.metadata
            .segments
            .iter()
            .filter_map(|it| match &it.content {
                Content::ToolCall { tool_call } => Some(tool_call),
                _ => None,
            })
    }
}

/// What is sent to a model, in the order of priority of CM-2 (there called `LLMPayload`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Payload {
    /// The system block; never dropped.
    pub system: String,
    /// The tool definitions; never cut.
    pub tools: Vec<ToolDefinition>,
    /// Retrieved knowledge and the like; empty where there is none.
    #[serde(default)]
    pub dynamic: String,
    /// A summary or state that stands for what was left out; empty where there is none.
    #[serde(default)]
    pub memory: String,
    /// The recent history, oldest first.
    pub messages: Vec<ChatMessage>,
    /// How many bytes at the beginning of `system` stay the same in each request of a conversation;
    /// 0 where all of it does. What changes may be sent behind the history, for caches to hold.
    #[serde(default)]
    pub stable: usize,
    /// An opaque name of the conversation, for services that find what they cached by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
}

impl Payload {
    /// The system block in two: what stays the same, and what changes.
    pub fn system_parts(&self) -> (&str, &str) {
        match self.system.split_at_checked(self.stable) {
            Some((stable, changing)) if self.stable > 0 => {
                (stable.trim_end(), changing.trim_start())
            }
            _ => (&self.system, ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn segments_have_the_protocols_shape() {
        let segment = ContentSegment::tool_call(ToolCall {
            id: None,
            name: "read".into(),
            args: json!({ "path": "a.txt" }),
        });
        let wire = json!({
            "type": "tool_call",
            "toolCall": { "name": "read", "args": { "path": "a.txt" } },
        });
        assert_eq!(serde_json::to_value(&segment).unwrap(), wire);
        assert_eq!(
            serde_json::from_value::<ContentSegment>(wire).unwrap(),
            segment
        );

        let picture: ContentSegment = serde_json::from_value(
            json!({ "type": "image", "data": "aGk=", "mimeType": "image/png" }),
        )
        .unwrap();
        assert!(matches!(picture.content, Content::Image { .. }));
    }
}
