//! SP-6: heartbeats both ways, and what happens to clients that are silent.

use std::time::Duration;

use serde_json::json;

use crate::support::*;

#[tokio::test]
async fn sp_6_a_heartbeat_comes_on_connect_and_regularly() {
    let mut options = options();
    options.timing.heartbeat = Duration::from_millis(40);
    let hub = start(options);
    let mut peer = Peer::connect(&hub, "/env/demo_world/agent/agent_001", &[])
        .await
        .expect("a WebSocket");
    for _ in 0..3 {
        let beat = peer.any().await;
        assert_eq!(beat["type"], "heartbeat");
        assert_eq!(beat["sender"], hub_address());
        assert_eq!(beat["recipient"], agent("agent_001"));
        let payload = &beat["payload"];
        assert_eq!(payload["timestamp"], at(NOW).to_string());
        assert_eq!(payload["server_status"], "running");
        assert_eq!(payload["ping"], "pong");
        assert_eq!(payload["interval_ms"], 40);
        assert_eq!(payload["max_message_bytes"], 1 << 20);
    }
}

#[tokio::test]
async fn sp_6_a_clients_own_heartbeat_is_answered_once() {
    let hub = open_hub();
    let mut peer = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let me = agent("agent_001");
    // The answer to the hub's own heartbeat is not answered again.
    let answer = json!({ "type": "heartbeat", "id": "b_1", "reply_to": "x", "sender": me,
        "recipient": hub_address(), "payload": {} });
    peer.send(&answer).await;
    peer.expect_silence(&me).await;
}

#[tokio::test]
async fn sp_6_a_silent_client_is_disconnected_and_its_environment_informed() {
    let mut options = options();
    options.timing.heartbeat = Duration::from_millis(20);
    options.timing.silence = Duration::from_millis(100);
    options.timing.close = Duration::from_millis(50);
    let hub = start(options);
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    // It does not read, so nothing answers the hub's pings; the environment reads and stays.
    let silent = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let joined = world.event("client_joined").await;
    assert_eq!(joined["payload"]["data"]["client"], agent("agent_001"));
    let left = world.event("client_left").await;
    assert_eq!(left["sender"], hub_address());
    assert_eq!(left["payload"]["data"]["client"], agent("agent_001"));
    assert_eq!(left["payload"]["data"]["reason"], "heartbeat_timeout");
    silent.vanish();
}

#[tokio::test]
async fn sp_6_agents_are_informed_when_their_environment_connects_and_disconnects() {
    let hub = open_hub();
    let mut waiting = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let world = Peer::join(&hub, "/env/demo_world").await;
    waiting.event("environment_online").await;
    world.vanish();
    let left = waiting.event("environment_offline").await;
    assert_eq!(left["payload"]["data"]["client"], environment("demo_world"));
}
