//! A story that is opened to agents from its window: through real sockets, an agent is let in, seen,
//! dropped, and what it did is undone.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::support::cli::TestHarness;
use crate::support::server::TestServer;

/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// A call of the window; its data.
fn window(server: &TestServer, name: &str, args: Value) -> Value {
    let call = json!({ "name": name, "args": args, "origin": "window/1" });
    let (status, answer) = server.ask("POST /api/call", &call);
    assert_eq!(
        (status, &answer["status"]),
        (200, &json!("success")),
        "{answer}"
    );
    answer["result"]["data"].clone()
}

async fn connect(address: &str, secret: &str) -> Socket {
    let mut request = address.into_client_request().expect("an address");
    let bearer = format!("Bearer {secret}").parse().expect("a header");
    request.headers_mut().insert("Authorization", bearer);
    let connected = tokio_tungstenite::connect_async(request).await;
    connected.expect("the agent is let in").0
}

/// The payload of the next message of a kind; pings are answered by the library.
async fn payload(socket: &mut Socket, kind: &str) -> Value {
    let found = async {
        loop {
            let message = socket.next().await.expect("open").expect("a message");
            if let Message::Text(text) = message {
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["payload"]["type"] == kind {
                    return message["payload"].clone();
                }
            }
        }
    };
    let found = tokio::time::timeout(PATIENCE, found).await;
    found.unwrap_or_else(|_| panic!("no {kind}"))
}

#[tokio::test]
async fn sp_10_an_agent_is_invited_seen_disconnected_and_undone_in_the_window() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let events = server.listen("/api/events");
    let none = window(&server, "list_participants", json!({}));
    assert_eq!(none, json!({ "address": null, "participants": [] }));

    let opened = window(&server, "open_to_agents", json!({ "port": 0 }));
    let again = window(&server, "open_to_agents", json!({}));
    assert_eq!(opened, again, "an open story stays where it is");
    events.until("agents:changed");
    let args = json!({ "name": "reader", "level": "write", "minutes": 5 });
    let made = window(&server, "add_agent_credential", args);
    let (address, secret) = (
        made["address"].as_str().expect("an address"),
        made["secret"].as_str().expect("a secret"),
    );
    let listed = window(&server, "list_agent_credentials", json!({}));
    assert_eq!(listed["credentials"][0]["client"], "reader");
    assert!(!listed.to_string().contains(secret), "no secret is listed");

    let mut agent = connect(address, secret).await;
    let environment = opened["address"]
        .as_str()
        .and_then(|it| it.rsplit('/').next())
        .expect("an environment");
    let action = json!({
        "type": "message", "id": "m1",
        "sender": { "id": "reader", "type": "agent" },
        "recipient": { "id": environment, "type": "environment" },
        "payload": {
            "type": "action", "action": "create_node", "id": "a1",
            "parameters": { "title": "Theirs" },
        },
    });
    agent
        .send(Message::text(action.to_string()))
        .await
        .expect("it is sent");
    let outcome = payload(&mut agent, "outcome").await;
    assert_eq!(outcome["outcome"]["status"], "success", "{outcome}");

    let listed = window(&server, "list_participants", json!({}));
    let traffic = &listed["traffic"];
    assert_eq!(traffic["connections"], 2, "{traffic}");
    let mut received = traffic["received"].as_array().expect("a list").iter();
    assert!(received.any(|it| it["name"] == "message"), "{traffic}");
    let seen = &listed["participants"][0];
    assert_eq!(
        (&seen["id"], &seen["level"], &seen["actions"]),
        (&json!("reader"), &json!("write"), &json!(1)),
        "{seen}"
    );
    assert_eq!(seen["last"]["action"], "create_node", "{seen}");
    let history = window(&server, "story_history", json!({ "limit": 1 }));
    let author = &history["changes"][0]["author"];
    assert_eq!(
        (&author["kind"], &author["principal"]),
        (&json!("program"), &json!("star/agent/reader"))
    );

    // Dropped: the connection is closed with the protocol's code, and nobody is there any more.
    let dropped = window(&server, "drop_participant", json!({ "name": "reader" }));
    assert_eq!(dropped, json!({ "dropped": true }));
    let closed = async {
        loop {
            if let Some(Ok(Message::Close(Some(frame)))) = agent.next().await {
                return u16::from(frame.code);
            }
        }
    };
    let code = tokio::time::timeout(PATIENCE, closed).await;
    assert_eq!(code.expect("the connection is closed"), 4403);

    let undone = window(&server, "undo_agent", json!({ "name": "reader" }));
    assert_eq!(
        undone["undone"].as_array().map(Vec::len),
        Some(1),
        "{undone}"
    );
    let titles = window(&server, "find_nodes", json!({})).to_string();
    assert!(!titles.contains("Theirs"), "{titles}");

    // A later end comes with a secret of its own, which connects.
    let args = json!({ "name": "reader", "minutes": 480 });
    let renewed = window(&server, "renew_agent_credential", args);
    let until = |it: &Value| {
        it["credential"]["until"]
            .as_str()
            .expect("an end")
            .to_owned()
    };
    assert!(until(&renewed) > until(&made), "{renewed}");
    let later = renewed["secret"].as_str().expect("a secret");
    assert_ne!(later, secret);
    connect(address, later).await;

    let ended = window(&server, "end_agent_credential", json!({ "name": "reader" }));
    assert!(!ended["credential"]["ended"].is_null(), "{ended}");
    let closed = window(&server, "close_to_agents", json!({}));
    assert_eq!(closed, json!({ "closed": true }));
    let none = window(&server, "list_participants", json!({}));
    assert_eq!(none, json!({ "address": null, "participants": [] }));
}

#[test]
fn a_story_is_opened_again_at_the_same_address_unless_another_program_is_there() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    let open = || window(&server, "open_to_agents", json!({}))["address"].clone();
    let close = || window(&server, "close_to_agents", json!({}));
    let address = open();
    close();
    assert_eq!(open(), address);
    close();
    let host = address.as_str().expect("an address");
    let host = host.trim_start_matches("ws://").split('/').next();
    let other = std::net::TcpListener::bind(host.expect("a host")).expect("the port is free");
    assert_ne!(open(), address);
    close();
    drop(other);
    assert_eq!(open(), address);
}

#[tokio::test]
async fn a_permission_changed_at_a_terminal_is_told_to_its_client_and_to_the_window() {
    let harness = TestHarness::with_story();
    let server = TestServer::start(&harness, "demo.story");
    window(&server, "open_to_agents", json!({ "port": 0 }));
    let args = json!({ "name": "reader", "level": "read", "minutes": 5 });
    let made = window(&server, "add_agent_credential", args);
    let address = made["address"].as_str().expect("an address");
    let secret = made["secret"].as_str().expect("a secret");
    let mut agent = connect(address, secret).await;
    let events = server.listen("/api/events");
    let told = async {
        loop {
            let event = payload(&mut agent, "event").await;
            if event["event"] == "permission_changed" {
                return event;
            }
        }
    };
    // The list is looked at once a second: a change right after the credential was made is none to it.
    let change = async {
        for level in ["write", "draft"].into_iter().cycle() {
            harness.good(&["agents", "change", "demo.story", "reader", "--level", level]);
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
    };
    let told = tokio::select! {
        told = told => told,
        () = change => unreachable!("it changes until that is told"),
    };
    assert_eq!(told["data"]["client"], "reader");
    events.until("agents:changed");
}
