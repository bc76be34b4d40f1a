//! Senders and recipients: a client's id, its type, and, where needed, its environment (SP-2).

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The type of a client. The document names four; a hub can be given more (SP-9).
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ClientType(Cow<'static, str>);

impl ClientType {
    /// A program that acts in an environment.
    pub const AGENT: Self = Self(Cow::Borrowed("agent"));
    /// A program that holds the state agents act on.
    pub const ENVIRONMENT: Self = Self(Cow::Borrowed("environment"));
    /// A person.
    pub const HUMAN: Self = Self(Cow::Borrowed("human"));
    /// The hub itself; never a client.
    pub const HUB: Self = Self(Cow::Borrowed("hub"));

    /// A type that the document does not name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// Its name in messages.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for ClientType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A sender or a recipient.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Address {
    /// The client's id; `*` as a recipient means all of the type in the environment.
    pub id: String,
    /// The client's type.
    #[serde(rename = "type")]
    pub kind: ClientType,
    /// The environment of the recipient. Only needed from a person outside environments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<String>,
}

impl Address {
    /// The id that stands for all of a type.
    pub const ALL: &'static str = "*";

    /// A client by its type and id.
    pub fn new(kind: ClientType, id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            kind,
            environment: None,
        }
    }

    /// An agent.
    pub fn agent(id: impl Into<String>) -> Self {
        Self::new(ClientType::AGENT, id)
    }

    /// An environment.
    pub fn environment(id: impl Into<String>) -> Self {
        Self::new(ClientType::ENVIRONMENT, id)
    }

    /// A person.
    pub fn human(id: impl Into<String>) -> Self {
        Self::new(ClientType::HUMAN, id)
    }

    /// The hub.
    pub fn hub() -> Self {
        Self::new(ClientType::HUB, "hub")
    }

    /// Every client of a type in the environment.
    pub fn all(kind: ClientType) -> Self {
        Self::new(kind, Self::ALL)
    }

    /// The same client, in an environment that is not the sender's.
    #[must_use]
    pub fn in_environment(mut self, environment: impl Into<String>) -> Self {
        self.environment = Some(environment.into());
        self
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.id)
    }
}
