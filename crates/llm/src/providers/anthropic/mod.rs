//! Anthropic Messages and compatible servers. Start at [`Anthropic`]; `request` encodes, `reader`
//! decodes. The API version is configurable: later versions reject sampling parameters and expect
//! the key as a bearer token.

mod reader;
mod request;

use std::sync::Arc;

use model::World;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::Value;

use crate::LlmError;
use crate::http::HttpRequest;
use crate::provider::{
    ListedModel, ModelRequest, ModelSettings, Provider, ReplyReader, bearer, key_in,
};

/// The version supported by every server with this API.
pub const VERSION: &str = "2023-06-01";

/// The first version without sampling parameters. Versions are dates, so they can be compared as
/// text.
const NO_SAMPLING_SINCE: &str = "2026-10-21";

/// The wire format.
pub struct Anthropic;

impl Provider for Anthropic {
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
        Ok(Box::new(reader::MessageReader::new(model_request, world)?))
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

/// Whether requests of this version may contain sampling parameters.
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
        message: format!("{version:?} is not an API version; write it as {VERSION}").into(),
    })?;
    headers.insert("anthropic-version", version);
    Ok(headers)
}
