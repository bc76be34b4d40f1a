//! A payload as the body of a Responses request.

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

pub(super) const WIRE: &str = "openai-responses";

/// Some models refuse a longer description of a function.
const DESCRIPTION_CHARS: usize = 1024;

/// Families of models that do not reason; asked for their reasoning they fail.
const UNREASONING: [&str; 3] = ["gpt-3", "gpt-4", "chatgpt"];

/// The API takes no lower limit than this.
const LEAST_TOKENS: u64 = 16;

pub(super) fn request(exchange: &Exchange<'_>) -> Result<HttpRequest, LlmError> {
    Names::of(exchange.tools)?;
    Ok(HttpRequest {
        method: Method::POST,
        url: format!("{}/responses", exchange.settings.base_url),
        headers: bearer(exchange.settings)?,
        body: body(exchange),
    })
}

fn body(exchange: &Exchange<'_>) -> Value {
    let settings = exchange.settings;
    let payload = exchange.payload;
    let mut body = Map::new();
    body.insert("model".into(), json!(settings.model));
    let layout = Layout::of(payload, settings);
    let opening = layout.opening();
    if !opening.is_empty() {
        body.insert("instructions".into(), json!(opening));
    }
    let mut input = input(payload, settings);
    let closing = layout.closing();
    input.extend(closing.map(|it| json!({ "role": "developer", "content": it })));
    body.insert("input".into(), Value::Array(input));
    if !exchange.tools.is_empty() {
        body.insert("tools".into(), exchange.tools.iter().map(tool).collect());
    }
    body.insert("store".into(), json!(false));
    if !UNREASONING.iter().any(|it| settings.model.starts_with(it)) {
        body.insert("include".into(), json!(["reasoning.encrypted_content"]));
    }
    body.insert("stream".into(), json!(settings.stream));
    let limit = settings.limits.output_tokens.max(LEAST_TOKENS);
    body.insert("max_output_tokens".into(), json!(limit));
    if let Some(key) = payload.conversation.as_ref().filter(|_| settings.cache_key) {
        body.insert("prompt_cache_key".into(), json!(key));
    }
    settings.lay_over(&mut body);
    Value::Object(body)
}

fn tool(tool: &ToolDefinition) -> Value {
    let description: String = tool.description.chars().take(DESCRIPTION_CHARS).collect();
    json!({
        "type": "function",
        "name": Names::wire(&tool.name),
        "description": description,
        "parameters": Dialect::OpenAi.schema(&tool.parameters),
        // Left out it means yes, and then every optional argument is one that must be given.
        "strict": false,
    })
}

fn input(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let mut items = Vec::new();
    for line in lines(&payload.messages) {
        match line {
            Line::User { text, media } => {
                items.push(json!({ "role": "user", "content": seen(&text, &media) }));
            }
            Line::Assistant { segments, ids } => {
                items.extend(assistant(&segments, &ids, settings));
            }
            Line::Result {
                id, content, media, ..
            } => {
                let output = if media.is_empty() {
                    json!(content)
                } else {
                    seen(content, &media)
                };
                items.push(json!({
                    "type": "function_call_output",
                    "call_id": settings.call_ids.wire(&id),
                    "output": output,
                }));
            }
        }
    }
    items
}

fn seen(said: &str, media: &[&Content]) -> Value {
    let words = (!said.is_empty()).then(|| json!({ "type": "input_text", "text": said }));
    let seen = media.iter().map(|content| {
        let url = match (content, Medium::of(content)) {
            (Content::Image { .. }, Some(Medium::Address(url))) => url.to_owned(),
            (Content::Image { .. }, Some(Medium::Inline { mime_type, data })) => {
                format!("data:{mime_type};base64,{data}")
            }
            _ => return json!({ "type": "input_text", "text": unsent(content) }),
        };
        json!({ "type": "input_image", "image_url": url, "detail": "auto" })
    });
    words.into_iter().chain(seen).collect()
}

/// A reply as the items it was. An item of reasoning goes with the one that followed it, or not at
/// all: alone it is refused.
fn assistant(segments: &[ContentSegment], ids: &[String], settings: &ModelSettings) -> Vec<Value> {
    let mut items = Vec::new();
    let mut end = 0;
    let mut ids = ids.iter();
    for segment in segments {
        let kept = Kept::of(segment, WIRE, settings);
        items.extend(kept.before().cloned());
        let item = match &segment.content {
            Content::Text { text } if text.is_empty() => continue,
            Content::Text { text } => said(text, kept.own()),
            Content::Image { .. } => said("(a picture)", None),
            Content::ToolCall { tool_call } => {
                let mut item = json!({
                    "type": "function_call",
                    "call_id": ids.next().map(|id| settings.call_ids.wire(id)),
                    "name": Names::wire(&tool_call.name),
                    "arguments": object_args(&tool_call.args).to_string(),
                });
                if let Some(id) = kept.own().and_then(|it| it.get("id")) {
                    item["id"] = id.clone();
                }
                item
            }
            Content::Audio { .. } | Content::Video { .. } | Content::Ui { .. } => continue,
        };
        items.push(item);
        end = items.len();
    }
    items.truncate(end);
    items
}

/// Words of the assistant: the item they were where it is known, else a message like any other.
fn said(text: &str, own: Option<&Value>) -> Value {
    let Some(own) = own else {
        return json!({ "role": "assistant", "content": text });
    };
    let mut item = json!({
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{ "type": "output_text", "text": text, "annotations": [] }],
    });
    for field in ["id", "phase"] {
        if !own[field].is_null() {
            item[field] = own[field].clone();
        }
    }
    item
}
