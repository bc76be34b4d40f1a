//! AG-UI 1.0 and the replay of histories (AT-9 … AT-12), read by that protocol's own client.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::Desk;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};
use crate::support::served::Served;

const HERO: &str = "Thomas Anderson";

/// A served story whose assistant answers from a list.
fn served(replies: impl IntoIterator<Item = Reply>) -> (Desk, FakeOpenAi, Served) {
    let desk = Desk::with_sample();
    let service = FakeOpenAi::start(replies);
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n",
        service.base_url
    );
    std::fs::create_dir_all(desk.path("config")).unwrap();
    std::fs::write(desk.path("config/settings.toml"), settings).unwrap();
    let served = Served::start(&desk, "demo.story");
    (desk, service, served)
}

fn two_calls() -> [Reply; 2] {
    let items = json!({ "node": HERO, "items": [{ "k": "Name", "v": "Neo" }] });
    let read = json!({ "node": HERO });
    [
        calls(&[
            ("update_node_kv", items),
            ("read_node_kv", read),
            ("no_such_tool", json!({})),
        ]),
        says("He is Neo now."),
    ]
}

/// The official client's account of one run.
fn read_by_the_client(served: &Served, thread: &str) -> Value {
    let outside = Path::new(env!("CARGO_MANIFEST_DIR")).join("outside");
    assert!(
        outside.join("node_modules/@ag-ui/client").exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    let ran = Command::new("node")
        .arg(outside.join("run_agui.js"))
        .args([
            &format!("http://127.0.0.1:{}/api/agui/run", served.port),
            &served.token,
        ])
        .args([thread, "Rename the hero to Neo."])
        .output()
        .expect("node runs");
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {told}"))
}

#[test]
fn at_11_the_official_client_ends_with_the_messages_of_the_history() {
    let (_desk, _service, served) = served(two_calls());
    let account = read_by_the_client(&served, "client-thread-1");
    let types: Vec<&str> = account["types"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(
        (types[0], types[types.len() - 1]),
        ("RUN_STARTED", "RUN_FINISHED"),
        "{types:?}"
    );
    assert_eq!(
        types.iter().filter(|it| **it == "TOOL_CALL_RESULT").count(),
        3
    );

    let (status, history) = served.ask("GET /api/agui/threads/client-thread-1/history", &json!({}));
    assert_eq!(status, 200);
    assert_eq!(account["messages"], history["messages"]);
    let roles: Vec<_> = history["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["role"])
        .collect();
    assert_eq!(
        roles,
        ["user", "assistant", "tool", "tool", "tool", "assistant"]
    );
    for message in history["messages"].as_array().unwrap() {
        assert!(message["content"].is_string(), "{message}");
    }
    let (_, threads) = served.ask("GET /api/agui/threads", &json!({}));
    assert_eq!(threads["threads"].as_array().unwrap().len(), 1);
}

#[test]
fn at_12_a_tools_picture_comes_with_its_result_and_with_nothing_else() {
    let (_desk, _service, served) = served(two_calls());
    let input = json!({
        "threadId": "t", "runId": "r", "tools": [], "context": [], "state": {},
        "messages": [{ "id": "1", "role": "user", "content": "Rename the hero to Neo." }],
    });
    let (status, stream) = served.send("POST /api/agui/run", &served.token, &input);
    assert_eq!(status, 200);
    let lines = stream.lines().filter_map(|it| it.strip_prefix("data: "));
    let events: Vec<Value> = lines.map(|it| serde_json::from_str(it).unwrap()).collect();
    let results: Vec<_> = events
        .iter()
        .filter(|it| it["type"] == "TOOL_CALL_RESULT")
        .collect();
    assert_eq!(
        results[0]["metadata"]["ui_schema"]["template"],
        "attributes"
    );
    assert_eq!(results[0]["metadata"]["status"], "success");
    assert_eq!(results[2]["metadata"]["error"]["code"], "UNKNOWN_ACTION");
    for event in &events {
        assert!(!event.to_string().contains("ui_hints"), "{event}");
        if event["type"] == "TEXT_MESSAGE_END" {
            assert_eq!(event.as_object().unwrap().len(), 2, "{event}");
        }
    }
    assert!(events.iter().any(|it| it["name"] == "data:changed"));
    assert!(events.iter().any(|it| it["name"] == "context_shown"));
}

#[test]
fn at_9_the_history_holds_pictures_compiled_from_the_hints_that_were_kept() {
    let (desk, _service, served) = served(two_calls());
    read_by_the_client(&served, "t");
    let (_, history) = served.ask("GET /api/agui/threads/t/history", &json!({}));
    let picture = &history["messages"][2]["metadata"]["ui_schema"];
    let file = rusqlite::Connection::open(desk.path("demo.story")).unwrap();
    let kept: String = file
        .query_row(
            "SELECT metadata FROM message WHERE role = 'tool' ORDER BY number",
            [],
            |it| it.get(0),
        )
        .unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(&kept["tool_agent_output"]["ui_hints"], picture);
    assert!(
        history["messages"][4]["metadata"]["ui_schema"].is_null(),
        "none where there is none"
    );
}

#[test]
fn at_12_a_run_is_cancelled_from_outside_and_says_so() {
    let (_desk, _service, served) = served([Reply::Hangs]);
    let input = json!({
        "threadId": "t", "runId": "r",
        "messages": [{ "id": "1", "role": "user", "content": "Think for ever." }],
    });
    let stream = std::thread::scope(|scope| {
        let running = scope.spawn(|| served.send("POST /api/agui/run", &served.token, &input).1);
        // Until the run is known it cannot be stopped.
        while served.ask("POST /api/agui/runs/r/cancel", &json!({})).1["stopped"] != true {
            std::thread::yield_now();
        }
        running.join().unwrap()
    });
    assert!(
        stream.contains(r#""outcome":{"type":"cancelled"}"#),
        "{stream}"
    );
    assert!(
        stream.contains("Stopped by the person. Nothing was changed."),
        "{stream}"
    );
}
