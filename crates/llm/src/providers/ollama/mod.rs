//! Ollama's own API. Start at [`Ollama`]; `request` encodes, `reader` decodes. Unlike the
//! OpenAI-compatible API, it allows setting the context length and detecting a truncated prompt.

mod reader;
mod request;

use std::sync::Arc;

use model::World;
use serde_json::Value;

use crate::LlmError;
use crate::http::HttpRequest;
use crate::provider::{ListedModel, ModelRequest, ModelSettings, Provider, ReplyReader, bearer};

/// The wire format.
pub struct Ollama;

impl Provider for Ollama {
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
        Ok(Box::new(reader::ChatReader::new(model_request, world)?))
    }

    fn models_request(&self, settings: &ModelSettings) -> Result<HttpRequest, LlmError> {
        Ok(settings.get("/api/tags", bearer(settings)?))
    }

    fn models(&self, reply: &Value) -> Vec<ListedModel> {
        let listed = reply["models"].as_array().into_iter().flatten();
        let model = |it: &Value| {
            Some(ListedModel {
                id: it["name"].as_str()?.to_owned(),
                context_tokens: None,
            })
        };
        listed.filter_map(model).collect()
    }
}
