//! Gemini's generateContent. Start at [`Gemini`]; `request` encodes, `reader` decodes.

mod http_failure;
mod reader;
mod request;

use std::sync::Arc;

use model::World;
use serde_json::Value;

use crate::LlmError;
use crate::http::{HttpFailure, HttpRequest};
use crate::provider::{ListedModel, ModelRequest, ModelSettings, Provider, ReplyReader, key_in};

pub(super) use request::address;

/// The header that holds the key, which must not be in the URL because URLs end up in logs.
pub(crate) const KEY: &str = "x-goog-api-key";

/// The wire format.
pub struct Gemini;

impl Provider for Gemini {
    fn name(&self) -> &'static str {
        request::WIRE
    }

    fn request(&self, model_request: &ModelRequest<'_>) -> Result<HttpRequest, LlmError> {
        request::request(model_request)
    }

    fn reader(
        &self,
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Box<dyn ReplyReader>, LlmError> {
        Ok(Box::new(reader::ContentReader::new(model_request, world)?))
    }

    fn models_request(&self, settings: &ModelSettings) -> Result<HttpRequest, LlmError> {
        Ok(settings.get("/models?pageSize=1000", key_in(settings, KEY)?))
    }

    fn models(&self, reply: &Value) -> Vec<ListedModel> {
        let listed = reply["models"].as_array().into_iter().flatten();
        let model = |it: &Value| {
            let name = it["name"].as_str()?;
            Some(ListedModel {
                id: name.strip_prefix("models/").unwrap_or(name).to_owned(),
                context_tokens: it["inputTokenLimit"].as_u64(),
            })
        };
        listed.filter_map(model).collect()
    }

    fn http_failure(&self, http_failure: &HttpFailure) -> LlmError {
        http_failure::to_error(http_failure)
    }
}
