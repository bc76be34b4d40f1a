//! One ordered stream of everything that happens to an open story: `data:changed`, the events of
//! turns, the progress of long calls (5.8), `agents:changed`, `message:posted` and `backup:failed`.
//! Subscribe through [`Events::subscribe`]; the JSON form is that of [`Event`].
//!
//! Not here: what a listener does with an event, and the codecs of particular interfaces.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use capability::{Progress, tagged};
use model::conversation::ErrorReport;
use model::{
    Author, Change, CommitId, CommitKind, DraftId, EdgeId, NodeId, Subject, TurnId, VersionRef,
};
use runner::TurnEvent;
use schemars::JsonSchema;
use serde::Serialize;
use store::Store;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, mpsc};

use crate::group_chat::MessagePosted;

/// How many events a listener may lag behind before it misses some.
const CAPACITY: usize = 4096;
/// How many changes are read at once when the feed is ahead.
const CATCH_UP: usize = 256;

/// Something that happened, with its place in the stream. As JSON it is one flat object:
/// `{"sequence":7,"type":"data:changed","number":481,…}` or
/// `{"sequence":8,"type":"text","turn":…,"text":…}`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Event {
    /// Counts from 1, without gaps, for as long as the story is open here.
    pub sequence: u64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
    #[serde(skip)]
    wire: WireText,
}

/// An event as the interfaces send it, serialized once for all listeners. It is derived from the
/// event, so comparisons ignore it.
#[derive(Debug, Clone, Default)]
struct WireText(OnceLock<String>);

impl PartialEq for WireText {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Event {
    /// An event at its place in the stream.
    pub fn new(sequence: u64, kind: EventKind) -> Self {
        Self {
            sequence,
            kind,
            wire: WireText::default(),
        }
    }

    /// Its text for the interfaces, serialized on the first call.
    pub(crate) fn wire_text(&self, make: impl FnOnce() -> String) -> &str {
        self.wire.0.get_or_init(make)
    }
}

/// What happened.
#[expect(
    clippy::large_enum_variant,
    reason = "events are shared behind an `Arc`, never copied"
)]
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum EventKind {
    /// Versions were written or adopted, here or by another process (ST-4).
    DataChanged(DataChanged),
    /// A turn of the assistant moved on.
    Turn(TurnEvent),
    /// A call that takes long is under way, or has ended.
    Progress(Progress),
    /// Who works on the story through a hub, or who may, is different now.
    AgentsChanged(AgentsChanged),
    /// Somebody wrote to the people and agents of the story.
    MessagePosted(MessagePosted),
    /// The story could not be backed up.
    BackupFailed(BackupFailed),
}

/// `backup:failed`: the story could not be backed up, for a reason that was not told before.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename = "backup:failed")]
#[schemars(rename = "BackupFailed", transform = tagged("backup:failed"))]
pub struct BackupFailed {
    /// Why.
    pub error: ErrorReport,
}

/// `agents:changed`: somebody came, went or did something, or a credential changed. Says no more: the
/// tools `list_participants` and `list_agent_credentials` do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename = "agents:changed")]
#[schemars(rename = "AgentsChanged", transform = tagged("agents:changed"))]
pub struct AgentsChanged {
    /// The client whose credential allows something else now; missing if something else changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_of: Option<String>,
}

/// `data:changed`: thin, so that ordering and size stay nobody's problem. Whoever wants the data
/// reads it; a gap in the numbers means that something was missed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename = "data:changed")]
#[schemars(rename = "DataChanged", transform = tagged("data:changed"))]
pub struct DataChanged {
    /// The change's number in the story; no gaps.
    pub number: u64,
    /// The commit's identity.
    pub commit: CommitId,
    /// What it was: an edit, an undo, …
    pub kind: CommitKind,
    /// Who wrote.
    pub author: Author,
    /// Through which window or process, so that it can ignore its own echo.
    pub origin: Option<String>,
    /// In which turn.
    pub turn: Option<TurnId>,
    /// In which draft; such a change moves nothing that others see.
    pub draft: Option<DraftId>,
    /// Why, in words.
    pub reason: String,
    /// The nodes among what moved, each once.
    pub nodes: Vec<NodeId>,
    /// What moved, in the order written.
    pub changed: Vec<ChangedSlot>,
}

/// One thing whose adopted version moved. Neither node nor edge: it belongs to the story itself.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChangedSlot {
    /// The node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
    /// The edge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge: Option<EdgeId>,
    /// The capability, or the part every node has.
    pub capability: String,
    /// What is adopted since; `None` where nothing is.
    pub version: Option<VersionRef>,
}

impl From<&Change> for DataChanged {
    fn from(change: &Change) -> Self {
        let changed_slot = |it: &model::Move| {
            let (node, edge) = match it.slot.subject {
                Subject::Story => (None, None),
                Subject::Node(id) => (Some(id), None),
                Subject::Edge(id) => (None, Some(id)),
            };
            ChangedSlot {
                node,
                edge,
                capability: it.slot.capability.to_string(),
                version: it.after,
            }
        };
        let nodes: BTreeSet<NodeId> = change
            .moves
            .iter()
            .filter_map(|it| it.slot.subject.node())
            .collect();
        Self {
            number: change.number,
            commit: change.commit,
            kind: change.kind,
            author: change.author.clone(),
            origin: change.origin.clone(),
            turn: change.turn,
            draft: change.draft,
            reason: change.reason.clone(),
            nodes: nodes.into_iter().collect(),
            changed: change.moves.iter().map(changed_slot).collect(),
        }
    }
}

/// Where listeners subscribe.
#[derive(Clone)]
pub struct Events {
    sender: broadcast::Sender<Arc<Event>>,
    queue: mpsc::UnboundedSender<EventKind>,
}

impl Events {
    /// A stream without events; [`EventSequencer::run`] feeds it.
    pub(crate) fn new() -> (Self, EventSequencer) {
        let (sender, _) = broadcast::channel(CAPACITY);
        let (queue, receiver) = mpsc::unbounded_channel();
        let sequencer = EventSequencer {
            sender: sender.clone(),
            receiver,
            sequence: 0,
            last: 0,
        };
        (Self { sender, queue }, sequencer)
    }

    /// All events from now on, in order.
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Event>> {
        self.sender.subscribe()
    }

    /// Publishes an event after every change that was committed before it.
    pub(crate) fn publish(&self, kind: EventKind) {
        // The sequencer ends only with the studio; a later event has no listener.
        let _ = self.queue.send(kind);
    }
}

/// Merges the store's feed and the runner's events into one order. A single task, so that nobody
/// receives "tool answered" before the `data:changed` of that tool.
pub(crate) struct EventSequencer {
    sender: broadcast::Sender<Arc<Event>>,
    receiver: mpsc::UnboundedReceiver<EventKind>,
    sequence: u64,
    last: u64,
}

impl EventSequencer {
    /// Runs until the store or the studio is gone. `from` is the number of the last change that
    /// listeners already know.
    pub(crate) async fn run(mut self, store: Store, from: u64) {
        self.last = from;
        let mut feed = store.subscribe();
        // Changes between the caller's read and the subscription.
        self.catch_up(&store);
        loop {
            tokio::select! {
                biased;
                change = feed.recv() => match change {
                    Ok(change) => self.change(&store, &change),
                    Err(RecvError::Lagged(_)) => self.catch_up(&store),
                    Err(RecvError::Closed) => return,
                },
                kind = self.receiver.recv() => {
                    let Some(kind) = kind else { return };
                    self.drain(&store, &mut feed);
                    self.emit(kind);
                }
            }
        }
    }

    fn drain(&mut self, store: &Store, feed: &mut broadcast::Receiver<Arc<Change>>) {
        loop {
            match feed.try_recv() {
                Ok(change) => self.change(store, &change),
                Err(TryRecvError::Lagged(_)) => self.catch_up(store),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn change(&mut self, store: &Store, change: &Change) {
        if change.number > self.last + 1 {
            self.catch_up(store);
        }
        if change.number > self.last {
            self.emit_change(change);
        }
    }

    fn emit_change(&mut self, change: &Change) {
        self.last = change.number;
        self.emit(EventKind::DataChanged(change.into()));
    }

    /// Reads missed changes from the file.
    fn catch_up(&mut self, store: &Store) {
        loop {
            match store.changes_since(self.last, CATCH_UP) {
                Ok(changes) if changes.is_empty() => return,
                Ok(changes) => changes.iter().for_each(|it| self.emit_change(it)),
                Err(error) => {
                    tracing::warn!(%error, "the feed could not be read");
                    return;
                }
            }
        }
    }

    fn emit(&mut self, kind: EventKind) {
        self.sequence += 1;
        // Having no listeners is not an error.
        let _ = self.sender.send(Arc::new(Event::new(self.sequence, kind)));
    }
}
