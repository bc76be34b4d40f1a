//! Connection tests over real loopback connections, each with one thing wrong.

use std::sync::Arc;

use model::FixedWorld;
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use super::{CheckOutcome, ConnectionCheck, check, models};
use crate::ModelOptions;
use crate::http::Http;
use crate::test_server::{Server, ServerEvent, whole};

const JSON: &str = "content-type: application/json\r\n";

async fn tried(base_url: &str) -> ConnectionCheck {
    let options = ModelOptions {
        base_url: Some(base_url.into()),
        key: Some(SecretString::from("sk-live-0123456789abcdef")),
        ..ModelOptions::default()
    };
    let world = Arc::new(FixedWorld::default());
    let name = "openai-compatible:story-1";
    check(
        name,
        options,
        &Http::new().unwrap(),
        world,
        &CancellationToken::new(),
    )
    .await
}

#[tokio::test]
async fn reports_ok_for_an_answering_model() {
    let body = r#"{"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}"#;
    let server = Server::answering(whole("200 OK", JSON, body));
    // The fixed clock advances by a second on each read: for the time of the question, when the
    // model starts and ends, and at the end.
    assert_eq!(
        tried(&server.base_url).await,
        ConnectionCheck::answered(4000)
    );
}

#[tokio::test]
async fn distinguishes_connection_failures() {
    for (status, body, outcome) in [
        (
            "401 Unauthorized",
            r#"{"error":{"message":"no: sk-live-0123456789abcdef"}}"#,
            CheckOutcome::KeyRefused,
        ),
        (
            "402 Payment Required",
            r#"{"error":{"message":"empty"}}"#,
            CheckOutcome::NoCredit,
        ),
        (
            "404 Not Found",
            r#"{"error":{"message":"model \"story-1\" not found"}}"#,
            CheckOutcome::ModelUnknown,
        ),
        (
            "400 Bad Request",
            r#"{"error":{"message":"Invalid model: story-1"}}"#,
            CheckOutcome::ModelUnknown,
        ),
        ("429 Too Many Requests", "{}", CheckOutcome::Busy),
        ("529 Overloaded", "{}", CheckOutcome::Busy),
        (
            "400 Bad Request",
            r#"{"error":{"message":"what?"}}"#,
            CheckOutcome::Failed,
        ),
    ] {
        let server = Server::answering(whole(status, JSON, body));
        let checked = tried(&server.base_url).await;
        assert_eq!(checked.outcome, outcome, "{status} {body}");
        assert!(!checked.message.is_empty());
        assert!(!checked.message.contains("sk-live"), "{}", checked.message);
    }
}

#[tokio::test]
async fn distinguishes_unreachable_from_invalid_addresses() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", closed.local_addr().unwrap());
    drop(closed);
    assert_eq!(tried(&address).await.outcome, CheckOutcome::NotReachable);
    assert_eq!(
        tried("no address").await.outcome,
        CheckOutcome::Misconfigured
    );
}

#[tokio::test]
async fn lists_a_servers_models() {
    let body = r#"{"data":[{"id":"b","context_length":4096},{"id":"a"},{"odd":1}]}"#;
    let mut server = Server::answering(whole("200 OK", JSON, body));
    let options = ModelOptions {
        base_url: Some(server.base_url.clone()),
        ..ModelOptions::default()
    };
    let http = Http::new().unwrap();
    let never = CancellationToken::new();
    let listed = models("openai-compatible", options, &http, &never).await;
    let listed: Vec<_> = listed
        .unwrap()
        .into_iter()
        .map(|it| (it.id, it.context_tokens))
        .collect();
    assert_eq!(listed, [("b".into(), Some(4096)), ("a".into(), None)]);
    let ServerEvent::Request { head, .. } = server.seen().await else {
        panic!("no request")
    };
    assert_eq!(head[0], "GET /v1/models HTTP/1.1");
}
