//! Requirements of the agent tool protocol, through the command line.

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, calls, says};

const HERO: &str = "Thomas Anderson";

/// Runs a turn of one call and a final text; returns the messages of the thread.
fn thread_after(harness: &TestHarness, name: &str, args: Value) -> (Vec<Value>, FakeOpenAi) {
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
    harness.good(&[words.as_slice(), &[&service.base_url, "go on"]].concat());
    let history = harness.data(&["thread_history", "demo.story"]);
    (
        history["messages"].as_array().expect("messages").clone(),
        service,
    )
}

#[test]
fn at_5_the_command_line_prints_one_json_object_on_success_and_failure() {
    let harness = TestHarness::with_story();
    let read = ["kv", "read", "demo.story", "--node", HERO, "--json"];
    let good = harness.good(&read).json();
    assert_eq!(
        (&good["ok"], &good["module"], &good["method"]),
        (&json!(true), &json!("kv"), &json!("read"))
    );
    assert_eq!(good["data"]["items"][0], json!({ "k": "Name", "v": HERO }));

    let bad = harness.run(&["kv", "read", "demo.story", "--node", "Nobody", "--json"]);
    assert_eq!(bad.code, 3);
    let printed = bad.json();
    assert_eq!(
        (&printed["ok"], &printed["error"]["code"]),
        (&json!(false), &json!("NOT_FOUND"))
    );
}

#[test]
fn at_5_every_command_reports_invalid_arguments_in_json() {
    let harness = TestHarness::empty();
    let help = harness.good(&["--help"]).out;
    let own = help.lines().filter_map(|line| {
        let line = line.strip_prefix("  ")?;
        let word = line.split_whitespace().next()?;
        let is_word = word.chars().all(|it| it.is_ascii_lowercase() || it == '_');
        (is_word && !line.starts_with(' ')).then_some(word)
    });
    let commands: Vec<&str> = own.filter(|it| *it != "help").collect();
    assert!(commands.len() > 60, "{commands:?}");
    for command in commands {
        let ran = harness.run(&[command, "--json", "--no-such-option"]);
        assert_eq!(ran.code, 2, "{command}: {}{}", ran.out, ran.err);
        let output = ran.json();
        assert_eq!(output["ok"], false, "{command}");
        assert_eq!(output["error"]["code"], "INVALID_ACTION_INPUT", "{command}");
        assert_eq!(ran.err, "", "{command}: said once");
    }
}

#[test]
fn at_5_commands_on_whole_files_and_lists_answer_in_json() {
    let harness = TestHarness::empty();
    let made = harness.good(&["new", "a.story", "--title", "A tale", "--json"]);
    let expected = json!({ "ok": true, "file": "a.story", "title": "A tale" });
    assert_eq!(made.json(), expected);
    let copied = harness.good(&["copy", "a.story", "b.story", "--json"]);
    assert_eq!(copied.json(), json!({ "ok": true, "file": "b.story" }));
    let dropped = harness.good(&["compact", "a.story", "--yes", "--json"]);
    assert_eq!(
        (&dropped.json()["ok"], &dropped.json()["versions"]),
        (&json!(true), &json!(0))
    );
    harness.good(&["sample", "c.story", "--language", "en", "--json"]);
    let picture = [
        "picture", "c.story", "--node", HERO, "-o", "p.png", "--json",
    ];
    let picture = harness.good(&picture).json();
    let size = std::fs::metadata(harness.path("p.png")).unwrap().len();
    assert_eq!(
        (&picture["file"], &picture["bytes"]),
        (&json!("p.png"), &json!(size))
    );

    let mut formats = harness.good(&["formats", "--json"]).json();
    assert_eq!(formats["ok"].take(), json!(true));
    let mut listed = harness.data(&["list_formats", "a.story"]);
    listed["ok"] = Value::Null;
    assert_eq!(formats, listed, "one list, with a story and without");
    let models = harness.good(&["models", "--json"]).json();
    let names = models["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["name"]);
    assert!(names.clone().any(|it| it == "builtin"), "{models}");

    let refused = harness.run(&["new", "a.story", "--json"]);
    assert_eq!((refused.code, &refused.json()["ok"]), (4, &json!(false)));
}

#[test]
fn at_6_the_model_reads_the_complete_json_text_of_the_result() {
    let harness = TestHarness::with_story();
    let items = json!({ "items": [{ "k": "Name", "v": "Neo" }] });
    let (messages, service) = thread_after(&harness, "update_node_kv", items);
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
    let harness = TestHarness::with_story();
    let items = json!({ "items": [{ "k": "Name", "v": "Neo" }] });
    let (messages, _) = thread_after(&harness, "update_node_kv", items.clone());
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
fn at_8_an_error_contains_what_is_needed_to_correct_it() {
    let harness = TestHarness::with_story();
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
    let ran = harness.run_with_input(&words, input);
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
    let harness = TestHarness::with_story();
    thread_after(&harness, "read_node_kv", json!({}));
    let file = rusqlite::Connection::open(harness.path("demo.story")).unwrap();
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

/// The keys of timestamps, in any answer or file.
const INSTANTS: [&str; 6] = ["time", "expires", "opened", "began", "created", "modified"];

/// Every timestamp in a value, with its path.
fn instants(value: &Value, place: &str, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let place = format!("{place}/{name}");
                match INSTANTS.contains(&name.as_str()) && !field.is_object() {
                    true => found.push((place, field.clone())),
                    false => instants(field, &place, found),
                }
            }
        }
        Value::Array(items) => {
            let places = items.iter().enumerate();
            places.for_each(|(at, it)| instants(it, &format!("{place}/{at}"), found));
        }
        _ => {}
    }
}

/// `2026-01-01T00:00:00Z`: a date, a time, and a zone.
fn is_instant(text: &str) -> bool {
    let Some((date, rest)) = text.split_once('T') else {
        return false;
    };
    let time = rest.trim_end_matches('Z');
    let has_zone = rest.ends_with('Z') || rest.get(8..).is_some_and(|it| it.contains(['+', '-']));
    let digits = |it: &str| {
        it.split(['-', ':', '.', '+'])
            .all(|it| it.parse::<u32>().is_ok())
    };
    has_zone && digits(date) && digits(time)
}

#[test]
fn at_14_every_timestamp_has_a_time_zone() {
    assert!(is_instant("2026-01-01T00:00:00.5Z") && is_instant("2026-01-01T00:00:00+08:00"));
    assert!(!is_instant("2026-01-01T00:00:00") && !is_instant("2026-01-01"));
    let harness = TestHarness::with_story();
    thread_after(
        &harness,
        "update_node_kv",
        json!({ "items": [{ "k": "Name", "v": "Neo" }] }),
    );
    harness.good(&["create_snapshot", "demo.story", "--name", "then"]);
    let mut seen = 0;
    for words in [
        &["story_history"][..],
        &["list_versions", "--node", HERO],
        &["list_snapshots"],
        &["list_threads"],
        &["thread_history"],
        &["export_story", "--format", "json", "--history"],
    ] {
        let words = [&[words[0], "demo.story"], &words[1..]].concat();
        let mut data = harness.data(&words);
        if let Some(content) = data["content"].as_str() {
            data = serde_json::from_str(content).expect("the file is JSON");
        }
        let mut found = Vec::new();
        instants(&data, "", &mut found);
        assert!(!found.is_empty(), "{words:?} tells when: {data}");
        for (place, value) in &found {
            let text = value.as_str();
            assert!(text.is_some_and(is_instant), "{words:?} {place}: {value}");
        }
        seen += found.len();
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn at_14_rejects_timestamps_without_a_zone_and_normalizes_others() {
    let harness = TestHarness::with_story();
    let words = [
        "export_story",
        "demo.story",
        "--format",
        "json",
        "--history",
    ];
    let exported = harness.data(&words);
    let whole = exported["content"].as_str().unwrap();
    let file: Value = serde_json::from_str(whole).unwrap();
    let mut found = Vec::new();
    instants(&file, "", &mut found);
    let time = found[0].1.as_str().unwrap().to_owned();
    let import = |time_of_ours: &str, name: &str| {
        let changed = whole.replace(&time, time_of_ours);
        assert_ne!(changed == whole, time != time_of_ours);
        std::fs::write(harness.path("came.json"), changed).unwrap();
        harness.good(&["new", name]);
        harness.run(&["import", name, "came.json", "--json"])
    };
    let zoneless = time.trim_end_matches('Z');
    let ran = import(zoneless, "zoneless.story");
    assert_ne!(ran.code, 0, "{}", ran.out);
    let message = ran.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("zone") || message.contains("offset"),
        "{message}"
    );

    let elsewhere = format!("{zoneless}+00:00");
    assert_eq!(import(&elsewhere, "elsewhere.story").code, 0);
    let words = [
        "export_story",
        "elsewhere.story",
        "--format",
        "json",
        "--history",
    ];
    let again = harness.data(&words);
    assert!(again["content"].as_str().unwrap().contains(&time));
}

#[test]
fn at_14_date_and_time_fields_of_tools_declare_their_format() {
    let harness = TestHarness::empty();
    let tools = harness.good(&["tools", "--json"]).json();
    let mut fields = 0;
    for tool in tools.as_array().unwrap() {
        let properties = tool["schema"]["properties"].as_object();
        for (name, schema) in properties.into_iter().flatten() {
            fields += 1;
            let last = name.rsplit('_').next().unwrap_or_default();
            let dated = ["date", "day", "time", "at", "when", "expires", "until"].contains(&last);
            let typed = ["date", "date-time"]
                .iter()
                .any(|it| schema["format"] == **it);
            assert!(!dated || typed, "{} {name}: {schema}", tool["name"]);
        }
    }
    assert!(fields > 100, "{fields}");
}
