//! Anthropic Messages, and every server that speaks it. Enter through [`Anthropic`]; `request`
//! writes, `reader` reads. The version of the API is configuration: later ones refuse sampling
//! parameters and want the key as a bearer's.

mod reader;
mod request;

use std::sync::Arc;

use model::World;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::Value;

use crate::LlmError;
use crate::connection::ListedModel;
use crate::provider::{Exchange, HttpRequest, ModelSettings, Provider, Reader, bearer, key_in};

/// The version that every server of this wire knows.
pub const VERSION: &str = "2023-06-01";

/// From this version on there are no sampling parameters. Versions are dates, so text compares.
const NO_SAMPLING_SINCE: &str = "2026-10-21";

/// The wire.
pub struct Anthropic;

impl Provider for Anthropic {
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
        Ok(Box::new(reader::MessageReader::new(exchange, world)?))
    }

    fn models_request(&self, settings: &ModelSettings) -> Result<HttpRequest, LlmError> {
        Ok(settings.get("/models", headers(settings)?))
    }

    fn models(&self, reply: &Value) -> Vec<ListedModel> {
        let listed = reply["data"].as_array().into_iter().flatten();
        let model = |it: &Value| {
            Some(ListedModel {
                id: it["id"].as_str()?.to_owned(),
                context_tokens: it["max_input_tokens"].as_u64(),
            })
        };
        listed.filter_map(model).collect()
    }
}

/// Whether requests of this version may hold sampling parameters.
fn takes_sampling(version: &str) -> bool {
    version < NO_SAMPLING_SINCE
}

fn headers(settings: &ModelSettings) -> Result<HeaderMap, LlmError> {
    let version = settings.api_version.as_str();
    let mut headers = if takes_sampling(version) {
        key_in(settings, "x-api-key")?
    } else {
        bearer(settings)?
    };
    let version = HeaderValue::from_str(version).map_err(|_| LlmError::Misconfigured {
        message: format!("{version:?} is no version of an API; write it as {VERSION}").into(),
    })?;
    headers.insert("anthropic-version", version);
    Ok(headers)
}
