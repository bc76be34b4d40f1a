//! SP-7: a refused client gets the reason, with the id of the message and what to do.

use serde_json::{Value, json};
use star::Reason;
use tokio_tungstenite::tungstenite::Message;

use crate::support::*;

fn check(error: &Value, reason: Reason, original: Option<&str>) {
    assert_eq!(error["details"]["reason"], reason.as_str(), "{error}");
    assert_eq!(error["error_code"], reason.code().as_str());
    assert_eq!(
        error["details"]["original_message_id"],
        json!(original),
        "{error}"
    );
    assert_eq!(
        error["details"]["suggested_action"],
        reason.suggested_action()
    );
    assert!(error["message"].as_str().is_some_and(|it| !it.is_empty()));
}

/// ME and WORLD stand for a valid sender and recipient.
const CASES: &[(Reason, Option<&str>, &str)] = &[
    (Reason::MalformedJson, None, "hello"),
    (Reason::MalformedJson, None, ""),
    (
        Reason::MalformedJson,
        Some("m_1"),
        r#"{"id":"m_1","type":"message",ME"#,
    ),
    (Reason::MalformedEnvelope, None, "[]"),
    (Reason::MalformedEnvelope, None, "null"),
    (
        Reason::MalformedEnvelope,
        Some("m_1"),
        r#"{"id":"m_1",ME,WORLD,"payload":1}"#,
    ),
    (
        Reason::MalformedEnvelope,
        Some("m_1"),
        r#"{"type":"message",ME,"payload":1,"id":"m_1"}"#,
    ),
    (
        Reason::MalformedEnvelope,
        Some("m_1"),
        r#"{"type":"message",ME,WORLD,"id":"m_1"}"#,
    ),
    (
        Reason::MalformedEnvelope,
        Some("m_1"),
        r#"{"type":"message",ME,WORLD,"payload":1,"message":1,"id":"m_1"}"#,
    ),
    (
        Reason::MalformedEnvelope,
        None,
        r#"{"type":"message",ME,WORLD,"payload":1,"id":7}"#,
    ),
    (
        Reason::UnknownType,
        Some("m_1"),
        r#"{"id":"m_1","type":"massage",ME,WORLD,"payload":1}"#,
    ),
    (
        Reason::NotAllowed,
        Some("m_1"),
        r#"{"id":"m_1","type":"error",ME,WORLD,"payload":1}"#,
    ),
    (
        Reason::UnsupportedVersion,
        Some("m_1"),
        r#"{"id":"m_1","type":"message","version":"2",ME,WORLD,"payload":1}"#,
    ),
    (
        Reason::UnsupportedVersion,
        Some("m_1"),
        r#"{"id":"m_1","type":"message","version":2,ME,WORLD,"payload":1}"#,
    ),
    (
        Reason::SpoofedSender,
        Some("m_1"),
        r#"{"id":"m_1","type":"message","sender":"agent_002",WORLD,"payload":1}"#,
    ),
    (
        Reason::EnvironmentOffline,
        Some("m_1"),
        r#"{"id":"m_1","type":"message",ME,WORLD,"payload":1}"#,
    ),
    (
        Reason::OtherEnvironment,
        Some("m_1"),
        r#"{"id":"m_1","type":"message",ME,"recipient":{"id":"elsewhere","type":"environment"},"payload":1}"#,
    ),
    (
        Reason::UnknownRecipient,
        Some("m_2"),
        r#"{"id":"m_2","type":"message",ME,"recipient":{"id":"agent_009","type":"agent"},"payload":1}"#,
    ),
    (
        Reason::DuplicateId,
        Some("m_2"),
        r#"{"id":"m_2","type":"message",ME,"recipient":{"id":"agent_009","type":"agent"},"payload":2}"#,
    ),
    (
        Reason::UnknownClientType,
        Some("m_1"),
        r#"{"id":"m_1","type":"message",ME,"recipient":{"id":"agent_009","type":"robot"},"payload":1}"#,
    ),
    (
        Reason::InvalidAction,
        Some("m_1"),
        r#"{"id":"m_1","type":"message",ME,"recipient":{"id":"hub","type":"hub"},"payload":1}"#,
    ),
    (
        Reason::NotAllowed,
        Some("m_1"),
        r#"{"id":"m_1","type":"message",ME,"recipient":{"id":"hub","type":"hub"},"payload":{"type":"action","id":"a_1","action":"clients"}}"#,
    ),
];

fn filled(text: &str) -> String {
    text.replace("ME", r#""sender":{"id":"agent_001","type":"agent"}"#)
        .replace(
            "WORLD",
            r#""recipient":{"id":"demo_world","type":"environment"}"#,
        )
}

#[tokio::test]
async fn sp_7_each_invalid_message_gets_its_error_and_the_connection_stays_open() {
    let hub = open_hub();
    let mut peer = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let too_large = format!(
        r#"{{"id":"m_1","type":"message",ME,WORLD,"payload":"{}"}}"#,
        "x".repeat(1 << 20)
    );
    let too_large = (Reason::TooLarge, Some("m_1"), too_large.as_str());
    for (reason, original, text) in CASES.iter().copied().chain([too_large]) {
        peer.send_text(&filled(text)).await;
        check(&peer.error().await, reason, original);
    }
    peer.send_frame(Message::binary(vec![0, 1, 2])).await;
    check(&peer.error().await, Reason::BinaryMessage, None);
    peer.expect_silence(&agent("agent_001")).await;
}

#[tokio::test]
async fn sp_7_errors_reach_only_the_client_concerned() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut first = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let mut second = Peer::join(&hub, "/env/demo_world/agent/agent_002").await;
    first.send_text("{").await;
    first.error().await;
    second.expect_silence(&agent("agent_002")).await;
    let asked = message(
        "m_1",
        &agent("agent_001"),
        &environment("demo_world"),
        &json!(1),
    );
    first.send(&asked).await;
    assert_eq!(world.next().await, asked);
}
