//! What an earlier version of the program wrote still opens and runs: a story with its versions,
//! draft, snapshot and conversations, a settings file, and a script of the former names of tools.
//! The files in `tests/fixtures/earlier` were made by that version and are never made again.

use std::fs;
use std::path::PathBuf;

use host::settings::Settings;
use runner::{Autonomy, ToolChoice};
use serde_json::json;

use crate::support::cli::TestHarness;
use crate::support::root;

const STORY: &str = "harbor.story";

fn fixtures() -> PathBuf {
    root().join("tests/fixtures/earlier")
}

fn with_earlier_story() -> TestHarness {
    let harness = TestHarness::empty();
    fs::copy(fixtures().join(STORY), harness.path(STORY)).unwrap();
    harness
}

#[test]
fn a_story_of_an_earlier_version_opens_with_all_its_data() {
    let harness = with_earlier_story();
    let checked = harness.good(&["check", STORY, "--json"]).json();
    assert_eq!(checked["faults"], json!([]));
    let text = harness.data(&["read_text", STORY, "--node", "Pier"]);
    assert_eq!(text["text"], "Fog. [[Ferry]]");
    let around = harness.data(&["neighbors", STORY, "--node", "Pier"]);
    assert_eq!(around["outgoing"][0]["label"], "Go aboard");
    assert_eq!(around["outgoing"][0]["condition"], "ticket");
    let threads = harness.data(&["list_threads", STORY]);
    assert_eq!(threads["threads"].as_array().unwrap().len(), 2);
    let oldest = threads["threads"][1]["thread"].as_str().unwrap();
    let history = harness.data(&["thread_history", STORY, "--thread", oldest]);
    assert_eq!(history["messages"][0]["content"], "set age to 27");
    let drafts = harness.data(&["list_drafts", STORY]);
    assert_eq!(drafts["drafts"][0]["title"], "write: The ferry leaves.");
    let draft = drafts["drafts"][0]["draft"].as_str().unwrap();
    harness.good(&["adopt_draft", STORY, draft]);
    let written = harness.data(&["read_text", STORY, "--node", "Ferry"]);
    assert_eq!(written["text"], "The ferry leaves.");
    harness.good(&["undo", STORY]);
    harness.good(&["undo", STORY]);
    let traits = harness.data(&["read_node_kv", STORY, "--node", "Mara"]);
    assert_eq!(traits["items"], json!([]), "its steps are undone");
}

#[test]
fn scripts_with_former_names_still_run() {
    let harness = with_earlier_story();
    for command in [
        &["describe_node", STORY, "--kind", "place", "--node", "Pier"][..],
        &["name_state", STORY, "as it was"],
        &[
            "relabel_link",
            STORY,
            "--from",
            "Pier",
            "--to",
            "Ferry",
            "--new-label",
            "Sail",
        ],
        &["mark_ending", STORY, "--node", "Ferry"],
        &["unlink_nodes", STORY, "--from", "Pier", "--to", "Ferry"],
        &["list_states", STORY],
        &["restore_state", STORY, "before the storm"],
    ] {
        harness.good(command);
    }
    let around = harness.data(&["neighbors", STORY, "--node", "Pier"]);
    assert_eq!(around["outgoing"][0]["label"], "Go aboard");
}

#[test]
fn settings_of_an_earlier_version_are_read_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    fs::copy(fixtures().join("settings.toml"), file).unwrap();
    let settings = Settings::load(folder.path()).unwrap();
    assert_eq!(settings.model, "home:qwen");
    assert_eq!(settings.autonomy, Autonomy::Adopt);
    assert_eq!((settings.author.as_str(), settings.scale), ("Ada", 110));
    assert_eq!(settings.providers["home"].base_url, "http://127.0.0.1:1/v1");
    assert_eq!(settings.assistant.tools, ToolChoice::Fitting);
    assert_eq!(settings.assistant.limits.steps, Some(12));
    settings.save(folder.path()).unwrap();
    assert_eq!(Settings::load(folder.path()).unwrap(), settings);
}
