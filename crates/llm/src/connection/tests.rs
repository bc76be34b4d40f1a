//! Trials over real connections on this machine, each with one thing wrong.

use std::sync::Arc;

use model::FixedWorld;
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use super::{Checked, Outcome, check, models};
use crate::ModelOptions;
use crate::http::Http;
use crate::loopback::{Seen, Server, whole};

const JSON: &str = "content-type: application/json\r\n";

async fn tried(base_url: &str) -> Checked {
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
async fn a_model_that_answers_is_well() {
    let body = r#"{"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}"#;
    let server = Server::answering(whole("200 OK", JSON, body));
    // The fixed clock goes on by a second at each look: at the question's time, when the model
    // begins and ends, and at the end.
    assert_eq!(tried(&server.base_url).await, Checked::answered(4000));
}

#[tokio::test]
async fn what_is_wrong_is_told_apart() {
    for (status, body, outcome) in [
        (
            "401 Unauthorized",
            r#"{"error":{"message":"no: sk-live-0123456789abcdef"}}"#,
            Outcome::KeyRefused,
        ),
        (
            "402 Payment Required",
            r#"{"error":{"message":"empty"}}"#,
            Outcome::NoCredit,
        ),
        (
            "404 Not Found",
            r#"{"error":{"message":"model \"story-1\" not found"}}"#,
            Outcome::ModelUnknown,
        ),
        (
            "400 Bad Request",
            r#"{"error":{"message":"Invalid model: story-1"}}"#,
            Outcome::ModelUnknown,
        ),
        ("429 Too Many Requests", "{}", Outcome::Busy),
        ("529 Overloaded", "{}", Outcome::Busy),
        (
            "400 Bad Request",
            r#"{"error":{"message":"what?"}}"#,
            Outcome::Failed,
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
async fn nobody_at_the_address_and_no_address_are_told_apart() {
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", closed.local_addr().unwrap());
    drop(closed);
    assert_eq!(tried(&address).await.outcome, Outcome::NotReachable);
    assert_eq!(tried("no address").await.outcome, Outcome::Misconfigured);
}

#[tokio::test]
async fn a_servers_models_are_listed() {
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
    let Seen::Request { head, .. } = server.seen().await else {
        panic!("no request")
    };
    assert_eq!(head[0], "GET /v1/models HTTP/1.1");
}
