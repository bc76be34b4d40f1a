//! A model that answers at once, so that what is measured is the program.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use async_trait::async_trait;
use llm::{AgentContext, LanguageModel, LlmError, ModelLimits};
use model::conversation::{ContentSegment, Delta, Payload, ProviderResponse, ReplyMetadata};

/// What it says to a question.
type Speaker = Box<dyn Fn(&str) -> String + Send + Sync>;

/// The model.
pub(crate) struct InstantModel {
    speaker: Speaker,
    /// When it was asked last.
    asked: Mutex<Option<Instant>>,
}

impl InstantModel {
    pub(crate) fn new(speaker: impl Fn(&str) -> String + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            speaker: Box::new(speaker),
            asked: Mutex::default(),
        })
    }

    /// When it was asked last.
    pub(crate) fn asked(&self) -> Option<Instant> {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl LanguageModel for InstantModel {
    fn name(&self) -> String {
        "instant:model".to_owned()
    }

    fn limits(&self) -> ModelLimits {
        ModelLimits {
            context_tokens: 128_000,
            output_tokens: 4_096,
        }
    }

    async fn generate(
        &self,
        payload: &Payload,
        _: &AgentContext,
        _: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError> {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        let question = payload.messages.last().map_or("", |it| &it.content);
        Ok(ProviderResponse {
            segments: vec![ContentSegment::text((self.speaker)(question))],
            metadata: ReplyMetadata::default(),
        })
    }
}
