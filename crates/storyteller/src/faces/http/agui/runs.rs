//! The runs under way, and the turns that wait for the answer to a question: by the names their
//! clients gave them. Enter through [`Runs`]. Not here: the runs themselves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use model::{StoryId, TurnId};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::Studio;

/// A run's reader.
pub(super) type Reader = mpsc::Sender<Value>;

/// A run that goes on with a turn that waits.
pub(super) struct Resumed {
    pub(super) run: String,
    pub(super) reader: Reader,
}

/// A turn that waits for the answer to a question.
#[derive(Clone)]
pub(super) struct Waiting {
    pub(super) turn: TurnId,
    pub(super) call: String,
    /// What the client answers it by.
    pub(super) interrupt: String,
    /// Takes the run that goes on.
    pub(super) resume: mpsc::Sender<Resumed>,
}

/// All of them, for as long as the server runs.
#[derive(Default)]
pub(in crate::faces::http) struct Runs {
    turns: Mutex<HashMap<String, (Studio, TurnId)>>,
    waiting: Mutex<HashMap<(StoryId, String), Waiting>>,
    /// One new thread is named at a time: the names of a story stand in one list.
    pub(super) naming: tokio::sync::Mutex<()>,
}

impl Runs {
    /// A run is the telling of a turn.
    pub(super) fn began(&self, run: &str, studio: &Studio, turn: TurnId) {
        held(&self.turns).insert(run.to_owned(), (studio.clone(), turn));
    }

    /// A turn is over: none of its runs can be stopped any more, and no question waits.
    pub(super) fn over(&self, turn: TurnId) {
        held(&self.turns).retain(|_, it| it.1 != turn);
        held(&self.waiting).retain(|_, it| it.turn != turn);
    }

    /// Stops the turn of a run; whether one was under way.
    pub(super) fn cancel(&self, run: &str) -> bool {
        let found = held(&self.turns).get(run).cloned();
        found.is_some_and(|(studio, turn)| studio.cancel(turn))
    }

    /// A turn of a client's thread waits.
    pub(super) fn waits(&self, story: StoryId, thread: &str, waiting: Waiting) {
        held(&self.waiting).insert((story, thread.to_owned()), waiting);
    }

    /// The turn that waits in a client's thread.
    pub(super) fn waiting(&self, story: StoryId, thread: &str) -> Option<Waiting> {
        let waiting = held(&self.waiting);
        waiting.get(&(story, thread.to_owned())).cloned()
    }

    /// The turn waits no more.
    pub(super) fn answered(&self, story: StoryId, thread: &str) {
        held(&self.waiting).remove(&(story, thread.to_owned()));
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
