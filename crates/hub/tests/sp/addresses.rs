//! SP-1: who connects where, and under which ids.

use star::{Id, Reason};

use crate::support::*;

#[tokio::test]
async fn sp_1_clients_of_each_type_connect_at_their_address() {
    let hub = open_hub();
    for path in [
        "/env/demo_world",
        "/env/demo_world/agent/agent_001",
        "/env/demo_world/human/alice",
        "/human/alice",
        "/env/%E6%95%85%E4%BA%8B%E4%B8%80/agent/a.b:c-d",
    ] {
        let mut peer = Peer::connect(&hub, path, &[]).await.expect("a WebSocket");
        let first = peer.any().await;
        assert_eq!(first["type"], "heartbeat", "{path}: {first}");
        assert_eq!(first["sender"], hub_address());
    }
}

#[tokio::test]
async fn sp_1_ids_with_an_invalid_length_or_character_are_rejected() {
    let hub = open_hub();
    let long = "x".repeat(51);
    for (id, path) in [
        ("ab", "ab"),
        (long.as_str(), long.as_str()),
        ("a b c", "a%20b%20c"),
        ("a/b/c", "a%2Fb%2Fc"),
        ("***", "***"),
        ("...", "..."),
    ] {
        assert!(Id::new(id).is_err());
        for path in [
            format!("/env/{path}"),
            format!("/env/demo_world/agent/{path}"),
        ] {
            let mut peer = Peer::connect(&hub, &path, &[]).await.expect("a WebSocket");
            let error = peer.error().await;
            assert_eq!(error["error_code"], "VALIDATION_ERROR", "{path}");
            assert_eq!(error["details"]["reason"], "invalid_id");
            assert_eq!(peer.end().await, (4400, "invalid_id".to_owned()));
        }
    }
}

#[tokio::test]
async fn sp_1_a_responding_client_keeps_its_id() {
    let hub = open_hub();
    let mut first = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    // It answers while it reads.
    let reading = tokio::spawn(async move {
        let left = first.event("environment_online").await;
        (first, left)
    });
    let path = "/env/demo_world/agent/agent_001";
    let mut second = Peer::connect(&hub, path, &[]).await.expect("a WebSocket");
    assert_eq!(second.error().await["details"]["reason"], "id_in_use");
    let code = Reason::IdInUse.close_code().expect("a code");
    assert_eq!(second.end().await.0, code);
    let mut environment = Peer::join(&hub, "/env/demo_world").await;
    let (mut first, _) = soon("the first", reading).await.expect("it reads");
    let hello = message(
        "m_1",
        &agent("agent_001"),
        &crate::support::environment("demo_world"),
        &action("action_1"),
    );
    first.send(&hello).await;
    assert_eq!(environment.next().await, hello);
}

#[tokio::test]
async fn sp_1_an_unresponsive_client_loses_its_id() {
    let mut options = options();
    options.timing.takeover = std::time::Duration::from_millis(50);
    let hub = start(options);
    // Connected, and never reading again: nothing answers a ping.
    let first = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let mut second = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    second.expect_silence(&agent("agent_001")).await;
    first.vanish();
}
