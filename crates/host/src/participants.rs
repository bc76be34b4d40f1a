//! Who is connected to a story through a hub, and what each does and did. The interface that holds
//! the connections (the crate `environment`) writes it; windows read it, and request that a
//! connection ends. Not here: what a participant may do, which is [`crate::agents`].

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use model::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use star::ClientType;
use tokio::sync::broadcast;

use crate::agents::{Level, principal};

/// How many requests to end a connection may be queued.
const REQUESTS: usize = 64;

/// A connected agent or person.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Participant {
    /// `agent` or `human`.
    pub kind: String,
    /// The client's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How far it may go; missing if it may do nothing.
    pub level: Option<Level>,
    /// Since when it is connected.
    pub since: Timestamp,
    /// How many actions it asked for since then.
    pub actions: u64,
    /// What it does now.
    pub running: Option<String>,
    /// What it did last.
    pub last: Option<LastAction>,
}

/// An action that was answered.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LastAction {
    /// What was asked for.
    pub action: String,
    /// Whether it was done.
    pub done: bool,
    /// When it was answered.
    pub time: Timestamp,
}

/// A client by its type and id.
pub type ParticipantKey = (String, String);

/// All participants of one open story. Cheap to clone.
#[derive(Clone)]
pub struct Participants {
    all: Arc<Mutex<BTreeMap<ParticipantKey, Participant>>>,
    disconnect: broadcast::Sender<ParticipantKey>,
    /// Reports that something changed.
    tell: Arc<dyn Fn() + Send + Sync>,
    /// Whether a change was reported since the list was last read. Once is enough: busy agents must
    /// not flood the story's events.
    is_told: Arc<AtomicBool>,
}

impl Participants {
    /// No participants yet; `tell` is called when that changes.
    pub(crate) fn new(tell: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self {
            all: Arc::default(),
            disconnect: broadcast::channel(REQUESTS).0,
            tell,
            is_told: Arc::default(),
        }
    }

    /// All connected participants, agents first, by id, for a window that shows them: the next
    /// change is reported.
    pub fn list_and_listen(&self) -> Vec<Participant> {
        self.is_told.store(false, Ordering::Release);
        self.list()
    }

    fn changed(&self) {
        if !self.is_told.swap(true, Ordering::AcqRel) {
            (self.tell)();
        }
    }

    /// All connected participants, agents first, by id.
    pub fn list(&self) -> Vec<Participant> {
        self.lock().values().cloned().collect()
    }

    /// Requests that a participant's connection ends; returns whether it is connected.
    pub fn disconnect(&self, kind: &str, id: &str) -> bool {
        let key = (kind.to_owned(), id.to_owned());
        // No listener: nothing is connected any more.
        self.is_connected(kind, id) && self.disconnect.send(key).is_ok()
    }

    /// Whether a participant is connected.
    pub fn is_connected(&self, kind: &str, id: &str) -> bool {
        self.lock().keys().any(|it| it.0 == kind && it.1 == id)
    }

    /// Requests of [`Self::disconnect`], for the interface that holds the connections.
    pub fn disconnections(&self) -> broadcast::Receiver<ParticipantKey> {
        self.disconnect.subscribe()
    }

    /// Records that a participant connected; one that is already connected starts anew.
    pub fn join(&self, kind: &str, id: &str, level: Option<Level>, now: Timestamp) {
        let participant = Participant {
            kind: kind.to_owned(),
            id: id.to_owned(),
            name: principal(&ClientType::new(kind.to_owned()), id).name,
            level,
            since: now,
            actions: 0,
            running: None,
            last: None,
        };
        let key = (kind.to_owned(), id.to_owned());
        self.lock().insert(key, participant);
        self.changed();
    }

    /// Records that a participant left.
    pub fn leave(&self, kind: &str, id: &str) {
        self.lock().remove(&(kind.to_owned(), id.to_owned()));
        self.changed();
    }

    /// Records that the connection to the hub is gone, and all participants with it.
    pub fn clear(&self) {
        self.lock().clear();
        self.changed();
    }

    /// Records what a participant starts to do, and its current level.
    pub fn begin(&self, kind: &str, id: &str, action: &str, level: Option<Level>) {
        self.with(kind, id, |it| {
            it.level = level;
            it.actions += 1;
            it.running = Some(action.to_owned());
        });
    }

    /// Records the result.
    pub fn end(&self, kind: &str, id: &str, last: LastAction) {
        self.with(kind, id, |it| {
            it.running = None;
            it.last = Some(last);
        });
    }

    fn with(&self, kind: &str, id: &str, change: impl FnOnce(&mut Participant)) {
        let key = (kind.to_owned(), id.to_owned());
        let found = self.lock().get_mut(&key).map(change);
        if found.is_some() {
            self.changed();
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<ParticipantKey, Participant>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{FixedWorld, World};
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn lists_participants_with_their_changes() {
        let notified = Arc::new(AtomicUsize::new(0));
        let counting = Arc::clone(&notified);
        let all = Participants::new(Arc::new(move || {
            _ = counting.fetch_add(1, Ordering::Relaxed)
        }));
        let world = FixedWorld::default();
        let mut requests = all.disconnections();
        all.join("human", "ann", Some(Level::Read), world.now());
        all.join("agent", "reader", Some(Level::Draft), world.now());
        all.begin("agent", "reader", "read_node_kv", Some(Level::Draft));
        assert_eq!(all.list()[0].running.as_deref(), Some("read_node_kv"));
        let last = LastAction {
            action: "read_node_kv".to_owned(),
            done: true,
            time: world.now(),
        };
        all.end("agent", "reader", last.clone());
        let reader = all.list().remove(0);
        assert_eq!(
            (reader.actions, reader.running, reader.last),
            (1, None, Some(last))
        );
        assert!(all.disconnect("agent", "reader"));
        assert!(!all.disconnect("agent", "nobody"));
        let key = ("agent".to_owned(), "reader".to_owned());
        assert_eq!(requests.try_recv(), Ok(key));
        assert_eq!(
            notified.load(Ordering::Relaxed),
            1,
            "told once until it is read"
        );
        assert_eq!(all.list_and_listen().len(), 2);
        all.leave("agent", "reader");
        assert_eq!((all.list().len(), notified.load(Ordering::Relaxed)), (1, 2));
    }
}
