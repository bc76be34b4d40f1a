//! The active runs, and the turns that wait for the answer to a question, by their clients' ids.
//! Enter through [`Runs`]. Not here: the runs themselves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use model::{StoryId, TurnId};
use serde_json::Value;
use tokio::sync::mpsc;

use host::Studio;

/// A run's reader.
pub(super) type EventSender = mpsc::Sender<Value>;

/// A run that continues a waiting turn.
pub(super) struct ResumedRun {
    pub(super) run: String,
    pub(super) reader: EventSender,
}

/// A turn that waits for the answer to a question.
#[derive(Clone)]
pub(super) struct PendingQuestion {
    pub(super) turn: TurnId,
    pub(super) call: String,
    /// The id that the client answers it with.
    pub(super) interrupt: String,
    /// Receives the run that continues.
    pub(super) resume: mpsc::Sender<ResumedRun>,
}

/// All of them, as long as the server runs.
#[derive(Default)]
pub(crate) struct Runs {
    turns: Mutex<HashMap<String, (Studio, TurnId)>>,
    waiting: Mutex<HashMap<(StoryId, String), PendingQuestion>>,
}

impl Runs {
    /// Registers a run of a turn.
    pub(super) fn register(&self, run: &str, studio: &Studio, turn: TurnId) {
        lock_recovering(&self.turns).insert(run.to_owned(), (studio.clone(), turn));
    }

    /// A turn has ended: none of its runs can be stopped any more, and no question is pending.
    pub(super) fn finish(&self, turn: TurnId) {
        lock_recovering(&self.turns).retain(|_, it| it.1 != turn);
        lock_recovering(&self.waiting).retain(|_, it| it.turn != turn);
    }

    /// The turn of an active run, and its story.
    pub(super) fn turn_of(&self, run: &str) -> Option<(Studio, TurnId)> {
        lock_recovering(&self.turns).get(run).cloned()
    }

    /// Registers a turn of a client's thread that waits.
    pub(super) fn add_pending(&self, story: StoryId, thread: &str, waiting: PendingQuestion) {
        lock_recovering(&self.waiting).insert((story, thread.to_owned()), waiting);
    }

    /// The waiting turn in a client's thread.
    pub(super) fn pending(&self, story: StoryId, thread: &str) -> Option<PendingQuestion> {
        let waiting = lock_recovering(&self.waiting);
        waiting.get(&(story, thread.to_owned())).cloned()
    }

    /// Removes a turn that no longer waits.
    pub(super) fn clear_pending(&self, story: StoryId, thread: &str) {
        lock_recovering(&self.waiting).remove(&(story, thread.to_owned()));
    }
}

fn lock_recovering<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
