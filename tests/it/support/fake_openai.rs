//! A server on loopback that implements OpenAI's Chat Completions and answers from a list, in place
//! of the external service.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::post;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

/// One answer of the server.
#[derive(Clone)]
pub(crate) enum Reply {
    /// A stream of words and calls: `(id, name, arguments as the model wrote them)`.
    Says(String, Vec<(String, String, String)>),
    /// A stream of visible thinking, then of words.
    Thinks(String, String),
    /// A stream of words that becomes unreadable.
    Garbles(String),
    /// A picture of one pixel, for image requests.
    Paints,
    /// An HTTP error.
    Fails(u16, Value),
    /// Begins to answer and never ends.
    Hangs,
}

/// A reply of text only.
pub(crate) fn says(text: &str) -> Reply {
    Reply::Says(text.to_owned(), Vec::new())
}

/// A reply of calls, with the arguments as JSON.
pub(crate) fn calls(calls: &[(&str, Value)]) -> Reply {
    let numbered = calls.iter().enumerate();
    let calls = numbered
        .map(|(n, (name, args))| (format!("call_{n}"), (*name).to_owned(), args.to_string()))
        .collect();
    Reply::Says(String::new(), calls)
}

/// A reply of one call with any text as its arguments.
pub(crate) fn calls_raw(name: &str, args: &str) -> Reply {
    Reply::Says(
        String::new(),
        vec![("call_0".to_owned(), name.to_owned(), args.to_owned())],
    )
}

/// A PNG of one grey dot.
const DOT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

/// What a model says to a request.
type Speaker = Arc<dyn Fn(&Value) -> String + Send + Sync>;

struct Script {
    replies: VecDeque<Reply>,
    /// Says what no reply of the list does.
    speaker: Option<Speaker>,
    requests: Vec<Value>,
    keys: Vec<String>,
}

/// The server, running until the test ends.
pub(crate) struct FakeOpenAi {
    /// The value for `--base-url`.
    pub(crate) base_url: String,
    script: Arc<Mutex<Script>>,
    _runtime: tokio::runtime::Runtime,
}

impl FakeOpenAi {
    /// Starts it with its replies, in order; further requests get status 500.
    pub(crate) fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        Self::started(replies, None)
    }

    /// Starts it with a model that reads each request and says something.
    pub(crate) fn speaking(speaker: impl Fn(&Value) -> String + Send + Sync + 'static) -> Self {
        Self::started([], Some(Arc::new(speaker)))
    }

    fn started(replies: impl IntoIterator<Item = Reply>, speaker: Option<Speaker>) -> Self {
        let script = Arc::new(Mutex::new(Script {
            replies: replies.into_iter().collect(),
            speaker,
            requests: Vec::new(),
            keys: Vec::new(),
        }));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime for the fake service");
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .expect("a free port on loopback");
        let address = listener
            .local_addr()
            .expect("a bound listener has an address");
        let router = Router::new()
            .route("/v1/chat/completions", post(answer))
            .route("/v1/images/generations", post(answer))
            // Pictures are large; the real service accepts them.
            .layer(axum::extract::DefaultBodyLimit::disable())
            .with_state(script.clone());
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self {
            base_url: format!("http://{address}/v1"),
            script,
            _runtime: runtime,
        }
    }

    /// The bodies of the requests so far.
    pub(crate) fn requests(&self) -> Vec<Value> {
        self.script.lock().unwrap().requests.clone()
    }

    /// The `Authorization` headers of the requests so far.
    pub(crate) fn keys(&self) -> Vec<String> {
        self.script.lock().unwrap().keys.clone()
    }
}

async fn answer(
    State(script): State<Arc<Mutex<Script>>>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let speaker = script.lock().unwrap().speaker.clone();
    let said = speaker.map(|speak| says(&speak(&request)));
    let reply = {
        let mut script = script.lock().unwrap();
        script.requests.push(request);
        let key = headers.get("authorization").and_then(|it| it.to_str().ok());
        script.keys.push(key.unwrap_or_default().to_owned());
        script.replies.pop_front().or(said)
    };
    match reply {
        Some(Reply::Says(text, calls)) => stream(chunks(&text, &calls), false),
        Some(Reply::Thinks(thinking, text)) => {
            let mut frames = chunks(&text, &[]);
            frames.splice(1..1, thinking.split_inclusive(' ').map(thought));
            stream(frames, false)
        }
        Some(Reply::Garbles(text)) => {
            let mut frames = chunks(&text, &[]);
            frames.truncate(frames.len() - 3);
            frames.push("data: {\"choices\": [{\"delta\"\n\n".to_owned());
            stream(frames, false)
        }
        Some(Reply::Hangs) => stream(chunks("Hm", &[]).into_iter().take(2).collect(), true),
        Some(Reply::Paints) => {
            json_answer(200, &json!({ "created": 1, "data": [{ "b64_json": DOT }] }))
        }
        Some(Reply::Fails(status, body)) => json_answer(status, &body),
        None => json_answer(
            500,
            &json!({ "error": { "message": "the script is at its end" } }),
        ),
    }
}

fn json_answer(status: u16, body: &Value) -> Response {
    Response::builder()
        .status(StatusCode::from_u16(status).expect("a status of the test's own"))
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .expect("a response of fixed parts")
}

/// A frame of visible thinking.
fn thought(piece: &str) -> String {
    let choice =
        json!({ "index": 0, "delta": { "reasoning_content": piece }, "finish_reason": null });
    let chunk = json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "fake",
        "choices": [choice],
    });
    format!("data: {chunk}\n\n")
}

/// The frames of one streamed reply, as sent by the real service.
fn chunks(text: &str, calls: &[(String, String, String)]) -> Vec<String> {
    let frame = |delta: Value, finish: Value| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
        let chunk = json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "fake",
            "choices": [choice],
        });
        format!("data: {chunk}\n\n")
    };
    let mut frames = vec![frame(
        json!({ "role": "assistant", "content": "" }),
        Value::Null,
    )];
    for word in text.split_inclusive(' ') {
        frames.push(frame(json!({ "content": word }), Value::Null));
    }
    for (index, (id, name, args)) in calls.iter().enumerate() {
        let begin = json!({ "tool_calls": [{ "index": index, "id": id, "type": "function",
            "function": { "name": name, "arguments": "" } }] });
        frames.push(frame(begin, Value::Null));
        let args: Vec<char> = args.chars().collect();
        for piece in args.chunks(7) {
            let piece: String = piece.iter().collect();
            let more =
                json!({ "tool_calls": [{ "index": index, "function": { "arguments": piece } }] });
            frames.push(frame(more, Value::Null));
        }
    }
    let finish = if calls.is_empty() {
        "stop"
    } else {
        "tool_calls"
    };
    frames.push(frame(json!({}), json!(finish)));
    let usage = json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "fake",
        "choices": [], "usage": { "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15,
            "prompt_tokens_details": { "cached_tokens": 7 } },
    });
    frames.push(format!("data: {usage}\n\n"));
    frames.push("data: [DONE]\n\n".to_owned());
    frames
}

fn stream(frames: Vec<String>, then_hang: bool) -> Response {
    let frames = futures_util::stream::iter(frames.into_iter().map(Ok::<_, std::io::Error>));
    let body = if then_hang {
        Body::from_stream(frames.chain(futures_util::stream::pending()))
    } else {
        Body::from_stream(frames)
    };
    Response::builder()
        .header("content-type", "text/event-stream")
        .body(body)
        .expect("a response of fixed parts")
}
