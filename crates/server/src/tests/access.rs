//! Who may reach the server: tokens, credentials, origins and host names; the page and its policy.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use host::{RealWorld, Studio};
use llm::providers::scripted::ScriptedModel;
use model::{Timestamp, World};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;
use uuid::Uuid;

use super::test_server::{TestServer, request};
use crate::*;

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
