//! A story as an environment on a hub: agents and people work on it through real sockets.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use star::{Action, Agent, ClientError, ClientOptions, Incoming, Outcome, Payload, Role, Status};

use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::fake_openai::{FakeOpenAi, says};
use crate::support::server::TestServer;

const HERO: &str = "Thomas Anderson";
/// Longer than anything here takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

fn parameters(value: Value) -> Map<String, Value> {
    value.as_object().expect("an object").clone()
}

/// A client of the story at `address`, which ends with the environment's id.
fn options(address: &str, kind: &str, name: &str, credential: Option<&str>) -> ClientOptions {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let (hub, environment) = address
        .split_once("/env/")
        .expect("an environment's address");
    let ids = Arc::new(|| format!("id-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
    let role = match kind {
        "human" => Role::human(Some(environment.to_owned()), name),
        _ => Role::agent(environment, name),
    };
    let mut options = ClientOptions::new(hub, role, ids);
    options.credential = credential.map(str::to_owned);
    options
}

pub(crate) async fn connect(
    address: &str,
    kind: &str,
    name: &str,
    credential: Option<&str>,
) -> Agent {
    let connected = Agent::connect(options(address, kind, name, credential)).await;
    connected.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A credential made on the command line.
pub(crate) fn credential(harness: &TestHarness, name: &str, more: &[&str]) -> String {
    let words = [&["agents", "add", "demo.story", name, "--json"], more].concat();
    let made = harness.good(&words).json();
    let secret = made["environment"]["STAR_CREDENTIAL"].as_str();
    secret.expect("a credential").to_owned()
}

/// A served story and an agent with a credential of some level.
pub(crate) async fn served(name: &str, more: &[&str]) -> (TestHarness, TestServer, Agent) {
    let harness = TestHarness::with_story();
    let secret = credential(&harness, name, more);
    let server = TestServer::start_with_hub(&harness, "demo.story");
    let agent = connect(&server.hub, "agent", name, Some(&secret)).await;
    (harness, server, agent)
}

async fn act(agent: &Agent, action: &str, args: Value) -> Outcome {
    let asked = agent.act(action, parameters(args));
    let outcome = tokio::time::timeout(PATIENCE, asked).await;
    outcome
        .unwrap_or_else(|_| panic!("no outcome of {action}"))
        .unwrap_or_else(|error| panic!("{action}: {error}"))
}

/// Does an action that must succeed; its data.
pub(crate) async fn done(agent: &Agent, action: &str, args: Value) -> Value {
    let outcome = act(agent, action, args).await;
    assert_eq!(outcome.outcome.status, Status::Success, "{outcome:?}");
    outcome.outcome.data
}

/// Does an action that must be refused; the error's code and reason.
pub(crate) async fn refused(agent: &Agent, action: &str, args: Value) -> (String, String) {
    let outcome = act(agent, action, args).await;
    assert_eq!(outcome.outcome.status, Status::Error, "{outcome:?}");
    let data = outcome.outcome.data;
    let suggested = data["details"]["suggested_action"].as_str();
    assert!(suggested.is_some_and(|it| !it.is_empty()), "{data}");
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    (text(&data["error_code"]), text(&data["details"]["reason"]))
}

/// The next event of a name, with its number.
async fn event(agent: &Agent, name: &str) -> (Option<u64>, Value) {
    let found = async {
        loop {
            let incoming = agent.next().await.expect("the connection is open");
            if let Incoming::Message(envelope) = incoming
                && let Payload::Event(event) = envelope.payload
                && event.event == name
            {
                return (envelope.sequence, event.data);
            }
        }
    };
    let found = tokio::time::timeout(PATIENCE, found).await;
    found.unwrap_or_else(|_| panic!("no event {name}"))
}

fn name_of(harness: &TestHarness) -> Value {
    let read = harness.data(&["kv", "read", "demo.story", "--node", HERO]);
    read["items"][0]["v"].clone()
}

fn rename(to: &str) -> Value {
    json!({ "node": HERO, "items": [{ "k": "Name", "v": to }] })
}

#[tokio::test]
async fn sp_10_an_agents_action_runs_a_tool_and_every_change_is_an_event() {
    let (harness, _server, agent) = served("writer-bot", &["--level", "write"]).await;
    let read = done(&agent, "read_node_kv", json!({ "node": HERO })).await;
    assert_eq!(
        read["result"]["data"]["items"][0],
        json!({ "k": "Name", "v": HERO })
    );
    let wrote = done(&agent, "update_node_kv", rename("Neo")).await;
    assert_eq!(
        (&wrote["status"], &wrote["tool_name"]),
        (&json!("success"), &json!("update_node_kv"))
    );
    let (number, changed) = event(&agent, "data:changed").await;
    assert_eq!(number, wrote["change"].as_u64());
    assert_eq!(
        changed["author"],
        json!({ "kind": "program", "name": "writer-bot", "principal": "star/agent/writer-bot" })
    );
    assert_eq!(changed["changed"][0]["capability"], "kv");
    // What a person changes is heard, too.
    harness.good(&["kv", "update", "demo.story", "--node", HERO, "Name=Thomas"]);
    let (next, changed) = event(&agent, "data:changed").await;
    assert_eq!(next, number.map(|it| it + 1));
    assert_eq!(changed["author"]["kind"], "person");
}

#[tokio::test]
async fn sp_10_writes_of_an_agent_wait_in_a_draft_unless_it_may_write() {
    let (harness, _server, agent) = served("reader", &[]).await;
    done(&agent, "update_node_kv", rename("Neo")).await;
    done(
        &agent,
        "rename_node",
        json!({ "node": HERO, "title": "Neo" }),
    )
    .await;
    assert_eq!(name_of(&harness), HERO);
    let drafts = harness.data(&["list_drafts", "demo.story"]);
    assert_eq!(
        drafts["drafts"].as_array().map(Vec::len),
        Some(1),
        "{drafts}"
    );
    assert_eq!(drafts["drafts"][0]["title"], "reader");
    // The agent reads its own draft; nothing it may do adopts it.
    let read = done(&agent, "read_node_kv", json!({ "node": "Neo" })).await;
    assert_eq!(read["result"]["data"]["items"][0]["v"], "Neo");
    let draft = drafts["drafts"][0]["draft"].clone();
    let adopting = refused(&agent, "adopt_draft", json!({ "draft": draft })).await;
    assert_eq!(
        adopting,
        ("PERMISSION_DENIED".to_owned(), "not_granted".to_owned())
    );
    let draft = draft.as_str().expect("an id");
    harness.good(&["adopt_draft", "demo.story", draft]);
    let read = harness.data(&["kv", "read", "demo.story", "--node", "Neo"]);
    assert_eq!(read["items"][0]["v"], "Neo");
    // A failed call leaves no empty draft behind, and the next write opens a new one.
    refused(
        &agent,
        "update_node_kv",
        json!({ "node": "Nobody", "items": [] }),
    )
    .await;
    let drafts = harness.data(&["list_drafts", "demo.story"]);
    assert_eq!(
        drafts["drafts"].as_array().map(Vec::len),
        Some(0),
        "{drafts}"
    );
}

#[test]
fn sp_10_the_assistants_text_is_a_stream() {
    // The service has a runtime of its own, which must not begin inside another.
    let service = FakeOpenAi::start([says("The lighthouse is dark.")]);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let text = runtime.block_on(assistants_text(&service.base_url));
    assert_eq!(text, "The lighthouse is dark.");
}

/// What an agent hears of the assistant's answer, put together.
async fn assistants_text(service: &str) -> String {
    let harness = TestHarness::with_story();
    let secret = credential(&harness, "listener", &["--level", "read"]);
    let model = ["--model", "fake", "--base-url", service];
    let words = [
        "serve",
        "demo.story",
        "--port",
        "0",
        "--hub",
        "--hub-port",
        "0",
    ];
    let server = TestServer::start_words(&harness, &[&words[..], &model[..]].concat());
    let agent = connect(&server.hub, "agent", "listener", Some(&secret)).await;
    let say =
        json!({ "name": "send_message", "args": { "text": "what do you see?" }, "origin": "w" });
    let (status, _) = server.ask("POST /api/call", &say);
    assert_eq!(status, 200);
    let (mut text, mut last) = (String::new(), 0);
    loop {
        let next = tokio::time::timeout(PATIENCE, agent.next()).await;
        let Incoming::Message(envelope) = next.expect("a stream").expect("open") else {
            continue;
        };
        let Payload::Stream(piece) = envelope.payload else {
            continue;
        };
        assert_eq!(
            (piece.stream_type.as_str(), piece.sequence),
            ("assistant", last + 1)
        );
        last = piece.sequence;
        text += piece.data["text"].as_str().unwrap_or_default();
        if piece.data["type"] == "turn_ended" {
            break;
        }
    }
    text
}

#[tokio::test]
async fn sp_10_a_repeated_action_runs_once_even_after_a_restart() {
    let harness = TestHarness::with_story();
    let secret = credential(&harness, "creator", &["--level", "write"]);
    let create = || Action {
        id: "create-once".to_owned(),
        action: "create_node".to_owned(),
        parameters: parameters(json!({ "title": "A cave" })),
    };
    let mut outcomes = Vec::new();
    for _ in 0..2 {
        let server = TestServer::start_with_hub(&harness, "demo.story");
        let agent = connect(&server.hub, "agent", "creator", Some(&secret)).await;
        let outcome = agent.act_as(create()).await.expect("an outcome");
        assert_eq!(outcome.outcome.status, Status::Success, "{outcome:?}");
        outcomes.push(outcome.outcome.data["result"]["data"].clone());
        drop(server);
    }
    assert_eq!(outcomes[0], outcomes[1]);
    let found = harness.data(&["find_nodes", "demo.story", "--title", "A cave"]);
    assert_eq!(found["count"], 1, "{found}");
}

#[tokio::test]
async fn sp_11_a_reconnecting_agent_fetches_missed_events() {
    let (harness, server, agent) = served("away", &["--level", "read"]).await;
    let listed = done(&agent, "list_actions", json!({})).await;
    let before = listed["environment"]["number"].as_u64().expect("a number");
    agent.client().close();
    for name in ["One", "Two", "Three"] {
        let pair = format!("Name={name}");
        harness.good(&["kv", "update", "demo.story", "--node", HERO, &pair]);
    }
    let secret = credential(&harness, "away", &["--level", "read"]);
    let agent = connect(&server.hub, "agent", "away", Some(&secret)).await;
    let missed = done(
        &agent,
        "changes_since",
        json!({ "number": before, "limit": 2 }),
    )
    .await;
    let numbers = |it: &Value| -> Vec<u64> {
        let changes = it["changes"].as_array().expect("changes").iter();
        changes.filter_map(|it| it["number"].as_u64()).collect()
    };
    assert_eq!(numbers(&missed), [before + 1, before + 2]);
    assert_eq!(
        (&missed["number"], &missed["more"]),
        (&json!(before + 3), &json!(true))
    );
    let rest = done(&agent, "changes_since", json!({ "number": before + 2 })).await;
    assert_eq!(
        (numbers(&rest), &rest["more"]),
        (vec![before + 3], &json!(false))
    );
}

#[tokio::test]
async fn os_1_an_agent_acts_with_its_own_narrower_authority() {
    let (_harness, _server, agent) = served("reader", &["--level", "read"]).await;
    let listed = done(&agent, "list_actions", json!({})).await;
    assert_eq!(listed["you"]["level"], "read");
    let actions = listed["actions"].as_array().expect("actions");
    let names: Vec<&str> = actions
        .iter()
        .filter_map(|it| it["action"].as_str())
        .collect();
    assert!(
        names.contains(&"read_node_kv") && names.contains(&"changes_since"),
        "{names:?}"
    );
    assert!(!names.contains(&"update_node_kv"), "{names:?}");
    let denied = ("PERMISSION_DENIED".to_owned(), "not_granted".to_owned());
    assert_eq!(
        refused(&agent, "update_node_kv", rename("Neo")).await,
        denied
    );
    // What is for people is not for agents, by whatever name.
    for name in ["send_message", "assistant.send", "list_threads"] {
        assert_eq!(refused(&agent, name, json!({})).await, denied, "{name}");
    }
}

#[tokio::test]
async fn at_1_an_agent_reaches_only_methods_on_its_allow_list() {
    let (_harness, _server, agent) =
        served("narrow", &["--level", "write", "--method", "kv.read"]).await;
    done(&agent, "kv.read", json!({ "node": HERO })).await;
    let denied = ("PERMISSION_DENIED".to_owned(), "not_granted".to_owned());
    assert_eq!(
        refused(&agent, "update_node_kv", rename("Neo")).await,
        denied
    );
    let unknown = ("VALIDATION_ERROR".to_owned(), "unknown_action".to_owned());
    let inner = json!({ "module": "kv", "method": "update", "input": rename("Neo") });
    assert_eq!(refused(&agent, "project_cli", inner).await, unknown);
    for name in ["sh", "../kv.read", "desk_settings", "window_open", ""] {
        assert_eq!(refused(&agent, name, json!({})).await, unknown, "{name}");
    }
    let wrong = refused(&agent, "read_node_kv", json!({ "node": [5] })).await;
    assert_eq!(
        wrong,
        (
            "VALIDATION_ERROR".to_owned(),
            "invalid_parameters".to_owned()
        )
    );
}

#[tokio::test]
async fn at_3_a_narrowed_grant_applies_at_once() {
    let (harness, _server, agent) = served("editor", &["--level", "write"]).await;
    let listed = done(&agent, "list_actions", json!({})).await;
    assert!(listed.to_string().contains("update_node_kv"));
    done(&agent, "update_node_kv", rename("Neo")).await;
    harness.good(&[
        "agents",
        "change",
        "demo.story",
        "editor",
        "--level",
        "read",
    ]);
    let denied = ("PERMISSION_DENIED".to_owned(), "not_granted".to_owned());
    assert_eq!(
        refused(&agent, "update_node_kv", rename("Trinity")).await,
        denied
    );
    assert_eq!(name_of(&harness), "Neo");
}

#[tokio::test]
async fn at_13_a_credential_gives_one_agent_access_to_one_story_until_revoked() {
    let (harness, server, agent) = served("guest", &[]).await;
    let list = harness
        .good(&["agents", "list", "demo.story", "--json"])
        .json();
    let secret = credential(&harness, "other", &[]);
    assert!(
        !list.to_string().contains("v4.public"),
        "no secret is listed"
    );
    // Without a credential, with one of another agent, and with one of another story.
    harness.add_story("second.story");
    let words = ["agents", "add", "second.story", "guest", "--json"];
    let foreign = harness.good(&words).json();
    let foreign = foreign["environment"]["STAR_CREDENTIAL"]
        .as_str()
        .expect("a credential");
    for (given, reason) in [
        (None, "credential_missing"),
        (Some(secret.as_str()), "credential_scope"),
        (Some(foreign), "credential_invalid"),
    ] {
        let refused = Agent::connect(options(&server.hub, "agent", "guest", given)).await;
        let Err(ClientError::Refused(error)) = refused else {
            panic!("{reason}: it was let in");
        };
        assert_eq!(error.details.reason, reason);
    }
    // Once it is ended, its connection ends and nobody comes in with it.
    harness.good(&["agents", "end", "demo.story", "guest"]);
    let ended = async { while agent.next().await.is_some() {} };
    tokio::time::timeout(PATIENCE, ended)
        .await
        .expect("the connection ends");
    let log = server.end(&harness);
    assert!(log.contains("guest"), "the log tells who connected");
    assert!(
        !log.contains("v4.public.ey") && !log.contains(&secret),
        "a secret is in the log"
    );
}

#[tokio::test]
async fn sp_10_people_see_participants_and_talk_in_a_stored_thread() {
    let (harness, server, agent) = served("helper", &[]).await;
    let secret = credential(&harness, "ann", &["--human", "--level", "read"]);
    let ann = connect(&server.hub, "human", "ann", Some(&secret)).await;
    let there = done(&ann, "list_participants", json!({})).await;
    let ids = there["participants"].as_array().expect("a list").iter();
    let ids: Vec<_> = ids
        .map(|it| (it["kind"].clone(), it["id"].clone()))
        .collect();
    assert_eq!(
        ids,
        [
            (json!("agent"), json!("helper")),
            (json!("human"), json!("ann"))
        ]
    );
    done(
        &ann,
        "post_message",
        json!({ "text": "Who turns the light on?" }),
    )
    .await;
    let (_, posted) = event(&agent, "message_posted").await;
    assert_eq!(posted["from"], json!({ "id": "ann", "type": "human" }));
    done(
        &agent,
        "post_message",
        json!({ "text": "The keeper does." }),
    )
    .await;
    let kept = done(&ann, "list_messages", json!({})).await;
    let texts = kept["messages"].as_array().expect("a list").iter();
    let texts: Vec<_> = texts.map(|it| it["text"].clone()).collect();
    assert_eq!(texts, ["Who turns the light on?", "The keeper does."]);
    // The story keeps them, apart from conversations with the assistant.
    let stored = harness.good(&["agents", "messages", "demo.story", "--json"]);
    let stored: Value = serde_json::from_str(&stored.out).expect("JSON");
    assert_eq!(stored["messages"], kept["messages"]);
    let threads = harness.data(&["list_threads", "demo.story"]);
    assert_eq!(threads["threads"], json!([]));
}

#[tokio::test]
async fn sp_10_a_story_joins_a_hub_of_another_program_and_guests_need_permission() {
    let harness = TestHarness::with_story();
    let mut hub = harness.start(&["hub", "--port", "0", "--open"]);
    let hub_address = hub.line().expect("its address");
    let joined = |more: &[&str]| -> (RunningProgram, String) {
        let words = [&["join", &hub_address, "demo.story", "--as", "demo"], more].concat();
        let mut joined = harness.start(&words);
        let address = joined.line().expect("the story's address");
        (joined, address)
    };
    let (story, address) = joined(&[]);
    assert_eq!(address, format!("{hub_address}/env/demo"));
    let agent = connect(&address, "agent", "somebody", None).await;
    let missing = (
        "PERMISSION_DENIED".to_owned(),
        "credential_missing".to_owned(),
    );
    assert_eq!(
        refused(&agent, "read_node_kv", json!({ "node": HERO })).await,
        missing
    );
    drop(story);
    let (story, _) = joined(&["--guests", "draft"]);
    done(&agent, "update_node_kv", rename("Neo")).await;
    assert_eq!(name_of(&harness), HERO);
    // Both end cleanly when they are told to.
    for mut program in [story, hub] {
        let id = program.id().to_string();
        let killed = std::process::Command::new("kill")
            .args(["-TERM", &id])
            .status();
        assert!(killed.expect("kill").success());
        while program.line().is_some() {}
        assert_eq!(program.end(), 0);
    }
}

#[test]
fn sp_8_starting_a_hub_requires_a_choice_of_authentication() {
    let harness = TestHarness::empty();
    let bare = harness.run(&["hub", "--port", "0"]);
    assert_eq!(bare.code, 2);
    assert!(bare.err.contains("--keys FILE, or --open"), "{}", bare.err);
    let exposed = harness.run(&["hub", "--port", "0", "--open", "--listen", "0.0.0.0"]);
    assert_eq!(exposed.code, 2);
    assert!(
        exposed.err.contains("this computer only"),
        "{}",
        exposed.err
    );
}

#[tokio::test]
async fn sp_10_all_changes_of_an_agent_are_undone_as_one_change() {
    let (harness, _server, agent) = served("busy", &["--level", "write"]).await;
    let before = harness.data(&["outline", "demo.story"]);
    done(&agent, "update_node_kv", rename("Neo")).await;
    // Somebody else writes in between; that stays.
    let words = ["create_node", "demo.story", "--title", "Mine"];
    harness.good(&words);
    done(&agent, "update_node_kv", rename("Trinity")).await;
    done(&agent, "create_node", json!({ "title": "Theirs" })).await;
    // What was adopted of its drafts counts as its own.
    harness.good(&["agents", "change", "demo.story", "busy", "--level", "draft"]);
    done(&agent, "create_node", json!({ "title": "Drafted" })).await;
    let drafts = harness.data(&["list_drafts", "demo.story"]);
    let draft = drafts["drafts"][0]["draft"].as_str().expect("a draft");
    harness.good(&["adopt_draft", "demo.story", draft]);
    harness.good(&["agents", "undo", "demo.story", "busy"]);
    assert_eq!(name_of(&harness), HERO);
    let titles = harness.data(&["find_nodes", "demo.story"]).to_string();
    assert!(titles.contains("Mine"), "{titles}");
    assert!(
        !titles.contains("Theirs") && !titles.contains("Drafted"),
        "{titles}"
    );
    let history = harness.data(&["story_history", "demo.story", "--limit", "1"]);
    assert_eq!(history["changes"][0]["kind"], "undo");
    harness.good(&["remove_node", "demo.story", "--node", "Mine"]);
    assert_eq!(harness.data(&["outline", "demo.story"]), before);
    let again = harness.run(&["agents", "undo", "demo.story", "busy"]);
    assert_eq!(again.code, 3, "{}", again.err);
}
