//! The server as seen by a browser, another page and another program: over a real socket.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use async_trait::async_trait;
use capability::{GeneratedImage, ImageModel, ImageRequest, LlmError};
use llm::ModelOptions;
use llm::http::Http;
use llm::providers::scripted::ScriptedModel;
use model::{Timestamp, World};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::*;
use host::interfaces::window::picture::{ServedMedia, media_response};
use host::{RealWorld, Studio, StudioOptions};

/// A served story, and its token.
struct TestServer {
    port: u16,
    token: String,
    stop: CancellationToken,
    ended: JoinHandle<Result<(), Failure>>,
    _folder: tempfile::TempDir,
}

/// A parsed response.
struct HttpReply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl HttpReply {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|it| it.split_once(": "));
        lines
            .into_iter()
            .find(|it| it.0.eq_ignore_ascii_case(name))
            .map(|it| it.1)
    }
}

impl TestServer {
    async fn new(script: ScriptedModel) -> Self {
        Self::made(script, Arc::new(PaidImageModel), Arc::new(RealWorld)).await
    }

    async fn with_painter(script: ScriptedModel, image: Arc<dyn ImageModel>) -> Self {
        Self::made(script, image, Arc::new(RealWorld)).await
    }

    async fn in_world(script: ScriptedModel, world: Arc<dyn World>) -> Self {
        Self::made(script, Arc::new(PaidImageModel), world).await
    }

    async fn made(
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

    async fn connect(&self, head: &str, body: &[u8]) -> TcpStream {
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

    async fn send(&self, head: &str, body: &[u8]) -> HttpReply {
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

    async fn get(&self, path: &str) -> HttpReply {
        self.send(&format!("GET {path} HTTP/1.1"), b"").await
    }

    /// A call with additional header lines.
    async fn call_with(&self, lines: &str, call: &Value) -> HttpReply {
        let head = format!("POST /api/call HTTP/1.1\r\nContent-Type: application/json{lines}");
        self.send(&head, call.to_string().as_bytes()).await
    }

    /// A call by the page itself.
    async fn call(&self, name: &str, args: Value) -> Value {
        let reply = self.call_with(&self.bearer(), &request(name, args)).await;
        assert_eq!(reply.status, 200, "{}", reply.head);
        reply.json()
    }

    fn bearer(&self) -> String {
        format!("\r\nAuthorization: Bearer {}", self.token)
    }

    /// Connects to the stream of events.
    async fn listen(&self) -> Stream {
        let head = format!("GET /api/events HTTP/1.1{}", self.bearer());
        let mut stream = Stream {
            socket: self.connect(&head, b"").await,
            held: String::new(),
        };
        stream.until(": listening").await;
        stream
    }
}

struct Stream {
    socket: TcpStream,
    held: String,
}

impl Stream {
    /// Reads until the text has arrived.
    async fn until(&mut self, text: &str) {
        while !self.held.contains(text) {
            self.read().await;
        }
    }

    /// Reads until an event of this type has arrived completely.
    async fn event(&mut self, kind: &str) -> Value {
        loop {
            let lines = self.held.lines().filter_map(|it| it.strip_prefix("data: "));
            let mut events = lines.filter_map(|it| serde_json::from_str::<Value>(it).ok());
            if let Some(event) = events.find(|it| it["type"] == kind) {
                return event;
            }
            self.read().await;
        }
    }

    async fn read(&mut self) {
        let mut bytes = [0; 4096];
        let read = self.socket.read(&mut bytes).await.unwrap();
        assert!(read > 0, "the stream has ended: {}", self.held);
        self.held.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
}

/// A clock that is advanced by hand.
#[derive(Default)]
struct Clock(AtomicI64);

impl World for Clock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(1_767_225_600 + self.0.load(Ordering::Relaxed)).unwrap()
    }

    fn new_id(&self) -> Uuid {
        RealWorld.new_id()
    }
}

#[tokio::test]
async fn a_credential_grants_access_until_it_expires() {
    let clock = Arc::new(Clock::default());
    let served = TestServer::in_world(ScriptedModel::new(), clock.clone()).await;
    let post = |path: &str, bearer: &str, body: Value| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: Bearer {bearer}"
        );
        let served = &served;
        async move { served.send(&head, body.to_string().as_bytes()).await }
    };
    let wanted = json!({ "methods": ["story.outline"], "minutes": 5 });
    let made = post("/api/credential", &served.token, wanted).await.json();
    let secret = made["credential"].as_str().unwrap();
    let call = json!({ "module": "story", "method": "outline" });
    clock.0.store(299, Ordering::Relaxed);
    assert_eq!(post("/api/cli", secret, call.clone()).await.status, 200);
    clock.0.store(300, Ordering::Relaxed);
    let late = post("/api/cli", secret, call).await;
    assert_eq!(late.status, 403);
    let message = late.json()["error"]["message"].as_str().unwrap().to_owned();
    assert_eq!(message, "the credential has expired; ask for a new one");
}

fn request(name: &str, args: Value) -> Value {
    json!({ "name": name, "args": args, "origin": "window/1" })
}

/// Returns one white pixel, for money.
struct PaidImageModel;

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

#[tokio::test]
async fn a_call_with_the_token_gets_the_full_answer_without_hints() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let answer = served.call("create_node", json!({ "title": "Neo" })).await;
    assert_eq!(
        (&answer["status"], &answer["change"]),
        (&json!("success"), &json!(1))
    );
    assert_eq!(answer["ui_schema"]["template"], "nodes", "{answer}");
    assert_eq!(answer.get("ui_hints"), None);
    let failed = served.call("show_node", json!({ "node": "Nemo" })).await;
    assert_eq!(
        failed["error"]["code"], "NOT_FOUND",
        "a tool's failure is an answer: {failed}"
    );
}

#[tokio::test]
async fn rejects_requests_without_the_token() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let call = request("create_node", json!({ "title": "Neo" }));
    let wrong = format!("\r\nAuthorization: Bearer {}x", served.token);
    for lines in ["", "\r\nAuthorization: Bearer", &wrong] {
        let reply = served.call_with(lines, &call).await;
        assert_eq!(reply.status, 401, "{lines:?}");
        assert_eq!(reply.json()["error"]["code"], "PERMISSION_DENIED");
        assert_eq!(reply.header("set-cookie"), None);
    }
    assert_eq!(
        served.send("GET /api/events HTTP/1.1", b"").await.status,
        401
    );
    let story = served.call("read_map", json!({})).await;
    assert_eq!(story["result"]["data"]["nodes"], json!([]));
}

#[tokio::test]
async fn rejects_foreign_origins_and_host_names_even_with_the_token() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let call = request("list_formats", json!({}));
    let port = served.port;
    let lines = |line: String| format!("{}\r\n{line}", served.bearer());
    for line in [
        "Origin: https://evil.example".to_owned(),
        "Origin: null".to_owned(),
        format!("Origin: http://127.0.0.1:{}", port ^ 1),
        format!("Origin: https://127.0.0.1:{port}"),
        format!("Host: evil.example:{port}"),
        "Host: 127.0.0.1".to_owned(),
        format!("Host: 127.0.0.1:{port}\r\nHost: evil.example"),
    ] {
        let reply = served.call_with(&lines(line.clone()), &call).await;
        assert!(matches!(reply.status, 400 | 403), "{line}: {}", reply.head);
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    for line in [
        format!("Origin: http://localhost:{port}"),
        format!("Host: [::1]:{port}"),
    ] {
        let reply = served.call_with(&lines(line.clone()), &call).await;
        assert_eq!(reply.status, 200, "{line}");
    }
    let rebound = served
        .send(&format!("GET / HTTP/1.1\r\nHost: evil.example:{port}"), b"")
        .await;
    assert_eq!(rebound.status, 403, "the page too is for this machine");
    let head = format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}");
    assert_eq!(served.send(&head, b"").await.status, 403, "a whole address");
}

#[tokio::test]
async fn rejects_malformed_calls() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let bearer = served.bearer();
    for (call, status) in [
        (json!({ "name": "read_map", "args": {} }), 422),
        (json!({ "name": "read_map", "origin": "" }), 400),
        (
            json!({ "name": "read_map", "origin": "w", "node": "Neo" }),
            422,
        ),
        (
            json!({ "name": "read_map", "origin": "w", "grant": "all" }),
            422,
        ),
    ] {
        let reply = served.call_with(&bearer, &call).await;
        assert_eq!(reply.status, status, "{call}");
        assert_eq!(reply.json()["error"]["code"], "INVALID_ACTION_INPUT");
    }
    let head = format!("POST /api/call HTTP/1.1\r\nContent-Type: text/plain{bearer}");
    assert_eq!(served.send(&head, b"{}").await.status, 415);
    let long =
        json!({ "name": "read_map", "origin": "w", "args": { "a": "x".repeat(BODY_LIMIT) } });
    assert_eq!(served.call_with(&bearer, &long).await.status, 413);
}

#[tokio::test]
async fn a_repeated_call_id_runs_once() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let mut call = request("create_node", json!({ "title": "Neo" }));
    call["id"] = json!("c1");
    let once = served.call_with(&served.bearer(), &call).await.json();
    let again = served.call_with(&served.bearer(), &call).await.json();
    assert_eq!(once["result"], again["result"]);
    let story = served.call("read_map", json!({})).await;
    assert_eq!(story["result"]["data"]["number"], 1);
}

#[tokio::test]
async fn paid_calls_need_confirmation_and_assets_need_the_cookie() {
    let served = TestServer::new(ScriptedModel::new()).await;
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut paint = request(
        "generate_image",
        json!({ "prompt": "a dot", "node": "Neo" }),
    );
    let asked = served.call_with(&served.bearer(), &paint).await.json();
    assert_eq!(asked["error"]["code"], "PERMISSION_DENIED");
    assert_eq!(
        asked["error"]["message"],
        "generate_image needs your yes first"
    );
    paint["confirmed"] = json!(true);
    let reply = served.call_with(&served.bearer(), &paint).await;
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    let (pass, terms) = cookie.split_once("; ").unwrap();
    assert_eq!(terms, "Path=/assets; SameSite=Strict; HttpOnly");
    assert!(!cookie.contains(&served.token), "the pass is not the token");
    let answer = reply.json();
    let path = format!(
        "/assets/{}",
        answer["result"]["data"]["asset"].as_str().unwrap()
    );

    assert_eq!(served.get(&path).await.status, 401);
    let picture = served
        .send(&format!("GET {path} HTTP/1.1\r\nCookie: a=b; {pass}"), b"")
        .await;
    assert_eq!(
        (picture.status, &picture.body[..]),
        (200, &b"\x89PNG dot"[..])
    );
    let header = |name| picture.header(name).unwrap();
    assert_eq!(header("content-type"), "image/png");
    assert_eq!(header("content-disposition"), "inline");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(
        header("cache-control"),
        "private, max-age=31536000, immutable"
    );
    assert!(header("content-security-policy").ends_with("sandbox"));
    for path in [
        format!("/assets/{}", "0".repeat(64)),
        "/assets/x".to_owned(),
    ] {
        let missing = served
            .send(&format!("GET {path} HTTP/1.1\r\nCookie: {pass}"), b"")
            .await;
        assert_eq!(missing.status, 404);
    }
}

#[test]
fn serves_other_assets_as_downloads() {
    for mime in [
        "text/html",
        "application/xhtml+xml",
        "image/png\r\nX: y",
        "",
    ] {
        let picture = ServedMedia::new(b"<script>".to_vec(), mime.to_owned());
        let headers = media_response(picture).headers().clone();
        assert_eq!(
            headers["content-type"], "application/octet-stream",
            "{mime}"
        );
        assert_eq!(headers["content-disposition"], "attachment", "{mime}");
    }
}

#[tokio::test]
async fn change_events_name_the_window_of_origin() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let mut stream = served.listen().await;
    let made = served.call("create_node", json!({ "title": "Neo" })).await;
    let event = stream.event("data:changed").await;
    assert_eq!(
        (&event["type"], &event["number"]),
        (&json!("data:changed"), &json!(1))
    );
    assert_eq!(event["origin"], "window/1");
    assert_eq!(
        event["nodes"],
        json!([made["result"]["data"]["node"]["id"]])
    );
}

#[tokio::test]
async fn a_forged_origin_does_not_change_the_principal() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let call = |origin: &str, title: &str| {
        json!({
            "name": "create_node", "args": { "title": title }, "origin": origin, "id": "1",
        })
    };
    let bearer = format!("\r\nAuthorization: Bearer {}", served.token);
    // An origin of another interface is rejected, so no change can be marked as an agent's.
    for forged in ["star/agent/reader", "cli/1", "assistant/1", "window/1/2"] {
        let reply = served.call_with(&bearer, &call(forged, "Trinity")).await;
        assert_eq!(reply.status, 400, "{forged}");
    }
    let made = served.call_with(&bearer, &call("window/1", "Neo")).await;
    assert_eq!(made.json()["status"], "success");
    // A window of the token's owner is that person, whatever it claims.
    let history = served.call("story_history", json!({})).await;
    let author = &history["result"]["data"]["changes"][0]["author"];
    assert_eq!(
        (&author["kind"], &author["principal"]),
        (&json!("person"), &json!("local")),
        "{history}"
    );
    // A credential is another principal: the same id is another call for it.
    let wanted = json!({ "methods": ["story.create"] });
    let head = |path: &str, bearer: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: Bearer {bearer}"
        )
    };
    let credential = served
        .send(
            &head("/api/credential", &served.token),
            wanted.to_string().as_bytes(),
        )
        .await
        .json();
    let secret = credential["credential"].as_str().unwrap();
    let window_call = call("window/1", "Morpheus").to_string();
    let refused = served
        .send(&head("/api/call", secret), window_call.as_bytes())
        .await;
    assert_eq!(refused.status, 401);
}

#[tokio::test]
async fn a_question_of_the_assistant_is_answered_while_its_turn_runs() {
    let script = ScriptedModel::new()
        .calls([(
            "generate_image",
            json!({ "prompt": "a dot", "node": "Neo" }),
        )])
        .says("Painted.");
    let served = Arc::new(TestServer::new(script).await);
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut stream = served.listen().await;
    let sending = tokio::spawn({
        let served = Arc::clone(&served);
        let args = json!({ "text": "paint Neo", "autonomy": "adopt" });
        async move { served.call("send_message", args).await }
    });
    let asked = stream.event("asked").await;
    let args = json!({ "call_id": asked["question"]["call_id"], "answer": "approve" });
    let answered = served.call("answer_request", args).await;
    assert_eq!(answered["status"], "success", "{answered}");
    let outcome = sending.await.unwrap();
    assert_eq!(outcome["result"]["data"]["ending"], "done", "{outcome}");
    let event = stream.event("tool_answered").await;
    assert_eq!(event["output"]["ui_schema"]["template"], "picture");
    assert_eq!(event["output"].get("ui_hints"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_import_reports_progress_and_leaves_nothing_when_cancelled() {
    let served = Arc::new(TestServer::new(ScriptedModel::new()).await);
    let before = served.call("read_map", json!({})).await;
    let mut stream = served.listen().await;
    let passages: String = (0..20_000)
        .map(|it| format!(":: Passage {it}\nOn. [[Passage {}]]\n\n", it + 1))
        .collect();
    let importing = tokio::spawn({
        let served = Arc::clone(&served);
        let args = json!({ "content": passages, "format": "twee" });
        async move { served.call("import_story", args).await }
    });
    let event = stream.event("progress").await;
    assert_eq!(
        (&event["tool"], &event["origin"], &event["ended"]),
        (&json!("import_story"), &json!("window/1"), &json!(false))
    );
    let run = &event["run"];
    let stopped = served.call("cancel_call", json!({ "run": run })).await;
    assert_eq!(stopped["result"]["data"], json!({ "cancelled": true }));
    let answer = importing.await.unwrap();
    assert_eq!(answer["error"]["code"], "CANCELLED", "{answer}");
    stream.until(r#""ended":true"#).await;
    let after = served.call("read_map", json!({})).await;
    assert_eq!(after["result"], before["result"], "nothing half-written");
    let again = served.call("cancel_call", json!({ "run": run })).await;
    assert_eq!(again["result"]["data"], json!({ "cancelled": false }));
}

/// A server with the API of AUTOMATIC1111 that never finishes; reports when it is interrupted.
async fn slow_painter() -> (Arc<dyn ImageModel>, mpsc::UnboundedReceiver<()>) {
    let (sender, interrupted) = mpsc::unbounded_channel();
    let routes = Router::new()
        .route("/sdapi/v1/txt2img", post(std::future::pending::<String>))
        .route(
            "/sdapi/v1/progress",
            get(|| async { axum::Json(json!({ "progress": 0.4 })) }),
        )
        .route(
            "/sdapi/v1/interrupt",
            post(move || async move {
                sender.send(()).unwrap();
                axum::Json(json!({}))
            }),
        );
    let listener = listen(0).await.unwrap();
    let options = ModelOptions {
        base_url: Some(format!("http://{}", listener.local_addr().unwrap())),
        ..ModelOptions::default()
    };
    tokio::spawn(axum::serve(listener, routes).into_future());
    let http = Http::new().unwrap();
    let painter = llm::connect_image("automatic1111:current", options, &http).unwrap();
    (painter, interrupted)
}

#[tokio::test]
async fn reports_image_progress_and_interrupts_the_service_on_cancel() {
    let (painter, mut interrupted) = slow_painter().await;
    let served = Arc::new(TestServer::with_painter(ScriptedModel::new(), painter).await);
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut stream = served.listen().await;
    let painting = tokio::spawn({
        let served = Arc::clone(&served);
        let mut paint = request("generate_image", json!({ "prompt": "Neo", "node": "Neo" }));
        paint["confirmed"] = json!(true);
        async move { served.call_with(&served.bearer(), &paint).await.json() }
    });
    let event = stream.event("progress").await;
    assert_eq!(event["tool"], "generate_image");
    let near = |it: &Value| it.as_f64().is_some_and(|it| (it - 0.4).abs() < 1e-6);
    assert!(near(&event["done"]), "{event}");
    let run = json!({ "run": event["run"] });
    let stopped = served.call("cancel_call", run).await;
    assert_eq!(stopped["result"]["data"]["cancelled"], true);
    let answer = painting.await.unwrap();
    assert_eq!(answer["error"]["code"], "CANCELLED", "{answer}");
    assert_eq!(interrupted.recv().await, Some(()));
    let listed = served.call("list_images", json!({ "node": "Neo" })).await;
    assert_eq!(listed["result"]["data"]["count"], 0);
}

/// Sends an instruction whose one call needs approval, and gives the person's answers to its
/// questions.
async fn answered_with(answers: &[Value]) -> (Vec<Value>, Value) {
    let script = ScriptedModel::new()
        .calls([(
            "generate_image",
            json!({ "prompt": "a dot", "node": "Neo" }),
        )])
        .says("Done.");
    let served = Arc::new(TestServer::new(script).await);
    served.call("create_node", json!({ "title": "Neo" })).await;
    let mut stream = served.listen().await;
    let sending = tokio::spawn({
        let served = Arc::clone(&served);
        let args = json!({ "text": "paint Neo", "autonomy": "adopt" });
        async move { served.call("send_message", args).await }
    });
    let mut questions = Vec::new();
    for answer in answers {
        let question = stream.event("asked").await["question"].clone();
        stream.held.clear();
        let mut args = answer.clone();
        args["call_id"] = question["call_id"].clone();
        questions.push(question);
        let answered = served.call("answer_request", args).await;
        assert_eq!(answered["status"], "success", "{answered}");
    }
    let output = stream.event("tool_answered").await["output"].clone();
    assert_eq!(sending.await.unwrap()["status"], "success");
    (questions, output)
}

#[tokio::test]
async fn a_person_can_edit_arguments_and_sees_validation_errors() {
    let (questions, output) = answered_with(&[
        json!({ "answer": "approve", "args": r#"{"prompt":"a line","node":{}}"# }),
        json!({ "answer": "approve", "args": r#"{"prompt":"a line","node":"Neo"}"# }),
    ])
    .await;
    assert_eq!(questions[0].get("refused"), None);
    let refused = &questions[1]["refused"];
    assert_eq!(refused["args"], json!({ "prompt": "a line", "node": {} }));
    assert_eq!(refused["path"], "/node", "{refused}");
    assert_eq!(output["status"], "success", "{output}");
    assert_eq!(output["edited_by_person"], true);
    let ran = json!({ "prompt": "a line", "node": "Neo" });
    assert_eq!(output["tool_call_args"], ran);
}

#[tokio::test]
async fn rejection_message_reaches_the_model_and_always_approves() {
    let no = json!({ "answer": "reject", "message": "太贵了" });
    let (_, output) = answered_with(&[no]).await;
    assert_eq!(output["error"]["code"], "PERMISSION_DENIED");
    assert_eq!(output["error"]["message"], "太贵了");
    let (_, output) = answered_with(&[json!({ "answer": "always" })]).await;
    assert_eq!(output["status"], "success", "{output}");
    assert_eq!(output.get("edited_by_person"), None);
}

#[tokio::test]
async fn does_not_serve_files_outside_the_built_page() {
    let served = TestServer::new(ScriptedModel::new()).await;
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/static/../../../Cargo.toml",
        "//etc/passwd",
        "/..\\Cargo.toml",
        "/index.html/",
        "/missing.js",
    ] {
        let reply = served.get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(reply.body, b"There is no such page.", "{path}");
    }
}

#[tokio::test]
async fn the_page_has_a_strict_csp_and_needs_no_token() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let page = served.get("/").await;
    let is_built = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../ui/dist/index.html")
        .exists();
    assert_eq!(page.status, if is_built { 200 } else { 503 });
    let text = String::from_utf8(page.body.clone()).unwrap();
    assert_eq!(text.contains("npm --prefix ui run build"), !is_built);
    let policy = page.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self'; "),
        "{policy}"
    );
    assert!(policy.ends_with("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    let nonce_of = |policy: &str| {
        let (_, rest) = policy.split_once("style-src 'self' 'nonce-").unwrap();
        rest.split_once("'; ").unwrap().0.to_owned()
    };
    let nonce = nonce_of(policy);
    assert!(nonce.len() >= 22, "128 bits that nobody can guess");
    assert!(text.contains(&format!("nonce=\"{nonce}\"")), "{text}");
    let again = served.get("/").await;
    let other = nonce_of(again.header("content-security-policy").unwrap());
    assert_ne!(nonce, other, "each answer has its own");
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(
        page.header("set-cookie"),
        None,
        "who only sees the page gets no pass"
    );
}

#[tokio::test]
async fn streams_end_with_the_server() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let mut stream = served.listen().await;
    served.stop.cancel();
    let mut rest = Vec::new();
    stream.socket.read_to_end(&mut rest).await.unwrap();
    served.ended.await.unwrap().unwrap();
}

#[tokio::test]
async fn reports_a_port_in_use() {
    let served = TestServer::new(ScriptedModel::new()).await;
    let studio = Studio::in_memory(Arc::new(ScriptedModel::new())).unwrap();
    let failure = Server::bind(Workspace::with(studio).unwrap(), Some(served.port))
        .await
        .err()
        .unwrap();
    let message = &failure.report().message;
    assert!(
        message.starts_with(&format!("cannot listen on 127.0.0.1:{}", served.port)),
        "{message}"
    );
}
