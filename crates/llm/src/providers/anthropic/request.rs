//! A payload as the body of a Messages request.

use model::talk::{Content, ContentSegment, Payload, ToolDefinition};
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::{headers, takes_sampling};
use crate::LlmError;
use crate::assembly::Kept;
use crate::dialect::{Dialect, Names};
use crate::history::{Line, lines, object_args};
use crate::layout::Layout;
use crate::media::{Medium, unsent};
use crate::provider::{Exchange, HttpRequest, ModelSettings};

pub(super) const WIRE: &str = "anthropic";

/// What the API takes a picture to be.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Said where a history begins in the middle: a conversation begins with a person.
const EARLIER: &str = "[note from the program] what was said before is left out";

pub(super) fn request(exchange: &Exchange<'_>) -> Result<HttpRequest, LlmError> {
    Names::of(exchange.tools)?;
    Ok(HttpRequest {
        method: Method::POST,
        url: format!("{}/messages", exchange.settings.base_url),
        headers: headers(exchange.settings)?,
        body: body(exchange),
    })
}

fn body(exchange: &Exchange<'_>) -> Value {
    let settings = exchange.settings;
    let mut body = Map::new();
    body.insert("model".into(), json!(settings.model));
    body.insert("max_tokens".into(), json!(settings.limits.output_tokens));
    let layout = Layout::of(exchange.payload, settings);
    let mut messages = messages(exchange.payload, settings);
    // A word of the system's may stand at the end, behind what a person said.
    let is_late = messages.last().is_some_and(|it| it["role"] == "user");
    let late = layout.closing().filter(|_| is_late);
    let system = system(&layout, late.is_some());
    if !system.is_empty() {
        body.insert("system".into(), Value::Array(system));
    }
    if !exchange.tools.is_empty() {
        let mut tools: Vec<Value> = exchange.tools.iter().map(tool).collect();
        tools.last_mut().into_iter().for_each(mark);
        body.insert("tools".into(), Value::Array(tools));
    }
    mark_ends(&mut messages, if late.is_some() { 2 } else { 1 });
    messages.extend(late.map(|it| json!({ "role": "system", "content": [text(&it)] })));
    body.insert("messages".into(), Value::Array(messages));
    body.insert("stream".into(), json!(settings.stream));
    settings.lay_over(&mut body);
    if !takes_sampling(&settings.api_version) {
        for refused in ["temperature", "top_p", "top_k"] {
            body.shift_remove(refused);
        }
    }
    Value::Object(body)
}

/// Marks the end of a stretch that stays as it is, so that it is read from the cache next time:
/// the tools, the unchanging part of the system prompt, the conversation so far.
fn mark(block: &mut Value) {
    block["cache_control"] = json!({ "type": "ephemeral" });
}

/// Marks the ends of the newest messages that came in. Of those that are marked the last is what the
/// next request goes on from, the one before it what a long stretch of calls began at: a cache looks
/// back no further than some twenty blocks.
fn mark_ends(messages: &mut [Value], count: usize) {
    let came_in = messages.iter_mut().rev().filter(|it| it["role"] == "user");
    for message in came_in.take(count) {
        let blocks = message["content"].as_array_mut();
        blocks
            .and_then(|it| it.last_mut())
            .into_iter()
            .for_each(mark);
    }
}

/// What changes stands after what stays: a cache holds up to the first difference.
fn system(layout: &Layout<'_>, is_late: bool) -> Vec<Value> {
    let mut blocks: Vec<Value> = layout.stable.map(text).into_iter().collect();
    blocks.iter_mut().for_each(mark);
    blocks.extend(layout.head.iter().map(|it| text(it)));
    if !is_late {
        blocks.extend(layout.tail.iter().map(|it| text(it)));
    }
    blocks
}

fn tool(tool: &ToolDefinition) -> Value {
    json!({
        "name": Names::wire(&tool.name),
        "description": tool.description,
        "input_schema": Dialect::Anthropic.schema(&tool.parameters),
    })
}

fn messages(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let mut messages: Vec<Value> = Vec::new();
    for line in lines(&payload.messages) {
        let (role, blocks) = match line {
            Line::User { text, media } => ("user", user(&text, &media)),
            Line::Assistant { segments, ids } => {
                ("assistant", assistant(&segments, &ids, settings))
            }
            Line::Result {
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
            messages.push(json!({ "role": "user", "content": [text(EARLIER)] }));
        }
        match messages.last_mut() {
            // Results first, then what the person says: all in one message.
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

/// Blank words are refused.
fn words(said: &str) -> Option<Value> {
    (!said.trim().is_empty()).then(|| text(said))
}

fn user(said: &str, media: &[&Content]) -> Vec<Value> {
    let seen = media.iter().map(|it| picture(it));
    words(said).into_iter().chain(seen).collect()
}

fn picture(content: &Content) -> Value {
    let source = match (content, Medium::of(content)) {
        (Content::Image { .. }, Some(Medium::Address(url))) => json!({ "type": "url", "url": url }),
        (Content::Image { .. }, Some(Medium::Inline { mime_type, data }))
            if PICTURES.contains(&mime_type) =>
        {
            json!({ "type": "base64", "media_type": mime_type, "data": data })
        }
        _ => return text(unsent(content)),
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
    // Where the last block stands that is not mere thinking: a message may not end in thinking.
    let mut end = 0;
    for segment in segments {
        blocks.extend(Kept::of(segment, WIRE, settings).before().cloned());
        match &segment.content {
            Content::Text { text } => blocks.extend(words(text)),
            Content::ToolCall { tool_call } => blocks.push(json!({
                "type": "tool_use",
                "id": ids.next().map(|id| settings.call_ids.wire(id)),
                "name": Names::wire(&tool_call.name),
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
