//! A model that plays a script, and a painter that does: for tests of every room. Enter through
//! [`Scripted::new`] and tell it, step by step, what to answer:
//!
//! ```
//! # use llm::providers::scripted::Scripted;
//! # use serde_json::json;
//! let model = Scripted::new()
//!     .calls([("update_node_kv", json!({ "items": [{ "k": "Name", "v": "Neo" }] }))])
//!     .expecting(|payload| assert!(payload.messages.last().unwrap().content.contains("Neo")))
//!     .says("He is Neo now.");
//! ```

mod painter;
#[cfg(test)]
mod tests;

pub use painter::ScriptedPainter;

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use model::talk::{
    Content, ContentSegment, Delta, Payload, ProviderResponse, StopReason, ToolCall,
};
use serde_json::Value;

use crate::{AgentContext, LanguageModel, LlmError, ModelLimits};

type Answer = Box<dyn FnOnce(&Payload) -> Result<ProviderResponse, LlmError> + Send>;
type Expectation = Box<dyn FnOnce(&Payload) + Send>;

enum Act {
    Answer(Answer),
    Wait,
}

struct Step {
    expectations: Vec<Expectation>,
    act: Act,
}

/// A language model that plays a script. Made by chaining steps; each request plays one.
pub struct Scripted {
    limits: ModelLimits,
    sees: bool,
    script: Mutex<Script>,
}

#[derive(Default)]
struct Script {
    steps: VecDeque<Step>,
    expectations: Vec<Expectation>,
    payloads: Vec<Payload>,
}

impl Default for Scripted {
    fn default() -> Self {
        Self::new()
    }
}

impl Scripted {
    /// An empty script, with a window of 128,000 tokens.
    pub fn new() -> Self {
        let limits = ModelLimits {
            context_tokens: 128_000,
            output_tokens: 4_096,
        };
        Self {
            limits,
            sees: false,
            script: Mutex::default(),
        }
    }

    /// With other limits.
    pub fn with_limits(mut self, limits: ModelLimits) -> Self {
        self.limits = limits;
        self
    }

    /// As a model that takes pictures.
    pub fn that_sees(mut self) -> Self {
        self.sees = true;
        self
    }

    /// The next answer is these words.
    pub fn says(self, text: impl Into<String>) -> Self {
        self.replies([ContentSegment::text(text)])
    }

    /// The next answer is these calls, by name and arguments; ids are made when it is given.
    pub fn calls<N: Into<String>>(self, calls: impl IntoIterator<Item = (N, Value)>) -> Self {
        self.replies(calls.into_iter().map(|(name, args)| call(name, args)))
    }

    /// The next answer is words, and then these calls.
    pub fn says_and_calls<N: Into<String>>(
        self,
        text: impl Into<String>,
        calls: impl IntoIterator<Item = (N, Value)>,
    ) -> Self {
        let calls = calls.into_iter().map(|(name, args)| call(name, args));
        self.replies(std::iter::once(ContentSegment::text(text)).chain(calls))
    }

    /// The next answer is these segments.
    pub fn replies(self, segments: impl IntoIterator<Item = ContentSegment>) -> Self {
        let segments = segments.into_iter().collect();
        self.responds(ProviderResponse {
            segments,
            ..ProviderResponse::default()
        })
    }

    /// The next answer is exactly this; a stop reason left out is told by the segments.
    pub fn responds(self, response: ProviderResponse) -> Self {
        self.answers(move |_| Ok(response))
    }

    /// The next request fails.
    pub fn fails(self, error: LlmError) -> Self {
        self.answers(move |_| Err(error))
    }

    /// The next answer is made from the payload.
    pub fn answers(
        self,
        answer: impl FnOnce(&Payload) -> Result<ProviderResponse, LlmError> + Send + 'static,
    ) -> Self {
        self.step(Act::Answer(Box::new(answer)))
    }

    /// The next request hangs until it is cancelled.
    pub fn waits_until_cancelled(self) -> Self {
        self.step(Act::Wait)
    }

    /// Looks at the payload of the step that is told next; a panic in it fails the test.
    pub fn expecting(self, expectation: impl FnOnce(&Payload) + Send + 'static) -> Self {
        self.script().expectations.push(Box::new(expectation));
        self
    }

    /// The payloads it was given so far.
    pub fn payloads(&self) -> Vec<Payload> {
        self.script().payloads.clone()
    }

    /// How many steps were not played.
    pub fn steps_left(&self) -> usize {
        self.script().steps.len()
    }

    fn step(self, act: Act) -> Self {
        let mut script = self.script();
        let expectations = std::mem::take(&mut script.expectations);
        script.steps.push_back(Step { expectations, act });
        drop(script);
        self
    }

    /// A panicking expectation must not hide behind a poisoned lock.
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
impl LanguageModel for Scripted {
    fn name(&self) -> String {
        "scripted:script".into()
    }

    fn limits(&self) -> ModelLimits {
        self.limits
    }

    fn sees(&self) -> bool {
        self.sees
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
            Act::Wait => {
                context.cancelled.cancelled().await;
                Err(LlmError::Cancelled)
            }
            Act::Answer(answer) => answer(payload).map(|reply| perform(reply, context, on_delta)),
        }
    }
}

/// Fills in what the script left out, and streams it.
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
