//! SP-4: messages reach whom they are for, and nobody else.

use serde_json::json;

use crate::support::*;

#[tokio::test]
async fn sp_4_an_action_reaches_the_environment_and_its_outcome_the_agent() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut first = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let mut second = Peer::join(&hub, "/env/demo_world/agent/agent_002").await;
    let asked = message(
        "m_1",
        &agent("agent_001"),
        &environment("demo_world"),
        &action("action_1"),
    );
    first.send(&asked).await;
    assert_eq!(world.next().await, asked);
    let outcome = json!({ "type": "outcome", "id": "action_1",
        "outcome": { "status": "success", "message": "", "data": null } });
    let answer = message(
        "m_2",
        &environment("demo_world"),
        &agent("agent_001"),
        &outcome,
    );
    world.send(&answer).await;
    assert_eq!(first.next().await, answer);
    second.expect_silence(&agent("agent_002")).await;
}

#[tokio::test]
async fn sp_4_a_spoofed_sender_is_rejected() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut first = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let _second = Peer::join(&hub, "/env/demo_world/agent/agent_002").await;
    let to = environment("demo_world");
    for sender in [
        agent("agent_002"),
        environment("demo_world"),
        human("agent_001"),
        hub_address(),
        json!({ "id": "agent_001", "type": "agent", "environment": "elsewhere" }),
        json!("agent_002"),
        json!("AGENT_001"),
    ] {
        first
            .send(&message("m_1", &sender, &to, &action("action_1")))
            .await;
        let error = first.error().await;
        assert_eq!(error["error_code"], "PERMISSION_DENIED", "{sender}");
        assert_eq!(error["details"]["reason"], "spoofed_sender");
        assert_eq!(error["details"]["original_message_id"], "m_1");
    }
    // Two senders in one envelope: whichever is looked at, the message is none.
    first
        .send_text(
            r#"{"type":"message","id":"m_2","sender":{"id":"agent_001","type":"agent"},"sender":{"id":"agent_002","type":"agent"},"recipient":{"id":"demo_world","type":"environment"},"payload":1}"#,
        )
        .await;
    assert_eq!(
        first.error().await["details"]["reason"],
        "malformed_envelope"
    );
    let own = message("m_3", &agent("agent_001"), &to, &action("action_1"));
    first.send(&own).await;
    assert_eq!(
        world.next().await,
        own,
        "nothing of the others came through"
    );
}

#[tokio::test]
async fn sp_4_another_environment_cannot_be_reached() {
    let hub = open_hub();
    let mut here = Peer::join(&hub, "/env/world_one/agent/agent_001").await;
    let mut there = Peer::join(&hub, "/env/world_two").await;
    let mut its_agent = Peer::join(&hub, "/env/world_two/agent/agent_002").await;
    let me = agent("agent_001");
    let elsewhere = json!({ "id": "agent_002", "type": "agent", "environment": "world_two" });
    let all = json!({ "id": "*", "type": "agent", "environment": "world_two" });
    for to in [
        environment("world_two"),
        environment("no_such_world"),
        elsewhere,
        all,
    ] {
        here.send(&message("m_1", &me, &to, &action("action_1")))
            .await;
        let error = here.error().await;
        assert_eq!(error["error_code"], "PERMISSION_DENIED");
        assert_eq!(error["details"]["reason"], "other_environment");
    }
    // Without the environment the id is looked for at home.
    here.send(&message(
        "m_2",
        &me,
        &agent("agent_002"),
        &action("action_1"),
    ))
    .await;
    assert_eq!(here.error().await["details"]["reason"], "unknown_recipient");
    here.send(&message(
        "m_3",
        &me,
        &json!({ "id": "*", "type": "agent" }),
        &json!(1),
    ))
    .await;
    its_agent.expect_silence(&agent("agent_002")).await;
    let asked = message(
        "m_4",
        &agent("agent_002"),
        &environment("world_two"),
        &json!(2),
    );
    its_agent.send(&asked).await;
    assert_eq!(there.next().await, asked);
}

#[tokio::test]
async fn sp_4_a_broadcast_reaches_all_of_a_type_but_not_the_sender() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut agents = Vec::new();
    for id in ["agent_001", "agent_002", "agent_003"] {
        agents.push(Peer::join(&hub, &format!("/env/demo_world/agent/{id}")).await);
    }
    let mut person = Peer::join(&hub, "/env/demo_world/human/alice").await;
    let event = json!({ "type": "event", "id": "e_1", "event": "world_update", "data": {} });
    let sent = message(
        "m_1",
        &environment("demo_world"),
        &json!({ "id": "*", "type": "agent" }),
        &event,
    );
    world.send(&sent).await;
    for agent in &mut agents {
        assert_eq!(agent.next().await, sent);
    }
    let sent = message(
        "m_2",
        &agent("agent_001"),
        &json!({ "id": "*", "type": "agent" }),
        &json!(1),
    );
    agents[0].send(&sent).await;
    for agent in &mut agents[1..] {
        assert_eq!(agent.next().await, sent);
    }
    agents[0].expect_silence(&agent("agent_001")).await;
    person.expect_silence(&human("alice")).await;
}

#[tokio::test]
async fn sp_4_an_external_person_exchanges_messages_with_environments() {
    let hub = open_hub();
    let mut world = Peer::join(&hub, "/env/demo_world").await;
    let mut one = Peer::join(&hub, "/env/demo_world/agent/agent_001").await;
    let mut outside = Peer::join(&hub, "/human/alice").await;
    let mut inside = Peer::join(&hub, "/env/demo_world/human/bobby").await;
    let me = human("alice");
    let asked = message("m_1", &me, &environment("demo_world"), &action("action_1"));
    outside.send(&asked).await;
    assert_eq!(world.next().await, asked);
    let answer = message("m_2", &environment("demo_world"), &me, &json!({ "n": 1 }));
    world.send(&answer).await;
    assert_eq!(outside.next().await, answer);
    let to = json!({ "id": "agent_001", "type": "agent", "environment": "demo_world" });
    let hello = message("m_3", &me, &to, &json!("hello"));
    outside.send(&hello).await;
    assert_eq!(one.next().await, hello);
    let hello = message("m_4", &human("bobby"), &agent("agent_001"), &json!("hello"));
    inside.send(&hello).await;
    assert_eq!(one.next().await, hello);
}

#[tokio::test]
async fn sp_11_the_hub_does_not_depend_on_what_it_forwards() {
    // An agent and an environment that agree on a language of their own.
    let hub = open_hub();
    let mut game = Peer::join(&hub, "/env/chess_club").await;
    let mut player = Peer::join(&hub, "/env/chess_club/agent/player_1").await;
    let turn = message(
        "m_1",
        &agent("player_1"),
        &environment("chess_club"),
        &json!("e2-e4"),
    );
    player.send(&turn).await;
    assert_eq!(game.next().await, turn);
}
