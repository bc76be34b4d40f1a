//! Encodes a payload as the body of a Chat Completions request.

use model::conversation::{Content, ContentSegment, Payload, ToolDefinition};
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::reasoning;
use crate::LlmError;
use crate::dialect::{SchemaDialect, ToolNames};
use crate::history::{HistoryEntry, normalized, object_args};
use crate::http::HttpRequest;
use crate::layout::PayloadLayout;
use crate::provider::{ModelRequest, ModelSettings, bearer};

/// The longest function description that all models accept.
const DESCRIPTION_CHARS: usize = 1024;

pub(super) fn request(model_request: &ModelRequest<'_>) -> Result<HttpRequest, LlmError> {
    ToolNames::of(model_request.tools)?;
    Ok(HttpRequest {
        method: Method::POST,
        url: model_request.settings.url("/chat/completions"),
        headers: bearer(model_request.settings)?,
        body: body(model_request),
    })
}

fn body(model_request: &ModelRequest<'_>) -> Value {
    let settings = model_request.settings;
    let mut body = Map::new();
    body.insert("model".into(), json!(settings.model));
    body.insert(
        "messages".into(),
        Value::Array(messages(model_request.payload, settings)),
    );
    if !model_request.tools.is_empty() {
        body.insert(
            "tools".into(),
            model_request.tools.iter().map(tool).collect(),
        );
    }
    body.insert("stream".into(), json!(settings.stream));
    if settings.stream {
        body.insert("stream_options".into(), json!({ "include_usage": true }));
    }
    body.insert(
        settings.max_tokens_field.clone(),
        json!(settings.limits.output_tokens),
    );
    if let Some(key) = model_request
        .payload
        .conversation
        .as_ref()
        .filter(|_| settings.cache_key)
    {
        body.insert("prompt_cache_key".into(), json!(key));
    }
    settings.merge_extra(&mut body);
    Value::Object(body)
}

fn tool(tool: &ToolDefinition) -> Value {
    let description: String = tool.description.chars().take(DESCRIPTION_CHARS).collect();
    json!({ "type": "function", "function": {
        "name": ToolNames::wire(&tool.name),
        "description": description,
        "parameters": SchemaDialect::OpenAi.schema(&tool.parameters),
    }})
}

fn messages(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let layout = PayloadLayout::of(payload, settings);
    let mut messages = Vec::new();
    let opening = layout.head_text();
    if !opening.is_empty() {
        // One message: many servers reject a second system message.
        messages.push(json!({ "role": "system", "content": opening }));
    }
    // Results can only be text in this API: their images follow after all results.
    let mut shown = Vec::new();
    for line in normalized(&payload.messages) {
        if !matches!(line, HistoryEntry::Result { .. }) && !shown.is_empty() {
            messages.push(result_media_message(&mut shown));
        }
        messages.push(match line {
            HistoryEntry::User { text, media } => {
                json!({ "role": "user", "content": user(text, &media) })
            }
            HistoryEntry::Assistant { segments, ids } => assistant(&segments, &ids, settings),
            HistoryEntry::Result {
                id, content, media, ..
            } => {
                shown.extend(media);
                json!({
                    "role": "tool",
                    "tool_call_id": settings.call_ids.wire(&id),
                    "content": content,
                })
            }
        });
    }
    if !shown.is_empty() {
        messages.push(result_media_message(&mut shown));
    }
    let closing = layout.tail_text();
    messages.extend(closing.map(|it| json!({ "role": "system", "content": it })));
    messages
}

fn result_media_message(shown: &mut Vec<&Content>) -> Value {
    let text = "[note from the program] what the tools above show:".to_owned();
    let media = std::mem::take(shown);
    json!({ "role": "user", "content": user(text, &media) })
}

fn user(text: String, media: &[&Content]) -> Value {
    if media.is_empty() {
        return Value::String(text);
    }
    let words = (!text.is_empty()).then(|| json!({ "type": "text", "text": text }));
    let seen = media.iter().map(|it| match it {
        Content::Image { data, mime_type } => {
            json!({ "type": "image_url", "image_url": { "url": image_url(data, mime_type) } })
        }
        // Few servers support audio or video; with most, a request containing audio fails as a
        // whole.
        _ => json!({ "type": "text", "text": "(a sound or film, which cannot be sent)" }),
    });
    words.into_iter().chain(seen).collect()
}

fn image_url(data: &str, mime_type: &str) -> String {
    if data.starts_with("http://") || data.starts_with("https://") || data.starts_with("data:") {
        return data.to_owned();
    }
    format!("data:{mime_type};base64,{data}")
}

fn assistant(segments: &[ContentSegment], ids: &[String], settings: &ModelSettings) -> Value {
    let mut message = Map::from_iter([("role".to_owned(), json!("assistant"))]);
    let mut text = String::new();
    let mut calls = Vec::new();
    let mut ids = ids.iter();
    for segment in segments {
        let state = reasoning::state_for(segment, settings);
        match &segment.content {
            Content::Text { text: more } => text.push_str(more),
            Content::ToolCall { tool_call } => {
                let mut call = json!({
                    "id": ids.next().map(|id| settings.call_ids.wire(id)),
                    "type": "function",
                    "function": {
                        "name": ToolNames::wire(&tool_call.name),
                        "arguments": object_args(&tool_call.args).to_string(),
                    },
                });
                if let Some(extra) = state.and_then(|it| it.get(reasoning::CALL_EXTRA)) {
                    call[reasoning::CALL_EXTRA] = extra.clone();
                }
                calls.push(call);
            }
            Content::Image { .. } => text.push_str("(a picture)"),
            Content::Audio { .. } | Content::Video { .. } | Content::Ui { .. } => {}
        }
        let of_message = state
            .into_iter()
            .flatten()
            .filter(|(it, _)| *it != reasoning::CALL_EXTRA);
        message.extend(of_message.map(|(field, value)| (field.clone(), value.clone())));
    }
    let content = if text.is_empty() && !calls.is_empty() {
        Value::Null
    } else {
        json!(text)
    };
    message.insert("content".into(), content);
    if !calls.is_empty() {
        message.insert("tool_calls".into(), Value::Array(calls));
        if settings.requires_thinking {
            message
                .entry(reasoning::CONTENT)
                .or_insert_with(|| json!(""));
        }
    }
    Value::Object(message)
}
