//! Encodes a payload as the body of a Responses request.

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

pub(super) const WIRE: &str = "openai-responses";

/// The longest function description that all models accept.
const DESCRIPTION_CHARS: usize = 1024;

/// Families of models without reasoning; asking for it is an error.
const NO_REASONING: [&str; 3] = ["gpt-3", "gpt-4", "chatgpt"];

/// The lowest output limit that the API accepts.
const MIN_OUTPUT_TOKENS: u64 = 16;

pub(super) fn request(model_request: &ModelRequest<'_>) -> Result<HttpRequest, LlmError> {
    ToolNames::of(model_request.tools)?;
    Ok(HttpRequest {
        method: Method::POST,
        url: model_request.settings.url("/responses"),
        headers: bearer(model_request.settings)?,
        body: body(model_request),
    })
}

fn body(model_request: &ModelRequest<'_>) -> Value {
    let settings = model_request.settings;
    let payload = model_request.payload;
    let mut body = Map::new();
    body.insert("model".into(), json!(settings.model));
    let layout = PayloadLayout::of(payload, settings);
    let opening = layout.head_text();
    if !opening.is_empty() {
        body.insert("instructions".into(), json!(opening));
    }
    let mut input = input(payload, settings);
    let closing = layout.tail_text();
    input.extend(closing.map(|it| json!({ "role": "developer", "content": it })));
    body.insert("input".into(), Value::Array(input));
    if !model_request.tools.is_empty() {
        body.insert(
            "tools".into(),
            model_request.tools.iter().map(tool).collect(),
        );
    }
    body.insert("store".into(), json!(false));
    if !NO_REASONING.iter().any(|it| settings.model.starts_with(it)) {
        body.insert("include".into(), json!(["reasoning.encrypted_content"]));
    }
    body.insert("stream".into(), json!(settings.stream));
    let limit = settings.limits.output_tokens.max(MIN_OUTPUT_TOKENS);
    body.insert("max_output_tokens".into(), json!(limit));
    if let Some(key) = payload.conversation.as_ref().filter(|_| settings.cache_key) {
        body.insert("prompt_cache_key".into(), json!(key));
    }
    settings.merge_extra(&mut body);
    Value::Object(body)
}

fn tool(tool: &ToolDefinition) -> Value {
    let description: String = tool.description.chars().take(DESCRIPTION_CHARS).collect();
    json!({
        "type": "function",
        "name": ToolNames::wire(&tool.name),
        "description": description,
        "parameters": SchemaDialect::OpenAi.schema(&tool.parameters),
        // The default is true, which makes every optional argument required.
        "strict": false,
    })
}

fn input(payload: &Payload, settings: &ModelSettings) -> Vec<Value> {
    let mut items = Vec::new();
    for line in normalized(&payload.messages) {
        match line {
            HistoryEntry::User { text, media } => {
                items.push(json!({ "role": "user", "content": with_media(&text, &media) }));
            }
            HistoryEntry::Assistant { segments, ids } => {
                items.extend(assistant(&segments, &ids, settings));
            }
            HistoryEntry::Result {
                id, content, media, ..
            } => {
                let output = if media.is_empty() {
                    json!(content)
                } else {
                    with_media(content, &media)
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

fn with_media(text: &str, media: &[&Content]) -> Value {
    let words = (!text.is_empty()).then(|| json!({ "type": "input_text", "text": text }));
    let with_media = media.iter().map(|content| {
        let url = match (content, MediaSource::of(content)) {
            (Content::Image { .. }, Some(MediaSource::Address(url))) => url.to_owned(),
            (Content::Image { .. }, Some(MediaSource::Inline { mime_type, data })) => {
                format!("data:{mime_type};base64,{data}")
            }
            _ => return json!({ "type": "input_text", "text": unsupported_note(content) }),
        };
        json!({ "type": "input_image", "image_url": url, "detail": "auto" })
    });
    words.into_iter().chain(with_media).collect()
}

/// A reply as its original items. A reasoning item is sent with the item that followed it or not at
/// all: alone it is rejected.
fn assistant(segments: &[ContentSegment], ids: &[String], settings: &ModelSettings) -> Vec<Value> {
    let mut items = Vec::new();
    let mut end = 0;
    let mut ids = ids.iter();
    for segment in segments {
        let kept = ReturnedState::of(segment, WIRE, settings);
        items.extend(kept.before().cloned());
        let item = match &segment.content {
            Content::Text { text } if text.is_empty() => continue,
            Content::Text { text } => said(text, kept.own()),
            Content::Image { .. } => said("(a picture)", None),
            Content::ToolCall { tool_call } => {
                let mut item = json!({
                    "type": "function_call",
                    "call_id": ids.next().map(|id| settings.call_ids.wire(id)),
                    "name": ToolNames::wire(&tool_call.name),
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

/// Text of the assistant: its original item if known, otherwise a plain message.
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
