//! A workspace with temporary folders, through the interface of a window.

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::interfaces::window;
use crate::workspace::testing::workspace_in;
use crate::{Workspace, workspace_tools};

struct TestHarness {
    folder: tempfile::TempDir,
    tools: Arc<WorkspaceRegistry>,
}

fn tools_in(folder: &Path) -> Arc<WorkspaceRegistry> {
    let workspace = workspace_in(folder);
    Arc::new(workspace_tools::registry(workspace).unwrap())
}

impl TestHarness {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tools = tools_in(folder.path());
        Self { folder, tools }
    }

    /// Kills the program and starts it again.
    fn start_again(&mut self) {
        self.tools = tools_in(self.folder.path());
    }

    async fn call(&self, request: Value) -> Value {
        let request: WindowRequest = serde_json::from_value(request).unwrap();
        window::handle_request(
            &self.tools,
            &self.tools.services().owner(),
            request,
            CancellationToken::new(),
        )
        .await
        .unwrap()
    }

    fn workspace(&self) -> &Workspace {
        self.tools.services()
    }

    /// Calls a tool of the workspace from a window; returns its data.
    async fn ask(&self, name: &str, args: Value) -> Value {
        let answer = self
            .call(json!({ "name": name, "args": args, "origin": "window/1" }))
            .await;
        assert_eq!(answer["status"], "success", "{answer}");
        answer["result"]["data"].clone()
    }

    async fn titles(&self, story: &str) -> Vec<String> {
        let request = json!({ "story": story, "name": "read_map", "origin": "window/1" });
        let answer = self.call(request).await;
        let nodes = answer["result"]["data"]["nodes"].as_array().unwrap();
        nodes
            .iter()
            .map(|it| it["title"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn key(named: &Value) -> &str {
    named["story"].as_str().unwrap()
}

#[tokio::test]
async fn routes_calls_to_the_right_open_story() {
    let harness = TestHarness::new();
    let one = harness.ask("create_story", json!({ "title": "One" })).await;
    let two = harness.ask("create_story", json!({ "title": "Two" })).await;
    for (story, title) in [(&one, "Ada"), (&two, "Bob")] {
        let request = json!({
            "story": key(story), "name": "create_node", "args": { "title": title },
            "origin": "window/1",
        });
        assert_eq!(harness.call(request).await["status"], "success");
    }
    assert_eq!(harness.titles(key(&one)).await, ["Ada"]);
    assert_eq!(harness.titles(key(&two)).await, ["Bob"]);
    let nobodys = json!({ "name": "read_map", "origin": "window/1" });
    assert_eq!(harness.call(nobodys).await["error"]["code"], "NOT_FOUND");
}

#[tokio::test]
async fn only_the_owner_can_confirm_irreversible_calls() {
    let harness = TestHarness::new();
    let story = harness.ask("create_story", json!({ "title": "One" })).await;
    let request = |confirmed: bool| -> WindowRequest {
        let request = json!({
            "name": "compact_story", "args": { "story": key(&story), "keep": 1 },
            "origin": "window/1", "confirmed": confirmed,
        });
        serde_json::from_value(request).unwrap()
    };
    let program = Principal {
        role: capability::Role::Program,
        ..Principal::owner("Ada")
    };
    let owner = harness.workspace().owner();
    for (principal, confirmed, wanted) in [
        (&program, true, "failure"),
        (&owner, false, "failure"),
        (&owner, true, "success"),
    ] {
        let stop = CancellationToken::new();
        let answer =
            window::handle_request(&harness.tools, principal, request(confirmed), stop).await;
        assert_eq!(
            answer.unwrap()["status"],
            wanted,
            "{principal:?} {confirmed}"
        );
    }
}

#[tokio::test]
async fn restores_windows_after_a_crash_only() {
    let mut harness = TestHarness::new();
    let state = harness.ask("get_workspace_state", json!({})).await;
    assert_eq!(
        (&state["begin"], &state["recent"]),
        (&Value::Null, &json!([]))
    );
    let sample = harness.ask("open_sample_story", json!({})).await;
    harness.start_again();
    let state = harness.ask("get_workspace_state", json!({})).await;
    assert_eq!(state["begin"], sample["story"]);
    assert_eq!(state["recent"][0]["title"], "The Last Ferry");
    assert!(
        harness
            .titles(key(&sample))
            .await
            .contains(&"Thomas Anderson".to_owned())
    );
    harness
        .ask("close_story", json!({ "story": key(&sample) }))
        .await;
    harness.start_again();
    let state = harness.ask("get_workspace_state", json!({})).await;
    assert_eq!(state["begin"], Value::Null);
    assert_eq!(state["recent"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_sample_is_created_once_and_its_creation_cannot_be_undone() {
    let harness = TestHarness::new();
    let first = harness.ask("open_sample_story", json!({})).await;
    assert_eq!(harness.ask("open_sample_story", json!({})).await, first);
    let undo = json!({ "story": key(&first), "name": "undo", "origin": "window/1" });
    assert_eq!(harness.call(undo).await["status"], "failure");
    assert!(harness.titles(key(&first)).await.len() > 5);
}

#[tokio::test]
async fn the_sample_is_in_the_users_language_with_a_draft_and_a_conversation() {
    let harness = TestHarness::new();
    for (language, title, hero, waiting) in [
        ("en", "The Last Ferry", "Thomas Anderson", "The Lantern"),
        ("zh-Hans", "最后一班渡轮", "陈望", "灯笼"),
        ("de", "Die letzte Fähre", "Thomas Anderson", "Das Licht"),
    ] {
        let sample = harness
            .ask("open_sample_story", json!({ "language": language }))
            .await;
        let story = key(&sample);
        assert_eq!(sample["title"], title);
        let tell = async |name: &str| {
            let call = json!({ "story": story, "name": name, "origin": "window/1" });
            harness.call(call).await["result"]["data"].clone()
        };
        let map = tell("read_map").await;
        let nodes = map["nodes"].as_array().unwrap();
        let hero = nodes.iter().find(|it| it["title"] == hero).unwrap();
        assert!(hero["image"].is_string(), "{hero}");
        assert_eq!(nodes.iter().filter(|it| it["kind"] == "group").count(), 2);
        assert_eq!(tell("check_story").await["errors"], 0);
        let drafts = tell("list_drafts").await;
        assert_eq!(drafts["drafts"].as_array().unwrap().len(), 1);
        assert!(drafts.to_string().contains(waiting), "{drafts}");
        let threads = tell("list_threads").await;
        assert_eq!(threads["threads"].as_array().unwrap().len(), 1);
    }
    let first = harness.ask("open_sample_story", json!({})).await;
    let fresh = harness
        .ask("open_sample_story", json!({ "fresh": true }))
        .await;
    assert_ne!(fresh["path"], first["path"]);
    assert_ne!(fresh["story"], first["story"]);
}

#[tokio::test]
async fn windows_share_a_story_and_the_last_one_closes_it() {
    let harness = TestHarness::new();
    let made = harness
        .ask("create_story", json!({ "title": "Shared" }))
        .await;
    let story = key(&made);
    let open = json!({
        "name": "open_story", "args": { "path": made["path"] }, "origin": "window/2",
    });
    assert_eq!(
        harness.call(open).await["result"]["data"]["story"],
        made["story"]
    );
    harness.workspace().window_closed("window/1").unwrap();
    assert!(harness.workspace().find_open(story).is_some());
    harness.workspace().window_closed("window/2").unwrap();
    assert!(harness.workspace().find_open(story).is_none());
    assert_eq!(
        harness.workspace().initial_story().as_deref(),
        Some(story),
        "it was never closed"
    );
}

#[tokio::test]
async fn a_missing_recent_file_is_marked_and_can_be_removed() {
    let harness = TestHarness::new();
    let made = harness
        .ask("create_story", json!({ "title": "Gone" }))
        .await;
    harness
        .ask("close_story", json!({ "story": key(&made) }))
        .await;
    std::fs::remove_file(made["path"].as_str().unwrap()).unwrap();
    assert!(harness.workspace().recent()[0].missing);
    let open = json!({
        "name": "open_story", "args": { "story": key(&made) }, "origin": "window/1",
    });
    assert_eq!(harness.call(open).await["error"]["code"], "NOT_FOUND");
    harness
        .ask("remove_recent_story", json!({ "story": key(&made) }))
        .await;
    assert_eq!(harness.workspace().recent(), []);
}

#[tokio::test]
async fn failed_import_leaves_no_story_file() {
    let harness = TestHarness::new();
    let twee = ":: Start\nHello [[Next]]\n\n:: Next\nBye\n";
    let made = harness
        .ask(
            "create_story_from_file",
            json!({ "file_name": "door.twee", "content": twee }),
        )
        .await;
    assert_eq!(made["report"]["format"], "twee", "{made}");
    assert_eq!(harness.titles(key(&made)).await, ["Start", "Next"]);
    let broken = json!({
        "name": "create_story_from_file", "origin": "window/1",
        "args": { "file_name": "broken.json", "content": "{", "format": "json" },
    });
    assert_eq!(harness.call(broken).await["status"], "failure");
    assert!(!harness.folder.path().join("stories/broken.story").exists());
    assert_eq!(harness.workspace().recent().len(), 1);
}

#[tokio::test]
async fn an_import_reports_progress_and_leaves_nothing_when_cancelled() {
    let harness = TestHarness::new();
    let passages: String = (0..30_000)
        .map(|it| format!(":: Scene {it}\nText [[Scene {}]]\n\n", it + 1))
        .collect();
    let import = harness.call(json!({
        "name": "create_story_from_file", "origin": "window/1",
        "args": { "file_name": "long.twee", "content": passages },
    }));
    let stop = async {
        let run = loop {
            let listed = harness.ask("list_imports", json!({})).await;
            if let Some(run) = listed["imports"][0]["run"].as_u64() {
                assert_eq!(listed["imports"][0]["origin"], "window/1", "{listed}");
                break run;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        let other = json!({
            "name": "cancel_import", "origin": "window/2", "args": { "run": run },
        });
        let other = harness.call(other).await;
        assert_eq!(other["result"]["data"]["cancelled"], false, "{other}");
        harness.ask("cancel_import", json!({ "run": run })).await
    };
    let (answer, stopped) = tokio::join!(import, stop);
    assert_eq!(stopped["cancelled"], true);
    assert_eq!(answer["error"]["code"], "CANCELLED", "{answer}");
    assert!(!harness.folder.path().join("stories/long.story").exists());
    assert_eq!(harness.workspace().recent(), []);
    let after = harness.ask("list_imports", json!({})).await;
    assert_eq!(after["imports"], json!([]));
}

#[tokio::test]
async fn a_copy_is_a_separate_story() {
    let harness = TestHarness::new();
    let sample = harness.ask("open_sample_story", json!({})).await;
    let copy = harness
        .ask("copy_story", json!({ "story": key(&sample) }))
        .await;
    assert_ne!(copy["story"], sample["story"]);
    let opened = harness
        .ask("open_story", json!({ "path": copy["path"] }))
        .await;
    assert_eq!(
        harness.titles(key(&opened)).await,
        harness.titles(key(&sample)).await
    );
}

#[tokio::test]
async fn a_copy_without_history_is_the_same_story_without_its_past() {
    let harness = TestHarness::new();
    let sample = harness.ask("open_sample_story", json!({})).await;
    let args = json!({ "story": key(&sample), "without_history": true });
    let copy = harness.ask("copy_story", args).await;
    let opened = harness
        .ask("open_story", json!({ "path": copy["path"] }))
        .await;
    let tell = async |story: &Value, tool: &str, args: Value| {
        let call =
            json!({ "name": tool, "story": story["story"], "origin": "window/1", "args": args });
        harness.call(call).await["result"]["data"].clone()
    };
    let as_json = json!({ "format": "json" });
    let mut contents = [&sample, &opened].map(|_| Value::Null);
    for (content, story) in contents.iter_mut().zip([&sample, &opened]) {
        let exported = tell(story, "export_story", as_json.clone()).await;
        let text = exported["content"].as_str().expect("an export has content");
        *content = serde_json::from_str(text).expect("it is JSON");
    }
    let [before, after] = &contents;
    assert_eq!(before["nodes"], after["nodes"]);
    assert_eq!(before["edges"], after["edges"]);
    assert_eq!(before["assets"], after["assets"]);
    for (tool, field) in [("list_threads", "threads"), ("list_drafts", "drafts")] {
        let had = tell(&sample, tool, json!({})).await;
        assert_ne!(had[field], json!([]), "the sample has some: {had}");
        let has = tell(&opened, tool, json!({})).await;
        assert_eq!(has[field], json!([]), "{tool}");
    }
    let history = tell(&opened, "story_history", json!({})).await;
    assert_eq!(
        history["changes"].as_array().map(Vec::len),
        Some(1),
        "{history:#}"
    );
}

#[tokio::test]
async fn saves_settings_and_never_returns_a_key() {
    let harness = TestHarness::new();
    let request = json!({ "model": "ollama:qwen3", "theme": "dark", "scale": 125 });
    let changed = harness.ask("update_settings", request).await;
    assert_eq!(
        (&changed["theme"], &changed["scale"]),
        (&json!("dark"), &json!(125))
    );
    let kept = harness
        .ask(
            "set_api_key",
            json!({ "provider": "openai", "key": "sk-secret" }),
        )
        .await;
    assert!(
        kept["place"].as_str().unwrap().ends_with("keys.toml"),
        "{kept}"
    );
    let state = harness.ask("get_workspace_state", json!({})).await;
    assert_eq!(state["settings"]["model"], "ollama:qwen3");
    assert!(!state.to_string().contains("sk-secret"));
    let nonsense = json!({
        "name": "set_api_key", "origin": "window/1",
        "args": { "provider": "openai", "key": ["sk-secret"] },
    });
    let refused = harness.call(nonsense).await;
    assert_eq!(refused["status"], "failure");
    assert!(!refused.to_string().contains("sk-secret"), "{refused}");
    let unknown = json!({
        "name": "update_settings", "origin": "window/1", "args": { "model": "nope:x" },
    });
    assert_eq!(harness.call(unknown).await["status"], "failure");
    let settings = harness.ask("get_settings", json!({})).await;
    assert_eq!(settings["model"], "ollama:qwen3");
}

#[tokio::test]
async fn turn_settings_reach_open_stories() {
    let harness = TestHarness::new();
    let story = harness.ask("create_story", json!({ "title": "T" })).await;
    let named = json!({ "type": "plugin", "pluginId": "std-summarization-strategy",
        "config": { "threshold": 20 } });
    let changes = json!({ "tools": "project_cli", "context_strategy": named });
    let changed = harness.ask("update_settings", changes).await;
    assert_eq!(changed["assistant"]["tools"], "project_cli");
    assert_eq!(changed["assistant"]["context_strategy"], named);
    let read = json!({
        "name": "read_context_strategy", "origin": "window/1", "story": story["story"],
    });
    let read = harness.call(read).await;
    let data = &read["result"]["data"];
    assert_eq!(data["settings"], named, "{read}");
    assert_eq!(
        (&data["story"], &data["known"][0]),
        (&Value::Null, &json!("std-sliding-window"))
    );
    let wrong = json!({ "type": "plugin", "pluginId": "std-summarization-strategy",
        "config": { "threshold": 0 } });
    let refused = json!({
        "name": "update_settings", "origin": "window/1",
        "args": { "context_strategy": wrong },
    });
    let refused = harness.call(refused).await;
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("at least 1"), "{message}");
    let settings = harness.ask("get_settings", json!({})).await;
    assert_eq!(settings["assistant"]["context_strategy"], named);
}

#[tokio::test]
async fn an_uploaded_story_file_becomes_a_copy_or_leaves_nothing() {
    let harness = TestHarness::new();
    let story = harness.ask("create_story", json!({ "title": "T" })).await;
    harness
        .ask("close_story", json!({ "story": story["story"] }))
        .await;
    let bytes = std::fs::read(story["path"].as_str().unwrap()).unwrap();
    let hand = |bytes: &[u8]| {
        let content = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bytes);
        json!({ "file_name": "Mine.story", "content": content, "encoding": "base64" })
    };
    let copy = harness.ask("create_story_from_file", hand(&bytes)).await;
    assert_eq!(
        (&copy["title"], &copy["report"]),
        (&json!("T"), &Value::Null)
    );
    assert!(copy["path"].as_str().unwrap().ends_with("Mine.story"));
    assert_ne!(copy["story"], story["story"]);
    let stories = harness.folder.path().join("stories");
    let count = || std::fs::read_dir(&stories).unwrap().count();
    let before = count();
    let broken = json!({ "name": "create_story_from_file", "origin": "window/1", "args": hand(&bytes[..400]) });
    let refused = harness.call(broken).await;
    assert_eq!(refused["status"], "failure", "{refused}");
    assert_eq!(count(), before);
}

#[tokio::test]
async fn stores_an_attached_picture_and_rejects_other_data() {
    let harness = TestHarness::new();
    let story = harness.ask("create_story", json!({ "title": "T" })).await;
    let attach = |content: &str| {
        json!({
            "name": "desk_attach_picture", "origin": "window/1", "story": story["story"],
            "args": { "content": content, "encoding": "base64" },
        })
    };
    let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let kept = harness.call(attach(pixel)).await;
    let name = &kept["result"]["data"]["pictures"][0];
    assert_eq!(name.as_str().map(str::len), Some(64), "{kept}");
    let refused = harness.call(attach("aGVsbG8=")).await;
    let message = refused["error"]["message"].as_str().unwrap();
    assert!(message.contains("cannot be attached"), "{message}");
}

#[tokio::test]
async fn testing_a_model_reports_what_is_wrong() {
    let harness = TestHarness::new();
    let good = harness
        .ask("test_model", json!({ "model": "builtin" }))
        .await;
    assert_eq!(good["outcome"], "ok", "{good}");
    let keyless = harness
        .ask("test_model", json!({ "model": "openai:gpt-5" }))
        .await;
    assert!(
        keyless["message"]
            .as_str()
            .unwrap()
            .contains("no key for openai"),
        "{keyless}"
    );
    let nobody = json!({ "model": "ollama:qwen3", "address": "http://127.0.0.1:1/v1" });
    let nobody = harness.ask("test_model", nobody).await;
    assert_ne!(nobody["outcome"], "ok", "{nobody}");
    assert!(!nobody["message"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn unknown_tool_error_suggests_the_nearest_tool() {
    let harness = TestHarness::new();
    let answer = harness
        .call(json!({ "name": "open_sotry", "origin": "window/1" }))
        .await;
    assert_eq!(answer["error"]["code"], "UNKNOWN_ACTION", "{answer}");
    let hint = answer["error"]["hint"].as_str().unwrap();
    assert!(hint.contains("open_story"), "{hint}");
}

#[tokio::test]
async fn former_tool_names_still_work() {
    let harness = TestHarness::new();
    let made = harness.ask("desk_create", json!({ "title": "Old" })).await;
    let story = key(&made);
    harness.ask("desk_open", json!({ "story": story })).await;
    let settings = harness
        .ask("desk_change_settings", json!({ "theme": "dark" }))
        .await;
    assert_eq!(settings["theme"], "dark");
    let slash = json!({
        "name": "desk_slash", "origin": "window/1", "story": story,
        "args": { "line": "/create_node Neo", "thread": null },
    });
    let record = harness.call(slash).await;
    assert_eq!(record["tool_name"], "create_node", "{record}");
    assert!(record["thread"].is_string() && record["turn"].is_string());
    let cancel = json!({
        "name": "desk_cancel_call", "origin": "window/1", "story": story, "args": { "run": 999 },
    });
    let answer = harness.call(cancel).await;
    assert_eq!(answer["result"]["data"]["cancelled"], false, "{answer}");
    let state = harness.ask("desk_state", json!({})).await;
    assert_eq!(state["recent"][0]["title"], "Old");
}

#[tokio::test]
async fn workspace_answers_do_not_repeat_arguments() {
    let harness = TestHarness::new();
    let secret = "sk-secret";
    for args in [
        json!({ "provider": "openai", "key": secret }),
        json!({ "provider": "openai", "key": [secret] }),
        json!({ "provider": "openai", "kye": secret }),
        json!({ "provider": [secret], "key": secret }),
    ] {
        let answer = harness
            .call(json!({ "name": "set_api_key", "args": args, "origin": "window/1" }))
            .await;
        assert!(!answer.to_string().contains(secret), "{answer}");
    }
}
