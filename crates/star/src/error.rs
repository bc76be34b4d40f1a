//! Every error of the protocol in one table: the document's code, the specific reason, what to do,
//! and the close code if the connection is closed with it (SP-7).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::payload::{ErrorDetails, ErrorPayload};

/// The codes of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// The message or the address violates the protocol.
    ValidationError,
    /// A client or an environment cannot be reached.
    ConnectionError,
    /// The client may not do this.
    PermissionDenied,
}

impl Code {
    /// Its name in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ValidationError => "VALIDATION_ERROR",
            Self::ConnectionError => "CONNECTION_ERROR",
            Self::PermissionDenied => "PERMISSION_DENIED",
        }
    }
}

/// A WebSocket close code: a standard code below 4000, the protocol's own from 4000 on.
pub type CloseCode = u16;

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident, $name:literal, $code:ident, $close:expr, $action:literal;)*) => {
        /// Why the hub refuses a message or closes a connection; `details.reason` of an error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[$doc])* $variant,)* }

        impl Reason {
            /// Every reason, in the order of the document's codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in messages.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The document's code it belongs to.
            pub fn code(self) -> Code {
                match self { $(Self::$variant => Code::$code),* }
            }

            /// The close code, if the connection is closed with it.
            pub fn close_code(self) -> Option<CloseCode> {
                match self { $(Self::$variant => $close),* }
            }

            /// What the client can do about it.
            pub fn suggested_action(self) -> &'static str {
                match self { $(Self::$variant => $action),* }
            }
        }
    };
}

reasons! {
    /// The text is not JSON.
    MalformedJson, "malformed_json", ValidationError, None,
        "send one JSON object a message, encoded as UTF-8";
    /// The JSON is not an envelope.
    MalformedEnvelope, "malformed_envelope", ValidationError, None,
        "send type, sender, recipient and payload as docs/star-protocol.md shows";
    /// A binary frame.
    BinaryMessage, "binary_message", ValidationError, None,
        "send text frames; put binary data into the payload as base64";
    /// The envelope's type is not registered.
    UnknownType, "unknown_type", ValidationError, None,
        "use the type message, or register the new type with the hub";
    /// The recipient's type is not registered.
    UnknownClientType, "unknown_client_type", ValidationError, None,
        "use the type agent, environment or human, or register the new type with the hub";
    /// An id outside the alphabet or the length.
    InvalidId, "invalid_id", ValidationError, Some(4400),
        "use 3 to 50 letters, digits, '-', '_', '.' or ':'";
    /// More bytes than an envelope may have.
    TooLarge, "too_large", ValidationError, Some(1009),
        "send less at once; the hub's heartbeat gives the limit as max_message_bytes";
    /// A version that the hub does not support.
    UnsupportedVersion, "unsupported_version", ValidationError, None,
        "use version 1, or leave the field out";
    /// The id of an earlier message, with other content.
    DuplicateId, "duplicate_id", ValidationError, None,
        "give every message an id of its own; repeat an id only to send the same message again";
    /// An action the hub itself does not know, or with unsuitable parameters.
    InvalidAction, "invalid_action", ValidationError, None,
        "send the action describe to the hub for the actions it knows";
    /// The WebSocket protocol was violated.
    ProtocolViolation, "protocol_violation", ValidationError, Some(1002),
        "use a WebSocket library that follows RFC 6455";
    /// A text frame that is not UTF-8.
    InvalidUtf8, "invalid_utf8", ValidationError, Some(1007),
        "encode text frames as UTF-8";
    /// The recipient is not connected.
    UnknownRecipient, "unknown_recipient", ConnectionError, None,
        "check the recipient's id and type, or wait for its client_joined event";
    /// The environment is not connected.
    EnvironmentOffline, "environment_offline", ConnectionError, None,
        "send the same message again when the event environment_online arrives";
    /// The recipient did not read what waits for it.
    RecipientOverloaded, "recipient_overloaded", ConnectionError, None,
        "send the same message again when the recipient is back";
    /// More messages a second than a client may send.
    RateLimited, "rate_limited", ConnectionError, None,
        "send fewer messages a second; this one was not delivered";
    /// Far more messages a second than a client may send.
    Flood, "flood", ConnectionError, Some(4429),
        "connect again later and send fewer messages a second";
    /// The client did not read what waits for it.
    SlowConsumer, "slow_consumer", ConnectionError, Some(4410),
        "read faster; connect again and repeat the actions that were not answered";
    /// Nothing was heard of the client.
    HeartbeatTimeout, "heartbeat_timeout", ConnectionError, Some(4408),
        "answer pings or send heartbeats; connect again";
    /// A newer connection of the same client took its place.
    Replaced, "replaced", ConnectionError, Some(4409),
        "do not connect again under this id while the other connection is in use";
    /// The id is in use by a client that answers.
    IdInUse, "id_in_use", ConnectionError, Some(4409),
        "choose another id, or end the other connection";
    /// As many clients as the hub takes.
    TooManyConnections, "too_many_connections", ConnectionError, Some(1013),
        "try again later";
    /// The environment ended the connection.
    Disconnected, "disconnected", ConnectionError, Some(4403),
        "ask the owner of the environment";
    /// The hub stops.
    ShuttingDown, "shutting_down", ConnectionError, Some(1001),
        "connect again when the hub is back";
    /// The sender is not who the connection belongs to.
    SpoofedSender, "spoofed_sender", PermissionDenied, None,
        "give the id and type of your own connection as the sender";
    /// The recipient is in an environment that the client may not reach.
    OtherEnvironment, "other_environment", PermissionDenied, None,
        "connect to that environment with a credential for it";
    /// A type that only the hub may send, or an action only an environment may ask for.
    NotAllowed, "not_allowed", PermissionDenied, None,
        "send only what your role may send";
    /// No credential was given.
    CredentialMissing, "credential_missing", PermissionDenied, Some(4401),
        "give a credential as Authorization: Bearer, or as the subprotocol star-credential.<credential>";
    /// The credential is not one the hub knows.
    CredentialInvalid, "credential_invalid", PermissionDenied, Some(4401),
        "ask the owner of the environment for a credential";
    /// The credential's time is over, or has not begun.
    CredentialExpired, "credential_expired", PermissionDenied, Some(4401),
        "ask the owner of the environment for a new credential";
    /// The credential was ended by who issued it.
    CredentialRevoked, "credential_revoked", PermissionDenied, Some(4401),
        "ask the owner of the environment for a new credential";
    /// The credential is for another environment, role or id.
    CredentialScope, "credential_scope", PermissionDenied, Some(4403),
        "connect to the environment, with the role and the id that the credential names";
    /// The page that connects is not one the hub allows.
    ForeignOrigin, "foreign_origin", PermissionDenied, None,
        "connect from a program, or add the page's origin to the hub's options";
    /// The hub was reached under a name that is not its own.
    ForeignHost, "foreign_host", PermissionDenied, None,
        "use the address that the hub printed when it started";
}

impl Reason {
    /// Whether a client that is refused for this reason need not try again.
    pub fn is_final(self) -> bool {
        match self {
            Self::Replaced | Self::IdInUse | Self::Disconnected => true,
            Self::TooManyConnections | Self::ShuttingDown => false,
            _ => self.code() != Code::ConnectionError,
        }
    }

    /// Whether the same message may be taken later.
    pub fn is_passing(self) -> bool {
        matches!(
            self,
            Self::EnvironmentOffline | Self::RecipientOverloaded | Self::RateLimited
        )
    }

    /// The reason of a name, where there is one.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.as_str() == name)
    }

    /// An error of this reason. `original` is the id of the message that was wrong.
    pub fn error(self, message: impl Into<String>, original: Option<&str>) -> ErrorPayload {
        ErrorPayload {
            error_code: self.code(),
            message: message.into(),
            details: ErrorDetails {
                original_message_id: original.map(str::to_owned),
                suggested_action: self.suggested_action().to_owned(),
                reason: self.as_str().to_owned(),
            },
        }
    }
}
