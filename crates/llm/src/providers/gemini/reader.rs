//! Decodes a generateContent reply, streamed or whole, into segments. Every piece is a complete
//! reply with a few parts. The stop reason is STOP even for calls, so the parts decide.

use std::ops::ControlFlow;
use std::sync::Arc;

use model::World;
use model::conversation::{Delta, ProviderResponse, StopReason, Usage};
use serde_json::{Value, json};

use super::http_failure;
use super::request::WIRE;
use crate::LlmError;
use crate::http::{Frame, HttpFailure};
use crate::provider::{ModelRequest, ReplyReader};
use crate::reply_builder::{ReplyBuilder, broken_off_error, json_of, shown, text_of, unreadable};

const SIGNATURE: &str = "thoughtSignature";

/// Stop reasons for a call that the server itself could not parse.
const BAD_CALL: [&str; 3] = [
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
];

/// Stop reasons that withhold nothing.
const NORMAL_FINISH: [&str; 4] = ["STOP", "MAX_TOKENS", "FINISH_REASON_UNSPECIFIED", "OTHER"];

type OnDelta<'a> = &'a mut (dyn FnMut(Delta) + Send);

pub(super) struct ContentReader {
    provider: String,
    reply_builder: ReplyBuilder,
    finish: Option<String>,
    /// The first piece as it was sent.
    first: Option<String>,
    /// The server's explanation of the stop reason.
    finish_message: String,
    blocked: Option<String>,
}

impl ReplyReader for ContentReader {
    fn read(&mut self, frame: Frame, on_delta: OnDelta<'_>) -> Result<ControlFlow<()>, LlmError> {
        let text = text_of(&frame);
        let is_whole = matches!(frame, Frame::Whole(_));
        if text.is_empty() && !is_whole || text == "[DONE]" {
            return Ok(ControlFlow::Continue(()));
        }
        // Some gateways send the whole body twice: its calls would be carried out twice.
        if self.finish.is_some() && self.first.as_deref() == Some(text) {
            return Ok(ControlFlow::Break(()));
        }
        self.first.get_or_insert_with(|| text.to_owned());
        let reply = match json_of(&self.provider, text) {
            Ok(reply) => reply,
            Err(_) if self.finish.is_some() => return Ok(ControlFlow::Continue(())),
            Err(error) => return Err(error),
        };
        // Without `alt=sse` a stream is one list of replies.
        let replies = match &reply {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        for reply in replies {
            self.piece(reply, on_delta)?;
        }
        if is_whole
            && self.finish.is_none()
            && self.blocked.is_none()
            && self.reply_builder.is_empty()
        {
            let message = format!("it contains no answer: {}", shown(text));
            return Err(unreadable(&self.provider, &message));
        }
        if is_whole {
            self.finish.get_or_insert_with(|| "STOP".into());
        }
        Ok(ControlFlow::Continue(()))
    }

    fn finish(self: Box<Self>) -> Result<ProviderResponse, LlmError> {
        let provider = self.provider;
        if let Some(reason) = self.blocked {
            return Err(LlmError::Refused {
                provider,
                message: format!("it does not answer such a question ({reason})"),
            });
        }
        let reason_text = match self.finish_message.as_str() {
            "" => String::new(),
            message => format!(": {message}"),
        };
        match self.finish.as_deref() {
            None => Err(broken_off_error(provider)),
            Some(reason) if BAD_CALL.contains(&reason) => Err(LlmError::BadToolCall {
                provider,
                message: format!("{reason}{reason_text}"),
            }),
            Some("MISSING_THOUGHT_SIGNATURE") => Err(LlmError::BadRequest {
                provider,
                status: 0,
                message: format!(
                    "the model misses the signature of an earlier thought{reason_text}"
                ),
            }),
            Some("MAX_TOKENS") => self.reply_builder.finish(StopReason::Length),
            Some(reason) if NORMAL_FINISH.contains(&reason) => {
                self.reply_builder.finish(StopReason::End)
            }
            Some(reason) => {
                let withheld = self.reply_builder.finish(StopReason::Refusal);
                withheld.map_err(|error| match error {
                    LlmError::Refused { provider, .. } => LlmError::Refused {
                        provider,
                        message: format!("its filter withholds the reply ({reason}){reason_text}"),
                    },
                    other => other,
                })
            }
        }
    }
}

impl ContentReader {
    pub(super) fn new(
        model_request: &ModelRequest<'_>,
        world: Arc<dyn World>,
    ) -> Result<Self, LlmError> {
        Ok(Self {
            provider: model_request.settings.provider.clone(),
            reply_builder: ReplyBuilder::new(WIRE, model_request, world)?,
            finish: None,
            first: None,
            finish_message: String::new(),
            blocked: None,
        })
    }

    fn piece(&mut self, reply: &Value, on_delta: OnDelta<'_>) -> Result<(), LlmError> {
        if reply["error"].is_object() {
            return Err(http_failure::to_error(&HttpFailure::in_stream(
                &self.provider,
                reply,
            )));
        }
        if let Some(model) = reply["modelVersion"].as_str() {
            self.reply_builder.answered_by = Some(model.to_owned());
        }
        if let Some(usage) = usage(&reply["usageMetadata"]) {
            self.reply_builder.usage = Some(usage);
        }
        if let Some(reason) = reply["promptFeedback"]["blockReason"].as_str() {
            self.blocked = Some(reason.to_owned());
        }
        // Asked for several candidates, a server sends their pieces in turn: only the first counts.
        let mut candidates = reply["candidates"].as_array().into_iter().flatten();
        let is_first = |it: &&Value| it["index"].as_u64().unwrap_or_default() == 0;
        let candidate = candidates.find(is_first).unwrap_or(&Value::Null);
        for part in candidate["content"]["parts"]
            .as_array()
            .into_iter()
            .flatten()
        {
            self.part(part, on_delta);
        }
        if let Some(reason) = candidate["finishReason"].as_str() {
            self.finish = Some(reason.to_owned());
            self.finish_message = candidate["finishMessage"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
        }
        Ok(())
    }

    fn part(&mut self, part: &Value, on_delta: OnDelta<'_>) {
        let text = part["text"].as_str();
        if part["thought"] == true {
            // A summary for people; what the model wants back is the signature in another part.
            let thought = text.filter(|it| !it.is_empty()).map(str::to_owned);
            thought.map(Delta::Thinking).into_iter().for_each(on_delta);
            return;
        }
        let signature = part[SIGNATURE].as_str();
        let place = if let Some(text) = text {
            // A part with a signature must not be merged with one that has none.
            let open = self
                .reply_builder
                .open_text()
                .filter(|_| signature.is_none());
            let place = open.unwrap_or_else(|| self.reply_builder.begin_text());
            self.reply_builder
                .text(place, text)
                .into_iter()
                .for_each(on_delta);
            place
        } else if part["functionCall"].is_object() {
            let call = &part["functionCall"];
            let field = |name: &str| call[name].as_str().unwrap_or_default();
            let (place, began) = self.reply_builder.begin_call(field("id"), field("name"));
            on_delta(began);
            self.reply_builder.set_args(place, call["args"].clone());
            place
        } else if let Some(data) = part["inlineData"]["data"].as_str() {
            let mime_type = part["inlineData"]["mimeType"].as_str().unwrap_or("image/*");
            self.reply_builder.image(data, mime_type)
        } else {
            // The results of the server's own tools: not shown, but wanted back.
            return self.reply_builder.hold_state(part.clone());
        };
        if let Some(signature) = signature {
            self.reply_builder
                .own(place, json!({ SIGNATURE: signature }));
        }
    }
}

/// The counts are totals so far. Reasoning is counted separately from the text.
fn usage(usage: &Value) -> Option<Usage> {
    let count = |field: &str| usage[field].as_u64().unwrap_or_default();
    usage.is_object().then(|| Usage {
        input_tokens: count("promptTokenCount") + count("toolUsePromptTokenCount"),
        output_tokens: count("candidatesTokenCount") + count("thoughtsTokenCount"),
        cached_tokens: count("cachedContentTokenCount"),
    })
}
