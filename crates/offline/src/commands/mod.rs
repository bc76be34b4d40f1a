//! A model without a network: parses simple commands, English and Chinese, and answers with tool
//! calls in the same loop as any other model. Enter through [`CommandReader`]. Deterministic, no
//! network, no key; it invents nothing and says so. A new command is one rule in `grammar/`, and
//! one line in `tools` if it needs a tool that no other command uses.

mod clauses;
mod command;
mod grammar;
mod lexicon;
mod markers;
mod normalized;
mod pattern;
mod plan;
mod prompt_context;
mod report;
mod tools;

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use model::conversation::{
    ContentSegment, Delta, Payload, ProviderResponse, ProviderState, ReplyMetadata, StopReason,
    ToolCall,
};

use serde_json::json;

use llm::{AgentContext, LanguageModel, LlmError, ModelLimits};
use plan::Plan;
use prompt_context::PromptContext;

const NAME: &str = "builtin:commands";

/// The built-in command reader; the default if no model is configured.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommandReader;

#[async_trait]
impl LanguageModel for CommandReader {
    fn name(&self) -> String {
        NAME.to_owned()
    }

    fn is_generative(&self) -> bool {
        false
    }

    /// It is stateless and reads only the newest instruction, so any length fits.
    fn limits(&self) -> ModelLimits {
        ModelLimits {
            context_tokens: 100_000_000,
            output_tokens: 4_000,
        }
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
        let known = PromptContext::read(payload, context.editing.as_deref());
        let plan = Plan::make(&known, &context.tools);
        let calls = plan.next(&known.answered);
        let mut response = ProviderResponse {
            segments: Vec::new(),
            metadata: ReplyMetadata {
                model: Some(NAME.to_owned()),
                stop: Some(if calls.is_empty() {
                    StopReason::End
                } else {
                    StopReason::ToolCalls
                }),
                ..ReplyMetadata::default()
            },
        };
        if calls.is_empty() {
            let text = report::report(&plan, &known);
            stream(&text, context, on_delta)?;
            response.segments.push(ContentSegment::text(text));
        }
        for call in calls {
            let id = context.world.new_id().to_string();
            on_delta(Delta::ToolCallBegan {
                id: id.clone(),
                name: call.name.clone(),
            });
            let mut segment = ContentSegment::tool_call(ToolCall {
                id: Some(id),
                ..call.clone()
            });
            segment.provider_state = attributes_before(&known, &call);
            response.segments.push(segment);
        }
        Ok(response)
    }
}

/// The final report of a change needs the previous state, which is stored with the call.
fn attributes_before(known: &PromptContext, call: &ToolCall) -> Option<ProviderState> {
    if call.name != tools::UPDATE_NODE_KV {
        return None;
    }
    let set: Vec<(String, String)> = prompt_context::pairs(&call.args);
    let before = known
        .before(call)
        .into_iter()
        .filter(|it| set.iter().any(|set| set.0 == it.0));
    let items: Vec<_> = before.map(|(k, v)| json!({ "k": k, "v": v })).collect();
    let (provider, model) = NAME.split_once(':')?;
    (!items.is_empty()).then(|| ProviderState {
        provider: provider.to_owned(),
        model: model.to_owned(),
        value: json!({ "items": items }),
    })
}

/// Emits a text word by word, or a few characters at a time if there are no words.
fn stream(
    text: &str,
    context: &AgentContext,
    on_delta: &mut (dyn FnMut(Delta) + Send),
) -> Result<(), LlmError> {
    let mut piece = String::new();
    for c in text.chars() {
        piece.push(c);
        if c.is_whitespace() || piece.len() >= 12 {
            if context.cancelled.is_cancelled() {
                return Err(LlmError::Cancelled);
            }
            on_delta(Delta::Text(std::mem::take(&mut piece)));
        }
    }
    if !piece.is_empty() {
        on_delta(Delta::Text(piece));
    }
    Ok(())
}
