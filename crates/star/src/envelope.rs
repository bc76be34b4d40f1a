//! The envelope as programs create and read it: owned, with a typed payload (SP-2).
//!
//! Not here: reading one without copying, which is `raw`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::address::Address;

/// The protocol version that is written.
pub const VERSION: &str = "1";

/// A message between two clients: sender, recipient, and a payload that the hub does not read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Envelope<P> {
    /// `message`, `heartbeat`, `error`, or a type registered with the hub (SP-9).
    #[serde(rename = "type")]
    pub kind: String,
    /// Unique among the sender's messages; needed to receive errors about the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The sender; the hub refuses any other than the client of the connection.
    pub sender: Address,
    /// The recipient.
    pub recipient: Address,
    /// The id of the message being answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<String>,
    /// Increases by one with every event of an environment. A numbered message may be skipped for a
    /// slow reader, who then receives the missing numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u64>,
    /// When it was sent, as RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    /// The version of the protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The inner message.
    pub payload: P,
}

impl<P> Envelope<P> {
    /// The type of business messages.
    pub const MESSAGE: &'static str = "message";
    /// The type of heartbeats.
    pub const HEARTBEAT: &'static str = "heartbeat";
    /// The type of errors.
    pub const ERROR: &'static str = "error";

    /// An envelope of a type, with nothing optional in it.
    pub fn new(kind: &str, sender: Address, recipient: Address, payload: P) -> Self {
        Self {
            kind: kind.to_owned(),
            id: None,
            sender,
            recipient,
            reply_to: None,
            sequence: None,
            timestamp: None,
            version: Some(VERSION.to_owned()),
            payload,
        }
    }

    /// A business message.
    pub fn message(sender: Address, recipient: Address, payload: P) -> Self {
        Self::new(Self::MESSAGE, sender, recipient, payload)
    }

    /// With an id.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// As the answer to a message.
    #[must_use]
    pub fn replying_to(mut self, id: Option<&str>) -> Self {
        self.reply_to = id.map(str::to_owned);
        self
    }

    /// With the number of an event.
    #[must_use]
    pub fn with_sequence(mut self, sequence: u64) -> Self {
        self.sequence = Some(sequence);
        self
    }
}

impl<P: Serialize> Envelope<P> {
    /// The JSON text, in the preferred spelling of the document: `payload`, and addresses as
    /// objects.
    ///
    /// # Panics
    /// Never for the payloads of this crate; a payload whose map keys are not strings cannot be JSON.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("an envelope's payload is JSON")
    }
}
