//! How to speak to a language or image model. Providers translate; [`http`] carries.
//!
//! Enter through [`LanguageModel`] and [`ImageModel`]; [`connect`] makes a model from a line of
//! text. Not here: anything of stories, and retrying.

mod assembly;
pub mod connection;
pub mod dialect;
mod error;
mod history;
pub mod http;
mod http_model;
mod layout;
#[cfg(test)]
mod loopback;
mod media;
mod misset;
pub mod painter;
mod picture;
mod presets;
mod provider;
pub mod providers;
mod sendable;

pub use error::LlmError;
pub use http_model::HttpModel;
pub use misset::Misset;
pub use presets::{ModelOptions, PICTURE_SERVERS, PRESETS, Preset, connect, connect_image};
pub use provider::{Exchange, HttpRequest, ModelSettings, Provider, Reader};
pub use sendable::{WhyNot, sendable};

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use model::World;
use model::talk::{Delta, Payload, ProviderResponse, ToolDefinition};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

/// What a model can take in and give out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelLimits {
    /// The context window, in tokens.
    pub context_tokens: u64,
    /// The longest reply, in tokens; reserved when a payload is composed.
    pub output_tokens: u64,
}

/// What a provider sees of its surroundings (OS-5).
#[derive(Clone)]
pub struct AgentContext {
    /// What the agent can do now, by name.
    pub tools: BTreeMap<String, ToolDefinition>,
    /// Ends the request, wherever it stands.
    pub cancelled: CancellationToken,
    /// Makes ids for calls that come without one.
    pub world: Arc<dyn World>,
}

/// A language model that can be talked to: a provider with its settings, the built-in reader of
/// plain commands, or a script.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Provider and model, as `provider:model`.
    fn name(&self) -> String;
    /// What it can take in and give out.
    fn limits(&self) -> ModelLimits;
    /// Whether it takes pictures. One that does not is told in words that there are some.
    fn sees(&self) -> bool {
        false
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

/// A wish for a picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImageRequest {
    /// What it shows.
    pub prompt: String,
    /// Width to height: "1:1", "16:9", …
    pub ratio: String,
    /// The same seed, prompt and model give the same picture where the service can.
    pub seed: Option<u64>,
}

/// A picture and how it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Painted {
    /// The file's bytes.
    pub bytes: Vec<u8>,
    /// For instance `image/png`.
    pub mime: String,
    /// Provider and model, as `provider:model`.
    pub model: String,
    /// The seed used, where the service says.
    pub seed: Option<u64>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// A model that makes pictures.
#[async_trait]
pub trait ImageModel: Send + Sync {
    /// Provider and model, as `provider:model`.
    fn name(&self) -> String;
    /// Whether a call costs money or somebody else's machine time.
    fn costs(&self) -> bool;
    /// Makes one picture, telling how far it is, from 0 to 1, where the service says.
    async fn paint_watched(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
        on_progress: &mut (dyn FnMut(f32) + Send),
    ) -> Result<Painted, LlmError>;
    /// The same with nobody watching.
    async fn paint(
        &self,
        request: &ImageRequest,
        cancelled: &CancellationToken,
    ) -> Result<Painted, LlmError> {
        self.paint_watched(request, cancelled, &mut |_| {}).await
    }
}
