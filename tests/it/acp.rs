//! The assistant as an agent for editors that are built on the official libraries of the Agent Client
//! Protocol, in Python and in TypeScript (AT-1, AT-3).

use std::process::Command;

use serde_json::{Value, json};

use crate::support::cli::TestHarness;
use crate::support::fake_openai::{FakeOpenAi, Reply, calls, says};
use crate::support::root;

/// A scripted editor.
#[derive(Clone, Copy, Debug)]
enum Editor {
    Python,
    TypeScript,
}

impl Editor {
    const ALL: [Self; 2] = [Self::Python, Self::TypeScript];

    fn command(self) -> Command {
        let outside = root().join("tests/outside");
        let python = root().join("target/outside/bin/python");
        let node_modules = outside.join("node_modules");
        assert!(
            python.exists() && node_modules.exists(),
            "target/outside is missing: run `cargo xtask test`, which installs it"
        );
        let (program, script) = match self {
            Self::Python => (python, "acp_editor.py"),
            Self::TypeScript => ("node".into(), "acp_editor.js"),
        };
        let mut command = Command::new(program);
        command.arg(outside.join(script));
        command
    }

    /// What it sees when it plays this scenario with the assistant and this model.
    fn seen(self, harness: &TestHarness, model: &FakeOpenAi, scenario: &str) -> Value {
        let words = ["acp", "demo.story", "--model", "fake", "--base-url"];
        let agent = harness.command(&words);
        let mut editor = self.command();
        editor
            .arg(scenario)
            .arg(agent.get_program())
            .args(agent.get_args())
            .arg(&model.base_url)
            .current_dir(harness.path(""))
            .env("HOME", harness.path(""))
            .env("STORYTELLER_CONFIG", harness.path("config"));
        let ran = editor.output().expect("the editor starts");
        let errors = String::from_utf8_lossy(&ran.stderr).into_owned();
        serde_json::from_slice(&ran.stdout)
            .unwrap_or_else(|error| panic!("{self:?}: {error}: {errors}"))
    }
}

fn makes_fog() -> Reply {
    calls(&[("create_node", json!({ "title": "Fog", "kind": "scene" }))])
}

fn has_fog(harness: &TestHarness) -> bool {
    harness.run(&["show", "demo.story", "--node", "Fog"]).code == 0
}

#[test]
fn an_editor_receives_text_and_calls_of_an_instruction() {
    for editor in Editor::ALL {
        let harness = TestHarness::with_story();
        let model = FakeOpenAi::start([makes_fog(), says("There is fog now.")]);
        let seen = editor.seen(&harness, &model, "plain:reject_once");
        assert_eq!(seen["agent"], "storyteller");
        assert_eq!(seen["modes"], json!(["review", "adopt", "ask"]));
        assert_eq!(seen["stop"], "end_turn");
        assert_eq!(seen["text"], "There is fog now.");
        let kinds = seen["kinds"].as_array().unwrap();
        assert_eq!(kinds[..2], [json!("tool_call"), json!("tool_call_update")]);
        assert_eq!(
            seen["asked"],
            json!([]),
            "nothing is asked that can be undone"
        );
        assert!(has_fog(&harness));
    }
}

#[test]
fn ask_mode_asks_the_editors_user_before_changes() {
    for editor in Editor::ALL {
        for (choice, is_made) in [("allow_once", true), ("reject_once", false)] {
            let harness = TestHarness::with_story();
            let model = FakeOpenAi::start([makes_fog(), says("So be it.")]);
            let seen = editor.seen(&harness, &model, &format!("plain:{choice}:ask"));
            assert_eq!(seen["asked"][0]["rawInput"]["title"], "Fog", "{seen}");
            assert_eq!(seen["text"], "So be it.");
            assert_eq!(has_fog(&harness), is_made, "{choice}");
        }
    }
}

/// A call that costs money.
fn paints() -> Reply {
    calls(&[(
        "generate_image",
        json!({ "prompt": "fog", "node": "Thomas Anderson" }),
    )])
}

/// Pictures come from a service that is paid for.
fn with_paid_pictures(harness: &TestHarness, model: &FakeOpenAi) {
    let settings = format!(
        "image_model = \"paid:p\"\n[providers.paid]\nbase_url = \"{}\"\n",
        model.base_url
    );
    std::fs::create_dir_all(harness.path("config")).unwrap();
    std::fs::write(harness.path("config/settings.toml"), settings).unwrap();
}

#[test]
fn every_mode_asks_the_editors_user_before_paid_calls() {
    for editor in Editor::ALL {
        let harness = TestHarness::with_story();
        let model = FakeOpenAi::start([paints(), says("I left it.")]);
        with_paid_pictures(&harness, &model);
        let seen = editor.seen(&harness, &model, "plain:reject_once");
        assert_eq!(seen["asked"].as_array().unwrap().len(), 1, "{seen}");
        assert_eq!(seen["text"], "I left it.");
    }
}

#[test]
fn a_cancelled_instruction_ends_as_cancelled() {
    for editor in Editor::ALL {
        let harness = TestHarness::with_story();
        let model = FakeOpenAi::start([Reply::Hangs]);
        let silent = editor.seen(&harness, &model, "cancelled:allow_once");
        assert_eq!(silent["stop"], "cancelled", "{silent}");

        let model = FakeOpenAi::start([paints()]);
        with_paid_pictures(&harness, &model);
        let asked = editor.seen(&harness, &model, "cancelled:never");
        assert_eq!(asked["stop"], "cancelled", "{asked}");
        assert_eq!(asked["asked"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn a_session_survives_a_crash_of_the_agent_during_an_instruction() {
    for editor in Editor::ALL {
        let harness = TestHarness::with_story();
        let model = FakeOpenAi::start([makes_fog(), Reply::Hangs, says("It is there already.")]);
        let seen = editor.seen(&harness, &model, "killed");
        assert_eq!(seen["broken"], true, "{seen}");
        let kinds = &seen["loaded"]["kinds"];
        let expected = [
            "user_message_chunk",
            "tool_call",
            "tool_call_update",
            "agent_message_chunk",
        ];
        assert_eq!(*kinds, json!(expected), "{seen}");
        let text = seen["loaded"]["text"].as_str().unwrap();
        assert!(text.starts_with("Interrupted"), "{text}");
        assert_eq!(seen["after"]["text"], "It is there already.");
        assert_eq!(seen["after"]["stop"], "end_turn");
        assert_eq!(
            seen["titles"],
            json!(["do it"]),
            "one conversation, before and after"
        );
        assert!(has_fog(&harness));
    }
}
