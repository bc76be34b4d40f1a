//! Stories exported with their history, and taken back.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use capability::ToolError;
use model::conversation::Role;
use serde_json::json;

use super::{TWEE, contents, harness};
use crate::tests::TestHarness;

/// A story with a history: several versions, a removed node, a changed link.
async fn grown() -> TestHarness {
    let harness = harness().await;
    let text = |text: &str| json!({ "node": "Wake up", "text": text });
    harness.ok("write_text", text("He wakes.")).await;
    harness.ok("write_text", text("He wakes up.")).await;
    harness
        .ok("rename_story", json!({ "title": "Matrix" }))
        .await;
    harness.node("Cut scene", "scene").await;
    harness
        .ok("remove_node", json!({ "node": "Cut scene" }))
        .await;
    harness
}

#[tokio::test]
async fn full_history_round_trips_into_a_new_story() {
    let harness = grown().await;
    let request = json!({ "format": "json", "history": true });
    let file = harness.ok("export_story", request.clone()).await;
    let other = TestHarness::with_other_ids();
    let before = other.changes();
    let args = json!({ "content": file["content"] });
    let answer = other.ok("import_story", args.clone()).await;
    assert_eq!(answer["warnings"], json!([]), "{answer:#}");
    assert!(answer["versions"].as_u64() > Some(10), "{answer:#}");
    assert_eq!(other.changes(), before + 1);
    assert_eq!(contents(&other).await, contents(&harness).await);
    let versions = json!({ "node": "Wake up", "capability": "text" });
    let listed = other.ok("list_versions", versions.clone()).await;
    assert_eq!(listed, harness.ok("list_versions", versions).await);
    let again = other.ok("export_story", request).await;
    assert_eq!(
        again["content"], file["content"],
        "the second trip has the same bytes"
    );
    assert!(other.store.check().unwrap().is_empty());
    // One undo, then import again.
    other.ok("undo", json!({})).await;
    assert_eq!(other.ok("outline", json!({})).await["nodes"], 0);
    other.ok("import_story", args.clone()).await;
    assert_eq!(contents(&other).await, contents(&harness).await);
    let beside = other.ok("import_story", args).await;
    assert!(
        beside["warnings"][0]["message"]
            .as_str()
            .unwrap()
            .contains("left out"),
        "{beside:#}"
    );
}

#[tokio::test]
async fn an_edited_export_replaces_the_story_it_came_from() {
    let harness = grown().await;
    let file = harness
        .ok("export_story", json!({ "format": "folder" }))
        .await;
    let archive = STANDARD.decode(file["content"].as_str().unwrap()).unwrap();
    let mut folder = formats::Folder::unpack(&archive).unwrap();
    let node = String::from_utf8(folder.files["nodes/Wake up.md"].clone()).unwrap();
    folder.put(
        "nodes/Wake up.md",
        node.replace("title: Wake up", "title: Awake")
            .replace("He wakes up.", "He is awake."),
    );
    folder.files.remove("nodes/Act 1.md");
    let removed = harness.ok("show_node", json!({ "node": "Act 1" })).await;
    folder.put("nodes/Added.md", "New.");
    let (before, nodes) = (
        contents(&harness).await,
        harness.ok("outline", json!({})).await,
    );
    let changes = harness.changes();
    let args = json!({ "content": STANDARD.encode(folder.pack(&[])), "encoding": "base64", "mode": "replace" });
    let answer = harness.ok("import_story", args.clone()).await;
    assert_eq!(
        (&answer["nodes"], &answer["removed"]),
        (&json!(3), &json!(1)),
        "{answer:#}"
    );
    assert_eq!(harness.changes(), changes + 1);
    let added = harness.ok("show_node", json!({ "node": "Added" })).await;
    let ids = [&removed, &added].map(|it| it["node"]["id"].as_str().unwrap());
    assert!(
        ids[1] > ids[0],
        "ids count up, and none is given twice: {ids:?}"
    );
    let shown = harness.ok("show_node", json!({ "node": "Awake" })).await;
    let text = &shown["data"]["text"]["data"]["text"];
    assert_eq!(text, "He is awake.", "{shown:#}");
    let listed = harness
        .ok(
            "list_versions",
            json!({ "node": "Awake", "capability": "text" }),
        )
        .await;
    assert_eq!(
        listed["versions"].as_array().map(Vec::len),
        Some(3),
        "{listed:#}"
    );
    let outline = harness.ok("outline", json!({})).await["text"].to_string();
    assert!(
        outline.contains("Added") && !outline.contains("Act 1"),
        "{outline}"
    );
    // Importing the same file again changes only data without ids.
    harness.ok("undo", json!({})).await;
    assert_eq!(contents(&harness).await, before);
    assert_eq!(harness.ok("outline", json!({})).await, nodes);
    let twee = json!({ "content": TWEE, "mode": "replace" });
    let answer = harness.ok("import_story", twee).await;
    assert_eq!(
        (&answer["nodes"], &answer["removed"]),
        (&json!(2), &json!(3)),
        "{answer:#}"
    );
}

/// A story with a snapshot that is no longer current, a waiting draft, and a conversation with a
/// picture.
async fn talked_about() -> (TestHarness, model::ThreadId) {
    let mut harness = grown().await;
    harness
        .ok("create_snapshot", json!({ "name": "before the storm" }))
        .await;
    let text = json!({ "node": "Wake up", "text": "He sleeps on." });
    harness.ok("write_text", text).await;
    harness.ok("remove_node", json!({ "node": "Act 1" })).await;
    let opened = harness.store.edit(harness.note(), |edit| {
        Ok::<_, ToolError>(edit.open_draft(None, "a bolder opening")?)
    });
    harness.caller.draft = Some(opened.await.unwrap().value);
    let text = json!({ "node": "Wake up", "text": "Thunder." });
    harness.ok("write_text", text).await;
    harness.node("The storm", "scene").await;
    harness.caller.draft = None;
    let thread = harness
        .store
        .create_thread("The opening", None, model::PrincipalId::local())
        .await
        .unwrap();
    let says = |role, content: &str| store::NewMessage {
        turn: "019b7000-0000-7000-8000-000000000007".parse().unwrap(),
        role,
        content: content.to_owned(),
        metadata: model::conversation::MessageMetadata::default(),
    };
    let mut answer = says(Role::Tool, "{}");
    answer.metadata.tool_call_id = Some("call-1".to_owned());
    answer.metadata.tool_agent_output = Some(json!({ "data": { "n": 1 } }));
    let messages = vec![says(Role::User, "Make it 更大胆."), answer];
    harness
        .store
        .append_messages(thread.id, messages)
        .await
        .unwrap();
    (harness, thread.id)
}

#[tokio::test]
async fn full_history_includes_drafts_snapshots_and_conversations() {
    let (harness, thread) = talked_about().await;
    let request = json!({ "format": "json", "history": true });
    let file = harness.ok("export_story", request.clone()).await;
    assert_eq!(file["losses"], json!([]), "{:#}", file["losses"]);
    let other = TestHarness::with_other_ids();
    let before = other.changes();
    let args = json!({ "content": file["content"] });
    let answer = other.ok("import_story", args.clone()).await;
    assert_eq!(
        (
            &answer["drafts"],
            &answer["states"],
            &answer["conversations"]
        ),
        (&json!(1), &json!(1), &json!(1)),
        "{answer:#}"
    );
    assert_eq!(answer["warnings"], json!([]));
    assert_eq!(other.changes(), before + 1);
    let again = other.ok("export_story", request).await;
    assert_eq!(again["content"], file["content"]);
    for (tool, args) in [
        ("list_drafts", json!({})),
        ("show_draft", json!({})),
        (
            "list_versions",
            json!({ "node": "Wake up", "capability": "text" }),
        ),
    ] {
        let listed = other.ok(tool, args.clone()).await;
        assert_eq!(listed, harness.ok(tool, args).await, "{tool}");
    }
    let messages = |harness: &TestHarness| harness.store.messages(thread, None, 10).unwrap();
    assert_eq!(messages(&other), messages(&harness));
    assert_eq!(messages(&other).len(), 2);
    // Drafts can be adopted and snapshots restored, and both can be undone.
    for harness in [&harness, &other] {
        harness.ok("adopt_draft", json!({})).await;
        let restored = json!({ "name": "before the storm" });
        harness.ok("restore_snapshot", restored).await;
    }
    assert_eq!(contents(&other).await, contents(&harness).await);
    let text = other.ok("show_node", json!({ "node": "Wake up" })).await;
    assert!(!text.to_string().contains("Thunder"), "{text:#}");
    for _ in 0..3 {
        other.ok("undo", json!({})).await;
    }
    assert_eq!(other.ok("outline", json!({})).await["nodes"], 0);
    assert!(other.store.check().unwrap().is_empty());
    // Import again: existing data stays, and the snapshot still refers to the same versions.
    let back = other.ok("import_story", args).await;
    assert_eq!(back["states"], json!(null), "{back:#}");
    other
        .ok("restore_snapshot", json!({ "name": "before the storm" }))
        .await;
    assert_eq!(contents(&other).await, contents(&harness).await);
    assert_eq!(messages(&other).len(), 2);
}
