//! What is inside a message: action, outcome, event, stream; and what the hub itself says: heartbeat
//! and error (SP-5, SP-6, SP-7).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::Code;

/// The inner message of an envelope of type `message`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Payload {
    /// A request to do something.
    Action(Action),
    /// What came of an action.
    Outcome(Outcome),
    /// Something that happened.
    Event(Event),
    /// One piece of a continuous flow.
    Stream(Stream),
}

/// A request to an environment. Its id makes it idempotent: the same agent sending the same id again
/// gets the first outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// Chosen by the agent, different for every action it asks for.
    pub id: String,
    /// What to do.
    pub action: String,
    /// With what.
    #[serde(default)]
    pub parameters: Map<String, Value>,
}

/// The answer to an action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The id of the action.
    pub id: String,
    /// What came of it.
    pub outcome: OutcomeResult,
    /// The kind of `data`, in the document's words: `dict`, `list`, `str`, `int`, `float`, `bool` or
    /// `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome_type: Option<String>,
}

/// Whether an action was done, and what it gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeResult {
    /// Done or not.
    pub status: Status,
    /// For a person to read.
    #[serde(default)]
    pub message: String,
    /// For a program to read.
    #[serde(default)]
    pub data: Value,
}

/// Whether an action was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It was done.
    Success,
    /// It was not; nothing changed.
    Error,
}

impl Outcome {
    /// An action that was done.
    pub fn success(action: impl Into<String>, message: impl Into<String>, data: Value) -> Self {
        Self::of(action, Status::Success, message, data)
    }

    /// An action that was not done.
    pub fn error(action: impl Into<String>, message: impl Into<String>, data: Value) -> Self {
        Self::of(action, Status::Error, message, data)
    }

    fn of(
        action: impl Into<String>,
        status: Status,
        message: impl Into<String>,
        data: Value,
    ) -> Self {
        let outcome_type = match &data {
            Value::Null => "none",
            Value::Bool(_) => "bool",
            Value::Number(it) if it.is_f64() => "float",
            Value::Number(_) => "int",
            Value::String(_) => "str",
            Value::Array(_) => "list",
            Value::Object(_) => "dict",
        };
        Self {
            id: action.into(),
            outcome: OutcomeResult {
                status,
                message: message.into(),
                data,
            },
            outcome_type: Some(outcome_type.to_owned()),
        }
    }
}

/// Something that happened in an environment, or at the hub.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Different for every event of a sender.
    pub id: String,
    /// What happened.
    pub event: String,
    /// The particulars.
    #[serde(default)]
    pub data: Value,
}

/// One piece of a flow: words as they are written, readings of a sensor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stream {
    /// Which flow.
    pub stream_type: String,
    /// Counts up by one within the flow.
    pub sequence: u64,
    /// The piece.
    #[serde(default)]
    pub data: Value,
}

/// Says that the other side is there. The hub sends one on connect and then regularly (SP-6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Heartbeat {
    /// When it was sent.
    pub timestamp: String,
    /// `running`, or `stopping` while the hub shuts down.
    pub server_status: String,
    /// Always `pong`.
    pub ping: String,
    /// Milliseconds until the next one.
    pub interval_ms: u64,
    /// Milliseconds of silence after which the hub drops a client.
    pub timeout_ms: u64,
    /// The most bytes an envelope may have.
    pub max_message_bytes: u64,
}

/// What was wrong, said to the client concerned (SP-7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorPayload {
    /// The document's code.
    pub error_code: Code,
    /// For a person to read.
    pub message: String,
    /// The particulars.
    pub details: ErrorDetails,
}

/// The particulars of an error.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorDetails {
    /// The id of the envelope that was wrong, where it had one that could be read.
    pub original_message_id: Option<String>,
    /// What to do next.
    pub suggested_action: String,
    /// The finer reason; `docs/star-protocol.md` lists them all.
    #[serde(default)]
    pub reason: String,
}
