//! A record of what the model was shown, for a person to read: every part of a payload with its
//! size, and the story content with the reasons it was chosen. Plain values; built in `driver`
//! before each request.

use model::conversation::{
    ChatMessage, Content, ContentSegment, Payload, Role, ToolCall, ToolDefinition,
};
use model::{MessageId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::token_count::{calibrated, counted};
use crate::context::{estimate, estimate_message, estimate_tools};
use crate::tool_choice::ToolSelection;
use crate::{ContextItem, TokenSizes, ToolChoice};

/// The key under which a thread lists the turns that have a snapshot, oldest first. The snapshot of
/// a turn's newest request has its own key ([`record_key`]).
pub(crate) const INDEX_KEY: &str = "shown_turns";
/// How many turns have a snapshot.
pub(crate) const MAX_RECORDS: usize = 20;

/// The key under which a thread stores the last snapshot of a turn.
pub(crate) fn record_key(turn: TurnId) -> String {
    format!("shown/{turn}")
}

/// A message as it was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotMessage {
    /// Its id in the thread.
    pub id: MessageId,
    /// Its role.
    pub role: Role,
    /// Its size.
    pub tokens: u64,
    /// Its text as it was sent, including cuts and notes.
    pub text: String,
    /// Its calls, by name and arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// How many images were sent with it.
    #[serde(default)]
    pub pictures: usize,
}

/// A tool as it was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SnapshotTool {
    /// Its name.
    pub name: String,
    /// The size of its definition.
    pub tokens: u64,
}

/// Exactly what one request showed to the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RequestSnapshot {
    /// The turn.
    pub turn: TurnId,
    /// The model.
    pub model: String,
    /// The strategy that fitted the conversation.
    pub strategy: String,
    /// The sizes of its parts.
    pub sizes: TokenSizes,
    /// The system block.
    pub system: String,
    /// The tools, in order.
    pub tools: Vec<SnapshotTool>,
    /// Which tool choice was used.
    #[serde(default)]
    pub tool_choice: ToolChoice,
    /// Why it differs from the choice in the settings, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools_narrowed: Option<String>,
    /// The content chosen from the story, including what did not fit.
    pub story: Vec<ContextItem>,
    /// The summary or state.
    pub memory: String,
    /// The messages, oldest first.
    pub messages: Vec<SnapshotMessage>,
}

/// The circumstances of a request.
pub(crate) struct SnapshotMeta<'a> {
    pub(crate) turn: TurnId,
    pub(crate) model: String,
    pub(crate) strategy: &'a str,
    pub(crate) available_tokens: u64,
    pub(crate) ratio: f64,
    pub(crate) chosen: &'a ToolSelection,
}

impl RequestSnapshot {
    /// Records what a payload shows.
    pub(crate) fn of(payload: &Payload, story: Vec<ContextItem>, frame: &SnapshotMeta<'_>) -> Self {
        let size = |estimate| calibrated(estimate, frame.ratio);
        let message = |it: &ChatMessage| SnapshotMessage {
            id: it.id,
            role: it.role,
            // A tool's result may have been cut to fit; everything else is sent as counted.
            tokens: counted(it)
                .filter(|_| it.role != Role::Tool)
                .unwrap_or_else(|| size(estimate_message(it))),
            text: it.content.clone(),
            calls: it.tool_calls().cloned().collect(),
            pictures: it
                .metadata
                .segments
                .iter()
                .filter(|it| is_picture(it))
                .count(),
        };
        let tool = |it: &ToolDefinition| SnapshotTool {
            name: it.name.clone(),
            tokens: size(estimate_tools(std::slice::from_ref(it))),
        };
        let messages: Vec<_> = payload.messages.iter().map(message).collect();
        let mut sizes = TokenSizes {
            system: size(estimate(&payload.system)),
            tools: size(estimate_tools(&payload.tools)),
            story: size(estimate(&payload.dynamic)),
            memory: size(estimate(&payload.memory)),
            messages: messages.iter().map(|it| it.tokens).sum(),
            free: 0,
            limit: frame.available_tokens,
        };
        let used = sizes.system + sizes.tools + sizes.story + sizes.memory + sizes.messages;
        sizes.free = frame.available_tokens.saturating_sub(used);
        Self {
            turn: frame.turn,
            model: frame.model.clone(),
            strategy: frame.strategy.to_owned(),
            sizes,
            system: payload.system.clone(),
            tools: payload.tools.iter().map(tool).collect(),
            tool_choice: frame.chosen.choice,
            tools_narrowed: frame.chosen.narrowed.clone(),
            story,
            memory: payload.memory.clone(),
            messages,
        }
    }
}

fn is_picture(segment: &ContentSegment) -> bool {
    matches!(segment.content, Content::Image { .. })
}
