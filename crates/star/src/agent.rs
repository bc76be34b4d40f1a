//! The role of an agent: sends actions to an environment and receives its events.

use serde_json::{Map, Value};

use crate::address::Address;
use crate::client::{ActError, Client, ClientError, ClientOptions, Incoming};
use crate::payload::{Action, Outcome};

/// An agent in an environment; also what a person's program uses.
#[derive(Clone)]
pub struct Agent {
    client: Client,
    environment: Address,
}

impl Agent {
    /// Connects.
    ///
    /// # Errors
    /// The hub cannot be reached or refuses.
    pub async fn connect(options: ClientOptions) -> Result<Self, ClientError> {
        let environment = options.role.environment_id().unwrap_or_default().to_owned();
        Ok(Self {
            client: Client::connect(options).await?,
            environment: Address::environment(environment),
        })
    }

    /// Sends an action to the environment and waits for its outcome. Meanwhile the action is sent
    /// again when the connection or the environment comes back; it is performed once.
    ///
    /// # Errors
    /// The hub refuses the message, or the client is closed.
    pub async fn act(
        &self,
        action: &str,
        parameters: Map<String, Value>,
    ) -> Result<Outcome, ActError> {
        let id = self.client.new_id();
        let action = Action {
            id,
            action: action.to_owned(),
            parameters,
        };
        self.act_as(action).await
    }

    /// The same with the caller's own id, which allows repeating the action after a restart of the
    /// program.
    ///
    /// # Errors
    /// As [`Agent::act`].
    pub async fn act_as(&self, action: Action) -> Result<Outcome, ActError> {
        self.client.ask(self.environment.clone(), action).await
    }

    /// The next incoming item that is not the outcome of a pending action.
    pub async fn next(&self) -> Option<Incoming> {
        self.client.next().await
    }

    /// The connection.
    pub fn client(&self) -> &Client {
        &self.client
    }
}
