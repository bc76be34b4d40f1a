//! SP-2, SP-3, SP-5: envelopes in both spellings, payloads that pass as they are.

use serde_json::{Value, json};

use crate::support::*;

#[tokio::test]
async fn sp_2_the_examples_of_the_specification_are_accepted() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut mover = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let asked = json!({
        "type": "message",
        "id": "msg_12345",
        "sender": { "id": "agent_001", "type": "agent" },
        "recipient": { "id": "demo_world", "type": "environment" },
        "timestamp": "2025-08-19T10:30:00Z",
        "payload": action("action_67890"),
    });
    mover.send(&asked).await;
    assert_eq!(world.next().await, asked);
    let answer = json!({
        "type": "message",
        "sender": { "id": "demo_world", "type": "environment" },
        "recipient": { "id": "agent_001", "type": "agent" },
        "payload": {
            "type": "outcome", "id": "action_67890",
            "outcome": {
                "status": "success", "message": "移动成功",
                "data": { "new_position": { "x": 5, "y": 10 }, "energy_cost": 2 },
            },
            "outcome_type": "dict",
        },
    });
    world.send(&answer).await;
    assert_eq!(mover.next().await, answer);
}

#[tokio::test]
async fn sp_2_both_spellings_are_accepted_and_one_is_written() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut mover = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let plain = json!({
        "type": "message", "id": "m_1", "sender": "agent_001", "recipient": "demo_world",
        "message": action("action_1"), "version": "1",
    });
    mover.send(&plain).await;
    let written = message(
        "m_1",
        &agent("agent_001"),
        &environment("demo_world"),
        &action("action_1"),
    );
    assert_eq!(world.next().await, written);
    // To an agent by its plain id.
    let plain = json!({
        "type": "message", "sender": "demo_world", "recipient": "agent_001", "message": { "n": 1 },
    });
    world.send(&plain).await;
    let got = mover.next().await;
    assert_eq!(got["recipient"], agent("agent_001"));
    assert_eq!(got["payload"], json!({ "n": 1 }));
    assert_eq!(got["version"], "1");
}

#[tokio::test]
async fn sp_3_the_payload_is_forwarded_byte_for_byte() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut mover = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    // Twice the same key, numbers no double holds, odd spaces and escapes: nobody reads it on the way.
    let payload = "{ \"b\":1e400,\t\"a\" : 0.10000000000000000000001, \"a\":[ ],\"\\u0061\":\"\\/\\ud83d\\ude00\" }";
    let head = r#"{"sender":{"type":"agent","id":"agent_001"},"recipient":{"id":"demo_world","type":"environment"},"extra":[1],"type":"message","payload":"#;
    let text = format!("{head}{payload}}}");
    mover.send_text(&text).await;
    assert_eq!(world.passed_text().await, text);
    // In the other spelling the envelope is written again, the payload is not.
    let text = format!(
        r#"{{"type":"message","sender":"agent_001","recipient":"demo_world","message":{payload}}}"#
    );
    mover.send_text(&text).await;
    assert!(
        world
            .text()
            .await
            .ends_with(&format!("\"payload\":{payload}}}"))
    );
}

#[tokio::test]
async fn sp_3_any_json_payload_is_forwarded() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut mover = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    for payload in [
        "1",
        "\"text\"",
        "[]",
        "{\"type\":\"never heard of\"}",
        &deep,
    ] {
        let text = format!(
            r#"{{"type":"message","sender":{{"id":"agent_001","type":"agent"}},"recipient":{{"id":"demo_world","type":"environment"}},"payload":{payload}}}"#
        );
        mover.send_text(&text).await;
        let got = world.passed_text().await;

        assert!(
            got == text,
            "{} bytes came back as {}",
            text.len(),
            got.len()
        );
    }
}

#[tokio::test]
async fn sp_5_each_inner_message_is_forwarded_and_matches_its_type() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut mover = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let inner: [Value; 4] = [
        action("action_1"),
        json!({ "type": "outcome", "id": "action_1", "outcome_type": "dict",
            "outcome": { "status": "error", "message": "a wall", "data": {} } }),
        json!({ "type": "event", "id": "event_1", "event": "agent_moved", "data": { "x": 5 } }),
        json!({ "type": "stream", "stream_type": "sensor_data", "sequence": 12345,
            "data": { "temperature": 25.5 } }),
    ];
    for payload in inner {
        mover
            .send(&message(
                payload["type"].as_str().expect("a type"),
                &agent("agent_001"),
                &environment("demo_world"),
                &payload,
            ))
            .await;
        let got = loop {
            let got = world.next().await;
            if got["type"] != "error" {
                break got;
            }
        };
        let read: star::Envelope<star::Payload> = serde_json::from_value(got).expect("an envelope");
        assert_eq!(serde_json::to_value(&read.payload).expect("JSON"), payload);
    }
}
