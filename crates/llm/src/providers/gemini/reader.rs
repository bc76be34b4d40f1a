//! A generateContent reply, streamed or whole, as segments. Every piece is a whole reply of a few
//! parts. Its stated reason says STOP of calls too: what matters is told by the parts.

use std::ops::ControlFlow;
use std::sync::Arc;

use model::World;
use model::talk::{Delta, ProviderResponse, StopReason, Usage};
use serde_json::{Value, json};

use super::fault;
use super::request::WIRE;
use crate::LlmError;
use crate::assembly::{Assembly, broke_off, json_of, shown, text_of, unreadable};
use crate::http::{Fault, Frame};
use crate::provider::{Exchange, Reader};

const SIGNATURE: &str = "thoughtSignature";

/// Reasons that tell of a call which the server itself could not take.
const BAD_CALL: [&str; 3] = [
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
];

/// Reasons that withhold nothing.
const FINE: [&str; 4] = ["STOP", "MAX_TOKENS", "FINISH_REASON_UNSPECIFIED", "OTHER"];

type OnDelta<'a> = &'a mut (dyn FnMut(Delta) + Send);

pub(super) struct ContentReader {
    provider: String,
    assembly: Assembly,
    finish: Option<String>,
    /// What the server adds to the reason.
    told: String,
    blocked: Option<String>,
}

impl Reader for ContentReader {
    fn read(&mut self, frame: Frame, on_delta: OnDelta<'_>) -> Result<ControlFlow<()>, LlmError> {
        let text = text_of(&frame);
        let is_whole = matches!(frame, Frame::Whole(_));
        if text.is_empty() && !is_whole || text == "[DONE]" {
            return Ok(ControlFlow::Continue(()));
        }
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
        if is_whole && self.finish.is_none() && self.blocked.is_none() && self.assembly.is_empty() {
            let message = format!("it holds no answer: {}", shown(text));
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
        let told = match self.told.as_str() {
            "" => String::new(),
            told => format!(": {told}"),
        };
        match self.finish.as_deref() {
            None => Err(broke_off(provider)),
            Some(reason) if BAD_CALL.contains(&reason) => Err(LlmError::BadToolCall {
                provider,
                message: format!("{reason}{told}"),
            }),
            Some("MISSING_THOUGHT_SIGNATURE") => Err(LlmError::BadRequest {
                provider,
                status: 0,
                message: format!("the model misses the signature of an earlier thought{told}"),
            }),
            Some("MAX_TOKENS") => self.assembly.finish(StopReason::Length),
            Some(reason) if FINE.contains(&reason) => self.assembly.finish(StopReason::End),
            Some(reason) => {
                let withheld = self.assembly.finish(StopReason::Refusal);
                withheld.map_err(|error| match error {
                    LlmError::Refused { provider, .. } => LlmError::Refused {
                        provider,
                        message: format!("its filter withholds the reply ({reason}){told}"),
                    },
                    other => other,
                })
            }
        }
    }
}

impl ContentReader {
    pub(super) fn new(exchange: &Exchange<'_>, world: Arc<dyn World>) -> Result<Self, LlmError> {
        Ok(Self {
            provider: exchange.settings.provider.clone(),
            assembly: Assembly::new(WIRE, exchange, world)?,
            finish: None,
            told: String::new(),
            blocked: None,
        })
    }

    fn piece(&mut self, reply: &Value, on_delta: OnDelta<'_>) -> Result<(), LlmError> {
        if reply["error"].is_object() {
            return Err(fault::to_error(&Fault::in_stream(&self.provider, reply)));
        }
        if let Some(model) = reply["modelVersion"].as_str() {
            self.assembly.answered_by = Some(model.to_owned());
        }
        if let Some(usage) = usage(&reply["usageMetadata"]) {
            self.assembly.usage = Some(usage);
        }
        if let Some(reason) = reply["promptFeedback"]["blockReason"].as_str() {
            self.blocked = Some(reason.to_owned());
        }
        let candidate = &reply["candidates"][0];
        for part in candidate["content"]["parts"]
            .as_array()
            .into_iter()
            .flatten()
        {
            self.part(part, on_delta);
        }
        if let Some(reason) = candidate["finishReason"].as_str() {
            self.finish = Some(reason.to_owned());
            self.told = candidate["finishMessage"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
        }
        Ok(())
    }

    fn part(&mut self, part: &Value, on_delta: OnDelta<'_>) {
        let text = part["text"].as_str();
        if part["thought"] == true {
            // A summary for people; what the model wants back is the signature elsewhere.
            let thought = text.filter(|it| !it.is_empty()).map(str::to_owned);
            thought.map(Delta::Thinking).into_iter().for_each(on_delta);
            return;
        }
        let signature = part[SIGNATURE].as_str();
        let place = if let Some(text) = text {
            // A part with a signature is not to be joined with one that has none.
            let open = self.assembly.open_text().filter(|_| signature.is_none());
            let place = open.unwrap_or_else(|| self.assembly.begin_text());
            self.assembly
                .text(place, text)
                .into_iter()
                .for_each(on_delta);
            place
        } else if part["functionCall"].is_object() {
            let call = &part["functionCall"];
            let field = |name: &str| call[name].as_str().unwrap_or_default();
            let (place, began) = self.assembly.begin_call(field("id"), field("name"));
            on_delta(began);
            self.assembly.set_args(place, call["args"].clone());
            place
        } else if let Some(data) = part["inlineData"]["data"].as_str() {
            let mime_type = part["inlineData"]["mimeType"].as_str().unwrap_or("image/*");
            self.assembly.image(data, mime_type)
        } else {
            // What the server's own tools did: not for us, but wanted back.
            return self.assembly.hold(part.clone());
        };
        if let Some(signature) = signature {
            self.assembly.own(place, json!({ SIGNATURE: signature }));
        }
    }
}

/// Counts are of the whole so far. Thinking is counted apart from what is said.
fn usage(usage: &Value) -> Option<Usage> {
    let count = |field: &str| usage[field].as_u64().unwrap_or_default();
    usage.is_object().then(|| Usage {
        input_tokens: count("promptTokenCount") + count("toolUsePromptTokenCount"),
        output_tokens: count("candidatesTokenCount") + count("thoughtsTokenCount"),
        cached_tokens: count("cachedContentTokenCount"),
    })
}
