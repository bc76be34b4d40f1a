//! Models asked over real loopback connections: requests, replies, and every way in which they can
//! fail.

mod odd_servers;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use model::FixedWorld;
use model::conversation::{
    ChatMessage, Content, ContentSegment, Delta, Payload, ProviderResponse, ReplyMetadata, Role,
    StopReason, ToolCall, ToolDefinition, Usage,
};
use model::{MessageId, TurnId, World};
use secrecy::SecretString;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::http::{Http, HttpLimits};
use crate::test_server::{Server, ServerEvent, chunked, open_chunked, whole};
use crate::{AgentContext, HttpModel, LanguageModel, LlmError, ModelOptions, connect};

const EVENTS: &str = "text/event-stream";
const KEY: &str = "sk-live-0123456789abcdef";

const SPOKEN: &str = concat!(
    r#"data: {"model":"story-1","choices":[{"index":0,"delta":{"content":"改好了，"}}]}"#,
    "\n\n",
    ": still here\n\n",
    r#"data: {"choices":[{"index":0,"delta":{"content":"Neo 🎬"}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","function":{"#,
    r#""name":"fs_read_11aaa926","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}"#,
    "\n\n",
    r#"data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}"#,
    "\n\ndata: [DONE]\n\n",
);

fn context() -> AgentContext {
    AgentContext {
        tools: BTreeMap::new(),
        cancelled: CancellationToken::new(),
        world: Arc::new(FixedWorld::default()),
        editing: None,
    }
}

fn payload() -> Payload {
    let world = FixedWorld::default();
    let message = ChatMessage {
        id: MessageId(world.new_id()),
        turn: TurnId(world.new_id()),
        role: Role::User,
        content: "把名字改成 Neo".into(),
        metadata: model::conversation::MessageMetadata::default(),
        time: world.now(),
    };
    let tool = ToolDefinition {
        name: "fs.read".into(),
        description: "Read.".into(),
        parameters: json!({ "type": "object" }),
    };
    Payload {
        system: "You edit.".into(),
        tools: vec![tool],
        messages: vec![message],
        ..Payload::default()
    }
}

fn options(server: &Server) -> ModelOptions {
    ModelOptions {
        base_url: Some(server.base_url.clone()),
        key: Some(SecretString::from(KEY)),
        ..ModelOptions::default()
    }
}

fn model(server: &Server) -> HttpModel {
    connect("openai:story-1", options(server), &Http::new().unwrap()).unwrap()
}

fn impatient(server: &Server) -> HttpModel {
    let soon = Duration::from_millis(30);
    let http = HttpLimits {
        first_byte: soon,
        between_chunks: soon,
        ..HttpLimits::default()
    };
    let options = ModelOptions {
        http: Some(http),
        ..options(server)
    };
    connect("openai:story-1", options, &Http::new().unwrap()).unwrap()
}

async fn ask(model: &HttpModel) -> Result<ProviderResponse, LlmError> {
    model.generate(&payload(), &context(), &mut |_| {}).await
}

fn message(error: &LlmError) -> String {
    let broken = matches!(
        error,
        LlmError::Unreachable { .. } | LlmError::BrokenOff { .. }
    );
    assert!(broken, "{error:?}");
    error.to_string()
}

#[tokio::test]
async fn streams_a_reply_split_at_odd_places() {
    let mut server = Server::answering(chunked(EVENTS, SPOKEN.as_bytes().chunks(7)));
    let model = model(&server);
    let mut deltas = Vec::new();
    let reply = model
        .generate(&payload(), &context(), &mut |it| deltas.push(it))
        .await
        .unwrap();

    let id = "call_a".to_owned();
    let name = "fs.read".to_owned();
    let expected = [
        Delta::Text("改好了，".into()),
        Delta::Text("Neo 🎬".into()),
        Delta::ToolCallBegan {
            id: id.clone(),
            name: name.clone(),
        },
    ];
    assert_eq!(deltas, expected);
    let call = ToolCall {
        id: Some(id),
        name,
        args: json!({}),
    };
    let expected = ProviderResponse {
        segments: vec![
            ContentSegment::text("改好了，Neo 🎬"),
            ContentSegment::tool_call(call),
        ],
        metadata: ReplyMetadata {
            model: Some("story-1".into()),
            stop: Some(StopReason::ToolCalls),
            usage: Some(Usage {
                input_tokens: 7,
                output_tokens: 3,
                cached_tokens: 0,
            }),
            // The fixed clock advances by a second on each read.
            latency_ms: Some(1000),
        },
    };
    assert_eq!(reply, expected);

    let ServerEvent::Request { head, body } = server.seen().await else {
        panic!("no request")
    };
    assert_eq!(head[0], "POST /v1/chat/completions HTTP/1.1");
    assert!(
        head.contains(&format!("authorization: Bearer {KEY}")),
        "{head:?}"
    );
    assert!(
        head.contains(&"content-type: application/json".to_owned()),
        "{head:?}"
    );
    let expected = json!({
        "model": "story-1",
        "messages": [
            { "role": "system", "content": "You edit." },
            { "role": "user", "content": "把名字改成 Neo" },
        ],
        "tools": [{ "type": "function", "function": {
            "name": "fs_read_11aaa926",
            "description": "Read.",
            "parameters": { "type": "object", "properties": {} },
        } }],
        "stream": true,
        "stream_options": { "include_usage": true },
        "max_completion_tokens": 16_384,
    });
    assert_eq!(body, expected);
}

#[tokio::test]
async fn reads_a_non_streamed_reply() {
    let body = r#"{"choices":[{"message":{"content":"Neo"},"finish_reason":"stop"}]}"#;
    let mut server = Server::answering(whole("200 OK", "content-type: application/json\r\n", body));
    let options = ModelOptions {
        stream: Some(false),
        ..options(&server)
    };
    let model = connect("openai:story-1", options, &Http::new().unwrap()).unwrap();
    assert_eq!(ask(&model).await.unwrap().text(), "Neo");
    let ServerEvent::Request { body, .. } = server.seen().await else {
        panic!("no request")
    };
    assert_eq!(
        (&body["stream"], body.get("stream_options")),
        (&json!(false), None)
    );
}

#[tokio::test]
async fn uses_the_agents_tools_if_the_payload_has_none() {
    let mut server = Server::answering(chunked(EVENTS, [SPOKEN.as_bytes()]));
    let tool = payload().tools.remove(0);
    let context = AgentContext {
        tools: [(tool.name.clone(), tool)].into(),
        ..context()
    };
    let payload = Payload {
        tools: Vec::new(),
        ..payload()
    };
    model(&server)
        .generate(&payload, &context, &mut |_| {})
        .await
        .unwrap();
    let ServerEvent::Request { body, .. } = server.seen().await else {
        panic!("no request")
    };
    assert_eq!(body["tools"][0]["function"]["name"], "fs_read_11aaa926");
}

#[tokio::test]
async fn rate_limit_error_contains_the_delay() {
    let headers = "retry-after: 7\r\ncontent-type: application/json\r\n";
    let body = r#"{"error":{"message":"slow down","code":"rate_limit_exceeded"}}"#;
    let server = Server::answering(whole("429 Too Many Requests", headers, body));
    let error = ask(&model(&server)).await.unwrap_err();
    let retry_after = Some(Duration::from_secs(7));
    assert_eq!(
        error,
        LlmError::RateLimited {
            provider: "openai".into(),
            retry_after
        }
    );
}

#[tokio::test]
async fn html_error_page_becomes_plain_text() {
    let body = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";
    let server = Server::answering(whole(
        "502 Bad Gateway",
        "content-type: text/html\r\n",
        body,
    ));
    let error = ask(&model(&server)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "openai failed (502): 502 Bad Gateway nginx"
    );
}

#[tokio::test]
async fn times_out_on_a_silent_server() {
    for mut server in [
        Server::stalling_after(""),
        Server::stalling_after(open_chunked(EVENTS, [])),
        Server::stalling_after(open_chunked(EVENTS, [&SPOKEN.as_bytes()[..90]])),
    ] {
        let error = ask(&impatient(&server)).await.unwrap_err();
        assert_eq!(
            message(&error),
            "cannot reach openai: it was silent for 0.03 s"
        );
        assert!(matches!(server.seen().await, ServerEvent::Request { .. }));
        assert!(
            matches!(server.seen().await, ServerEvent::HungUp),
            "the connection was not closed"
        );
    }
}

#[tokio::test]
async fn cancelling_during_a_reply_ends_the_request() {
    let mut server = Server::stalling_after(open_chunked(EVENTS, [&SPOKEN.as_bytes()[..90]]));
    let context = context();
    let cancelled = context.cancelled.clone();
    let mut on_delta = |_| cancelled.cancel();
    let outcome = model(&server)
        .generate(&payload(), &context, &mut on_delta)
        .await;
    assert_eq!(outcome, Err(LlmError::Cancelled));
    assert!(matches!(server.seen().await, ServerEvent::Request { .. }));
    assert!(matches!(server.seen().await, ServerEvent::HungUp));
}

#[tokio::test]
async fn cancelling_before_a_reply_ends_the_request() {
    let mut server = Server::stalling_after("");
    let (model, context, payload) = (model(&server), context(), payload());
    let mut on_delta = |_| {};
    let asking = model.generate(&payload, &context, &mut on_delta);
    let watching = async {
        assert!(matches!(server.seen().await, ServerEvent::Request { .. }));
        context.cancelled.cancel();
        assert!(matches!(server.seen().await, ServerEvent::HungUp));
    };
    let (outcome, ()) = tokio::join!(asking, watching);
    assert_eq!(outcome, Err(LlmError::Cancelled));
}

#[tokio::test]
async fn never_sends_a_cancelled_request() {
    let mut server = Server::answering("");
    let context = context();
    context.cancelled.cancel();
    let outcome = model(&server)
        .generate(&payload(), &context, &mut |_| {})
        .await;
    assert_eq!(outcome, Err(LlmError::Cancelled));
    assert!(server.received_nothing());
}

#[tokio::test]
async fn a_connection_lost_inside_a_character_truncates_the_reply() {
    let inside = SPOKEN.find('好').unwrap() + 1;
    let cut = &SPOKEN.as_bytes()[..inside];
    let lost = Server::answering(open_chunked(EVENTS, [cut]));
    let error = ask(&model(&lost)).await.unwrap_err();
    assert!(
        message(&error).starts_with("the reply of openai broke off before its end: "),
        "{error}"
    );

    // The same with a server that closes the connection cleanly.
    let closed = Server::answering(chunked(EVENTS, [cut]));
    let error = ask(&model(&closed)).await.unwrap_err();
    assert_eq!(
        message(&error),
        "the reply of openai broke off before its end: the stream ended in the middle"
    );
}

#[tokio::test]
async fn ignores_a_disconnect_after_the_reply() {
    let end = SPOKEN.find("data: {\"choices\":[],").unwrap();
    let server = Server::answering(open_chunked(EVENTS, [&SPOKEN.as_bytes()[..end]]));
    let reply = ask(&model(&server)).await.unwrap();
    assert_eq!(reply.text(), "改好了，Neo 🎬");
    assert_eq!(reply.metadata.usage, None);
}

#[tokio::test]
async fn stops_reading_after_the_final_event() {
    let server = Server::stalling_after(open_chunked(EVENTS, [SPOKEN.as_bytes()]));
    assert_eq!(ask(&model(&server)).await.unwrap().text(), "改好了，Neo 🎬");
}

#[tokio::test]
async fn limits_the_size_of_a_reply() {
    let server = Server::stalling_after(open_chunked(EVENTS, [SPOKEN.as_bytes()]));
    let http = HttpLimits {
        reply_bytes: 100,
        ..HttpLimits::default()
    };
    let options = ModelOptions {
        http: Some(http),
        ..options(&server)
    };
    let model = connect("openai:story-1", options, &Http::new().unwrap()).unwrap();
    let error = ask(&model).await.unwrap_err();
    let message = "it is longer than 100 bytes".to_owned();
    assert_eq!(
        error,
        LlmError::Unreadable {
            provider: "openai".into(),
            message
        }
    );
}

#[tokio::test]
async fn redacts_a_key_echoed_by_the_server() {
    let half = &KEY[..KEY.len() / 2];
    for echoed in [
        KEY.to_owned(),
        format!("{half}…"),
        format!("Bearer {KEY}, {KEY}"),
    ] {
        let body = json!({ "error": { "message": format!("wrong key {echoed} given") } });
        let server = Server::answering(whole("401 Unauthorized", "", &body.to_string()));
        let error = ask(&model(&server)).await.unwrap_err();
        assert!(matches!(error, LlmError::Unauthorized { .. }));
        let text = format!("{error} {error:?}");
        assert!(text.contains("[key]") && !text.contains(half), "{text}");
    }
    // Inside a stream, and in a body that is not JSON.
    for body in [
        format!("data: {{\"error\":\"{KEY}\"}}\n\n"),
        format!("data: <{KEY}>\n\n"),
    ] {
        let server = Server::answering(chunked(EVENTS, [body.as_bytes()]));
        let text = format!("{:?}", ask(&model(&server)).await.unwrap_err());
        assert!(text.contains("[key]") && !text.contains(KEY), "{text}");
    }
}

#[tokio::test]
async fn does_not_follow_redirects() {
    let mut elsewhere = Server::answering("");
    let headers = format!("location: {}/chat/completions\r\n", elsewhere.base_url);
    let server = Server::answering(whole("307 Temporary Redirect", &headers, ""));
    let error = ask(&model(&server)).await.unwrap_err();
    assert!(
        matches!(error, LlmError::BadRequest { status: 307, .. }),
        "{error:?}"
    );
    assert!(error.to_string().contains(&elsewhere.base_url), "{error}");
    assert!(elsewhere.received_nothing());
}

#[tokio::test]
async fn unreachable_error_names_the_address() {
    let free = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let options = ModelOptions {
        base_url: Some(format!("http://{free}/v1")),
        ..ModelOptions::default()
    };
    let model = connect("ollama:qwen3:8b", options, &Http::new().unwrap()).unwrap();
    assert_eq!(model.name(), "ollama:qwen3:8b");
    let error = ask(&model).await.unwrap_err();
    let begin = format!("cannot reach ollama: no connection to {free}: ");
    assert!(message(&error).starts_with(&begin), "{error}");
}

#[tokio::test]
async fn sends_no_key_to_a_server_without_a_certificate() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("https://{}/v1", listener.local_addr().unwrap());
    let hearing = tokio::task::spawn_blocking(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut received = vec![0; 4096];
        let length = std::io::Read::read(&mut stream, &mut received).unwrap();
        std::io::Write::write_all(&mut stream, b"HTTP/1.1 200 OK\r\n\r\n").unwrap();
        received.truncate(length);
        received
    });
    let key = Some(SecretString::from(KEY));
    let options = ModelOptions {
        base_url: Some(base_url),
        key,
        ..ModelOptions::default()
    };
    let model = connect("openai:story-1", options, &Http::new().unwrap()).unwrap();
    let error = ask(&model).await.unwrap_err();
    assert!(
        message(&error).contains("no connection to 127.0.0.1"),
        "{error}"
    );
    let received = hearing.await.unwrap();
    assert_eq!(received[0], 0x16, "a TLS handshake, not a request");
    assert!(!String::from_utf8_lossy(&received).contains(KEY));
}

#[tokio::test]
async fn an_image_in_a_reply_becomes_a_segment() {
    let body = json!({ "choices": [{ "finish_reason": "stop", "message": { "images": [
        { "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=" } },
    ] } }] });
    let server = Server::answering(whole("200 OK", "", &body.to_string()));
    let reply = ask(&model(&server)).await.unwrap();
    let (data, mime_type) = ("iVBORw0KGgo=".to_owned(), "image/png".to_owned());
    assert_eq!(reply.segments, [Content::Image { data, mime_type }.into()]);
}
