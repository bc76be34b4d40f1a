//! The runs under way, and the turns that wait for the answer to a question: by the names their
//! clients gave them. Enter through [`Runs`]. Not here: the runs themselves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use model::{StoryId, TurnId};
use serde_json::Value;
use tokio::sync::mpsc;

use host::Studio;

/// A run's reader.
pub(super) type EventSender = mpsc::Sender<Value>;

/// A run that continues with a turn that waits.
pub(super) struct ResumedRun {
    pub(super) run: String,
    pub(super) reader: EventSender,
}

/// A turn that waits for the answer to a question.
#[derive(Clone)]
pub(super) struct PendingQuestion {
    pub(super) turn: TurnId,
    pub(super) call: String,
    /// What the client answers it by.
    pub(super) interrupt: String,
    /// Takes the run that continues.
    pub(super) resume: mpsc::Sender<ResumedRun>,
}

/// All of them, for as long as the server runs.
#[derive(Default)]
pub(crate) struct Runs {
    turns: Mutex<HashMap<String, (Studio, TurnId)>>,
    waiting: Mutex<HashMap<(StoryId, String), PendingQuestion>>,
}

impl Runs {
    /// A run is the telling of a turn.
    pub(super) fn register(&self, run: &str, studio: &Studio, turn: TurnId) {
        lock_recovering(&self.turns).insert(run.to_owned(), (studio.clone(), turn));
    }

    /// A turn is over: none of its runs can be stopped any more, and no question waits.
    pub(super) fn finish(&self, turn: TurnId) {
        lock_recovering(&self.turns).retain(|_, it| it.1 != turn);
        lock_recovering(&self.waiting).retain(|_, it| it.turn != turn);
    }

    /// The turn of a run that is under way, and its story.
    pub(super) fn turn_of(&self, run: &str) -> Option<(Studio, TurnId)> {
        lock_recovering(&self.turns).get(run).cloned()
    }

    /// A turn of a client's thread waits.
    pub(super) fn add_pending(&self, story: StoryId, thread: &str, waiting: PendingQuestion) {
        lock_recovering(&self.waiting).insert((story, thread.to_owned()), waiting);
    }

    /// The turn that waits in a client's thread.
    pub(super) fn pending(&self, story: StoryId, thread: &str) -> Option<PendingQuestion> {
        let waiting = lock_recovering(&self.waiting);
        waiting.get(&(story, thread.to_owned())).cloned()
    }

    /// The turn waits no more.
    pub(super) fn clear_pending(&self, story: StoryId, thread: &str) {
        lock_recovering(&self.waiting).remove(&(story, thread.to_owned()));
    }
}

fn lock_recovering<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
