//! The owners of sessions of the earlier revision: a session is used only by the client that
//! created it. Also tells the window which clients are connected.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::http::HeaderMap;
use host::Studio;
use host::agents::Credential;
use rmcp::transport::streamable_http_server::session::SessionManager as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio_util::sync::CancellationToken;

/// The header that names a session.
const HEADER: &str = "mcp-session-id";
/// With more sessions, those that have ended are forgotten.
const MANY: usize = 256;

/// A client by its type and its name.
type Key = (String, String);

/// The sessions of one story. Cheap to clone.
#[derive(Clone)]
pub(super) struct Sessions {
    owners: Arc<Mutex<HashMap<String, Key>>>,
    manager: Arc<LocalSessionManager>,
}

impl Sessions {
    /// Starts without sessions. Sessions end when the window disconnects their client.
    pub(super) fn of(
        studio: &Studio,
        manager: Arc<LocalSessionManager>,
        stop: CancellationToken,
    ) -> Self {
        let sessions = Self {
            owners: Arc::default(),
            manager,
        };
        let (studio, ending) = (studio.clone(), sessions.clone());
        let mut asked = studio.participants().disconnections();
        tokio::spawn(async move {
            loop {
                let request = tokio::select! {
                    () = stop.cancelled() => return,
                    request = asked.recv() => request,
                };
                use tokio::sync::broadcast::error::RecvError;
                match request {
                    Ok(client) => ending.end(&studio, &client).await,
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                }
            }
        });
        sessions
    }

    /// Whether the session named in a request, if any, belongs to this client.
    pub(super) fn belongs(&self, headers: &HeaderMap, credential: &Credential) -> bool {
        let Some(session) = named(headers) else {
            return true;
        };
        // A session that is unknown here is also unknown to the protocol service, which reports it.
        let owners = self.lock();
        owners.get(session).is_none_or(|it| *it == key(credential))
    }

    /// Records the client of a session that a response has started.
    pub(super) async fn note(&self, headers: &HeaderMap, credential: &Credential) {
        let Some(session) = named(headers) else {
            return;
        };
        let is_many = {
            let mut owners = self.lock();
            owners.insert(session.to_owned(), key(credential));
            owners.len() > MANY
        };
        if is_many {
            let open = self.manager.sessions.read().await;
            self.lock().retain(|it, _| open.contains_key(it.as_str()));
        }
    }

    /// Shows a client as connected.
    pub(super) fn show(&self, studio: &Studio, credential: &Credential) {
        let (kind, name) = (credential.role.as_str(), &credential.client);
        let participants = studio.participants();
        if !participants.is_connected(kind, name) {
            let level = Some(credential.permission.level);
            participants.join(kind, name, level, studio.world().now());
        }
    }

    /// Ends the sessions of a client.
    async fn end(&self, studio: &Studio, client: &Key) {
        let ended: Vec<String> = {
            let mut owners = self.lock();
            let theirs = owners.iter().filter(|(_, owner)| *owner == client);
            let theirs: Vec<_> = theirs.map(|(session, _)| session.clone()).collect();
            owners.retain(|_, owner| owner != client);
            theirs
        };
        for session in ended {
            if let Err(error) = self.manager.close_session(&session.into()).await {
                tracing::debug!(%error, "a session could not be ended");
            }
        }
        studio.participants().leave(&client.0, &client.1);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Key>> {
        self.owners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(credential: &Credential) -> Key {
    (
        credential.role.as_str().to_owned(),
        credential.client.clone(),
    )
}

fn named(headers: &HeaderMap) -> Option<&str> {
    headers.get(HEADER)?.to_str().ok()
}
