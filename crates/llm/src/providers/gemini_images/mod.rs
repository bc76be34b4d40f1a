//! Images from Gemini's image models. Start at [`GeminiImages`].

use async_trait::async_trait;
use reqwest::Method;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::gemini::{Gemini, KEY, address};
use crate::http::{Attempt, Http, HttpRequest};
use crate::image_bytes::{decoded, generated_image, nearest};
use crate::provider::{ModelSettings, key_in};
use crate::{GeneratedImage, ImageModel, ImageRequest, LlmError, Provider};

/// The ratios that the API accepts.
const RATIOS: [(u32, u32); 10] = [
    (1, 1),
    (2, 3),
    (3, 2),
    (3, 4),
    (4, 3),
    (4, 5),
    (5, 4),
    (9, 16),
    (16, 9),
    (21, 9),
];

/// A Gemini image model.
pub struct GeminiImages {
    settings: ModelSettings,
    http: Http,
}

impl GeminiImages {
    /// Joins the settings and the client.
    pub fn new(settings: ModelSettings, http: Http) -> Self {
        Self { settings, http }
    }

    fn request(&self, request: &ImageRequest) -> Result<HttpRequest, LlmError> {
        let provider = self.settings.provider.as_str();
        let (width, height) = nearest(&request.ratio, provider, RATIOS, |it| *it)?;
        let mut config = json!({
            // Some models refuse to generate an image without text.
            "responseModalities": ["TEXT", "IMAGE"],
            "imageConfig": { "aspectRatio": format!("{width}:{height}") },
        });
        // The API accepts seeds of 31 bits.
        if let Some(seed) = request.seed {
            config["seed"] = json!(seed & 0x7fff_ffff);
        }
        let mut body = Map::from_iter([
            (
                "contents".to_owned(),
                json!([{ "role": "user", "parts": [{ "text": request.prompt }] }]),
            ),
            ("generationConfig".to_owned(), config),
        ]);
        self.settings.merge_extra(&mut body);
        Ok(HttpRequest {
            method: Method::POST,
            url: address(&self.settings, "generateContent")?,
            headers: key_in(&self.settings, KEY)?,
            body: Value::Object(body),
        })
    }

    async fn ask(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
    ) -> Result<GeneratedImage, LlmError> {
        let attempt = Attempt {
            provider: &self.settings.provider,
            limits: &self.settings.http,
            cancelled,
        };
        let reply = self.http.send(self.request(request)?, &attempt).await?;
        if !reply.is_success() {
            return Err(Gemini.http_failure(&reply.into_failure().await?));
        }
        let reply: Value = serde_json::from_slice(&reply.into_bytes().await?)
            .map_err(|error| self.settings.unreadable(format!("it is not JSON: {error}")))?;
        self.painted(&reply, request.seed)
    }

    fn painted(&self, reply: &Value, seed: Option<u64>) -> Result<GeneratedImage, LlmError> {
        let candidate = &reply["candidates"][0];
        let parts = || {
            candidate["content"]["parts"]
                .as_array()
                .into_iter()
                .flatten()
        };
        let picture = parts().find_map(|it| it["inlineData"]["data"].as_str());
        let Some(picture) = picture else {
            let words: String = parts().filter_map(|it| it["text"].as_str()).collect();
            return Err(self.no_image_error(reply, &words));
        };
        let bytes = decoded(picture, &self.settings)?;
        generated_image(bytes, None, seed.map(|it| it & 0x7fff_ffff), &self.settings)
    }

    fn no_image_error(&self, reply: &Value, words: &str) -> LlmError {
        let blocked = reply["promptFeedback"]["blockReason"].as_str();
        let reason = blocked.or_else(|| reply["candidates"][0]["finishReason"].as_str());
        match reason {
            Some("STOP" | "NO_IMAGE" | "MAX_TOKENS") | None if words.is_empty() => {
                self.settings.unreadable("it contains no picture")
            }
            Some("STOP" | "NO_IMAGE" | "MAX_TOKENS") | None => self
                .settings
                .unreadable(format!("it contains no picture, but the words: {words}")),
            Some(reason) => LlmError::Refused {
                provider: self.settings.provider.clone(),
                message: format!("it does not paint this ({reason}) {words}")
                    .trim()
                    .to_owned(),
            },
        }
    }
}

#[async_trait]
impl ImageModel for GeminiImages {
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

#[cfg(test)]
mod tests;
