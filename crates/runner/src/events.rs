//! The words in which faces and runner speak: an instruction in, events out, an outcome at the
//! end. Plain values.

use capability::{Question, ToolAgentOutput};
use model::talk::Usage;
use model::{AssetId, DraftId, NodeId, ThreadId, TurnId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Piece, Sizes};

/// How much the assistant may do by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Autonomy {
    /// Its writes go to a draft that a person adopts.
    Review,
    /// Its writes are adopted at once; the whole turn undoes as one.
    #[default]
    Adopt,
    /// Each write waits for a yes.
    Ask,
}

/// An instruction.
#[derive(Debug, Clone, Default)]
pub struct Instruction {
    /// Which thread; a new one where there is none.
    pub thread: Option<ThreadId>,
    /// The node being edited.
    pub node: Option<NodeId>,
    /// What the person wants.
    pub text: String,
    /// Pictures of the story that the person attached, by the hash of their bytes.
    pub pictures: Vec<AssetId>,
    /// How much the assistant may do by itself.
    pub autonomy: Autonomy,
    /// What the face calls this message, where it has a name for it: kept with it as `message_id`, so
    /// that a history gives it back under the same name.
    pub message_id: Option<String>,
}

/// What happens in a turn, in order, as every face hears of it.
#[expect(
    clippy::large_enum_variant,
    reason = "few are alive at once, and faces match on them"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TurnEvent {
    /// A turn began.
    TurnBegan {
        /// Which turn.
        turn: TurnId,
        /// In which thread.
        thread: ThreadId,
        /// The node being edited.
        node: Option<NodeId>,
        /// The person's words.
        instruction: String,
    },
    /// A request is about to go out: what it shows to the model.
    ContextShown {
        /// Which turn.
        turn: TurnId,
        /// How large its parts are.
        sizes: Sizes,
        /// What was chosen from the story, without its text.
        story: Vec<Piece>,
    },
    /// More words.
    Text {
        /// Which turn.
        turn: TurnId,
        /// The words.
        text: String,
    },
    /// More visible thinking.
    Thinking {
        /// Which turn.
        turn: TurnId,
        /// The thinking.
        text: String,
    },
    /// A call is about to run.
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
    /// A call was answered.
    ToolAnswered {
        /// Which turn.
        turn: TurnId,
        /// The full record.
        output: ToolAgentOutput,
    },
    /// A person is asked; answer with the tool `answer_request`.
    Asked {
        /// Which turn.
        turn: TurnId,
        /// What is asked.
        question: Question,
    },
    /// The service failed for now; the same request goes out again. Words that came since the last
    /// tool call or the beginning of the turn are void.
    Retrying {
        /// Which turn.
        turn: TurnId,
        /// Counts from 1.
        attempt: u32,
        /// How long until it goes out, in milliseconds.
        after_ms: u64,
        /// Why.
        reason: String,
    },
    /// Words that came since the last tool call or the beginning of the turn are void: the reply
    /// they belong to could not be used.
    WordsVoid {
        /// Which turn.
        turn: TurnId,
    },
    /// The turn is over.
    TurnEnded {
        /// Which turn.
        turn: TurnId,
        /// What it came to.
        outcome: TurnOutcome,
    },
}

/// Why a turn is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The model said everything.
    Done,
    /// A bound was reached: steps, identical calls, corrections, the length of a reply.
    Bounded,
    /// The model, or its service's filter, will not do this, or broke off in the middle of it.
    Refused,
    /// A person stopped it.
    Cancelled,
    /// The model could not be used.
    Failed,
}

/// What a turn came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurnOutcome {
    /// Its identity.
    pub turn: TurnId,
    /// Its thread.
    pub thread: ThreadId,
    /// Why it is over.
    pub ending: Ending,
    /// Whether the instruction "go on" in this thread takes up the work where it stands.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_go_on: bool,
    /// The final text; where it did not end well, what was done and what was not, and what to do.
    pub text: String,
    /// How many calls were answered well.
    pub calls_succeeded: u32,
    /// How many calls failed, or were not run.
    pub calls_failed: u32,
    /// The draft its writes went to, in review mode, if it wrote.
    pub draft: Option<DraftId>,
    /// What it took; kept with its last line too, at the prices of that day.
    #[serde(flatten)]
    pub spent: Spent,
    /// What was wrong with the model, in one word for programs: `rate_limited`, `unauthorized`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What a turn took, at the prices that the settings gave when it ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Tokens, summed over its requests, where the provider says: `{input, output, cached}`.
    #[serde(with = "tokens", default)]
    pub usage: Usage,
    /// How many pictures it paid for.
    #[serde(default, skip_serializing_if = "is_none")]
    pub pictures: u32,
    /// What tokens and pictures cost, in the currency of the settings, as far as prices are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// What of it `cost` leaves out because the settings give no price.
    #[serde(default, skip_serializing_if = "Uncounted::is_nothing")]
    pub uncounted: Uncounted,
}

/// What a cost leaves out for want of a price.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Uncounted {
    /// Whether it leaves out the tokens.
    pub tokens: bool,
    /// So many pictures that are paid for.
    pub pictures: u32,
}

impl Uncounted {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks it like this")]
    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks it like this")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

/// Tokens as faces read them.
mod tokens {
    use model::talk::Usage;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Default, Serialize, Deserialize)]
    #[serde(default)]
    struct Told {
        input: u64,
        output: u64,
        cached: u64,
    }

    pub(super) fn serialize<S: Serializer>(usage: &Usage, to: S) -> Result<S::Ok, S::Error> {
        let told = Told {
            input: usage.input_tokens,
            output: usage.output_tokens,
            cached: usage.cached_tokens,
        };
        told.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Usage, D::Error> {
        let told = Told::deserialize(from)?;
        Ok(Usage {
            input_tokens: told.input,
            output_tokens: told.output,
            cached_tokens: told.cached,
        })
    }
}
