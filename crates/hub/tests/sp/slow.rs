//! Clients that do not read: what may be skipped is skipped and told, what may not ends the connection,
//! and nobody else notices.

use hub::HubOptions;
use serde_json::{Value, json};

use crate::support::*;

/// So little fits that a reader who stops is soon behind.
fn small_queues() -> HubOptions {
    let mut options = options();
    options.limits.queue_bytes = 256 << 10;
    options.limits.queue_messages = 64;
    options
}

/// An event of 16 KiB with its number.
fn event(sequence: u64) -> Value {
    let payload = json!({ "type": "event", "id": format!("e_{sequence}"), "event": "world_update",
        "data": "x".repeat(16 << 10) });
    let all = json!({ "id": "*", "type": "agent" });
    let mut event = message(
        &format!("m_{sequence}"),
        &environment("demo_world"),
        &all,
        &payload,
    );
    event["sequence"] = json!(sequence);
    event
}

/// More than the systems buffers of a connection hold.
const EVENTS: u64 = 1_500;

#[tokio::test]
async fn a_slow_reader_is_told_of_missing_events_and_others_get_all() {
    let hub = start(small_queues());
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut healthy = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let mut slow = Peer::join(&hub, "/env/demo_world/agent/agent_002").await;
    for number in 1..=EVENTS {
        world.send(&event(number)).await;
        assert_eq!(healthy.next().await["sequence"], number);
    }
    assert!(
        hub.counts().skipped > 0,
        "the system took {EVENTS} events of 16 KiB"
    );
    // It reads on: what it gets is in order, and what it does not get is named.
    let (mut next, mut gaps) = (1, 0);
    while next <= EVENTS {
        let value = slow.next().await;
        if value["payload"]["event"] == "gap" {
            let data = &value["payload"]["data"];
            assert_eq!(value["sender"], hub_address());
            assert_eq!(data["sender"], environment("demo_world"));
            assert_eq!(data["from"], next);
            let to = data["to"].as_u64().expect("a number");
            assert_eq!(data["skipped"], to - next + 1);
            (next, gaps) = (to + 1, gaps + 1);
        } else {
            assert_eq!(value["sequence"], next);
            next += 1;
        }
    }
    assert!(gaps > 0);
    world.send(&event(EVENTS + 1)).await;
    assert_eq!(slow.next().await["sequence"], EVENTS + 1);
    assert!(hub.counts().waiting < 64);
}

#[tokio::test]
async fn an_outcome_that_does_not_fit_the_queue_ends_the_connection_instead_of_being_skipped() {
    let hub = start(small_queues());
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut slow = Peer::join(&hub, "/env/demo_world/agent/agent_002").await;
    let outcome = json!({ "type": "outcome", "id": "a_1",
        "outcome": { "status": "success", "message": "", "data": "x".repeat(16 << 10) } });
    let mut sent = 0;
    loop {
        sent += 1;
        let id = format!("m_{sent}");
        world
            .send(&message(
                &id,
                &environment("demo_world"),
                &agent("agent_002"),
                &outcome,
            ))
            .await;
        // The hub takes messages in order, so its answer tells whether this one was delivered.
        world.send_text("{").await;
        let error = world.error().await;
        if error["details"]["reason"] == "recipient_overloaded" {
            assert_eq!(error["error_code"], "CONNECTION_ERROR");
            assert_eq!(error["details"]["original_message_id"], id);
            break;
        }
        assert!(sent < 10_000, "the system took {sent} outcomes of 16 KiB");
    }
    // What came before is in order and whole, then comes the reason.
    let mut got = 0;
    let last = loop {
        let value = slow.next().await;
        if value["type"] == "error" {
            break value;
        }
        got += 1;
        assert_eq!(value["id"], format!("m_{got}"));
    };
    assert!(got < sent);
    assert_eq!(last["payload"]["details"]["reason"], "slow_consumer");
    assert_eq!(slow.end().await, (4410, "slow_consumer".to_owned()));
    let _again = Peer::join(&hub, "/env/demo_world/agent/agent_002").await;
}
