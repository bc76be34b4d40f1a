//! Gemini's generateContent. Enter through [`Gemini`]; `request` writes, `reader` reads.

mod fault;
mod reader;
mod request;

use std::sync::Arc;

use model::World;
use serde_json::Value;

use crate::LlmError;
use crate::connection::ListedModel;
use crate::http::Fault;
use crate::provider::{Exchange, HttpRequest, ModelSettings, Provider, Reader, key_in};

pub(super) use request::address;

/// The header that holds the key; never the address, which ends up in logs.
pub(crate) const KEY: &str = "x-goog-api-key";

/// The wire.
pub struct Gemini;

impl Provider for Gemini {
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
        Ok(Box::new(reader::ContentReader::new(exchange, world)?))
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

    fn fault(&self, fault: &Fault) -> LlmError {
        fault::to_error(fault)
    }
}
