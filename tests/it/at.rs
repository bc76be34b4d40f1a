//! Agent tool protocol, requirement by requirement, through the command line.

use serde_json::{Value, json};

use crate::support::cli::Desk;
use crate::support::fake_openai::{FakeOpenAi, calls, says};

const HERO: &str = "Thomas Anderson";

/// A turn of one call and a closing word; the messages of the thread afterwards.
fn thread_after(desk: &Desk, name: &str, args: Value) -> (Vec<Value>, FakeOpenAi) {
    let service = FakeOpenAi::start([calls(&[(name, args)]), says("Done.")]);
    let words = [
        "ask",
        "demo.story",
        "--node",
        HERO,
        "--model",
        "fake",
        "--base-url",
    ];
    desk.good(&[words.as_slice(), &[&service.base_url, "go on"]].concat());
    let history = desk.data(&["thread_history", "demo.story"]);
    (
        history["messages"].as_array().expect("messages").clone(),
        service,
    )
}

#[test]
fn at_5_the_command_line_prints_one_json_object_well_or_not() {
    let desk = Desk::with_sample();
    let read = ["kv", "read", "demo.story", "--node", HERO, "--json"];
    let good = desk.good(&read).json();
    assert_eq!(
        (&good["ok"], &good["module"], &good["method"]),
        (&json!(true), &json!("kv"), &json!("read"))
    );
    assert_eq!(good["data"]["items"][0], json!({ "k": "Name", "v": HERO }));

    let bad = desk.run(&["kv", "read", "demo.story", "--node", "Nobody", "--json"]);
    assert_eq!(bad.code, 3);
    let said = bad.json();
    assert_eq!(
        (&said["ok"], &said["error"]["code"]),
        (&json!(false), &json!("NOT_FOUND"))
    );
}

#[test]
fn at_6_what_the_model_reads_is_the_complete_json_text_of_the_result() {
    let desk = Desk::with_sample();
    let items = json!({ "items": [{ "k": "Name", "v": "Neo" }] });
    let (messages, service) = thread_after(&desk, "update_node_kv", items);
    let kept = messages
        .iter()
        .find(|it| it["role"] == "tool")
        .expect("a tool message");
    let result = &kept["metadata"]["tool_agent_output"]["result"];
    let content: Value = serde_json::from_str(kept["content"].as_str().unwrap()).unwrap();
    for key in ["module", "method", "data"] {
        assert_eq!(content[key], result[key], "{key} is whole");
    }
    let requests = service.requests();
    let sent = requests[1]["messages"]
        .as_array()
        .and_then(|it| it.last())
        .expect("an answer");
    assert_eq!(
        sent["content"], kept["content"],
        "the model read what the thread keeps"
    );
}

#[test]
fn at_7_the_thread_keeps_the_full_record_of_a_call() {
    let desk = Desk::with_sample();
    let items = json!({ "items": [{ "k": "Name", "v": "Neo" }] });
    let (messages, _) = thread_after(&desk, "update_node_kv", items.clone());
    let kept = messages
        .iter()
        .find(|it| it["role"] == "tool")
        .expect("a tool message");
    let record = &kept["metadata"]["tool_agent_output"];
    assert_eq!(record["tool_name"], "update_node_kv");
    assert_eq!(record["tool_call_id"], kept["metadata"]["tool_call_id"]);
    assert_eq!(record["tool_call_args"], items);
    assert_eq!(record["status"], "success");
    assert_eq!(record["result"]["module"], "kv");
    assert_eq!(record["result"]["method"], "update");
    assert_eq!(record["wrote"][0]["version"]["number"], 2);
}

#[test]
fn at_8_an_error_can_be_corrected_from_what_it_says() {
    let desk = Desk::with_sample();
    let input = br#"{"items":[{"k":"Name"}]}"#;
    let words = [
        "update_node_kv",
        "demo.story",
        "--node",
        HERO,
        "--input",
        "-",
        "--json",
    ];
    let ran = desk.run_with_input(&words, input);
    assert_eq!(ran.code, 2);
    let error = ran.json()["error"].take();
    assert_eq!(error["code"], "INVALID_ACTION_INPUT");
    assert_eq!(
        (&error["module"], &error["method"]),
        (&json!("kv"), &json!("update"))
    );
    assert!(
        error["path"]
            .as_str()
            .is_some_and(|it| it.starts_with("/items/0")),
        "{error}"
    );
    assert_eq!(error["input_schema"]["type"], "object");
    assert_eq!(error["input_schema"]["required"], json!(["items"]));
}

#[test]
fn at_10_the_content_of_every_message_is_text() {
    let desk = Desk::with_sample();
    thread_after(&desk, "read_node_kv", json!({}));
    let file = rusqlite::Connection::open(desk.path("demo.story")).unwrap();
    let mut rows = file
        .prepare("SELECT typeof(content), json_valid(metadata) FROM message")
        .unwrap();
    let kinds: Vec<(String, bool)> = rows
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(kinds, vec![("text".to_owned(), true); 4]);
}
