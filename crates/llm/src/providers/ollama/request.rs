//! Encodes a payload as the body of a chat request.

use model::conversation::{Content, ContentSegment, Payload, ToolDefinition};
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::LlmError;
use crate::dialect::{SchemaDialect, ToolNames};
use crate::history::{HistoryEntry, normalized, object_args};
use crate::http::HttpRequest;
use crate::layout::PayloadLayout;
use crate::media::{MediaSource, unsupported_note};
use crate::provider::{ModelRequest, ModelSettings, bearer};
use crate::reply_builder::ReturnedState;

pub(super) const WIRE: &str = "ollama";

pub(super) fn request(model_request: &ModelRequest<'_>) -> Result<HttpRequest, LlmError> {
    ToolNames::of(model_request.tools)?;
    Ok(HttpRequest {
        method: Method::POST,
        url: model_request.settings.url("/api/chat"),
        headers: bearer(model_request.settings)?,
        body: body(model_request),
    })
}

fn body(model_request: &ModelRequest<'_>) -> Value {
    let settings = model_request.settings;
    let mut body = Map::new();
    body.insert("model".into(), json!(settings.model));
    let messages = messages(model_request.payload, settings);
    body.insert("messages".into(), Value::Array(messages));
    if !model_request.tools.is_empty() {
        body.insert(
            "tools".into(),
            model_request.tools.iter().map(tool).collect(),
        );
    }
    body.insert("stream".into(), json!(settings.stream));
    // Prefer an error to silent truncation; servers that do not know these options ignore them.
    body.insert("truncate".into(), json!(false));
    body.insert("shift".into(), json!(false));
    let options = json!({
        "num_ctx": settings.limits.context_tokens,
        "num_predict": settings.limits.output_tokens,
    });
    body.insert("options".into(), options.clone());
    settings.merge_extra(&mut body);
    // Setting a temperature must not remove the context length.
    if let (Value::Object(mut all), Some(Value::Object(own))) =
        (options, settings.extra.get("options"))
    {
        all.extend(own.clone());
        body.insert("options".into(), Value::Object(all));
    }
    Value::Object(body)
}

fn tool(tool: &ToolDefinition) -> Value {
    json!({ "type": "function", "function": {
        "name": ToolNames::wire(&tool.name),
        "description": tool.description,
        "parameters": SchemaDialect::Ollama.schema(&tool.parameters),
    }})
}

pub(super) fn messages(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let mut messages = Vec::new();
    let layout = PayloadLayout::of(payload, settings);
    let opening = layout.head_text();
    if !opening.is_empty() {
        messages.push(json!({ "role": "system", "content": opening }));
    }
    for line in normalized(&payload.messages) {
        messages.push(match line {
            HistoryEntry::User { text, media } => {
                with_media(json!({ "role": "user" }), &text, &media)
            }
            HistoryEntry::Assistant { segments, ids } => assistant(&segments, &ids, settings),
            HistoryEntry::Result {
                id,
                tool,
                content,
                media,
                ..
            } => {
                let id = settings.call_ids.wire(&id);
                let name = ToolNames::wire(tool);
                let message = json!({ "role": "tool", "tool_name": name, "tool_call_id": id });
                with_media(message, content, &media)
            }
        });
    }
    let closing = layout.tail_text();
    messages.extend(closing.map(|it| json!({ "role": "system", "content": it })));
    messages
}

/// The text and images of a message. Images are sent as base64; image URLs are not fetched.
fn with_media(mut message: Value, own_text: &str, media: &[&Content]) -> Value {
    let mut text = own_text.to_owned();
    let mut pictures = Vec::new();
    for content in media {
        match (content, MediaSource::of(content)) {
            (Content::Image { .. }, Some(MediaSource::Inline { data, .. })) => pictures.push(data),
            _ => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(unsupported_note(content));
            }
        }
    }
    message["content"] = json!(text);
    if !pictures.is_empty() {
        message["images"] = json!(pictures);
    }
    message
}

fn assistant(segments: &[ContentSegment], ids: &[String], settings: &ModelSettings) -> Value {
    let mut text = String::new();
    let mut thinking = String::new();
    let mut calls = Vec::new();
    for segment in segments {
        let before = ReturnedState::of(segment, WIRE, settings).before();
        before
            .filter_map(Value::as_str)
            .for_each(|it| thinking.push_str(it));
        match &segment.content {
            Content::Text { text: more } => text.push_str(more),
            Content::ToolCall { tool_call } => {
                let id = ids.get(calls.len()).map(|id| settings.call_ids.wire(id));
                calls.push(json!({ "id": id, "function": {
                    "index": calls.len(),
                    "name": ToolNames::wire(&tool_call.name),
                    "arguments": object_args(&tool_call.args),
                }}));
            }
            Content::Image { .. } => text.push_str("(a picture)"),
            Content::Audio { .. } | Content::Video { .. } | Content::Ui { .. } => {}
        }
    }
    let mut message = json!({ "role": "assistant", "content": text });
    if !thinking.is_empty() {
        message["thinking"] = json!(thinking);
    }
    if !calls.is_empty() {
        message["tool_calls"] = json!(calls);
    }
    message
}
