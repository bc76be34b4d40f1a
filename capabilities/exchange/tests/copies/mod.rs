//! A text folder or a JSON file of the story is changed elsewhere and comes back.

mod table;
mod twine;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use formats::Folder;
use serde_json::{Value, json};

use crate::tests::{TestHarness, png_file};

/// Three scenes and a character.
pub(super) async fn story() -> TestHarness {
    let harness = TestHarness::new();
    for (title, kind, text) in [
        (
            "Dawn",
            "scene",
            "It was light. Nobody came.\n\nThe bell rang.",
        ),
        ("Noon", "scene", "They waited."),
        ("Dusk", "scene", "Dark."),
        ("Mei", "character", "The keeper."),
    ] {
        let args = json!({ "title": title, "kind": kind, "text": text });
        harness.ok("create_node", args).await;
    }
    for (from, to, label) in [("Dawn", "Noon", ""), ("Noon", "Dusk", "Leave")] {
        let args = json!({ "from": from, "to": to, "label": label });
        harness.ok("link_nodes", args).await;
    }
    harness.ok("set_start", json!({ "node": "Dawn" })).await;
    let pairs = json!([{ "k": "Age", "v": "30" }, { "k": "Home", "v": "Harbor" }]);
    let args = json!({ "node": "Mei", "kv": pairs });
    harness.ok("update_node_kv", args).await;
    harness
}

async fn exported(harness: &TestHarness) -> Folder {
    let file = harness
        .ok("export_story", json!({ "format": "folder" }))
        .await;
    let bytes = STANDARD.decode(file["content"].as_str().unwrap()).unwrap();
    Folder::unpack(&bytes).unwrap()
}

/// Replaces words in a file.
#[track_caller]
fn change(folder: &mut Folder, path: &str, before: &str, after: &str) {
    let text = String::from_utf8(folder.files[path].clone()).unwrap();
    assert!(text.contains(before), "{before} in {text}");
    folder.put(path, text.replacen(before, after, 1));
}

fn arguments(folder: &Folder) -> Value {
    let content = STANDARD.encode(folder.pack(&[]));
    json!({ "content": content, "encoding": "base64", "file_name": "text" })
}

async fn brought_in(harness: &TestHarness, folder: &Folder) -> Value {
    harness.ok("import_edits", arguments(folder)).await
}

pub(super) async fn adopt(harness: &TestHarness, report: &Value) {
    let args = json!({ "draft": report["draft"] });
    harness.ok("adopt_draft", args).await;
}

pub(super) async fn text(harness: &TestHarness, node: &str) -> String {
    let read = harness.ok("read_text", json!({ "node": node })).await;
    read["text"].as_str().unwrap().to_owned()
}

pub(super) async fn write(harness: &TestHarness, node: &str, text: &str) {
    let args = json!({ "node": node, "text": text });
    harness.ok("write_text", args).await;
}

#[tokio::test]
async fn a_folder_that_nobody_changed_changes_nothing() {
    let harness = story().await;
    let folder = exported(&harness).await;
    let report = brought_in(&harness, &folder).await;
    assert_eq!(
        [&report["count"], &report["unchanged"], &report["draft"]],
        [&json!(0), &json!(4), &Value::Null]
    );
    // Neither when the story has gone on.
    write(&harness, "Dawn", "It was dark.").await;
    harness
        .ok("create_node", json!({ "title": "Night", "kind": "scene" }))
        .await;
    harness.ok("remove_node", json!({ "node": "Dusk" })).await;
    harness
        .ok("rename_node", json!({ "node": "Noon", "title": "Midday" }))
        .await;
    let report = brought_in(&harness, &folder).await;
    assert_eq!(
        [&report["count"], &report["draft"]],
        [&json!(0), &Value::Null],
        "{report:#}"
    );
    assert_eq!(report["missing"][0]["title"], "Night");
}

#[tokio::test]
async fn changes_of_a_folder_are_merged_with_those_made_here_since() {
    let harness = story().await;
    let mut folder = exported(&harness).await;
    change(&mut folder, "nodes/Dawn.md", "Nobody came.", "No one came.");
    change(&mut folder, "nodes/Mei.md", "v: '30'", "v: '31'");
    change(
        &mut folder,
        "nodes/Noon.md",
        "title: Noon",
        "title: High noon",
    );
    change(
        &mut folder,
        "nodes/Noon.md",
        "label: Leave",
        "label: Go home",
    );
    let dawn = "It was light. Nobody came.\n\nThe great bell rang.";
    // Several versions, so that the newest is not what the folder was made from.
    write(
        &harness,
        "Dawn",
        "It was light. Nobody came.\n\nThe bell rang. Twice.",
    )
    .await;
    write(&harness, "Dawn", dawn).await;
    let pairs = json!([{ "k": "Home", "v": "Lighthouse" }]);
    harness
        .ok("update_node_kv", json!({ "node": "Mei", "kv": pairs }))
        .await;
    let report = brought_in(&harness, &folder).await;
    assert_eq!(
        [&report["count"], &report["unchanged"], &report["conflicts"]],
        [&json!(3), &json!(1), &json!(0)],
        "{report:#}"
    );
    assert_eq!(
        text(&harness, "Dawn").await,
        dawn,
        "nothing has changed yet"
    );
    // A draft that was dropped can be had again.
    let dropped = json!({ "draft": report["draft"] });
    harness.ok("drop_draft", dropped).await;
    let report = brought_in(&harness, &folder).await;
    assert_eq!(report["count"], 3, "{report:#}");
    adopt(&harness, &report).await;
    assert_eq!(
        text(&harness, "Dawn").await,
        "It was light. No one came.\n\nThe great bell rang."
    );
    let kv = harness.ok("read_node_kv", json!({ "node": "Mei" })).await;
    let pairs = json!([{ "k": "Age", "v": "31" }, { "k": "Home", "v": "Lighthouse" }]);
    assert_eq!(kv["items"], pairs, "{kv:#}");
    let around = harness
        .ok("neighbors", json!({ "node": "High noon" }))
        .await;
    assert!(around.to_string().contains("Go home"), "{around:#}");
}

#[tokio::test]
async fn scenes_are_added_and_removed_as_in_the_folder() {
    let harness = story().await;
    let mut folder = exported(&harness).await;
    folder.files.remove("nodes/Dusk.md");
    change(&mut folder, "nodes/Noon.md", "to: Dusk.md", "to: Storm.md");
    folder.put(
        "nodes/Storm.md",
        "---\ntitle: Storm\nkind: scene\n---\n\nThunder.\n",
    );
    harness
        .ok("create_node", json!({ "title": "Night", "kind": "scene" }))
        .await;
    let report = brought_in(&harness, &folder).await;
    assert_eq!(
        [&report["added"], &report["removed"], &report["conflicts"]],
        [&json!(1), &json!(1), &json!(0)],
        "{report:#}"
    );
    assert_eq!(
        report["missing"][0]["title"], "Night",
        "it was made here since"
    );
    adopt(&harness, &report).await;
    assert_eq!(text(&harness, "Storm").await, "Thunder.");
    harness.fails("read_text", json!({ "node": "Dusk" })).await;
    let around = harness.ok("neighbors", json!({ "node": "Noon" })).await;
    assert!(around.to_string().contains("Storm"), "{around:#}");
}

#[tokio::test]
async fn what_was_changed_on_one_side_and_removed_on_the_other_is_kept() {
    let harness = story().await;
    let mut folder = exported(&harness).await;
    folder.files.remove("nodes/Dusk.md");
    change(
        &mut folder,
        "nodes/Mei.md",
        "The keeper.",
        "The keeper of the light.",
    );
    write(&harness, "Dusk", "Very dark.").await;
    harness.ok("remove_node", json!({ "node": "Mei" })).await;
    let report = brought_in(&harness, &folder).await;
    assert_eq!(
        [&report["added"], &report["removed"], &report["conflicts"]],
        [&json!(1), &json!(0), &json!(2)],
        "{report:#}"
    );
    adopt(&harness, &report).await;
    assert_eq!(text(&harness, "Dusk").await, "Very dark.");
    assert_eq!(text(&harness, "Mei").await, "The keeper of the light.");
    let kv = harness.ok("read_node_kv", json!({ "node": "Mei" })).await;
    assert_eq!(kv["items"][0]["v"], "30");
}

#[tokio::test]
async fn a_link_written_into_a_text_becomes_a_link_of_the_graph() {
    let harness = story().await;
    let mut folder = exported(&harness).await;
    change(
        &mut folder,
        "nodes/Dusk.md",
        "Dark.",
        "Dark. [[Wait->Dawn]]",
    );
    let report = brought_in(&harness, &folder).await;
    adopt(&harness, &report).await;
    let around = harness.ok("neighbors", json!({ "node": "Dusk" })).await;
    assert!(around.to_string().contains("Wait"), "{around:#}");
}

#[tokio::test]
async fn a_new_title_is_followed_by_the_links_that_name_the_old_one() {
    let harness = story().await;
    write(&harness, "Dawn", "Light. [[Wait->Noon]]").await;
    let mut folder = exported(&harness).await;
    change(
        &mut folder,
        "nodes/Noon.md",
        "title: Noon",
        "title: High noon",
    );
    change(&mut folder, "nodes/Dusk.md", "Dark.", "Dark. [[Storm]]");
    folder.put(
        "nodes/Storm.md",
        "---\ntitle: Storm\nkind: scene\n---\n\nThunder.\n",
    );
    write(&harness, "Mei", "The keeper. She left at [[Noon]].").await;
    let report = brought_in(&harness, &folder).await;
    adopt(&harness, &report).await;
    assert_eq!(text(&harness, "Dawn").await, "Light. [[Wait->High noon]]");
    assert_eq!(
        text(&harness, "Mei").await,
        "The keeper. She left at [[High noon]]."
    );
    let around = harness.ok("neighbors", json!({ "node": "Dusk" })).await;
    assert!(around.to_string().contains("Storm"), "{around:#}");
}

#[tokio::test]
async fn what_was_added_by_hand_is_recognized_when_the_folder_comes_back_again() {
    let harness = story().await;
    let mut folder = exported(&harness).await;
    let storm = "---\ntitle: Storm\nlinks:\n- to: Dusk.md\n---\n\nThunder.\n";
    folder.put("nodes/Storm.md", storm);
    let report = brought_in(&harness, &folder).await;
    assert_eq!(report["added"], 1, "{report:#}");
    adopt(&harness, &report).await;
    let args = json!({ "node": "Storm", "kv": [{ "k": "Mood", "v": "dark" }] });
    harness.ok("update_node_kv", args).await;
    let report = brought_in(&harness, &folder).await;
    assert_eq!(report["draft"], Value::Null, "{report:#}");
    change(&mut folder, "nodes/Storm.md", "Thunder.", "Rain.");
    let report = brought_in(&harness, &folder).await;
    assert_eq!(
        [&report["count"], &report["added"], &report["removed"]],
        [&json!(1), &json!(0), &json!(0)],
        "{report:#}"
    );
    adopt(&harness, &report).await;
    assert_eq!(text(&harness, "Storm").await, "Rain.");
    let kv = harness.ok("read_node_kv", json!({ "node": "Storm" })).await;
    assert_eq!(kv["items"][0]["v"], "dark");
}

#[tokio::test]
async fn a_part_of_the_story_removes_nothing() {
    let harness = story().await;
    let args = json!({ "format": "json", "nodes": ["Noon", "Mei"] });
    let file = harness.ok("export_story", args).await;
    let content = file["content"]
        .as_str()
        .unwrap()
        .replace("They waited.", "They slept.");
    let preview = json!({ "content": content, "file_name": "part.json" });
    let preview = harness.ok("preview_import", preview).await;
    assert_eq!(preview["nodes_of_story"], 2);
    let report = harness
        .ok("import_edits", json!({ "content": content }))
        .await;
    assert_eq!(
        [&report["count"], &report["removed"]],
        [&json!(1), &json!(0)],
        "{report:#}"
    );
    adopt(&harness, &report).await;
    assert_eq!(text(&harness, "Noon").await, "They slept.");
    assert_eq!(text(&harness, "Dusk").await, "Dark.");
}

#[tokio::test]
async fn comments_come_back_and_deleted_ones_do_not() {
    let harness = story().await;
    for (passage, says) in [("They", "Who?"), ("waited", "How long?")] {
        let args = json!({ "node": "Noon", "passage": passage, "says": says });
        harness.ok("add_finding", args).await;
    }
    let theirs = TestHarness::new();
    let file = harness
        .ok("export_story", json!({ "format": "json" }))
        .await;
    theirs
        .ok("import_story", json!({ "content": file["content"] }))
        .await;
    let args = json!({ "node": "Dusk", "passage": "Dark", "says": "How dark?" });
    theirs.ok("add_finding", args).await;
    let listed = theirs.ok("list_findings", json!({})).await;
    let first = listed["findings"][0]["finding"].clone();
    let closed = json!({ "finding": first });
    theirs.ok("close_finding", closed).await;
    harness.ok("undo", json!({})).await;
    let file = theirs.ok("export_story", json!({ "format": "json" })).await;
    let report = harness
        .ok("import_edits", json!({ "content": file["content"] }))
        .await;
    assert_eq!(
        [&report["comments"], &report["conflicts"]],
        [&json!(1), &json!(0)],
        "{report:#}"
    );
    adopt(&harness, &report).await;
    let listed = harness.ok("list_findings", json!({})).await;
    let says: Vec<_> = listed["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["says"])
        .collect();
    assert_eq!(says, ["How dark?"], "{listed:#}");
}

#[tokio::test]
async fn a_copy_of_the_story_file_comes_back() {
    let harness = story().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.story");
    harness.store.save_copy(&path, &mut |_, _| true).unwrap();
    let content = |path: &std::path::Path| STANDARD.encode(std::fs::read(path).unwrap());
    let as_it_was = json!({ "content": content(&path), "encoding": "base64" });
    let report = harness.ok("import_edits", as_it_was.clone()).await;
    assert_eq!(
        [&report["unchanged"], &report["draft"]],
        [&json!(4), &Value::Null]
    );
    let refused = harness.fails("import_story", as_it_was.clone()).await;
    assert!(refused.contains("import_edits"), "{refused}");
    let copy = TestHarness::opening(&path);
    write(&copy, "Noon", "They slept.").await;
    let picture = json!({ "node": "Mei", "content": STANDARD.encode(png_file()) });
    copy.ok("add_image", picture).await;
    copy.store.clone().close().unwrap();
    write(&harness, "Dusk", "Very dark.").await;
    let changed = json!({ "content": content(&path), "encoding": "base64" });
    let preview = harness.ok("preview_import", changed.clone()).await;
    assert_eq!(
        [&preview["format"], &preview["nodes_of_story"]],
        [&json!("story"), &json!(4)]
    );
    let report = harness.ok("import_edits", changed).await;
    assert_eq!(
        [&report["count"], &report["conflicts"]],
        [&json!(2), &json!(0)],
        "{report:#}"
    );
    adopt(&harness, &report).await;
    assert_eq!(text(&harness, "Noon").await, "They slept.");
    assert_eq!(text(&harness, "Dusk").await, "Very dark.");
    let images = harness.ok("list_images", json!({ "node": "Mei" })).await;
    assert_eq!(images["images"].as_array().unwrap().len(), 1, "{images:#}");
    let broken =
        json!({ "content": STANDARD.encode(b"SQLite format 3\0..."), "encoding": "base64" });
    let refused = harness.fails("import_edits", broken).await;
    assert!(refused.contains("damaged"), "{refused}");
}

#[tokio::test]
async fn files_of_other_stories_and_formats_are_refused() {
    let harness = story().await;
    let file = harness
        .ok("export_story", json!({ "format": "json" }))
        .await;
    let content = file["content"]
        .as_str()
        .unwrap()
        .replace("-8000-", "-8001-");
    let refused = harness
        .fails("import_edits", json!({ "content": content }))
        .await;
    assert!(refused.contains("another story"), "{refused}");
    let refused = harness
        .fails(
            "import_edits",
            json!({ "content": "=== dawn ===\nHello\n-> END" }),
        )
        .await;
    assert!(refused.contains("text folders"), "{refused}");
}
