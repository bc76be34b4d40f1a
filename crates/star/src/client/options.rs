//! The options of a client.

use std::time::Duration;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::backoff::Backoff;
use super::connection::HubAddress;
use crate::IdSource;
use crate::address::{Address, ClientType};

/// A client's identity: its type, its id, and its environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    kind: ClientType,
    environment: Option<String>,
    id: String,
}

/// The options of a client. `Debug` is not implemented, because it would show the credential.
#[derive(Clone)]
pub struct ClientOptions {
    /// The hub.
    pub hub: HubAddress,
    /// The client's identity.
    pub role: Role,
    /// The credential, if the hub requires one.
    pub credential: Option<String>,
    /// Pauses between attempts to reconnect.
    pub backoff: Backoff,
    /// How long an attempt to connect may take.
    pub patience: Duration,
    /// The source of ids for messages and actions; no two programs may generate the same.
    pub ids: IdSource,
}

impl Role {
    /// An agent in an environment.
    pub fn agent(environment: impl Into<String>, id: impl Into<String>) -> Self {
        Self::new(ClientType::AGENT, Some(environment.into()), id)
    }

    /// An environment.
    pub fn environment(id: impl Into<String>) -> Self {
        let id = id.into();
        Self::new(ClientType::ENVIRONMENT, Some(id.clone()), id)
    }

    /// A person, in an environment or in none.
    pub fn human(environment: Option<String>, id: impl Into<String>) -> Self {
        Self::new(ClientType::HUMAN, environment, id)
    }

    /// A client of any type, including types not named by the document (SP-9).
    pub fn new(kind: ClientType, environment: Option<String>, id: impl Into<String>) -> Self {
        Self {
            kind,
            environment,
            id: id.into(),
        }
    }

    /// The environment it is in.
    pub fn environment_id(&self) -> Option<&str> {
        self.environment.as_deref()
    }

    /// How others address it.
    pub fn address(&self) -> Address {
        Address::new(self.kind.clone(), self.id.clone())
    }

    /// The address it connects to (SP-1).
    pub(crate) fn path(&self) -> String {
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let (kind, id) = (self.kind.as_str(), encoded(&self.id));
        match &self.environment {
            Some(environment) if self.kind == ClientType::ENVIRONMENT => {
                format!("/env/{}", encoded(environment))
            }
            Some(environment) => format!("/env/{}/{kind}/{id}", encoded(environment)),
            None => format!("/{kind}/{id}"),
        }
    }
}

impl ClientOptions {
    /// A client without a credential.
    pub fn new(hub: impl Into<HubAddress>, role: Role, ids: IdSource) -> Self {
        Self {
            hub: hub.into(),
            role,
            credential: None,
            backoff: Backoff::default(),
            patience: Duration::from_secs(10),
            ids,
        }
    }

    /// With a credential.
    #[must_use]
    pub fn with_credential(mut self, credential: impl Into<String>) -> Self {
        self.credential = Some(credential.into());
        self
    }
}
