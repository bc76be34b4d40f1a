//! Pictures from the OpenAI Images API and servers that speak it. Enter through [`OpenAiImages`].

use async_trait::async_trait;
use futures_util::StreamExt;
use reqwest::Method;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::http::{Attempt, Fault, Frame, Http};
use crate::picture::{decoded, nearest, painted};
use crate::presets::{ModelOptions, patient, settings};
use crate::provider::{HttpRequest, ModelSettings, bearer};
use crate::{ImageModel, ImageRequest, LlmError, Painted};

/// The sizes every model of this API paints.
const SIZES: [(u32, u32); 3] = [(1024, 1024), (1536, 1024), (1024, 1536)];

/// An image model behind HTTP.
pub struct OpenAiImages {
    settings: ModelSettings,
    http: Http,
}

impl OpenAiImages {
    /// Makes the image model that `provider:model` names. Nothing is sent yet.
    pub fn connect(name: &str, options: ModelOptions, http: &Http) -> Result<Self, LlmError> {
        let (_, settings) = settings(name, patient(options))?;
        Ok(Self {
            settings,
            http: http.clone(),
        })
    }

    fn request(&self, prompt: &str, (width, height): (u32, u32)) -> Result<HttpRequest, LlmError> {
        // Without `response_format`: newer models refuse it, and answer in base64 anyhow.
        let mut body = Map::from_iter([
            ("model".to_owned(), json!(self.settings.model)),
            ("prompt".to_owned(), json!(prompt)),
            ("size".to_owned(), json!(format!("{width}x{height}"))),
            ("n".to_owned(), json!(1)),
        ]);
        self.settings.lay_over(&mut body);
        Ok(HttpRequest {
            method: Method::POST,
            url: format!("{}/images/generations", self.settings.base_url),
            headers: bearer(&self.settings)?,
            body: Value::Object(body),
        })
    }

    async fn ask(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
    ) -> Result<Painted, LlmError> {
        let size = size(&request.ratio, &self.settings.provider)?;
        let sent = self.request(&request.prompt, size)?;
        let provider = self.settings.provider.as_str();
        let attempt = Attempt {
            provider,
            limits: &self.settings.http,
            cancelled,
        };
        let reply = self.http.send(sent, &attempt).await?;
        if !reply.succeeded() {
            return Err(reply.into_fault().await?.to_error());
        }
        let Some(Frame::Whole(body)) = reply.into_frames().next().await.transpose()? else {
            return Err(self.settings.unreadable("it is no JSON"));
        };
        self.painted(&body, size)
    }

    fn painted(&self, body: &str, asked: (u32, u32)) -> Result<Painted, LlmError> {
        let reply: Value = serde_json::from_str(body)
            .map_err(|error| self.settings.unreadable(format!("it is no JSON: {error}")))?;
        if !reply["error"].is_null() {
            return Err(Fault::in_stream(&self.settings.provider, &reply).to_error());
        }
        let text = reply.pointer("/data/0/b64_json").and_then(Value::as_str);
        let text = text.ok_or_else(|| self.settings.unreadable("it holds no picture"))?;
        painted(
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

    fn costs(&self) -> bool {
        true
    }

    async fn paint_watched(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<Painted, LlmError> {
        let outcome = self.ask(request, cancelled).await;
        outcome.map_err(|it| it.without(self.settings.key.as_ref()))
    }
}

/// The size whose shape comes nearest to the ratio asked for.
fn size(ratio: &str, provider: &str) -> Result<(u32, u32), LlmError> {
    nearest(ratio, provider, SIZES, |it| *it)
}

#[cfg(test)]
mod tests;
