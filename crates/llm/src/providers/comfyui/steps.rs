//! How far a painting is, step by step: this server tells it to whoever listens on its WebSocket, and
//! to nobody who asks. Enter through [`Steps::listen`]. Where nobody can listen (a proxy without
//! WebSockets, an address that needs TLS) the painting goes on without being watched.

use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::Url;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{connect_async_with_config, tungstenite};
use tokio_util::task::AbortOnDropHandle;

use crate::provider::{ModelSettings, bearer};

/// How long the server may take to let us listen; the painting waits for it.
const PATIENCE: Duration = Duration::from_secs(2);
/// So many steps wait to be told; what comes meanwhile is not missed.
const WAITING: usize = 64;
/// What it says is short; previews are not asked for.
const LARGEST: usize = 16 << 20;

/// What the server tells. It is no longer listened to once this is gone.
pub(super) struct Steps {
    heard: Receiver<(String, f32)>,
    _listening: AbortOnDropHandle<()>,
}

impl Steps {
    /// Listens as the client of that name.
    pub(super) async fn listen(settings: &ModelSettings, client: &str) -> Option<Self> {
        let mut address = Url::parse(&format!("{}/ws", settings.base_url)).ok()?;
        if address.scheme() != "http" || address.set_scheme("ws").is_err() {
            return None;
        }
        address.query_pairs_mut().append_pair("clientId", client);
        let mut request = address.as_str().into_client_request().ok()?;
        request.headers_mut().extend(bearer(settings).ok()?);
        let config = WebSocketConfig::default().max_message_size(Some(LARGEST));
        let connecting = connect_async_with_config(request, Some(config), true);
        let (socket, _) = tokio::time::timeout(PATIENCE, connecting)
            .await
            .ok()?
            .inspect_err(|error| tracing::debug!(%error, "nobody tells how far a painting is"))
            .ok()?;
        let (told, heard) = channel(WAITING);
        let listening = tokio::spawn(pass_on(socket, told));
        Some(Self {
            heard,
            _listening: AbortOnDropHandle::new(listening),
        })
    }

    /// How far that work is now, from 0 to 1; waits for ever once nothing is told any more.
    pub(super) async fn next(&mut self, work: &str) -> f32 {
        while let Some((of, done)) = self.heard.recv().await {
            if of == work {
                return done;
            }
        }
        std::future::pending().await
    }
}

async fn pass_on<S>(mut socket: S, told: Sender<(String, f32)>)
where
    S: futures_util::Stream<Item = Result<tungstenite::Message, tungstenite::Error>> + Unpin,
{
    while let Some(Ok(message)) = socket.next().await {
        let step = message.to_text().ok().and_then(step);
        if let Some(step) = step {
            // Where nobody keeps up the next one says more.
            let _ = told.try_send(step);
        }
    }
}

/// The number of the work and how far its present node is.
fn step(text: &str) -> Option<(String, f32)> {
    let said: Value = serde_json::from_str(text).ok()?;
    let data = said.get("data").filter(|_| said["type"] == "progress")?;
    let (value, most) = (data["value"].as_f64()?, data["max"].as_f64()?);
    let done = (most > 0.0).then_some((value / most).clamp(0.0, 1.0))?;
    Some((data["prompt_id"].as_str()?.to_owned(), done as f32))
}
