//! OpenAI Responses. Enter through [`Responses`]; `request` writes, `reader` reads. Nothing is kept
//! at the server: what the model wants back comes encrypted, and goes back with the conversation.

mod reader;
mod request;

use std::sync::Arc;

use model::World;

use crate::LlmError;
use crate::provider::{Exchange, HttpRequest, Provider, Reader};

/// The wire.
pub struct Responses;

impl Provider for Responses {
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
        Ok(Box::new(reader::ResponseReader::new(exchange, world)?))
    }
}
