//! Progress of an image, step by step: this server only sends it over a WebSocket. Start at
//! [`ProgressListener::listen`]. If no connection can be made (a proxy without WebSockets, a URL
//! that needs TLS), the image is generated without progress reports.

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

/// How long to wait for the WebSocket connection; the job waits for it.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many steps are buffered; more are skipped.
const WAITING: usize = 64;
/// The largest message: messages are short, and previews are not requested.
const LARGEST: usize = 16 << 20;

/// The progress messages of the server. Dropping it closes the connection.
pub(super) struct ProgressListener {
    steps: Receiver<(String, f32)>,
    _listening: AbortOnDropHandle<()>,
}

impl ProgressListener {
    /// Connects with the given client id.
    pub(super) async fn listen(settings: &ModelSettings, client: &str) -> Option<Self> {
        let mut address = Url::parse(&settings.url("/ws")).ok()?;
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
            .inspect_err(|error| tracing::debug!(%error, "no progress reports for this image"))
            .ok()?;
        let (sender, steps) = channel(WAITING);
        let listening = tokio::spawn(forward_progress(socket, sender));
        Some(Self {
            steps,
            _listening: AbortOnDropHandle::new(listening),
        })
    }

    /// The job's progress, from 0 to 1; pending forever after the connection has closed.
    pub(super) async fn next(&mut self, work: &str) -> f32 {
        while let Some((of, done)) = self.steps.recv().await {
            if of == work {
                return done;
            }
        }
        std::future::pending().await
    }
}

async fn forward_progress<S>(mut socket: S, sender: Sender<(String, f32)>)
where
    S: futures_util::Stream<Item = Result<tungstenite::Message, tungstenite::Error>> + Unpin,
{
    while let Some(Ok(message)) = socket.next().await {
        let step = message.to_text().ok().and_then(step);
        if let Some(step) = step {
            // If the receiver is slow, the next step supersedes this one.
            let _ = sender.try_send(step);
        }
    }
}

/// The id of a job and the progress of its current node.
fn step(text: &str) -> Option<(String, f32)> {
    let event: Value = serde_json::from_str(text).ok()?;
    let data = event.get("data").filter(|_| event["type"] == "progress")?;
    let (value, most) = (data["value"].as_f64()?, data["max"].as_f64()?);
    let done = (most > 0.0).then_some((value / most).clamp(0.0, 1.0))?;
    Some((data["prompt_id"].as_str()?.to_owned(), done as f32))
}
