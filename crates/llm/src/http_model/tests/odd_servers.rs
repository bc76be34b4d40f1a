//! Replies of servers that do what was not asked for: several choices, bodies sent twice or
//! compressed, other line ends, the key repeated.

use std::collections::BTreeMap;
use std::sync::Arc;

use model::FixedWorld;
use model::conversation::{Content, Delta, Payload, ProviderResponse};
use secrecy::SecretString;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::http::Http;
use crate::test_server::{Server, ServerEvent, whole};
use crate::{AgentContext, LanguageModel, LlmError, ModelOptions, connect};

const KEY: &str = "sk-live-0123456789abcdef";
const EVENTS: &str = "text/event-stream";

/// What a model said while it answered, and its answer.
async fn ask(
    provider: &str,
    content_type: &str,
    body: &str,
) -> (String, Result<ProviderResponse, LlmError>) {
    let reply = answer(content_type, body);
    asked_of(provider, &Server::answering(reply)).await
}

fn answer(content_type: &str, body: &str) -> Vec<u8> {
    whole("200 OK", &format!("content-type: {content_type}\r\n"), body)
}

async fn asked_of(provider: &str, server: &Server) -> (String, Result<ProviderResponse, LlmError>) {
    let options = ModelOptions {
        base_url: Some(server.base_url.clone()),
        key: Some(SecretString::from(KEY)),
        ..ModelOptions::default()
    };
    let model = connect(
        &format!("{provider}:story-1"),
        options,
        &Http::new().unwrap(),
    )
    .unwrap();
    let context = AgentContext {
        tools: BTreeMap::new(),
        cancelled: CancellationToken::new(),
        world: Arc::new(FixedWorld::default()),
        editing: None,
    };
    let mut streamed = String::new();
    let mut listen = |delta: Delta| {
        if let Delta::Text(text) = delta {
            streamed.push_str(&text);
        }
    };
    let reply = model
        .generate(&Payload::default(), &context, &mut listen)
        .await;
    (streamed, reply)
}

fn events(pieces: &[Value]) -> String {
    pieces.iter().map(|it| format!("data: {it}\n\n")).collect()
}

fn texts(reply: &ProviderResponse) -> String {
    let texts = reply.segments.iter().filter_map(|it| match &it.content {
        Content::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn calls(reply: &ProviderResponse) -> usize {
    let is_call = |content: &Content| matches!(content, Content::ToolCall { .. });
    reply
        .segments
        .iter()
        .filter(|it| is_call(&it.content))
        .count()
}

#[tokio::test]
async fn uses_only_the_first_choice() {
    let call =
        json!([{ "index": 0, "id": "a", "function": { "name": "find", "arguments": "{}" } }]);
    let piece = |index: u64, delta: Value, finish: Value| json!({ "choices": [{ "index": index, "delta": delta, "finish_reason": finish }] });
    let stream = events(&[
        piece(0, json!({ "content": "Cob" }), Value::Null),
        piece(1, json!({ "content": "Gran" }), Value::Null),
        piece(
            1,
            json!({ "content": "ite", "tool_calls": call }),
            json!("tool_calls"),
        ),
        piece(0, json!({ "content": "alt" }), json!("stop")),
    ]);
    let (text, reply) = ask("openai", EVENTS, &stream).await;
    let reply = reply.unwrap();
    assert_eq!(
        (text.as_str(), texts(&reply).as_str(), calls(&reply)),
        ("Cobalt", "Cobalt", 0)
    );

    let choice =
        |index: u64, words: &str| json!({ "index": index, "message": { "content": words } });
    let body = json!({ "choices": [choice(0, "Cobalt"), choice(1, "Granite")] });
    let (_, reply) = ask("openai", "application/json", &body.to_string()).await;
    assert_eq!(texts(&reply.unwrap()), "Cobalt");

    let candidate = |index: u64, words: &str| {
        let content = json!({ "parts": [{ "text": words }] });
        json!({ "candidates": [{ "index": index, "content": content, "finishReason": "STOP" }] })
    };
    let stream = events(&[candidate(0, "Cobalt"), candidate(1, "Granite")]);
    let (_, reply) = ask("gemini", EVENTS, &stream).await;
    assert_eq!(texts(&reply.unwrap()), "Cobalt");
}

#[tokio::test]
async fn reads_a_message_next_to_an_empty_delta() {
    let choice = json!({
        "index": 0,
        "finish_reason": "stop",
        "delta": { "role": "assistant", "content": "" },
        "message": { "role": "assistant", "content": "Cobalt." },
    });
    let body = json!({ "choices": [choice] }).to_string();
    let (_, reply) = ask("openai", "application/json", &body).await;
    assert_eq!(texts(&reply.unwrap()), "Cobalt.");

    // In a stream the message holds what the deltas said before.
    let piece = |delta: &str, message: &str| {
        let choice = json!({ "delta": { "content": delta }, "message": { "content": message } });
        json!({ "choices": [choice] })
    };
    let end = json!({ "choices": [{ "delta": {}, "message": { "content": "Cobalt." }, "finish_reason": "stop" }] });
    let stream = events(&[piece("Cob", "Cob"), piece("alt.", "Cobalt."), end]);
    let (_, reply) = ask("openai", EVENTS, &stream).await;
    assert_eq!(texts(&reply.unwrap()), "Cobalt.");
}

#[tokio::test]
async fn uses_a_repeated_body_once() {
    let call = json!({ "functionCall": { "name": "create_node", "args": { "title": "Pier" } } });
    let body = events(&[json!({
        "candidates": [{ "content": { "parts": [call] }, "finishReason": "STOP" }],
    })]);
    let (_, reply) = ask("gemini", EVENTS, &format!("{body}{body}")).await;
    assert_eq!(calls(&reply.unwrap()), 1);
}

#[tokio::test]
async fn lone_carriage_returns_end_lines() {
    let piece =
        json!({ "choices": [{ "delta": { "content": "Cobalt" }, "finish_reason": "stop" }] });
    for end in ["\r", "\n", "\r\n"] {
        let body = format!("event: x{end}data: {piece}{end}{end}data: [DONE]{end}{end}");
        let (_, reply) = ask("openai", EVENTS, &body).await;
        assert_eq!(texts(&reply.unwrap()), "Cobalt", "{end:?}");
    }
}

#[tokio::test]
async fn compressed_reply_error_is_readable() {
    let reply = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\
                 Content-Length: 3\r\n\r\n\u{1f}xx";
    let (_, reply) = asked_of("openai", &Server::answering(reply)).await;
    let error = reply.unwrap_err().to_string();
    assert!(error.contains("compressed (gzip)"), "{error}");
}

#[tokio::test]
async fn redacts_a_key_repeated_in_a_reply() {
    let (front, back) = KEY.split_at(9);
    let piece = |words: &str| json!({ "choices": [{ "delta": { "content": words } }] });
    let args = json!({ "value": KEY }).to_string();
    let call = json!([{ "index": 0, "id": "a", "function": { "name": "set", "arguments": args } }]);
    let end =
        json!({ "choices": [{ "delta": { "tool_calls": call }, "finish_reason": "tool_calls" }] });
    let stream = events(&[
        piece("Your key is "),
        piece(front),
        piece(back),
        piece("."),
        end,
    ]);
    let (text, reply) = ask("openai", EVENTS, &stream).await;
    let reply = reply.unwrap();
    assert_eq!(text, "Your key is [key].");
    assert_eq!(texts(&reply), "Your key is [key].");
    let kept = serde_json::to_string(&reply).unwrap();
    assert!(!kept.contains(KEY) && kept.contains("[key]"), "{kept}");
}

#[tokio::test]
async fn keeps_the_query_at_the_end_of_the_address() {
    let body = json!({ "choices": [{ "message": { "content": "ok" } }] }).to_string();
    let server = Server::answering(answer("application/json", &body));
    let mut queried = server;
    queried.base_url.push_str("/chat/completions?api-version=3");
    let (_, reply) = asked_of("openai", &queried).await;
    assert_eq!(texts(&reply.unwrap()), "ok");
    let ServerEvent::Request { head, .. } = queried.seen().await else {
        panic!("it was asked");
    };
    assert!(
        head[0].contains("/v1/chat/completions?api-version=3 "),
        "{head:?}"
    );
}
