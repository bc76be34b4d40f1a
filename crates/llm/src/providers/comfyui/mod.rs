//! Images from a ComfyUI server. Start at [`ComfyUi`]. The model id is the name of a checkpoint. A
//! custom workflow can be set as the field `workflow` of the provider's `extra` settings, exported
//! for the API, with `%prompt%`, `%seed%`, `%width%`, `%height%` and `%model%` as placeholders.

mod progress;
mod workflow;

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use self::progress::ProgressListener;
use self::workflow::{WorkflowInputs, fill_workflow};
use crate::http::{Attempt, Http, HttpRequest};
use crate::image_bytes::{SHAPES, generated_image, nearest};
use crate::provider::{ModelSettings, bearer};
use crate::{GeneratedImage, ImageModel, ImageRequest, LlmError};

/// How often the server is asked whether it is done.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The progress of a job that has started, and of one that has finished its last step: the image
/// still has to be saved and fetched.
const PROGRESS_STARTED: f32 = 0.1;
const PROGRESS_RENDERED: f32 = 0.95;

/// A server of this kind and one of its checkpoints.
pub struct ComfyUi {
    settings: ModelSettings,
    http: Http,
    poll_interval: Duration,
}

impl ComfyUi {
    /// Joins the settings and the client.
    pub fn new(settings: ModelSettings, http: Http) -> Self {
        Self {
            settings,
            http,
            poll_interval: POLL_INTERVAL,
        }
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Value,
        cancelled: &CancellationToken,
    ) -> Result<Vec<u8>, LlmError> {
        let request = HttpRequest {
            method,
            url: self.settings.url(&format!("/{path}")),
            headers: bearer(&self.settings)?,
            body,
        };
        let attempt = Attempt {
            provider: &self.settings.provider,
            limits: &self.settings.http,
            cancelled,
        };
        let reply = self.http.send(request, &attempt).await?;
        if reply.is_success() {
            return reply.into_bytes().await;
        }
        let mut http_failure = reply.into_failure().await?;
        // Which node is wrong and why is next to the error.
        if let Ok(refused) = serde_json::from_str::<Value>(&http_failure.body)
            && let Some(nodes) = refused["node_errors"]
                .as_object()
                .filter(|it| !it.is_empty())
        {
            let message = refused["error"]["message"]
                .as_str()
                .unwrap_or("the graph is wrong");
            let why: Vec<String> = nodes.iter().map(|(id, it)| reason(id, it)).collect();
            http_failure.body =
                json!({ "error": format!("{message}: {}", why.join("; ")) }).to_string();
        }
        Err(http_failure.to_error())
    }

    async fn get_json(&self, path: &str, cancelled: &CancellationToken) -> Result<Value, LlmError> {
        let bytes = self.send(Method::GET, path, Value::Null, cancelled).await?;
        self.json(&bytes)
    }

    fn json(&self, bytes: &[u8]) -> Result<Value, LlmError> {
        serde_json::from_slice(bytes)
            .map_err(|error| self.settings.unreadable(format!("it is not JSON: {error}")))
    }

    /// Submits the job and returns its id.
    async fn begin(
        &self,
        inputs: &WorkflowInputs<'_>,
        client: &str,
        cancelled: &CancellationToken,
    ) -> Result<String, LlmError> {
        let graph = fill_workflow(self.settings.extra.get("workflow"), inputs);
        let body = json!({ "prompt": graph, "client_id": client });
        let bytes = self.send(Method::POST, "prompt", body, cancelled).await?;
        let reply = self.json(&bytes)?;
        let id = reply["prompt_id"].as_str().filter(|it| is_safe_job_id(it));
        let id = id.ok_or_else(|| self.settings.unreadable("it gives the work no number"))?;
        Ok(id.to_owned())
    }

    /// Waits until the job is done and returns where its image is stored.
    async fn wait(
        &self,
        id: &str,
        mut progress: Option<ProgressListener>,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<Value, LlmError> {
        let mut begun = false;
        let mut furthest = PROGRESS_STARTED;
        loop {
            let history = self.get_json(&format!("history/{id}"), cancelled).await?;
            let work = &history[id];
            if work["status"]["status_str"] == "error" {
                return Err(LlmError::Overloaded {
                    provider: self.settings.provider.clone(),
                    status: 0,
                    message: failure(work),
                });
            }
            let outputs = work["outputs"].as_object().into_iter().flatten();
            let mut pictures = outputs.filter_map(|(_, it)| it["images"].get(0));
            if let Some(picture) = pictures.next() {
                return Ok(picture.clone());
            }
            if work["status"]["completed"] == true {
                return Err(self
                    .settings
                    .unreadable("the graph is done and has made no picture"));
            }
            // The position in the queue can be polled; steps are only sent over the WebSocket.
            if !begun {
                let queue = self.get_json("queue", cancelled).await?;
                begun = queue["queue_running"].to_string().contains(id);
                on_progress(if begun { PROGRESS_STARTED } else { 0.0 });
            }
            let poll_interval = tokio::time::sleep(self.poll_interval);
            tokio::pin!(poll_interval);
            loop {
                tokio::select! {
                    () = cancelled.cancelled() => return Err(LlmError::Cancelled),
                    done = next_step(progress.as_mut(), id) => {
                        begun = true;
                        // A workflow with several samplers starts over with each.
                        furthest = furthest.max(PROGRESS_STARTED + done * (PROGRESS_RENDERED - PROGRESS_STARTED));
                        on_progress(furthest);
                    }
                    () = &mut poll_interval => break,
                }
            }
        }
    }

    async fn fetch(
        &self,
        picture: &Value,
        cancelled: &CancellationToken,
    ) -> Result<Vec<u8>, LlmError> {
        // The names come from the server, so they are encoded as query parameters.
        let mut address = Url::parse("http://localhost/view")
            .map_err(|error| self.settings.unreadable(error.to_string()))?;
        for field in ["filename", "subfolder", "type"] {
            let value = picture[field].as_str().unwrap_or_default();
            address.query_pairs_mut().append_pair(field, value);
        }
        let path = format!("view?{}", address.query().unwrap_or_default());
        self.send(Method::GET, &path, Value::Null, cancelled).await
    }

    /// Cancels the job, whether queued or running.
    async fn cancel_job(&self, id: &str) {
        let never = CancellationToken::new();
        for (path, body) in [
            ("queue", json!({ "delete": [id] })),
            ("interrupt", json!({ "prompt_id": id })),
        ] {
            if let Err(error) = self.send(Method::POST, path, body, &never).await {
                tracing::debug!(%error, "failed to cancel the job");
            }
        }
    }
}

/// The next step of a job; pending forever without a listener.
async fn next_step(progress: Option<&mut ProgressListener>, work: &str) -> f32 {
    match progress {
        Some(progress) => progress.next(work).await,
        None => std::future::pending().await,
    }
}

/// Whether a job id is safe to use in a URL.
fn is_safe_job_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
}

fn reason(node: &str, node_error: &Value) -> String {
    let first = &node_error["errors"][0];
    let field = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
    format!("node {node}: {} {}", field("message"), field("details"))
}

/// The error message of a failed job, from its list of messages.
fn failure(work: &Value) -> String {
    let messages = work["status"]["messages"].as_array().into_iter().flatten();
    let mut errors = messages.filter(|it| it[0] == "execution_error");
    let message = errors
        .next()
        .and_then(|it| it[1]["exception_message"].as_str());
    format!(
        "the graph failed: {}",
        message.unwrap_or("it gave no reason").trim()
    )
}

#[async_trait]
impl ImageModel for ComfyUi {
    fn name(&self) -> String {
        self.settings.name()
    }

    fn is_paid(&self) -> bool {
        true
    }

    async fn generate_with_progress(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        let provider = self.settings.provider.as_str();
        let (width, height) = nearest(&request.ratio, provider, SHAPES, |it| *it)?;
        let seed = request
            .seed
            .unwrap_or_else(|| workflow::seed_of(&request.prompt));
        let inputs = WorkflowInputs {
            prompt: &request.prompt,
            model: &self.settings.model,
            seed,
            width,
            height,
        };
        let redacted = |it: LlmError| it.redact(self.settings.key.as_ref());
        let client = format!(
            "storyteller-{:x}",
            workflow::seed_of(&format!("{seed} {}", request.prompt))
        );
        let progress = ProgressListener::listen(&self.settings, &client).await;
        let begun = self.begin(&inputs, &client, cancelled).await;
        let id = begun.map_err(redacted)?;
        let painting = async {
            let picture = self.wait(&id, progress, cancelled, on_progress).await?;
            self.fetch(&picture, cancelled).await
        };
        let outcome = painting.await;
        if outcome == Err(LlmError::Cancelled) {
            self.cancel_job(&id).await;
        }
        let bytes = outcome.map_err(redacted)?;
        generated_image(bytes, Some((width, height)), Some(seed), &self.settings)
    }
}

#[cfg(test)]
mod tests;
