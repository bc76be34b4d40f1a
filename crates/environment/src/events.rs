//! Publishes what happens in the story: each change as an event with its number, without gaps, and
//! the assistant's text as a stream.

use std::sync::Arc;

use host::events::{AgentsChanged, DataChanged};
use host::{Event, EventKind, PostedMessage};
use runner::TurnEvent;
use serde_json::{Value, json};
use star::ClientError;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::outcome::MAX_BYTES;
use crate::story_environment::Shared;

/// How many changes are read at once when some were missed.
const PAGE: usize = 256;
/// The name of the stream of the assistant's text.
const ASSISTANT: &str = "assistant";

/// Publishes everything from the change after `last` on, until the story or the connection is closed.
pub(crate) async fn publish(shared: Arc<Shared>, mut events: Receiver<Arc<Event>>, last: u64) {
    let mut publisher = Publisher {
        shared,
        last,
        pieces: 0,
    };
    loop {
        let received = tokio::select! {
            () = publisher.shared.stop.cancelled() => return,
            received = events.recv() => received,
        };
        let published = match received {
            Ok(event) => publisher.event(&event).await,
            Err(RecvError::Lagged(_)) => publisher.catch_up().await,
            Err(RecvError::Closed) => return,
        };
        if published.is_err() {
            return;
        }
    }
}

struct Publisher {
    shared: Arc<Shared>,
    /// The number of the last change that was published.
    last: u64,
    /// How many pieces of the assistant's text were published.
    pieces: u64,
}

impl Publisher {
    async fn event(&mut self, event: &Event) -> Result<(), ClientError> {
        match &event.kind {
            EventKind::DataChanged(changed) => {
                if changed.number > self.last + 1 {
                    self.catch_up().await?;
                }
                if changed.number > self.last {
                    self.change(changed).await?;
                }
                Ok(())
            }
            EventKind::Turn(event) => self.turn(event).await,
            EventKind::MessagePosted(posted) => self.message(&posted.message).await,
            EventKind::AgentsChanged(AgentsChanged {
                permission_of: Some(client),
            }) => self.permission(client).await,
            EventKind::Progress(_) | EventKind::AgentsChanged(_) | EventKind::BackupFailed(_) => {
                Ok(())
            }
        }
    }

    /// Reads what was missed from the story itself.
    async fn catch_up(&mut self) -> Result<(), ClientError> {
        loop {
            let changes = match self.shared.studio.store().changes_since(self.last, PAGE) {
                Ok(changes) => changes,
                Err(error) => {
                    tracing::warn!(%error, "the changes could not be read");
                    return Ok(());
                }
            };
            if changes.is_empty() {
                return Ok(());
            }
            for change in &changes {
                self.change(&change.into()).await?;
            }
        }
    }

    async fn change(&mut self, changed: &DataChanged) -> Result<(), ClientError> {
        if let Some(confirmation) = &self.shared.confirmation
            && !confirmation.change(changed.number).await
        {
            self.shared.close();
            return Err(ClientError::Closed);
        }
        self.last = changed.number;
        let id = format!("change-{}", changed.number);
        let data = fitted(changed);
        let number = Some(changed.number);
        self.shared
            .publish(number, &id, "data:changed", &data)
            .await;
        self.shared.is_open()
    }

    async fn message(&self, message: &PostedMessage) -> Result<(), ClientError> {
        let id = message.id.to_string();
        let data = json!(message);
        self.shared
            .publish(None, &id, "message_posted", &data)
            .await;
        self.shared.is_open()
    }

    async fn permission(&self, client: &str) -> Result<(), ClientError> {
        let id = self.shared.studio.world().new_id().to_string();
        let data = json!({ "client": client });
        self.shared
            .publish(None, &id, "permission_changed", &data)
            .await;
        self.shared.is_open()
    }

    async fn turn(&mut self, event: &TurnEvent) -> Result<(), ClientError> {
        let data = match event {
            TurnEvent::TurnBegan { turn, .. } => json!({ "type": "turn_began", "turn": turn }),
            TurnEvent::Text { turn, text } => {
                json!({ "type": "text", "turn": turn, "text": text })
            }
            TurnEvent::TextDiscarded { turn } | TurnEvent::Retrying { turn, .. } => {
                json!({ "type": "text_discarded", "turn": turn })
            }
            TurnEvent::TurnEnded { turn, outcome } => {
                json!({ "type": "turn_ended", "turn": turn, "ending": outcome.ending })
            }
            _ => return Ok(()),
        };
        self.pieces += 1;
        self.shared
            .stream_to_all(ASSISTANT, self.pieces, &data)
            .await;
        self.shared.is_open()
    }
}

/// A change as its event's data. Where it moved more than a message can hold, only their number is
/// given, and the reader looks at the story.
pub(crate) fn fitted(changed: &DataChanged) -> Value {
    let data = json!(changed);
    if data.to_string().len() <= MAX_BYTES / 2 {
        return data;
    }
    let short = DataChanged {
        nodes: Vec::new(),
        changed: Vec::new(),
        ..changed.clone()
    };
    let mut data = json!(short);
    data["left_out"] = json!(changed.changed.len());
    data
}
