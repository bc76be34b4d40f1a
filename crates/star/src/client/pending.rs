//! Unanswered actions. They are sent again, with the same ids, when the connection or the
//! environment comes back, and each is performed once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::oneshot;

use crate::address::Address;
use crate::error::Reason;
use crate::payload::{ErrorPayload, Outcome};

/// The result of an action: its outcome, or the hub's error.
pub(crate) type Answer = Result<Outcome, ErrorPayload>;

/// Unanswered actions, by id.
#[derive(Default)]
pub(crate) struct Pending(Mutex<HashMap<String, Waiting>>);

struct Waiting {
    /// Who was asked; an outcome of anybody else is not the answer.
    asked: Address,
    message_id: String,
    text: String,
    reply: oneshot::Sender<Answer>,
}

/// What an error refers to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// An action, whose caller was informed.
    Reported,
    /// An action that will be sent again after a pause.
    AskAgain,
    /// No pending action.
    Other,
}

/// A pending action; it is forgotten when its caller stops waiting.
pub(crate) struct Wait {
    pending: Arc<Pending>,
    action: String,
    answer: oneshot::Receiver<Answer>,
}

impl Pending {
    /// Registers an action before it is sent.
    pub(crate) fn add(
        self: &Arc<Self>,
        asked: Address,
        action: &str,
        message_id: &str,
        text: &str,
    ) -> Wait {
        let (reply, answer) = oneshot::channel();
        let waiting = Waiting {
            asked,
            message_id: message_id.to_owned(),
            text: text.to_owned(),
            reply,
        };
        self.lock().insert(action.to_owned(), waiting);
        Wait {
            pending: Arc::clone(self),
            action: action.to_owned(),
            answer,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Waiting>> {
        self.0.lock().expect("no panic while it is held")
    }

    /// Passes an outcome to the caller waiting for it; false if nobody is, or if it comes from
    /// another client than the one that was asked.
    pub(crate) fn answer(&self, sender: &Address, outcome: &Outcome) -> bool {
        let mut all = self.lock();
        let is_asked = |it: &Waiting| it.asked.kind == sender.kind && it.asked.id == sender.id;
        if !all.get(&outcome.id).is_some_and(is_asked) {
            return false;
        }
        match all.remove(&outcome.id) {
            Some(waiting) => waiting.reply.send(Ok(outcome.clone())).is_ok(),
            None => false,
        }
    }

    /// Handles an error from the hub: an action that may succeed later stays pending.
    pub(crate) fn refuse(&self, error: &ErrorPayload) -> Refused {
        let Some(original) = &error.details.original_message_id else {
            return Refused::Other;
        };
        let mut all = self.lock();
        let found = all.iter().find(|(_, it)| it.message_id == *original);
        let Some(action) = found.map(|(action, _)| action.clone()) else {
            return Refused::Other;
        };
        if Reason::named(&error.details.reason).is_some_and(Reason::is_passing) {
            return Refused::AskAgain;
        }
        if let Some(waiting) = all.remove(&action) {
            // The caller may have stopped waiting.
            let _ = waiting.reply.send(Err(error.clone()));
        }
        Refused::Reported
    }

    /// The texts of all pending actions.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.lock().values().map(|it| it.text.clone()).collect()
    }

    /// No more answers will arrive.
    pub(crate) fn give_up(&self) {
        self.lock().clear();
    }
}

impl Wait {
    /// Waits for the result; `None` if the client was closed first.
    pub(crate) async fn answer(mut self) -> Option<Answer> {
        (&mut self.answer).await.ok()
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        self.pending.lock().remove(&self.action);
    }
}
