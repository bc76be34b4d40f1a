//! The role of an agent: asks an environment to do things and hears what happens in it.

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

    /// Asks the environment to do something and waits for what came of it. While it waits, the action
    /// is sent again when the connection or the environment was away; it is done once.
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

    /// The same with an id of the caller's own, which makes it possible to ask again after the program
    /// was started anew.
    ///
    /// # Errors
    /// As [`Agent::act`].
    pub async fn act_as(&self, action: Action) -> Result<Outcome, ActError> {
        self.client.ask(self.environment.clone(), action).await
    }

    /// The next thing that comes in and is not the outcome of an action that is waited for.
    pub async fn next(&self) -> Option<Incoming> {
        self.client.next().await
    }

    /// The connection.
    pub fn client(&self) -> &Client {
        &self.client
    }
}
