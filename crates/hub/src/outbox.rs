//! The queue of messages to one client, limited in bytes and in count.
//!
//! A message that must arrive and does not fit closes the connection, so that the client knows it
//! has to catch up. One that may be skipped (a broadcast, or one with a sequence number) is
//! skipped, and a notice in its place contains the missing numbers.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::task::Waker;
use std::time::Instant;

use star::{Address, Reason};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::notices::{self, Gap};

/// Senders whose missing messages are counted separately; with more the client is disconnected.
const GAPS: usize = 64;

/// Whether a message may be skipped for a slow reader.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Delivery<'a> {
    /// It arrives, or the connection is closed.
    Required,
    /// It may be skipped, and the reader is informed.
    Skippable {
        sender: &'a Address,
        sequence: Option<u64>,
    },
}

/// What happened to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pushed {
    Queued,
    Skipped,
    /// The connection is closed because of it.
    Overflowed,
    /// The connection is already closing.
    Ended,
}

/// An item to send.
#[derive(Debug)]
pub(crate) enum Frame {
    Text(Utf8Bytes, Option<Instant>),
    Ping,
}

/// Why and how a connection is closed.
#[derive(Debug, Clone)]
pub(crate) struct Ending {
    pub(crate) reason: Reason,
    /// For a person to read.
    pub(crate) message: String,
}

/// The queue of one client.
pub(crate) struct Outbox {
    owner: Address,
    max_bytes: usize,
    max_messages: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    frames: VecDeque<Frame>,
    bytes: usize,
    gaps: Vec<Gap>,
    ending: Option<Ending>,
    waker: Option<Waker>,
    count: u64,
}

impl State {
    fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    /// Remembers whom to wake; usually it is the same task as before.
    fn register(&mut self, waker: &Waker) {
        if !self.waker.as_ref().is_some_and(|it| it.will_wake(waker)) {
            self.waker = Some(waker.clone());
        }
    }

    fn add(&mut self, text: Utf8Bytes) {
        self.bytes += text.len();
        self.count += 1;
        // The clock is read only for every sixteenth message.
        let since = self.count.is_multiple_of(16).then(Instant::now);
        self.frames.push_back(Frame::Text(text, since));
    }

    fn tell_gaps(&mut self, owner: &Address) {
        for gap in std::mem::take(&mut self.gaps) {
            self.add(notices::gap(owner, &gap).into());
        }
    }
}

impl Outbox {
    pub(crate) fn new(owner: Address, max_bytes: usize, max_messages: usize) -> Self {
        Self {
            owner,
            max_bytes,
            max_messages,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no panic while it is held")
    }

    /// Adds a message, if it fits.
    pub(crate) fn push(&self, text: Utf8Bytes, delivery: Delivery<'_>) -> Pushed {
        let mut state = self.lock();
        if state.ending.is_some() {
            return Pushed::Ended;
        }
        // A quarter is reserved for messages that must arrive.
        let share = |all: usize| match delivery {
            Delivery::Required => all,
            Delivery::Skippable { .. } => all - all / 4,
        };
        let fits = state.bytes + text.len() <= share(self.max_bytes)
            && state.frames.len() < share(self.max_messages);
        match delivery {
            _ if fits || state.frames.is_empty() => {
                if matches!(delivery, Delivery::Skippable { .. }) {
                    state.tell_gaps(&self.owner);
                }
                state.add(text);
                state.wake();
                Pushed::Queued
            }
            Delivery::Skippable { sender, sequence } => {
                let place = state.gaps.iter().position(|it| it.sender == *sender);
                match place {
                    Some(at) => state.gaps[at].widen(sequence),
                    None if state.gaps.len() < GAPS => {
                        state.gaps.push(Gap::new(sender.clone(), sequence));
                    }
                    None => {
                        Self::overflow(&mut state);
                        return Pushed::Overflowed;
                    }
                }
                Pushed::Skipped
            }
            Delivery::Required => {
                Self::overflow(&mut state);
                Pushed::Overflowed
            }
        }
    }

    fn overflow(state: &mut State) {
        let message = format!(
            "{} messages of {} bytes in all waited to be read, and one more did not fit",
            state.frames.len(),
            state.bytes
        );
        // Frees the memory at once: a client that does not read would hold it until the connection
        // is gone.
        state.frames.clear();
        state.bytes = 0;
        state.ending = Some(Ending {
            reason: Reason::SlowConsumer,
            message,
        });
        state.wake();
    }

    /// Adds a heartbeat and a ping, unless something is already queued.
    pub(crate) fn beat(&self, heartbeat: impl FnOnce() -> String) {
        let mut state = self.lock();
        if state.ending.is_none() && state.frames.is_empty() {
            state.add(heartbeat().into());
            state.frames.push_back(Frame::Ping);
            state.wake();
        }
    }

    /// Asks the client for a sign of life.
    pub(crate) fn ping(&self) {
        let mut state = self.lock();
        if state.frames.len() < self.max_messages {
            state.frames.push_back(Frame::Ping);
        }
        state.wake();
    }

    /// Closes the connection after the queue was sent. The first call counts.
    pub(crate) fn end(&self, reason: Reason, message: impl Into<String>) {
        let mut state = self.lock();
        if state.ending.is_none() {
            state.ending = Some(Ending {
                reason,
                message: message.into(),
            });
        }
        state.wake();
    }

    /// Takes queued items, up to some bytes; registers the waker if there are none. Returns how to
    /// close the connection once the queue is empty.
    pub(crate) fn take(
        &self,
        into: &mut VecDeque<Frame>,
        max_bytes: usize,
        waker: &Waker,
    ) -> Option<Ending> {
        let mut state = self.lock();
        if state.frames.is_empty() && state.ending.is_none() {
            state.tell_gaps(&self.owner);
        }
        let mut taken = 0;
        while taken < max_bytes
            && let Some(frame) = state.frames.pop_front()
        {
            if let Frame::Text(text, _) = &frame {
                taken += text.len();
            }
            into.push_back(frame);
        }
        state.bytes -= taken;
        if into.is_empty() {
            if let Some(ending) = &state.ending {
                return Some(ending.clone());
            }
            state.register(waker);
        }
        None
    }

    /// Whether the connection is closing; registers the waker otherwise.
    pub(crate) fn is_ending(&self, waker: &Waker) -> bool {
        let mut state = self.lock();
        if state.ending.is_none() {
            state.register(waker);
        }
        state.ending.is_some()
    }

    /// Queued messages and bytes.
    pub(crate) fn waiting(&self) -> (usize, usize) {
        let state = self.lock();
        (state.frames.len(), state.bytes)
    }
}
