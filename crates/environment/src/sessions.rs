//! Who is connected, and with which credential, as the hub reports it. After the connection to the
//! hub was lost, nobody is known until the hub is asked.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use host::Studio;
use serde::Deserialize;
use serde_json::{Map, Value};
use star::{Address, Environment};

use crate::authority::Authorities;

/// A client, and the name or id of what it was admitted with; the hub says no more of it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Joined {
    pub(crate) client: Address,
    #[serde(default)]
    pub(crate) credential: Option<String>,
}

/// The clients that are connected.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<HashMap<(String, String), Joined>>);

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<(String, String), Joined>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a client that the hub says has joined.
    pub(crate) fn join(&self, joined: Joined) {
        self.lock().insert(key(&joined.client), joined);
    }

    /// Notes that one has left.
    pub(crate) fn leave(&self, client: &Address) {
        self.lock().remove(&key(client));
    }

    /// Forgets everybody: the hub tells no more who comes and goes.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    /// Everybody.
    pub(crate) fn all(&self) -> Vec<Joined> {
        self.lock().values().cloned().collect()
    }

    /// The credential of a client; asks the hub about one that is not known.
    pub(crate) async fn credential(
        &self,
        sender: &Address,
        hub: &Environment,
        show: impl Fn(&Joined),
    ) -> Option<String> {
        if let Some(known) = self.lock().get(&key(sender)) {
            return known.credential.clone();
        }
        self.refresh(hub, show).await;
        let known = self.lock().get(&key(sender)).cloned();
        known.and_then(|it| it.credential)
    }

    /// Asks the hub who is connected. What it told since by itself is newer and stays.
    pub(crate) async fn refresh(&self, hub: &Environment, show: impl Fn(&Joined)) {
        let asked = hub.ask_hub("clients", Map::new()).await;
        let clients = match asked {
            Ok(outcome) => outcome.outcome.data["clients"].clone(),
            Err(error) => {
                tracing::warn!(%error, "the hub does not say who is connected");
                return;
            }
        };
        let clients: Vec<Joined> = serde_json::from_value(clients).unwrap_or_default();
        let mut all = self.lock();
        for joined in clients {
            all.entry(key(&joined.client)).or_insert_with(|| {
                show(&joined);
                joined
            });
        }
    }
}

fn key(client: &Address) -> (String, String) {
    (client.kind.as_str().to_owned(), client.id.clone())
}

/// Shows a client among the story's participants.
pub(crate) fn show(studio: &Studio, authorities: &Authorities, joined: &Joined) {
    let now = studio.world().now();
    let (kind, id) = (joined.client.kind.as_str(), joined.client.id.as_str());
    let level = authorities.level(&joined.client, joined.credential.as_deref(), now);
    studio
        .participants()
        .join(kind, id, level.unwrap_or_default(), now);
}

/// Parameters of an action that the hub is asked for.
pub(crate) fn parameters<const N: usize>(all: [(&str, Value); N]) -> Map<String, Value> {
    all.into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
