//! Clients for language and image models. Providers translate requests and replies; [`http`]
//! transports them.
//!
//! Start at [`LanguageModel`] and [`ImageModel`]; [`connect`] creates a model from its name.
//! Stories and retries are handled in other crates.

mod clean;
mod config_error;
pub mod connection;
pub mod dialect;
mod error;
mod history;
pub mod http;
mod http_model;
mod image_bytes;
mod layout;
mod media;
mod prepare_image;
mod presets;
mod provider;
pub mod providers;
mod reply_builder;
#[cfg(test)]
mod test_server;

pub use config_error::ConfigError;
pub use error::LlmError;
pub use http::HttpRequest;
pub use http_model::HttpModel;
pub use prepare_image::{UnsendableReason, prepare_image};
pub use presets::{
    IMAGE_SERVICES, ImageService, ModelOptions, PRESETS, Preset, connect, connect_image,
    takes_pictures,
};
pub use provider::{ListedModel, ModelRequest, ModelSettings, Provider, ReplyReader};

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use model::World;
use model::conversation::{Delta, EditingContext, Payload, ProviderResponse, ToolDefinition};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

/// The size limits of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelLimits {
    /// The context window, in tokens.
    pub context_tokens: u64,
    /// The longest reply, in tokens; reserved when a payload is composed.
    pub output_tokens: u64,
}

/// The environment of one request (OS-5).
#[derive(Clone)]
pub struct AgentContext {
    /// The tools the agent can use, by name.
    pub tools: BTreeMap<String, ToolDefinition>,
    /// Cancels the request at any point.
    pub cancelled: CancellationToken,
    /// Generates ids for calls that arrive without one.
    pub world: Arc<dyn World>,
    /// What the request is about, as data; services behind a network are never told.
    pub editing: Option<Arc<EditingContext>>,
}

/// A language model that can be talked to: a provider with its settings, a reader of plain commands,
/// or a script.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Provider and model, as `provider:model`.
    fn name(&self) -> String;
    /// Its size limits.
    fn limits(&self) -> ModelLimits;
    /// Whether it accepts images. A model that does not is told in text that there are some.
    fn supports_vision(&self) -> bool {
        false
    }
    /// Whether it writes text of its own. One that only reads commands cannot summarize anything.
    fn is_generative(&self) -> bool {
        true
    }
    /// Sends a payload and gives the whole reply (OS-4); pieces of it go to `on_delta` as they
    /// come. One attempt: retrying is the runner's affair.
    async fn generate(
        &self,
        payload: &Payload,
        context: &AgentContext,
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError>;
}

/// A request for an image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImageRequest {
    /// What it shows.
    pub prompt: String,
    /// Width to height: "1:1", "16:9", …
    pub ratio: String,
    /// The same seed, prompt and model give the same image if the service supports it.
    pub seed: Option<u64>,
}

/// An image and how it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneratedImage {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Such as `image/png`.
    pub mime: String,
    /// Provider and model, as `provider:model`.
    pub model: String,
    /// The seed used, if the service reports it.
    pub seed: Option<u64>,
    /// Width in pixels, as far as known.
    pub width: u32,
    /// Height in pixels, as far as known.
    pub height: u32,
}

/// A model that generates images.
#[async_trait]
pub trait ImageModel: Send + Sync {
    /// Provider and model, as `provider:model`.
    fn name(&self) -> String;
    /// Whether a call costs money or computing time on somebody else's machine.
    fn is_paid(&self) -> bool;
    /// Generates one image and reports progress from 0 to 1, if the service does.
    async fn generate_with_progress(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError>;
    /// Generates one image without reporting progress.
    async fn generate(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
    ) -> Result<GeneratedImage, LlmError> {
        self.generate_with_progress(request, cancelled, &mut |_| {})
            .await
    }
}
