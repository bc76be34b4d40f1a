//! SP-2: the dialect of the document's public implementation, as its Python client writes it.

use serde_json::{Value, json};

use crate::support::*;

fn sent(sender: &str, recipient: &str, id: &str, message: &Value) -> Value {
    json!({ "type": "message", "sender": sender, "recipient": recipient, "message": message,
        "envelope_id": id, "timestamp": 1_756_500_000.123 })
}

/// Connects as its client does: the first message contains the identity.
async fn register(hub: &hub::RunningHub, id: &str, kind: &str) -> Peer {
    let mut peer = Peer::connect(hub, "/", &[]).await.expect("a WebSocket");
    let data = json!({ "client_type": kind, "env_id": "demo_world", "metadata": {} });
    let connect =
        json!({ "message_type": "event", "event_id": "evt_1", "event": "connect", "data": data });
    peer.send(&sent(id, "hub", "e_0", &connect)).await;
    let first = peer.any().await;
    assert_eq!(first["type"], "heartbeat");
    assert_eq!(
        (&first["sender"], &first["recipient"]),
        (&json!("hub"), &json!(id))
    );
    let connected = peer.next().await;
    assert_eq!(connected["message"]["message_type"], "event");
    assert_eq!(connected["message"]["event"], "connected");
    assert_eq!(connected["message"]["data"]["status"], "success");
    peer
}

fn hub_with_dialect() -> hub::RunningHub {
    let mut options = options();
    options.speaks_public_dialect = true;
    start(options)
}

#[tokio::test]
async fn sp_2_clients_of_the_dialect_interoperate() {
    let hub = hub_with_dialect();
    let mut world = register(&hub, "demo_world", "environment").await;
    let mut one = register(&hub, "agent_001", "agent").await;
    let joined = world.next().await;
    assert_eq!(joined["message"]["event"], "agent_joined");
    assert_eq!(joined["message"]["data"]["agent_id"], "agent_001");
    let action = json!({ "message_type": "action", "action": "move", "action_id": "act_1",
        "parameters": { "direction": "north" } });
    one.send(&sent("agent_001", "demo_world", "e_1", &action))
        .await;
    let got = world.next().await;
    assert_eq!(
        (&got["sender"], &got["recipient"]),
        (&json!("agent_001"), &json!("demo_world"))
    );
    assert_eq!(got["envelope_id"], "e_1");
    assert_eq!(got["message"], action);
    let outcome = json!({ "message_type": "outcome", "action_id": "act_1", "outcome": "move",
        "data": { "x": 5 } });
    world
        .send(&sent("demo_world", "agent_001", "w_1", &outcome))
        .await;
    let got = one.next().await;
    assert_eq!(got["message"]["action_id"], "act_1");
    assert_eq!(got["message"]["outcome"], "move");
    assert_eq!(got["message"]["status"], "success");
    assert_eq!(got["message"]["data"], json!({ "x": 5 }));
    let event =
        json!({ "message_type": "event", "event_id": "evt_2", "event": "moved", "data": {} });
    world
        .send(&sent("demo_world", "broadcast", "w_2", &event))
        .await;
    assert_eq!(one.next().await["message"], event);
}

#[tokio::test]
async fn sp_2_clients_of_the_dialect_and_of_the_standard_interoperate() {
    let hub = hub_with_dialect();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut one = register(&hub, "agent_001", "agent").await;
    let asked = json!({ "message_type": "action", "action": "move", "action_id": "act_1",
        "parameters": {} });
    one.send(&sent("agent_001", "demo_world", "e_1", &asked))
        .await;
    let got = world.next().await;
    assert_eq!(got["sender"], agent("agent_001"));
    assert_eq!(got["id"], "e_1");
    let action = json!({ "type": "action", "action": "move", "id": "act_1", "parameters": {} });
    assert_eq!(got["payload"], action);
    let outcome = json!({ "type": "outcome", "id": "act_1",
        "outcome": { "status": "error", "message": "a wall", "data": { "hit": true } } });
    world
        .send(&message(
            "w_1",
            &environment("demo_world"),
            &agent("agent_001"),
            &outcome,
        ))
        .await;
    let got = one.next().await["message"].clone();
    assert_eq!(
        (&got["status"], &got["message"]),
        (&json!("error"), &json!("a wall"))
    );
    assert_eq!(
        (&got["outcome"], &got["data"]),
        (&json!("move"), &json!({ "hit": true }))
    );
    // The checks are the same: a sender must match its connection.
    one.send(&sent("agent_002", "demo_world", "e_2", &asked))
        .await;
    let refused = one.next().await["message"].clone();
    assert_eq!(refused["event"], "error");
    assert_eq!(refused["data"]["details"]["reason"], "spoofed_sender");
    assert_eq!(refused["data"]["details"]["original_message_id"], "e_2");
    let stream = json!({ "message_type": "stream", "stream": "sensor", "stream_id": "s_1", "sequence": 1,
        "chunk": { "celsius": 20 } });
    one.send(&sent("agent_001", "demo_world", "e_3", &stream))
        .await;
    let got = world.next().await["payload"].clone();
    assert_eq!(
        (&got["stream_type"], &got["data"]),
        (&json!("sensor"), &json!({ "celsius": 20 }))
    );
    // A heartbeat of the dialect is only a sign of life.
    let beat = json!({ "type": "heartbeat", "sender": "agent_001", "recipient": "hub",
        "message": { "status": "alive" }, "envelope_id": "e_4", "timestamp": 1.5 });
    one.send(&beat).await;
    one.send_text("nonsense").await;
    let refused = one.next().await["message"].clone();
    assert_eq!(refused["data"]["details"]["reason"], "malformed_json");
}

#[tokio::test]
async fn sp_2_the_dialect_is_off_by_default() {
    let hub = open_hub();
    assert!(Peer::connect(&hub, "/", &[]).await.is_err());
    let hub = hub_with_dialect();
    let mut peer = Peer::connect(&hub, "/", &[]).await.expect("a WebSocket");
    peer.send(&sent("agent_001", "demo_world", "e_1", &json!({})))
        .await;
    assert_eq!(
        peer.error().await["details"]["reason"],
        "malformed_envelope"
    );
    assert_eq!(peer.end().await.0, 4400);
}
