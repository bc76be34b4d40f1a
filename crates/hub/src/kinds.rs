//! The table of client types and message types; the router contains no type names (SP-9).

use star::{ClientType, Envelope};

/// The types a hub knows. The default is the document's.
#[derive(Debug, Clone)]
pub struct Kinds {
    /// Client types, and the addresses they connect at.
    pub clients: Vec<ClientKind>,
    /// Message types, and what the hub does with them.
    pub messages: Vec<MessageKind>,
}

/// A type of client.
#[derive(Debug, Clone)]
pub struct ClientKind {
    /// Its name in messages.
    pub kind: ClientType,
    /// The paths it connects at, with placeholders `{env_id}` and `{client_id}` for ids; without
    /// the second the client is the environment itself, without the first it is outside
    /// environments.
    pub paths: Vec<String>,
    /// Whether the rate limit applies.
    pub is_rate_limited: bool,
}

/// A type of message.
#[derive(Debug, Clone)]
pub struct MessageKind {
    /// Its name in envelopes.
    pub name: String,
    /// What the hub does with it.
    pub handling: Handling,
}

/// What the hub does with a message of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handling {
    /// Forwards it to the recipient.
    Route,
    /// Treats it as a sign of life.
    Heartbeat,
    /// Refuses it: only the hub sends such messages.
    HubOnly,
}

impl Default for Kinds {
    fn default() -> Self {
        let message = |name: &str, handling| MessageKind {
            name: name.to_owned(),
            handling,
        };
        Self {
            clients: vec![
                ClientKind {
                    is_rate_limited: false,
                    ..ClientKind::new(ClientType::ENVIRONMENT, &["/env/{env_id}"])
                },
                ClientKind::new(ClientType::AGENT, &["/env/{env_id}/agent/{client_id}"]),
                ClientKind::new(
                    ClientType::HUMAN,
                    &["/env/{env_id}/human/{client_id}", "/human/{client_id}"],
                ),
            ],
            messages: vec![
                message(Envelope::<()>::MESSAGE, Handling::Route),
                message(Envelope::<()>::HEARTBEAT, Handling::Heartbeat),
                message(Envelope::<()>::ERROR, Handling::HubOnly),
            ],
        }
    }
}

impl ClientKind {
    /// A type that connects at these paths.
    pub fn new(kind: ClientType, paths: &[&str]) -> Self {
        Self {
            kind,
            paths: paths.iter().map(|it| (*it).to_owned()).collect(),
            is_rate_limited: true,
        }
    }
}

impl Kinds {
    /// The index of a client type in the table.
    pub(crate) fn client(&self, name: &str) -> Option<usize> {
        self.clients.iter().position(|it| it.kind.as_str() == name)
    }

    /// The index of a message type in the table, and its handling.
    pub(crate) fn message(&self, name: &str) -> Option<(usize, Handling)> {
        let found = self.messages.iter().enumerate();
        let mut found = found.filter(|(_, it)| it.name == name);
        found.next().map(|(at, it)| (at, it.handling))
    }

    /// The index of the type whose clients are environments.
    pub(crate) fn environment(&self) -> usize {
        self.client(ClientType::ENVIRONMENT.as_str()).unwrap_or(0)
    }
}
