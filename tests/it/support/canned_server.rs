//! A server on loopback for any wire format that returns prepared bodies, in place of an external
//! service.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde_json::Value;

/// One received request.
pub(crate) struct RecordedRequest {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

#[derive(Default)]
struct Script {
    /// Content type and body.
    replies: VecDeque<(&'static str, Vec<u8>)>,
    requests: Vec<RecordedRequest>,
}

/// The server, running until the test ends.
pub(crate) struct CannedServer {
    /// Its address: scheme, host and port.
    pub(crate) address: String,
    script: Arc<Mutex<Script>>,
    _runtime: tokio::runtime::Runtime,
}

impl CannedServer {
    /// Starts it with its replies, in order; further requests get an empty answer.
    pub(crate) fn start(replies: impl IntoIterator<Item = (&'static str, Vec<u8>)>) -> Self {
        let script = Arc::new(Mutex::new(Script {
            replies: replies.into_iter().collect(),
            requests: Vec::new(),
        }));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime for the service");
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .expect("a free port on loopback");
        let address = listener
            .local_addr()
            .expect("a bound listener has an address");
        let router = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&script));
        runtime.spawn(async move { axum::serve(listener, router).await });
        Self {
            address: format!("http://{address}"),
            script,
            _runtime: runtime,
        }
    }

    /// The requests so far.
    pub(crate) fn requests(&self) -> Vec<RecordedRequest> {
        std::mem::take(&mut self.script.lock().unwrap().requests)
    }
}

async fn answer(
    State(script): State<Arc<Mutex<Script>>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut script = script.lock().unwrap();
    script.requests.push(RecordedRequest {
        path: uri.to_string(),
        headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    });
    let (kind, body) = script
        .replies
        .pop_front()
        .unwrap_or(("text/plain", Vec::new()));
    let response = Response::builder().header("content-type", kind);
    response
        .body(Body::from(body))
        .expect("a response of fixed parts")
}
