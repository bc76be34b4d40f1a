//! Decodes a Messages reply, streamed or whole, into segments. Reasoning and the results of the
//! server's own tools are kept verbatim before the segment that follows them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use model::World;
use model::conversation::{Delta, ProviderResponse, StopReason, Usage};
use serde_json::{Value, json};

use super::request::WIRE;
use crate::LlmError;
use crate::http::{Frame, HttpFailure};
use crate::provider::{ModelRequest, ReplyReader};
use crate::reply_builder::{ReplyBuilder, broken_off_error, json_of, shown, text_of, unreadable};

type OnDelta<'a> = &'a mut (dyn FnMut(Delta) + Send);

pub(super) struct MessageReader {
    provider: String,
    reply_builder: ReplyBuilder,
    open: BTreeMap<u64, Block>,
    input: Input,
    output_tokens: u64,
    stop: Option<String>,
    ended: bool,
}

/// Input tokens; the server counts cached ones separately.
#[derive(Default)]
struct Input {
    uncached: u64,
    read: u64,
    written: u64,
}

/// A block that is not complete yet.
enum Block {
    Text(usize),
    Call(usize),
    /// Kept verbatim, together with the fragments of its input if it has one.
    Opaque {
        block: Value,
        input: String,
    },
}

impl ReplyReader for MessageReader {
    fn read(&mut self, frame: Frame, on_delta: OnDelta<'_>) -> Result<ControlFlow<()>, LlmError> {
        let text = text_of(&frame);
        if text.is_empty() && !matches!(frame, Frame::Whole(_)) {
            return Ok(ControlFlow::Continue(()));
        }
        let event = match json_of(&self.provider, text) {
            Ok(event) => event,
            // The model is done: only closing events were lost.
            Err(_) if self.stop.is_some() => return Ok(ControlFlow::Continue(())),
            Err(error) => return Err(error),
        };
        match event["type"].as_str().unwrap_or_default() {
            "error" => return Err(HttpFailure::in_stream(&self.provider, &event).to_error()),
            "message" => self.whole(&event, on_delta),
            "message_start" => self.note(&event["message"]),
            "content_block_start" => {
                self.begin(number(&event), &event["content_block"], on_delta);
            }
            "content_block_delta" => self.delta(number(&event), &event["delta"], on_delta),
            "content_block_stop" => self.end(number(&event)),
            "message_delta" => {
                self.note(&event);
                self.stop(&event["delta"]["stop_reason"]);
            }
            "message_stop" => {
                self.ended = true;
                return Ok(ControlFlow::Break(()));
            }
            _ if !event["error"].is_null() => {
                return Err(HttpFailure::in_stream(&self.provider, &event).to_error());
            }
            _ if matches!(frame, Frame::Whole(_)) => {
                let message = format!("it contains no answer: {}", shown(text));
                return Err(unreadable(&self.provider, &message));
            }
            // Keep-alive events, and events added in the future.
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn finish(mut self: Box<Self>) -> Result<ProviderResponse, LlmError> {
        if self.stop.is_none() {
            return Err(broken_off_error(self.provider));
        }
        // Unclosed blocks: the stream was cut after the model had ended.
        let open: Vec<u64> = self.open.keys().copied().collect();
        open.into_iter().for_each(|it| self.end(it));
        let Input {
            uncached,
            read,
            written,
        } = self.input;
        self.reply_builder.usage = Some(Usage {
            input_tokens: uncached + read + written,
            output_tokens: self.output_tokens,
            cached_tokens: read,
        });
        let stop = match self.stop.as_deref() {
            Some("max_tokens" | "model_context_window_exceeded") => StopReason::Length,
            Some("refusal") => StopReason::Refusal,
            _ => StopReason::End,
        };
        self.reply_builder.finish(stop)
    }
}

impl MessageReader {
    pub(super) fn new(
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Self, LlmError> {
        Ok(Self {
            provider: model_request.settings.provider.clone(),
            reply_builder: ReplyBuilder::new(WIRE, model_request, world)?,
            open: BTreeMap::new(),
            input: Input::default(),
            output_tokens: 0,
            stop: None,
            ended: false,
        })
    }

    fn whole(&mut self, message: &Value, on_delta: OnDelta<'_>) {
        self.note(message);
        for (at, block) in (0..).zip(message["content"].as_array().into_iter().flatten()) {
            self.begin(at, block, &mut *on_delta);
            self.end(at);
        }
        self.stop(&message["stop_reason"]);
        self.ended = true;
    }

    fn stop(&mut self, reason: &Value) {
        if let Some(reason) = reason.as_str() {
            self.stop = Some(reason.to_owned());
        }
    }

    /// Records the model name and the token counts. The counts are totals so far.
    fn note(&mut self, message: &Value) {
        if let Some(model) = message["model"].as_str().filter(|it| !it.is_empty()) {
            self.reply_builder.answered_by = Some(model.to_owned());
        }
        let usage = &message["usage"];
        let set = |field: &str, count: &mut u64| {
            *count = usage[field].as_u64().unwrap_or(*count);
        };
        set("input_tokens", &mut self.input.uncached);
        set("cache_read_input_tokens", &mut self.input.read);
        set("cache_creation_input_tokens", &mut self.input.written);
        set("output_tokens", &mut self.output_tokens);
    }

    fn begin(&mut self, at: u64, block: &Value, on_delta: OnDelta<'_>) {
        let text = |field: &str| block[field].as_str().unwrap_or_default();
        let open = match text("type") {
            "text" => {
                let place = self.reply_builder.begin_text();
                self.reply_builder
                    .text(place, text("text"))
                    .into_iter()
                    .for_each(on_delta);
                Block::Text(place)
            }
            "tool_use" => {
                let (place, began) = self.reply_builder.begin_call(text("id"), text("name"));
                on_delta(began);
                if block["input"].as_object().is_some_and(|it| !it.is_empty()) {
                    self.reply_builder.set_args(place, block["input"].clone());
                }
                Block::Call(place)
            }
            _ => {
                let thought = text("thinking");
                if !thought.is_empty() {
                    on_delta(Delta::Thinking(thought.to_owned()));
                }
                Block::Opaque {
                    block: block.clone(),
                    input: String::new(),
                }
            }
        };
        self.open.insert(at, open);
    }

    fn delta(&mut self, at: u64, delta: &Value, on_delta: OnDelta<'_>) {
        let text = |field: &str| delta[field].as_str().unwrap_or_default();
        match self.open.get_mut(&at) {
            Some(Block::Text(place)) => {
                self.reply_builder
                    .text(*place, text("text"))
                    .into_iter()
                    .for_each(on_delta);
            }
            Some(Block::Call(place)) => self.reply_builder.args(*place, text("partial_json")),
            Some(Block::Opaque { block, input }) => {
                input.push_str(text("partial_json"));
                for field in ["thinking", "signature"] {
                    let more = text(field);
                    if !more.is_empty() {
                        let before = block[field].as_str().unwrap_or_default();
                        block[field] = json!(format!("{before}{more}"));
                    }
                }
                if !text("thinking").is_empty() {
                    on_delta(Delta::Thinking(text("thinking").to_owned()));
                }
            }
            None => {}
        }
    }

    fn end(&mut self, at: u64) {
        if let Some(Block::Opaque { mut block, input }) = self.open.remove(&at) {
            if let Ok(input) = serde_json::from_str::<Value>(&input) {
                block["input"] = input;
            }
            self.reply_builder.hold_state(block);
        }
    }
}

fn number(event: &Value) -> u64 {
    event["index"].as_u64().unwrap_or_default()
}
