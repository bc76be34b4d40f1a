//! Pictures from Gemini's image models. Enter through [`GeminiImages`].

use async_trait::async_trait;
use reqwest::Method;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::gemini::{Gemini, KEY, address};
use crate::http::{Attempt, Http};
use crate::picture::{decoded, nearest, painted};
use crate::presets::{ModelOptions, patient, settings};
use crate::provider::{HttpRequest, ModelSettings, key_in};
use crate::{ImageModel, ImageRequest, LlmError, Painted, Provider};

/// The ratios the API takes.
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

/// An image model of Gemini's.
pub struct GeminiImages {
    settings: ModelSettings,
    http: Http,
}

impl GeminiImages {
    /// Makes the image model that `gemini:model` names. Nothing is sent yet.
    pub fn connect(name: &str, options: ModelOptions, http: &Http) -> Result<Self, LlmError> {
        let (_, settings) = settings(name, patient(options))?;
        Ok(Self {
            settings,
            http: http.clone(),
        })
    }

    fn request(&self, request: &ImageRequest) -> Result<HttpRequest, LlmError> {
        let provider = self.settings.provider.as_str();
        let (width, height) = nearest(&request.ratio, provider, RATIOS, |it| *it)?;
        let mut config = json!({
            // Some of the models refuse to paint without a word.
            "responseModalities": ["TEXT", "IMAGE"],
            "imageConfig": { "aspectRatio": format!("{width}:{height}") },
        });
        // The API takes seeds of 31 bits.
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
        self.settings.lay_over(&mut body);
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
    ) -> Result<Painted, LlmError> {
        let attempt = Attempt {
            provider: &self.settings.provider,
            limits: &self.settings.http,
            cancelled,
        };
        let reply = self.http.send(self.request(request)?, &attempt).await?;
        if !reply.succeeded() {
            return Err(Gemini.fault(&reply.into_fault().await?));
        }
        let reply: Value = serde_json::from_slice(&reply.into_bytes().await?)
            .map_err(|error| self.settings.unreadable(format!("it is no JSON: {error}")))?;
        self.painted(&reply, request.seed)
    }

    fn painted(&self, reply: &Value, seed: Option<u64>) -> Result<Painted, LlmError> {
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
            return Err(self.not_painted(reply, &words));
        };
        let bytes = decoded(picture, &self.settings)?;
        painted(bytes, None, seed.map(|it| it & 0x7fff_ffff), &self.settings)
    }

    fn not_painted(&self, reply: &Value, words: &str) -> LlmError {
        let blocked = reply["promptFeedback"]["blockReason"].as_str();
        let reason = blocked.or_else(|| reply["candidates"][0]["finishReason"].as_str());
        match reason {
            Some("STOP" | "NO_IMAGE" | "MAX_TOKENS") | None if words.is_empty() => {
                self.settings.unreadable("it holds no picture")
            }
            Some("STOP" | "NO_IMAGE" | "MAX_TOKENS") | None => self
                .settings
                .unreadable(format!("it holds no picture, but the words: {words}")),
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

#[cfg(test)]
mod tests;
