//! An agent of another program as the assistant's model, built on the official Python libraries of the
//! Agent Client Protocol and the Model Context Protocol (AT-1, AT-3, OS-4).

use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::{ProgramOutput, TestHarness};
use crate::support::outside::python;
use crate::support::root;

/// A folder with the sample story, and the scripted agent in the settings.
fn harness() -> TestHarness {
    let harness = TestHarness::with_story();
    let python = python();
    let agent = root().join("tests/outside/acp_agent.py");
    let settings = format!(
        "model = \"acp:scripted\"\n[acp.scripted]\ncommand = {python:?}\nargs = [{agent:?}]\n\
         seconds = 60\n[acp.scripted.env]\nOWN = \"1\"\n"
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness
}

fn ask(harness: &TestHarness, text: &str, more: &[&str]) -> ProgramOutput {
    let mut words = vec!["ask", "demo.story", "--json"];
    words.extend(more);
    words.push(text);
    harness.run(&words)
}

#[track_caller]
fn outcome(ran: &ProgramOutput) -> Value {
    let events = ran.json_lines();
    let ended = events.iter().find(|it| it["type"] == "turn_ended");
    ended.unwrap_or_else(|| panic!("{}\n{}", ran.out, ran.err))["outcome"].clone()
}

fn has_fog(harness: &TestHarness) -> bool {
    harness.run(&["show", "demo.story", "--node", "Fog"]).code == 0
}

#[test]
fn an_agent_uses_story_tools_and_its_turn_is_one_undo_step() {
    let harness = harness();
    let ran = ask(&harness, "work", &[]);
    let events = ran.json_lines();
    let of =
        |kind: &str| -> Vec<&Value> { events.iter().filter(|it| it["type"] == kind).collect() };
    let done = outcome(&ran);
    assert_eq!(done["ending"], "done", "{done}");
    assert_eq!(done["text"], "There is fog now.");
    assert_eq!(
        done["usage"],
        json!({ "input": 10, "output": 2, "cached": 0 })
    );
    let called: Vec<_> = of("tool_call_began")
        .iter()
        .map(|it| it["name"].clone())
        .collect();
    assert_eq!(called, ["create_node", "read_text", "read_text"]);
    let thought: String = of("thinking")
        .iter()
        .filter_map(|it| it["text"].as_str())
        .collect();
    assert!(
        thought.contains("Hm. ") && thought.contains("[>] Make fog"),
        "{thought}"
    );
    assert!(has_fog(&harness));
    let history = harness.data(&["story_history", "demo.story", "--limit", "1"]);
    let author = history["changes"][0]["author"].to_string();
    assert!(author.contains("acp:scripted"), "{history}");
    harness.good(&["undo", "demo.story"]);
    assert!(!has_fog(&harness));
}

#[test]
fn writes_of_an_agent_wait_in_a_draft_in_review_mode() {
    let harness = harness();
    let done = outcome(&ask(&harness, "work", &["--autonomy", "review"]));
    assert!(done["draft"].is_string(), "{done}");
    assert!(!has_fog(&harness));
}

#[test]
fn a_session_resumes_in_another_process() {
    let harness = harness();
    let first = outcome(&ask(&harness, "recall", &[]));
    assert!(
        first["text"]
            .as_str()
            .unwrap()
            .starts_with("session-1: ['recall']"),
        "{first}"
    );
    let thread = first["thread"].as_str().unwrap();
    let second = outcome(&ask(&harness, "recall again", &["--thread", thread]));
    let text = second["text"].as_str().unwrap();
    assert!(
        text.starts_with("session-1: ['recall', 'recall again']"),
        "{text}"
    );
    let other = outcome(&ask(&harness, "recall", &[]));
    assert!(
        other["text"].as_str().unwrap().starts_with("session-2: "),
        "{other}"
    );
}

#[test]
fn an_agent_gets_no_keys_files_or_terminal() {
    let harness = harness();
    let mut command = harness.command(&["ask", "demo.story", "--json", "environment"]);
    command
        .env("OPENAI_API_KEY", "sk-secret")
        .env("STAR_CREDENTIAL", "secret");
    let output = command.output().unwrap();
    let ran = ProgramOutput {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::new(),
    };
    let report: Value = serde_json::from_str(outcome(&ran)["text"].as_str().unwrap()).unwrap();
    let variables = report["variables"].as_array().unwrap();
    assert!(
        variables.contains(&json!("OWN")) && variables.contains(&json!("PATH")),
        "{report}"
    );
    assert!(!variables.contains(&json!("OPENAI_API_KEY")), "{report}");
    assert!(!variables.contains(&json!("STAR_CREDENTIAL")), "{report}");
    assert_eq!(
        report["files"],
        json!(["sessions.json"]),
        "what it wrote itself"
    );
    assert_eq!(
        (&report["terminal"], &report["reads"]),
        (&json!(false), &json!(false))
    );
}

#[test]
fn an_agent_may_use_story_tools_but_no_programs() {
    let harness = harness();
    let done = outcome(&ask(&harness, "ask", &[]));
    assert_eq!(done["text"], "yes no", "{done}");
}

#[test]
fn a_crashed_flooding_or_malformed_agent_is_stopped_and_reported() {
    let harness = harness();
    for (instruction, expected) in [
        ("die", "ended by itself"),
        ("flood", "does not stop talking"),
        ("babble", "does not keep to the protocol"),
    ] {
        let done = outcome(&ask(&harness, instruction, &[]));
        assert_eq!(done["ending"], "failed", "{instruction}: {done}");
        let text = done["text"].as_str().unwrap();
        assert!(text.contains(expected), "{instruction}: {text}");
    }
    let listed = harness.good(&["models", "acp"]).out;
    assert!(listed.contains("acp:scripted"), "{listed}");
}

#[test]
fn a_cancelled_request_ends_and_its_conversation_continues() {
    let harness = harness();
    let mut running = harness.start(&["ask", "demo.story", "--json", "wait"]);
    while !running
        .line()
        .expect("the program goes on")
        .contains("I wait.")
    {}
    let id = running.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(killed.success());
    let mut ended = Value::Null;
    while let Some(line) = running.line() {
        if line.contains("turn_ended") {
            ended = serde_json::from_str(&line).unwrap();
        }
    }
    assert_eq!(ended["outcome"]["ending"], "cancelled", "{ended}");
    let thread = ended["outcome"]["thread"].as_str().unwrap();
    let later = outcome(&ask(&harness, "recall", &["--thread", thread]));
    assert_eq!(later["ending"], "done", "{later}");
}

#[test]
fn missing_agent_error_is_readable() {
    let harness = harness();
    let done = outcome(&ask(&harness, "work", &["--model", "acp:nobody"]));
    assert_eq!(done["ending"], "failed");
    let text = done["text"].as_str().unwrap();
    assert!(text.contains("there is no agent \"nobody\""), "{text}");
}

/// The same with the agent on the TypeScript library, in a mode of its own.
fn typescript(mode: &str) -> TestHarness {
    let harness = TestHarness::with_story();
    let outside = root().join("tests/outside");
    assert!(
        outside
            .join("node_modules/@agentclientprotocol/sdk")
            .exists(),
        "tests/outside/node_modules is missing: run `cargo xtask test`, which installs it"
    );
    let agent = outside.join("acp_agent.js");
    let settings = format!(
        "model = \"acp:scripted\"\n[acp.scripted]\ncommand = \"node\"\nargs = [{agent:?}]\n\
         seconds = 60\nmode = {mode:?}\n"
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    harness
}

#[test]
fn what_a_typescript_agent_tells_of_plan_commands_and_cost_stands_in_the_thread() {
    let harness = typescript("Plan first");
    let ran = ask(&harness, "go", &[]);
    let done = outcome(&ran);
    assert_eq!(done["text"], "plan yes false", "{done}");
    assert_eq!(
        harness.run(&["show", "demo.story", "--node", "Mist"]).code,
        0
    );
    let events = ran.json_lines();
    let thoughts = events.iter().filter(|it| it["type"] == "thinking");
    let thoughts: String = thoughts.filter_map(|it| it["text"].as_str()).collect();
    for told in [
        "Let me see. ",
        "[>] Make mist",
        "cost: 0.2500 USD in this session",
        "window: 1200 of 200000 tokens",
        "commands: /outline",
    ] {
        assert!(thoughts.contains(told), "{told}: {thoughts}");
    }
}

#[test]
fn a_mode_that_an_agent_does_not_have_is_told_with_those_it_has() {
    let harness = typescript("yolo");
    let done = outcome(&ask(&harness, "go", &[]));
    assert_eq!(done["ending"], "failed", "{done}");
    let text = done["text"].as_str().unwrap();
    assert!(
        text.contains("no mode") && text.contains("free, plan"),
        "{text}"
    );
}
