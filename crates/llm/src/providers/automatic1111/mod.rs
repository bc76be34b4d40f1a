//! Pictures from a server of one's own that speaks AUTOMATIC1111's API, as Forge does. Enter through
//! [`Automatic1111`]. The model's id is the name of a checkpoint, or `current` for the one loaded.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::Method;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::http::{Attempt, Http};
use crate::picture::{SHAPES, decoded, nearest, painted};
use crate::presets::{ModelOptions, own_server, patient};
use crate::provider::{HttpRequest, ModelSettings, bearer};
use crate::{ImageModel, ImageRequest, LlmError, Painted};

/// The name that stands before the colon.
pub const NAME: &str = "automatic1111";

/// Where it is when it is started with its API switched on.
pub const ADDRESS: &str = "http://127.0.0.1:7860";

/// Whatever checkpoint the server has loaded.
const CURRENT: &str = "current";

/// How often the server is asked how far it is.
const LOOK: Duration = Duration::from_millis(700);

/// A server of this kind with one of its checkpoints.
pub struct Automatic1111 {
    settings: ModelSettings,
    http: Http,
    look: Duration,
}

impl Automatic1111 {
    /// Makes the image model that `automatic1111:checkpoint` names. Nothing is sent yet.
    pub fn connect(name: &str, options: ModelOptions, http: &Http) -> Result<Self, LlmError> {
        Ok(Self {
            settings: own_server(name, NAME, ADDRESS, patient(options))?,
            http: http.clone(),
            look: LOOK,
        })
    }

    fn request(&self, request: &ImageRequest) -> Result<HttpRequest, LlmError> {
        let provider = self.settings.provider.as_str();
        let (width, height) = nearest(&request.ratio, provider, SHAPES, |it| *it)?;
        let mut body = Map::from_iter([
            ("prompt".to_owned(), json!(request.prompt)),
            ("width".to_owned(), json!(width)),
            ("height".to_owned(), json!(height)),
            // Seeds have 32 bits here.
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
        self.settings.lay_over(&mut body);
        self.call(Method::POST, "txt2img", Value::Object(body))
    }

    fn call(&self, method: Method, name: &str, body: Value) -> Result<HttpRequest, LlmError> {
        Ok(HttpRequest {
            method,
            url: format!("{}/sdapi/v1/{name}", self.settings.base_url),
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
        if !reply.succeeded() {
            return Err(reply.into_fault().await?.to_error());
        }
        serde_json::from_slice(&reply.into_bytes().await?)
            .map_err(|error| self.settings.unreadable(format!("it is no JSON: {error}")))
    }

    fn painted(&self, reply: &Value) -> Result<Painted, LlmError> {
        let picture = reply["images"][0].as_str();
        let picture = picture.ok_or_else(|| self.settings.unreadable("it holds no picture"))?;
        // Some versions put the address of data before it.
        let picture = picture.split_once("base64,").map_or(picture, |(_, it)| it);
        let bytes = decoded(picture, &self.settings)?;
        // How it was made comes as JSON inside a string.
        let told = reply["info"].as_str().unwrap_or_default();
        let told: Value = serde_json::from_str(told).unwrap_or_default();
        let side = |name: &str| told[name].as_u64().and_then(|it| u32::try_from(it).ok());
        let stated = side("width").zip(side("height"));
        painted(bytes, stated, told["seed"].as_u64(), &self.settings)
    }

    /// How far the server is; it does not matter where that cannot be known.
    async fn progress(&self, cancelled: &CancellationToken) -> Option<f32> {
        let request = self.call(Method::GET, "progress?skip_current_image=true", Value::Null);
        let told = self.ask(request.ok()?, cancelled).await.ok()?;
        told["progress"]
            .as_f64()
            .map(|it| it.clamp(0.0, 1.0) as f32)
    }

    /// Tells the server to stop: it goes on by itself when the one who asked hangs up.
    async fn interrupt(&self) {
        if let Ok(request) = self.call(Method::POST, "interrupt", json!({})) {
            let told = self.ask(request, &CancellationToken::new()).await;
            if let Err(error) = told {
                tracing::debug!(%error, "the painting could not be interrupted");
            }
        }
    }
}

#[async_trait]
impl ImageModel for Automatic1111 {
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
        let mut painting = Box::pin(self.ask(self.request(request)?, cancelled));
        let outcome = loop {
            tokio::select! {
                done = &mut painting => break done,
                () = tokio::time::sleep(self.look) => {}
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
        outcome.map_err(|it| it.without(self.settings.key.as_ref()))
    }
}

#[cfg(test)]
mod tests;
