//! Messages from the hub itself: heartbeats, errors, and events about clients that connect and
//! disconnect.

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use serde_json::{Value, json};
use star::{Address, Envelope, ErrorPayload, Event, Heartbeat, Payload};

use crate::options::{Limits, Timing};

/// Messages that a slow reader did not get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) sender: Address,
    /// The first and the last missing number, if the messages had numbers.
    numbers: Option<(u64, u64)>,
    skipped: u64,
}

impl Gap {
    pub(crate) fn new(sender: Address, sequence: Option<u64>) -> Self {
        Self {
            sender,
            numbers: sequence.map(|it| (it, it)),
            skipped: 1,
        }
    }

    /// Counts another missing message.
    pub(crate) fn widen(&mut self, sequence: Option<u64>) {
        self.skipped += 1;
        self.numbers = match (self.numbers, sequence) {
            (Some((first, last)), Some(it)) => Some((first.min(it), last.max(it))),
            (numbers, sequence) => numbers.or(sequence.map(|it| (it, it))),
        };
    }
}

/// Ids of the hub's own events; it is enough that they are unique.
static EVENTS: AtomicU64 = AtomicU64::new(1);

/// Tells a client which messages are missing.
pub(crate) fn gap(recipient: &Address, gap: &Gap) -> String {
    let data = json!({
        "sender": gap.sender,
        "from": gap.numbers.map(|it| it.0),
        "to": gap.numbers.map(|it| it.1),
        "skipped": gap.skipped,
    });
    event(recipient, "gap", data)
}

/// An event at the hub.
pub(crate) fn event(recipient: &Address, event: &str, data: Value) -> String {
    let id = format!("hub-{}", EVENTS.fetch_add(1, Ordering::Relaxed));
    let payload = Payload::Event(Event {
        id: id.clone(),
        event: event.to_owned(),
        data,
    });
    Envelope::message(Address::hub(), recipient.clone(), payload)
        .with_id(id)
        .encode()
}

/// An error.
pub(crate) fn error(recipient: &Address, error: ErrorPayload) -> String {
    let kind = Envelope::<()>::ERROR;
    Envelope::new(kind, Address::hub(), recipient.clone(), error).encode()
}

/// A heartbeat, with what a client needs to know about the hub.
pub(crate) fn heartbeat(
    recipient: &Address,
    now: Timestamp,
    timing: &Timing,
    limits: &Limits,
) -> Envelope<Heartbeat> {
    let milliseconds = |it: std::time::Duration| u64::try_from(it.as_millis()).unwrap_or(u64::MAX);
    let payload = Heartbeat {
        timestamp: now.to_string(),
        server_status: "running".to_owned(),
        ping: "pong".to_owned(),
        interval_ms: milliseconds(timing.heartbeat),
        timeout_ms: milliseconds(timing.silence),
        max_message_bytes: limits.message_bytes as u64,
    };
    let kind = Envelope::<()>::HEARTBEAT;
    Envelope::new(kind, Address::hub(), recipient.clone(), payload)
}
