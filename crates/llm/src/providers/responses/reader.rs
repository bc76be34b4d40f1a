//! Decodes a Responses reply, streamed or whole, into segments: one for each item with content.
//! Reasoning is kept verbatim before the item that follows it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use model::World;
use model::conversation::{Delta, ProviderResponse, StopReason, Usage};
use serde_json::{Map, Value};

use super::request::WIRE;
use crate::LlmError;
use crate::http::{Frame, HttpFailure};
use crate::provider::{ModelRequest, ReplyReader};
use crate::reply_builder::{ReplyBuilder, broken_off_error, json_of, shown, text_of, unreadable};

type OnDelta<'a> = &'a mut (dyn FnMut(Delta) + Send);

pub(super) struct ResponseReader {
    provider: String,
    reply_builder: ReplyBuilder,
    /// The segments of started items, and how much of each was streamed.
    open: BTreeMap<u64, Open>,
    refused: bool,
    end: Option<StopReason>,
}

struct Open {
    place: usize,
    is_call: bool,
    /// Whether anything was streamed; otherwise the content is taken from the complete item.
    came: bool,
}

impl ReplyReader for ResponseReader {
    fn read(&mut self, frame: Frame, on_delta: OnDelta<'_>) -> Result<ControlFlow<()>, LlmError> {
        let text = text_of(&frame);
        let is_whole = matches!(frame, Frame::Whole(_));
        if text == "[DONE]" || text.is_empty() && !is_whole {
            return Ok(ControlFlow::Continue(()));
        }
        let event = json_of(&self.provider, text)?;
        if is_whole {
            return self.whole(&event, text, on_delta);
        }
        let at = event["output_index"].as_u64().unwrap_or_default();
        let words = event["delta"].as_str().unwrap_or_default();
        match event["type"].as_str().unwrap_or_default() {
            "error" | "response.error" => return Err(self.failure(&event)),
            "response.output_item.added" => self.begin(at, &event["item"], on_delta),
            "response.output_text.delta" => self.words(at, words, on_delta),
            "response.refusal.delta" => {
                self.refused = true;
                self.words(at, words, on_delta);
            }
            "response.function_call_arguments.delta" => {
                if let Some(open) = self.open.get_mut(&at).filter(|it| it.is_call) {
                    open.came = true;
                    self.reply_builder.args(open.place, words);
                }
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                on_delta(Delta::Thinking(words.to_owned()));
            }
            "response.output_item.done" => self.done(at, &event["item"], on_delta),
            "response.completed" | "response.incomplete" | "response.failed" => {
                self.close(&event["response"], on_delta)?;
                return Ok(ControlFlow::Break(()));
            }
            _ if event["error"].is_object() => return Err(self.failure(&event)),
            // Progress events, and events added in the future.
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn finish(self: Box<Self>) -> Result<ProviderResponse, LlmError> {
        let Some(end) = self.end else {
            return Err(broken_off_error(self.provider));
        };
        let refused = self.refused && end == StopReason::End;
        self.reply_builder
            .finish(if refused { StopReason::Refusal } else { end })
    }
}

impl ResponseReader {
    pub(super) fn new(
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Self, LlmError> {
        Ok(Self {
            provider: model_request.settings.provider.clone(),
            reply_builder: ReplyBuilder::new(WIRE, model_request, world)?,
            open: BTreeMap::new(),
            refused: false,
            end: None,
        })
    }

    fn whole(
        &mut self,
        response: &Value,
        text: &str,
        on_delta: OnDelta<'_>,
    ) -> Result<ControlFlow<()>, LlmError> {
        if response["error"].is_object() {
            return Err(self.failure(response));
        }
        if !response["output"].is_array() {
            let message = format!("it contains no answer: {}", shown(text));
            return Err(unreadable(&self.provider, &message));
        }
        self.close(response, on_delta)?;
        Ok(ControlFlow::Break(()))
    }

    fn failure(&self, event: &Value) -> LlmError {
        HttpFailure::in_stream(&self.provider, event).to_error()
    }

    fn begin(&mut self, at: u64, item: &Value, on_delta: OnDelta<'_>) {
        let field = |name: &str| item[name].as_str().unwrap_or_default();
        let (place, is_call) = match field("type") {
            "message" => (self.reply_builder.begin_text(), false),
            "function_call" => {
                let (place, began) = self
                    .reply_builder
                    .begin_call(field("call_id"), field("name"));
                on_delta(began);
                (place, true)
            }
            _ => return,
        };
        self.open.insert(
            at,
            Open {
                place,
                is_call,
                came: false,
            },
        );
    }

    fn words(&mut self, at: u64, words: &str, on_delta: OnDelta<'_>) {
        if let Some(open) = self.open.get_mut(&at).filter(|it| !it.is_call) {
            open.came = true;
            let delta = self.reply_builder.text(open.place, words);
            delta.into_iter().for_each(on_delta);
        }
    }

    /// Handles a complete item: adds what was not streamed, and keeps the state it wants back.
    fn done(&mut self, at: u64, item: &Value, on_delta: OnDelta<'_>) {
        let kind = item["type"].as_str().unwrap_or_default();
        if !matches!(kind, "message" | "function_call") {
            // Reasoning, and the results of the server's own tools.
            if kind == "reasoning" {
                self.reply_builder.hold_state(without_status(item));
            }
            return;
        }
        if !self.open.contains_key(&at) {
            self.begin(at, item, &mut *on_delta);
        }
        let Some(open) = self.open.remove(&at) else {
            return;
        };
        let mut own = Map::new();
        for field in ["id", "phase"] {
            if !item[field].is_null() {
                own.insert(field.into(), item[field].clone());
            }
        }
        if !own.is_empty() {
            self.reply_builder.own(open.place, Value::Object(own));
        }
        if open.is_call {
            // The complete arguments are authoritative.
            if item["arguments"].is_string() {
                self.reply_builder
                    .set_args(open.place, item["arguments"].clone());
            }
            return;
        }
        for piece in item["content"].as_array().into_iter().flatten() {
            self.refused |= piece["type"] == "refusal";
            let text = piece["text"].as_str().or_else(|| piece["refusal"].as_str());
            if let Some(text) = text.filter(|_| !open.came) {
                let delta = self.reply_builder.text(open.place, text);
                delta.into_iter().for_each(&mut *on_delta);
            }
        }
    }

    /// Handles the final state of the response.
    fn close(&mut self, response: &Value, on_delta: OnDelta<'_>) -> Result<(), LlmError> {
        if let Some(model) = response["model"].as_str() {
            self.reply_builder.answered_by = Some(model.to_owned());
        }
        if self.reply_builder.is_empty() {
            let items = response["output"].as_array().into_iter().flatten();
            for (at, item) in (0..).zip(items) {
                for summary in item["summary"].as_array().into_iter().flatten() {
                    let words = summary["text"].as_str().unwrap_or_default();
                    on_delta(Delta::Thinking(words.to_owned()));
                }
                self.done(at, item, &mut *on_delta);
            }
        }
        self.reply_builder.usage = usage(&response["usage"]).or(self.reply_builder.usage);
        let reason = response["incomplete_details"]["reason"].as_str();
        self.end = Some(match (response["status"].as_str(), reason) {
            (Some("failed"), _) => return Err(self.failure(response)),
            (Some("cancelled"), _) => {
                return Err(LlmError::Overloaded {
                    provider: self.provider.clone(),
                    status: 0,
                    message: "it stopped in the middle (cancelled)".into(),
                });
            }
            (_, Some("content_filter")) => StopReason::Refusal,
            (Some("incomplete"), _) | (_, Some(_)) => StopReason::Length,
            _ => StopReason::End,
        });
        Ok(())
    }
}

/// An item without its status, which must not be sent back.
fn without_status(item: &Value) -> Value {
    let mut item = item.clone();
    if let Value::Object(fields) = &mut item {
        fields.shift_remove("status");
    }
    item
}

fn usage(usage: &Value) -> Option<Usage> {
    let count = |pointer: &str| {
        let count = usage.pointer(pointer).and_then(Value::as_u64);
        count.unwrap_or_default()
    };
    usage.is_object().then(|| Usage {
        input_tokens: count("/input_tokens"),
        output_tokens: count("/output_tokens"),
        cached_tokens: count("/input_tokens_details/cached_tokens"),
    })
}
