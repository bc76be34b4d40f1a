//! A language model and an image model that follow a script, for the tests of all crates. Start at
//! [`ScriptedModel::new`] and define the replies step by step: `ScriptedModel::new().calls([…])
//! .expecting(|payload| …).says("…")`.

mod image_model;
#[cfg(test)]
mod tests;

pub use image_model::ScriptedImageModel;

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use model::conversation::{
    Content, ContentSegment, Delta, Payload, ProviderResponse, StopReason, ToolCall,
};
use serde_json::Value;

use crate::{AgentContext, LanguageModel, LlmError, ModelLimits};

type Answer = Box<dyn FnOnce(&Payload) -> Result<ProviderResponse, LlmError> + Send>;
type Expectation = Box<dyn FnOnce(&Payload) + Send>;

enum Action {
    Answer(Answer),
    Wait,
}

struct Step {
    expectations: Vec<Expectation>,
    act: Action,
}

/// A language model that follows a script. Built by chaining steps; each request consumes one.
pub struct ScriptedModel {
    limits: ModelLimits,
    supports_vision: bool,
    script: Mutex<Script>,
}

#[derive(Default)]
struct Script {
    steps: VecDeque<Step>,
    expectations: Vec<Expectation>,
    payloads: Vec<Payload>,
}

impl Default for ScriptedModel {
    fn default() -> Self {
        Self::new()
    }
}

impl ScriptedModel {
    /// An empty script, with a window of 128,000 tokens.
    pub fn new() -> Self {
        let limits = ModelLimits {
            context_tokens: 128_000,
            output_tokens: 4_096,
        };
        Self {
            limits,
            supports_vision: false,
            script: Mutex::default(),
        }
    }

    /// Replaces the size limits.
    pub fn with_limits(mut self, limits: ModelLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Makes it a model that accepts images.
    pub fn with_vision(mut self) -> Self {
        self.supports_vision = true;
        self
    }

    /// The next reply is this text.
    pub fn says(self, text: impl Into<String>) -> Self {
        self.replies([ContentSegment::text(text)])
    }

    /// The next reply is these calls, by name and arguments; ids are generated when it is sent.
    pub fn calls<N: Into<String>>(self, calls: impl IntoIterator<Item = (N, Value)>) -> Self {
        self.replies(calls.into_iter().map(|(name, args)| call(name, args)))
    }

    /// The next reply is text followed by these calls.
    pub fn says_and_calls<N: Into<String>>(
        self,
        text: impl Into<String>,
        calls: impl IntoIterator<Item = (N, Value)>,
    ) -> Self {
        let calls = calls.into_iter().map(|(name, args)| call(name, args));
        self.replies(std::iter::once(ContentSegment::text(text)).chain(calls))
    }

    /// The next reply is these segments.
    pub fn replies(self, segments: impl IntoIterator<Item = ContentSegment>) -> Self {
        let segments = segments.into_iter().collect();
        self.responds(ProviderResponse {
            segments,
            ..ProviderResponse::default()
        })
    }

    /// The next reply is exactly this; a missing stop reason is derived from the segments.
    pub fn responds(self, response: ProviderResponse) -> Self {
        self.answers(move |_| Ok(response))
    }

    /// The next request fails.
    pub fn fails(self, error: LlmError) -> Self {
        self.answers(move |_| Err(error))
    }

    /// The next reply is computed from the payload.
    pub fn answers(
        self,
        answer: impl FnOnce(&Payload) -> Result<ProviderResponse, LlmError> + Send + 'static,
    ) -> Self {
        self.step(Action::Answer(Box::new(answer)))
    }

    /// The next request hangs until it is cancelled.
    pub fn waits_until_cancelled(self) -> Self {
        self.step(Action::Wait)
    }

    /// Inspects the payload of the step that is added next; a panic in it fails the test.
    pub fn expecting(self, expectation: impl FnOnce(&Payload) + Send + 'static) -> Self {
        self.script().expectations.push(Box::new(expectation));
        self
    }

    /// The payloads received so far.
    pub fn payloads(&self) -> Vec<Payload> {
        self.script().payloads.clone()
    }

    /// How many steps are left.
    pub fn steps_left(&self) -> usize {
        self.script().steps.len()
    }

    fn step(self, act: Action) -> Self {
        let mut script = self.script();
        let expectations = std::mem::take(&mut script.expectations);
        script.steps.push_back(Step { expectations, act });
        drop(script);
        self
    }

    /// A panicking expectation must not be hidden by a poisoned lock.
    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self, payload: &Payload) -> Option<Step> {
        let mut script = self.script();
        script.payloads.push(payload.clone());
        script.steps.pop_front()
    }
}

fn call(name: impl Into<String>, args: Value) -> ContentSegment {
    ContentSegment::tool_call(ToolCall {
        id: None,
        name: name.into(),
        args,
    })
}

#[async_trait]
impl LanguageModel for ScriptedModel {
    fn name(&self) -> String {
        "scripted:script".into()
    }

    fn limits(&self) -> ModelLimits {
        self.limits
    }

    fn supports_vision(&self) -> bool {
        self.supports_vision
    }

    async fn generate(
        &self,
        payload: &Payload,
        context: &AgentContext,
        on_delta: &mut (dyn FnMut(Delta) + Send),
    ) -> Result<ProviderResponse, LlmError> {
        if context.cancelled.is_cancelled() {
            return Err(LlmError::Cancelled);
        }
        let Some(step) = self.next(payload) else {
            return Err(LlmError::Misconfigured {
                message: format!("the script ended before request {}", self.payloads().len())
                    .into(),
            });
        };
        for expectation in step.expectations {
            expectation(payload);
        }
        match step.act {
            Action::Wait => {
                context.cancelled.cancelled().await;
                Err(LlmError::Cancelled)
            }
            Action::Answer(answer) => {
                answer(payload).map(|reply| perform(reply, context, on_delta))
            }
        }
    }
}

/// Fills in what the script left out and streams the reply.
fn perform(
    mut reply: ProviderResponse,
    context: &AgentContext,
    on_delta: &mut (dyn FnMut(Delta) + Send),
) -> ProviderResponse {
    for segment in &mut reply.segments {
        match &mut segment.content {
            Content::Text { text } => {
                for piece in text.split_inclusive([' ', '，', '。']) {
                    on_delta(Delta::Text(piece.to_owned()));
                }
            }
            Content::ToolCall { tool_call } => {
                let made = || format!("call_{}", context.world.new_id().simple());
                let id = tool_call.id.get_or_insert_with(made).clone();
                on_delta(Delta::ToolCallBegan {
                    id,
                    name: tool_call.name.clone(),
                });
            }
            _ => {}
        }
    }
    let calls = reply.tool_calls().next().is_some();
    let stop = if calls {
        StopReason::ToolCalls
    } else {
        StopReason::End
    };
    reply.metadata.stop.get_or_insert(stop);
    reply.metadata.model.get_or_insert_with(|| "script".into());
    reply
}
