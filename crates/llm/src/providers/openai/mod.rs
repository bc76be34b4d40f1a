//! OpenAI Chat Completions and compatible servers. Start at [`OpenAi`]; `request` encodes, `reader`
//! decodes. Differences between servers are data ([`crate::ModelSettings`]) or detected from what
//! they send; no code here depends on a server's name.

mod parts;
mod reader;
mod reasoning;
mod request;
#[cfg(test)]
pub(in crate::providers) mod tests;

use std::sync::Arc;

use model::World;

use crate::LlmError;
use crate::http::HttpRequest;
use crate::provider::{ModelRequest, Provider, ReplyReader};

/// The wire format.
pub struct OpenAi;

impl Provider for OpenAi {
    fn name(&self) -> &'static str {
        "openai"
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
}
