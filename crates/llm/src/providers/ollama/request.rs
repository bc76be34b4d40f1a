//! A payload as the body of a chat request.

use model::talk::{Content, ContentSegment, Payload, ToolDefinition};
use reqwest::Method;
use serde_json::{Map, Value, json};

use crate::LlmError;
use crate::assembly::Kept;
use crate::dialect::{Dialect, Names};
use crate::history::{Line, lines, object_args};
use crate::layout::Layout;
use crate::media::{Medium, unsent};
use crate::provider::{Exchange, HttpRequest, ModelSettings, bearer};

pub(super) const WIRE: &str = "ollama";

pub(super) fn request(exchange: &Exchange<'_>) -> Result<HttpRequest, LlmError> {
    Names::of(exchange.tools)?;
    Ok(HttpRequest {
        method: Method::POST,
        url: format!("{}/api/chat", exchange.settings.base_url),
        headers: bearer(exchange.settings)?,
        body: body(exchange),
    })
}

fn body(exchange: &Exchange<'_>) -> Value {
    let settings = exchange.settings;
    let mut body = Map::new();
    body.insert("model".into(), json!(settings.model));
    let messages = messages(exchange.payload, settings);
    body.insert("messages".into(), Value::Array(messages));
    if !exchange.tools.is_empty() {
        body.insert("tools".into(), exchange.tools.iter().map(tool).collect());
    }
    body.insert("stream".into(), json!(settings.stream));
    // Said aloud rather than cut in silence; servers that do not know the words ignore them.
    body.insert("truncate".into(), json!(false));
    body.insert("shift".into(), json!(false));
    let options = json!({
        "num_ctx": settings.limits.context_tokens,
        "num_predict": settings.limits.output_tokens,
    });
    body.insert("options".into(), options.clone());
    settings.lay_over(&mut body);
    // Whoever sets a temperature means to keep the length of the context.
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
        "name": Names::wire(&tool.name),
        "description": tool.description,
        "parameters": Dialect::Ollama.schema(&tool.parameters),
    }})
}

pub(super) fn messages(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let mut messages = Vec::new();
    let layout = Layout::of(payload, settings);
    let opening = layout.opening();
    if !opening.is_empty() {
        messages.push(json!({ "role": "system", "content": opening }));
    }
    for line in lines(&payload.messages) {
        messages.push(match line {
            Line::User { text, media } => seen(json!({ "role": "user" }), &text, &media),
            Line::Assistant { segments, ids } => assistant(&segments, &ids, settings),
            Line::Result {
                id,
                tool,
                content,
                media,
                ..
            } => {
                let id = settings.call_ids.wire(&id);
                let name = Names::wire(tool);
                let message = json!({ "role": "tool", "tool_name": name, "tool_call_id": id });
                seen(message, content, &media)
            }
        });
    }
    let closing = layout.closing();
    messages.extend(closing.map(|it| json!({ "role": "system", "content": it })));
    messages
}

/// Words and pictures of a message. Pictures go in base64; what is elsewhere stays there.
fn seen(mut message: Value, said: &str, media: &[&Content]) -> Value {
    let mut text = said.to_owned();
    let mut pictures = Vec::new();
    for content in media {
        match (content, Medium::of(content)) {
            (Content::Image { .. }, Some(Medium::Inline { data, .. })) => pictures.push(data),
            _ => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(unsent(content));
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
        let before = Kept::of(segment, WIRE, settings).before();
        before
            .filter_map(Value::as_str)
            .for_each(|it| thinking.push_str(it));
        match &segment.content {
            Content::Text { text: more } => text.push_str(more),
            Content::ToolCall { tool_call } => {
                let id = ids.get(calls.len()).map(|id| settings.call_ids.wire(id));
                calls.push(json!({ "id": id, "function": {
                    "index": calls.len(),
                    "name": Names::wire(&tool_call.name),
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
