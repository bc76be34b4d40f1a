//! Decodes a chat reply, line by line or whole, into segments. At its end the server reports how
//! much of the prompt it read: far less than was sent means that it silently truncated the prompt.

use std::ops::ControlFlow;
use std::sync::Arc;

use model::World;
use model::conversation::{Delta, ProviderResponse, StopReason, Usage};
use serde_json::{Value, json};

use super::request::{WIRE, messages};
use crate::LlmError;
use crate::http::{Frame, HttpFailure};
use crate::provider::{ModelRequest, ReplyReader};
use crate::reply_builder::{ReplyBuilder, broken_off_error, json_of, shown, text_of, unreadable};

/// The number of bytes per token that no tokenizer exceeds; ordinary ones have three or four.
const MAX_BYTES_PER_TOKEN: usize = 10;

type OnDelta<'a> = &'a mut (dyn FnMut(Delta) + Send);

pub(super) struct ChatReader {
    provider: String,
    reply_builder: ReplyBuilder,
    thinking: String,
    /// The size of the text that was sent, in bytes.
    sent_bytes: usize,
    context_tokens: u64,
    done: Option<String>,
}

impl ReplyReader for ChatReader {
    fn read(&mut self, frame: Frame, on_delta: OnDelta<'_>) -> Result<ControlFlow<()>, LlmError> {
        let text = text_of(&frame);
        let is_whole = matches!(frame, Frame::Whole(_));
        if text.is_empty() && !is_whole {
            return Ok(ControlFlow::Continue(()));
        }
        // A proxy may have lost the content type; the lines are the same.
        let is_lines = is_whole && text.contains("}\n");
        if is_lines && serde_json::from_str::<Value>(text).is_err() {
            for line in text.lines().filter(|it| !it.trim().is_empty()) {
                self.line(line, false, on_delta)?;
            }
        } else {
            self.line(text, is_whole, on_delta)?;
        }
        if self.done.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn finish(mut self: Box<Self>) -> Result<ProviderResponse, LlmError> {
        let Some(reason) = self.done.take() else {
            return Err(broken_off_error(self.provider));
        };
        if let Some(error) = self.cut_prompt() {
            return Err(error);
        }
        self.close_thinking();
        match reason.as_str() {
            "length" => self.reply_builder.finish(StopReason::Length),
            _ => self.reply_builder.finish(StopReason::End),
        }
    }
}

impl ChatReader {
    pub(super) fn new(
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Self, LlmError> {
        let messages = messages(model_request.payload, model_request.settings);
        let words = messages.iter().filter_map(|it| it["content"].as_str());
        Ok(Self {
            provider: model_request.settings.provider.clone(),
            reply_builder: ReplyBuilder::new(WIRE, model_request, world)?,
            thinking: String::new(),
            sent_bytes: words.map(str::len).sum(),
            context_tokens: model_request.settings.limits.context_tokens,
            done: None,
        })
    }

    fn line(&mut self, text: &str, whole: bool, on_delta: OnDelta<'_>) -> Result<(), LlmError> {
        let line = json_of(&self.provider, text)?;
        if !line["error"].is_null() {
            return Err(HttpFailure::in_stream(&self.provider, &line).to_error());
        }
        if !line["message"].is_object() && line["done"] != true {
            if whole {
                let message = format!("it contains no answer: {}", shown(text));
                return Err(unreadable(&self.provider, &message));
            }
            return Ok(());
        }
        if let Some(model) = line["model"].as_str() {
            self.reply_builder.answered_by = Some(model.to_owned());
        }
        self.message(&line["message"], on_delta);
        if line["done"] == true {
            self.done = Some(line["done_reason"].as_str().unwrap_or("stop").to_owned());
            let count = |field: &str| line[field].as_u64();
            if let Some(input_tokens) = count("prompt_eval_count") {
                self.reply_builder.usage = Some(Usage {
                    input_tokens,
                    output_tokens: count("eval_count").unwrap_or_default(),
                    cached_tokens: 0,
                });
            }
        }
        Ok(())
    }

    fn message(&mut self, message: &Value, on_delta: OnDelta<'_>) {
        let text = |field: &str| message[field].as_str().unwrap_or_default();
        if !text("thinking").is_empty() {
            self.thinking.push_str(text("thinking"));
            on_delta(Delta::Thinking(text("thinking").to_owned()));
        }
        if !text("content").is_empty() {
            self.close_thinking();
            let open = self.reply_builder.open_text();
            let place = open.unwrap_or_else(|| self.reply_builder.begin_text());
            let delta = self.reply_builder.text(place, text("content"));
            delta.into_iter().for_each(&mut *on_delta);
        }
        for picture in message["images"].as_array().into_iter().flatten() {
            if let Some(data) = picture.as_str() {
                self.reply_builder.image(data, "image/png");
            }
        }
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            self.close_thinking();
            let id = call["id"].as_str().unwrap_or_default();
            let name = call["function"]["name"].as_str().unwrap_or_default();
            let (place, began) = self.reply_builder.begin_call(id, name);
            on_delta(began);
            self.reply_builder
                .set_args(place, call["function"]["arguments"].clone());
        }
    }

    fn close_thinking(&mut self) {
        if !self.thinking.is_empty() {
            let thinking = std::mem::take(&mut self.thinking);
            self.reply_builder.hold_state(json!(thinking));
        }
    }

    /// An error if the server read only part of the prompt.
    fn cut_prompt(&self) -> Option<LlmError> {
        let read = self.reply_builder.usage?.input_tokens;
        let least = u64::try_from(self.sent_bytes / MAX_BYTES_PER_TOKEN).unwrap_or(u64::MAX);
        let full = read >= self.context_tokens;
        (read < least || full).then(|| LlmError::TooLong {
            provider: self.provider.clone(),
            message: format!(
                "it read {read} tokens of the prompt and left the rest out without a word; give \
                 the model a longer context (now {} tokens)",
                self.context_tokens
            ),
        })
    }
}
