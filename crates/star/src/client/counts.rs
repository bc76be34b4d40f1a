//! Counters of a connection.

use std::sync::atomic::{AtomicU64, Ordering};

/// What was sent and received so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClientCounts {
    /// Messages sent.
    pub sent: u64,
    /// Bytes of messages sent.
    pub sent_bytes: u64,
    /// Messages received.
    pub received: u64,
    /// Bytes of messages received.
    pub received_bytes: u64,
    /// Errors received from the hub.
    pub errors: u64,
    /// Connections opened, including the first.
    pub connections: u64,
}

#[derive(Default)]
pub(crate) struct Counters {
    sent: AtomicU64,
    sent_bytes: AtomicU64,
    received: AtomicU64,
    received_bytes: AtomicU64,
    errors: AtomicU64,
    connections: AtomicU64,
}

impl Counters {
    pub(crate) fn send(&self, bytes: usize) {
        self.sent.fetch_add(1, Ordering::Relaxed);
        self.sent_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn receive(&self, bytes: usize) {
        self.received.fetch_add(1, Ordering::Relaxed);
        self.received_bytes
            .fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn error(&self) {
        self.errors.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn connect(&self) {
        self.connections.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> ClientCounts {
        let get = |it: &AtomicU64| it.load(Ordering::Relaxed);
        ClientCounts {
            sent: get(&self.sent),
            sent_bytes: get(&self.sent_bytes),
            received: get(&self.received),
            received_bytes: get(&self.received_bytes),
            errors: get(&self.errors),
            connections: get(&self.connections),
        }
    }
}
