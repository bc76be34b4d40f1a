//! Pictures from a ComfyUI server. Enter through [`ComfyUi`]. The model's id is the name of a
//! checkpoint; who has a graph of his own gives it as the field `workflow` of the provider's `extra`
//! settings, exported for the API, with `%prompt%`, `%seed%`, `%width%`, `%height%` and `%model%`
//! where they go.

mod graph;
mod steps;

use std::time::Duration;

use async_trait::async_trait;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use self::graph::{Wanted, filled};
use self::steps::Steps;
use crate::http::{Attempt, Http};
use crate::picture::{SHAPES, nearest, painted};
use crate::presets::{ModelOptions, own_server, patient};
use crate::provider::{HttpRequest, ModelSettings, bearer};
use crate::{ImageModel, ImageRequest, LlmError, Painted};

/// The name that stands before the colon.
pub const NAME: &str = "comfyui";

/// Where it is when it is started without a word.
pub const ADDRESS: &str = "http://127.0.0.1:8188";

/// How often the server is asked whether it is done.
const LOOK: Duration = Duration::from_millis(500);

/// How far work is that has begun, and that has taken its last step: the picture is still to be
/// written and fetched.
const BEGUN: f32 = 0.1;
const LAST: f32 = 0.95;

/// A server of this kind with one of its checkpoints.
pub struct ComfyUi {
    settings: ModelSettings,
    http: Http,
    look: Duration,
}

impl ComfyUi {
    /// Makes the image model that `comfyui:checkpoint` names. Nothing is sent yet.
    pub fn connect(name: &str, options: ModelOptions, http: &Http) -> Result<Self, LlmError> {
        Ok(Self {
            settings: own_server(name, NAME, ADDRESS, patient(options))?,
            http: http.clone(),
            look: LOOK,
        })
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
            url: format!("{}/{path}", self.settings.base_url),
            headers: bearer(&self.settings)?,
            body,
        };
        let attempt = Attempt {
            provider: &self.settings.provider,
            limits: &self.settings.http,
            cancelled,
        };
        let reply = self.http.send(request, &attempt).await?;
        if reply.succeeded() {
            return reply.into_bytes().await;
        }
        let mut fault = reply.into_fault().await?;
        // What is wrong with which node stands beside the error.
        if let Ok(told) = serde_json::from_str::<Value>(&fault.body)
            && let Some(nodes) = told["node_errors"].as_object().filter(|it| !it.is_empty())
        {
            let said = told["error"]["message"]
                .as_str()
                .unwrap_or("the graph is wrong");
            let why: Vec<String> = nodes.iter().map(|(id, it)| reason(id, it)).collect();
            fault.body = json!({ "error": format!("{said}: {}", why.join("; ")) }).to_string();
        }
        Err(fault.to_error())
    }

    async fn look_up(&self, path: &str, cancelled: &CancellationToken) -> Result<Value, LlmError> {
        let bytes = self.send(Method::GET, path, Value::Null, cancelled).await?;
        self.json(&bytes)
    }

    fn json(&self, bytes: &[u8]) -> Result<Value, LlmError> {
        serde_json::from_slice(bytes)
            .map_err(|error| self.settings.unreadable(format!("it is no JSON: {error}")))
    }

    /// Hands the work in; gives its number.
    async fn begin(
        &self,
        wanted: &Wanted<'_>,
        client: &str,
        cancelled: &CancellationToken,
    ) -> Result<String, LlmError> {
        let graph = filled(self.settings.extra.get("workflow"), wanted);
        let body = json!({ "prompt": graph, "client_id": client });
        let bytes = self.send(Method::POST, "prompt", body, cancelled).await?;
        let reply = self.json(&bytes)?;
        let id = reply["prompt_id"].as_str().filter(|it| is_plain(it));
        let id = id.ok_or_else(|| self.settings.unreadable("it gives the work no number"))?;
        Ok(id.to_owned())
    }

    /// Waits until the work is done; gives where its picture lies.
    async fn wait(
        &self,
        id: &str,
        mut steps: Option<Steps>,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<Value, LlmError> {
        let mut begun = false;
        let mut furthest = BEGUN;
        loop {
            let history = self.look_up(&format!("history/{id}"), cancelled).await?;
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
            // Where in its queue the work is it tells whoever asks; of steps it tells listeners alone.
            if !begun {
                let queue = self.look_up("queue", cancelled).await?;
                begun = queue["queue_running"].to_string().contains(id);
                on_progress(if begun { BEGUN } else { 0.0 });
            }
            let look = tokio::time::sleep(self.look);
            tokio::pin!(look);
            loop {
                tokio::select! {
                    () = cancelled.cancelled() => return Err(LlmError::Cancelled),
                    done = next_step(steps.as_mut(), id) => {
                        begun = true;
                        // A graph of several samplers begins anew with each.
                        furthest = furthest.max(BEGUN + done * (LAST - BEGUN));
                        on_progress(furthest);
                    }
                    () = &mut look => break,
                }
            }
        }
    }

    async fn fetch(
        &self,
        picture: &Value,
        cancelled: &CancellationToken,
    ) -> Result<Vec<u8>, LlmError> {
        // The names are the server's own words: they are put into the address as data.
        let mut address = Url::parse("http://localhost/view")
            .map_err(|error| self.settings.unreadable(error.to_string()))?;
        for field in ["filename", "subfolder", "type"] {
            let value = picture[field].as_str().unwrap_or_default();
            address.query_pairs_mut().append_pair(field, value);
        }
        let path = format!("view?{}", address.query().unwrap_or_default());
        self.send(Method::GET, &path, Value::Null, cancelled).await
    }

    /// Takes the work back, wherever it stands.
    async fn take_back(&self, id: &str) {
        let never = CancellationToken::new();
        for (path, body) in [
            ("queue", json!({ "delete": [id] })),
            ("interrupt", json!({ "prompt_id": id })),
        ] {
            if let Err(error) = self.send(Method::POST, path, body, &never).await {
                tracing::debug!(%error, "the painting could not be taken back");
            }
        }
    }
}

/// The next step of some work; never where nobody tells.
async fn next_step(steps: Option<&mut Steps>, work: &str) -> f32 {
    match steps {
        Some(steps) => steps.next(work).await,
        None => std::future::pending().await,
    }
}

/// A number of work that may stand in an address.
fn is_plain(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
}

fn reason(node: &str, told: &Value) -> String {
    let first = &told["errors"][0];
    let field = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
    format!("node {node}: {} {}", field("message"), field("details"))
}

/// What the server says of work that failed: it stands among its messages.
fn failure(work: &Value) -> String {
    let messages = work["status"]["messages"].as_array().into_iter().flatten();
    let mut errors = messages.filter(|it| it[0] == "execution_error");
    let said = errors
        .next()
        .and_then(|it| it[1]["exception_message"].as_str());
    format!(
        "the graph failed: {}",
        said.unwrap_or("it gave no reason").trim()
    )
}

#[async_trait]
impl ImageModel for ComfyUi {
    fn name(&self) -> String {
        self.settings.name()
    }

    fn costs(&self) -> bool {
        true
    }

    async fn paint_watched(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<Painted, LlmError> {
        let provider = self.settings.provider.as_str();
        let (width, height) = nearest(&request.ratio, provider, SHAPES, |it| *it)?;
        let seed = request
            .seed
            .unwrap_or_else(|| graph::seed_of(&request.prompt));
        let wanted = Wanted {
            prompt: &request.prompt,
            model: &self.settings.model,
            seed,
            width,
            height,
        };
        let told = |it: LlmError| it.without(self.settings.key.as_ref());
        let client = format!(
            "storyteller-{:x}",
            graph::seed_of(&format!("{seed} {}", request.prompt))
        );
        let steps = Steps::listen(&self.settings, &client).await;
        let begun = self.begin(&wanted, &client, cancelled).await;
        let id = begun.map_err(told)?;
        let painting = async {
            let picture = self.wait(&id, steps, cancelled, on_progress).await?;
            self.fetch(&picture, cancelled).await
        };
        let outcome = painting.await;
        if outcome == Err(LlmError::Cancelled) {
            self.take_back(&id).await;
        }
        let bytes = outcome.map_err(told)?;
        painted(bytes, Some((width, height)), Some(seed), &self.settings)
    }
}

#[cfg(test)]
mod tests;
