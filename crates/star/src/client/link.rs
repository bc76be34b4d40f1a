//! The task that keeps a client connected.

use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::{Error, Utf8Bytes};
use tokio_util::sync::CancellationToken;

use super::backoff::Backoff;
use super::connection::{self, Connection, unreachable};
use super::counts::Counters;
use super::options::ClientOptions;
use super::pending::{Pending, Refused};
use super::{ClientError, Gap, Incoming};
use crate::address::ClientType;
use crate::envelope::Envelope;
use crate::payload::{ErrorPayload, Event, Heartbeat, Payload};

type First = oneshot::Sender<Result<(), ClientError>>;

/// The interval at which the hub is expected to send something, until its heartbeat says otherwise.
const SILENCE: Duration = Duration::from_secs(60);

/// The other end of a [`super::Client`].
pub(super) struct Link {
    pub(super) options: ClientOptions,
    pub(super) to_send: mpsc::Receiver<String>,
    pub(super) deliver: mpsc::Sender<Incoming>,
    pub(super) pending: Arc<Pending>,
    pub(super) counters: Arc<Counters>,
    pub(super) connected: watch::Sender<bool>,
    pub(super) stop: CancellationToken,
}

/// Why a connection ended.
enum Ended {
    /// The program closed the client.
    Stopped,
    Disconnected(ClientError),
}

impl Link {
    /// Connects, serves, and reconnects, until the client is closed or permanently refused.
    pub(super) async fn run(mut self, first: First) {
        let stop = self.stop.clone();
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.keep_connected(first) => {}
        }
        self.connected.send_replace(false);
        self.pending.give_up();
    }

    async fn keep_connected(&mut self, first: First) {
        let mut first = Some(first);
        loop {
            let error = match connection::open(&self.options).await {
                Ok(opened) => match self.serve(opened, &mut first).await {
                    Ended::Stopped => return,
                    Ended::Disconnected(error) => error,
                },
                Err(error) => error,
            };
            if let Some(first) = first.take() {
                // The caller of the first attempt decides whether to try again.
                let _ = first.send(Err(error));
                return;
            }
            let was_connected = self.connected.send_replace(false);
            if was_connected {
                let why = error.to_string();
                let delivered = self.deliver.send(Incoming::Disconnected { why }).await;
                if delivered.is_err() {
                    return;
                }
            }
            if error.is_final() {
                tracing::warn!(%error, "not connecting again");
                return;
            }
            sleep(self.options.backoff.next()).await;
        }
    }

    /// Passes messages in both directions until the connection ends.
    async fn serve(&mut self, connection: Connection, first: &mut Option<First>) -> Ended {
        let mut session = Session {
            connection,
            silence: SILENCE,
            refused: None,
            repeat_at: None,
            pause: self.options.backoff.clone(),
        };
        let mut last_received = Instant::now();
        let why = loop {
            let deliver = &self.deliver;
            let connection = &mut session.connection;
            // The connection is read only while the program consumes messages; it is always written, so
            // that a program that answers before it reads on cannot deadlock.
            let receive = async {
                let permit = deliver.clone().reserve_owned().await.ok()?;
                Some((permit, connection.next().await))
            };
            let repeat_at = session.repeat_at;
            let done = tokio::select! {
                received = receive => {
                    last_received = Instant::now();
                    match received {
                        None => return Ended::Stopped,
                        Some((_, None)) => break "it ended the connection".to_owned(),
                        Some((permit, Some(Ok(Some(text))))) => {
                            let incoming = self.receive(&mut session, first, &text).await;
                            incoming.map(|it| { it.map(|it| permit.send(it)); })
                        }
                        Some((_, Some(other))) => other.map(|_| ()),
                    }
                }
                text = self.to_send.recv(), if first.is_none() => match text {
                    None => return Ended::Stopped,
                    Some(text) => {
                        // Others that are about to send, such as an outcome and the event of its
                        // change, do so now, so that all go out with one flush.
                        tokio::task::yield_now().await;
                        self.send(&mut session.connection, text).await
                    }
                },
                () = sleep_until(repeat_at.unwrap_or(last_received)), if repeat_at.is_some() => {
                    session.repeat_at = None;
                    self.repeat(&mut session.connection).await
                }
                () = sleep_until(last_received + session.silence) => break "it was silent".to_owned(),
            };
            if let Err(error) = done {
                break error.to_string();
            }
        };
        Ended::Disconnected(match session.refused {
            Some(error) => ClientError::Refused(error),
            None => unreachable(&self.options, why),
        })
    }

    async fn receive(
        &mut self,
        session: &mut Session,
        first: &mut Option<First>,
        text: &Utf8Bytes,
    ) -> Result<Option<Incoming>, Error> {
        self.counters.receive(text.len());
        match read(text) {
            None => Ok(None),
            Some(Read::Incoming(incoming)) => self.note(*incoming, session).await,
            Some(Read::Beat(beat)) => {
                session.silence = Duration::from_millis(beat.timeout_ms.max(1));
                self.greet(&mut session.connection, first).await
            }
        }
    }

    /// Sends what is queued, with one flush.
    async fn send(&mut self, connection: &mut Connection, text: String) -> Result<(), Error> {
        let mut next = Some(text);
        while let Some(text) = next {
            self.counters.send(text.len());
            connection.feed(text).await?;
            next = self.to_send.try_recv().ok();
        }
        connection.flush().await
    }

    /// Handles a heartbeat. The first one of a connection means that the client is connected:
    /// unanswered actions are sent again.
    async fn greet(
        &mut self,
        connection: &mut Connection,
        first: &mut Option<First>,
    ) -> Result<Option<Incoming>, Error> {
        if self.connected.send_replace(true) {
            let me = self.options.role.address();
            let kind = Envelope::<()>::HEARTBEAT;
            let payload = serde_json::json!({});
            let beat = Envelope::new(kind, me, crate::Address::hub(), payload);
            connection.feed(beat.encode()).await?;
            connection.flush().await?;
            return Ok(None);
        }
        self.counters.connect();
        self.options.backoff.reset();
        self.repeat(connection).await?;
        let again = first.is_none();
        if let Some(first) = first.take() {
            let _ = first.send(Ok(()));
        }
        Ok(Some(Incoming::Connected { again }))
    }

    async fn repeat(&mut self, connection: &mut Connection) -> Result<(), Error> {
        for text in self.pending.texts() {
            self.counters.send(text.len());
            connection.feed(text).await?;
        }
        connection.flush().await
    }

    /// Inspects incoming items before the program gets them: outcomes go to the callers waiting for
    /// them.
    async fn note(
        &mut self,
        incoming: Incoming,
        session: &mut Session,
    ) -> Result<Option<Incoming>, Error> {
        match incoming {
            Incoming::Message(envelope) => {
                if let Payload::Outcome(outcome) = &envelope.payload
                    && self.pending.answer(&envelope.sender, outcome)
                {
                    session.pause.reset();
                    return Ok(None);
                }
                if let Payload::Event(event) = &envelope.payload
                    && envelope.sender.kind == ClientType::HUB
                    && event.event == "environment_online"
                {
                    self.repeat(&mut session.connection).await?;
                }
                Ok(Some(Incoming::Message(envelope)))
            }
            Incoming::Error(error) => {
                self.counters.error();
                if error.details.original_message_id.is_none() {
                    session.refused = Some(error.clone());
                }
                let refused = self.pending.refuse(&error);
                if refused == Refused::AskAgain && session.repeat_at.is_none() {
                    session.repeat_at = Some(Instant::now() + session.pause.next());
                }
                Ok((refused == Refused::Other).then_some(Incoming::Error(error)))
            }
            other => Ok(Some(other)),
        }
    }
}

/// The state of one connection.
struct Session {
    connection: Connection,
    /// How long the hub may be silent.
    silence: Duration,
    /// Why the hub closed the connection, if it said so.
    refused: Option<ErrorPayload>,
    /// When actions that could not be delivered are sent again.
    repeat_at: Option<Instant>,
    pause: Backoff,
}

/// The kinds of incoming texts.
enum Read {
    Beat(Heartbeat),
    Incoming(Box<Incoming>),
}

/// Parses what the hub forwarded; ignores what a hub never sends.
fn read(text: &Utf8Bytes) -> Option<Read> {
    let envelope: Envelope<Box<RawValue>> = serde_json::from_str(text).ok()?;
    let payload = envelope.payload.get();
    let is_of_hub = envelope.sender.kind == ClientType::HUB;
    let incoming = match envelope.kind.as_str() {
        kind if kind == Envelope::<()>::HEARTBEAT && is_of_hub => {
            return Some(Read::Beat(serde_json::from_str(payload).ok()?));
        }
        kind if kind == Envelope::<()>::ERROR && is_of_hub => {
            Incoming::Error(serde_json::from_str(payload).ok()?)
        }
        kind if kind == Envelope::<()>::MESSAGE => match serde_json::from_str(payload) {
            Ok(Payload::Event(event)) if is_of_hub && event.event == "gap" => gap(event)?,
            Ok(payload) => Incoming::Message(with_payload(envelope, payload)),
            Err(_) => Incoming::Other(envelope),
        },
        _ => Incoming::Other(envelope),
    };
    Some(Read::Incoming(Box::new(incoming)))
}

fn gap(event: Event) -> Option<Incoming> {
    let gap: Gap = serde_json::from_value(event.data).ok()?;
    Some(Incoming::Gap(gap))
}

fn with_payload(envelope: Envelope<Box<RawValue>>, payload: Payload) -> Envelope<Payload> {
    Envelope {
        kind: envelope.kind,
        id: envelope.id,
        sender: envelope.sender,
        recipient: envelope.recipient,
        reply_to: envelope.reply_to,
        sequence: envelope.sequence,
        timestamp: envelope.timestamp,
        version: envelope.version,
        payload,
    }
}
