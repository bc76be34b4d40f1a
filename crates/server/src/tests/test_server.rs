//! A served story, and requests to it.

use std::sync::Arc;

use async_trait::async_trait;
use capability::{GeneratedImage, ImageModel, ImageRequest, LlmError};
use host::{RealWorld, Studio, StudioOptions};
use llm::providers::scripted::ScriptedModel;
use model::World;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use crate::*;

/// A served story, and its token.
pub(super) struct TestServer {
    pub(super) port: u16,
    pub(super) token: String,
    pub(super) stop: CancellationToken,
    pub(super) ended: JoinHandle<Result<(), Failure>>,
    pub(super) _folder: tempfile::TempDir,
}

/// A parsed response.
pub(super) struct HttpReply {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

impl HttpReply {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|it| it.split_once(": "));
        lines
            .into_iter()
            .find(|it| it.0.eq_ignore_ascii_case(name))
            .map(|it| it.1)
    }
}

impl TestServer {
    pub(super) async fn new(script: ScriptedModel) -> Self {
        Self::made(script, Arc::new(PaidImageModel), Arc::new(RealWorld)).await
    }

    pub(super) async fn with_painter(script: ScriptedModel, image: Arc<dyn ImageModel>) -> Self {
        Self::made(script, image, Arc::new(RealWorld)).await
    }

    pub(super) async fn in_world(script: ScriptedModel, world: Arc<dyn World>) -> Self {
        Self::made(script, Arc::new(PaidImageModel), world).await
    }

    pub(super) async fn made(
        script: ScriptedModel,
        image: Arc<dyn ImageModel>,
        world: Arc<dyn World>,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = StudioOptions {
            model: Arc::new(script),
            image,
            ..StudioOptions::built_in(world)
        };
        let studio = Studio::create(&folder.path().join("s.story"), "Test", options).unwrap();
        let server = Server::bind(Workspace::with(studio).unwrap(), Some(0))
            .await
            .unwrap();
        let address = server.address();
        let (_, token) = address.split_once("/#token=").unwrap();
        let (port, token) = (server.port, token.to_owned());
        let stop = CancellationToken::new();
        let ended = tokio::spawn(server.run(stop.clone()));
        Self {
            port,
            token,
            stop,
            ended,
            _folder: folder,
        }
    }

    pub(super) async fn connect(&self, head: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let host = match head.to_lowercase().contains("\r\nhost:") {
            true => String::new(),
            false => format!("Host: 127.0.0.1:{}\r\n", self.port),
        };
        let length = body.len();
        let request =
            format!("{head}\r\n{host}Connection: close\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        // A server that rejects a body early may close before it has read all of it.
        let _ = stream.write_all(body).await;
        stream
    }

    pub(super) async fn send(&self, head: &str, body: &[u8]) -> HttpReply {
        let mut stream = self.connect(head, body).await;
        let mut bytes = Vec::new();
        // What was received before the connection broke is the response.
        let _ = stream.read_to_end(&mut bytes).await;
        let end = bytes
            .windows(4)
            .position(|it| it == b"\r\n\r\n")
            .expect("an answer");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        HttpReply {
            status,
            head,
            body: bytes[end + 4..].to_vec(),
        }
    }

    pub(super) async fn get(&self, path: &str) -> HttpReply {
        self.send(&format!("GET {path} HTTP/1.1"), b"").await
    }

    /// A call with additional header lines.
    pub(super) async fn call_with(&self, lines: &str, call: &Value) -> HttpReply {
        let head = format!("POST /api/call HTTP/1.1\r\nContent-Type: application/json{lines}");
        self.send(&head, call.to_string().as_bytes()).await
    }

    /// A call by the page itself.
    pub(super) async fn call(&self, name: &str, args: Value) -> Value {
        let reply = self.call_with(&self.bearer(), &request(name, args)).await;
        assert_eq!(reply.status, 200, "{}", reply.head);
        reply.json()
    }

    pub(super) fn bearer(&self) -> String {
        format!("\r\nAuthorization: Bearer {}", self.token)
    }

    /// Connects to the stream of events.
    pub(super) async fn listen(&self) -> Stream {
        let head = format!("GET /api/events HTTP/1.1{}", self.bearer());
        let mut stream = Stream {
            socket: self.connect(&head, b"").await,
            held: String::new(),
        };
        stream.until(": listening").await;
        stream
    }
}

pub(super) struct Stream {
    pub(super) socket: TcpStream,
    pub(super) held: String,
}

impl Stream {
    /// Reads until the text has arrived.
    pub(super) async fn until(&mut self, text: &str) {
        while !self.held.contains(text) {
            self.read().await;
        }
    }

    /// Reads until an event of this type has arrived completely.
    pub(super) async fn event(&mut self, kind: &str) -> Value {
        loop {
            let lines = self.held.lines().filter_map(|it| it.strip_prefix("data: "));
            let mut events = lines.filter_map(|it| serde_json::from_str::<Value>(it).ok());
            if let Some(event) = events.find(|it| it["type"] == kind) {
                return event;
            }
            self.read().await;
        }
    }

    pub(super) async fn read(&mut self) {
        let mut bytes = [0; 4096];
        let read = self.socket.read(&mut bytes).await.unwrap();
        assert!(read > 0, "the stream has ended: {}", self.held);
        self.held.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
}

pub(super) fn request(name: &str, args: Value) -> Value {
    json!({ "name": name, "args": args, "origin": "window/1" })
}

/// Returns one white pixel, for money.
pub(super) struct PaidImageModel;

#[async_trait]
impl ImageModel for PaidImageModel {
    fn name(&self) -> String {
        "test:dear".into()
    }

    fn is_paid(&self) -> bool {
        true
    }

    async fn generate_with_progress(
        &self,
        _: &ImageRequest,
        _: &CancellationToken,
        _: &mut (dyn FnMut(f32) + Send),
    ) -> Result<GeneratedImage, LlmError> {
        Ok(GeneratedImage {
            bytes: b"\x89PNG dot".to_vec(),
            mime: "image/png".into(),
            model: self.name(),
            width: 1,
            height: 1,
            seed: None,
        })
    }
}
