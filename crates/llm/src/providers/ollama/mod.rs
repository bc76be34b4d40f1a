//! Ollama's own API. Enter through [`Ollama`]; `request` writes, `reader` reads. Over its own API the
//! length of the context can be set, and a prompt that was cut is noticed; over the one that
//! imitates OpenAI's neither can be done.

mod reader;
mod request;

use std::sync::Arc;

use model::World;
use serde_json::Value;

use crate::LlmError;
use crate::connection::ListedModel;
use crate::provider::{Exchange, HttpRequest, ModelSettings, Provider, Reader, bearer};

/// The wire.
pub struct Ollama;

impl Provider for Ollama {
    fn name(&self) -> &'static str {
        request::WIRE
    }

    fn request(&self, exchange: &Exchange<'_>) -> Result<HttpRequest, LlmError> {
        request::request(exchange)
    }

    fn reader(
        &self,
        exchange: &Exchange<'_>,
        world: Arc<dyn World>,
    ) -> Result<Box<dyn Reader>, LlmError> {
        Ok(Box::new(reader::ChatReader::new(exchange, world)?))
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
