//! What the model was shown, for a person to read: every part of a payload with its size, the
//! pieces of the story with their reasons. Plain values; made in `drive` before each request.

use model::talk::{ChatMessage, Content, ContentSegment, Payload, Role, ToolCall, ToolDefinition};
use model::{MessageId, TurnId};
use serde::{Deserialize, Serialize};

use crate::ToolChoice;
use crate::context::{estimate, estimate_message, estimate_tools};
use crate::counting::{calibrated, counted};
use crate::gather::Piece;
use crate::tool_choice::Chosen;

/// Under this name the turns of which a record is kept stand beside their thread, oldest first; the
/// record of a turn's newest request has a name of its own ([`kept_as`]).
pub(crate) const KEPT: &str = "shown_turns";
/// Of so many turns a record is kept.
pub(crate) const TURNS_KEPT: usize = 20;

/// Under this name what a turn was shown last is kept beside its thread.
pub(crate) fn kept_as(turn: TurnId) -> String {
    format!("shown/{turn}")
}

/// The sizes of a payload's parts, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    /// The system block.
    pub system: u64,
    /// The definitions of the tools.
    pub tools: u64,
    /// What was chosen from the story.
    pub story: u64,
    /// The summary or state that stands for older turns.
    pub memory: u64,
    /// The messages.
    pub messages: u64,
    /// What is still free; the room for the reply is not counted.
    pub free: u64,
    /// All of it: what the model takes, the room for the reply taken off.
    pub limit: u64,
}

/// A message as it was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownMessage {
    /// Its identity in the thread.
    pub id: MessageId,
    /// Who speaks.
    pub role: Role,
    /// Its size.
    pub tokens: u64,
    /// Its text as it was sent, cuts and notes among it.
    pub text: String,
    /// The calls in it, by name and arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolCall>,
    /// How many pictures went with it.
    #[serde(default)]
    pub pictures: usize,
}

/// A tool as it was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownTool {
    /// Its name.
    pub name: String,
    /// The size of its definition.
    pub tokens: u64,
}

/// Exactly what one request showed to the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// In which turn.
    pub turn: TurnId,
    /// Which model.
    pub model: String,
    /// Which strategy fitted it.
    pub strategy: String,
    /// How large its parts are.
    pub sizes: Sizes,
    /// The system block.
    pub system: String,
    /// The tools, in order.
    pub tools: Vec<ShownTool>,
    /// Which choice of tools it is.
    #[serde(default)]
    pub tool_choice: ToolChoice,
    /// Why it is not the choice that the settings name, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools_narrowed: Option<String>,
    /// What was chosen from the story, and what did not fit.
    pub story: Vec<Piece>,
    /// The summary or state.
    pub memory: String,
    /// The messages, oldest first.
    pub messages: Vec<ShownMessage>,
}

/// Circumstances of a request.
pub(crate) struct Frame<'a> {
    pub(crate) turn: TurnId,
    pub(crate) model: String,
    pub(crate) strategy: &'a str,
    pub(crate) room: u64,
    pub(crate) ratio: f64,
    pub(crate) chosen: &'a Chosen,
}

impl Shown {
    /// Takes down what a payload shows.
    pub(crate) fn of(payload: &Payload, story: Vec<Piece>, frame: &Frame<'_>) -> Self {
        let size = |estimate| calibrated(estimate, frame.ratio);
        let message = |it: &ChatMessage| ShownMessage {
            id: it.id,
            role: it.role,
            // A tool's result may have been cut to fit; all else is sent as it was counted.
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
        let tool = |it: &ToolDefinition| ShownTool {
            name: it.name.clone(),
            tokens: size(estimate_tools(std::slice::from_ref(it))),
        };
        let messages: Vec<_> = payload.messages.iter().map(message).collect();
        let mut sizes = Sizes {
            system: size(estimate(&payload.system)),
            tools: size(estimate_tools(&payload.tools)),
            story: size(estimate(&payload.dynamic)),
            memory: size(estimate(&payload.memory)),
            messages: messages.iter().map(|it| it.tokens).sum(),
            free: 0,
            limit: frame.room,
        };
        let used = sizes.system + sizes.tools + sizes.story + sizes.memory + sizes.messages;
        sizes.free = frame.room.saturating_sub(used);
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
