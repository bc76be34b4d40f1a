//! OpenAI Chat Completions, and every server that speaks it. Enter through [`OpenAi`]; `request`
//! writes, `reader` reads. What differs between servers is data ([`crate::ModelSettings`]) or is
//! told by what they send; no server is asked for by name here.

mod parts;
mod reader;
mod reasoning;
mod request;
#[cfg(test)]
pub(in crate::providers) mod tests;

use std::sync::Arc;

use model::World;

use crate::LlmError;
use crate::provider::{Exchange, HttpRequest, Provider, Reader};

/// The wire.
pub struct OpenAi;

impl Provider for OpenAi {
    fn name(&self) -> &'static str {
        "openai"
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
}
