//! The recent messages of each client, by id, and their answers: a repeated message gets its first
//! answer, even over a new connection. An id reused with other content is refused.
//!
//! This is a bounded convenience: the environment's own record of outcomes is authoritative.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex};

use star::{Address, Party, RawEnvelope};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::options::Limits;

/// What is known about a message's id.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The id is new.
    New,
    /// The same message again, not answered yet.
    Again,
    /// The same message again, and its answer.
    Answered(Utf8Bytes),
    /// The id belongs to another message.
    Other,
}

/// The messages of one client.
#[derive(Default)]
pub(crate) struct History(Mutex<Sent>);

#[derive(Default)]
struct Sent {
    messages: HashMap<Arc<str>, Message>,
    order: VecDeque<Arc<str>>,
    answer_bytes: usize,
}

struct Message {
    content: u64,
    to: u64,
    answer: Option<Utf8Bytes>,
}

/// A short hash of a client; collisions within one hub are very unlikely.
fn mark(kind: &str, id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (kind, id).hash(&mut hasher);
    hasher.finish()
}

fn mark_of_party(party: &Party<'_>) -> u64 {
    mark(party.kind.as_deref().unwrap_or_default(), &party.id)
}

impl History {
    /// Records a message that has an id.
    pub(crate) fn note(&self, id: &str, envelope: &RawEnvelope<'_>, limits: &Limits) -> Known {
        let mut hasher = DefaultHasher::new();
        let to = mark_of_party(&envelope.recipient);
        (to, &envelope.kind, envelope.payload()).hash(&mut hasher);
        let content = hasher.finish();
        let mut sent = self.0.lock().expect("no panic while it is held");
        if let Some(message) = sent.messages.get(id) {
            return match &message.answer {
                _ if message.content != content => Known::Other,
                Some(answer) => Known::Answered(answer.clone()),
                None => Known::Again,
            };
        }
        if sent.order.len() >= limits.answers
            && let Some(oldest) = sent.order.pop_front()
            && let Some(message) = sent.messages.remove(&oldest)
        {
            sent.answer_bytes -= message.answer.map_or(0, |it| it.len());
        }
        let id: Arc<str> = id.into();
        let message = Message {
            content,
            to,
            answer: None,
        };
        sent.order.push_back(Arc::clone(&id));
        sent.messages.insert(id, message);
        Known::New
    }

    /// Stores the first answer to a message, if it comes from the message's recipient.
    pub(crate) fn answer(&self, id: &str, from: &Address, text: &Utf8Bytes, limits: &Limits) {
        let mut sent = self.0.lock().expect("no panic while it is held");
        let Sent {
            messages,
            answer_bytes,
            ..
        } = &mut *sent;
        let Some(message) = messages.get_mut(id) else {
            return;
        };
        let is_first = message.answer.is_none();
        let plain = mark("", &from.id);
        let is_theirs = [mark(from.kind.as_str(), &from.id), plain].contains(&message.to);
        if is_first && is_theirs && *answer_bytes + text.len() <= limits.answer_bytes {
            *answer_bytes += text.len();
            message.answer = Some(text.clone());
        }
    }
}

/// Environment, type and id of a client.
type Key = (Option<String>, usize, String);

/// The histories of all clients, including some disconnected ones.
#[derive(Default)]
pub(crate) struct Histories(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    by_client: HashMap<Key, Arc<History>>,
    absent: VecDeque<Key>,
}

impl Histories {
    /// The history of a connecting client.
    pub(crate) fn of(&self, environment: Option<&str>, kind: usize, id: &str) -> Arc<History> {
        let key = (environment.map(str::to_owned), kind, id.to_owned());
        let mut kept = self.0.lock().expect("no panic while it is held");
        kept.absent.retain(|it| *it != key);
        Arc::clone(kept.by_client.entry(key).or_default())
    }

    /// The history of a client that may be disconnected.
    pub(crate) fn find(
        &self,
        environment: Option<&str>,
        kind: usize,
        id: &str,
    ) -> Option<Arc<History>> {
        let key = (environment.map(str::to_owned), kind, id.to_owned());
        let kept = self.0.lock().expect("no panic while it is held");
        kept.by_client.get(&key).cloned()
    }

    /// Records that a client has left; the ones disconnected longest are forgotten.
    pub(crate) fn leave(&self, environment: Option<&str>, kind: usize, id: &str, limits: &Limits) {
        let key = (environment.map(str::to_owned), kind, id.to_owned());
        let mut kept = self.0.lock().expect("no panic while it is held");
        let is_blank = |it: &Arc<History>| {
            let sent = it.0.lock().expect("no panic while it is held");
            sent.messages.is_empty()
        };
        if kept.by_client.get(&key).is_none_or(is_blank) {
            kept.by_client.remove(&key);
            return;
        }
        kept.absent.push_back(key);
        if kept.absent.len() > limits.absent_clients
            && let Some(oldest) = kept.absent.pop_front()
        {
            kept.by_client.remove(&oldest);
        }
    }
}
