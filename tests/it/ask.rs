//! `storyteller ask` and the prompt beside the assistant: /commands, the id by which a conversation
//! continues, files that were exported in it, and how the prompt ends.

use serde_json::json;

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, calls, says};

const HERO: &str = "Thomas Anderson";

/// The id in the line that says how to continue.
fn thread_in(err: &str) -> &str {
    let (_, rest) = err.split_once("--thread ").expect("how to go on");
    rest.split_whitespace().next().expect("an id")
}

#[test]
fn ask_runs_a_slash_command_and_stores_it_in_the_conversation() {
    let harness = TestHarness::with_story();
    let set = harness.good(&[
        "ask",
        "demo.story",
        "--node",
        HERO,
        "/update_node_kv Age=38",
    ]);
    let items = harness.data(&["read_node_kv", "demo.story", "--node", HERO])["items"].take();
    assert!(
        items
            .as_array()
            .unwrap()
            .contains(&json!({ "k": "Age", "v": "38" })),
        "{items}"
    );

    // The short id that was printed is enough to continue.
    let thread = thread_in(&set.err);
    let undone = harness.good(&["ask", "demo.story", "--thread", thread, "/undo"]);
    assert_eq!(thread_in(&undone.err), thread, "{}", undone.err);
    let history = harness.data(&["thread_history", "demo.story", "--thread", thread]);
    let messages = history["messages"].as_array().unwrap();
    let instructions = messages.iter().filter(|it| it["role"] == "user");
    let instructions: Vec<_> = instructions
        .map(|it| it["content"].as_str().unwrap())
        .collect();
    assert_eq!(instructions, ["/update_node_kv Age=38", "/undo"]);
    let items = harness.data(&["read_node_kv", "demo.story", "--node", HERO])["items"].take();
    assert!(
        !items
            .as_array()
            .unwrap()
            .contains(&json!({ "k": "Age", "v": "38" })),
        "{items}"
    );

    let unknown = harness.run(&["ask", "demo.story", "/update_node_vk Age=38"]);
    assert_ne!(unknown.code, 0);
    assert!(
        unknown.err.contains("did you mean /update_node_kv?"),
        "{}",
        unknown.err
    );
    let nowhere = harness.run(&["ask", "demo.story", "--thread", "ffffffff", "undo"]);
    assert_ne!(nowhere.code, 0);
    assert!(
        nowhere.err.contains("list_threads tells the ids"),
        "{}",
        nowhere.err
    );
}

#[test]
fn ask_saves_exported_files_to_the_given_folder() {
    let harness = TestHarness::with_story();
    let export = || calls(&[("export_story", json!({ "format": "twee" }))]);
    let service = FakeOpenAi::start([export(), says("Here."), export(), says("Here.")]);
    let address = ["--model", "fake", "--base-url", service.base_url.as_str()];
    let ask = |more: &[&str]| {
        let mut words = vec!["ask", "demo.story", "export the story as Twee"];
        words.extend(address);
        words.extend(more);
        harness.run(&words)
    };
    let unsaved = ask(&[]);
    assert!(
        unsaved.err.contains("--output FILE saves it"),
        "{}",
        unsaved.err
    );
    std::fs::create_dir(harness.path("out")).unwrap();
    let saved = ask(&["--output", "out"]);
    assert!(
        saved.out.contains("demo.twee"),
        "{}\n{}",
        saved.out,
        saved.err
    );
    let file = std::fs::read_to_string(harness.path("out/demo.twee")).unwrap();
    assert!(file.contains(":: StoryData"), "{file}");

    let words = [
        "ask",
        "demo.story",
        "/export_story format=twee",
        "-o",
        "out/demo.twee",
    ];
    let again = harness.run(&words);
    assert_ne!(again.code, 0, "no file is written over");
    assert!(again.err.contains("out/demo.twee"), "{}", again.err);
    let words = [
        "ask",
        "demo.story",
        "/export_story format=twee",
        "-o",
        "out/other.twee",
    ];
    let other = harness.good(&words);
    assert!(
        !other.out.contains(":: StoryData"),
        "the file is not printed: {}",
        other.out
    );
    assert_eq!(
        std::fs::read_to_string(harness.path("out/other.twee")).unwrap(),
        file
    );
}

#[test]
fn the_prompt_ends_at_quit_with_or_without_a_slash() {
    let harness = TestHarness::with_story();
    for word in ["quit", "exit", "/quit"] {
        let lines = format!("/read_node_kv --node \"{HERO}\"\n{word}\n/outline\n");
        let ran = harness.run_with_input(&["open", "demo.story"], lines.as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(HERO), "{}", ran.out);
        assert!(!ran.out.contains("[character]"), "{word}: {}", ran.out);
    }
}

#[test]
fn a_prompt_of_the_settings_is_put_before_the_instruction() {
    let harness = TestHarness::with_story();
    std::fs::create_dir_all(harness.path("config")).unwrap();
    let settings = "[prompts]\n\"Show, don't tell\" = \"Let feelings show in actions.\"\n";
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
    let service = FakeOpenAi::start([says("Done."), says("Done.")]);
    let address = ["--model", "fake", "--base-url", service.base_url.as_str()];
    let ask = |more: &[&str]| {
        let mut words = vec!["ask", "demo.story"];
        words.extend(address);
        words.extend(more);
        harness.run(&words)
    };
    for more in [&["In short sentences.", "--prompt"][..], &["--prompt"][..]] {
        let mut more = more.to_vec();
        more.push("show, DON'T tell");
        let done = ask(&more);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    let said: Vec<String> = service
        .requests()
        .iter()
        .map(|it| it["messages"].as_array().unwrap().last().unwrap()["content"].to_string())
        .collect();
    let prompt = "Let feelings show in actions.";
    assert!(
        said[0].contains(&format!("{prompt}\\n\\nIn short sentences.")),
        "{said:?}"
    );
    assert!(said[1].contains(prompt), "{said:?}");

    let unknown = ask(&["--prompt", "Rhythm"]);
    assert_ne!(unknown.code, 0);
    let hint = "the settings have \"Show, don't tell\"";
    assert!(unknown.err.contains(hint), "{}", unknown.err);
}
