//! A provider combined with its settings and the HTTP client: a usable model. Start at
//! [`HttpModel`]; [`crate::connect`] creates one from its name.

use std::sync::Arc;

use async_trait::async_trait;
use futures_util::StreamExt;
use model::World;
use model::conversation::{Delta, Payload, ProviderResponse, ToolDefinition};

use crate::clean::{DeltaCleaner, clean_reply};
use crate::http::{Attempt, Http};
use crate::provider::{ModelRequest, ModelSettings, Provider};
use crate::{AgentContext, LanguageModel, LlmError, ModelLimits};

/// A model behind HTTP.
pub struct HttpModel {
    provider: &'static dyn Provider,
    settings: ModelSettings,
    http: Http,
}

impl HttpModel {
    /// Combines a provider, its settings and a client.
    pub fn new(provider: &'static dyn Provider, settings: ModelSettings, http: Http) -> Self {
        Self {
            provider,
            settings,
            http,
        }
    }

    /// Its settings.
    pub fn settings(&self) -> &ModelSettings {
        &self.settings
    }

    async fn ask(
        &self,
        model_request: &ModelRequest<'_>,
        context: &AgentContext,
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError> {
        let request = self.provider.request(model_request)?;
        let attempt = Attempt {
            provider: &self.settings.provider,
            limits: &self.settings.http,
            cancelled: &context.cancelled,
        };
        let reply = self.http.send(request, &attempt).await?;
        if !reply.is_success() {
            return Err(self.provider.http_failure(&reply.into_failure().await?));
        }
        let mut reader = self
            .provider
            .reader(model_request, Arc::clone(&context.world))?;
        let mut frames = reply.into_frames();
        while let Some(frame) = frames.next().await {
            match frame {
                Ok(frame) => {
                    if reader.read(frame, on_delta)?.is_break() {
                        break;
                    }
                }
                Err(LlmError::Cancelled) => return Err(LlmError::Cancelled),
                // The connection may have broken after the reply was already complete.
                Err(error) => return reader.finish().map_err(|_| error),
            }
        }
        reader.finish()
    }
}

#[async_trait]
impl LanguageModel for HttpModel {
    fn name(&self) -> String {
        format!("{}:{}", self.settings.provider, self.settings.model)
    }

    fn limits(&self) -> ModelLimits {
        self.settings.limits
    }

    fn supports_vision(&self) -> bool {
        self.settings.supports_vision
    }

    async fn generate(
        &self,
        payload: &Payload,
        context: &AgentContext,
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError> {
        let began = context.world.now();
        let tools = tools(payload, context);
        let model_request = ModelRequest {
            payload,
            tools: &tools,
            settings: &self.settings,
        };
        let key = self.settings.key.as_ref();
        let mut cleaner = DeltaCleaner::new(key);
        let outcome = self
            .ask(&model_request, context, &mut |it| {
                cleaner.push(it, on_delta)
            })
            .await;
        cleaner.finish(on_delta);
        let latency_ms = latency(context.world.as_ref(), began);
        let outcome = outcome.map_err(|it| it.redact(key));
        match &outcome {
            Ok(reply) => {
                tracing::debug!(model = self.name(), latency_ms, usage = ?reply.metadata.usage);
            }
            Err(error) => tracing::debug!(model = self.name(), latency_ms, %error),
        }
        outcome.map(|reply| {
            let mut reply = clean_reply(reply, key);
            reply.metadata.latency_ms = Some(latency_ms);
            reply
        })
    }
}

/// The tools the payload was composed with, or else all the agent has (OS-4, OS-5), so that a
/// payload built by hand need not repeat them.
fn tools(payload: &Payload, context: &AgentContext) -> Vec<ToolDefinition> {
    if payload.tools.is_empty() {
        context.tools.values().cloned().collect()
    } else {
        payload.tools.clone()
    }
}

fn latency(world: &dyn World, began: model::Timestamp) -> u64 {
    let passed = world.now().as_millisecond() - began.as_millisecond();
    // A clock set back in the meantime must not make the latency negative.
    u64::try_from(passed).unwrap_or_default()
}

#[cfg(test)]
mod tests;
