//! The values exchanged between interfaces and the runner: an instruction goes in, events come out,
//! an outcome at the end. Plain values.

use capability::{Question, ToolAgentOutput};
use model::conversation::{Ending, ErrorReport, TurnUsage};
use model::{AssetId, DraftId, NodeId, ThreadId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much the assistant may do on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Autonomy {
    /// Its writes go to a draft that a person adopts.
    Review,
    /// Its writes are adopted at once; the whole turn is one undo step.
    #[default]
    Adopt,
    /// Each write waits for approval.
    Ask,
}

/// An instruction.
#[derive(Debug, Clone, Default)]
pub struct Instruction {
    /// The thread; `None` creates one.
    pub thread: Option<ThreadId>,
    /// The node being edited.
    pub node: Option<NodeId>,
    /// The person's instruction.
    pub text: String,
    /// Images of the story that the person attached, by the hash of their bytes.
    pub pictures: Vec<AssetId>,
    /// How much the assistant may do on its own.
    pub autonomy: Autonomy,
    /// The interface's id for this message, if it has one. Stored with the message as `message_id`,
    /// so that the history returns it under the same id.
    pub message_id: Option<String>,
}

/// What happens in a turn, in order, as published to every interface.
#[expect(
    clippy::large_enum_variant,
    reason = "few are alive at once, and interfaces match on them"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TurnEvent {
    /// A turn started.
    TurnBegan {
        /// Which turn.
        turn: TurnId,
        /// Its thread.
        thread: ThreadId,
        /// The node being edited.
        node: Option<NodeId>,
        /// The person's instruction.
        instruction: String,
    },
    /// A request is about to be sent: what it shows to the model.
    ContextShown {
        /// Which turn.
        turn: TurnId,
        /// The sizes of its parts.
        sizes: TokenSizes,
        /// The story content that was chosen, without its text.
        story: Vec<ContextItem>,
    },
    /// A piece of the reply's text.
    Text {
        /// Which turn.
        turn: TurnId,
        /// The text.
        text: String,
    },
    /// A piece of visible reasoning.
    Thinking {
        /// Which turn.
        turn: TurnId,
        /// The reasoning text.
        text: String,
    },
    /// A tool call is about to run.
    ToolCallBegan {
        /// Which turn.
        turn: TurnId,
        /// The call's id.
        call_id: String,
        /// The tool's name.
        name: String,
        /// The arguments as the model gave them.
        args: serde_json::Value,
    },
    /// A tool call was answered.
    ToolAnswered {
        /// Which turn.
        turn: TurnId,
        /// The full record.
        output: ToolAgentOutput,
    },
    /// A person is asked for approval; answer with the tool `answer_request`.
    Asked {
        /// Which turn.
        turn: TurnId,
        /// The question.
        question: Question,
    },
    /// The request failed temporarily and will be sent again. Text received since the last tool
    /// call or the start of the turn must be discarded.
    Retrying {
        /// Which turn.
        turn: TurnId,
        /// The number of the retry, counting from 1.
        attempt: u32,
        /// The delay before the retry, in milliseconds.
        after_ms: u64,
        /// Why.
        reason: String,
    },
    /// Text received since the last tool call or the start of the turn must be discarded: the reply
    /// it belongs to could not be used.
    TextDiscarded {
        /// Which turn.
        turn: TurnId,
    },
    /// The turn is over.
    TurnEnded {
        /// Which turn.
        turn: TurnId,
        /// The outcome.
        outcome: TurnOutcome,
    },
}

/// The outcome of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurnOutcome {
    /// Its identity.
    pub turn: TurnId,
    /// Its thread.
    pub thread: ThreadId,
    /// Why it ended.
    pub ending: Ending,
    /// Whether the instruction "continue" in this thread continues the work.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_go_on: bool,
    /// The final text. If the turn did not end well, it says what was done, what was not, and what
    /// to do next.
    pub text: String,
    /// How many calls succeeded.
    pub calls_succeeded: u32,
    /// How many calls failed, or were not run.
    pub calls_failed: u32,
    /// The draft its writes went to, if it wrote anything in review mode.
    pub draft: Option<DraftId>,
    /// What it used. Also stored with its last message, at the prices of that time.
    #[serde(flatten)]
    pub spent: TurnUsage,
    /// The model error as a code for programs: `rate_limited`, `unauthorized`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// The sizes of a payload's parts, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenSizes {
    /// The system block.
    pub system: u64,
    /// The tool definitions.
    pub tools: u64,
    /// The content chosen from the story.
    pub story: u64,
    /// The summary or state that replaces older turns.
    pub memory: u64,
    /// The messages.
    pub messages: u64,
    /// Unused tokens, not counting those reserved for the reply.
    pub free: u64,
    /// The total: the model's window minus the tokens reserved for the reply.
    pub limit: u64,
}

/// A resource by its server and its address there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResourceRef {
    /// The name of its server in the settings.
    pub server: String,
    /// Its address on that server.
    pub uri: String,
    /// Its title when it was pinned.
    pub title: String,
}

/// One piece of the story, and why it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContextItem {
    /// The node; `None` for the path to the open node.
    pub node: Option<NodeId>,
    /// The resource of another program, in place of a node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<ResourceRef>,
    /// Its title.
    pub title: String,
    /// The reason: `pinned`, `named in the instruction`, …
    pub reason: String,
    /// Its estimated size in tokens.
    pub tokens: u64,
    /// Whether it is shown; pieces that did not fit are listed but not shown.
    pub shown: bool,
    /// The text shown.
    pub text: String,
    /// Why a pinned resource could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Box<ErrorReport>>,
}
