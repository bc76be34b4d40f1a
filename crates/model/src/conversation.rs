//! The types of a conversation: tool call, segment, reply, message, payload (OS-2, OS-3). Names and
//! JSON shapes are those of the OpenStarry standard protocol, so that its programs can read ours.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::tool_record::{
    Code, ErrorReport, MessageParts, Status, ToolAgentOutput, ToolResult, UiHints, WrittenVersion,
};
pub use crate::turn_end::{Ending, TurnUsage, UnpricedUsage, Usage};
use crate::{AssetId, MessageId, Node, Timestamp, TurnId};

/// A request to run a tool (OS-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolCall {
    /// Matches the result to the call; generated here if the model's API provides none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The tool's name.
    pub name: String,
    /// Its arguments, an object. Arguments that are not valid JSON are kept as a string, which no
    /// tool's schema accepts, so that dispatch reports the error to the model.
    pub args: Value,
}

/// A tool as presented to a model (ST-1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolDefinition {
    /// Its name: letters, digits, `_` and `-`, at most 64.
    pub name: String,
    /// What it does and when to use it, written for the caller.
    pub description: String,
    /// The JSON Schema of its arguments.
    pub parameters: Value,
}

/// State that a provider expects back verbatim (a signature, a reasoning item). It is returned only
/// to the same provider and model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProviderState {
    /// The provider that made it.
    pub provider: String,
    /// The model that made it.
    pub model: String,
    /// Opaque to us.
    pub value: Value,
}

/// The content of one segment of a reply (OS-3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum Content {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture: base64 or a URL.
    Image {
        /// Base64 data or a URL.
        data: String,
        /// For instance `image/png`.
        mime_type: String,
    },
    /// A sound: base64 or a URL.
    Audio {
        /// Base64 data or a URL.
        data: String,
        /// For instance `audio/mp3`.
        mime_type: String,
    },
    /// A video: base64 or a URL.
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
    /// A request to run a tool.
    ToolCall {
        /// The call.
        tool_call: ToolCall,
    },
}

/// One segment of a reply, in the order the model produced it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContentSegment {
    /// Its content.
    #[serde(flatten)]
    pub content: Content,
    /// State the provider expects back with it.
    #[serde(
        default,
        rename = "providerState",
        skip_serializing_if = "Option::is_none"
    )]
    pub provider_state: Option<ProviderState>,
}

impl ContentSegment {
    /// A text segment.
    pub fn text(text: impl Into<String>) -> Self {
        Content::Text { text: text.into() }.into()
    }

    /// A tool call segment.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It completed its reply.
    End,
    /// It waits for the results of its tool calls.
    ToolCalls,
    /// It reached its output limit: the last call may be truncated and must not run.
    Length,
    /// It declined to answer.
    Refusal,
}

/// Metadata of a reply.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplyMetadata {
    /// The model that answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Why it stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopReason>,
    /// Tokens used, if the provider reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// From the request to the last byte, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<u64>,
}

/// A whole reply: ordered segments (OS-3).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ProviderResponse {
    /// In the order the model produced them.
    pub segments: Vec<ContentSegment>,
    /// Tokens, model, latency.
    #[serde(default)]
    pub metadata: ReplyMetadata,
}

impl ProviderResponse {
    /// The text of all segments, joined.
    pub fn text(&self) -> String {
        let texts = self.segments.iter().filter_map(|it| match &it.content {
            Content::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    /// The tool calls, in order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.segments.iter().filter_map(|it| match &it.content {
            Content::ToolCall { tool_call } => Some(tool_call),
            _ => None,
        })
    }
}

/// A part of a reply as it streams in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delta {
    /// More text.
    Text(String),
    /// More of the model's visible thinking; displayed, never sent back as text.
    Thinking(String),
    /// A call has started; its arguments follow.
    ToolCallBegan {
        /// The call's id.
        id: String,
        /// The tool's name.
        name: String,
    },
}

/// The sender of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Information from the program for the model to read.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// The result of a tool call.
    Tool,
}

impl Role {
    /// The identifier stored in the story file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

/// What a message contains besides its text (AT-10).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MessageMetadata {
    /// A reply's segments as the model produced them, including calls and provider state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub segments: Vec<ContentSegment>,
    /// The call whose result this tool message contains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// The full record of a tool's result (AT-7), as JSON, so that records of other versions of the
    /// program are kept as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_agent_output: Option<Value>,
    /// Tokens, model, latency of a reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<ReplyMetadata>,
    /// The pictures that the person attached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<AssetId>,
    /// The id that the client gave to the person's message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<String>,
    /// Whether it belongs to a slash command: a person's call, not a model's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub command: bool,
    /// Why the turn ended with this message, where it did not end well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Whether the instruction "continue" continues with the turn that ended so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_go_on: bool,
    /// What the turn that ended with this message used, at the prices of that time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<TurnUsage>,
    /// The tokens that the message takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// The tokens that a reply's request was estimated to take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimated: Option<u64>,
    /// Anything else an interface or strategy wants to store.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
}

/// One message of a conversation. `content` is always text (AT-10); structured data is in
/// `metadata`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChatMessage {
    /// Its identity.
    pub id: MessageId,
    /// The turn it belongs to.
    pub turn: TurnId,
    /// The role of its sender.
    pub role: Role,
    /// The text; for a tool message the complete JSON text of the result (AT-6).
    pub content: String,
    /// Its structured metadata.
    #[serde(default)]
    pub metadata: MessageMetadata,
    /// When it was written.
    pub time: Timestamp,
}

impl ChatMessage {
    /// The tool calls of an assistant message, in order.
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

/// What a request is about, as data: the same that the system prompt says in words, for models that
/// read no prose. It is never sent over a network.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EditingContext {
    /// The node being edited, with its adopted data by capability; `None` where no node is open.
    pub node: Option<Node>,
    /// Whether writes go to a draft that the person reviews.
    pub in_draft: bool,
    /// The language of the turn's own texts, as a BCP 47 code; empty where none is known.
    pub language: String,
}

/// What is sent to a model, in the order of priority of CM-2 (there called `LLMPayload`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Payload {
    /// The system prompt; never dropped.
    pub system: String,
    /// The tool definitions; never truncated.
    pub tools: Vec<ToolDefinition>,
    /// Retrieved knowledge and similar context; may be empty.
    #[serde(default)]
    pub dynamic: String,
    /// A summary of the history that was left out; may be empty.
    #[serde(default)]
    pub memory: String,
    /// The recent history, oldest first.
    pub messages: Vec<ChatMessage>,
    /// The length in bytes of the prefix of `system` that is the same in every request of a
    /// conversation; 0 if all of it is. The changing rest may be sent after the history, to keep
    /// caches valid.
    #[serde(default)]
    pub stable: usize,
    /// An opaque conversation id, which some services use as a cache key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<String>,
}

impl Payload {
    /// The system prompt in two parts: the constant one and the changing one.
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
    fn segments_serialize_as_the_openstarry_protocol() {
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
