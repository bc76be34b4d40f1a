//! Images from a self-hosted server with AUTOMATIC1111's API, such as Forge. Start at
//! [`Automatic1111`]. The model id is the name of a checkpoint, or `current` for the loaded one.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::Method;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::http::{Attempt, Http, HttpRequest};
use crate::image_bytes::{SHAPES, decoded, generated_image, nearest};
use crate::provider::{ModelSettings, bearer};
use crate::{GeneratedImage, ImageModel, ImageRequest, LlmError};

/// Whatever checkpoint the server has loaded.
const CURRENT: &str = "current";

/// How often the server is polled for progress.
const POLL_INTERVAL: Duration = Duration::from_millis(700);

/// A server of this kind and one of its checkpoints.
pub struct Automatic1111 {
    settings: ModelSettings,
    http: Http,
    poll_interval: Duration,
}

impl Automatic1111 {
    /// Joins the settings and the client.
    pub fn new(settings: ModelSettings, http: Http) -> Self {
        Self {
            settings,
            http,
            poll_interval: POLL_INTERVAL,
        }
    }

    fn request(&self, request: &ImageRequest) -> Result<HttpRequest, LlmError> {
        let provider = self.settings.provider.as_str();
        let (width, height) = nearest(&request.ratio, provider, SHAPES, |it| *it)?;
        let mut body = Map::from_iter([
            ("prompt".to_owned(), json!(request.prompt)),
            ("width".to_owned(), json!(width)),
            ("height".to_owned(), json!(height)),
            // Seeds have 32 bits in this API.
            (
                "seed".to_owned(),
                request.seed.map_or(json!(-1), |it| json!(it & 0xffff_ffff)),
            ),
            ("batch_size".to_owned(), json!(1)),
            ("save_images".to_owned(), json!(false)),
        ]);
        if self.settings.model != CURRENT {
            let checkpoint = json!({ "sd_model_checkpoint": self.settings.model });
            body.insert("override_settings".into(), checkpoint);
        }
        self.settings.merge_extra(&mut body);
        self.call(Method::POST, "txt2img", Value::Object(body))
    }

    fn call(&self, method: Method, name: &str, body: Value) -> Result<HttpRequest, LlmError> {
        Ok(HttpRequest {
            method,
            url: self.settings.url(&format!("/sdapi/v1/{name}")),
            headers: bearer(&self.settings)?,
            body,
        })
    }

    async fn ask(
        &self,
        request: HttpRequest,
        cancelled: &CancellationToken,
    ) -> Result<Value, LlmError> {
        let attempt = Attempt {
            provider: &self.settings.provider,
            limits: &self.settings.http,
            cancelled,
        };
        let reply = self.http.send(request, &attempt).await?;
        if !reply.is_success() {
            return Err(reply.into_failure().await?.to_error());
        }
        serde_json::from_slice(&reply.into_bytes().await?)
            .map_err(|error| self.settings.unreadable(format!("it is not JSON: {error}")))
    }

    fn painted(&self, reply: &Value) -> Result<GeneratedImage, LlmError> {
        let picture = reply["images"][0].as_str();
        let picture = picture.ok_or_else(|| self.settings.unreadable("it contains no picture"))?;
        // Some versions put a data URL prefix before it.
        let picture = picture.split_once("base64,").map_or(picture, |(_, it)| it);
        let bytes = decoded(picture, &self.settings)?;
        // The generation parameters are JSON inside a string.
        let info = reply["info"].as_str().unwrap_or_default();
        let info: Value = serde_json::from_str(info).unwrap_or_default();
        let side = |name: &str| info[name].as_u64().and_then(|it| u32::try_from(it).ok());
        let stated = side("width").zip(side("height"));
        generated_image(bytes, stated, info["seed"].as_u64(), &self.settings)
    }

    /// The server's progress; `None` if unknown, which does not matter.
    async fn progress(&self, cancelled: &CancellationToken) -> Option<f32> {
        let request = self.call(Method::GET, "progress?skip_current_image=true", Value::Null);
        let status = self.ask(request.ok()?, cancelled).await.ok()?;
        status["progress"]
            .as_f64()
            .map(|it| it.clamp(0.0, 1.0) as f32)
    }

    /// Tells the server to stop: it would continue after the client disconnects.
    async fn interrupt(&self) {
        if let Ok(request) = self.call(Method::POST, "interrupt", json!({})) {
            let result = self.ask(request, &CancellationToken::new()).await;
            if let Err(error) = result {
                tracing::debug!(%error, "failed to interrupt the image generation");
            }
        }
    }
}

#[async_trait]
impl ImageModel for Automatic1111 {
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
        let mut painting = Box::pin(self.ask(self.request(request)?, cancelled));
        let outcome = loop {
            tokio::select! {
                done = &mut painting => break done,
                () = tokio::time::sleep(self.poll_interval) => {}
            }
            tokio::select! {
                done = &mut painting => break done,
                far = self.progress(cancelled) => far.into_iter().for_each(&mut *on_progress),
            }
        };
        if outcome == Err(LlmError::Cancelled) {
            self.interrupt().await;
        }
        let outcome = outcome.and_then(|reply| self.painted(&reply));
        outcome.map_err(|it| it.redact(self.settings.key.as_ref()))
    }
}

#[cfg(test)]
mod tests;
