//! Encodes a payload as the body of a generateContent request.

use model::conversation::{Content, ContentSegment, Payload, ToolDefinition};
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::KEY;
use crate::dialect::{SchemaDialect, ToolNames};
use crate::history::{HistoryEntry, normalized, object_args};
use crate::http::HttpRequest;
use crate::layout::PayloadLayout;
use crate::media::{MediaSource, unsupported_note};
use crate::provider::{ModelRequest, ModelSettings, key_in};
use crate::reply_builder::ReturnedState;
use crate::{ConfigError, LlmError};

pub(super) const WIRE: &str = "gemini";

/// Inserted if a history starts in the middle: the first message must be the user's.
const OMITTED_NOTE: &str = "[note from the program] what was said before is left out";

/// What the API accepts in place of a signature: some of its models reject a call without one, and
/// calls made by other models have none.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

pub(super) fn request(model_request: &ModelRequest<'_>) -> Result<HttpRequest, LlmError> {
    ToolNames::of(model_request.tools)?;
    let settings = model_request.settings;
    let method = if settings.stream {
        "streamGenerateContent?alt=sse"
    } else {
        "generateContent"
    };
    Ok(HttpRequest {
        method: Method::POST,
        url: address(settings, method)?,
        headers: key_in(settings, KEY)?,
        body: body(model_request),
    })
}

/// The URL of a model's method. The model id is part of it, so an id that would change the path is
/// rejected.
pub(crate) fn address(settings: &ModelSettings, method: &str) -> Result<String, LlmError> {
    let id = settings.model.as_str();
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./@".contains(it);
    if !id.chars().all(plain) || id.split('/').any(|it| it.is_empty() || it.starts_with('.')) {
        return Err(ConfigError::ModelMisspelled {
            name: id.to_owned(),
        }
        .into());
    }
    let folder = if id.contains('/') { "" } else { "models/" };
    Ok(settings.url(&format!("/{folder}{id}:{method}")))
}

fn body(model_request: &ModelRequest<'_>) -> Value {
    let settings = model_request.settings;
    let payload = model_request.payload;
    let mut body = Map::new();
    let layout = PayloadLayout::of(payload, settings);
    // This API has only one place for the system prompt, before the conversation.
    let system = layout.head_parts().chain(layout.tail.iter().copied());
    let system: Vec<Value> = system.map(|it| json!({ "text": it })).collect();
    if !system.is_empty() {
        body.insert("systemInstruction".into(), json!({ "parts": system }));
    }
    if !model_request.tools.is_empty() {
        let declared: Vec<Value> = model_request.tools.iter().map(tool).collect();
        body.insert(
            "tools".into(),
            json!([{ "functionDeclarations": declared }]),
        );
    }
    body.insert("contents".into(), Value::Array(contents(payload, settings)));
    let limit = json!({ "maxOutputTokens": settings.limits.output_tokens });
    body.insert("generationConfig".into(), limit);
    merge_extra(settings, &mut body);
    Value::Object(body)
}

/// Merges the fields of the generation config into it, so that setting a temperature keeps the
/// output limit.
fn merge_extra(settings: &ModelSettings, body: &mut Map<String, Value>) {
    let inner = settings
        .extra
        .get("generationConfig")
        .and_then(Value::as_object);
    let kept = body.get("generationConfig").cloned();
    settings.merge_extra(body);
    if let (Some(inner), Some(Value::Object(mut config))) = (inner, kept) {
        config.extend(inner.clone());
        body.insert("generationConfig".into(), Value::Object(config));
    }
}

fn tool(tool: &ToolDefinition) -> Value {
    let mut declared = json!({
        "name": ToolNames::wire(&tool.name),
        "description": tool.description,
    });
    let parameters = SchemaDialect::Gemini.schema(&tool.parameters);
    // An object without properties is rejected; leaving out the parameters is accepted.
    if parameters["properties"]
        .as_object()
        .is_some_and(|it| !it.is_empty())
    {
        declared["parameters"] = parameters;
    }
    declared
}

fn contents(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let mut contents: Vec<Value> = Vec::new();
    for line in normalized(&payload.messages) {
        let (role, parts) = match line {
            HistoryEntry::User { text, media } => ("user", user(&text, &media)),
            HistoryEntry::Assistant { segments, .. } => ("model", model(&segments, settings)),
            HistoryEntry::Result {
                tool,
                content,
                failed,
                media,
                ..
            } => ("user", result(tool, content, failed, &media)),
        };
        if parts.is_empty() {
            continue;
        }
        if contents.is_empty() && role == "model" {
            contents.push(json!({ "role": "user", "parts": [{ "text": OMITTED_NOTE }] }));
        }
        match contents.last_mut() {
            Some(last) if last["role"] == role => {
                if let Some(before) = last["parts"].as_array_mut() {
                    before.extend(parts);
                    // Answers first, in the order of their calls, then their media.
                    before.sort_by_key(|it| it.get("functionResponse").is_none());
                }
            }
            _ => contents.push(json!({ "role": role, "parts": parts })),
        }
    }
    contents
}

fn user(text: &str, media: &[&Content]) -> Vec<Value> {
    let words = (!text.is_empty()).then(|| json!({ "text": text }));
    let seen = media.iter().map(|content| match MediaSource::of(content) {
        Some(MediaSource::Inline { mime_type, data }) if !mime_type.ends_with("/*") => {
            json!({ "inlineData": { "mimeType": mime_type, "data": data } })
        }
        Some(MediaSource::Address(url)) => json!({ "fileData": { "fileUri": url } }),
        _ => json!({ "text": unsupported_note(content) }),
    });
    words.into_iter().chain(seen).collect()
}

/// The answer to a call. Calls have no ids in this API: answers are matched by order.
fn result(tool: &str, content: &str, failed: bool, media: &[&Content]) -> Vec<Value> {
    let key = if failed { "error" } else { "output" };
    let answer: Value = serde_json::from_str(content).unwrap_or_else(|_| json!(content));
    let response = json!({ "name": ToolNames::wire(tool), "response": { key: answer } });
    let mut parts = vec![json!({ "functionResponse": response })];
    parts.extend(user("", media));
    parts
}

fn model(segments: &[ContentSegment], settings: &ModelSettings) -> Vec<Value> {
    let mut parts = Vec::new();
    // Of parallel calls only the first one is signed.
    let mut called = false;
    for segment in segments {
        let kept = ReturnedState::of(segment, WIRE, settings);
        parts.extend(kept.before().cloned());
        let mut part = match &segment.content {
            Content::Text { text } if text.is_empty() && kept.own().is_none() => continue,
            Content::Text { text } => json!({ "text": text }),
            Content::ToolCall { tool_call } => {
                let (name, args) = (
                    ToolNames::wire(&tool_call.name),
                    object_args(&tool_call.args),
                );
                let mut part = json!({ "functionCall": { "name": name, "args": args } });
                if !called {
                    part["thoughtSignature"] = json!(NO_SIGNATURE);
                }
                called = true;
                part
            }
            Content::Image { .. } => json!({ "text": "(a picture)" }),
            Content::Audio { .. } | Content::Video { .. } | Content::Ui { .. } => continue,
        };
        if let (Value::Object(part), Some(Value::Object(own))) = (&mut part, kept.own()) {
            part.extend(own.clone());
        } else if segments
            .iter()
            .any(|it| ReturnedState::of(it, WIRE, settings).own().is_some())
        {
            // Its own model made this turn: its signatures are complete.
            part.as_object_mut()
                .and_then(|it| it.shift_remove("thoughtSignature"));
        }
        parts.push(part);
    }
    parts
}
