//! Encodes a payload as the body of a Messages request.

use model::conversation::{Content, ContentSegment, Payload, ToolDefinition};
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::{headers, takes_sampling};
use crate::LlmError;
use crate::dialect::{SchemaDialect, ToolNames};
use crate::history::{HistoryEntry, normalized, object_args};
use crate::http::HttpRequest;
use crate::layout::PayloadLayout;
use crate::media::{MediaSource, unsupported_note};
use crate::provider::{ModelRequest, ModelSettings};
use crate::reply_builder::ReturnedState;

pub(super) const WIRE: &str = "anthropic";

/// The image formats that the API accepts.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Inserted if a history starts in the middle: the first message must be the user's.
const OMITTED_NOTE: &str = "[note from the program] what was said before is left out";

pub(super) fn request(model_request: &ModelRequest<'_>) -> Result<HttpRequest, LlmError> {
    ToolNames::of(model_request.tools)?;
    Ok(HttpRequest {
        method: Method::POST,
        url: model_request.settings.url("/messages"),
        headers: headers(model_request.settings)?,
        body: body(model_request),
    })
}

fn body(model_request: &ModelRequest<'_>) -> Value {
    let settings = model_request.settings;
    let mut body = Map::new();
    body.insert("model".into(), json!(settings.model));
    body.insert("max_tokens".into(), json!(settings.limits.output_tokens));
    let layout = PayloadLayout::of(model_request.payload, settings);
    let mut messages = messages(model_request.payload, settings);
    // A system message is allowed at the end, after a user message.
    let is_late = messages.last().is_some_and(|it| it["role"] == "user");
    let late = layout.tail_text().filter(|_| is_late);
    let system = system(&layout, late.is_some());
    if !system.is_empty() {
        body.insert("system".into(), Value::Array(system));
    }
    if !model_request.tools.is_empty() {
        let mut tools: Vec<Value> = model_request.tools.iter().map(tool).collect();
        tools.last_mut().into_iter().for_each(mark_cacheable);
        body.insert("tools".into(), Value::Array(tools));
    }
    mark_cache_points(&mut messages, if late.is_some() { 2 } else { 1 });
    messages.extend(late.map(|it| json!({ "role": "system", "content": [text(&it)] })));
    body.insert("messages".into(), Value::Array(messages));
    body.insert("stream".into(), json!(settings.stream));
    settings.merge_extra(&mut body);
    if !takes_sampling(&settings.api_version) {
        for refused in ["temperature", "top_p", "top_k"] {
            body.shift_remove(refused);
        }
    }
    Value::Object(body)
}

/// Marks the end of a stable part, so that the next request reads it from the cache: the tools, the
/// stable part of the system prompt, the conversation so far.
fn mark_cacheable(block: &mut Value) {
    block["cache_control"] = json!({ "type": "ephemeral" });
}

/// Marks the ends of the newest incoming messages. The last mark is where the next request
/// continues; the one before it is where a long sequence of calls started, because the cache lookup
/// only goes back about twenty blocks.
fn mark_cache_points(messages: &mut [Value], count: usize) {
    let came_in = messages.iter_mut().rev().filter(|it| it["role"] == "user");
    for message in came_in.take(count) {
        let blocks = message["content"].as_array_mut();
        blocks
            .and_then(|it| it.last_mut())
            .into_iter()
            .for_each(mark_cacheable);
    }
}

/// Changing parts come after stable ones: a cache matches up to the first difference.
fn system(layout: &PayloadLayout<'_>, is_late: bool) -> Vec<Value> {
    let mut blocks: Vec<Value> = layout.stable.map(text).into_iter().collect();
    blocks.iter_mut().for_each(mark_cacheable);
    blocks.extend(layout.head.iter().map(|it| text(it)));
    if !is_late {
        blocks.extend(layout.tail.iter().map(|it| text(it)));
    }
    blocks
}

fn tool(tool: &ToolDefinition) -> Value {
    json!({
        "name": ToolNames::wire(&tool.name),
        "description": tool.description,
        "input_schema": SchemaDialect::Anthropic.schema(&tool.parameters),
    })
}

fn messages(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let mut messages: Vec<Value> = Vec::new();
    for line in normalized(&payload.messages) {
        let (role, blocks) = match line {
            HistoryEntry::User { text, media } => ("user", user(&text, &media)),
            HistoryEntry::Assistant { segments, ids } => {
                ("assistant", assistant(&segments, &ids, settings))
            }
            HistoryEntry::Result {
                id,
                content,
                failed,
                media,
                ..
            } => (
                "user",
                vec![result(
                    &settings.call_ids.wire(&id),
                    content,
                    failed,
                    &media,
                )],
            ),
        };
        if blocks.is_empty() {
            continue;
        }
        if messages.is_empty() && role == "assistant" {
            messages.push(json!({ "role": "user", "content": [text(OMITTED_NOTE)] }));
        }
        match messages.last_mut() {
            // Results first, then the person's text: all in one message.
            Some(last) if last["role"] == role => {
                if let Some(before) = last["content"].as_array_mut() {
                    before.extend(blocks);
                }
            }
            _ => messages.push(json!({ "role": role, "content": blocks })),
        }
    }
    messages
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

/// Blank text is rejected.
fn words(content: &str) -> Option<Value> {
    (!content.trim().is_empty()).then(|| text(content))
}

fn user(text: &str, media: &[&Content]) -> Vec<Value> {
    let seen = media.iter().map(|it| picture(it));
    words(text).into_iter().chain(seen).collect()
}

fn picture(content: &Content) -> Value {
    let source = match (content, MediaSource::of(content)) {
        (Content::Image { .. }, Some(MediaSource::Address(url))) => {
            json!({ "type": "url", "url": url })
        }
        (Content::Image { .. }, Some(MediaSource::Inline { mime_type, data }))
            if PICTURES.contains(&mime_type) =>
        {
            json!({ "type": "base64", "media_type": mime_type, "data": data })
        }
        _ => return text(unsupported_note(content)),
    };
    json!({ "type": "image", "source": source })
}

fn result(id: &str, content: &str, failed: bool, media: &[&Content]) -> Value {
    let content = match user(content, media) {
        blocks if blocks.is_empty() => vec![text("(nothing)")],
        blocks => blocks,
    };
    let mut block = json!({ "type": "tool_result", "tool_use_id": id, "content": content });
    if failed {
        block["is_error"] = json!(true);
    }
    block
}

fn assistant(segments: &[ContentSegment], ids: &[String], settings: &ModelSettings) -> Vec<Value> {
    let mut blocks = Vec::new();
    let mut ids = ids.iter();
    // The end of the last block that is not just reasoning: a message must not end in reasoning.
    let mut end = 0;
    for segment in segments {
        blocks.extend(ReturnedState::of(segment, WIRE, settings).before().cloned());
        match &segment.content {
            Content::Text { text } => blocks.extend(words(text)),
            Content::ToolCall { tool_call } => blocks.push(json!({
                "type": "tool_use",
                "id": ids.next().map(|id| settings.call_ids.wire(id)),
                "name": ToolNames::wire(&tool_call.name),
                "input": object_args(&tool_call.args),
            })),
            Content::Image { .. } => blocks.push(text("(a picture)")),
            Content::Audio { .. } | Content::Video { .. } | Content::Ui { .. } => {}
        }
        let speaks = |it: &Value| it["type"] == "text" || it["type"] == "tool_use";
        if blocks.last().is_some_and(speaks) {
            end = blocks.len();
        }
    }
    blocks.truncate(end);
    blocks
}
