//! The agents of `examples/`, run as a user runs them against the real program.

use std::process::Command;

use serde_json::Value;

use crate::support::cli::{RunningProgram, TestHarness};
use crate::support::root;
use crate::support::server::TestServer;

/// A program of `examples/`, with the credential in its environment alone.
fn agent(harness: &TestHarness, program: &str, words: &[&str], name: &str) -> RunningProgram {
    let made = harness.good(&["agents", "add", "demo.story", name, "--json"]);
    let made = made.json();
    let secret = made["environment"]["STAR_CREDENTIAL"].as_str();
    let mut command = Command::new(program);
    command
        .args(words)
        .current_dir(root().join("examples"))
        .env("STAR_CREDENTIAL", secret.expect("a credential"))
        .stdout(std::process::Stdio::piped());
    RunningProgram::new(command)
}

#[test]
fn sp_10_the_continuity_reader_proposes_corrections_as_a_draft() {
    let harness = TestHarness::with_story();
    let server = TestServer::start_with_hub(&harness, "demo.story");
    let address = format!("{}/agent/reader", server.hub);
    let python = root().join("target/outside/bin/python");
    let words = ["continuity_reader.py", &address, "--until", "1"];
    let mut reader = agent(&harness, &python.to_string_lossy(), &words, "reader");
    assert_eq!(reader.line().as_deref(), Some("reading “The Last Ferry”"));
    let text = "Thomas Andersen went in.";
    harness.good(&[
        "create_node",
        "demo.story",
        "--title",
        "A cave",
        "--text",
        text,
    ]);
    assert_eq!(
        reader.line().as_deref(),
        Some("proposed: Andersen → Anderson")
    );
    assert_eq!(reader.end(), 0);
    let drafts = harness.data(&["list_drafts", "demo.story"]);
    assert_eq!(drafts["drafts"][0]["title"], "reader");
    let read = harness.data(&["read_text", "demo.story", "--node", "A cave"]);
    assert_eq!(read["text"], text, "the story itself is as it was");
}

#[test]
fn sp_10_the_game_master_plays_the_story_and_tells_everybody() {
    let harness = TestHarness::with_story();
    let server = TestServer::start_with_hub(&harness, "demo.story");
    let address = format!("{}/agent/game-master", server.hub);
    let words = ["--experimental-websocket", "game_master.mjs", &address];
    let mut game = agent(&harness, "node", &words, "game-master");
    let mut lines = Vec::new();
    while let Some(line) = game.line() {
        lines.push(line);
    }
    assert_eq!(game.end(), 0);
    assert!(
        lines.len() > 1 && lines[0].contains(": rolled "),
        "{lines:?}"
    );
    let last = lines.last().expect("an end");
    assert!(last.starts_with("The story stands at "), "{lines:?}");
    // Each line is a message in the chat that the story keeps.
    let stored = harness.good(&["agents", "messages", "demo.story", "--json"]);
    let stored: Value = serde_json::from_str(&stored.out).expect("JSON");
    let messages = stored["messages"].as_array().expect("messages").iter();
    let texts: Vec<_> = messages.filter_map(|it| it["text"].as_str()).collect();
    assert_eq!(texts, lines);
    assert_eq!(stored["messages"][0]["name"], "game-master");
}
