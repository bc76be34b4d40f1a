//! A payload as the body of a generateContent request.

use model::talk::{Content, ContentSegment, Payload, ToolDefinition};
use reqwest::Method;
use serde_json::{Map, Value, json};

use super::KEY;
use crate::assembly::Kept;
use crate::dialect::{Dialect, Names};
use crate::history::{Line, lines, object_args};
use crate::layout::Layout;
use crate::media::{Medium, unsent};
use crate::provider::{Exchange, HttpRequest, ModelSettings, key_in};
use crate::{LlmError, Misset};

pub(super) const WIRE: &str = "gemini";

/// Said where a history begins in the middle: a conversation begins with a person.
const EARLIER: &str = "[note from the program] what was said before is left out";

/// What the API takes in place of a signature it never gave: some of its models refuse a call
/// without one, and calls made by other models have none.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

pub(super) fn request(exchange: &Exchange<'_>) -> Result<HttpRequest, LlmError> {
    Names::of(exchange.tools)?;
    let settings = exchange.settings;
    let method = if settings.stream {
        "streamGenerateContent?alt=sse"
    } else {
        "generateContent"
    };
    Ok(HttpRequest {
        method: Method::POST,
        url: address(settings, method)?,
        headers: key_in(settings, KEY)?,
        body: body(exchange),
    })
}

/// The address of a model's method. The model's id is part of it, so an id that would lead
/// elsewhere is refused.
pub(crate) fn address(settings: &ModelSettings, method: &str) -> Result<String, LlmError> {
    let id = settings.model.as_str();
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./@".contains(it);
    if !id.chars().all(plain) || id.split('/').any(|it| it.is_empty() || it.starts_with('.')) {
        return Err(Misset::ModelMisspelled {
            name: id.to_owned(),
        }
        .into());
    }
    let folder = if id.contains('/') { "" } else { "models/" };
    Ok(format!("{}/{folder}{id}:{method}", settings.base_url))
}

fn body(exchange: &Exchange<'_>) -> Value {
    let settings = exchange.settings;
    let payload = exchange.payload;
    let mut body = Map::new();
    let layout = Layout::of(payload, settings);
    // This wire has one place for the system's word, before the conversation.
    let system = layout.beginning().chain(layout.tail.iter().copied());
    let system: Vec<Value> = system.map(|it| json!({ "text": it })).collect();
    if !system.is_empty() {
        body.insert("systemInstruction".into(), json!({ "parts": system }));
    }
    if !exchange.tools.is_empty() {
        let declared: Vec<Value> = exchange.tools.iter().map(tool).collect();
        body.insert(
            "tools".into(),
            json!([{ "functionDeclarations": declared }]),
        );
    }
    body.insert("contents".into(), Value::Array(contents(payload, settings)));
    let limit = json!({ "maxOutputTokens": settings.limits.output_tokens });
    body.insert("generationConfig".into(), limit);
    lay_over(settings, &mut body);
    Value::Object(body)
}

/// Fields of the generation's own are laid inside it: whoever sets a temperature means to keep the
/// limit.
fn lay_over(settings: &ModelSettings, body: &mut Map<String, Value>) {
    let inner = settings
        .extra
        .get("generationConfig")
        .and_then(Value::as_object);
    let kept = body.get("generationConfig").cloned();
    settings.lay_over(body);
    if let (Some(inner), Some(Value::Object(mut config))) = (inner, kept) {
        config.extend(inner.clone());
        body.insert("generationConfig".into(), Value::Object(config));
    }
}

fn tool(tool: &ToolDefinition) -> Value {
    let mut declared = json!({
        "name": Names::wire(&tool.name),
        "description": tool.description,
    });
    let parameters = Dialect::Gemini.schema(&tool.parameters);
    // An object without properties is refused; no parameters at all are well.
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
    for line in lines(&payload.messages) {
        let (role, parts) = match line {
            Line::User { text, media } => ("user", user(&text, &media)),
            Line::Assistant { segments, .. } => ("model", model(&segments, settings)),
            Line::Result {
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
            contents.push(json!({ "role": "user", "parts": [{ "text": EARLIER }] }));
        }
        match contents.last_mut() {
            Some(last) if last["role"] == role => {
                if let Some(before) = last["parts"].as_array_mut() {
                    before.extend(parts);
                    // The answers first, in the order of their calls; what they show after them.
                    before.sort_by_key(|it| it.get("functionResponse").is_none());
                }
            }
            _ => contents.push(json!({ "role": role, "parts": parts })),
        }
    }
    contents
}

fn user(said: &str, media: &[&Content]) -> Vec<Value> {
    let words = (!said.is_empty()).then(|| json!({ "text": said }));
    let seen = media.iter().map(|content| match Medium::of(content) {
        Some(Medium::Inline { mime_type, data }) if !mime_type.ends_with("/*") => {
            json!({ "inlineData": { "mimeType": mime_type, "data": data } })
        }
        Some(Medium::Address(url)) => json!({ "fileData": { "fileUri": url } }),
        _ => json!({ "text": unsent(content) }),
    });
    words.into_iter().chain(seen).collect()
}

/// The answer to a call. Calls have no ids here: answers stand in the order of the calls.
fn result(tool: &str, content: &str, failed: bool, media: &[&Content]) -> Vec<Value> {
    let key = if failed { "error" } else { "output" };
    let answer: Value = serde_json::from_str(content).unwrap_or_else(|_| json!(content));
    let response = json!({ "name": Names::wire(tool), "response": { key: answer } });
    let mut parts = vec![json!({ "functionResponse": response })];
    parts.extend(user("", media));
    parts
}

fn model(segments: &[ContentSegment], settings: &ModelSettings) -> Vec<Value> {
    let mut parts = Vec::new();
    // Of calls made side by side only the first is signed.
    let mut called = false;
    for segment in segments {
        let kept = Kept::of(segment, WIRE, settings);
        parts.extend(kept.before().cloned());
        let mut part = match &segment.content {
            Content::Text { text } if text.is_empty() && kept.own().is_none() => continue,
            Content::Text { text } => json!({ "text": text }),
            Content::ToolCall { tool_call } => {
                let (name, args) = (Names::wire(&tool_call.name), object_args(&tool_call.args));
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
            .any(|it| Kept::of(it, WIRE, settings).own().is_some())
        {
            // Its own model made this turn: what it signed is signed, and the rest needs nothing.
            part.as_object_mut()
                .and_then(|it| it.shift_remove("thoughtSignature"));
        }
        parts.push(part);
    }
    parts
}
