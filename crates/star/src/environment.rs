//! The role of an environment: receives actions, answers each once, and sends events.

use std::sync::Mutex;

use serde_json::{Map, Value};

use crate::address::{Address, ClientType};
use crate::client::{ActError, Client, ClientError, ClientOptions, Incoming};
use crate::envelope::Envelope;
use crate::outcomes::{Known, Outcomes};
use crate::payload::{Action, Event, Outcome, Payload, Stream};

/// How many outcomes are stored.
const REMEMBERED: usize = 10_000;

/// An environment on a hub.
pub struct Environment {
    client: Client,
    outcomes: Mutex<Outcomes>,
}

/// An incoming request of an environment.
#[derive(Debug)]
pub enum Request {
    /// An action to perform and answer with [`Environment::answer`].
    Action(Box<ActionRequest>),
    /// Anything else.
    Incoming(Box<Incoming>),
}

/// A requested action.
#[derive(Debug, Clone)]
pub struct ActionRequest {
    /// The sender, verified by the hub.
    pub sender: Address,
    /// The action.
    pub action: Action,
    /// The id of the message that asked, where it had one.
    pub message_id: Option<String>,
}

impl Environment {
    /// Connects.
    ///
    /// # Errors
    /// The hub cannot be reached or refuses.
    pub async fn connect(options: ClientOptions) -> Result<Self, ClientError> {
        Ok(Self {
            client: Client::connect(options).await?,
            outcomes: Mutex::new(Outcomes::new(REMEMBERED)),
        })
    }

    /// The next request. A repeated action is not returned again: if it was answered, its first
    /// outcome is sent again; if not, its answer is still to come.
    pub async fn next(&self) -> Option<Request> {
        loop {
            let envelope = match self.client.next().await? {
                Incoming::Message(envelope) => envelope,
                other => return Some(Request::Incoming(Box::new(other))),
            };
            let Payload::Action(action) = envelope.payload else {
                return Some(Request::Incoming(Box::new(Incoming::Message(envelope))));
            };
            let known = {
                let mut outcomes = self.outcomes.lock().expect("no panic while it is held");
                outcomes.ask(&envelope.sender, &action)
            };
            match known {
                Known::New => {
                    return Some(Request::Action(Box::new(ActionRequest {
                        sender: envelope.sender,
                        action,
                        message_id: envelope.id,
                    })));
                }
                Known::Running => {}
                Known::Done(outcome) => {
                    let sent =
                        self.send_outcome(&envelope.sender, envelope.id.as_deref(), *outcome);
                    sent.await.ok()?;
                }
                Known::Other => {
                    let message = "another action had this id before; give each its own";
                    let outcome = Outcome::error(action.id, message, Value::Null);
                    let sent = self.send_outcome(&envelope.sender, envelope.id.as_deref(), outcome);
                    sent.await.ok()?;
                }
            }
        }
    }

    /// Answers an action, and stores the answer for repeated requests.
    ///
    /// # Errors
    /// The client was closed.
    pub async fn answer(
        &self,
        request: &ActionRequest,
        outcome: Outcome,
    ) -> Result<(), ClientError> {
        {
            let mut outcomes = self.outcomes.lock().expect("no panic while it is held");
            outcomes.answer(&request.sender, &outcome);
        }
        self.send_outcome(&request.sender, request.message_id.as_deref(), outcome)
            .await
    }

    async fn send_outcome(
        &self,
        to: &Address,
        message_id: Option<&str>,
        outcome: Outcome,
    ) -> Result<(), ClientError> {
        let me = self.client.address().clone();
        let envelope = Envelope::message(me, to.clone(), Payload::Outcome(outcome))
            .with_id(self.client.new_id())
            .replying_to(message_id);
        self.client.send(&envelope).await
    }

    /// Sends an event to all clients of a type. `sequence` increases by one with every event, so
    /// that a client that misses some knows which.
    ///
    /// # Errors
    /// The client was closed.
    pub async fn tell(
        &self,
        kind: ClientType,
        sequence: u64,
        event: Event,
    ) -> Result<(), ClientError> {
        self.tell_one(Address::all(kind), Some(sequence), event)
            .await
    }

    /// Tells one client, or all of a type, what happened; without a number where the event cannot be
    /// asked for later.
    ///
    /// # Errors
    /// The client was closed.
    pub async fn tell_one(
        &self,
        to: Address,
        sequence: Option<u64>,
        event: Event,
    ) -> Result<(), ClientError> {
        let me = self.client.address().clone();
        // The envelope has an id of its own: one event may go to several recipients.
        let mut envelope =
            Envelope::message(me, to, Payload::Event(event)).with_id(self.client.new_id());
        envelope.sequence = sequence;
        self.client.send(&envelope).await
    }

    /// Asks the hub itself: `clients`, `disconnect`, `revoke`.
    ///
    /// # Errors
    /// The hub refuses, or the client was closed.
    pub async fn ask_hub(
        &self,
        action: &str,
        parameters: Map<String, Value>,
    ) -> Result<Outcome, ActError> {
        let action = Action {
            id: self.client.new_id(),
            action: action.to_owned(),
            parameters,
        };
        self.client.ask(Address::hub(), action).await
    }

    /// Sends one chunk of a stream to a client, or to all of a type.
    ///
    /// # Errors
    /// The client was closed.
    pub async fn stream(&self, to: Address, piece: Stream) -> Result<(), ClientError> {
        let me = self.client.address().clone();
        let envelope = Envelope::message(me, to, Payload::Stream(piece));
        self.client.send(&envelope).await
    }

    /// The connection.
    pub fn client(&self) -> &Client {
        &self.client
    }
}
