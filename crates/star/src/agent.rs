//! The role of an agent: sends actions to an environment and receives its events.

use serde_json::{Map, Value};
use thiserror::Error;

use crate::address::Address;
use crate::client::{Client, ClientError, ClientOptions, Incoming};
use crate::envelope::Envelope;
use crate::payload::{Action, ErrorPayload, Outcome, Payload};

/// An agent in an environment; also what a person's program uses.
#[derive(Clone)]
pub struct Agent {
    client: Client,
    environment: Address,
}

/// Why an action has no outcome.
#[derive(Debug, Clone, Error)]
pub enum ActError {
    /// The hub refused the message.
    #[error("the hub refused: {} ({})", .0.message, .0.details.suggested_action)]
    Refused(ErrorPayload),
    /// The connection is closed.
    #[error(transparent)]
    Client(#[from] ClientError),
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
        let id = action.id.clone();
        let to = self.environment.clone();
        let envelope =
            Envelope::message(self.client.address().clone(), to, Payload::Action(action))
                .with_id(id.clone());
        let text = envelope.encode();
        let wait = self.client.pending().add(&id, &id, &text);
        self.client.send_text(text).await?;
        match wait.answer().await {
            Some(Ok(outcome)) => Ok(outcome),
            Some(Err(error)) => Err(ActError::Refused(error)),
            None => Err(ClientError::Closed.into()),
        }
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
