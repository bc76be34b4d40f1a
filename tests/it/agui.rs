//! AG-UI 1.0 and the replay of histories (AT-9 … AT-12), read by that protocol's official client.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};
use crate::support::root;
use crate::support::server::TestServer;

const HERO: &str = "Thomas Anderson";

/// A served story whose assistant answers from a list.
fn served(replies: impl IntoIterator<Item = Reply>) -> (TestHarness, FakeOpenAi, TestServer) {
    let harness = TestHarness::with_story();
    let service = FakeOpenAi::start(replies);
    let settings = format!(
        "model = \"small:m\"\n[providers.small]\nbase_url = \"{}\"\n",
        service.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    let served = TestServer::start(&harness, "demo.story");
    (harness, service, served)
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

/// What the official client reports for an instruction, with its questions answered in this order.
fn read_by_the_client(served: &TestServer, thread: &str, props: &Value, answers: &Value) -> Value {
    let outside = root().join("tests/outside");
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
        .args([props.to_string(), answers.to_string()])
        .output()
        .expect("node runs");
    let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
}

fn types(account: &Value) -> Vec<&str> {
    let types = account["types"].as_array().unwrap();
    types.iter().filter_map(Value::as_str).collect()
}

fn history(served: &TestServer, thread: &str) -> Vec<Value> {
    let path = format!("GET /api/agui/threads/{thread}/history");
    let (status, history) = served.ask(&path, &json!({}));
    assert_eq!(status, 200, "{history}");
    history["messages"].as_array().unwrap().clone()
}

/// Asserts that the streamed messages equal the history, including ids and metadata.
#[track_caller]
fn assert_same(account: &Value, history: &[Value]) {
    assert!(
        !types(account).contains(&"MESSAGES_SNAPSHOT"),
        "the events alone tell it all"
    );
    assert_eq!(account["messages"].as_array().unwrap(), history);
}

#[test]
fn at_11_the_official_client_ends_with_the_messages_of_the_history() {
    let (_desk, _service, served) = served(two_calls());
    let account = read_by_the_client(&served, "client-thread-1", &json!({}), &json!([]));
    let types = types(&account);
    assert_eq!(
        (types[0], types[types.len() - 1]),
        ("RUN_STARTED", "RUN_FINISHED"),
        "{types:?}"
    );
    assert_eq!(
        types.iter().filter(|it| **it == "TOOL_CALL_RESULT").count(),
        3
    );
    let history = history(&served, "client-thread-1");
    assert_same(&account, &history);
    let roles: Vec<_> = history.iter().map(|it| &it["role"]).collect();
    assert_eq!(
        roles,
        ["user", "assistant", "tool", "tool", "tool", "assistant"]
    );
    for message in &history {
        assert!(message["content"].is_string(), "{message}");
    }
    let (_, threads) = served.ask("GET /api/agui/threads", &json!({}));
    assert_eq!(threads["threads"].as_array().unwrap().len(), 1);
}

#[test]
fn at_12_thinking_is_shown_by_the_official_client_but_not_in_the_history() {
    let thinks = Reply::Thinks("Who is he? A clerk.".into(), "He is a clerk.".into());
    let (_desk, _service, served) = served([thinks]);
    let mut account = read_by_the_client(&served, "client-thread-1", &json!({}), &json!([]));
    for part in [
        "REASONING_START",
        "REASONING_MESSAGE_CONTENT",
        "REASONING_END",
    ] {
        assert!(types(&account).contains(&part), "{:?}", types(&account));
    }
    let held = account["messages"].as_array_mut().unwrap();
    let thought: Vec<_> = held.iter().filter(|it| it["role"] == "reasoning").collect();
    assert_eq!(thought.len(), 1, "{thought:?}");
    assert_eq!(thought[0]["content"], "Who is he? A clerk.");
    held.retain(|it| it["role"] != "reasoning");
    assert_same(&account, &history(&served, "client-thread-1"));
}

#[test]
fn at_12_text_of_an_unreadable_reply_is_removed_from_the_official_client() {
    let garbled = Reply::Garbles("These words do not count".into());
    let (_desk, _service, served) = served([garbled, says("He is a clerk.")]);
    let account = read_by_the_client(&served, "client-thread-1", &json!({}), &json!([]));
    assert!(
        types(&account).contains(&"CUSTOM"),
        "text_discarded among others"
    );
    let kept = history(&served, "client-thread-1");
    assert_eq!(account["messages"].as_array().unwrap(), &kept);
    let shown = account["messages"].to_string();
    assert!(!shown.contains("do not count"), "{shown}");
    assert!(shown.contains("He is a clerk."), "{shown}");
}

/// One write that needs approval, then a final text.
fn one_write() -> [Reply; 2] {
    let items = json!({ "node": HERO, "items": [{ "k": "Name", "v": "Neo" }] });
    [calls(&[("update_node_kv", items)]), says("So be it.")]
}

#[test]
fn at_12_a_question_ends_the_run_and_a_second_run_answers_it_and_continues() {
    let edited = json!({ "node": HERO, "items": [{ "k": "Name", "v": "The One" }] });
    for (payload, name) in [
        (json!({ "approved": true }), "Neo"),
        (json!({ "approved": true, "editedArgs": edited }), "The One"),
        (json!({ "approved": false, "message": "He stays." }), HERO),
    ] {
        let (harness, _service, served) = served(one_write());
        let props = json!({ "autonomy": "ask" });
        let answers = json!([{ "status": "resolved", "payload": payload }]);
        let account = read_by_the_client(&served, "t", &props, &answers);
        let ends = account["ends"].as_array().unwrap();
        let question = &ends[0]["interrupts"][0];
        assert_eq!(question["reason"], "tool_call", "{account}");
        assert_eq!(question["toolCallId"], "call_0");
        assert_eq!(question["responseSchema"]["required"], json!(["approved"]));
        assert_eq!(ends[1], json!({ "type": "success" }), "{account}");
        let types = types(&account);
        let began = |word| types.iter().filter(|it| **it == word).count();
        assert_eq!((began("RUN_STARTED"), began("TOOL_CALL_START")), (2, 1));
        let history = history(&served, "t");
        assert_same(&account, &history);
        if name == HERO {
            assert!(
                history[2]["content"]
                    .as_str()
                    .unwrap()
                    .contains("He stays.")
            );
        }
        drop(served);
        let read = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
        assert_eq!(read["items"][0]["v"], name, "{payload}");
    }
}

#[test]
fn at_12_a_question_of_a_run_is_answered_in_the_window() {
    let (harness, _service, served) = served(one_write());
    let begin = json!({
        "threadId": "t", "runId": "r1", "forwardedProps": { "autonomy": "ask" },
        "messages": [{ "id": "1", "role": "user", "content": "Rename him." }],
    });
    let (_, stream) = served.send("POST /api/agui/run", &served.token, &begin);
    assert!(stream.contains(r#""type":"interrupt""#), "{stream}");
    let called = |name: &str, args: Value| {
        let call = json!({ "name": name, "args": args, "origin": "window/1" });
        served.ask("POST /api/call", &call).1
    };
    let turns = called("list_turns", json!({}));
    let question = &turns["result"]["data"]["turns"][0]["questions"][0];
    assert_eq!(question["tool"], "update_node_kv", "{turns}");
    let watching = served.listen("/api/events");
    let yes = json!({ "call_id": question["call_id"], "answer": "approve" });
    let answered = called("answer_request", yes.clone());
    assert_eq!(answered["status"], "success", "{answered}");
    let event = watching.until("turn_ended");
    assert!(event.contains("data:changed"), "{event}");
    let again = called("answer_request", yes);
    assert_eq!(again["error"]["code"], "NOT_FOUND", "{again}");
    let answers = history(&served, "t");
    let answers = answers.iter().filter(|it| it["role"] == "tool");
    assert_eq!(answers.count(), 1, "it ran once");
    drop(served);
    let read = harness.data(&["read_node_kv", "demo.story", "--node", HERO]);
    assert_eq!(read["items"][0]["v"], "Neo");
}

#[test]
fn at_12_an_expired_question_cannot_be_answered() {
    let (_desk, _service, served) = served(one_write());
    let resume =
        json!([{ "interruptId": "x", "status": "resolved", "payload": { "approved": true } }]);
    let input = json!({ "threadId": "t", "runId": "r2", "messages": [], "resume": resume });
    let (status, refused) = served.ask("POST /api/agui/run", &input);
    assert_eq!(
        (status, &refused["error"]["code"]),
        (409, &json!("CONFLICT"))
    );
    let begin = json!({
        "threadId": "t", "runId": "r1", "forwardedProps": { "autonomy": "ask" },
        "messages": [{ "id": "1", "role": "user", "content": "Rename him." }],
    });
    let (_, stream) = served.send("POST /api/agui/run", &served.token, &begin);
    assert!(stream.contains(r#""type":"interrupt""#), "{stream}");
    let (status, refused) = served.ask("POST /api/agui/run", &input);
    assert_eq!(
        (status, &refused["error"]["code"]),
        (422, &json!("INVALID_ACTION_INPUT"))
    );
    // It expires with its turn, which can be stopped while it waits.
    let (_, stopped) = served.ask("POST /api/agui/runs/r1/cancel", &json!({}));
    assert_eq!(stopped["stopped"], true);
    while served.ask("POST /api/agui/run", &input).0 != 409 {
        std::thread::yield_now();
    }
    let closing = history(&served, "t").pop().unwrap();
    assert!(
        closing["content"]
            .as_str()
            .unwrap()
            .starts_with("Stopped by the person."),
        "{closing}"
    );
}

/// The events of one run.
fn events(served: &TestServer, path: &str, thread: &str) -> Vec<Value> {
    let input = json!({
        "threadId": thread, "runId": format!("run of {thread}"),
        "messages": [{ "id": "1", "role": "user", "content": "Rename the hero to Neo." }],
    });
    let (status, stream) = served.send(&format!("POST {path}"), &served.token, &input);
    assert_eq!(status, 200, "{stream}");
    let lines = stream.lines().filter_map(|it| it.strip_prefix("data: "));
    lines.map(|it| serde_json::from_str(it).unwrap()).collect()
}

#[test]
fn at_12_new_threads_created_concurrently_are_all_kept() {
    const COUNT: usize = 8;
    let (_desk, _service, served) = served(std::iter::repeat_n(says("Yes."), COUNT));
    let names: Vec<String> = (0..COUNT).map(|it| format!("thread {it}")).collect();
    std::thread::scope(|scope| {
        for name in &names {
            scope.spawn(|| events(&served, "/api/agui/run", name));
        }
    });
    for name in &names {
        assert_eq!(
            history(&served, &name.replace(' ', "%20")).len(),
            2,
            "{name}"
        );
    }
}

#[test]
fn at_12_a_failed_run_starts_once_and_reports_its_error() {
    let refuses = |status, word: &str| {
        Reply::Fails(
            status,
            json!({ "error": { "message": word, "type": word } }),
        )
    };
    for (reply, code) in [
        (refuses(401, "invalid_api_key"), "UNAUTHORIZED"),
        (refuses(400, "bad"), "BAD_REQUEST"),
        (says(""), "BOUNDED"),
    ] {
        let replies = std::iter::repeat_n(reply, 8);
        let (_desk, _service, served) = served(replies);
        let events = events(&served, "/api/agui/run", "t");
        let of = |word: &str| events.iter().filter(|it| it["type"] == word).count();
        assert_eq!((of("RUN_STARTED"), of("RUN_ERROR")), (1, 1), "{events:?}");
        let last = events.last().unwrap();
        assert_eq!(last["code"], code, "{last}");
        assert!(last["message"].as_str().is_some_and(|it| !it.is_empty()));
    }
}

#[test]
fn at_12_a_busy_thread_rejects_a_second_run_with_one_error() {
    let (_desk, _service, served) = served([Reply::Hangs]);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| events(&served, "/api/agui/run", "t"));
        let path = "GET /api/agui/threads/t/history";
        let lines = || {
            served.ask(path, &json!({})).1["messages"]
                .as_array()
                .map(Vec::len)
        };
        while lines() != Some(1) {
            std::thread::yield_now();
        }
        let input = json!({
            "threadId": "t", "runId": "second",
            "messages": [{ "id": "1", "role": "user", "content": "And now?" }],
        });
        let refused = served.send("POST /api/agui/run", &served.token, &input).1;
        assert_eq!(refused.matches("RUN_STARTED").count(), 1, "{refused}");
        assert!(refused.contains(r#""code":"CONFLICT""#), "{refused}");
        // A run cannot be stopped before it is known.
        let cancel = "POST /api/agui/runs/run%20of%20t/cancel";
        while served.ask(cancel, &json!({})).1["stopped"] != true {
            std::thread::yield_now();
        }
        let events = first.join().unwrap();
        let outcome = &events.last().unwrap()["outcome"];
        assert_eq!(outcome, &json!({ "type": "cancelled" }), "{events:?}");
    });
}

#[test]
fn at_11_a_long_history_is_returned_completely() {
    let (harness, _service, served) = served([says("Yes.")]);
    events(&served, "/api/agui/run", "t");
    drop(served);
    let file = rusqlite::Connection::open(harness.path("demo.story")).unwrap();
    let grown = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 700) \
        INSERT INTO message (id, thread, turn, role, content, metadata, time) \
        SELECT randomblob(16), thread, CAST(printf('%016d', n) AS BLOB), role, content, metadata, time \
        FROM n JOIN message";
    assert_eq!(file.execute(grown, []).unwrap(), 1400);
    drop(file);
    store::Store::accept_changes(&harness.path("demo.story")).unwrap();
    let served = TestServer::start(&harness, "demo.story");
    assert_eq!(history(&served, "t").len(), 1402);
}

#[test]
fn at_12_each_open_story_has_its_own_runs() {
    let (harness, _service, served) = served([says("Here."), says("There.")]);
    harness.add_story("other.story");
    let opened = json!({
        "name": "open_story", "origin": "window/1", "args": { "path": harness.path("other.story") },
    });
    let (_, other) = served.ask("POST /api/call", &opened);
    let key = other["result"]["data"]["story"]
        .as_str()
        .unwrap()
        .to_owned();
    let (status, refused) = served.ask("GET /api/agui/threads", &json!({}));
    assert_eq!(status, 404, "which of the two? {refused}");
    assert!(
        refused["error"]["hint"]
            .as_str()
            .unwrap()
            .contains("?story="),
        "{refused}"
    );

    events(&served, &format!("/api/agui/run?story={key}"), "t");
    let (_, state) = served.ask(
        "POST /api/call",
        &json!({
            "name": "get_workspace_state", "origin": "window/1", "args": {},
        }),
    );
    let recent = state["result"]["data"]["recent"]
        .as_array()
        .unwrap()
        .clone();
    let first = recent.iter().map(|it| it["story"].as_str().unwrap());
    let first = first.into_iter().find(|it| *it != key).unwrap();
    for (story, count) in [(key.as_str(), 1), (first, 0)] {
        let (_, threads) = served.ask(&format!("GET /api/agui/threads?story={story}"), &json!({}));
        assert_eq!(
            threads["threads"].as_array().unwrap().len(),
            count,
            "{story}"
        );
    }
}

#[test]
fn at_12_a_tools_picture_is_sent_only_with_its_result() {
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
fn at_9_the_history_contains_pictures_built_from_the_stored_hints() {
    let (harness, _service, served) = served(two_calls());
    read_by_the_client(&served, "t", &json!({}), &json!([]));
    let (_, history) = served.ask("GET /api/agui/threads/t/history", &json!({}));
    let picture = &history["messages"][2]["metadata"]["ui_schema"];
    let file = rusqlite::Connection::open(harness.path("demo.story")).unwrap();
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
fn at_12_a_run_cancelled_elsewhere_reports_it() {
    let (_desk, _service, served) = served([Reply::Hangs]);
    let input = json!({
        "threadId": "t", "runId": "r",
        "messages": [{ "id": "1", "role": "user", "content": "Think for ever." }],
    });
    let stream = std::thread::scope(|scope| {
        let running = scope.spawn(|| served.send("POST /api/agui/run", &served.token, &input).1);
        // A run cannot be stopped before it is known.
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
