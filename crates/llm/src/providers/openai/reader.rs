//! Decodes a Chat Completions reply, streamed or whole, into segments. Lenient: no two servers send
//! quite the same, and the parts that arrived count more than the stated stop reason.

use std::ops::ControlFlow;
use std::sync::Arc;

use model::World;
use model::conversation::{
    ContentSegment, Delta, ProviderResponse, ReplyMetadata, StopReason, Usage,
};
use serde_json::{Map, Value, json};

use super::parts::ReplyParts;
use super::reasoning::{self, Reasoning};
use crate::LlmError;
use crate::http::{Frame, HttpFailure};
use crate::provider::{ModelRequest, ReplyReader};
use crate::reply_builder::{broken_off_error, empty_reply, shown, unreadable};

/// Stop reasons that mean the output limit was hit.
const LENGTH: [&str; 5] = [
    "length",
    "model_length",
    "max_tokens",
    "max_output_tokens",
    "MAX_TOKENS",
];

type OnDelta<'a> = &'a mut (dyn FnMut(Delta) + Send);

pub(super) struct ChatReader {
    provider: String,
    model: String,
    parts: ReplyParts,
    reasoning: Reasoning,
    refused: bool,
    /// The number of the choice that counts.
    choice: Option<u64>,
    finish: Option<String>,
    /// Whether the server has sent the end marker.
    ended: bool,
    usage: Option<Usage>,
    answered_by: Option<String>,
}

impl ReplyReader for ChatReader {
    fn read(&mut self, frame: Frame, on_delta: OnDelta<'_>) -> Result<ControlFlow<()>, LlmError> {
        let (text, whole) = match &frame {
            Frame::Event { data, .. } | Frame::Line(data) => (data.trim(), false),
            Frame::Whole(body) => (body.trim(), true),
        };
        if text == "[DONE]" {
            self.ended = true;
            return Ok(ControlFlow::Break(()));
        }
        if text.is_empty() {
            return if whole {
                Err(self.unreadable("it is empty"))
            } else {
                Ok(ControlFlow::Continue(()))
            };
        }
        let chunk: Value = match serde_json::from_str(text) {
            Ok(chunk) => chunk,
            // The model is done: only the token count or the end marker was lost.
            Err(_) if self.finish.is_some() => return Ok(ControlFlow::Continue(())),
            Err(error) => return Err(self.invalid_json(text, &error)),
        };
        let named_error = matches!(&frame, Frame::Event { name, .. } if name == "error");
        self.fail_on(&chunk, named_error)?;
        self.note(&chunk);
        let choice = self.first_choice(&chunk);
        if whole && choice.is_null() {
            return Err(self.unreadable(&format!("it contains no answer: {}", shown(text))));
        }
        // Without a choice it is the token count or a keep-alive.
        self.choice(choice, whole, on_delta);
        self.ended |= whole;
        Ok(ControlFlow::Continue(()))
    }

    fn finish(self: Box<Self>) -> Result<ProviderResponse, LlmError> {
        if self.finish.is_none() && !self.ended {
            return Err(broken_off_error(self.provider));
        }
        self.reply()
    }
}

impl ChatReader {
    pub(super) fn new(
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Self, LlmError> {
        Ok(Self {
            provider: model_request.settings.provider.clone(),
            model: model_request.settings.model.clone(),
            parts: ReplyParts::new(model_request, world)?,
            reasoning: Reasoning::default(),
            refused: false,
            choice: None,
            finish: None,
            ended: false,
            usage: None,
            answered_by: None,
        })
    }

    fn fail_on(&self, chunk: &Value, named_error: bool) -> Result<(), LlmError> {
        let in_choice = &chunk["choices"][0]["error"];
        let error = if is_real_error(in_choice) {
            in_choice
        } else if named_error || is_real_error(&chunk["error"]) || chunk["object"] == "error" {
            chunk
        } else {
            return Ok(());
        };
        Err(HttpFailure::in_stream(&self.provider, error).to_error())
    }

    /// Records the model name and the usage: some servers send it separately, some in the last
    /// chunk.
    fn note(&mut self, chunk: &Value) {
        if let Some(usage) = usage(chunk) {
            self.usage = Some(usage);
        }
        if let Some(model) = chunk["model"].as_str().filter(|it| !it.is_empty()) {
            self.answered_by.get_or_insert_with(|| model.to_owned());
        }
    }

    /// The piece of the choice that counts: the one that came first. Asked for several, a server
    /// sends their pieces in turn; mixed, they would be nobody's words.
    fn first_choice<'a>(&mut self, chunk: &'a Value) -> &'a Value {
        let choices = chunk["choices"].as_array().into_iter().flatten();
        let mut numbered = choices.map(|it| (it["index"].as_u64().unwrap_or_default(), it));
        let found = match self.choice {
            Some(first) => numbered.find(|it| it.0 == first),
            None => numbered.next(),
        };
        let Some((index, choice)) = found else {
            return &Value::Null;
        };
        self.choice = Some(index);
        choice
    }

    fn choice(&mut self, choice: &Value, whole: bool, on_delta: OnDelta<'_>) {
        // A few servers send the whole message instead of a delta, or beside an empty one. In a
        // stream the message beside a delta repeats what was sent before.
        let (delta, message) = (&choice["delta"], &choice["message"]);
        let is_message = !delta.is_object() || whole && message.is_object();
        self.message(if is_message { message } else { delta }, on_delta);
        if let Some(reason) = choice["finish_reason"].as_str().filter(|it| !it.is_empty()) {
            // A gateway may report `tool_calls` for a call that the server behind it truncated.
            let behind = choice["native_finish_reason"]
                .as_str()
                .filter(|it| LENGTH.contains(it));
            self.finish = Some(behind.unwrap_or(reason).to_owned());
        }
    }

    fn message(&mut self, message: &Value, on_delta: OnDelta<'_>) {
        if let Some(thought) = self.reasoning.absorb(message) {
            on_delta(Delta::Thinking(thought.to_owned()));
        }
        match &message["content"] {
            Value::String(text) => self.parts.text(text).into_iter().for_each(&mut *on_delta),
            Value::Array(pieces) => pieces.iter().for_each(|it| self.content(it, on_delta)),
            _ => {}
        }
        if let Some(refusal) = message["refusal"].as_str().filter(|it| !it.is_empty()) {
            self.refused = true;
            self.parts
                .text(refusal)
                .into_iter()
                .for_each(&mut *on_delta);
        }
        message["images"]
            .as_array()
            .into_iter()
            .flatten()
            .for_each(|it| self.parts.image(it));
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            self.parts.call(call).into_iter().for_each(&mut *on_delta);
        }
    }

    /// One element of a content that is a list.
    fn content(&mut self, piece: &Value, on_delta: OnDelta<'_>) {
        match piece["type"].as_str() {
            Some("image_url") => self.parts.image(piece),
            Some("thinking") => {
                let thoughts = piece["thinking"].as_array().into_iter().flatten();
                let words = thoughts.filter_map(|it| it["text"].as_str());
                words.for_each(|it| on_delta(Delta::Thinking(it.to_owned())));
            }
            _ => {
                let text = piece["text"].as_str().unwrap_or_default();
                self.parts.text(text).into_iter().for_each(on_delta);
            }
        }
    }

    fn reply(mut self) -> Result<ProviderResponse, LlmError> {
        let stop = self.stop()?;
        match stop {
            // A truncated call of a filtered reply must not be acted upon.
            StopReason::Refusal => self.parts.drop_calls(),
            StopReason::Length => self.parts.drop_nameless_calls(),
            StopReason::End | StopReason::ToolCalls => {}
        }
        let segments = self.parts.into_segments(&self.provider, &self.model);
        let mut segments =
            segments.ok_or_else(|| unreadable(&self.provider, "a tool call in it has no name"))?;
        if segments.is_empty() && stop != StopReason::Length {
            return Err(empty_reply(self.provider, stop));
        }
        if let Some(fields) = self.reasoning.into_state() {
            attach(&mut segments, fields, &self.provider, &self.model);
        }
        let metadata = ReplyMetadata {
            model: self.answered_by.or(Some(self.model)),
            stop: Some(stop),
            usage: self.usage,
            latency_ms: None,
        };
        Ok(ProviderResponse { segments, metadata })
    }

    fn stop(&self) -> Result<StopReason, LlmError> {
        match self.finish.as_deref() {
            Some(reason) if LENGTH.contains(&reason) => Ok(StopReason::Length),
            Some("content_filter") => Ok(StopReason::Refusal),
            Some(reason @ ("error" | "insufficient_system_resource")) => {
                Err(LlmError::Overloaded {
                    provider: self.provider.clone(),
                    status: 0,
                    message: format!("it stopped in the middle ({reason})"),
                })
            }
            _ if self.refused => Ok(StopReason::Refusal),
            _ if self.parts.end_in_a_cut_call() => Ok(StopReason::Length),
            _ if self.parts.has_calls() => Ok(StopReason::ToolCalls),
            _ => Ok(StopReason::End),
        }
    }

    fn invalid_json(&self, text: &str, error: &serde_json::Error) -> LlmError {
        if error.is_eof() {
            return broken_off_error(self.provider.clone());
        }
        self.unreadable(&format!("it is not JSON ({error}): {}", shown(text)))
    }

    fn unreadable(&self, message: &str) -> LlmError {
        unreadable(&self.provider, message)
    }
}

/// Attaches the reasoning to the reply's first segment, or to an empty one if there is none.
fn attach(
    segments: &mut Vec<ContentSegment>,
    mut fields: Map<String, Value>,
    provider: &str,
    model: &str,
) {
    if segments.is_empty() {
        segments.push(ContentSegment::text(""));
    }
    let first = &mut segments[0];
    if let Some(Value::Object(known)) = first.provider_state.take().map(|it| it.value) {
        fields.extend(known);
    }
    first.provider_state = Some(reasoning::state(fields, provider, model));
}

fn usage(chunk: &Value) -> Option<Usage> {
    let places = [&chunk["usage"], &chunk["x_groq"]["usage"]];
    let usage = places.into_iter().find(|it| it.is_object())?;
    let count = |pointer: &str| usage.pointer(pointer).and_then(Value::as_u64);
    let cached = count("/prompt_tokens_details/cached_tokens");
    Some(Usage {
        input_tokens: count("/prompt_tokens").unwrap_or_default(),
        output_tokens: count("/completion_tokens").unwrap_or_default(),
        cached_tokens: cached
            .or_else(|| count("/prompt_cache_hit_tokens"))
            .unwrap_or_default(),
    })
}

/// Some servers send an empty error with every chunk.
fn is_real_error(error: &Value) -> bool {
    !matches!(error, Value::Null) && *error != "" && *error != json!({})
}
