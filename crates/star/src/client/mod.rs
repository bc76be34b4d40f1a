//! The connection of one client: connects, authenticates, answers heartbeats, reconnects after a
//! pause when the connection is lost, and delivers incoming messages (SP-11).
//!
//! Enter through [`Client::connect`]; [`crate::Agent`] and [`crate::Environment`] build on it. This
//! module does not interpret messages.

mod backoff;
mod connection;
mod counts;
mod link;
mod options;
mod pending;
mod stream;

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use thiserror::Error;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

pub use self::backoff::Backoff;
pub use self::connection::{HubAddress, InProcessConnection, InProcessFuture, InProcessHub};
pub use self::counts::ClientCounts;
use self::counts::Counters;
use self::link::Link;
pub use self::options::{ClientOptions, Role};
pub(crate) use self::pending::Pending;
use crate::address::Address;
use crate::envelope::Envelope;
use crate::error::Reason;
use crate::payload::{Action, ErrorPayload, Outcome, Payload};

/// Messages that may be queued in each direction between the connection and the program.
const QUEUE: usize = 1024;

/// An incoming item.
#[derive(Debug, Clone)]
pub enum Incoming {
    /// The connection is open; `again` after it was lost.
    Connected {
        /// Whether there was a connection before.
        again: bool,
    },
    /// The connection is lost; it will be reopened after a pause.
    Disconnected {
        /// The hub's or the system's error message.
        why: String,
    },
    /// A business message.
    Message(Envelope<Payload>),
    /// Events that were skipped because this client did not read fast enough.
    Gap(Gap),
    /// The hub refused a message of this client.
    Error(ErrorPayload),
    /// A message whose type or payload this crate does not know.
    Other(Envelope<Box<RawValue>>),
}

/// Skipped messages of one sender.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct Gap {
    /// The sender.
    pub sender: Address,
    /// The first missing number, if the messages are numbered.
    pub from: Option<u64>,
    /// The last missing number.
    pub to: Option<u64>,
    /// How many are missing.
    pub skipped: u64,
}

/// Why a connection failed.
#[derive(Debug, Clone, Error)]
pub enum ClientError {
    /// The address is invalid.
    #[error("{0:?} is not the address of a hub; it begins with ws:// or wss://")]
    BadAddress(String),
    /// Nothing answers at the address, or it is not a hub.
    #[error("the hub at {address} cannot be reached: {why}")]
    Unreachable {
        /// The address.
        address: String,
        /// The system's error message.
        why: String,
    },
    /// The hub refused this client.
    #[error("the hub refused: {} ({})", .0.message, .0.details.suggested_action)]
    Refused(ErrorPayload),
    /// The client was closed.
    #[error("the client was closed")]
    Closed,
}

/// Why an action has no outcome.
#[derive(Debug, Clone, Error)]
pub enum ActError {
    /// The hub refused the message.
    #[error("the hub refused: {} ({})", .0.message, .0.details.suggested_action)]
    Refused(ErrorPayload),
    /// There is no connection any more.
    #[error(transparent)]
    Client(#[from] ClientError),
}

impl ClientError {
    /// Whether connecting again cannot succeed.
    pub fn is_final(&self) -> bool {
        match self {
            Self::BadAddress(_) | Self::Closed => true,
            Self::Unreachable { .. } => false,
            Self::Refused(error) => {
                let reason = Reason::named(&error.details.reason);
                reason.is_none_or(Reason::is_final)
            }
        }
    }
}

/// A connection that reconnects by itself: cheap to clone, closed by [`Client::close`] or by
/// dropping the last clone.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

struct Shared {
    address: Address,
    outgoing: mpsc::Sender<String>,
    incoming: Mutex<mpsc::Receiver<Incoming>>,
    pending: Arc<Pending>,
    counters: Arc<Counters>,
    connected: watch::Receiver<bool>,
    ids: crate::IdSource,
    stop: CancellationToken,
}

impl Client {
    /// Connects. Afterwards the connection is kept open by a task on the current runtime.
    ///
    /// # Errors
    /// The first attempt failed; later ones are repeated, and reported by [`Incoming`].
    pub async fn connect(options: ClientOptions) -> Result<Self, ClientError> {
        let (outgoing, to_send) = mpsc::channel(QUEUE);
        let (deliver, incoming) = mpsc::channel(QUEUE);
        let (tell_connected, connected) = watch::channel(false);
        let (tell_first, first) = oneshot::channel();
        let stop = CancellationToken::new();
        let shared = Shared {
            address: options.role.address(),
            outgoing,
            incoming: Mutex::new(incoming),
            pending: Arc::default(),
            counters: Arc::default(),
            connected,
            ids: Arc::clone(&options.ids),
            stop: stop.clone(),
        };
        let link = Link {
            pending: Arc::clone(&shared.pending),
            counters: Arc::clone(&shared.counters),
            options,
            to_send,
            deliver,
            connected: tell_connected,
            stop,
        };
        tokio::spawn(link.run(tell_first));
        let client = Self(Arc::new(shared));
        first.await.unwrap_or(Err(ClientError::Closed))?;
        Ok(client)
    }

    /// The client's own identity.
    pub fn address(&self) -> &Address {
        &self.0.address
    }

    /// A new id for a message or an action.
    pub fn new_id(&self) -> String {
        (self.0.ids)()
    }

    /// Sends a message. Waits while the connection is lost, and while the queue is full.
    ///
    /// # Errors
    /// The client was closed.
    pub async fn send<P: Serialize>(&self, envelope: &Envelope<P>) -> Result<(), ClientError> {
        self.send_text(envelope.encode()).await
    }

    /// Sends an envelope that is already encoded.
    ///
    /// # Errors
    /// The client was closed.
    pub async fn send_text(&self, text: String) -> Result<(), ClientError> {
        let sent = self.0.outgoing.send(text).await;
        sent.map_err(|_| ClientError::Closed)
    }

    /// The next incoming item; `None` once the client was closed or permanently refused.
    pub async fn next(&self) -> Option<Incoming> {
        self.0.incoming.lock().await.recv().await
    }

    /// Whether the client is connected now.
    pub fn is_connected(&self) -> bool {
        *self.0.connected.borrow()
    }

    /// What was sent and received so far.
    pub fn counts(&self) -> ClientCounts {
        self.0.counters.read()
    }

    /// Closes the connection.
    pub fn close(&self) {
        self.0.stop.cancel();
    }

    /// Sends an action and waits for its outcome. The action is sent again, with the same ids, when
    /// the connection or the recipient was away.
    ///
    /// # Errors
    /// The hub refuses the message, or the client is closed.
    pub async fn ask(&self, to: Address, action: Action) -> Result<Outcome, ActError> {
        let id = action.id.clone();
        let payload = Payload::Action(action);
        let envelope =
            Envelope::message(self.address().clone(), to.clone(), payload).with_id(id.clone());
        let text = envelope.encode();
        let wait = self.0.pending.add(to, &id, &id, &text);
        self.send_text(text).await?;
        match wait.answer().await {
            Some(Ok(outcome)) => Ok(outcome),
            Some(Err(error)) => Err(ActError::Refused(error)),
            None => Err(ClientError::Closed.into()),
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
