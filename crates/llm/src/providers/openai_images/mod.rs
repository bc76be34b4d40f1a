//! Images from the OpenAI Images API and compatible servers. Start at [`OpenAiImages`].

use async_trait::async_trait;
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::http::{Attempt, Frame, Http, HttpFailure, HttpRequest};
use crate::image_bytes::{decoded, generated_image, nearest};
use crate::provider::{ModelSettings, bearer};
use crate::{GeneratedImage, ImageModel, ImageRequest, LlmError};

/// The sizes that every model of this API supports.
const SIZES: [(u32, u32); 3] = [(1024, 1024), (1536, 1024), (1024, 1536)];

/// An image model behind HTTP.
pub struct OpenAiImages {
    settings: ModelSettings,
    http: Http,
}

impl OpenAiImages {
    /// Joins the settings and the client.
    pub fn new(settings: ModelSettings, http: Http) -> Self {
        Self { settings, http }
    }

    fn request(&self, prompt: &str, (width, height): (u32, u32)) -> Result<HttpRequest, LlmError> {
        // Without `response_format`: newer models reject it, and answer in base64 anyway.
        let mut body = Map::from_iter([
            ("model".to_owned(), json!(self.settings.model)),
            ("prompt".to_owned(), json!(prompt)),
            ("size".to_owned(), json!(format!("{width}x{height}"))),
            ("n".to_owned(), json!(1)),
        ]);
        self.settings.merge_extra(&mut body);
        Ok(HttpRequest {
            method: Method::POST,
            url: self.settings.url("/images/generations"),
            headers: bearer(&self.settings)?,
            body: Value::Object(body),
        })
    }

    async fn ask(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
    ) -> Result<GeneratedImage, LlmError> {
        let size = size(&request.ratio, &self.settings.provider)?;
        let sent = self.request(&request.prompt, size)?;
        let provider = self.settings.provider.as_str();
        let attempt = Attempt {
            provider,
            limits: &self.settings.http,
            cancelled,
        };
        let reply = self.http.send(sent, &attempt).await?;
        if !reply.is_success() {
            return Err(reply.into_failure().await?.to_error());
        }
        let Some(Frame::Whole(body)) = reply.into_frames().next().await.transpose()? else {
            return Err(self.settings.unreadable("it is not JSON"));
        };
        self.painted(&body, size)
    }

    fn painted(&self, body: &str, asked: (u32, u32)) -> Result<GeneratedImage, LlmError> {
        let reply: Value = serde_json::from_str(body)
            .map_err(|error| self.settings.unreadable(format!("it is not JSON: {error}")))?;
        if !reply["error"].is_null() {
            return Err(HttpFailure::in_stream(&self.settings.provider, &reply).to_error());
        }
        let text = reply.pointer("/data/0/b64_json").and_then(Value::as_str);
        let text = text.ok_or_else(|| self.settings.unreadable("it contains no picture"))?;
        generated_image(
            decoded(text, &self.settings)?,
            Some(asked),
            None,
            &self.settings,
        )
    }
}

#[async_trait]
impl ImageModel for OpenAiImages {
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
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        let outcome = self.ask(request, cancelled).await;
        outcome.map_err(|it| it.redact(self.settings.key.as_ref()))
    }
}

/// The size closest to the requested ratio.
fn size(ratio: &str, provider: &str) -> Result<(u32, u32), LlmError> {
    nearest(ratio, provider, SIZES, |it| *it)
}

#[cfg(test)]
mod tests;
