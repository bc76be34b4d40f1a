//! OpenAI Responses. Start at [`Responses`]; `request` encodes, `reader` decodes. Nothing is stored
//! on the server: state that the model wants back is sent to us encrypted and returned with the
//! conversation.

mod reader;
mod request;

use std::sync::Arc;

use model::World;

use crate::LlmError;
use crate::http::HttpRequest;
use crate::provider::{ModelRequest, Provider, ReplyReader};

/// The wire format.
pub struct Responses;

impl Provider for Responses {
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
        Ok(Box::new(reader::ResponseReader::new(model_request, world)?))
    }
}
