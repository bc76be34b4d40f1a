//! How much the hub takes, and how it stops.

use std::time::Duration;

use serde_json::json;
use tokio::net::TcpStream;

use crate::support::*;

#[tokio::test]
async fn sp_7_excess_messages_are_rejected_and_a_flood_ends_the_connection() {
    let mut options = options();
    options.limits.messages_per_second = 20;
    let hub = start(options);
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut peer = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let (me, to) = (agent("agent_001"), environment("demo_world"));
    for number in 0..200 {
        let text = message(&format!("m_{number}"), &me, &to, &json!(1)).to_string();
        if peer.try_send(&text).await.is_err() {
            break;
        }
    }
    let error = peer.error().await;
    assert_eq!(error["details"]["reason"], "rate_limited");
    assert_eq!(error["error_code"], "CONNECTION_ERROR");
    let original = error["details"]["original_message_id"]
        .as_str()
        .expect("an id");
    let delivered: u32 = original.trim_start_matches("m_").parse().expect("a number");
    assert!(delivered >= 20, "{original}");
    let (code, reason) = peer.end().await;
    assert_eq!((code, reason.as_str()), (4429, "flood"));
    for number in 0..delivered {
        assert_eq!(world.next().await["id"], format!("m_{number}"));
    }
    // An environment answers many and is not limited.
    for number in 0..100 {
        let to = json!({ "id": "*", "type": "agent" });
        world
            .send(&message(
                &format!("w_{number}"),
                &environment("demo_world"),
                &to,
                &json!(1),
            ))
            .await;
    }
    world.expect_silence(&environment("demo_world")).await;
}

#[tokio::test]
async fn sp_7_clients_beyond_the_limit_are_rejected() {
    let mut options = options();
    options.limits.connections = 2;
    let hub = start(options);
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let first = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let path = "/env/demo_world/agent/agent_002";
    let mut third = Peer::connect(&hub, path, &[]).await.expect("a WebSocket");
    assert_eq!(
        third.error().await["details"]["reason"],
        "too_many_connections"
    );
    assert_eq!(third.end().await.0, 1013);
    first.vanish();
    world.event("client_left").await;
    let _third = Peer::join(&hub, path).await;
}

#[tokio::test]
async fn sp_7_a_message_far_above_the_limit_ends_the_connection() {
    let mut options = options();
    options.limits.message_bytes = 1000;
    let hub = start(options);
    let mut peer = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    peer.send_text(&format!("\"{}\"", "x".repeat(5000))).await;
    assert_eq!(peer.error().await["details"]["reason"], "too_large");
    assert_eq!(peer.end().await, (1009, "too_large".to_owned()));
}

#[tokio::test]
async fn sp_7_a_stopping_hub_informs_every_client() {
    let mut options = options();
    options.timing.close = Duration::from_millis(200);
    let hub = start(options);
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut peer = Peer::join(&hub, "/human/alice").await;
    // One that never reads does not hold up the others.
    let deaf = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let address = hub.address();
    let stopping = tokio::spawn(hub.shutdown());
    for peer in [&mut world, &mut peer] {
        assert_eq!(peer.error().await["details"]["reason"], "shutting_down");
        assert_eq!(peer.end().await, (1001, "shutting_down".to_owned()));
    }
    soon("the hub's end", stopping).await.expect("no panic");
    assert!(TcpStream::connect(address).await.is_err());
    drop(deaf);
}

#[tokio::test]
async fn sp_7_a_dropped_hub_stops() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    drop(hub);
    assert_eq!(world.end().await, (1001, "shutting_down".to_owned()));
}
